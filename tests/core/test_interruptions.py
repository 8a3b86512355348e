"""What interrupts a call is told from what the call itself raises."""

from __future__ import annotations

import _signal
import ctypes
import functools
import gc
import os
import signal
import sys
import threading
import weakref
from types import SimpleNamespace

import pytest
import torch
from mxnet.core.interruptions import (
    attempt,
    error_of,
    explained,
    ignore_interrupts,
    is_from_handler,
    start_process,
    suppressed,
    to_the_end,
    unless_interrupted,
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


class Late(Exception):
    """An exception of a user."""


def fail(error):
    raise error


def two(number, frame):
    raise ValueError("late")


def star(*_):
    fail(ValueError("late"))


def named(number, frame=None, **kwargs):
    fail(Late())


class Object:
    def method(self, number, frame):
        fail(TimeoutError("late"))

    def __call__(self, number, frame):
        raise RuntimeError("late")


HANDLERS = {
    "function": two,
    "star": star,
    "class of a user": named,
    "lambda": lambda number, frame: fail(KeyError("late")),
    "method": Object().method,
    "object": Object(),
    "partial": functools.partial(lambda error, number, frame: fail(error), IndexError("late")),
}


@pytest.fixture
def ctrl_c():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def handled():
    before = signal.getsignal(signal.SIGUSR1)
    yield lambda handler: signal.signal(signal.SIGUSR1, handler)
    signal.signal(signal.SIGUSR1, before)


def interrupted():
    signal.raise_signal(signal.SIGUSR1)
    sum(range(10))


def explain(call, *kinds):
    with explained(lambda error: pytest.fail("explained"), *kinds):
        call()


#: what answers the errors of a call: none answers what a handler raises in it
ANSWERS = {"attempt": attempt, "error_of": error_of, "explained": explain}


def guarded(call, *kinds):
    try:
        call()
    except unless_interrupted(*kinds or (Exception,)):
        pytest.fail("caught")


@pytest.mark.parametrize("handler", HANDLERS.values(), ids=HANDLERS)
def test_the_exception_of_a_handler_is_not_caught(handled, handler):
    handled(handler)
    with pytest.raises(Exception) as caught:
        guarded(interrupted)
    assert isinstance(caught.value, Late) or caught.value.args == ("late",)
    with pytest.raises(type(caught.value)), suppressed(Exception):
        interrupted()


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("handler", HANDLERS.values(), ids=HANDLERS)
def test_the_exception_of_a_handler_is_not_answered(handled, handler, answer):
    handled(handler)
    with pytest.raises(Exception) as caught:
        answer(interrupted, Exception)
    assert isinstance(caught.value, Late) or caught.value.args == ("late",)


def test_ctrl_c_is_not_answered(ctrl_c):
    for answer in ANSWERS.values():
        with pytest.raises(KeyboardInterrupt):
            answer(lambda: signal.raise_signal(signal.SIGINT), BaseException)


def test_errors_are_answered():
    assert attempt(lambda: 1 / 0, ZeroDivisionError) is None
    assert attempt(lambda: 1 / 1, ZeroDivisionError) == 1
    assert str(error_of(lambda: 1 / 0, ZeroDivisionError)) == "division by zero"
    assert error_of(lambda: 1 / 1, ZeroDivisionError) is None
    with pytest.raises(KeyError):
        attempt(lambda: {}[1], ZeroDivisionError)


def test_an_explained_error_has_its_cause_and_holds_no_frame():
    class Held:
        pass

    def call():
        held = Held()
        with explained(lambda error: ValueError(f"no number: {error}"), ZeroDivisionError):
            references.append(weakref.ref(held))
            1 / 0  # noqa: B018

    references = []
    gc.disable()
    try:
        with pytest.raises(ValueError, match="no number: division by zero") as caught:
            call()
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        del caught
        assert references[0]() is None
    finally:
        gc.enable()


def test_what_is_not_explained_stays_as_it_is():
    with pytest.raises(ZeroDivisionError), explained(lambda error: None, ZeroDivisionError):
        1 / 0  # noqa: B018


@pytest.mark.parametrize(
    "call",
    [
        lambda: torch.ones(2) @ torch.ones(3),
        lambda: torch.ones(2)[5],
        lambda: int("x"),
        lambda: (_ for _ in ()).throw(MemoryError),
        lambda: os.stat("no such file"),
        lambda: fail(NotImplementedError()),
        lambda: torch.linalg.cholesky(torch.zeros(2, 2)),
    ],
)
def test_the_exception_of_a_call_is_caught(call):
    try:
        call()
    except unless_interrupted(Exception):
        return
    pytest.fail("not caught")


def test_other_classes_are_not_caught():
    with pytest.raises(ValueError, match="x"):
        guarded(lambda: fail(ValueError("x")), IndexError, KeyError)


@pytest.mark.parametrize(("error", "caught"), [(Late("x"), False), (RuntimeError(), False), (RuntimeError("x"), True)])
def test_without_a_handler_class_and_arguments_decide(error, caught):
    assert not is_from_handler(error)
    try:
        try:
            fail(error)
        except unless_interrupted(Exception):
            assert caught
    except type(error):
        assert not caught


def test_the_exceptions_of_users_functions_are_caught():
    try:
        fail(Late())
    except unless_interrupted(Exception, runs_user_code=True):
        return
    pytest.fail("not caught")


def test_a_function_that_only_looks_like_a_handler_is_none():
    with pytest.raises(ValueError) as caught:
        two(1, None)
    assert not is_from_handler(caught.value)


def test_what_is_dropped_around_a_fork_is_raised(handled):
    handled(two)

    class Dropped:
        def __del__(self):
            interrupted()

    with pytest.raises(ValueError, match="late"):
        start_process(Dropped)


def test_ctrl_c_that_is_dropped_around_a_fork_is_raised(ctrl_c):
    class Dropped:
        def __del__(self):
            _signal.default_int_handler(signal.SIGINT, None)

    with pytest.raises(KeyboardInterrupt):
        start_process(Dropped)


def test_a_lock_that_an_interrupted_function_has_taken_before_a_fork_is_not_taken_again(ctrl_c):
    def take_lock():
        taken.append(1)
        signal.raise_signal(signal.SIGINT)

    def start():
        """Do what Python does where a function that it calls before a fork raises."""
        error = interruption.value
        trace = interruption.tb.tb_next
        sys.unraisablehook(SimpleNamespace(exc_value=error, exc_traceback=trace, object=take_lock))

    taken = []
    with pytest.raises(KeyboardInterrupt) as interruption:
        take_lock()
    with pytest.raises(KeyboardInterrupt):
        start_process(start)
    assert taken == [1]


def test_ctrl_c_waits_until_a_process_has_started(ctrl_c):
    done = []

    def start():
        signal.raise_signal(signal.SIGINT)
        done.append(1)

    with pytest.raises(KeyboardInterrupt):
        start_process(start)
    assert done
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_new_process_sees_no_ctrl_c(ctrl_c):
    def start():
        signal.raise_signal(signal.SIGINT)
        ignore_interrupts()
        done.append(signal.getsignal(signal.SIGINT))

    done = []
    start_process(start)
    assert done == [signal.SIG_IGN]


def test_the_handler_of_ctrl_c_is_one_in_c(ctrl_c):
    with pytest.raises(KeyboardInterrupt) as caught:
        signal.raise_signal(signal.SIGINT)
    assert is_from_handler(caught.value)


@pytest.mark.parametrize("kind", [Late, ValueError])
def test_an_exception_set_by_another_thread_is_not_caught(kind):
    begun, ended = threading.Event(), []
    raised = []

    def work():  # Python 3.13.0 finds no handler in the function of a loop that is interrupted
        begun.set()
        while not ended:
            len("")

    def run():
        try:
            try:
                work()
            except unless_interrupted(Exception):
                raised.append("caught")
        except kind:
            raised.append("passed on")

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(60)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(kind))
    thread.join(60)
    ended.append(True)
    thread.join()
    assert raised == ["passed on"]


def test_work_goes_to_its_end(handled):
    handled(two)
    done = []

    def work():
        signal.raise_signal(signal.SIGUSR1)
        done.append(threading.get_ident())

    with pytest.raises(ValueError, match="late"):
        to_the_end(work)
    assert len(done) == 1
