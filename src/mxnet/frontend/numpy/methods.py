"""Methods of ``mx.np.ndarray``, written once for arrays and symbols; their first argument after ``F`` is the array."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np

from ...ops.elementwise_table import BINARY, INT_ONLY, UNARY
from .. import Frontend, bind
from . import of_np, products, reductions, search, shape, ufuncs


def _reduction(name: str, op: str) -> Callable[..., Any]:
    def method(F: Any, self: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        return F(op, self, axis=axis, dtype=dtype, keepdims=keepdims, out=out)

    method.__name__, method.__doc__ = name, f"Return NumPy's ``{name}`` over ``axis``, in the type ``dtype``."
    return method


def _choice(name: str, op: str) -> Callable[..., Any]:
    def method(F: Any, self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        return F(op, self, axis=axis, keepdims=keepdims, out=out)

    method.__name__, method.__doc__ = name, f"Return NumPy's ``{name}`` over ``axis``."
    return method


def argsort(
    F: Any, self: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, descending: bool = False,
    stable: bool = True,
) -> Any:  # fmt: skip
    """Return the positions that sort the array along ``axis`` (the flat one: None; see :func:`mxnet.np.argsort`)."""
    return search.argsort(F, self, axis, kind, order, descending=descending, stable=stable)


def astype(
    F: Any,
    self: Any,
    dtype: Any,
    order: str = "K",
    casting: str = "unsafe",
    subok: bool = True,
    copy: bool = True,
) -> Any:
    """Return the values in another data type (None: float32); with ``copy=False`` the array itself where it has it.

    ``order`` can be ``'K'`` or ``'C'``; ``casting`` and ``subok`` take their defaults only (ValueError).
    """
    if order not in ("K", "C"):
        raise ValueError("order must be either 'K' or 'C'")
    if casting != "unsafe":
        raise ValueError("casting must be equal to 'unsafe'")
    if not subok:
        raise ValueError("subok must be equal to True")
    out_dtype = np.float32 if dtype is None else dtype
    return F.cast(self, out_dtype, copy)


def _c_only(order: str) -> None:
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")


def flatten(F: Any, self: Any, order: str = "C") -> Any:
    """Return the flat array; ``order`` can only be ``'C'``."""
    _c_only(order)
    return F("_np_reshape", self, newshape=(-1,), order=order)


def reshape(F: Any, self: Any, *args: Any, **kwargs: Any) -> Any:
    """Return the array in another shape, given as numbers or as one tuple; one length may be -1: what is left over."""
    order = kwargs.pop("order", "C")
    if kwargs:
        raise TypeError(f"{next(iter(kwargs))} is an invalid keyword argument for this function")
    _c_only(order)
    if not args:
        raise TypeError("reshape() takes exactly 1 argument (0 given)")
    newshape = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
    return F("_np_reshape", self, newshape=tuple(newshape), order=order)


def transpose(F: Any, self: Any, *axes: Any) -> Any:
    """Return the array with its axes in another order, reversed unless given as numbers or as one tuple."""
    order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None
    return F("_np_transpose", self, axes=order)


def T(F: Any, self: Any) -> Any:
    """The array with its axes reversed."""
    return F("_np_transpose", self, axes=None)


def squeeze(F: Any, self: Any, axis: Any = None) -> Any:
    """Return the array without its axes of length 1, or without those given."""
    return F("_np_squeeze", self, axis=axis)


def swapaxes(F: Any, self: Any, axis1: int, axis2: int) -> Any:
    """Return the array with two axes exchanged."""
    return shape.swapaxes(F, self, axis1, axis2)


def repeat(F: Any, self: Any, repeats: Any, axis: int | None = None) -> Any:
    """Return the array with every element repeated along ``axis`` (see :func:`mxnet.np.repeat`)."""
    return of_np.repeat(F, self, repeats, axis)


def take(F: Any, self: Any, indices: Any, axis: int | None = None, mode: str = "raise") -> Any:
    """Return the elements at ``indices`` along ``axis`` (of the flat array: None).

    ``mode``: positions out of range are an error, the ends' (``'clip'``), or counted around (``'wrap'``).
    """
    F.expect("indices", indices)
    if axis is None:
        return F("_npi_take", F("_npx_reshape", self, newshape=-1), indices, axis=0, mode=mode)
    return F("_npi_take", self, indices, axis=axis, mode=mode)


def clip(F: Any, self: Any, min: Any = None, max: Any = None, out: Any = None) -> Any:
    """Return the array with values below ``min`` raised to it and those above ``max`` lowered to that."""
    return ufuncs.clip(F, self, min, max, out)


def round(F: Any, self: Any, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
    """Return the array rounded to so many decimals, halves to the even neighbour."""
    return ufuncs.around(F, self, decimals, out, **kwargs)


def dot(F: Any, self: Any, b: Any, out: Any = None) -> Any:
    """Return the dot product with ``b``, as NumPy's ``dot``."""
    return products.dot(F, self, b, out)


def std(
    F: Any, self: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the standard deviation over ``axis``; ``ddof`` is taken from the number of elements."""
    return reductions.std(F, self, axis, dtype, out, ddof, keepdims)


def var(
    F: Any, self: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False
) -> Any:
    """Return the variance over ``axis``; ``ddof`` is taken from the number of elements."""
    return reductions.var(F, self, axis, dtype, out, ddof, keepdims)


def cumsum(F: Any, self: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """Return the sums of the elements up to each, along ``axis`` (of the flat array: None)."""
    return F("_np_cumsum", self, axis=axis, dtype=dtype, out=out)


def diagonal(F: Any, self: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals over two axes, as the last axis, the others before it."""
    return F("_np_diagonal", self, offset=offset, axis1=axis1, axis2=axis2)


def argmax(F: Any, self: Any, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return where the greatest element is along ``axis`` (in the flat array: None), as int64."""
    return reductions.argmax(F, self, axis, out, keepdims)


def argmin(F: Any, self: Any, axis: int | None = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return where the least element is along ``axis`` (in the flat array: None), as int64."""
    return reductions.argmin(F, self, axis, out, keepdims)


def sort(F: Any, self: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Raise TypeError: arrays are not sorted in place; use ``mx.np.sort``."""
    raise TypeError("sort: arrays are not sorted in place: use mx.np.sort")


_METHODS: list[Callable[..., Any]] = [
    *(_reduction(name, op) for name, op in (("sum", "_np_sum"), ("prod", "_np_prod"), ("mean", "_npi_mean"))),
    *(_choice(name, f"_np_{name}") for name in ("all", "any", "max", "min")),
    *(
        argmax,
        argmin,
        argsort,
        astype,
        clip,
        cumsum,
        diagonal,
        dot,
        flatten,
        repeat,
        reshape,
        round,
        sort,
        squeeze,
        std,
        swapaxes,
    ),
    *(take, transpose, var),
]
#: methods of the classic array that the NumPy interface does not have
REFUSED = (
    *(row.name for row in UNARY if row.method),
    *("argmax_channel", "broadcast_axes", "broadcast_like", "depth_to_space", "diag", "expand_dims", "flip"),
    *("log_softmax", "nanprod", "nansum", "norm", "one_hot", "ones_like", "pad", "pick", "reshape_like"),
    *("shape_array", "size_array", "slice", "slice_axis", "slice_like", "softmax", "softmin", "space_to_depth"),
    *("split", "split_v2", "tile", "topk", "zeros_like"),
)
#: Python's operators beyond arithmetic -> the function
OPERATORS = {row.special: row.name for row in BINARY if row.special and row.promotion is INT_ONLY and not row.own}


def _refuse(name: str, owner: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise AttributeError(f"{owner} object has no attribute {name}")

    method.__name__, method.__doc__ = name, f"Raise AttributeError: use ``mx.np`` or ``mx.npx`` for ``{name}``."
    return method


def attach(cls: type, F: Frontend, owner: str, refused: Iterable[str] = (), own: Collection[str] = frozenset()) -> None:
    """Give a class of arrays or symbols its methods, but for its ``own``.

    ``owner`` is its name in errors, ``refused`` are more methods that it does not have.
    """
    result: dict[str, Any] = {method.__name__: bind(method, F, cls.__module__) for method in _METHODS}
    result |= {name: _refuse(name, owner) for name in (*REFUSED, *refused)}
    result |= {f"__{name}__": _operator(F, name, function) for name, function in OPERATORS.items()}
    result["T"] = property(bind(T, F, cls.__module__))
    result["__invert__"] = lambda self: F("_npi_bitwise_not", self)
    result["__matmul__"] = lambda self, other: _product(F, self, other)
    result["__rmatmul__"] = lambda self, other: _product(F, other, self)
    for name, method in result.items():
        if name not in own:
            setattr(cls, name, method)


def _operator(F: Frontend, name: str, function: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        return ufuncs.combine(F, ufuncs.PAIRS[function], function, self, other)

    method.__name__, method.__doc__ = f"__{name}__", f"Return ``mx.np.{function}(self, other)``."
    return method


def _product(F: Any, a: Any, b: Any) -> Any:
    F.expect("a", a)
    F.expect("b", b)
    return products.matmul(F, a, b)
