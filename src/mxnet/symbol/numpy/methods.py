"""The methods of symbols of the NumPy interface: functions of ``mx.sym.np`` on the symbol."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Self

from ...core.errors import MXNetError
from ...core.params import NULL
from ...registry.op import get
from ..create import create
from ..symbol import Group, Symbol

if TYPE_CHECKING:
    from ..._stubs.methods import NumpySymbolMethods
else:
    NumpySymbolMethods = Symbol


def _parts(key: Any) -> tuple[Any, ...]:
    items = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(each, (int, slice)) and not isinstance(each, bool) for each in items):
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
        if any(isinstance(each, slice) and each.step == 0 for each in items):
            raise ValueError("slice step cannot be zero")
        if isinstance(key, slice):
            begin, end = ([None] if each is None else each for each in (key.start, key.stop))
            return self._apply("_npi_slice", "slice", begin=begin, end=end, step=key.step)
        bounds = [_bounds(each) for each in items]
        begin, end, step = ([each[i] for each in bounds] for i in range(3))
        steps = {} if isinstance(key, int) and key != -1 else {"step": step}
        made = self._apply("_npi_slice", "slice", begin=begin, end=end, **steps)
        if all(isinstance(each, slice) for each in items):
            return made
        kept = tuple(-2 if isinstance(each, slice) else -3 for each in items)
        return made._apply("_npx_reshape", "reshape", newshape=(*kept, -4))

    def __neg__(self) -> Self:
        return self._apply("_npi_multiply_scalar", "multiply_scalar", scalar=-1.0, is_int=False)

    @property
    def T(self) -> Self:
        """The array with its axes reversed."""
        return self.transpose()

    # -- shapes -----------------------------------------------------------------------------------------------------

    def reshape(self, *shape: Any, order: str = "C", newshape: Any = NULL) -> Self:
        """Return the array in another shape, given as numbers or as a tuple; -1 takes what is left."""
        given = newshape if newshape is not NULL else shape[0] if isinstance(shape[0], (tuple, list)) else shape
        return self._apply("_np_reshape", "reshape", newshape=given, order=order)

    def reshape_like(self, *args: Any, **kwargs: Any) -> Self:
        """There is none: :func:`mxnet.npx.reshape_like` is the function."""
        raise AttributeError("_Symbol object has no attribute reshape_like")

    def flatten(self, order: str = "C") -> Self:
        """Return the array with one axis."""
        return self.reshape((-1,), order=order)

    def transpose(self, *axes: Any) -> Self:
        """Return the array with its axes in another order, reversed unless given."""
        given = None if not axes or axes[0] is None else axes[0] if isinstance(axes[0], tuple) else axes
        return self._apply("_np_transpose", "transpose", axes=given)

    def swapaxes(self, axis1: int, axis2: int) -> Self:
        """Return the array with two axes exchanged."""
        return self._apply("_npi_swapaxes", "swapaxes", dim1=axis1, dim2=axis2)

    def squeeze(self, axis: Any = None) -> Self:
        """Return the array without axes of length 1."""
        return self._apply("_np_squeeze", "squeeze", axis=axis)

    def repeat(self, repeats: int, axis: int | None = None) -> Self:
        """Return each element ``repeats`` times along ``axis``, or of the flat array."""
        return self._apply("_np_repeat", "repeat", repeats=repeats, axis=axis)

    # -- reductions -------------------------------------------------------------------------------------------------

    def _reduce(self, op: str, short: str, dtype: Any, out: Any, **attributes: Any) -> Self:
        if out is not None:
            raise MXNetError("a symbol has no memory to write to: out must be None")
        if dtype is not None:
            attributes["dtype"] = dtype
        return self._apply(op, short, **attributes)

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Self:
        """Return the sum over ``axis``."""
        return self._reduce("_np_sum", "sum", dtype, out, axis=axis, keepdims=keepdims)

    def prod(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Self:
        """Return the product over ``axis``."""
        return self._reduce("_np_prod", "prod", dtype, out, axis=axis, keepdims=keepdims)

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Self:
        """Return the mean over ``axis``."""
        return self._reduce("_npi_mean", "mean", dtype, out, axis=axis, keepdims=keepdims)

    def std(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Self:
        """Return the standard deviation over ``axis``."""
        return self._reduce("_npi_std", "std", dtype, out, axis=axis, ddof=ddof, keepdims=keepdims)

    def var(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Self:
        """Return the variance over ``axis``."""
        return self._reduce("_npi_var", "var", dtype, out, axis=axis, ddof=ddof, keepdims=keepdims)

    def max(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Self:
        """Return the greatest elements over ``axis``."""
        return self._reduce("_np_max", "max", None, out, axis=axis, keepdims=keepdims)

    def min(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Self:
        """Return the least elements over ``axis``."""
        return self._reduce("_np_min", "min", None, out, axis=axis, keepdims=keepdims)

    def argmax(self, axis: int | None = None, out: Any = None) -> Self:
        """Return where the greatest element is along ``axis``."""
        return self._reduce("_npi_argmax", "argmax", None, out, axis=axis, keepdims=False)

    def argmin(self, axis: int | None = None, out: Any = None) -> Self:
        """Return where the least element is along ``axis``."""
        return self._reduce("_npi_argmin", "argmin", None, out, axis=axis, keepdims=False)

    def cumsum(self, axis: int | None = None, dtype: Any = None, out: Any = None) -> Self:
        """Return the sums of all elements up to each along ``axis``, or of the flat array."""
        return self._reduce("_np_cumsum", "cumsum", dtype, out, axis=axis)

    # -- elements ---------------------------------------------------------------------------------------------------

    def astype(
        self, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
    ) -> Self:
        """Return the values in another data type; of the further arguments only the defaults are possible."""
        if order not in (None, "K"):
            raise ValueError("order must be either None or 'K'")
        if casting != "unsafe":
            raise ValueError("casting must be equal to 'unsafe'")
        if not subok:
            raise ValueError("subok must be equal to True")
        return self._apply("_npi_cast", "cast", dtype=dtype)

    def clip(self, min: Any = None, max: Any = None, out: Any = None) -> Self:
        """Return the values with bounds: ``min`` below, ``max`` above."""
        if min is None and max is None:
            raise ValueError("array_clip: must set either max or min")
        low, high = (-math.inf if min is None else min), (math.inf if max is None else max)
        return self._reduce("_npi_clip", "clip", None, out, a_min=low, a_max=high)

    def round(self, decimals: int = 0, out: Any = None) -> Self:
        """Return the values rounded to ``decimals``."""
        return self._reduce("_npi_around", "around", None, out, decimals=decimals)

    def argsort(self, axis: int | None = -1, kind: Any = None, order: Any = None) -> Self:
        """Return the places of the elements in ascending order along ``axis``."""
        if order is not None:
            raise ValueError("order must be None: there are no named fields")
        return self._apply("_npi_argsort", "argsort", axis=axis, is_ascend=True, dtype="int64")

    def dot(self, b: Any, out: Any = None) -> Self:
        """Return the product with ``b``, as :func:`mxnet.np.dot`."""
        if out is not None:
            raise MXNetError("a symbol has no memory to write to: out must be None")
        return self._apply("_np_dot", "dot", b)

    def take(self, indices: Any, axis: int | None = None, mode: str = "raise") -> Self:
        """Return the elements at ``indices`` along ``axis``, or of the flat array."""
        if axis is None:
            return self._apply("_npx_reshape", "reshape", newshape=-1).take(indices, 0, mode)
        return self._apply("_npi_take", "take", indices, axis=axis, mode=mode)
