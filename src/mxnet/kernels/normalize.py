"""Batch normalization at inference as one scale and shift for each channel, on CPUs, for large data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .choice import kernel
from .thresholds import NORMALIZED


def _never(data: torch.Tensor, affine: Callable[..., Any], parameters: tuple[torch.Tensor, ...]) -> torch.Tensor | None:
    return None


@kernel(plain=_never)
def scale_and_shift(
    data: torch.Tensor, affine: Callable[..., Any], parameters: tuple[torch.Tensor, ...]
) -> torch.Tensor | None:
    """Return ``data * scale + shift`` with ``scale, shift = affine(*parameters)``; None where that is not faster.

    ``data`` is ``(N, C, H, W)``, each parameter ``(C,)``.
    """
    if data.dim() != 4 or data.numel() < NORMALIZED or not data.is_cpu or data.dtype is not torch.float32:
        return None
    channels = data.shape[1:2]
    if not all(t.dtype is torch.float32 and t.shape == channels for t in parameters):
        return None
    scale, shift = affine(*parameters)
    return torch.addcmul(shift.view(1, -1, 1, 1), data, scale.view(1, -1, 1, 1))
