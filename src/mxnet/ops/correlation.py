"""Correlation of the patches of two images."""

import torch
from torch.nn import functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import NonNegative, Positive
from ..registry import op

#: places along a row whose patches are multiplied by those of all displaced ones at once
_TILE = 32
#: channels from which on that is faster
_CHANNELS = 16


def _compare(first, second, multiply):
    if multiply:
        return first * second
    difference = first - second
    return torch.where(difference >= 0, difference, -difference) if difference.requires_grad else difference.abs_()


def _by_elements(first, second, start, step, size, multiply):
    """Yield sums over channels ``(N, size, h, w)`` of what two images are compared by, for each displacement down."""
    height, width = first.shape[2:]
    bands = second[..., start : start + width + (size - 1) * step].unfold(3, width, step).transpose(2, 3)
    for row in range(start, start + size * step, step):
        yield _compare(first.unsqueeze(2), bands[..., row : row + height, :], multiply).sum(1)


def _products(first, second, start, step, size):
    """Yield the same of products, by those of matrices: all pairs of places of a row that are close."""
    (images, _, height, width), reach = first.shape, (size - 1) * step
    tile = -(-width // -(-width // _TILE))
    more = -width % tile
    first_tiles = F.pad(first, (0, more)).unflatten(3, (-1, tile)).permute(2, 0, 3, 4, 1).contiguous()
    second_tiles = F.pad(second[..., start : start + width + reach], (0, more)).unfold(3, tile + reach, tile)
    second_tiles = second_tiles.permute(2, 0, 3, 1, 4).contiguous()
    for row in range(start, start + size * step, step):
        pairs = torch.matmul(first_tiles, second_tiles[row : row + height])
        line, image, part, place, other = pairs.stride()
        shape = images, size, height, pairs.shape[2], tile
        band = pairs.as_strided(shape, (image, step * other, line, part, place + other))
        yield band.flatten(3)[..., :width]


@op("Correlation", full_names=("outputs", "gradients"), amp="widest", outputs=("output", "tmp1", "tmp2"), visible=1)
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
    share = kernel_size * kernel_size * data1.shape[1]
    if is_multiply and data1.shape[1] >= _CHANNELS:
        parts = _products(first, second, start, stride2, size)
    else:
        parts = _by_elements(first, second, start, stride2, size, is_multiply)
    return F.avg_pool2d(torch.cat(list(parts), 1), kernel_size, stride1, divisor_override=share), *padded
