"""Functions of :mod:`mxnet.numpy.fallback` that PyTorch has: computed where the arrays are, with gradients.

They give NumPy's values in NumPy's types, which are not those of the rest of ``mx.np``. They take tensors. What they do
not take, or raise for, goes to NumPy: it answers, or says what is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.interruptions import unless_interrupted


class ForNumPy(Exception):
    """These arguments are NumPy's to compute."""


# -- types and axes ----------------------------------------------------------------------------------------------------


def _tensor(value: Any, like: torch.Tensor) -> torch.Tensor:
    return value if isinstance(value, torch.Tensor) else torch.as_tensor(np.asarray(value), device=like.device)


def _numpy_type(*tensors: torch.Tensor) -> np.dtype:
    return np.result_type(*(NAME_OF_TORCH[t.dtype] for t in tensors))


def _promoted(*values: Any) -> list[torch.Tensor]:
    """Return values as tensors of the type that NumPy promotes them to."""
    like = next(v for v in values if isinstance(v, torch.Tensor))
    tensors = [_tensor(v, like) for v in values]
    kind = TORCH_OF[_numpy_type(*tensors).name]
    return [t.to(kind) for t in tensors]


def _real(x: torch.Tensor) -> torch.Tensor:
    """Return floats as they are, integers as float64."""
    return x if x.is_floating_point() else x.double()


def _summed(x: torch.Tensor, dtype: Any) -> torch.dtype:
    """Return the type of sums and products: that given, or int64 of integers."""
    if dtype is not None:
        return TORCH_OF[np.dtype(dtype).name]
    if x.dtype is torch.uint8:
        raise ForNumPy  # uint64, which there is not
    return x.dtype if x.is_floating_point() else torch.int64


def _axes(x: torch.Tensor, axis: Any) -> list[int]:
    """Return the axes that are meant, from the front; those that there are not go to NumPy."""
    given = range(x.dim()) if axis is None else (axis,) if isinstance(axis, int) else axis
    found = [each % x.dim() for each in given if -x.dim() <= each < x.dim()]
    if len(set(found)) != len(list(given)):
        raise ForNumPy
    return found


def _rows(x: torch.Tensor, axis: Any, keepdims: bool) -> tuple[torch.Tensor, list[int]]:
    """Return the array with the axes to reduce as its last one, and the shape of the result."""
    axes = _axes(x, axis)
    kept = [i for i in range(x.dim()) if i not in axes]
    shape = [1 if i in axes else n for i, n in enumerate(x.shape) if keepdims or i not in axes]
    lengths = [x.shape[i] for i in kept]
    return x.permute([*kept, *axes]).reshape([*lengths, math.prod(x.shape[i] for i in axes)]), shape


def _flat_or_along(x: torch.Tensor, axis: int | None) -> tuple[torch.Tensor, int]:
    return (x.reshape(-1), 0) if axis is None else (x, _axes(x, axis)[0])


def _but_nan(x: torch.Tensor, value: float) -> torch.Tensor:
    return torch.where(x.isnan(), value, x) if x.is_floating_point() else x


# -- without NaN -------------------------------------------------------------------------------------------------------


def _nan_extreme(kernel: Callable[..., torch.Tensor], beyond: float) -> Callable[..., Any]:
    def call(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        rows, shape = _rows(a, axis, keepdims)
        found = kernel(_but_nan(rows, beyond), -1)
        return (torch.where(rows.isnan().all(-1), torch.nan, found) if a.is_floating_point() else found).reshape(shape)

    return call


def nansum(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
    rows, shape = _rows(a, axis, keepdims)
    return torch.sum(_but_nan(rows, 0.0), -1, dtype=_summed(a, dtype)).reshape(shape)


def nanprod(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
    rows, shape = _rows(a, axis, keepdims)
    return torch.prod(_but_nan(rows, 1.0), -1, dtype=_summed(a, dtype)).reshape(shape)


def nanvar(a: Any, axis: Any = None, *, ddof: float = 0, keepdims: bool = False) -> Any:
    rows, shape = _rows(_real(a), axis, keepdims)
    there = ~rows.isnan()
    count = there.sum(-1, keepdim=True)
    center = torch.where(there, rows, 0.0).sum(-1, keepdim=True) / count
    squares = torch.where(there, rows - center, 0.0).square().sum(-1, keepdim=True)
    left = count - ddof
    return torch.where(left > 0, squares / left, torch.nan).to(rows.dtype).reshape(shape)


def nanstd(*args: Any, **kwargs: Any) -> Any:
    return nanvar(*args, **kwargs).sqrt()


def nanmedian(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    rows, shape = _rows(_real(a), axis, keepdims)
    if not rows.shape[-1]:
        raise ForNumPy
    ordered = torch.sort(rows, dim=-1).values  # NaN is last
    last = ((~rows.isnan()).sum(-1, keepdim=True) - 1).clamp(min=0)
    low, high = (ordered.gather(-1, at) for at in (last // 2, last - last // 2))
    return torch.where(last % 2 == 0, low, (low + high) / 2).reshape(shape)


def _running(kernel: Callable[..., torch.Tensor], nothing: float) -> Callable[..., Any]:
    def call(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
        kind = _summed(a, dtype)
        a, at = _flat_or_along(_but_nan(a, nothing), axis)
        return kernel(a, at, dtype=kind)

    return call


# -- comparisons and places --------------------------------------------------------------------------------------------


def isin(element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    element, test_elements = _promoted(element, test_elements)
    if element.dtype is torch.bool:
        element, test_elements = element.byte(), test_elements.byte()
    return torch.isin(element, test_elements.reshape(-1), assume_unique=assume_unique, invert=invert)


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    like = ar1 if isinstance(ar1, torch.Tensor) else ar2
    return isin(_tensor(ar1, like).reshape(-1), ar2, assume_unique, invert)


def isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Any:
    a, b = (_real(each) for each in _promoted(a, b))
    near = (a - b).abs() <= atol + rtol * b.abs()
    found = (a == b) | (near & b.isfinite())
    return found | (a.isnan() & b.isnan()) if equal_nan else found


def allclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    return bool(isclose(a, b, rtol, atol, equal_nan).all())


def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    a1, a2 = _promoted(a1, a2)
    if a1.shape != a2.shape:
        return False
    same = a1 == a2
    return bool((same | (a1.isnan() & a2.isnan()) if equal_nan else same).all())


def array_equiv(a1: Any, a2: Any) -> bool:
    a1, a2 = _promoted(a1, a2)
    try:
        return bool((a1 == a2).all())
    except unless_interrupted(RuntimeError):
        return False  # the shapes do not broadcast


def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    if axis is None and not keepdims:
        return int(torch.count_nonzero(a))
    rows, shape = _rows(a, axis, keepdims)
    return torch.sum(rows != 0, -1).reshape(shape)


def argwhere(a: Any) -> Any:
    return torch.nonzero(a)


def flatnonzero(a: Any) -> Any:
    return torch.nonzero(a.reshape(-1)).reshape(-1)


def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    a, v = _promoted(a, v)
    if sorter is not None or a.dim() != 1 or side not in ("left", "right") or a.isnan().any():
        raise ForNumPy
    at = torch.searchsorted(a, v, right=side == "right")
    return torch.where(v.isnan(), len(a), at)


def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    x, bins = _promoted(x, bins)
    if not bool((bins[1:] >= bins[:-1]).all()):
        raise ForNumPy  # they descend, or are in disorder
    return searchsorted(bins, x, "left" if right else "right")


# -- elements ----------------------------------------------------------------------------------------------------------


def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    if indices.is_floating_point() or indices.dtype is torch.bool:
        raise ForNumPy
    arr, at = _flat_or_along(arr, axis)
    indices, size = indices.long(), arr.shape[at]
    if indices.numel() and not bool(((indices >= -size) & (indices < size)).all()):
        raise ForNumPy
    return torch.take_along_dim(arr, torch.where(indices < 0, indices + size, indices), at)


def extract(condition: Any, arr: Any) -> Any:
    return arr.reshape(-1)[flatnonzero(condition)]


def compress(condition: Any, a: Any, axis: int | None = None) -> Any:
    a, at = _flat_or_along(a, axis)
    if condition.dim() != 1:
        raise ForNumPy
    return a.index_select(at, flatnonzero(condition))


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    kinds = {each.dtype for each in choicelist}
    if len(kinds) != 1 or type(default) not in (int, float) or any(c.dtype is not torch.bool for c in condlist):
        raise ForNumPy
    made = torch.full((), default, dtype=kinds.pop(), device=choicelist[0].device)
    if (type(default) is float and not made.is_floating_point()) or made.dtype is torch.bool:
        raise ForNumPy
    for condition, choice in reversed(list(zip(condlist, choicelist, strict=True))):
        made = torch.where(condition, choice, made)
    return made


def msort(a: Any) -> Any:
    if not a.dim():
        raise ForNumPy
    return torch.sort(a, dim=0, stable=True).values


def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    (axis,) = _axes(a, axis)
    if not -a.dim() <= start <= a.dim():
        raise ForNumPy
    start += a.dim() if start < 0 else 0
    return torch.movedim(a, axis, start - (start > axis))


def positive(x: Any) -> Any:
    return torch.positive(x).clone()


def real(val: Any) -> Any:
    return val.clone()


def signbit(x: Any) -> Any:
    return torch.signbit(x)


def float_power(x1: Any, x2: Any) -> Any:
    x1, x2 = _promoted(x1, x2)
    return torch.pow(x1.double(), x2.double())


def heaviside(x1: Any, x2: Any) -> Any:
    x1, x2 = _promoted(x1, x2)
    if not x1.is_floating_point():
        raise ForNumPy
    step = torch.where(x1 == 0, x2, (x1 > 0).to(x1.dtype))
    return torch.where(x1.isnan(), torch.nan, step)


def modf(x: Any) -> Any:
    if not x.is_floating_point():
        raise ForNumPy
    whole = torch.trunc(x)
    return torch.copysign(torch.where(x.isinf(), 0.0, x - whole), x), whole


def frexp(x: Any) -> Any:
    if not x.is_floating_point() or not bool(x.isfinite().all()):
        raise ForNumPy
    mantissa, exponent = torch.frexp(x)
    return mantissa, exponent


# -- sets --------------------------------------------------------------------------------------------------------------


def _set(x: torch.Tensor) -> torch.Tensor:
    if bool(x.isnan().any()):
        raise ForNumPy  # which are one to NumPy
    found: torch.Tensor = torch.unique(x)
    return found


def _sets(ar1: Any, ar2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    first, second = _promoted(ar1, ar2)
    if first.dtype is torch.bool:
        raise ForNumPy
    return _set(first), _set(second)


def intersect1d(ar1: Any, ar2: Any) -> Any:
    first, second = _sets(ar1, ar2)
    return first[torch.isin(first, second)]


def union1d(ar1: Any, ar2: Any) -> Any:
    return torch.unique(torch.cat(_sets(ar1, ar2)))


def setxor1d(ar1: Any, ar2: Any) -> Any:
    first, second = _sets(ar1, ar2)
    return torch.cat((first[~torch.isin(first, second)], second[~torch.isin(second, first)])).sort().values


def setdiff1d(ar1: Any, ar2: Any) -> Any:
    own, (_, second) = _set(ar1), _sets(ar1, ar2)
    return own[~torch.isin(own.to(second.dtype), second)]


# -- numbers of vectors ------------------------------------------------------------------------------------------------


def ptp(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    rows, shape = _rows(a, axis, keepdims)
    return (torch.amax(rows, -1) - torch.amin(rows, -1)).reshape(shape)


def trapz(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    if axis is None:
        raise ForNumPy
    (at,) = _axes(y, axis)
    size = y.shape[at]
    if x is not None and (x.dim() != 1 or size < 2):
        raise ForNumPy
    both = y.narrow(at, 1, max(size - 1, 0)) + y.narrow(at, 0, max(size - 1, 0)) if size else y
    if x is None:
        return (dx * _real(both) / 2).sum(at)
    steps = (x[1:] - x[:-1]).reshape([-1 if i == at else 1 for i in range(y.dim())])
    steps, both = (_real(each) for each in _promoted(steps, both))
    return (steps * both / 2).sum(at)


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    x, xp, fp = (each.double() for each in _promoted(x, xp, fp))
    if period is not None or xp.dim() != 1 or len(xp) < 2 or xp.shape != fp.shape:
        raise ForNumPy
    at = torch.searchsorted(xp.detach(), x.detach(), right=True).clamp(1, len(xp) - 1)
    share = (x - xp[at - 1]) / (xp[at] - xp[at - 1])
    made = fp[at - 1] + share * (fp[at] - fp[at - 1])
    made = torch.where(x < xp[0], fp[0] if left is None else left, made)
    return torch.where(x > xp[-1], fp[-1] if right is None else right, made)


def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    if x.dim() != 1:
        raise ForNumPy
    kind = TORCH_OF[np.promote_types(NAME_OF_TORCH[x.dtype], int).name]
    powers = torch.arange(len(x) if N is None else N, device=x.device)
    return x.to(kind)[:, None] ** (powers if increasing else powers.flip(0))


def _observed(m: torch.Tensor, y: Any, rowvar: bool) -> torch.Tensor:
    """Return variables as rows, in float64."""
    parts = [m] if y is None else [m, _tensor(y, m)]
    if any(part.dim() > 2 for part in parts):
        raise ForNumPy
    rows = [part.double().reshape(1, -1) if part.dim() < 2 else part.double() for part in parts]
    whole = torch.cat([row if rowvar or part.dim() < 2 else row.mT for row, part in zip(rows, parts, strict=True)])
    if whole.shape[1] < 2 or not len(whole):
        raise ForNumPy
    return whole


def cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    less = (0 if bias else 1) if ddof is None else ddof
    return torch.cov(_observed(m, y, rowvar), correction=less).squeeze()


def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    return torch.corrcoef(_observed(x, y, rowvar)).squeeze()


# -- matrices ----------------------------------------------------------------------------------------------------------


def cond(x: Any, p: Any = None) -> Any:
    if not x.numel():
        raise ForNumPy
    return torch.linalg.cond(_real(x), p)


def lstsq(a: Any, b: Any, rcond: float | None = None) -> Any:
    a, b = (_real(each) for each in _promoted(a, b))
    if a.dim() != 2 or b.dim() not in (1, 2) or not a.numel() or (rcond is not None and rcond < 0):
        raise ForNumPy
    rows, columns = a.shape
    least = torch.finfo(a.dtype).eps * max(rows, columns) if rcond is None else rcond
    scales = torch.linalg.svdvals(a)
    rank = int((scales > least * scales[0]).sum())
    found = torch.linalg.pinv(a, rtol=least) @ b
    residuals = b.new_zeros(0)
    if rank == columns and rows > columns:
        residuals = (b - a @ found).square().sum(0).reshape(-1)
    return found, residuals, np.int32(rank), scales


def matrix_power(a: Any, n: int) -> Any:
    return torch.linalg.matrix_power(a, n)


def matrix_rank(A: Any, tol: float | None = None) -> Any:
    A = _real(A)
    if A.dim() < 2 or not A.numel():
        raise ForNumPy
    scales = torch.linalg.svdvals(A)
    least = scales.amax(-1, keepdim=True) * max(A.shape[-2:]) * torch.finfo(A.dtype).eps if tol is None else tol
    return (scales > least).sum(-1)


def multi_dot(arrays: Any) -> Any:
    return reduce(torch.matmul, arrays)


def qr(a: Any, mode: str = "reduced") -> Any:
    a = _real(a)
    if mode == "r":
        return torch.linalg.qr(a, mode).R
    if mode not in ("reduced", "complete"):
        raise ForNumPy
    return tuple(torch.linalg.qr(a, mode))


#: functions whose result stays an array where it has no axes; that of the others is a number then
KEEP_ARRAYS = frozenset(("isin", "select", "cov"))
#: NumPy's functions, and those of ``numpy.linalg`` -> how PyTorch computes them
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "nanmax": _nan_extreme(torch.amax, -torch.inf),
    "nanmin": _nan_extreme(torch.amin, torch.inf),
    "nancumsum": _running(torch.cumsum, 0.0),
    "nancumprod": _running(torch.cumprod, 1.0),
    **{
        function.__name__: function
        for function in (
            *(nansum, nanprod, nanvar, nanstd, nanmedian, isin, in1d, isclose, allclose, array_equal, array_equiv),
            *(count_nonzero, argwhere, flatnonzero, searchsorted, digitize, take_along_axis, extract, compress, select),
            *(
                msort,
                rollaxis,
                positive,
                real,
                signbit,
                float_power,
                heaviside,
                modf,
                frexp,
                intersect1d,
                union1d,
                setxor1d,
            ),
            *(setdiff1d, ptp, trapz, interp, vander, cov, corrcoef),
            *(cond, lstsq, matrix_power, matrix_rank, multi_dot, qr),
        )
    },
}
