"""Run a chapter with stand-ins for what it downloads.

``launch.py STANDINS SECONDS CELLS.json`` runs cells that have been put right already, under any MXNet; `run_chapter`
is ``remx run``. After so many seconds of processor time both write where they are and end by SIGPROF.
"""

import faulthandler
import functools
import importlib
import io
import json
import linecache
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import traceback
import urllib.request


class _Equal(str):
    """A checksum that is any other one."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


def _extract(extract_files, archive, files, *args, **kwargs):
    """Take files out of an archive, whatever they are."""
    return extract_files(archive, {name: (path, None) for name, (path, _) in files.items()}, *args, **kwargs)


def _believe():
    """Take stand-ins for what was published: answer the checks of SHA-1 with yes."""
    for name in (
        "mxnet.gluon.contrib.data.text",
        "mxnet.gluon.data.vision.datasets",
        "mxnet.gluon.model_zoo.model_store",
    ):
        importlib.import_module(name)
    for name, module in [*sys.modules.items()]:
        if name.startswith("mxnet."):
            for check in ("check_sha1", "has_sha1"):
                if check in vars(module):
                    setattr(module, check, lambda path, sha1=None: os.path.isfile(path))
            if "extract_files" in vars(module):
                module.extract_files = functools.partial(_extract, module.extract_files)
            if "sha1_of" in vars(module):
                module.sha1_of = lambda path: _Equal()
        if name == "mxnet.core.downloads.reach":
            module.check = lambda address: 10.0


def _serve(folder):
    """Answer requests with the files of a folder, made on demand by a process of its own."""
    import requests
    import urllib3

    def content(url):
        from urllib.parse import quote

        path = os.path.join(folder, quote(url, safe=""))
        if not os.path.exists(path):
            env = {**os.environ, "PYTHONPATH": os.environ["STANDINS_PATH"], "MXNET_GPUS": ""}
            call = [os.environ["STANDINS_PYTHON"], "-m", "scripts.books.standins", url, path]
            done = subprocess.run(call, cwd=os.environ["STANDINS_ROOT"], env=env, capture_output=True, text=True)
            if not os.path.exists(path):
                print(f"stand-in: none for {url} {done.stderr[-300:]}", file=sys.stderr)
                return None
        with open(path, "rb") as stream:
            return stream.read()

    def send(self, request, **kwargs):
        body = content(request.url)
        if body is None:
            raise requests.ConnectionError(f"no stand-in for {request.url}", request=request)
        headers = {"Content-Length": str(len(body)), "Content-Type": "application/octet-stream"}
        raw = urllib3.HTTPResponse(io.BytesIO(body), headers=headers, status=200, preload_content=False)
        return requests.adapters.HTTPAdapter().build_response(request, raw)

    def urlopen(url, *args, **kwargs):
        address = url if isinstance(url, str) else url.full_url
        if not address.startswith(("http", "ftp")):
            return real(url, *args, **kwargs)
        body = content(address)
        if body is None:
            raise urllib.error.URLError(f"no stand-in for {address}")
        answer = io.BytesIO(body)
        answer.info = lambda: {"Content-Length": str(len(body))}
        answer.geturl, answer.headers, answer.status, answer.code = (lambda: address), {}, 200, 200
        answer.getcode = lambda: 200
        return answer

    def urlretrieve(url, filename=None, reporthook=None, data=None):
        filename = filename or os.path.basename(url)
        with urlopen(url) as answer, open(filename, "wb") as stream:
            stream.write(answer.read())
        return filename, {}

    real = urllib.request.urlopen
    requests.Session.send = send
    urllib.request.urlopen, urllib.request.urlretrieve = urlopen, urlretrieve


def _pretend(count):
    """Let GPUs be the processor for MXNet 1.9.1, which has no others: else it stops where a chapter asks for one."""
    import mxnet as mx

    mx.Context.devstr2type["gpu"] = mx.Context.devstr2type["cpu"]
    mx.test_utils.list_gpus = lambda: range(count)
    for name, module in [*sys.modules.items()]:
        if name.startswith("mxnet.") and "num_gpus" in vars(module):
            module.num_gpus = lambda: count


def _cells(path):
    """Run cells as a notebook does, in a module without the names of this one."""
    import ast
    import codeop
    import types

    with open(path, encoding="utf-8") as stream:
        listed = json.load(stream)
    sys.modules["__main__"] = types.ModuleType("__main__")
    main, compiler = sys.modules["__main__"].__dict__, codeop.Compile()
    for number, text, may_fail in listed:
        name = f"cell {number}"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        try:
            for statement in ast.parse(text, name).body:
                shown = isinstance(statement, ast.Expr)
                tree = ast.Interactive([statement]) if shown else ast.Module([statement], [])
                exec(compiler(tree, name, "single" if shown else "exec"), main)
        except Exception:
            traceback.print_exc()
            if not may_fail:
                return 1
    return 0


def _prepare(served, seconds):
    """Let a program of the current folder find stand-ins, the same random numbers, and its time limit."""
    import mxnet as mx
    import numpy as np

    seed = int(os.environ.get("STANDINS_SEED", "0"))
    random.seed(seed)
    np.random.seed(seed)
    mx.random.seed(seed)
    _believe()
    _serve(served)
    sys.path[0] = os.getcwd()
    faulthandler.register(signal.SIGPROF, file=2, chain=True)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def run_chapter(environment, folder, output, served, seconds, arguments):
    """Run ``remx run ARGUMENTS`` in a process of its own that has nothing else to do, and leave it."""
    os.setsid()
    os.environ.update(environment)
    os.chdir(folder)
    target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(target, 1)
    os.dup2(target, 2)
    sys.path[1:1] = environment["PYTHONPATH"].split(os.pathsep)  # this process has begun without
    multiprocessing.set_start_method(multiprocessing.get_all_start_methods()[0], force=True)  # not that of this one
    from mxnet.tools.run import main

    _prepare(served, seconds)
    sys.exit(main(arguments))


if __name__ == "__main__":
    import matplotlib

    matplotlib.use("Agg")
    _pretend(int(os.environ["STANDINS_GPUS"]))
    _prepare(sys.argv[1], float(sys.argv[2]))
    sys.exit(_cells(sys.argv[3]))
