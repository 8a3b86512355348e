"""Half precision on CPUs without instructions for it: products and convolutions are computed in float32.

There, PyTorch's kernels of float16 (and of bfloat16 on processors without AVX-512) take 4 to 100 times as long as
those of float32 with the conversions around them. Sums are more exact so, and are rounded once.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch

from ..core import torch_compat
from .choice import PLAIN


@functools.cache
def _slow_types() -> frozenset[torch.dtype]:
    """Return the types that this processor multiplies more slowly than float32."""
    if PLAIN:
        return frozenset()
    supported = {torch.float16: torch_compat.multiplies_float16, torch.bfloat16: torch_compat.multiplies_bfloat16}
    return frozenset(dtype for dtype, has_kernels in supported.items() if not has_kernels())


def are_slow_half(*tensors: torch.Tensor | None) -> bool:
    """Return whether tensors are of one type whose products are faster in float32; several types are left to others."""
    dtype = tensors[0].dtype  # type: ignore[union-attr]
    return (
        dtype is not torch.float32
        and dtype in _slow_types()
        and all(t is None or (t.is_cpu and t.dtype is dtype) for t in tensors)
    )


def in_float32(
    function: Callable[..., torch.Tensor], data: torch.Tensor, *arguments: Any, **options: Any
) -> torch.Tensor:
    """Return ``function(data, *arguments, **options)`` computed in float32, rounded to the type of ``data``."""
    floats = (t.float() if isinstance(t, torch.Tensor) else t for t in arguments)
    return function(data.float(), *floats, **options).to(data.dtype)
