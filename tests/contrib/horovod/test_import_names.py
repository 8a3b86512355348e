"""The names ``horovod`` and ``byteps``: by remx-horovod, by ``remx run``, and never in place of a real package."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from mxnet._version import REMX_VERSION

ROOT = Path(__file__).parents[3]
PROGRAM = """\
import horovod.mxnet as hvd
import byteps.mxnet as bps
from byteps.mxnet.ops import byteps_push_pull
from horovod.mxnet.compression import FP16Compressor
from horovod.mxnet.functions import broadcast_object
from horovod.mxnet.mpi_ops import allreduce_, rank

import mxnet.contrib.horovod

hvd.init()
assert hvd.allreduce is mxnet.contrib.horovod.allreduce
assert (rank(), bps.size(), hvd.Compression.fp16) == (0, 1, FP16Compressor)
"""
#: as Python does with the files of an installed remx-horovod
INSTALLED = f"import site; site.addsitedir({str(ROOT / 'packages/remx-horovod')!r})\n"


def run(folder, *words, path=()):
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, path), str(ROOT / "src")])}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, timeout=120)


def test_with_the_package(tmp_path):
    done = run(tmp_path, "-c", INSTALLED + PROGRAM)
    assert done.returncode == 0, done.stderr


def test_with_remx_run(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM)
    done = run(tmp_path, "-m", "remx", "run", "train.py")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("start", [("-m", "remx", "run", "program.py"), ("program.py",)])
def test_a_real_package_comes_first(tmp_path, start):
    real = tmp_path / "site/horovod/mxnet.py"
    real.parent.mkdir(parents=True)
    real.with_name("__init__.py").touch()
    real.write_text("is_real = True")
    (tmp_path / "program.py").write_text(INSTALLED + "import horovod.mxnet\nassert horovod.mxnet.is_real\n")
    done = run(tmp_path, *start, path=[tmp_path / "site"])
    assert done.returncode == 0, done.stderr


def test_looking_for_the_names_imports_nothing(tmp_path):
    program = """
import importlib.util, sys
assert importlib.util.find_spec("horovod") and importlib.util.find_spec("byteps")
assert importlib.util.find_spec("horovod.torch") is None
assert not {"mxnet", "torch"} & set(sys.modules)
"""
    done = run(tmp_path, "-c", INSTALLED + program)
    assert done.returncode == 0, done.stderr


def test_other_names_of_horovod():
    program = (
        "import horovod; assert horovod.__version__\ntry: horovod.run\nexcept AttributeError as error: print(error)"
    )
    done = run(ROOT, "-c", INSTALLED + program)
    assert done.stdout == "remx has no horovod.run, only horovod.mxnet: start the program by torchrun or remx launch\n"


def test_both_projects_have_one_version():
    project = tomllib.loads((ROOT / "packages/remx-horovod/pyproject.toml").read_text())["project"]
    assert project["version"] == REMX_VERSION
