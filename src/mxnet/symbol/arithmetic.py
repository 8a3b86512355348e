"""Python's operators on symbols, and the functions that take a symbol or a number on either side."""

from __future__ import annotations

import numbers
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..core.errors import NotImplementedForSymbol
from ..core.naming import named
from ..ops.elementwise_table import BY_NAME, TO_BOOL
from .base import SymbolBase
from .create import call
from .other_functions import OtherFunctions

S = TypeVar("S", bound="Arithmetic")


class Pair(NamedTuple):
    """The names of one operation: on two symbols, symbol and number, number and symbol."""

    both: str
    scalar: str
    reverse: str


def pair_of(name: str) -> Pair:
    """Return the operator names that 1.9.1 uses in graphs; automatic node names are derived from them."""
    row = BY_NAME[name]
    both = f"_{row.words[1]}"
    if row.promotion is TO_BOOL:
        return Pair(both, *row.numbers)
    word = "".join(part.capitalize() for part in row.words[1].split("_"))
    return Pair(both, f"_{word}Scalar", f"_{word}Scalar" if row.swapped else f"_R{word}Scalar")


ADD, SUBTRACT, MULTIPLY, DIVIDE = (pair_of(name) for name in ("add", "subtract", "multiply", "true_divide"))
MODULO, POWER = pair_of("mod"), pair_of("power")._replace(reverse="_rpower_scalar")
EQUAL, NOT_EQUAL = pair_of("equal"), pair_of("not_equal")
GREATER, GREATER_EQUAL = pair_of("greater"), pair_of("greater_equal")
LESSER, LESSER_EQUAL = pair_of("less"), pair_of("less_equal")


def is_number(value: object) -> bool:
    """Return whether MXNet takes ``value`` as a number.

    Parameters
    ----------
    value
        Whatever it is.

    Returns
    -------
    True or False.

    Examples
    --------
    >>> from mxnet.symbol.arithmetic import is_number
    >>> is_number(2.5), is_number('2.5')
    (True, False)
    """
    return isinstance(value, (numbers.Number, np.generic))


def combine(left: S, right: object, pair: Pair) -> S:
    """Return the symbol of an operation on a symbol and something else."""
    if isinstance(right, SymbolBase):
        return call(type(left), pair.both, left, right)
    if is_number(right):
        return call(type(left), pair.scalar, left, scalar=_number(right))
    raise _refused(right)


def reverse(right: S, left: object, pair: Pair) -> S:
    """Return the symbol of an operation whose left side is a number."""
    if is_number(left):
        return call(type(right), pair.reverse, right, scalar=_number(left))
    raise _refused(left)


def _number(value: Any) -> Any:
    """Return a number as attributes take it: booleans as 1 and 0."""
    return int(value) if isinstance(value, (bool, np.bool_)) else value


def _refused(value: object) -> TypeError:
    """Return the error for what is neither a symbol nor a number, saying how a graph has an array's values."""
    is_array = isinstance(value, (list, tuple)) or hasattr(value, "__array__")
    hint = ": in a hybridized block it is a constant, self.params.get_constant(name, value)" if is_array else ""
    return TypeError(f"type {type(value)} not supported{hint}")


class Arithmetic(OtherFunctions):
    """A symbol that adds, multiplies and compares. Shapes of two symbols must be equal: nothing is broadcast."""

    __slots__ = ()
    #: NumPy's scalars leave the operation to us instead of trying each element
    __array_priority__ = 1000.0

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Return an array of one object: a symbol is also a sequence of its outputs, each of which is one, too."""
        result = np.empty((), object)
        result[()] = self
        return result

    def __add__(self: S, other: Any) -> S:
        return combine(self, other, ADD)

    def __radd__(self: S, other: Any) -> S:
        return reverse(self, other, ADD)

    def __sub__(self: S, other: Any) -> S:
        return combine(self, other, SUBTRACT)

    def __rsub__(self: S, other: Any) -> S:
        return reverse(self, other, SUBTRACT)

    def __mul__(self: S, other: Any) -> S:
        return combine(self, other, MULTIPLY)

    def __rmul__(self: S, other: Any) -> S:
        return reverse(self, other, MULTIPLY)

    def __truediv__(self: S, other: Any) -> S:
        return combine(self, other, DIVIDE)

    def __rtruediv__(self: S, other: Any) -> S:
        return reverse(self, other, DIVIDE)

    __div__, __rdiv__ = __truediv__, __rtruediv__

    def __mod__(self: S, other: Any) -> S:
        return combine(self, other, MODULO)

    def __rmod__(self: S, other: Any) -> S:
        return reverse(self, other, MODULO)

    def __pow__(self: S, other: Any) -> S:
        return combine(self, other, POWER)

    def __rpow__(self: S, other: Any) -> S:
        return reverse(self, other, POWER)

    def __neg__(self: S) -> S:
        return combine(self, -1.0, MULTIPLY)

    def __abs__(self: S) -> S:
        return call(type(self), "abs", self)

    def __eq__(self: S, other: object) -> S:  # type: ignore[override]
        return combine(self, other, EQUAL)

    def __ne__(self: S, other: object) -> S:  # type: ignore[override]
        return combine(self, other, NOT_EQUAL)

    def __gt__(self: S, other: Any) -> S:
        return combine(self, other, GREATER)

    def __ge__(self: S, other: Any) -> S:
        return combine(self, other, GREATER_EQUAL)

    def __lt__(self: S, other: Any) -> S:
        return combine(self, other, LESSER)

    def __le__(self: S, other: Any) -> S:
        return combine(self, other, LESSER_EQUAL)

    __hash__ = None  # type: ignore[assignment]


def _in_place(sign: str, name: str) -> Any:
    @named(name, f"Refuse ``{sign}``: a symbol is a formula, and other symbols may use it.")
    def refuse(self: Any, other: Any) -> Any:
        raise NotImplementedForSymbol(name, sign, self, other)

    return refuse


for _sign, _names in {
    "+=": ("__iadd__",),
    "-=": ("__isub__",),
    "*=": ("__imul__",),
    "/=": ("__itruediv__", "__idiv__"),
}.items():
    for _name in _names:
        setattr(Arithmetic, _name, _in_place(_sign, _name))
