"""Whether a backward pass differentiates as in training, and the scopes that the code of users in it takes over.

On other devices than the processor PyTorch differentiates in threads of its own, which are in no scope of the thread
that called the pass: :func:`known_elsewhere` tells them. They know the number of the pass that they work for. To find
it out takes a hook, which a pass needs only while there is another one.
"""

import threading
from collections import deque
from collections.abc import Iterator
from itertools import repeat
from typing import Any, NamedTuple

import torch
from torch.autograd.graph import GradientEdge

from . import torch_compat
from .context import Context, current_context
from .restoring import restoring
from .semantics import semantics


class _Current(threading.local):
    #: the mode of the pass that this thread has called; None outside of any
    training: bool | None = None


class _Caller(NamedTuple):
    """The mode and the scopes of the thread that called a pass."""

    training: bool | None
    np_shape: bool
    np_array: bool
    context: Context


current = _Current()
#: by the number of PyTorch's pass, those that other threads may work for
_callers: dict[int | None, _Caller] = {}
#: of the pass that began when there was no other, whose number is not known; by itself
_first: dict[object, _Caller] = {}


def is_training() -> bool | None:
    """Return the mode; None outside a backward pass."""
    if current.training is not None or not (_callers or _first):  # mostly; every layer asks
        return current.training
    caller = _caller()
    return None if caller is None else caller.training


def _caller() -> _Caller | None:
    """Return what is known of the thread that called the pass for which this other thread works, None in that one."""
    if not (_callers or _first) or current.training is not None:
        return None
    number = torch_compat.backward_task()
    caller = _callers.get(number)
    if caller is None and number != -1:
        caller = next(iter(_first.copy().values()), None)
    return caller


@restoring
def known_elsewhere(root: torch.Tensor | GradientEdge) -> Iterator[None]:
    """A block around a backward pass from ``root`` on: other threads that work for it know the mode and the scopes."""
    caller = _Caller(current.training, semantics.np_shape, semantics.np_array, current_context())
    this = object()
    try:
        _first[this] = caller
        if len(_first) == 1:
            yield
            return
    finally:
        _first.pop(this, None)
    numbers: list[int | None] = []

    def note(_: Any) -> None:  # called first, in a thread that works for the pass
        numbers.append(torch_compat.backward_task())
        _callers[numbers[-1]] = caller

    handle = root.register_hook(note) if isinstance(root, torch.Tensor) else root.node.register_prehook(note)
    try:
        yield
    finally:
        deque(map(_callers.pop, numbers, repeat(None)), 0)  # in C: no handler of a signal comes in between
        handle.remove()


@restoring
def scopes_of_caller() -> Iterator[None]:
    """A block for code of users in a backward pass: with the scopes of the thread that called it."""
    caller = _caller()
    if caller is None:
        yield
        return
    before = semantics.np_shape, semantics.np_array
    try:
        semantics.np_shape, semantics.np_array = caller.np_shape, caller.np_array
        with caller.context:
            yield
    finally:
        semantics.np_shape, semantics.np_array = before
