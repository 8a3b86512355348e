"""Raises what a signal handler would raise at every place of a program where Python runs handlers, one after the other.

A timer interrupts where it happens to: it takes thousands of tries to meet the few places that matter. This goes
through them all::

    python -m tests.interrupting trained fit --step 7

It counts the places of a call by :func:`sys.settrace`, and calls the program again for each (or each ``--step``-th).
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import dis
import functools
import gc
import itertools
import os
import random
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import mxnet as mx
import numpy as np
import torch
from mxnet import autograd

#: how long a call in another thread may take: it waits for ever for a lock that stayed taken
_SECONDS = 60
#: files and functions that leave a lock taken where they are interrupted: what filelock, which PyTorch requires, and
#: Python 3.14's logging have called before and after forks, and the lock of Python 3.14's warnings
_LEAKS = (
    (os.path.join("filelock", "_api.py"), ""),
    (os.path.join("logging", "__init__.py"), "_afterFork"),
    ("warnings.py", "_Lock."),
)
#: after these Python looks whether a handler is to run; it does at the beginning of functions, too
_LOOKS = ("CALL", "JUMP_BACKWARD", "POP_JUMP_BACKWARD")


class _Signal:
    """Has a signal's handler run where Python next looks for it, by ``[number]``: after a call it would run here."""

    __getitem__ = ctypes.pythonapi.PyErr_SetInterruptEx


_signal = _Signal()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=functools.partial(sys.settrace, None))


@functools.cache
def _places(code: CodeType) -> frozenset[int]:
    """Return the offsets in a function after which Python may run handlers."""
    return frozenset(item.offset for item in dis.get_instructions(code) if item.opname.startswith(_LOOKS))


@functools.cache
def _entries(code: CodeType) -> frozenset[int]:
    """Return the offsets where a ``with`` statement of Python 3.14 calls ``__enter__``; nothing before 3.14.

    After the call it may run handlers, and would not call ``__exit__`` if one raises: every lock stays taken, Python's
    own ones too.
    """
    instructions = itertools.pairwise(dis.get_instructions(code))
    return frozenset(item.offset for before, item in instructions if before.opname == "LOAD_SPECIAL")


def _leaks_locks(frame: FrameType | None) -> bool:
    """Return whether a function of :data:`_LEAKS` runs."""
    while frame is not None:
        code = frame.f_code
        if any(code.co_filename.endswith(file) and code.co_qualname.startswith(name) for file, name in _LEAKS):
            return True
        frame = frame.f_back
    return False


def _is_place(frame: FrameType | None) -> bool:
    """Return whether a program that is not traced may be interrupted there.

    Not where a lock would stay taken, nor in the function that traces: Python calls that before every instruction, also
    where nothing runs handlers.
    """
    if _leaks_locks(frame) or (frame is not None and frame.f_lasti in _entries(frame.f_code)):
        return False
    while frame is not None and not frame.f_code.co_qualname.startswith(Interruption._begin.__qualname__):
        frame = frame.f_back
    return frame is None


class Handler:
    """A signal handler that raises an exception of a class; ``raised`` is the exception, None before.

    Where no place is, the signal comes once more, at the next one.
    """

    def __init__(self, cls: type[BaseException]) -> None:
        self._cls = cls
        self.raised: BaseException | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if not _is_place(frame):
            _signal[number]
            return
        self.raised = self._cls("late")
        raise self.raised


class Interruption:
    """Calls a function; a signal comes at the ``number``-th place of it. Without a number it only counts them."""

    def __init__(self, function: Callable[[], Any], number: int = 0) -> None:
        self._function, self._number = function, number
        self._process = os.getpid()
        self.count = 0
        #: file, line and function of the place
        self.where = ""

    def __call__(self) -> Any:
        outer = sys.gettrace()
        sys.settrace(self._begin)
        try:
            return self._function()
        finally:
            sys.settrace(outer)

    def _begin(self, frame: FrameType, event: str, argument: Any) -> Any:
        if _leaks_locks(frame):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        places = _places(frame.f_code)

        def trace(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "call" or (event == "opcode" and frame.f_lasti in places):
                self.count += 1
                if self.count == self._number and os.getpid() == self._process:  # one that it forks counts on
                    code = frame.f_code
                    self.where = f"{code.co_filename}:{frame.f_lineno} {code.co_qualname}"
                    _signal[signal.SIGALRM]
            return trace

        return trace(frame, event, argument)


def state() -> dict[str, Any]:
    """Return what a program sees of the state of its thread and process."""
    found: dict[str, Any] = {
        "recording": (autograd.is_recording(), autograd.is_training()),
        "semantics": (mx.util.is_np_shape(), mx.util.is_np_array()),
        "context": mx.current_context(),
        "scopes": (mx.name.NameManager.current, mx.AttrScope.current),
        "types": (mx.util.is_np_default_dtype(), mx.np.mean(mx.np.ones(1)).dtype),
        "torch": (torch.is_grad_enabled(), torch.get_num_threads(), torch.is_inference_mode_enabled()),
        "python": (gc.isenabled(), sys.excepthook, sys.getrecursionlimit()),
        "signals": {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)},
        "folder": os.getcwd(),
    }
    if hasattr(signal, "pthread_sigmask"):
        found["mask"] = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    return found


def inner_state() -> dict[str, Any]:
    """Return what every thread-local object of this library says."""
    return {key: dict(vars(value)) for key, value in _thread_locals().items()}


@functools.cache
def _thread_locals() -> dict[str, threading.local]:
    found = {
        id(value): (f"{name}.{key}", value)  # imported by several modules
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] == "mxnet" and type(module) is ModuleType
        for key, value in list(vars(module).items())
        if isinstance(value, threading.local)
    }
    return dict(found.values())


def as_numpy(value: Any) -> Any:
    """Return arrays, in lists too, as NumPy's."""
    if isinstance(value, (list, tuple)):
        return [as_numpy(item) for item in value]
    if isinstance(value, dict):
        return {key: as_numpy(item) for key, item in value.items()}
    if isinstance(value, mx.io.DataBatch):
        return as_numpy([value.data, value.label])
    return value.asnumpy() if hasattr(value, "asnumpy") else value


def in_thread(function: Callable[[], Any]) -> Any:
    """Return what a function returns in another thread, or raise its error; TimeoutError if it does not end."""
    results: list[Any] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(_SECONDS)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError("a call in another thread waits for ever: a lock stayed taken")
    return results[0]


@contextlib.contextmanager
def dropping() -> Iterator[list[Any]]:
    """Give the list that Python puts what it drops into; sockets that are left open do not count."""
    dropped: list[Any] = []
    hook = sys.unraisablehook
    sys.unraisablehook = lambda item: None if issubclass(item.exc_type, Warning) else dropped.append(item)
    try:
        yield dropped
    finally:
        sys.unraisablehook = hook


def is_ours(item: Any) -> bool:
    """Return whether a finalizer of this library dropped an exception.

    1.9.1 has one, too, that calls a method which programs override, and so must be in Python.
    """
    return (
        item.object is not mx.recordio.MXRecordIO.__del__
        and str(getattr(item.object, "__module__", "")).partition(".")[0] == "mxnet"
    )


class Program:
    """A function, called until each of its places was interrupted."""

    def __init__(self, run: Callable[[], Any]) -> None:
        self._run = run
        self._expected = as_numpy(run())
        run()
        self._state, self._inner_state = state(), inner_state()
        counting = Interruption(run)
        counting()
        self.places = counting.count

    def some(self, count: int) -> list[int]:
        """Return the numbers of some places, the same each time, all over the call."""
        draw = random.Random(0)
        length = self.places / count
        return sorted({min(int(length * (i + draw.random())) + 1, self.places) for i in range(count)})

    def at(self, number: int, cls: type[BaseException]) -> str | None:
        """Interrupt a place by an exception of a class; return what is wrong, None for nothing."""
        handler = Handler(cls)
        before = signal.signal(signal.SIGALRM, handler)
        call = Interruption(self._run, number)
        try:
            with dropping() as dropped:
                wrong = self._call(call, handler, dropped)
        finally:
            signal.signal(signal.SIGALRM, before)
        return wrong and f"{wrong}, at {call.where}"

    def _call(self, call: Interruption, handler: Handler, dropped: list[Any]) -> str | None:
        try:
            call()
        except BaseException as error:
            if error is not handler.raised:
                return f"{error!r} instead"
            # while its traceback keeps the frames, and what they would end
            found = self._changed() or self._next_call()
            error.__traceback__ = None
            return found or self._changed(inside=True)
        if handler.raised and not dropped:
            return "it does not arrive"
        if any(map(is_ours, dropped)):
            return f"dropped by {dropped[0].object!r}"
        return self._changed() or self._next_call()

    def _changed(self, inside: bool = False) -> str | None:
        before, now = (self._inner_state, inner_state()) if inside else (self._state, state())
        return "; ".join(f"{key} is {now[key]}" for key in before if now[key] != before[key]) or None

    def _next_call(self) -> str | None:
        for call in (self._run, functools.partial(in_thread, self._run)):
            try:
                np.testing.assert_equal(as_numpy(call()), self._expected)
            except Exception as error:
                return f"the next call: {error!r}"
        return None


def main() -> None:
    """Interrupt programs of ``tests/test_signal_handlers.py``; print what is wrong."""
    from tests import test_signal_handlers

    programs = {program.__name__: program for program in test_signal_handlers.PROGRAMS}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", choices=[*programs, []], help="their names (default: all)")
    parser.add_argument("--step", type=int, default=1, help="interrupt each so-manieth place")
    parser.add_argument("--first", type=int, default=1, help="begin at this place")
    parser.add_argument("--kind", default="RuntimeError", help="the class of Python that is raised")
    arguments = parser.parse_args()
    kind = getattr(__import__("builtins"), arguments.kind)
    for name in arguments.programs or programs:
        with tempfile.TemporaryDirectory() as folder:
            program = Program(programs[name](Path(folder)))
            found: Counter[str] = Counter()
            tries = range(arguments.first, program.places + 1, arguments.step)
            for number in tries:
                found.update(filter(None, [program.at(number, kind)]))
        print(f"{name}: {len(tries)} of {program.places} places, {found.total()} wrong", flush=True)
        for wrong, count in found.most_common():
            print(f"  {count} x {wrong}", flush=True)
    sys.exit(0)


if __name__ == "__main__":
    main()
