"""Statistics of the NumPy interface: percentiles, counts, differences of neighbours."""

from typing import Literal

import torch

from ..core.constants import constant
from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, MXNetShapeError, MXNetValueError
from ..core.params import Double, Ints
from ..registry import op
from ._axes import needs_values, one_axis
from ._families import refuse_bool
from .np_reduce import as_rows

#: 1.9.1's, and the others of NumPy
Interpolation = Literal[
    "linear", "lower", "higher", "midpoint", "nearest",
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
    "median_unbiased", "normal_unbiased",
]  # fmt: skip
#: methods by the two parameters of Hyndman and Fan (Sample Quantiles in Statistical Packages, 1996)
_PLOTTING: dict[str, tuple[float, float]] = {
    "interpolated_inverted_cdf": (0, 1),
    "hazen": (0.5, 0.5),
    "weibull": (0, 0),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}


@op("_npi_percentile", types=lambda p, t, a: "float64" if a == "float64" else "float32", host_sync="check")
def _npi_percentile(
    a,
    q=None,
    *,
    axis: Ints | None = None,
    interpolation: Interpolation = "linear",
    keepdims: bool = False,
    q_scalar: Double | None = None,
):
    """Return the values below which ``q`` per cent of the elements over ``axis`` lie; their axis, if any, comes first.

    Between two elements ``interpolation`` decides, a method of NumPy's; of two equally near ones ``nearest`` takes the
    higher. Of anything but float64 the result is float32. Where there is a NaN the result is NaN.
    """
    if q is None:
        q = constant(q_scalar, torch.float64, a.device)
    if q.ndim > 1:
        raise MXNetShapeError(f"operator _npi_percentile: q: expected a number or a vector, got shape {tuple(q.shape)}")
    if not q.is_meta and q.numel() and not bool(((q >= 0) & (q <= 100)).all()):
        raise MXNetValueError(f"operator _npi_percentile: q: percentile exceeds the valid range 0 to 100: {q.tolist()}")
    rows, shape = as_rows(a.to(torch.float64 if a.dtype is torch.float64 else torch.float32), axis, keepdims)
    if not rows.shape[-1]:
        raise MXNetError(f"operator _npi_percentile: a: no elements over axis {axis} of shape {tuple(a.shape)}")
    result = _between(rows.sort(-1).values, q.detach().double().reshape(-1), interpolation).movedim(-1, 0)
    return result.reshape((*q.shape, *shape))


def _between(rows: torch.Tensor, q: torch.Tensor, interpolation: str) -> torch.Tensor:
    """Return the values at ``q`` per cent of sorted rows, in the last axis."""
    position, share = _place(q / 100, rows.shape[-1], interpolation)
    last = rows.shape[-1] - 1
    low = position.clamp(0, last)
    high = (position + 1).clamp(0, last)
    below, above = rows.index_select(-1, low.long()), rows.index_select(-1, high.long())
    result = torch.lerp(below, above, share.to(rows.dtype).expand_as(below))
    return torch.where(rows[..., -1:].isnan(), torch.nan, result)


def _place(q: torch.Tensor, count: int, method: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the positions, integers, below the quantiles of ``count`` sorted values, and the weight of the next.

    Positions may lie before the first, or at the last.
    """
    if method in _PLOTTING:
        alpha, beta = _PLOTTING[method]
        position = count * q + (alpha + q * (1 - alpha - beta)) - 1
    elif method.endswith("inverted_cdf"):
        position = count * q - 1
    elif method == "closest_observation":
        position = count * q - 1.5
    else:
        position = q * (count - 1)
        if method == "nearest":
            position = (position + 0.5).floor()
    low = position.floor()
    share = position - low
    between = share > 0
    if method == "lower":
        share = torch.zeros_like(share)
    elif method in ("higher", "inverted_cdf"):
        share = between.to(share)
    elif method == "midpoint":
        share = between * 0.5
    elif method == "averaged_inverted_cdf":
        share = torch.where(between, 1.0, 0.5)
    elif method == "closest_observation":
        share = (between | (low % 2 == 0)).to(share)
    return low, share


_npi_percentile.inputs(lambda p: ("a", "q") if p.q_scalar is None else ("a",))


@op("_npi_bincount", types=lambda p, t: t.weights if p.has_weights else t.data, host_sync="check")
def _npi_bincount(data, weights=None, *, minlength: int = 0, has_weights: bool = False):
    """Return how often each integer from 0 on occurs in the vector ``data``, or the sum of the weights there.

    The result is as long as the greatest number asks for, and ``minlength`` at least, so a graph cannot infer it. It
    has the type of ``data``, or that of the weights.
    """
    needs_values(data)
    if data.is_floating_point() or data.dtype is torch.bool:
        raise MXNetError(f"operator _npi_bincount: Input data should be int type, got {NAME_OF_TORCH[data.dtype]}")
    if data.ndim > 1:
        raise MXNetShapeError(f"operator _npi_bincount: Input only accept 1d array, got shape {tuple(data.shape)}")
    if minlength < 0:
        raise MXNetValueError(f"operator _npi_bincount: minlength must not be negative, got {minlength}")
    if weights is not None and weights.shape != data.shape:
        raise MXNetShapeError(
            f"operator _npi_bincount: weights {tuple(weights.shape)} should have the shape of data, {tuple(data.shape)}"
        )
    indices = data.long().reshape(-1)
    if indices.numel() and int(indices.min()) < 0:
        raise MXNetError("operator _npi_bincount: input should be nonnegative number")
    length = max(int(indices.max()) + 1 if indices.numel() else 0, minlength)
    values = torch.ones_like(data).reshape(-1) if weights is None else weights.reshape(-1)
    return torch.zeros(length, dtype=values.dtype, device=data.device).scatter_add(0, indices, values)


_npi_bincount.inputs(lambda p: ("data", "weights") if p.has_weights else ("data",))


_npi_bincount.shapes(lambda p, s: (None,))  # the length depends on the values


@op("_npi_diff")
def _npi_diff(a, *, n: int = 1, axis: int = -1):
    """Return the differences of neighbours along ``axis``, ``n`` times over."""
    refuse_bool(a)
    if n < 0:
        raise MXNetError(f"operator _npi_diff: n must not be negative, got {n}")
    along = one_axis(axis, a.ndim)
    if n >= a.shape[along]:
        return a.narrow(along, 0, 0).clone()
    return torch.diff(a, n, along) if n else a.clone()


@op("_npi_ediff1d", inputs=lambda p: ("input1", "input2", "input3")[: 1 + p.to_begin_arr_given + p.to_end_arr_given])
def _npi_ediff1d(
    input1,
    input2=None,
    input3=None,
    *,
    to_begin_arr_given: bool = False,
    to_end_arr_given: bool = False,
    to_begin_scalar: Double | None = None,
    to_end_scalar: Double | None = None,
):
    """Return the differences of neighbours in the flat array, between what is given for the begin and for the end.

    Each is a number or an array, which is taken as flat; arrays are inputs, that of the begin first.
    """
    refuse_bool(input1)
    arrays = [item for item in (input2, input3) if item is not None]
    begin = arrays.pop(0) if to_begin_arr_given else _one(to_begin_scalar, input1)
    end = arrays.pop(0) if to_end_arr_given else _one(to_end_scalar, input1)
    flat = input1.reshape(-1)
    middle = flat[1:] - flat[:-1]
    return torch.cat([item.reshape(-1) for item in (begin, middle, end) if item is not None])


def _one(value: float | None, like: torch.Tensor) -> torch.Tensor | None:
    return None if value is None else torch.full((1,), value, dtype=torch.float64, device=like.device).to(like.dtype)
