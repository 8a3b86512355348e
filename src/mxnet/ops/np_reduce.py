"""Reductions of the NumPy interface: over one axis, several, or all, which gives a result without axes.

``axis=()`` reduces nothing. Extremes of nothing are errors; sums of nothing are 0, products 1, means NaN.
"""

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal

import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError
from ..core.naming import named
from ..core.params import Double, Ints
from ..core.semantics import semantics
from ..registry import op
from ..registry.manual import write
from ..registry.rules import gives
from ._axes import np_axis, reduction_axes
from ._families import zero_gradient
from .reduce import extreme_gradient, prod_over

SumType = Literal["bool", "float16", "float32", "float64", "int32", "int64", "int8"]
VarType = Literal["float16", "float32", "float64", "int32", "int64", "int8"]


def reduced_axes(axis: tuple[int, ...] | None, ndim: int) -> tuple[int, ...]:
    """Return the axes that ``axis`` names, counted from the front; all of them for None."""
    if axis is None:
        return tuple(range(ndim))
    if not axis or (not ndim and axis in ((0,), (-1,))):
        return ()
    result = reduction_axes(axis, ndim)
    return tuple(range(ndim)) if result is None else result


def as_rows(data: torch.Tensor, axis: tuple[int, ...] | None, keepdims: bool) -> tuple[torch.Tensor, tuple[int, ...]]:
    """Return ``data`` with the axes to reduce as its last one, and the shape of the result."""
    axes = reduced_axes(axis, data.ndim)
    remaining = [i for i in range(data.ndim) if i not in axes]
    lengths = [data.shape[i] for i in remaining]
    rows = data.permute((*remaining, *axes)).reshape(*lengths, math.prod(data.shape[i] for i in axes))
    return rows, _reduced_shape(axes, data.shape, keepdims)


def reduced_shapes(p: Any, s: Any) -> None:
    """Deduce the shape of the result from that of the first input."""
    shape = s.inputs[0]
    if shape is None:
        return
    s.out[0] = _reduced_shape(reduced_axes(p.axis, len(shape)), shape, p.keepdims)


def _reduced_shape(axes: Collection[int], shape: Sequence[Any], keepdims: bool) -> tuple[Any, ...]:
    return tuple(1 if i in axes else length for i, length in enumerate(shape) if keepdims or i not in axes)


def _sum_type(p: Any, t: Any) -> None:
    t.out[0] = p.dtype or ("int64" if t.a == "bool" else t.a)


def _mean_type(p: Any, t: Any) -> None:
    of_floats = "float32" if t.a and not TORCH_OF[t.a].is_floating_point else t.a
    t.out[0] = p.dtype or semantics.mean_dtype or of_floats


def _own_or_requested_type(p: Any, t: Any) -> None:
    t.out[0] = p.dtype or t.a


def _computed_dtype(dtype: str | None, other: torch.dtype) -> torch.dtype:
    return other if dtype is None else TORCH_OF[dtype]


def _wider(source: torch.dtype, dtype: torch.dtype) -> torch.dtype:
    """Return the type in which arrays of type ``source`` are reduced to ``dtype``: floats are not cut before."""
    if source.is_floating_point:
        return source if not dtype.is_floating_point or dtype.itemsize < source.itemsize else dtype
    return torch.float32 if dtype is torch.float16 else dtype


def _refuse_initial(name: str, initial: float | None) -> None:
    if initial is not None:
        raise MXNetError(f"operator {name}: initial is not supported, as in MXNet 1.9.1")


@op("_np_sum", types=_sum_type, shapes=reduced_shapes)
def _np_sum(
    a, *, axis: Ints | None = None, dtype: SumType | None = None, keepdims: bool = False, initial: Double | None = None
):
    """Return the sum over ``axis``, in the type ``dtype``; booleans are summed as int64.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``.
    initial
        Only None, as in 1.9.1.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.sum(a))
    10.0
    >>> print(mx.np.sum(a, axis=0))
    [4. 6.]
    """
    _refuse_initial("_np_sum", initial)
    out_dtype = _computed_dtype(dtype, torch.int64 if a.dtype is torch.bool else a.dtype)
    axes = reduced_axes(axis, a.ndim)
    if not axes:
        return a.to(out_dtype, copy=True)
    return torch.sum(a, dim=axes, keepdim=keepdims, dtype=_wider(a.dtype, out_dtype)).to(out_dtype)


@op("_np_prod", aliases=("_np_product",), types=_sum_type, shapes=reduced_shapes)
def _np_prod(
    a, *, axis: Ints | None = None, dtype: SumType | None = None, keepdims: bool = False, initial: Double | None = None
):
    """Return the product over ``axis``, in the type ``dtype``; that of booleans is int64.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``.
    initial
        Only None, as in 1.9.1.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.prod(a))
    24.0
    >>> print(mx.np.prod(a, axis=0))
    [3. 8.]
    """
    _refuse_initial("_np_prod", initial)
    out_dtype = _computed_dtype(dtype, torch.int64 if a.dtype is torch.bool else a.dtype)
    axes = reduced_axes(axis, a.ndim)
    if not axes:
        return a.to(out_dtype, copy=True)
    return prod_over(a.to(_wider(a.dtype, out_dtype)), axes, keepdims).to(out_dtype)


@op("_npi_mean", types=_mean_type, shapes=reduced_shapes)
def _npi_mean(
    a, *, axis: Ints | None = None, dtype: SumType | None = None, keepdims: bool = False, initial: Double | None = None
):
    """Return the mean over ``axis``, in the type ``dtype``; of integers it is float32.

    After :func:`mxnet.util.set_np_default_dtype` it is float64 of all arrays, unless ``dtype`` is given, and with
    MXNet 2's interface float32 of all.

    A ``dtype`` of integers is that of the sum, too, which may overflow, as in NumPy.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``, float32 of integers.
    initial
        Only None, as in 1.9.1.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.mean(a))
    2.5
    >>> print(mx.np.mean(a, axis=0))
    [2. 3.]
    """
    _refuse_initial("_npi_mean", initial)
    if dtype is None:
        dtype = semantics.mean_dtype
    out_dtype = _computed_dtype(dtype, a.dtype if a.is_floating_point() else torch.float32)
    axes = reduced_axes(axis, a.ndim)
    if not axes:
        return a.to(out_dtype, copy=True)
    if out_dtype.is_floating_point:
        return torch.mean(a, dim=axes, keepdim=keepdims, dtype=_wider(a.dtype, out_dtype)).to(out_dtype)
    if out_dtype is torch.bool:
        return torch.mean(a, dim=axes, keepdim=keepdims, dtype=torch.float64).to(out_dtype)
    count = math.prod(a.shape[i] for i in axes)
    return torch.div(
        _np_sum(a, axis=axes, dtype=NAME_OF_TORCH[out_dtype], keepdims=keepdims), count, rounding_mode="trunc"
    )


def _fast(reduce: Callable[..., torch.Tensor]) -> Callable[[Any], Callable[..., torch.Tensor] | None]:
    """Return the rule of a fast path that sums or takes the mean over all axes, or over some."""

    def rule(p: Any) -> Callable[..., torch.Tensor] | None:
        axes, keep = p.axis, p.keepdims
        if p.dtype is not None or p.initial is not None or axes == () or (axes is None and keep):
            return None
        return reduce if axes is None else lambda a: reduce(a, axes, keep)

    return rule


_np_sum.fast_path(_fast(torch.sum), records=True)


def _mean_in_default_type(*args: Any) -> torch.Tensor:
    if semantics.mean_dtype is None:
        return torch.mean(*args)
    dtype = TORCH_OF[semantics.mean_dtype]
    return torch.mean(*args, dtype=_wider(args[0].dtype, dtype)).to(dtype)


_npi_mean.fast_path(_fast(_mean_in_default_type), records=True)


def _spread(name: str, data: torch.Tensor, axis: Any, dtype: str | None, ddof: int, keepdims: bool) -> torch.Tensor:
    """Return the variance over ``axis`` in floating point; ``ddof`` is taken from the number of elements."""
    if data.dtype is torch.bool:
        raise MXNetError(f"operator {name}: a: booleans are not supported")
    real = data if data.is_floating_point() else data.double()
    if dtype is not None and TORCH_OF[dtype].is_floating_point:
        real = real.to(TORCH_OF[dtype])
    axes = reduced_axes(axis, data.ndim)
    if not axes:
        return torch.zeros_like(real) if ddof == 0 else real * torch.nan
    count = 1
    for item in axes:
        count *= data.shape[item]
    squares = torch.square(real - torch.mean(real, dim=axes, keepdim=True))
    return torch.sum(squares, dim=axes, keepdim=keepdims) / max(count - ddof, 0)


@op("_npi_var", types=_own_or_requested_type, shapes=reduced_shapes)
def _npi_var(a, *, axis: Ints | None = None, dtype: VarType | None = None, ddof: int = 0, keepdims: bool = False):
    """Return the variance over ``axis``: the squares' sum divided by the number of elements less ``ddof``.

    It has a gradient, which it lacks (it is zero) in MXNet 1.9.1. That of integers is cut off.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``.
    ddof
        What the number of elements is lessened by: 1 for the variance of a sample.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.var(a))
    1.25
    >>> print(mx.np.var(a, axis=0))
    [1. 1.]
    """
    return _spread("_npi_var", a, axis, dtype, ddof, keepdims).to(_computed_dtype(dtype, a.dtype))


@op("_npi_std", types=_own_or_requested_type, shapes=reduced_shapes)
def _npi_std(a, *, axis: Ints | None = None, dtype: VarType | None = None, ddof: int = 0, keepdims: bool = False):
    """Return the standard deviation over ``axis``, the square root of the variance.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``.
    ddof
        What the number of elements is lessened by: 1 for the deviation of a sample.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.std(a))
    1.118034
    >>> print(mx.np.std(a, axis=0))
    [1. 1.]
    """
    return torch.sqrt(_spread("_npi_std", a, axis, dtype, ddof, keepdims)).to(_computed_dtype(dtype, a.dtype))


# -- extremes, and questions --------------------------------------------------------------------------------------


def _extreme(name: str, kernel: Callable[..., torch.Tensor], value: str, shown: str, aliases: tuple[str, ...]) -> None:
    short = name.removeprefix("_np_")
    doc = write(
        f"Return {value} over ``axis``. All elements that are the {value.split()[1]} share the gradient whole.",
        {"axis : None, int or tuple of ints": "The axes; None: all.", "initial": "Only None, as in 1.9.1."},
        "An array without the axes.",
        f">>> a = mx.np.array([[1, 2], [4, 3]])\n>>> print(mx.np.{short}(a, axis=1))\n{shown}",
    )

    @op(name, aliases=aliases, shapes=reduced_shapes, backward=_to_extremes)
    @named(name, doc)
    def fn(a, *, axis: Ints | None = None, keepdims: bool = False, initial: Double | None = None):
        _refuse_initial(name, initial)
        axes = reduced_axes(axis, a.ndim)
        if any(a.shape[i] == 0 for i in axes):
            raise MXNetError(f"operator {name}: a: an extreme of an array of shape {tuple(a.shape)}, without elements")
        return kernel(a, axes, keepdims) if axes else a.clone()


def _to_extremes(p: Any, inputs: Any, outputs: Any, heads: Any) -> Any:
    return extreme_gradient(inputs, outputs, heads, reduced_axes(p.axis, inputs[0].ndim))


_extreme("_np_max", torch.amax, "the greatest element", "[2. 4.]", ("_np_amax",))
_extreme("_np_min", torch.amin, "the least element", "[1. 3.]", ("_np_amin",))


@op("_np_any", aliases=("_np_sometrue",), types=gives("bool"), shapes=reduced_shapes, backward=zero_gradient)
def _np_any(data, *, axis: Ints | None = None, keepdims: bool = False):
    """Return whether any element over ``axis`` is not 0.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.

    Returns
    -------
    An array of bool without the axes.

    Examples
    --------
    >>> a = mx.np.array([[0, 1], [0, 0]])
    >>> print(mx.np.any(a))
    True
    >>> print(mx.np.any(a, axis=0))
    [False  True]
    """
    axes = reduced_axes(axis, data.ndim)
    return torch.any(data, dim=axes, keepdim=keepdims).bool() if axes else data != 0


@op("_np_all", types=gives("bool"), shapes=reduced_shapes, backward=zero_gradient)
def _np_all(data, *, axis: Ints | None = None, keepdims: bool = False):
    """Return whether no element over ``axis`` is 0.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.

    Returns
    -------
    An array of bool without the axes.

    Examples
    --------
    >>> a = mx.np.array([[0, 1], [1, 1]])
    >>> print(mx.np.all(a))
    False
    >>> print(mx.np.all(a, axis=0))
    [False  True]
    """
    axes = reduced_axes(axis, data.ndim)
    return torch.all(data, dim=axes, keepdim=keepdims).bool() if axes else data != 0


def _position_shapes(p: Any, s: Any, data: Any) -> Any:
    axis = None if p.axis is None else np_axis(p.axis, len(data))
    return _reduced_shape(range(len(data)) if axis is None else (axis,), data, p.keepdims)


def _position_of(name: str, kernel: Callable[..., torch.Tensor], value: str, shown: tuple[str, str]) -> None:
    function = f"mx.np.{name.removeprefix('_npi_')}"
    doc = write(
        f"Return the place of the first {value} element along ``axis``.",
        {"axis : int or None": "The axis; None: the place is the one in the flat array."},
        "An array of int64 without the axis. An array without elements is an :class:`MXNetError`.",
        f"""
>>> a = mx.np.array([[1, 5, 2], [7, 0, 7]])
>>> print({function}(a))
{shown[0]}
>>> print({function}(a, axis=1))
{shown[1]}""",
    )

    @named(name, doc)
    def fn(data, *, axis: int | None = None, keepdims: bool = False):
        along = None if axis is None else np_axis(axis, data.ndim)
        if not (data.numel() if along is None else data.shape[along]):
            raise MXNetError(f"operator {name}: data: no elements in an array of shape {tuple(data.shape)}")
        if along is None:
            result = kernel(_comparable(data).reshape(-1), 0)
            return result.reshape((1,) * data.ndim) if keepdims else result
        return kernel(_comparable(data), along, keepdim=keepdims)

    op(name, types=gives("int64"), shapes=_position_shapes)(fn).backward(zero_gradient)


def _comparable(data: torch.Tensor) -> torch.Tensor:
    return data.to(torch.uint8) if data.dtype is torch.bool else data


_position_of("_npi_argmax", torch.argmax, "greatest", ("3", "[1 0]"))
_position_of("_npi_argmin", torch.argmin, "least", ("4", "[0 1]"))


# -- weighted means -----------------------------------------------------------------------------------------------


def _all_one_type(p: Any, t: Any) -> None:
    t.inputs.fill(t.inputs[0])
    t.out.fill(t.inputs[0])


@op("_npi_average", types=_all_one_type, inputs=lambda p: ("a", "weights") if p.weighted else ("a",))
def _npi_average(a, weights=None, *, axis: Ints | None = None, returned: bool = False, weighted: bool = True):
    """Return the mean over ``axis`` weighted by ``weights``, and the sum of these.

    The weights have the shape of ``a``, or, with one axis, that axis's length.
    """
    axes = reduced_axes(axis, a.ndim)
    if not weighted:
        total = 1
        for item in axes:
            total *= a.shape[item]
        mean = torch.sum(a, dim=axes, dtype=a.dtype)
        scale = torch.full((), total, dtype=a.dtype, device=a.device)
        return _divided(mean, scale), scale
    if weights.shape != a.shape:
        if axis is None or len(axes) != 1 or weights.ndim != 1 or weights.shape[0] != a.shape[axes[0]]:
            raise MXNetError(
                f"operator _npi_average: weights: expected the shape {tuple(a.shape)} of a, or the length of one axis, "
                f"got {tuple(weights.shape)} with axis={axis}"
            )
        scale = torch.sum(weights, dtype=weights.dtype)
        weights = weights.reshape([-1 if i == axes[0] else 1 for i in range(a.ndim)])
    else:
        scale = torch.sum(weights, dim=axes, dtype=weights.dtype)
    return _divided(torch.sum(a * weights, dim=axes, dtype=a.dtype), scale), scale


def _divided(total: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return total / scale if total.is_floating_point() else torch.div(total, scale, rounding_mode="trunc")


_npi_average.outputs(("average", "sum_of_weights"))


_npi_average.visible(lambda p: 2 if p.returned else 1)
