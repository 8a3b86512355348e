"""The gradient of a softmax's input under cross entropy, for few elements."""

from __future__ import annotations

import torch

from .choice import kernel
from .thresholds import SOFTMAX

_LESS_ONE = {dtype: torch.full((1, 1), -1, dtype=dtype) for dtype in (torch.float32, torch.float64)}


def _never(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    return None


@kernel(plain=_never)
def less_one_at(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    """Return ``out`` ``(N, classes)`` less one at the label of each row; None where that is not the quicker way.

    For labels out of range it is None, too.
    """
    if out.numel() > SOFTMAX or out.dtype not in _LESS_ONE or not out.is_cpu:
        return None
    less = _LESS_ONE[out.dtype].expand(label.shape[0], 1)
    try:
        return out.scatter_add(1, label.unsqueeze(1), less)
    except RuntimeError:
        return None
