"""Fourier transforms along the last axis, and count sketches.

1.9.1 has these on GPUs only. Complex numbers lie as pairs, ``real0, imag0, real1, imag1, ...``.
"""

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..registry import op
from ._axes import check_range


def _refuse_other_than_rows(data: torch.Tensor) -> None:
    if data.dim() not in (2, 4):
        raise MXNetShapeError(f"data: expected 2 or 4 dimensions, got {tuple(data.shape)}")


@op("_contrib_fft", full_names=("outputs",), amp="full")
def fft(data, *, compute_size: int = 128):
    """Return the discrete Fourier transform of real rows, each complex number as a pair: ``real0, imag0, real1, imag1,
    ...``.

    Parameters
    ----------
    data
        Real rows, ``(n, d)`` or ``(n, c, h, d)``.
    compute_size
        Without effect.

    Returns
    -------
    An array with ``2 * d`` in the last axis.

    See Also
    --------
    ifft : leads back.

    Notes
    -----
    1.9.1 has it on GPUs only.

    Examples
    --------
    >>> print(nd.contrib.fft(nd.array([[1, 2, 3, 4]])).asnumpy())
    [[10.  0. -2.  2. -2.  0. -2. -2.]]
    """
    _refuse_other_than_rows(data)
    return torch.view_as_real(torch.fft.fft(data)).flatten(-2)


@op("_contrib_ifft", full_names=("outputs",))
def ifft(data, *, compute_size: int = 128):
    """Return the real part of ``d`` times the inverse Fourier transform of rows of d complex numbers, each a pair.

    After ``fft`` it is d times what one began with.

    Parameters
    ----------
    data
        Rows of complex numbers as pairs, ``(n, 2 * d)`` or ``(n, c, h, 2 * d)``.
    compute_size
        Without effect.

    Returns
    -------
    An array with ``d`` in the last axis.

    See Also
    --------
    fft : the transform.

    Notes
    -----
    1.9.1 has it on GPUs only.

    Examples
    --------
    >>> pairs = nd.contrib.fft(nd.array([[1, 2, 3, 4]]))
    >>> print((nd.contrib.ifft(pairs) / 4).asnumpy())
    [[1. 2. 3. 4.]]
    """
    _refuse_other_than_rows(data)
    if data.shape[-1] % 2:
        raise MXNetShapeError(f"data: the last dimension must be even, got {tuple(data.shape)}")
    pairs = data.unflatten(-1, (-1, 2))
    return torch.fft.ifft(torch.complex(pairs[..., 0], pairs[..., 1]), norm="forward").real.contiguous()


@op("_contrib_count_sketch", full_names=("outputs",), amp="full", host_sync="check")
def count_sketch(data, h, s, *, out_dim: int, processing_batch_size: int = 32):
    """Return a shorter array into which every element of a row is added, at a place and with a sign of its own (a count
    sketch).

    ``out[..., h[i]] += s[i] * data[..., i]``

    Parameters
    ----------
    data
        Rows, ``(n, d)`` or ``(n, c, h, d)``.
    h
        The place of each element, from 0 to ``out_dim - 1``: ``(1, d)`` or ``(d,)``; it gets the gradient zero.
    s
        The sign of each element, 1 or -1, in the same shape; it gets the gradient zero.
    out_dim
        The length of the result's rows.
    processing_batch_size
        Without effect.

    Returns
    -------
    An array with ``out_dim`` in the last axis.

    Raises
    ------
    MXNetError
        For a place outside the result.

    Notes
    -----
    Source: Charikar et al., "Finding frequent items in data streams", 2002. 1.9.1 has it on GPUs only.

    Examples
    --------
    >>> data = nd.array([[1, 2, 3, 4]])
    >>> places, signs = nd.array([[0, 1, 0, 2]]), nd.array([[1, 1, -1, 1]])
    >>> print(nd.contrib.count_sketch(data, places, signs, out_dim=3).asnumpy())
    [[-2.  2.  4.]]
    """
    _refuse_other_than_rows(data)
    length = data.shape[-1]
    if h.numel() != length or s.numel() != length:
        raise MXNetShapeError(f"expected {length} places and signs, got {tuple(h.shape)} and {tuple(s.shape)}")
    if out_dim < 1:
        raise MXNetError(f"out_dim must be positive, got {out_dim}")
    indices = h.detach().reshape(-1).long()
    check_range(indices, 0, out_dim - 1, "h")
    return data.new_zeros(*data.shape[:-1], out_dim).index_add(-1, indices, data * s.detach().reshape(-1))


@count_sketch.shapes
def _(p, s, data):
    if len(data) in (2, 4):
        s.h = s.s = (1, data[-1])
