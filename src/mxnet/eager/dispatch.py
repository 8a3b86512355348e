"""The one path of an imperative call: arrays in, arrays out.

Which of the forms of an operator takes a call is decided here: one written for its attributes (:mod:`.specialize`), the
general one (:mod:`.dense`), or one for arrays in sparse storage (:mod:`.storage`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ..core.interruptions import unless_interrupted
from ..registry.binding import Fast
from ..registry.bound import BoundOp, bind, binder, keeping
from ..registry.op import Op
from . import storage
from .dense import run
from .specialize import Specialization, specialization


def invoke(op: Op, arrays: Sequence[Any], kwargs: dict[str, Any], out: Any, cls: Any) -> Any:
    """Apply ``op`` to arrays (None: an input left out) with attributes as a user gave them.

    ``out``: an array, or a list of them, to receive the result; ``cls``: the array class of new results.
    Returns one array, or a list when the operator has several visible outputs.
    """
    return apply(bind(op, kwargs), arrays, out, cls)


def apply(bound: BoundOp, arrays: Sequence[Any], out: Any, cls: Any) -> Any:
    """Apply an operator with its attributes to arrays in any storage."""
    if bound.makes_sparse or storage.involved(arrays, out):
        return storage.run(bound, arrays, out, cls)
    return run(bound, arrays, out, cls)


def specialize(op: Op) -> Callable[..., Specialization]:
    """Return the function from the values of ``op``'s attributes, in order (NULL: not given), to their specialization.

    That takes the operator's arrays, dense ones, and does what :func:`apply` would (see :mod:`.specialize`). TypeError
    for values that cannot be kept, such as lists.
    """
    result: Any = op.__dict__.get("_specializations")
    if result is None:
        bound = binder(op)
        result = op.__dict__["_specializations"] = keeping(op, lambda *values: _specialized(bound(*values)))
    return result


@cache
def specialized(op: Op) -> Callable[..., Specialization]:
    """Return the same function for any values: what cannot be kept has the general implementation."""
    cached, bound = specialize(op), binder(op)

    def call(*values: Any) -> Specialization:
        try:
            return cached(*values)
        except unless_interrupted(TypeError):
            return _general(bound(*values))

    return call


def method(op: Op, of_others: Callable[[Any, Any], Any]) -> Specialization:
    """Return the method ``(self, other)`` of an operator of two arrays of one class; ``of_others`` takes others."""
    bound = bind(op, {})
    return specialization(bound, _general(bound), of_others)


def _specialized(bound: BoundOp) -> Specialization:
    general = _general(bound)
    return general if bound.makes_sparse else specialization(bound, general)


def _general(bound: BoundOp) -> Specialization:
    execute = storage.run if bound.makes_sparse else run
    return lambda *arrays: execute(bound, arrays, None, type(arrays[0]))


def fast_path(op: Op, cls: type) -> Fast:
    """Return the fast path of the generated functions of ``op`` on arrays of a class."""
    bound = binder(op)

    def into(arrays: tuple[Any, ...], values: tuple[Any, ...], out: Any) -> Any:
        item = bound(*values)
        return (storage.run if item.makes_sparse else run)(item, arrays, out, type(out))

    return cls, specialize(op), into
