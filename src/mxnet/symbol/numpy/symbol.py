"""The symbol of the NumPy interface: operators broadcast and promote types as ``mx.np`` does.

Its methods that differ from the arrays' are here: indexing, outputs and iteration; the others are those of arrays
(:mod:`mxnet.frontend.numpy.methods`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Self

from ...core.context import Context
from ...core.errors import Unsupported
from ...core.semantics import semantics
from ...eager.arithmetic import ARITHMETIC, COMPARISONS
from ...frontend import Frontend
from ...frontend.numpy.ufuncs import PAIRS, Pair, is_number
from ...ops.elementwise_table import BINARY
from ...registry import binding
from ...registry.binding import NUMPY_PREFIXES
from ...registry.op import Op, get
from ..create import create
from ..symbol import Group, Symbol

if TYPE_CHECKING:
    from ..._stubs.methods import NumpySymbolMethods
else:
    NumpySymbolMethods = Symbol


def _parts(key: Any) -> tuple[Any, ...]:
    items = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(item, (int, slice)) and not isinstance(item, bool) for item in items):
        raise IndexError(f"Only integer, slice, or tuple of these types are supported! Received key={key}")
    return items


def _bounds(item: int | slice) -> tuple[Any, Any, Any]:
    """Return begin, end and step; the last element is cut out backwards, as what follows it has no number."""
    if isinstance(item, slice):
        return item.start, item.stop, item.step
    return (-1, -2, -1) if item == -1 else (item, item + 1, 1)


class NumpyMethods(NumpySymbolMethods):
    """Methods of arrays, of which graphs are made."""

    __slots__ = ()

    def _apply(self, op: str, short: str, *inputs: Any, **attributes: Any) -> Self:
        return create(type(self), get(op), short, (self, *inputs), attributes, None, None)

    @property
    def num_outputs(self) -> int:
        """The number of outputs."""
        return len(self._heads)

    def __len__(self) -> int:
        if len(self._heads) == 1:
            raise TypeError(f"{self!r} is not a list and does not support len().")
        return len(self._heads)

    def __iter__(self) -> Any:
        if len(self._heads) == 1:
            raise TypeError(f"{self!r} is not iterable.")
        return (type(self)((head,)) for head in self._heads)

    def __getitem__(self, key: Any) -> Self:
        """Return a part of the one output, by numbers and slices as of an array, or one or some of several outputs."""
        if len(self._heads) == 1 and not isinstance(key, str):
            return self._part(key)
        if isinstance(key, slice):
            return Group([type(self)((head,)) for head in self._heads[key]], type(self))  # type: ignore[return-value]
        if isinstance(key, int):
            if not -len(self._heads) <= key < len(self._heads):
                raise IndexError(f"output {key} of a symbol that has {len(self._heads)}")
            key %= len(self._heads)
        return super().__getitem__(key)

    def _part(self, key: Any) -> Self:
        """Return a part of the array, by the attributes that 1.9.1 writes into graphs."""
        items = _parts(key)
        if not items:
            return self
        if any(isinstance(item, slice) and item.step == 0 for item in items):
            raise ValueError("slice step cannot be zero")
        if isinstance(key, slice):
            begin, end = ([None] if item is None else item for item in (key.start, key.stop))
            return self._apply("_npi_slice", "slice", begin=begin, end=end, step=key.step)
        bounds = [_bounds(item) for item in items]
        begin, end, step = ([bound[i] for bound in bounds] for i in range(3))
        steps = {} if isinstance(key, int) and key != -1 else {"step": step}
        result = self._apply("_npi_slice", "slice", begin=begin, end=end, **steps)
        if all(isinstance(item, slice) for item in items):
            return result
        codes = tuple(-2 if isinstance(item, slice) else -3 for item in items)
        return result._apply("_npx_reshape", "reshape", newshape=(*codes, -4))

    def __neg__(self) -> Self:
        if semantics.api == 2:
            return self._apply("_npi_negative", "negative")
        return self._apply("_npi_multiply_scalar", "multiply_scalar", scalar=-1.0, is_int=False)

    def reshape_like(self, *args: Any, **kwargs: Any) -> Self:
        """There is none: :func:`mxnet.npx.reshape_like` is the function."""
        raise AttributeError("_Symbol object has no attribute reshape_like")


class _Symbol(NumpyMethods):
    """A symbol whose arithmetic is that of :class:`mxnet.np.ndarray`."""

    __slots__ = ()
    __module__ = "mxnet.symbol.numpy"
    is_numpy = True

    def as_np_ndarray(self) -> _Symbol:
        """Return this symbol: it is of the NumPy interface already."""
        return self

    def as_nd_ndarray(self) -> Symbol:
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
_OWN = [row for row in BINARY if row.special and row.extension]
for _row in (*ARITHMETIC, *COMPARISONS, *_OWN):
    setattr(_Symbol, f"__{_row.special}__", _operator(PAIRS[_row.name], False))
for _row in (*ARITHMETIC, *_OWN):
    setattr(_Symbol, f"__r{_row.special}__", _operator(PAIRS[_row.name], True))


# -- how the functions of ``mx.sym.np`` make symbols -------------------------------------------------------------------


def check(op: Op, short: str, inputs: Any) -> None:
    """Raise TypeError unless all inputs are symbols of the NumPy interface, or left out."""
    for item in inputs:
        if isinstance(item, Symbol) and not isinstance(item, _Symbol):
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a numpy "
                "operator which can only accept MXNet numpy symbols, while received a legacy symbol. Call "
                "`as_np_ndarray()` upon it, or upon the array that a block was called with"
            )


def call(op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], name: Any, attr: Any) -> _Symbol:
    """Return a symbol that applies ``op``, for a generated function."""
    check(op, short, (*inputs, *kwargs.values()))
    return create(_Symbol, op, short, inputs, kwargs, name, attr)


#: returns the ``__getattr__`` and ``__dir__`` of a module of operators; see :func:`.binding.operators`
operators = partial(binding.operators, call=call, symbolic=True)


def _constant(value: Any) -> Any:
    """Return the symbol of a number, of a type that arrays of any type win over."""
    if not isinstance(value, (bool, int, float)):
        raise Unsupported(f"expected a symbol or a number, got {type(value).__name__}")
    dtype = "float32" if isinstance(value, float) else "int8" if abs(value) < 128 else "int64"
    return apply("_npi_full", shape=(), value=float(value), dtype="bool" if isinstance(value, bool) else dtype)


class SymbolFrontend(Frontend):
    """Composes symbols of the NumPy interface."""

    array = _Symbol
    symbolic = True

    def __call__(self, op: str, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        ctx = attributes.get("ctx")
        if isinstance(ctx, Context):
            attributes["ctx"] = str(ctx)
        if attributes.get("dtype", "") is None:  # 1.9.1 does not write it into graphs
            del attributes["dtype"]
        result = apply(op, *inputs, **attributes)
        return result if result.num_outputs == 1 else list(result)

    def arrays(self, *values: Any) -> list[Any]:
        """Return values as symbols; see :meth:`Frontend.arrays`. What is no number is refused (Unsupported)."""
        return [value if isinstance(value, Symbol) else _constant(value) for value in values]

    def cast(self, array: Any, dtype: Any, copy: bool) -> Any:
        """Return the symbol of another data type."""
        return apply("_npi_cast", array, dtype=dtype)


#: the frontend of symbols
F = SymbolFrontend()
