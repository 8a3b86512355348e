"""Sliding blocks written out as columns, and columns added back into an image."""

from itertools import product
from math import prod

import torch
from torch.nn import functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Shape
from ..registry import op
from .conv import fits_kernel, per_axes


def _geometry(space, kernel, stride, dilate, pad):
    """Return stride, dilation and padding per axis, and how many blocks fit along each."""
    if len(space) != len(kernel) or not 1 <= len(kernel) <= 3:
        raise MXNetShapeError(f"kernel {kernel} is not for images of {len(space)} dimensions")
    stride, dilate, pad = per_axes(kernel, stride, dilate, pad)
    counts = []
    for n, k, t, d, m in zip(space, kernel, stride, dilate, pad, strict=True):
        span = n + 2 * m - (d * (k - 1) + 1)
        if span < 0:
            raise MXNetError(f"kernel size exceed input: {k} dilated by {d} in {n} padded by {m}")
        counts.append(span // t + 1)
    return stride, dilate, pad, counts


def _places(kernel, stride, dilate, counts):
    """Yield, for each element of the kernel, where it falls in the padded image."""
    for offsets in product(*map(range, kernel)):
        starts = [o * d for o, d in zip(offsets, dilate, strict=True)]
        ends = [s + (m - 1) * t + 1 for s, m, t in zip(starts, counts, stride, strict=True)]
        yield (slice(None), slice(None), *(slice(s, e, t) for s, e, t in zip(starts, ends, stride, strict=True)))


def _flat(data, kernel):
    """Return whether PyTorch's two-dimensional kernels take the data."""
    return len(kernel) == 2 and data.is_floating_point()


_fits_kernel = fits_kernel("stride", "dilate", "pad")


@op("im2col", amp=None, attributes=_fits_kernel)
def im2col(data, *, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()):
    """Return all blocks of ``(N, C, *space)`` as columns, ``(N, C * prod(kernel), blocks)``.

    One to three dimensions of space. The blocks are those that a convolution with the same attributes sees, in
    row-major order; a column holds a block channel by channel.

    Parameters
    ----------
    kernel
        The lengths of a block along each axis of space.
    stride
        The distance of two blocks; (): 1.
    dilate
        The distance of two elements of a block; (): 1.
    pad
        How many zeros lie around the image on each side; (): 0.

    Returns
    -------
    An array ``(N, C * prod(kernel), blocks)``.

    See Also
    --------
    col2im : adds the columns up again.

    Examples
    --------
    >>> x = mx.nd.arange(9).reshape((1, 1, 3, 3))
    >>> print(mx.nd.im2col(x, kernel=(2, 2)).asnumpy()[0])
    [[0. 1. 3. 4.]
     [1. 2. 4. 5.]
     [3. 4. 6. 7.]
     [4. 5. 7. 8.]]
    """
    stride, dilate, pad, counts = _geometry(tuple(data.shape[2:]), kernel, stride, dilate, pad)
    if _flat(data, kernel):
        return F.unfold(data, kernel, dilate, pad, stride)
    padded = F.pad(data, [m for m in reversed(pad) for _ in range(2)])
    blocks = torch.stack([padded[position] for position in _places(kernel, stride, dilate, counts)], 2)
    return blocks.reshape(data.shape[0], -1, prod(counts))


@op("col2im", amp=None, attributes=_fits_kernel)
def col2im(data, *, output_size: Shape, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()):
    """Add columns ``(N, C * prod(kernel), blocks)`` into an image ``(N, C, *output_size)``.

    It is the gradient of ``im2col``: where blocks overlap, their elements add up.

    Parameters
    ----------
    data
        The columns.
    output_size
        The lengths of the image's axes of space.
    kernel
        The lengths of a block along each axis of space.
    stride
        The distance of two blocks; (): 1.
    dilate
        The distance of two elements of a block; (): 1.
    pad
        How many zeros lie around the image on each side; (): 0.

    Returns
    -------
    An array ``(N, C, *output_size)``.

    Examples
    --------
    >>> columns = mx.nd.im2col(mx.nd.ones((1, 1, 3, 3)), kernel=(2, 2))
    >>> print(mx.nd.col2im(columns, output_size=(3, 3), kernel=(2, 2)).asnumpy()[0, 0])
    [[1. 2. 1.]
     [2. 4. 2.]
     [1. 2. 1.]]
    """
    stride, dilate, pad, counts = _geometry(output_size, kernel, stride, dilate, pad)
    if data.dim() != 3 or data.shape[2] != prod(counts):
        raise MXNetShapeError(f"data: expected (N, C * {prod(kernel)}, {prod(counts)}), got {tuple(data.shape)}")
    if data.shape[1] % prod(kernel):
        raise MXNetShapeError(f"data: {data.shape[1]} rows are no multiple of the kernel's size, {prod(kernel)}")
    if _flat(data, kernel):
        return F.fold(data, output_size, kernel, dilate, pad, stride)
    blocks = data.reshape(data.shape[0], -1, prod(kernel), *counts)
    image = data.new_zeros(*blocks.shape[:2], *(n + 2 * m for n, m in zip(output_size, pad, strict=True)))
    for i, position in enumerate(_places(kernel, stride, dilate, counts)):
        image[position] += blocks[:, :, i]
    return image[(..., *(slice(m, m + n) for n, m in zip(output_size, pad, strict=True)))].contiguous()
