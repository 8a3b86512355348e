"""Operators that say something about all elements at once: histograms, and whether arrays are close."""

from typing import Any

import torch

from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Floats
from ..registry import op
from ..registry.rules import gives
from ._families import one_dtype


def _histogram_types(p: Any, t: Any) -> None:
    t.out[0] = "int64"
    t.out[1] = t.data
    t.data = t.out[1]


def _histogram_shapes(p: Any, s: Any) -> None:
    if p.bin_cnt is not None:
        s.out[0], s.out[1] = (p.bin_cnt,), (p.bin_cnt + 1,)
        return
    if s.bins is not None and len(s.bins) != 1:
        raise MXNetShapeError(f"bins: expected a vector, got {tuple(s.bins)}")
    if s.bins is not None and s.bins[0] is not None:
        s.out[0], s.out[1] = (s.bins[0] - 1,), (s.bins[0],)


@op("_histogram", aliases=("_npi_histogram",), shapes=_histogram_shapes, types=_histogram_types)
def histogram(data, bins=None, *, bin_cnt: int | None = None, range: Floats | None = None):
    """Return how many elements of ``data`` lie in each bin (int64), and the edges of the bins.

    The bins are ``bin_cnt`` equal ones over ``range``, or lie between the numbers ``bins``. The last one contains
    its upper edge; what lies outside is not counted.

    Parameters
    ----------
    data
        The input array; its shape does not matter.
    bins
        The edges of the bins in rising order, of the type of ``data``; None: ``bin_cnt`` and ``range`` say them.
    bin_cnt
        The number of bins of equal width.
    range
        The lower edge of the first bin and the upper edge of the last.

    Returns
    -------
    The pair of counts (int64) and edges, one more than bins, in the type of ``data``.
    """
    if bins is None:
        assert bin_cnt is not None
        low, high = range or (0.0, 0.0)
        if bin_cnt < 1 or low > high:
            raise MXNetError(
                f"_histogram: expected at least one bin, and a range of two numbers, the lower first: {range}"
            )
        if low == high:
            low, high = low - 0.5, high + 0.5
        steps = torch.arange(bin_cnt + 1, dtype=torch.float64, device=data.device)
        edges = ((bin_cnt - steps) * low + steps * high).div_(bin_cnt).to(data.dtype)
        if not data.is_floating_point():
            return _counts_of_integers(data, edges, low, high)
        bounds = edges
    elif bins.dtype is not data.dtype:
        raise MXNetError(
            f"_histogram: data and bins have different types, {NAME_OF_TORCH[data.dtype]} and "
            f"{NAME_OF_TORCH[bins.dtype]}"
        )
    else:
        edges = bounds = bins.contiguous()
    flat = data.reshape(-1).contiguous()
    position = torch.bucketize(flat, bounds, right=True) - 1
    position = torch.where(flat == bounds[-1], len(edges) - 2, position)
    return _counts(position, (position >= 0) & (position < len(edges) - 1), len(edges) - 1), edges.clone()


def _counts_of_integers(data: Any, edges: Any, low: float, high: float) -> Any:
    """Count by the real bins, then by the next whole edge: the type has cut the edges off, or wrapped them around."""
    count = len(edges) - 1
    values, bounds = data.reshape(-1).to(torch.float64), edges.to(torch.float64)
    position = ((values - low) * count / (high - low)).long().clamp(0, count - 1)
    position -= (values < bounds[position]).long()
    position += ((position + 1 < count) & (values >= bounds[position + 1])).long()
    return _counts(position, (values >= low) & (values <= high) & (position >= 0), count), edges


def _counts(position: Any, inside: Any, count: int) -> Any:
    counts = torch.zeros(count, dtype=torch.int64, device=position.device)
    return counts.scatter_add(0, position.clamp(0, count - 1), inside.long())


@histogram.inputs
def _(p):
    if (p.bin_cnt is None) != (p.range is None) or (p.range is not None and len(p.range) != 2):
        raise MXNetError("_histogram: bin_cnt and range (two numbers) should both or neither be given")
    return ("data", "bins") if p.bin_cnt is None else ("data",)


histogram.outputs(("output0", "output1"))


def _flag_shape(p: Any, s: Any) -> None:
    s.a = s.b
    s.b = s.a
    s.out[0] = ()


@op("_contrib_allclose", shapes=_flag_shape, types=gives("uint8"), amp=None)
def allclose(a, b, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = True):
    """Return 1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0, as uint8 of shape ``()``.

    NaN equals NaN if ``equal_nan``. There is no gradient.

    Parameters
    ----------
    a, b
        Two arrays of one shape and one type.
    rtol
        How much they may differ, as a share of ``|b|``.
    atol
        How much they may differ besides.
    equal_nan
        Whether NaN counts as equal to NaN.

    Returns
    -------
    1 or 0, an array of type uint8.

    Examples
    --------
    >>> a = nd.array([1, 2])
    >>> print(nd.contrib.allclose(a, a + 1e-7).asnumpy(), nd.contrib.allclose(a, a + 1).asnumpy())
    1 0
    """
    if a.shape != b.shape:
        raise MXNetError(f"allclose: expected two arrays of one shape, got {list(a.shape)} and {list(b.shape)}")
    one_dtype("allclose", a, b)
    return torch.isclose(a.detach(), b.detach(), rtol, atol, equal_nan).all().to(torch.uint8)
