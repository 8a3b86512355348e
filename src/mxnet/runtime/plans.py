"""What the attributes of a call decide, worked out once for each set of them that a program uses.

Programs call an operator with the same few sets of attributes over and over: each set is read and checked at its first
call, and its :class:`Plan` is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from typing import Any

from ..core.errors import MXNetError
from ..core.params import NULL, hidden
from ..registry.op import Op, Params

#: types of values that can be kept as a key: equal ones of one type mean the same, and never change
_PLAIN = frozenset((int, float, bool, str, type, type(None), type(NULL)))
_KEPT_SETS = 256

Planner = Callable[..., "Plan"]


class Plan:
    """One set of attributes of an operator, typed, and what follows from it.

    ``given``: the attributes as the user gave them; ``kwargs``: those for the operator's function, and ``by_training``
    the same with what training and inference add; ``inputs``: the names of the inputs that must come, None where
    any may; ``visible``: how many outputs the user sees, None: all; ``direct``: see :meth:`Op.fast_path`.
    """

    __slots__ = ("by_training", "direct", "given", "inputs", "kwargs", "visible")

    def __init__(self, op: Op, given: dict[str, Any]) -> None:
        self.given = given
        self.kwargs = kwargs = _read(op, given) if given else {}
        for key in op.required:
            if key not in kwargs:
                raise op.missing_attribute(key)
        more: dict[str, Any] = {"out_shape": None} if "out_shape" in op.injected else {}
        if "is_train" in op.injected:
            self.by_training = ({**kwargs, **more, "is_train": False}, {**kwargs, **more, "is_train": True})
        else:
            both = {**kwargs, **more} if more else kwargs
            self.by_training = (both, both)
        self.inputs = op.list_inputs(Params(op.defaults | kwargs)) if op.checks_inputs else None
        self.visible = op.num_visible(Params(op.defaults | kwargs)) if op._visible_rule else None
        self.direct = op.fast_path_rule(Params(op.defaults | kwargs)) if op.fast_path_rule else None


def planner(op: Op) -> Planner:
    """Return the function from the values of ``op``'s attributes, in order (NULL: not given), to their plan.

    It raises :class:`TypeError` for values that cannot be kept, such as lists; :func:`plan_of` takes any.
    """
    found: Any = op.__dict__.get("_planner")
    if found is None:
        names = tuple(op.attrs)

        @lru_cache(maxsize=_KEPT_SETS, typed=True)
        def found(*values: Any) -> Plan:
            for value in values:
                kind = type(value)
                if kind not in _PLAIN and (kind is not tuple or any(type(each) is not int for each in value)):
                    raise TypeError(f"{value!r} is not kept")
            return Plan(op, {k: v for k, v in zip(names, values, strict=True) if v is not NULL})

        op.__dict__["_planner"] = found
    return found  # type: ignore[no-any-return]


def plan_of(op: Op, given: dict[str, Any]) -> Plan:
    """Return the plan of attributes as a user gave them, by name; those equal to :data:`NULL` were not given."""
    if given.keys() <= op.attrs.keys():
        try:
            return planner(op)(*map(given.get, op.attrs, repeat(NULL)))
        except TypeError:
            pass
    return Plan(op, {k: v for k, v in given.items() if v is not NULL and not hidden(k)})


def _read(op: Op, given: dict[str, Any]) -> dict[str, Any]:
    parsers = op.parsers
    if not parsers:
        return {}  # an operator without any attributes takes all, as MXNet's do
    try:
        kwargs = {key: parsers[key](value) for key, value in given.items()}
    except (KeyError, ValueError):
        raise _attribute_error(op, given) from None
    if op.count is not None:
        kwargs.pop(op.count, None)
    return kwargs


def _attribute_error(op: Op, given: dict[str, Any]) -> MXNetError:
    for key, value in given.items():
        if key not in op.parsers:
            return op.unknown_attribute(key)
        try:
            op.parsers[key](value)
        except ValueError as error:
            return op.bad_attribute(key, value, error)
    raise AssertionError("all attributes can be read")
