"""Several processes and threads that want one file at the same time download it once; a killed one locks nothing."""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import mxnet
import pytest
from mxnet.core.files.locks import one_at_a_time
from mxnet.gluon.utils import download

from tests import warm
from tests.threads import in_threads

CONTENT = os.urandom(300_000)
SHA1 = hashlib.sha1(CONTENT).hexdigest()
#: for processes: the package that is tested
HERE = {"PYTHONPATH": str(Path(mxnet.__file__).parents[1])}
PROGRAM = """
import os, sys
from mxnet.gluon.utils import download
url, path, sha1 = sys.argv[1:]
print(os.getpid(), flush=True)
print(download(url, path, sha1_hash=sha1), flush=True)
"""


@pytest.fixture
def start(site, tmp_path):
    """Return a function that starts a process which downloads ``a.bin``."""
    started = []

    def start():
        words = [*warm.python(), "-c", PROGRAM, site.url("a.bin"), str(tmp_path / "a.bin"), SHA1]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, env=os.environ | HERE))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def gated(gate):
    """Send a third of the file, or of the rest of it that is asked for, and what is left when the gate opens."""

    def answer(handler, _):
        start = handler.start_of_range()
        more = {"Content_Range": f"bytes {start}-{len(CONTENT) - 1}/{len(CONTENT)}"} if start else {}
        handler.send(206 if start else 200, b"", len(CONTENT) - start, **more)
        handler.wfile.write(CONTENT[start : start + 100_000])
        gate.wait(60)
        handler.wfile.write(CONTENT[start + 100_000 :])

    return answer


def wait(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_processes_that_start_at_once(start, site, tmp_path):
    gate = threading.Event()
    site.files[site.url("a.bin")] = gated(gate)
    processes = [start() for _ in range(2)]
    for process in processes:
        process.stdout.readline()
    time.sleep(0.3)
    gate.set()
    for process in processes:
        out, err = process.communicate(timeout=60)
        assert out.strip() == str(tmp_path / "a.bin"), err
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    assert ([path.name for path in tmp_path.iterdir()], len(site.asked)) == (["a.bin"], 1)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="finds out who downloads by /proc")
def test_a_killed_process_is_succeeded_by_the_one_that_waits(start, site, tmp_path):
    gate = threading.Event()
    site.files[site.url("a.bin")] = gated(gate)
    processes = {start(), start()}
    numbers = {process: int(process.stdout.readline()) for process in processes}
    wait(lambda: [path for path in tmp_path.glob(".a.bin.*.partial") if path.stat().st_size == 100_000])
    time.sleep(0.3)
    (first,) = (process for process in processes if _downloads(numbers[process], tmp_path))
    os.kill(numbers[first], signal.SIGKILL)
    first.wait(20)
    gate.set()
    (second,) = processes - {first}
    out, err = second.communicate(timeout=60)
    assert out.strip() == str(tmp_path / "a.bin"), err
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]
    assert [headers.get("Range") for headers in site.headers] == [None, "bytes=100000-"]


def _downloads(number, place):
    """Tell whether a process has the partial file open."""
    partials = {str(path) for path in place.glob(".*.partial")}
    result = set()
    for path in Path(f"/proc/{number}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            result.add(os.readlink(path))
    return bool(partials & result)


def test_threads_that_start_at_once(site, tmp_path):
    gate = threading.Event()
    site.files[site.url("a.bin")] = gated(gate)
    threads = [threading.Thread(target=download, args=(site.url("a.bin"), str(tmp_path))) for _ in range(5)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    gate.set()
    for thread in threads:
        thread.join()
    assert ((tmp_path / "a.bin").read_bytes() == CONTENT, len(site.asked)) == (True, 1)


def test_a_lock_excludes_threads_and_is_gone_afterwards(tmp_path):
    path, inside, most, waited = str(tmp_path / "lock"), [], [], []

    def run(_):
        with one_at_a_time(path, lambda: waited.append(1)):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.02)
            inside.pop()

    in_threads(8, run)
    assert (max(most), len(most), not waited, os.listdir(tmp_path)) == (1, 8, False, [])


def test_a_lock_file_that_a_killed_process_left_locks_nothing(tmp_path):
    (tmp_path / "lock").write_text("")
    begun = time.monotonic()
    with one_at_a_time(str(tmp_path / "lock")):
        pass
    assert time.monotonic() - begun < 1


def test_a_link_is_no_lock(tmp_path):
    (tmp_path / "lock").symlink_to(tmp_path / "victim")
    with pytest.raises(OSError, match="lock"), one_at_a_time(str(tmp_path / "lock")):
        pass
    assert not (tmp_path / "victim").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_process_forked_within_holds_no_lock(tmp_path):
    with one_at_a_time(str(tmp_path / "lock")):
        child = os.fork()
        if not child:
            time.sleep(5)
            os._exit(0)
    begun = time.monotonic()
    with one_at_a_time(str(tmp_path / "lock")):
        pass
    assert time.monotonic() - begun < 1
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
