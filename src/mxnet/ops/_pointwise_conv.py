"""1x1 convolutions with a stride and few channels, computed without stride on the elements that they read.

In channels-last format, oneDNN (3.12, on x86 processors) computes the weight gradient of such convolutions with a
kernel that writes a whole vector even for fewer channels: beyond its memory, or over what another thread wrote
(uxlfoundation/oneDNN issue 6035). So oneDNN never gets such a convolution, in either memory format: eager calls and
graphs, which differ in format, compute the same. There is no plain form.
"""

from collections.abc import Callable, Sequence

import torch

#: the longest vector of float32 on any processor; with as many channels, oneDNN does not write beyond them
VECTOR = 16

Convolve = Callable[..., torch.Tensor]


def skips_elements(weight: torch.Tensor, channels: int, stride: Sequence[int], pad: Sequence[int]) -> bool:
    """Return whether a convolution of ``channels`` a group is 1x1 with a stride, and has few channels."""
    return channels < VECTOR and max(weight.shape[2:]) == 1 and max(stride) > 1 and not any(pad)


def convolve_skipping(
    convolve: Convolve,
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Sequence[int],
    groups: int,
) -> torch.Tensor:
    """Return ``convolve(data, weight, bias, stride, groups=groups)`` for a 1x1 kernel."""
    return convolve(data[_every(stride, data.shape[2:])], weight, bias, groups=groups)


def transpose_skipping(
    transposed: Convolve,
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Sequence[int],
    adj: Sequence[int],
    groups: int,
) -> torch.Tensor:
    """Return ``transposed(data, weight, bias, stride, 0, adj, groups)`` for a 1x1 kernel."""
    values = transposed(data, weight, groups=groups)
    space = [(n - 1) * step + 1 + more for n, step, more in zip(data.shape[2:], stride, adj, strict=True)]
    out = values.new_zeros(*values.shape[:2], *space)
    out[_every(stride, space)] = values
    return out if bias is None else out + bias.view(-1, *(1,) * len(space))


def _every(stride: Sequence[int], space: Sequence[int]) -> tuple[slice, ...]:
    """Return the index of the elements that are read, from axes of the lengths ``space``.

    An axis of one element keeps its stride: oneDNN computes wrong gradients of grouped weights in channels-last format
    where it has another than PyTorch would give it.
    """
    steps = [slice(None, None, step) if n > step else slice(1) for step, n in zip(stride, space, strict=True)]
    return (slice(None), slice(None), *steps)
