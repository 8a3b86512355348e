"""The symbol of the NumPy interface: operators broadcast and promote types as ``mx.np`` does."""

from __future__ import annotations

from typing import Any

from ...eager.arithmetic import ARITHMETIC, COMPARISONS
from ...frontend.numpy.ufuncs import PAIRS, Pair, is_number
from ...ops.elementwise_table import BINARY
from ...registry.binding import NUMPY_PREFIXES
from ...registry.op import get
from ..create import create
from ..symbol import Symbol
from .methods import NumpyMethods


class _Symbol(NumpyMethods):
    """A symbol whose arithmetic is that of :class:`mxnet.np.ndarray`."""

    __slots__ = ()
    __module__ = "mxnet.symbol.numpy"
    is_numpy = True

    def as_np_ndarray(self) -> _Symbol:
        """Return this symbol: it is of the NumPy interface already."""
        return self

    def as_nd_ndarray(self) -> Symbol:  # type: ignore[override]
        """Return the same outputs as a classic symbol."""
        return Symbol(self._heads)


def short_name(op: str) -> str:
    """Return an operator's name without the prefix of the NumPy interface, for automatic node names."""
    return next((op[len(prefix) :] for prefix in NUMPY_PREFIXES if op.startswith(prefix)), op)


def apply(op: str, *inputs: Any, name: Any = None, **attributes: Any) -> Any:
    """Return the symbol of an operator of the NumPy interface."""
    return create(_Symbol, get(op), short_name(op), inputs, attributes, name, None)


def _operator(pair: Pair, reflected: bool) -> Any:
    def method(self: Any, other: Any) -> Any:
        if isinstance(other, _Symbol):
            return apply(pair.both, self, other)
        if isinstance(other, Symbol):
            raise TypeError("a numpy symbol does not combine with a legacy symbol: call as_np_ndarray() on that one")
        if not is_number(other):
            raise TypeError(f"type {type(other)} not supported")
        op = pair.reverse if reflected else pair.scalar
        return apply(op, self, scalar=float(other), is_int=isinstance(other, int))

    return method


#: Python's operators that 1.9.1 lacks: those that arrays have
_OWN = [row for row in BINARY if row.special and row.own]
for _row in (*ARITHMETIC, *COMPARISONS, *_OWN):
    setattr(_Symbol, f"__{_row.special}__", _operator(PAIRS[_row.name], False))
for _row in (*ARITHMETIC, *_OWN):
    setattr(_Symbol, f"__r{_row.special}__", _operator(PAIRS[_row.name], True))
