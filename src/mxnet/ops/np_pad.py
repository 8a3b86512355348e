"""Padding in the modes and with the widths of NumPy that 1.9.1 refuses."""

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
Mode = Literal[
    "constant", "edge", "empty", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap"
]


def _pairs(value: Any, ndim: int, what: str) -> list[Any]:
    """Return a pair for each axis, of what broadcasts to that."""
    try:
        return np.broadcast_to(np.asarray(value), (ndim, 2)).tolist()
    except ValueError:
        raise MXNetShapeError(f"pad: {what}: expected a pair for each of {ndim} axes, got {value}") from None


_BY_POSITION = ("edge", "wrap", "reflect", "symmetric")


@op("_npi_pad_more", extension=True, host_sync=lambda p: "table" if p.mode in _BY_POSITION else None)
def _npi_pad_more(
    x,
    *,
    pad_width: Shapes,
    mode: Mode,
    constant_values: tuple[tuple[Double, ...], ...] = ((0.0, 0.0),),
    end_values: tuple[tuple[Double, ...], ...] = ((0.0, 0.0),),
    stat_length: Shapes | None = None,
    is_odd: bool = False,
):
    """Return ``x`` with elements before and after each axis: ``pad_width`` has a pair for each, or for all.

    They are ``constant_values``, lead to ``end_values`` (``linear_ramp``), are the statistics of ``stat_length``
    elements at each end, or follow as in NumPy's modes; ``is_odd`` mirrors at the values of the edges, too.
    """
    widths = _pairs(pad_width, x.ndim, "pad_width")
    if x.ndim and min(map(min, widths)) < 0:
        raise MXNetValueError(f"pad: pad_width can't contain negative values, got {pad_width}")
    values = {"constant": constant_values, "linear_ramp": end_values}.get(mode, stat_length)
    pairs = [(None, None)] * x.ndim if values is None else _pairs(values, x.ndim, f"the values of mode {mode!r}")
    if mode in _STATISTICS and any(0 in pair for pair in pairs):
        raise MXNetValueError("pad: stat_length: expected at least 1, got 0")
    for axis, width in enumerate(widths):
        if not any(width):
            continue
        if not x.shape[axis] and mode not in ("constant", "empty"):
            raise MXNetValueError(f"pad: can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        if is_odd and mode in ("reflect", "symmetric") and x.shape[axis] > (mode == "reflect"):
            x = _odd(x, axis, width, mode == "symmetric")
        else:
            x = padded(x, axis, width, mode, pairs[axis])
    return x.clone() if not any(map(any, widths)) else x


def padded(x: torch.Tensor, axis: int, width: Sequence[int], mode: str, values: Sequence[Any]) -> torch.Tensor:
    """Return ``x`` with elements before and after an axis; ``values``: what the mode takes at either end, or None."""
    if mode in _BY_POSITION:
        positions = np.pad(np.arange(x.shape[axis]), width, mode=mode)  # type: ignore[call-overload]
        return x.index_select(axis, torch.from_numpy(positions).to(x.device))
    before, after = (_beyond(x, axis, width[side], side, mode, values[side]) for side in (0, 1))
    return torch.cat((before, x, after), axis)


def _odd(x: torch.Tensor, axis: int, width: Sequence[int], with_edges: bool) -> torch.Tensor:
    """Return ``x`` mirrored along an axis at its ends, as often as needed, and at their values, too.

    It is periodic then but for a step of twice the last element less the first.
    """
    length = x.shape[axis]
    period = 2 * (length if with_edges else length - 1)
    turns, positions = np.divmod(np.arange(-width[0], length + width[1]), period)
    is_mirrored = positions >= length
    positions = np.where(is_mirrored, period - with_edges - positions, positions)
    first, last = x.narrow(axis, 0, 1), x.narrow(axis, length - 1, 1)

    def along(numbers: Any) -> torch.Tensor:
        return torch.from_numpy(numbers).to(x.device).view([-1 if i == axis else 1 for i in range(x.dim())])

    same = x.index_select(axis, along(positions).view(-1))
    result = torch.where(along(is_mirrored), 2 * last - same, same)
    return result + along(2 * turns).to(x.dtype) * (last - first)


def _beyond(x: torch.Tensor, axis: int, width: int, side: int, mode: str, value: Any) -> torch.Tensor:
    """Return what stands before (``side`` 0) or after the elements along an axis."""
    length = x.shape[axis]
    shape = [width if i == axis else n for i, n in enumerate(x.shape)]
    if mode == "empty":
        return x.new_zeros(shape)
    if mode == "constant":
        return torch.full((1,) * x.dim(), value, dtype=torch.float64, device=x.device).to(x.dtype).expand(shape)
    if mode == "linear_ramp":
        edge = x.narrow(axis, length - 1 if side else 0, 1).double()
        steps = torch.arange(width, dtype=torch.float64, device=x.device) / max(width, 1)
        steps = (steps.flip(0) if side else steps).reshape([-1 if i == axis else 1 for i in range(x.dim())])
        result = value + (edge - value) * steps
        return (result if x.is_floating_point() else result.floor()).to(x.dtype)
    count = length if value is None else min(value, length)
    part = x.narrow(axis, length - count if side else 0, count)
    exact = x.is_floating_point() or mode in ("maximum", "minimum")
    result = _STATISTICS[mode](part if exact else part.double(), axis)
    return (result if exact else result.round()).to(x.dtype).expand(shape)
