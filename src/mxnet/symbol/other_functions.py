"""What symbols answer to functions of NumPy and PyTorch, and to Python's that want values: what to write instead."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..core.errors import NO_VALUES, MXNetError, MXNetTypeError
from ..core.other_names import NAMES
from .base import SymbolBase

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
    mine = name if hasattr(known, name) else NAMES["mxnet.symbol"].get(name, "").removeprefix("mx.sym.")
    advice = f"in hybrid_forward write F{part}.{mine}, in graphs mx.sym{part}.{mine}" if mine else NO_VALUES
    return MXNetTypeError(f"{library}.{name} takes no Symbol: {advice}")
