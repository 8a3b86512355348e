"""Batch normalization at inference as one scale and shift for each channel, on CPUs.

For large data in channels-last format it takes half the time of PyTorch's; in the usual one up to 2.6 times it.
"""

from collections.abc import Callable
from typing import Any

import torch

from .choice import Grid, kernel, sizes

NORMALIZED = sizes("scale_and_shift")


def _never(data: torch.Tensor, affine: Callable[..., Any], parameters: tuple[torch.Tensor, ...]) -> torch.Tensor | None:
    return None


def _images(size: int) -> tuple[Any, ...]:
    data = torch.randn(4, 16, 8, size // 512).contiguous(memory_format=torch.channels_last)
    return data, _scales, tuple(torch.rand(2, 16))


def _scales(mean: torch.Tensor, var: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scale = (var + 1e-5).rsqrt_()
    return scale, -mean * scale


def _normalized(data: torch.Tensor, _: Any, parameters: tuple[torch.Tensor, ...]) -> torch.Tensor:
    mean, var = parameters
    return torch.nn.functional.batch_norm(data, mean, var)


@kernel(plain=_never, grid=Grid("elements", _images, (10, 22), _normalized, only="forward"))
def scale_and_shift(
    data: torch.Tensor, affine: Callable[..., Any], parameters: tuple[torch.Tensor, ...]
) -> torch.Tensor | None:
    """Return ``data * scale + shift`` with ``scale, shift = affine(*parameters)``; None where that is not faster.

    ``data`` is ``(N, C, H, W)``, each parameter ``(C,)``.
    """
    if data.dim() != 4 or data.numel() not in NORMALIZED or not data.is_cpu or data.dtype is not torch.float32:
        return None
    channels = data.shape[1:2]
    if not data.is_contiguous(memory_format=torch.channels_last):
        return None
    if not all(t.dtype is torch.float32 and t.shape == channels for t in parameters):
        return None
    scale, shift = affine(*parameters)
    return torch.addcmul(shift.view(1, -1, 1, 1), data, scale.view(1, -1, 1, 1))
