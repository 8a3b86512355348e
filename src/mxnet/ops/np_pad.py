"""Padding in the modes of NumPy that 1.9.1 refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import torch

from ..core.errors import MXNetShapeError, MXNetValueError
from ..core.params import Double, Shapes
from ..registry import op

_STATISTICS: dict[str, Callable[..., torch.Tensor]] = {
    "maximum": lambda part, axis: torch.amax(part, axis, keepdim=True),
    "minimum": lambda part, axis: torch.amin(part, axis, keepdim=True),
    "mean": lambda part, axis: torch.mean(part, axis, keepdim=True),
    "median": lambda part, axis: torch.quantile(part, 0.5, axis, keepdim=True),
}
Mode = Literal["empty", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap"]


def _pairs(value: Any, ndim: int, what: str) -> list[Any]:
    """Return a pair for each axis, of what broadcasts to that."""
    try:
        return np.broadcast_to(np.asarray(value), (ndim, 2)).tolist()
    except ValueError:
        raise MXNetShapeError(f"pad: {what}: expected a pair for each of {ndim} axes, got {value}") from None


@op("_npi_pad_more", own=True, host_sync=lambda p: "table" if p.mode in ("wrap", "reflect", "symmetric") else None)
def _npi_pad_more(
    x,
    *,
    pad_width: Shapes,
    mode: Mode,
    end_values: tuple[tuple[Double, ...], ...] = ((0.0, 0.0),),
    stat_length: Shapes | None = None,
    is_odd: bool = False,
):
    """Return ``x`` with elements before and after each axis: ``pad_width`` has a pair for each, or for all.

    They lead to ``end_values`` (``linear_ramp``), are the statistics of ``stat_length`` elements at each end, or follow
    as in NumPy's modes; ``is_odd`` mirrors at the values of the edges, too.
    """
    widths = _pairs(pad_width, x.ndim, "pad_width")
    if x.ndim and min(map(min, widths)) < 0:
        raise MXNetValueError(f"pad: pad_width can't contain negative values, got {pad_width}")
    ends = _pairs(end_values, x.ndim, "end_values")
    counts = [(None, None)] * x.ndim if stat_length is None else _pairs(stat_length, x.ndim, "stat_length")
    for axis, width in enumerate(widths):
        if not any(width):
            continue
        if mode in ("wrap", "reflect", "symmetric"):
            positions = np.pad(np.arange(x.shape[axis]), width, mode=mode)  # type: ignore[call-overload]
            result = x.index_select(axis, torch.from_numpy(positions).to(x.device))
            x = _odd(x, result, axis, width) if is_odd else result
        else:
            values = ends if mode == "linear_ramp" else counts
            before, after = (_beyond(x, axis, width[side], side, mode, values[axis][side]) for side in (0, 1))
            x = torch.cat((before, x, after), axis)
    return x.clone() if not any(map(any, widths)) else x


def _odd(x: torch.Tensor, result: torch.Tensor, axis: int, width: Sequence[int]) -> torch.Tensor:
    """Mirror what was mirrored along an axis at the values of the edges, too."""
    length = x.shape[axis]
    if max(width) >= length:
        raise MXNetValueError(f"reflect_type='odd' mirrors at most {length - 1} elements, got {max(width)}")
    first, last = x.narrow(axis, 0, 1), x.narrow(axis, length - 1, 1)
    before, after = result.narrow(axis, 0, width[0]), result.narrow(axis, width[0] + length, width[1])
    return torch.cat((2 * first - before, x, 2 * last - after), axis)


def _beyond(x: torch.Tensor, axis: int, width: int, side: int, mode: str, value: Any) -> torch.Tensor:
    """Return what stands before (``side`` 0) or after the elements along an axis."""
    length = x.shape[axis]
    shape = [width if i == axis else n for i, n in enumerate(x.shape)]
    if mode == "empty":
        return x.new_zeros(shape)
    if mode == "linear_ramp":
        edge = x.narrow(axis, length - 1 if side else 0, 1).double()
        steps = torch.arange(width, dtype=torch.float64, device=x.device) / max(width, 1)
        steps = (steps.flip(0) if side else steps).reshape([-1 if i == axis else 1 for i in range(x.dim())])
        result = value + (edge - value) * steps
        return (result if x.is_floating_point() else result.floor()).to(x.dtype)
    count = length if value is None else min(value, length)
    part = x.narrow(axis, length - count if side else 0, count)
    result = _STATISTICS[mode](part if x.is_floating_point() else part.double(), axis)
    return (result if x.is_floating_point() else result.round()).to(x.dtype).expand(shape)
