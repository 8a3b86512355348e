"""Python's operators on symbols, and the functions that take a symbol or a number on either side."""

import numbers
import sys
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..core.errors import NO_VALUES, MXNetError, MXNetTypeError, NotImplementedForSymbol
from ..core.naming import named
from ..core.other_names import NAMES
from ..ops.elementwise_table import BY_NAME, TO_BOOL
from .create import call
from .graph import SymbolBase

# -- what symbols answer to functions of NumPy and PyTorch, and to Python's that want values: what to write instead ----

#: NumPy's functions that a symbol has as a method of the same meaning
_METHODS = frozenset(
    (
        "argmax", "argmin", "argsort", "clip", "max", "min", "prod", "repeat", "sort", "squeeze", "sum", "swapaxes",
        "take", "transpose",
    )
)  # fmt: skip
#: what NumPy's arrays and numbers call beside a symbol, as its methods: with the symbol on the left, and on the right
_OPERATORS = {
    np.add: ("__add__", "__radd__"), np.subtract: ("__sub__", "__rsub__"), np.multiply: ("__mul__", "__rmul__"),
    np.true_divide: ("__truediv__", "__rtruediv__"), np.remainder: ("__mod__", "__rmod__"),
    np.power: ("__pow__", "__rpow__"), np.equal: ("__eq__", "__eq__"), np.not_equal: ("__ne__", "__ne__"),
    np.less: ("__lt__", "__gt__"), np.less_equal: ("__le__", "__ge__"), np.greater: ("__gt__", "__lt__"),
    np.greater_equal: ("__ge__", "__le__"),
}  # fmt: skip


class OtherFunctions(SymbolBase):
    """A symbol that says what to write in place of a function of another library."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Do what an operator does beside NumPy's arrays and numbers; refuse other functions of NumPy."""
        names = _OPERATORS.get(ufunc)
        if names is None or method != "__call__" or kwargs:
            raise _refusal(type(self), "numpy", ufunc.__name__)
        left, right = inputs
        if isinstance(left, SymbolBase):
            return getattr(left, names[0])(right)
        return getattr(right, names[1])(left)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Call the method of the same name and meaning; refuse other functions of NumPy."""
        name = function.__name__
        error: Exception | None = None
        if name in _METHODS and args and isinstance(args[0], SymbolBase):
            try:
                return getattr(args[0], name)(*args[1:], **kwargs)
            except (MXNetError, TypeError) as of_arguments:
                error = of_arguments
        raise _refusal(type(self), "numpy", name) from error

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Refuse functions of PyTorch."""
        raise _refusal(cls, "torch", getattr(function, "__name__", str(function)))

    def __format__(self, spec: str) -> str:
        if spec:
            raise TypeError(f"a Symbol is no number that can be written as {spec!r}. {NO_VALUES}")
        return str(self)


def _refusal(cls: type, library: str, name: str) -> MXNetTypeError:
    """Return the error for a function of another library, with the name of ours."""
    part = ".np" if getattr(cls, "is_numpy", False) else ""
    known = sys.modules["mxnet.symbol.numpy" if part else "mxnet.symbol"]
    replacement = name if hasattr(known, name) else NAMES["mxnet.symbol"].get(name, "").removeprefix("mx.sym.")
    advice = (
        f"in hybrid_forward write F{part}.{replacement}, in graphs mx.sym{part}.{replacement}"
        if replacement
        else NO_VALUES
    )
    return MXNetTypeError(f"{library}.{name} takes no Symbol: {advice}")


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


for _name, _sign in {"add": "+=", "sub": "-=", "mul": "*=", "truediv": "/=", "div": "/="}.items():
    setattr(Arithmetic, f"__i{_name}__", _in_place(_sign, f"__i{_name}__"))
