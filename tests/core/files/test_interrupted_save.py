"""Ctrl-C in the middle of a save: all files are old, or all are new, and nothing stands in the way of the next one."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time

import mxnet as mx
import pytest
from mxnet.core import interruptions
from mxnet.core.files import saving as files

from tests import warm


def save(folder, text):
    with files.written_together():
        for name in ("one", "two"):
            with files.atomic_write(folder / name, "w") as stream:
                stream.write(text)


def contents(folder):
    result = []
    for name in ("one", "two"):
        with files.open_saved(folder / name, "r") as stream:
            result.append(stream.read())
    return result


def interrupting(function, at):
    """Return a function that sends SIGINT to this process in its ``at``-th call."""
    calls = []

    def called(*args, **kwargs):
        calls.append(args)
        if len(calls) == at:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.01)  # where Python runs the handler
        return function(*args, **kwargs)

    return called


@pytest.fixture
def ctrl_c():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("at", range(1, 5))
@pytest.mark.parametrize("name", ["fsync", "replace", "unlink", "rmdir", "open", "mkdir"])
def test_an_interrupted_save_is_old_or_new(tmp_path, monkeypatch, ctrl_c, name, at):
    save(tmp_path, "old")
    with monkeypatch.context() as patch:
        patch.setattr(files.os, name, interrupting(getattr(os, name), at))
        with contextlib.suppress(KeyboardInterrupt):
            save(tmp_path, "new")
    start = time.monotonic()
    assert contents(tmp_path) in (["old", "old"], ["new", "new"])
    assert time.monotonic() - start < 5
    save(tmp_path, "next")
    assert contents(tmp_path) == ["next", "next"]
    assert sorted(os.listdir(tmp_path)) == ["one", "two"]


def test_a_block_that_never_came_to_its_end_keeps_no_later_save(tmp_path):
    block = files.written_together()
    block.__enter__()
    block.gen = iter(())  # as if a signal had come before its end
    del block
    mx.nd.save(str(tmp_path / "a"), [mx.nd.ones(2)])
    assert mx.nd.load(str(tmp_path / "a"))[0].asnumpy().tolist() == [1, 1]


def test_a_save_when_no_thread_can_start(tmp_path, monkeypatch):
    def refuse(function, arguments):
        raise RuntimeError("can't create new thread at interpreter shutdown")

    monkeypatch.setattr(interruptions._thread, "start_new_thread", refuse)
    save(tmp_path, "new")
    assert contents(tmp_path) == ["new", "new"]


SIGNALS = """
import os, signal, sys
import mxnet as mx

class Late(Exception):
    pass

def late(*_):
    raise Late

signal.signal(signal.SIGALRM, late)
caught = 0
array = mx.nd.ones((3,))

def save():
    mx.nd.save(sys.argv[1] + "/a", array)
    mx.model.save_checkpoint(sys.argv[1] + "/net", 1, mx.sym.var("x"), {"x": array}, {})

save()
for i in range(250):
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0001 + 0.00004 * i)
            save()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except Late:
        caught += 1
assert caught > 25, caught
assert mx.nd.load(sys.argv[1] + "/a")[0].shape == (3,)
save()
print(sorted(os.listdir(sys.argv[1])))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_handler_that_raises_in_a_save_leaves_nothing_behind_and_nothing_is_printed(tmp_path):
    done = subprocess.run(
        [*warm.python(), "-c", SIGNALS, str(tmp_path)],
        capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout == "['a', 'net-0001.params', 'net-symbol.json']\n"
