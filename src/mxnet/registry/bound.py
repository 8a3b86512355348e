"""An operator with one set of attributes: what eager calls, recorded ones and the nodes of graphs run and ask.

Programs call an operator with the same few sets of attributes over and over, and large graphs have the same few at
thousands of nodes: each set is read and checked once, and its :class:`BoundOp` kept, by the values of an eager call
(:func:`binder`) or by the text of a node.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from typing import Any

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.interruptions import attempt
from ..core.params import NULL, hidden, is_count
from .infer import infer_types
from .op import Attr, Op, Params

#: the names of the types of integers; bool is not among them
INTEGERS = frozenset(name for name, t in TORCH_OF.items() if not (t.is_floating_point or name == "bool"))
#: types of values that can be kept as a key: equal ones of one type mean the same, and never change
_PLAIN = frozenset((int, float, bool, str, type, type(None), type(NULL)))
_KEPT_SETS = 256

Binder = Callable[..., "BoundOp"]


class BoundOp:
    """An operator with one set of attributes, and what follows from both."""

    def __init__(self, op: Op, given: Mapping[str, Any], params: Params | None = None) -> None:
        self.op = op
        #: the attributes as a call or a node gives them
        self.given = {key: value for key, value in given.items() if not hidden(key)}
        #: all of them, typed
        self.params = params = op.parse(given) if params is None else params
        #: those that the operator's function takes as keywords, without those that are its defaults
        self.kwargs = kwargs = _kwargs(op, params)
        if "out_shape" in op.injected:
            kwargs = kwargs | {"out_shape": None}
        #: the same with what eager calls add in prediction, and in training
        self.by_training = kwargs, kwargs
        if "is_train" in op.injected:
            self.by_training = {**kwargs, "is_train": False}, {**kwargs, "is_train": True}
        #: the names of the inputs that a call must have, None where any may come
        self.checked_inputs = self.inputs if op.checks_inputs else None
        #: how many outputs a user sees, None where it is all
        self.visible = op.visible.of(params)
        #: whether dense arrays give a result in sparse storage
        self.makes_sparse = op.makes_sparse and op.sparse_of_dense(params)
        named = any(isinstance(value, str) and value in INTEGERS for value in self.kwargs.values())
        #: whether floats become integers, of a type that an attribute names, to which gradients pass
        self.casts_to_integers = named and not op.blocks.of(params)

    @cached_property
    def starts(self) -> bool:
        """Whether its gradient is to run where none comes to its outputs: a loss's, and one that moves states."""
        return bool(self.op.loss.of(self.params) or (self.op.aux and self.op.gradient is not None))

    @cached_property
    def gives_integers(self) -> bool:
        """Whether all outputs for float32 are integers or booleans, from which PyTorch finds no way back."""
        ins, outs = ["float32", *[None] * len(self.inputs)][: len(self.inputs)], [None] * len(self.outputs)
        result = attempt(lambda: infer_types(self.op, self.params, ins, outs), MXNetError)  # it may want integers
        return result is not None and all(item in INTEGERS or item == "bool" for item in result[1])

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The operator's names of the inputs."""
        return self.op.list_inputs(self.params)

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The operator's names of the outputs, hidden ones included."""
        return self.op.list_outputs(self.params)

    @cached_property
    def states(self) -> list[int]:
        """The indices of the inputs that the operator mutates."""
        return self.op.state_numbers(self.params)


def _kwargs(op: Op, params: Params) -> dict[str, Any]:
    names = [key for key in params if key != op.count and not hidden(key)] if op.takes_any_attribute else op.attrs
    defaults = op.defaults
    return {k: params[k] for k in names if k not in defaults or not _same(params[k], defaults[k])}


def _same(first: Any, second: Any) -> bool:
    return type(first) is type(second) and first == second and repr(first) == repr(second)  # 0.0 == -0.0


def bind(op: Op, given: Mapping[str, Any]) -> BoundOp:
    """Return an operator with attributes as a user gave them, by name; those equal to :data:`NULL` were not given."""
    more = given.keys() - op.attrs.keys()
    if not more or (more == {op.count} and is_count(given.get(op.count or ""))):  # the arrays are counted anyway
        return binder(op)(*map(given.get, op.attrs, repeat(NULL)))
    return BoundOp(op, {k: v for k, v in given.items() if v is not NULL and not hidden(k)})


def binder(op: Op) -> Binder:
    """Return the function from the values of ``op``'s attributes, in order (NULL: not given), to the bound operator.

    It is kept, unless a value cannot be, such as a list.
    """
    result: Any = op.__dict__.get("_binder")
    if result is None:
        names = tuple(op.attrs)

        def new(*values: Any) -> BoundOp:
            return BoundOp(op, {k: v for k, v in zip(names, values, strict=True) if v is not NULL})

        cached = keeping(op, new)

        def call(*values: Any) -> BoundOp:
            try:
                return cached(*values)
            except TypeError:
                return new(*values)

        result = op.__dict__["_binder"] = call
    return result


def keeping(op: Op, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of the values of ``op``'s attributes that keeps its results.

    It raises :class:`TypeError` for values that cannot be kept, such as lists, and -0.0, for which the result for 0.0
    would be found. Operators without float attributes do not pay for that.
    """
    cached = _cached(function)
    if not any(_may_be_float(item) for item in op.attrs.values()):
        return cached

    def checked(*values: Any) -> Any:
        try:
            if 0.0 in values and _has_negative_zero(values):  # mostly not, which is found out fast
                raise TypeError("-0.0 is not kept: it would be found for 0.0")
        except ValueError:  # an array among them is neither equal nor unequal: it is not kept anyway
            pass
        return cached(*values)

    return checked


def _cached(function: Callable[..., Any]) -> Callable[..., Any]:
    @lru_cache(maxsize=_KEPT_SETS, typed=True)
    def cached(*values: Any) -> Any:
        for value in values:
            cls = type(value)
            if cls not in _PLAIN and (cls is not tuple or not all(map(_is_plain_item, value))):
                raise TypeError(f"a value of type {cls.__name__} is not kept")
        return function(*values)

    return cached


def _is_plain_item(item: Any) -> bool:
    """Return whether an item of a tuple can be kept: 0.0 cannot, as -0.0 would be found for it."""
    return type(item) is int or (type(item) is float and item != 0)


def _has_negative_zero(values: Sequence[Any]) -> bool:
    for value in values:  # noqa: SIM110  # a generator would cost calls time
        if type(value) is float and not value and math.copysign(1, value) < 0:
            return True
    return False


def _may_be_float(attr: Attr) -> bool:
    try:
        return isinstance(attr.parse(-0.0), float)
    except (TypeError, ValueError):
        return False
