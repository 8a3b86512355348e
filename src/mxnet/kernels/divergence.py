"""Where to cut off numbers that are to be told by few levels: the least Kullback-Leibler divergence.

The method is that of NVIDIA's "8-bit inference with TensorRT" (GTC 2017): of all ranges around zero, take the one whose
counts lose least when what is outside goes to the ends and what is inside is merged into the levels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.errors import MXNetError

#: what a level without counts is given of the others'
_SHARE = 1e-4
_WORST = float(np.finfo(np.float32).max)


def best_threshold(counts: Any, edges: Any, levels: int) -> tuple[float, float]:
    """Return the threshold and the divergence that it leaves; of equal ones the smallest.

    ``counts``: how many numbers lie in each of ``n`` equal bins around zero; ``edges``: their ``n + 1`` ends;
    ``levels``: how many are to be told apart. Raises :class:`MXNetError` for fewer bins than levels.
    """
    counts, edges = np.asarray(counts, np.float64), np.asarray(edges)
    if not 0 < levels <= len(counts):
        raise MXNetError(f"num_quantized_bins: expected 1 to {len(counts)}, the number of bins, got {levels}")
    middle, below = len(counts) // 2, np.concatenate([[0.0], np.cumsum(counts)])
    best = float(edges[middle + levels // 2 + 1]), _WORST
    for half in range(levels // 2, middle + 1):
        first, last = middle - half, min(middle + half + 1, len(counts))
        found = _divergence(counts[first:last], below[first], below[-1] - below[last], levels)
        if found < best[1]:
            best = float(edges[last]), found
    return best


def _divergence(inside: Any, left: float, right: float, levels: int) -> float:
    """Return the divergence between the counts with those outside on the ends, and the counts in levels.

    In float32, one number added after the other, as in 1.9.1: the flat minimum lies elsewhere with other rounding.
    """
    p = inside.astype(np.float32)
    p[0] += left
    p[-1] += right
    inside = inside.copy()
    inside[0] = 0  # as in 1.9.1, where the first bin counts with what lies below it
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
    """Return the sum in the values' own type, one added after the other (``np.sum`` adds in pairs)."""
    return np.add.accumulate(values)[-1]


def smooth(p: Any, share: float = _SHARE) -> Any:
    """Return a distribution in which each zero is ``share``, taken in equal parts from what is not zero.

    None where all is zero, or where a part is less than what would be taken from it.
    """
    empty = p == 0
    zeros = int(empty.sum())
    if zeros == p.size:
        return None
    part = p.dtype.type(share)
    taken = part * p.dtype.type(zeros) / p.dtype.type(p.size - zeros)
    smoothed = np.where(empty, part, p - taken)
    return None if taken >= 1 or (smoothed <= 0).any() else smoothed
