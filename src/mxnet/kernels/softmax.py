"""The gradient of a softmax's input under cross entropy, for few elements."""

from __future__ import annotations

import torch

from ..core import torch_compat
from .choice import kernel
from .thresholds import SOFTMAX

_ONES = {dtype: torch.ones((), dtype=dtype) for dtype in (torch.float32, torch.float64)}


def _never(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    return None


@kernel(plain=_never)
def less_one_at(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    """Return ``out`` ``(N, classes)`` less one at the label of each row; None where that is not the quicker way.

    Label -1 hits nothing; for others out of range it is None, too.
    """
    if out.numel() > SOFTMAX or out.dtype not in _ONES or not out.is_cpu:
        return None
    one = _ONES[out.dtype]
    try:
        grad: torch.Tensor = torch_compat.nll_loss_backward(one, out, label, None, 2, -1, one)
    except IndexError:
        return None
    return grad.add_(out)
