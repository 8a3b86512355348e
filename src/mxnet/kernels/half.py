"""Half precision on CPUs without instructions for it: products and convolutions are computed in float32.

There, PyTorch's kernels of float16 (and of bfloat16 on processors without AVX-512) take 4 to 100 times as long as
those of float32 with the conversions around them. Sums are more exact so, and are rounded once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from math import inf
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import PLAIN, kernel
from .small_products import note


@functools.cache
def _slow_types() -> frozenset[torch.dtype]:
    """Return the types that this processor multiplies more slowly than float32."""
    if PLAIN:
        return frozenset()
    supported = {torch.float16: torch_compat.multiplies_float16, torch.bfloat16: torch_compat.multiplies_bfloat16}
    return frozenset(dtype for dtype, has_kernels in supported.items() if not has_kernels())


def is_slow_half(t: torch.Tensor) -> bool:
    """Return whether products of such a tensor are faster in float32, and are not being traced."""
    return t.dtype in _slow_types() and t.is_cpu and not traced()


def in_float32(
    function: Callable[..., torch.Tensor], data: torch.Tensor, *arguments: Any, **options: Any
) -> torch.Tensor:
    """Return ``function(data, *arguments, **options)`` computed in float32, rounded to the type of ``data``.

    Tensors of several types are left to the function, which may refuse them.
    """
    if any(isinstance(t, torch.Tensor) and t.dtype is not data.dtype for t in arguments):
        return function(data, *arguments, **options)
    floats = (t.float() if isinstance(t, torch.Tensor) else t for t in arguments)
    return function(data.float(), *floats, **options).to(data.dtype)


def _fast(plain: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    @kernel(plain=plain)
    @functools.wraps(plain)
    def fast(data: torch.Tensor, *arguments: Any, **options: Any) -> torch.Tensor:
        if not traced():
            note(inf, data, arguments[0])
        if data.dtype is not torch.float32 and is_slow_half(data):
            return in_float32(plain, data, *arguments, **options)
        return plain(data, *arguments, **options)

    return fast


conv1d = _fast(torch.conv1d)
conv3d = _fast(torch.conv3d)
conv_transpose1d = _fast(torch.conv_transpose1d)
conv_transpose2d = _fast(torch.conv_transpose2d)
conv_transpose3d = _fast(torch.conv_transpose3d)
