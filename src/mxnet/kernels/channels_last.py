"""Operators on images in channels-last memory, in which PyTorch's kernels work on many channels at a time."""

from collections.abc import Callable
from functools import partial
from math import prod

import torch
from torch.nn import functional as F

from ..core.tracing import traced
from .choice import Grid, kernel, sizes
from .transpose import in_order

#: elements of data and result with which it pays to bring them there and back, and channels that fill a vector
AVERAGED, INTERPOLATED, CHANNELS = sizes("average_to"), sizes("interpolate_to"), 8
#: elements of the images of a piece, which stay in the cache
PIECE = 1 << 20

Form = Callable[..., torch.Tensor]


def to_channels_last(data: torch.Tensor) -> torch.Tensor:
    """Return ``(N, C, H, W)`` in channels-last memory."""
    return in_order(data.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


def _by_channels(form: Form, data: torch.Tensor, size: tuple[int, ...], limits: range) -> torch.Tensor:
    """Return ``form(data, size)``, of images ``(N, C, H, W)``: images of another size."""
    if traced() or data.dim() != 4 or data.shape[1] < CHANNELS or (data.requires_grad and torch.is_grad_enabled()):
        return form(data, size)  # comparing sizes would fix them in an exported program
    both = data.numel() + data.shape[0] * data.shape[1] * prod(size)
    if both not in limits or data.dtype is not torch.float32 or not data.is_cpu or not data.is_contiguous():
        return form(data, size)
    images = max(1, PIECE * len(data) // both)
    parts = [in_order(form(to_channels_last(part), size)) for part in data.split(images)]
    return parts[0] if len(parts) == 1 else torch.cat(parts)


@kernel(
    plain=F.adaptive_avg_pool2d,
    grid=Grid("elements", lambda n: (torch.randn(4, 16, 8, n // 512), (2, 7)), (13, 22), only="forward"),
)
def average_to(data: torch.Tensor, size: tuple[int, ...]) -> torch.Tensor:
    """Return averages over windows chosen so that ``size`` of them cover an image."""
    return _by_channels(F.adaptive_avg_pool2d, data, size, AVERAGED)


def _interpolated(data: torch.Tensor, size: tuple[int, ...], align_corners: bool = True) -> torch.Tensor:
    return F.interpolate(data, size, mode="bilinear", align_corners=align_corners)


@kernel(
    plain=_interpolated,
    grid=Grid("elements", lambda n: (torch.randn(4, 16, 4, n // 1280), (8, n // 640)), (13, 22), only="forward"),
)
def interpolate_to(data: torch.Tensor, size: tuple[int, ...], align_corners: bool = True) -> torch.Tensor:
    """Return images of another size by bilinear interpolation."""
    return _by_channels(partial(_interpolated, align_corners=align_corners), data, size, INTERPOLATED)
