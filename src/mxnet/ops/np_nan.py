"""Reductions that pass over NaN, medians, and running sums, which 1.9.1 leaves to NumPy, or lacks.

NumPy warns where all elements are NaN; here the result alone says so.
"""

from collections.abc import Callable
from typing import Any

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetTypeError, MXNetValueError
from ..core.naming import named
from ..core.params import Double, DType, Ints
from ..registry import op
from ..registry.manual import write
from ..registry.rules import gives
from ._axes import np_axis
from ._families import zero_gradient
from ._np_families import as_real, real_dtype, real_type
from .np_edit import flat_along
from .np_reduce import as_rows, reduced_shapes


def _sum_type(p: Any, t: Any, a: str) -> str:
    """Type rule: that of the attribute, else the input's, int64 of integers."""
    return p.dtype or (a if TORCH_OF[a].is_floating_point else "int64")


def _summed(a: torch.Tensor, dtype: str | None) -> torch.dtype:
    return TORCH_OF[dtype] if dtype is not None else a.dtype if a.is_floating_point() else torch.int64


def _without_nan(a: torch.Tensor, value: float) -> torch.Tensor:
    return torch.where(a.isnan(), value, a) if a.is_floating_point() else a


_AXES = {"axis : None, int or tuple of ints": "The axes; None: all."}


def _example(name: str, shown: str) -> str:
    return f">>> print(mx.np.{name}(mx.np.array([2, np.nan, 3])))\n{shown}"


def _extreme(name: str, kernel: Callable[..., torch.Tensor], beyond: float, value: str, shown: str) -> None:
    summary = f"Return the {value} element over ``axis`` that is not NaN; NaN where all are."

    @op(f"_npi_{name}", extension=True, shapes=reduced_shapes)
    @named(f"_npi_{name}", write(summary, _AXES, "An array without the axes.", _example(name, shown)))
    def fn(a, *, axis: Ints | None = None, keepdims: bool = False):
        rows, shape = as_rows(a, axis, keepdims)
        if not rows.shape[-1]:
            raise MXNetValueError(f"operator _npi_{name}: a: no elements in an array of shape {tuple(a.shape)}")
        result = kernel(_without_nan(rows, beyond), -1)
        if a.is_floating_point():
            result = torch.where(rows.isnan().all(-1), torch.nan, result)
        return result.reshape(shape)


_extreme("nanmax", torch.amax, -torch.inf, "greatest", "3.0")
_extreme("nanmin", torch.amin, torch.inf, "least", "2.0")


def _sum(name: str, kernel: Callable[..., torch.Tensor], neutral: float, value: str, shown: str) -> None:
    summary = f"Return the {value} over ``axis``, NaN being {neutral:g}; of integers as int64."

    @named(f"_npi_{name}", write(summary, _AXES, "An array without the axes.", _example(name, shown)))
    def fn(a, *, axis: Ints | None = None, dtype: DType | None = None, keepdims: bool = False):
        rows, shape = as_rows(a, axis, keepdims)
        return kernel(_without_nan(rows, neutral), -1, dtype=_summed(a, dtype)).reshape(shape)

    op(f"_npi_{name}", extension=True, types=_sum_type, shapes=reduced_shapes)(fn)


_sum("nansum", torch.sum, 0.0, "sum", "5.0")
_sum("nanprod", torch.prod, 1.0, "product", "6.0")


@op("_npi_nanmean", extension=True, types=real_type(), shapes=reduced_shapes)
def _npi_nanmean(a, *, axis: Ints | None = None, keepdims: bool = False):
    """Return the mean over ``axis`` of what is not NaN.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.

    Returns
    -------
    An array without the axes; NaN where there is nothing else.

    Examples
    --------
    >>> a = mx.np.array([[1, np.nan], [3, 5]])
    >>> print(mx.np.nanmean(a))
    3.0
    >>> print(mx.np.nanmean(a, axis=0))
    [2. 5.]
    """
    rows, shape = as_rows(as_real(a), axis, keepdims)
    return torch.nanmean(rows, -1).reshape(shape)


def _spread_type(p: Any, t: Any, a: str) -> str:
    return real_dtype(p.dtype or a)


@op("_npi_nanvar", extension=True, types=_spread_type, shapes=reduced_shapes)
def _npi_nanvar(a, *, axis: Ints | None = None, dtype: DType | None = None, ddof: Double = 0.0, keepdims: bool = False):
    """Return the variance over ``axis`` of what is not NaN: the squares' sum over their count less ``ddof``.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``.
    ddof
        What their count is lessened by.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, np.nan], [3, 5]])
    >>> print(mx.np.nanvar(a))
    2.6666667
    """
    rows, shape = as_rows(as_real(a if dtype is None else a.to(TORCH_OF[dtype])), axis, keepdims)
    valid = ~rows.isnan()
    count = valid.sum(-1, keepdim=True)
    center = torch.where(valid, rows, 0.0).sum(-1, keepdim=True) / count
    squares = torch.where(valid, rows - center, 0.0).square().sum(-1, keepdim=True)
    freedom = count - ddof
    return torch.where(freedom > 0, squares / freedom, torch.nan).to(rows.dtype).reshape(shape)


@op("_npi_nanstd", extension=True, types=_spread_type, shapes=reduced_shapes)
def _npi_nanstd(a, *, axis: Ints | None = None, dtype: DType | None = None, ddof: Double = 0.0, keepdims: bool = False):
    """Return the square root of the variance over ``axis`` of what is not NaN.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.
    dtype
        The data type of the result; None: that of ``a``.
    ddof
        What their count is lessened by.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, np.nan], [3, 5]])
    >>> print(mx.np.nanstd(a))
    1.6329932
    """
    return _npi_nanvar.call(a, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims).sqrt()


def _middle(rows: torch.Tensor, counts_nan: bool) -> torch.Tensor:
    """Return the medians of the last axis; NaN where there is one, unless they are passed over."""
    if not rows.shape[-1]:
        return rows.new_full(rows.shape[:-1], torch.nan)
    is_nan = rows.isnan()
    count = rows.shape[-1] - is_nan.sum(-1, keepdim=True)
    last = (count - 1).clamp(min=0)
    ordered = torch.sort(rows, dim=-1).values  # NaN is last
    low, high = (ordered.gather(-1, at).squeeze(-1) for at in (last // 2, last - last // 2))
    result = (low + high) / 2
    return torch.where(is_nan.any(-1), torch.nan, result) if counts_nan else result


@op("_npi_median", extension=True, types=real_type(), shapes=reduced_shapes)
def _npi_median(a, *, axis: Ints | None = None, keepdims: bool = False):
    """Return the median over ``axis``; NaN where there is one among the elements.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.median(a))
    2.5
    >>> print(mx.np.median(a, axis=0))
    [2. 3.]
    """
    rows, shape = as_rows(as_real(a), axis, keepdims)
    return _middle(rows, True).reshape(shape)


@op("_npi_nanmedian", extension=True, types=real_type("float64"), shapes=reduced_shapes)
def _npi_nanmedian(a, *, axis: Ints | None = None, keepdims: bool = False):
    """Return the median over ``axis`` of what is not NaN."""
    rows, shape = as_rows(as_real(a, "float64"), axis, keepdims)
    return _middle(rows, False).reshape(shape)


@op("_npi_ptp", extension=True, shapes=reduced_shapes)
def _npi_ptp(a, *, axis: Ints | None = None, keepdims: bool = False):
    """Return the difference of the greatest and the least element over ``axis``.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes over which is reduced; None: all.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.ptp(a))
    3.0
    >>> print(mx.np.ptp(a, axis=0))
    [2. 2.]
    """
    if a.dtype is torch.bool:
        raise MXNetTypeError("operator _npi_ptp: a: booleans cannot be subtracted")
    rows, shape = as_rows(a, axis, keepdims)
    if not rows.shape[-1]:
        raise MXNetValueError(f"operator _npi_ptp: a: no elements in an array of shape {tuple(a.shape)}")
    return (torch.amax(rows, -1) - torch.amin(rows, -1)).reshape(shape)


@op("_npi_count_nonzero", extension=True, types=gives("int64"), shapes=reduced_shapes, backward=zero_gradient)
def _npi_count_nonzero(a, *, axis: Ints | None = None, keepdims: bool = False):
    """Return how many elements over ``axis`` are not 0, as int64."""
    rows, shape = as_rows(a, axis, keepdims)
    return torch.sum(rows != 0, -1).reshape(shape)


@op("_npi_cumulative", extension=True, types=_sum_type)
def _npi_cumulative(
    a,
    *,
    axis: int | None = None,
    dtype: DType | None = None,
    product: bool = False,
    skip_nan: bool = False,
    include_initial: bool = False,
):
    """Return the sums, or products, of the elements up to each along ``axis``, of the flat array where that is None.

    Those of integers are int64. ``skip_nan``: NaN count as 0, in products as 1. ``include_initial``: a 0, or 1, comes
    first.
    """
    dtype = _summed(a, dtype)
    if axis is not None:
        np_axis(axis, a.ndim)
    a, at = flat_along(_without_nan(a, float(product)) if skip_nan else a, axis)
    result = (torch.cumprod if product else torch.cumsum)(a, at, dtype=dtype)
    if not include_initial:
        return result
    first = result.new_full([1 if i == at else n for i, n in enumerate(result.shape)], int(product))
    return torch.cat((first, result), at)
