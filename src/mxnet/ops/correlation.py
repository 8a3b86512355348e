"""Correlation of the patches of two images."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import NonNegative, Positive
from ..registry import op


def _compare(first, second, multiply):
    if multiply:
        return first * second
    difference = first - second
    return torch.where(difference >= 0, difference, -difference)


@op("Correlation", named_outputs=True, named_gradients=True, amp="widest")
def correlation(
    data1,
    data2,
    *,
    kernel_size: Positive = 1,
    max_displacement: NonNegative = 1,
    stride1: Positive = 1,
    stride2: Positive = 1,
    pad_size: NonNegative = 0,
    is_multiply: bool = True,
):
    """Return how well patches of one image agree with displaced ones of another, the mean of their products.

    For the flow between two frames of a film. Source: Fischer et al., "FlowNet", arXiv 1504.06852. Hidden outputs: both
    inputs padded, channels last.

    Parameters
    ----------
    data1, data2
        The images, or features, ``(N, C, H, W)``.
    kernel_size
        The side of a patch, an odd number.
    max_displacement
        How far patches of ``data2`` lie from those of ``data1``, at most.
    stride1
        How far apart the patches of ``data1`` are.
    stride2
        How far apart the displacements are.
    pad_size
        How many zeros are put around both images.
    is_multiply
        Whether numbers are compared by their product; else by the absolute difference.

    Returns
    -------
    An array ``(N, D * D, H', W')``, a channel for each displacement, rows first: ``D = 2 * (max_displacement //
    stride2) + 1``.

    Examples
    --------
    >>> first = mx.nd.array([[[[0, 0, 0], [0, 1, 0], [0, 0, 0]]]])
    >>> second = mx.nd.array([[[[0, 0, 0], [0, 0, 1], [0, 0, 0]]]])  # the dot moved right
    >>> print(mx.nd.Correlation(first, second, pad_size=1, max_displacement=1)[0, :, 1, 1].asnumpy())
    [0. 0. 0. 0. 0. 1. 0. 0. 0.]
    """
    if data1.dim() != 4 or data1.shape != data2.shape:
        raise MXNetShapeError(f"expected two equal (N, C, H, W), got {tuple(data1.shape)} and {tuple(data2.shape)}")
    if kernel_size % 2 == 0:
        raise MXNetError(f"kernel_size must be odd, got {kernel_size}")
    border = 2 * (max_displacement + kernel_size // 2)
    counts = [-(-(n + 2 * pad_size - border) // stride1) for n in data1.shape[2:]]
    if min(counts) < 1:
        raise MXNetShapeError(f"data: {tuple(data1.shape[2:])} is too small for these displacements and this kernel")
    height, width = [(count - 1) * stride1 + kernel_size for count in counts]
    first, second = (F.pad(item, (pad_size,) * 4) for item in (data1, data2))
    padded = first.permute(0, 2, 3, 1), second.permute(0, 2, 3, 1)
    first = first[:, :, max_displacement : max_displacement + height, max_displacement : max_displacement + width]
    reach = max_displacement // stride2
    start, size = max_displacement - reach * stride2, 2 * reach + 1
    bands = second[..., start : start + width + 2 * reach * stride2].unfold(3, width, stride2).transpose(2, 3)
    result = []
    for i in range(size):
        row = start + i * stride2
        compared = _compare(first.unsqueeze(2), bands[..., row : row + height, :], is_multiply).sum(1)
        share = kernel_size * kernel_size * data1.shape[1]
        result.append(F.avg_pool2d(compared, kernel_size, stride1, divisor_override=share))
    return torch.cat(result, 1), *padded


correlation.outputs(("output", "tmp1", "tmp2"))
correlation.visible(1)
