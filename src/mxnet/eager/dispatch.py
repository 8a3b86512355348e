"""The one path of an imperative call: arrays in, arrays out.

Which of the forms of an operator takes a call is decided here: one written for its attributes (:mod:`.specialize`), the
general one (:mod:`.dense`), or one for arrays in sparse storage (:mod:`.storage`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from ..core.interruptions import unless_interrupted
from ..core.params import NULL
from ..registry.binding import Fast
from ..registry.op import Op
from . import storage
from .dense import run
from .specialize import Specialization, plan_of, planner, refusing_negative_zero, specialization

_KEPT_SPECIALIZATIONS = 256


def invoke(op: Op, arrays: Sequence[Any], given: dict[str, Any], out: Any, cls: Any) -> Any:
    """Apply ``op`` to arrays (None: an input left out) with attributes as a user gave them.

    ``out``: an array, or a list of them, to receive the result; ``cls``: the array class of new results.
    Returns one array, or a list when the operator has several visible outputs.
    """
    plan = plan_of(op, given)
    if plan.makes_sparse or storage.involved(arrays, out):
        return storage.run(op, arrays, plan, out, cls)
    return run(op, arrays, plan, out, cls)


def specialize(op: Op) -> Callable[..., Specialization]:
    """Return the function from the values of ``op``'s attributes, in order (NULL: not given), to their specialization.

    That takes the operator's arrays and does what :func:`run` would (see :mod:`.specialize`). TypeError for
    values that cannot be kept, such as lists.
    """
    result: Any = op.__dict__.get("_specializations")
    if result is None:
        plans = planner(op)

        @lru_cache(maxsize=_KEPT_SPECIALIZATIONS, typed=True)
        def kept(*values: Any) -> Specialization:
            plan = plans(*values)

            def general(*arrays: Any) -> Any:
                return run(op, arrays, plan, None, type(arrays[0]))

            if plan.makes_sparse:
                return lambda *arrays: storage.run(op, arrays, plan, None, type(arrays[0]))
            return specialization(op, plan, general)

        result = op.__dict__["_specializations"] = refusing_negative_zero(op, kept)
    return result  # type: ignore[no-any-return]


def method(op: Op, of_others: Callable[[Any, Any], Any]) -> Specialization:
    """Return the method ``(self, other)`` of an operator of two arrays of one class; ``of_others`` takes others."""
    plan = planner(op)(*[NULL] * len(op.attrs))
    return specialization(op, plan, lambda *arrays: run(op, arrays, plan, None, type(arrays[0])), of_others)


def fast_path(op: Op, cls: type) -> Fast:
    """Return the fast path of the generated functions of ``op`` on arrays of a class."""
    return cls, specialize(op), into(op)


def into(op: Op) -> Callable[[tuple[Any, ...], tuple[Any, ...], Any], Any]:
    """Return the function that applies ``op`` to arrays, with its attributes' values in order, and writes ``out``."""
    plans = planner(op)

    def call(arrays: tuple[Any, ...], values: tuple[Any, ...], out: Any) -> Any:
        try:
            plan = plans(*values)
        except unless_interrupted(TypeError):
            plan = plan_of(op, dict(zip(op.attrs, values, strict=True)))
        return (storage.run if plan.makes_sparse else run)(op, arrays, plan, out, type(out))

    return call
