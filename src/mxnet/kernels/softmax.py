"""Cross entropy with class indices: its value, and a fast gradient for small data."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from ..core.interruptions import unless_interrupted
from .choice import kernel
from .thresholds import SOFTMAX

_LESS_ONE = {dtype: torch.full((1, 1), -1, dtype=dtype) for dtype in (torch.float32, torch.float64)}


def _never(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    return None


@kernel(plain=_never)
def less_one_at(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    """Return ``out`` ``(N, classes)`` minus one at the label of each row.

    Return None if another way is faster, or a label is out of range.
    """
    if out.numel() > SOFTMAX or out.dtype not in _LESS_ONE or not out.is_cpu:
        return None
    less = _LESS_ONE[out.dtype].expand(label.shape[0], 1)
    try:
        return out.scatter_add(1, label.unsqueeze(1), less)
    except unless_interrupted(RuntimeError):
        return None


def _sum_of_picked(scores: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    inside = (label >= 0) & (label < scores.shape[1])
    position = label.clamp(0, scores.shape[1] - 1).unsqueeze(1)
    return (scores.gather(1, position).squeeze(1) * inside).sum()


@kernel(plain=_sum_of_picked)
def sum_at_labels(scores: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    """Return the sum of ``scores`` ``(N, classes)`` at the label of each row; labels out of range add nothing."""
    if scores.is_cpu:  # on GPUs a label out of range aborts the process
        try:
            return F.nll_loss(scores, label, reduction="sum").neg_()
        except unless_interrupted(IndexError, RuntimeError):  # a label out of range, or a type without this kernel
            pass
    return _sum_of_picked(scores, label)
