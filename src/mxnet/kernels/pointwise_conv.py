"""Convolutions with a kernel of one element, few channels and a stride: as convolutions of the elements they look at.

With the channels innermost in memory, oneDNN (3.12, on x86 processors) computes the gradient of such weights
with a kernel that writes a whole vector where there are fewer channels: into memory that is not its own, or over what
another thread wrote (uxlfoundation/oneDNN issue 6035). So no such convolution is asked for, in whatever order the
data lie: eager calls and graphs, which order memory differently, compute the same. There is no plain form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from .thresholds import VECTOR

Convolve = Callable[..., torch.Tensor]


def skips_elements(weight: torch.Tensor, channels: int, stride: Sequence[int], pad: Sequence[int]) -> bool:
    """Return whether a convolution of so few ``channels`` a group looks at some of its elements only, one by one."""
    return channels < VECTOR and max(weight.shape[2:]) == 1 and max(stride) > 1 and not any(pad)


def convolve_skipping(
    convolve: Convolve,
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Sequence[int],
    groups: int,
) -> torch.Tensor:
    """Return ``convolve(data, weight, bias, stride, groups=groups)`` for a kernel of one element."""
    return convolve(data[_every(stride)], weight, bias, groups=groups)


def transpose_skipping(
    transposed: Convolve,
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Sequence[int],
    adj: Sequence[int],
    groups: int,
) -> torch.Tensor:
    """Return ``transposed(data, weight, bias, stride, 0, adj, groups)`` for a kernel of one element."""
    values = transposed(data, weight, groups=groups)
    space = [(n - 1) * step + 1 + more for n, step, more in zip(data.shape[2:], stride, adj, strict=True)]
    out = values.new_zeros(*values.shape[:2], *space)
    out[_every(stride)] = values
    return out if bias is None else out + bias.view(-1, *(1,) * len(space))


def _every(stride: Sequence[int]) -> tuple[slice, ...]:
    return (slice(None), slice(None), *(slice(None, None, step) for step in stride))
