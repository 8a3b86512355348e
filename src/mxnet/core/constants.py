"""Small tensors of known numbers, on any device."""

from collections.abc import Sequence
from functools import lru_cache

import torch

from .tracing import traced


def constant(values: float | Sequence[float], dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return a number as a tensor without axes, or a few numbers as a vector.

    On a GPU they are filled in there: a copy from the processor waits for all work that the GPU has been given, and
    cannot be part of a CUDA graph.

    >>> constant((0.5, 2.0), torch.float32, torch.device("cpu"))
    tensor([0.5000, 2.0000])
    """
    if device.type == "cpu":
        return torch.tensor(values, dtype=dtype)
    if not isinstance(values, Sequence):
        return torch.full((), values, dtype=dtype, device=device)
    if not values:
        return torch.empty(0, dtype=dtype, device=device)
    return torch.stack([torch.full((), value, dtype=dtype, device=device) for value in values])


_cached_constant = lru_cache(maxsize=256)(constant)


def kept_constant(values: float | Sequence[float], dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return :func:`constant`, a cached one: do not write to it. -0.0 may be 0.0."""
    make = constant if traced() or torch.is_inference_mode_enabled() else _cached_constant
    return make(values, dtype, device)


def constant_like(values: float | Sequence[float], like: torch.Tensor) -> torch.Tensor:
    """Return :func:`kept_constant` in the type of another tensor and where that is."""
    return kept_constant(values, like.dtype, like.device)
