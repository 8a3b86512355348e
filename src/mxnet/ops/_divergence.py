"""The clipping threshold for quantization of least Kullback-Leibler divergence.

Source: NVIDIA, "8-bit inference with TensorRT" (GTC 2017). Of all ranges around zero, take the one whose histogram,
with everything outside added to its ends, diverges least from itself merged into the quantization levels.
"""

from typing import Any

import numpy as np

from ..core.errors import MXNetError

#: what replaces a zero of a distribution
_SHARE = 1e-4
_WORST = float(np.finfo(np.float32).max)


def best_threshold(counts: Any, edges: Any, levels: int) -> tuple[float, float]:
    """Return the threshold of least divergence, the smallest of equal ones, and that divergence.

    ``counts`` is a histogram of ``n`` equal bins around zero, ``edges`` its ``n + 1`` edges, ``levels`` the number of
    quantization levels. Raises :class:`MXNetError` for fewer bins than levels.
    """
    counts, edges = np.asarray(counts, np.float64), np.asarray(edges)
    if not 0 < levels <= len(counts):
        raise MXNetError(f"num_quantized_bins: expected 1 to {len(counts)}, the number of bins, got {levels}")
    middle, below = len(counts) // 2, np.concatenate([[0.0], np.cumsum(counts)])
    best = float(edges[middle + levels // 2 + 1]), _WORST
    for half in range(levels // 2, middle + 1):
        first, last = middle - half, min(middle + half + 1, len(counts))
        result = _divergence(counts[first:last], below[first], below[-1] - below[last], levels)
        if result < best[1]:
            best = float(edges[last]), result
    return best


def _divergence(inside: Any, left: float, right: float, levels: int) -> float:
    """Return the divergence between a histogram, with the counts outside added to its ends, and itself in levels.

    It is computed in float32 with sequential sums, as in 1.9.1: other rounding moves the flat minimum.
    """
    p = inside.astype(np.float32)
    p[0] += left
    p[-1] += right
    inside = inside.copy()
    inside[0] = 0  # as in 1.9.1, which counts the first bin as outside
    width = len(inside) // levels
    starts = np.arange(levels) * width
    total, shares = np.add.reduceat(inside, starts), np.add.reduceat((inside != 0).astype(np.float64), starts)
    level = np.divide(total, shares, out=np.zeros(levels), where=shares != 0).astype(np.float32)
    sizes = np.full(levels, width)
    sizes[-1] = len(inside) - width * (levels - 1)
    q = np.repeat(level, sizes)
    q[p == 0] = 0
    smooth_p, smooth_q = smooth(p), smooth(q)
    if smooth_p is None or smooth_q is None:
        return _WORST
    smooth_p /= _sum(smooth_p)
    smooth_q /= _sum(smooth_q)
    return float(_sum(smooth_p * np.log(smooth_p / smooth_q)))


def _sum(values: Any) -> Any:
    """Return the sequential sum in the values' own type (``np.sum`` is pairwise)."""
    return np.add.accumulate(values)[-1]


def smooth(p: Any, share: float = _SHARE) -> Any:
    """Return a distribution in which ``share`` replaces each zero, taken in equal parts from the other entries.

    Return None if all entries are zero, or one is less than what would be taken from it.
    """
    empty = p == 0
    zeros = int(empty.sum())
    if zeros == p.size:
        return None
    part = p.dtype.type(share)
    share_of_others = part * p.dtype.type(zeros) / p.dtype.type(p.size - zeros)
    smoothed = np.where(empty, part, p - share_of_others)
    return None if share_of_others >= 1 or (smoothed <= 0).any() else smoothed
