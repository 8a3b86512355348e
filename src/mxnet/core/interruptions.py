"""Exceptions that interrupt a call: those of signal handlers, and those that another thread raises in this one.

They can come at any moment and say nothing about the call: they reach its caller unchanged. Code that answers the
errors of a call, tries another way or explains them, catches them by ``except unless_interrupted(RuntimeError):``,
which costs nothing unless there is an error. Where a microsecond does not count, :class:`explained`,
:class:`suppressed`, :func:`attempt` and :func:`error_of` say shorter what such clauses mostly do.

What ends a call is of a class of the program's own, a RuntimeError or an OSError (TimeoutError is one): clauses that
catch these, or Exception, and do not raise it again need this. A KeyError, TypeError, ValueError, an MXNetError or
another class of ours is caught as it is.
"""

import _signal  # type: ignore[import-not-found]
import _thread
import atexit
import dis
import inspect
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType, TracebackType
from typing import Any, TypeVar

import torch

_Error = TypeVar("_Error", bound=BaseException)
_Result = TypeVar("_Result")

_OURS = __name__.partition(".")[0]
#: the packages that define the exceptions of calls
_PACKAGES = frozenset(
    (
        *sys.stdlib_module_names, _OURS, "torch", "numpy", "cv2", "onnx", "google", "onnxruntime", "openvino",
        "tensorrt", "sympy", "triton", "requests", "urllib3",
    )
)  # fmt: skip
#: what Python raises without arguments; all others without are from PyThreadState_SetAsyncExc, which gives none
_WITHOUT_ARGUMENTS = (MemoryError, NotImplementedError, AssertionError, StopIteration, EOFError)


def unless_interrupted(*classes: type[_Error], runs_user_code: bool = False) -> tuple[type[_Error], ...]:
    """Return the classes that an ``except`` clause is to catch: none if its exception interrupted the call.

    ``runs_user_code``: the call runs functions of users, which may raise what no library does. Then only what signal
    handlers raise is known to be an interruption.

    >>> try:
    ...     1 / 0
    ... except unless_interrupted(ZeroDivisionError) as error:
    ...     print(error)
    division by zero
    """
    error = sys.exception()
    return () if isinstance(error, classes) and _interrupts(error, runs_user_code) else classes


def _interrupts(error: BaseException, runs_user_code: bool) -> bool:
    return is_from_handler(error) or not (runs_user_code or _is_of_library(error))


class _Scope:
    """What :class:`suppressed` and :class:`explained` share."""

    __slots__ = ("_kinds", "_runs_user_code")

    def __init__(self, *classes: type[Exception], runs_user_code: bool = False) -> None:
        self._kinds, self._runs_user_code = classes, runs_user_code

    def __enter__(self) -> None:
        pass

    def _answers(self, error: BaseException | None) -> bool:
        return isinstance(error, self._kinds) and not _interrupts(error, self._runs_user_code)


class suppressed(_Scope):
    """The same as :class:`contextlib.suppress`, without suppressing an interruption."""

    __slots__ = ()

    def __exit__(self, exc_type: object, error: BaseException | None, trace: object) -> bool:
        return self._answers(error)


class explained(_Scope):
    """A scope whose errors of some classes become what ``explain(error)`` returns; None: they stay as they are.

    >>> with explained(lambda error: ValueError(f"no number: {error}"), ZeroDivisionError):
    ...     1 / 0
    Traceback (most recent call last):
    ...
    ValueError: no number: division by zero
    """

    __slots__ = ("_explain",)

    def __init__(
        self, explain: Callable[[Any], BaseException | None], *classes: type[Exception], runs_user_code: bool = False
    ) -> None:
        super().__init__(*classes, runs_user_code=runs_user_code)
        self._explain = explain

    def __exit__(self, exc_type: object, error: BaseException | None, trace: object) -> None:
        if self._answers(error):
            new = self._explain(error)
            try:
                if new is not None:
                    raise new from error
            finally:
                del new, error, trace  # its traceback has this frame: a cycle, which would hold what the call does


def attempt(function: Callable[[], _Result], *classes: type[Exception], runs_user_code: bool = False) -> _Result | None:
    """Return what a function returns, None where it raises an error of some classes.

    >>> attempt(lambda: 1 / 0, ZeroDivisionError)
    """
    try:
        return function()
    except unless_interrupted(*classes, runs_user_code=runs_user_code):
        return None


def error_of(function: Callable[[], Any], *classes: type[_Error], runs_user_code: bool = False) -> _Error | None:
    """Return the error of some classes that a function raises, None where it raises none.

    >>> error_of(lambda: 1 / 0, ZeroDivisionError)
    ZeroDivisionError('division by zero')
    """
    try:
        function()
    except unless_interrupted(*classes, runs_user_code=runs_user_code) as error:
        return error
    return None


def start_process(start: Callable[[], None]) -> None:
    """Start a process, whose group Ctrl-C may reach meanwhile: the process does not see it, this one does at the end.

    Python drops what signal handlers raise in the functions that it calls around a fork. In the new process SIGINT
    stays blocked until :func:`ignore_interrupts`.
    """
    dropped: list[BaseException] = []
    hook, process, blocked = sys.unraisablehook, os.getpid(), _block(())

    def take(unraisable: Any) -> None:
        if os.getpid() == process and is_from_handler(unraisable.exc_value):
            dropped.append(unraisable.exc_value)
            if not _has_begun(unraisable.object, unraisable.exc_traceback):
                with suppress(Exception):  # its work is needed: a lock that is taken before is released afterwards
                    unraisable.object()
        else:
            hook(unraisable)

    try:
        _block((signal.SIGINT,))
        sys.unraisablehook = take
        start()
    finally:
        sys.unraisablehook = hook
        _set_blocked(blocked)  # of C: no handler runs before
    if dropped:
        raise dropped[0]


def _has_begun(function: Any, trace: TracebackType | None) -> bool:
    """Return whether an interrupted function had begun: a lock that it has taken must not be taken again."""
    code = getattr(function, "__code__", None)
    if trace is None or trace.tb_frame.f_code is not code:
        return False  # one of C, which had to wait
    begin = next(item.offset for item in dis.get_instructions(code) if item.opname == "RESUME")
    return trace.tb_lasti > begin


if hasattr(_signal, "pthread_sigmask"):
    # those of the module signal are in Python: a handler may raise at their beginning
    _block = partial(_signal.pthread_sigmask, _signal.SIG_BLOCK)
    _set_blocked = partial(_signal.pthread_sigmask, _signal.SIG_SETMASK)
else:
    _block = _set_blocked = set  # type: ignore[assignment]


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in a process that :func:`start_process` started: the one that started it says when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def _is_of_library(error: BaseException) -> bool:
    """Return whether Python or a library may have raised an exception."""
    package = type(error).__module__.partition(".")[0]
    if package == "builtins":
        return bool(error.args) or isinstance(error, _WITHOUT_ARGUMENTS)
    return package in _PACKAGES


def is_from_handler(error: BaseException) -> bool:
    """Return whether a signal handler, or what it called, raised an exception.

    Python calls a handler as ``handler(signal, frame)``: the frame that it interrupts is an argument, and the caller.
    That of Ctrl-C is in C, and has no frame.
    """
    if isinstance(error, KeyboardInterrupt):
        return True
    if isinstance(error, torch.OutOfMemoryError):
        return False  # a frame that is looked at may keep tensors alive
    trace = error.__traceback__
    while trace is not None:
        if _is_handler(trace.tb_frame):
            return True
        trace = trace.tb_next
    return False


def _is_handler(frame: FrameType) -> bool:
    if str(frame.f_globals.get("__name__")).partition(".")[0] == _OURS:
        return False
    code = frame.f_code
    names = list(code.co_varnames[: code.co_argcount])
    if code.co_flags & inspect.CO_VARARGS:
        names.append(code.co_varnames[code.co_argcount + code.co_kwonlyargcount])
    elif len(names) < 2:
        return False
    interrupted, values = frame.f_back, frame.f_locals
    arguments = [values.get(name) for name in names]
    if code.co_flags & inspect.CO_VARARGS:
        arguments += arguments.pop() or ()
    return interrupted is not None and any(argument is interrupted for argument in arguments)


# -- work that no signal interrupts: Python runs the handlers of signals in the main thread alone ----------------------


def to_the_end(work: Callable[[], None]) -> None:
    """Do some work in one piece: what a signal's handler raises meanwhile, KeyboardInterrupt, is raised after it.

    A second such error, of someone who will not wait, is raised at once; the work goes on.
    """
    if threading.get_ident() != threading.main_thread().ident or sys.is_finalizing():  # then no thread begins any more
        work()
        return
    task = Task(work)
    try:
        task.start()
        task.wait()
    except BaseException:
        task.run()  # if no thread has begun
        task.wait()
        raise
    if task.errors:
        raise task.errors[0]


def aside(work: Callable[[], None]) -> None:
    """Do some work in another thread, which the end of the program waits for; here, where no thread can begin."""
    task = Task(work)
    atexit.register(task.wait)
    task.start()


class Task:
    """Work that is done once, by whoever comes first, and that others, and the end of the program, wait for."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work, self._process = work, os.getpid()
        self.errors: list[BaseException] = []
        self._finished = False
        self._claimed, self._done = _thread.allocate_lock(), _thread.allocate_lock()
        self._done.acquire()

    def start(self) -> None:
        """Begin in another thread; do it here where none can begin."""
        # not a threading.Thread: a handler that raises in its start() makes it forget a thread that runs, and
        # Python drops what a handler raises when one is gone
        if attempt(lambda: _thread.start_new_thread(self.run, ()), RuntimeError) is None:
            self.run()  # the interpreter is ending, or there are too many threads

    def run(self) -> None:
        """Do it, unless someone else has begun."""
        if not self._claimed.acquire(blocking=False):
            return
        try:
            atexit.register(self.wait)
            self.work()
        except BaseException as error:
            self.errors.append(error)
        finally:
            self._finished = True
            self._done.release()
            atexit.unregister(self.wait)

    def wait(self) -> None:
        """Wait until it is done."""
        if os.getpid() == self._process:  # a forked one does not have the thread
            # since Python 3.14 a signal's handler may raise once the lock is held and before a with statement knows it:
            # such a lock is never released, so nobody depends on it
            while not self._finished:
                if self._done.acquire(timeout=1.0):
                    self._done.release()
