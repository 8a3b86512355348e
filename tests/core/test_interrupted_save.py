"""Ctrl-C in the middle of a save: all files are old, or all are new, and nothing stands in the way of the next one."""

from __future__ import annotations

import contextlib
import os
import signal
import time

import mxnet as mx
import pytest
from mxnet.core import files, uninterrupted


def save(folder, text):
    with files.written_together():
        for name in ("one", "two"):
            with files.atomic_write(folder / name, "w") as stream:
                stream.write(text)


def contents(folder):
    found = []
    for name in ("one", "two"):
        with files.open_saved(folder / name, "r") as stream:
            found.append(stream.read())
    return found


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
    def refuse(*args):
        raise RuntimeError("can't create new thread at interpreter shutdown")

    monkeypatch.setattr(uninterrupted._thread, "start_new_thread", refuse)
    save(tmp_path, "new")
    assert contents(tmp_path) == ["new", "new"]
