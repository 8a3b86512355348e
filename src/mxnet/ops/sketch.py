"""Fourier transforms along the last axis, and count sketches.

1.9.1 has these on GPUs only. Complex numbers lie as pairs, ``real0, imag0, real1, imag1, ...``.
"""

from __future__ import annotations

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..registry import op
from ._axes import within


def _refuse_other_than_rows(data: torch.Tensor) -> None:
    if data.dim() not in (2, 4):
        raise MXNetShapeError(f"data: expected 2 or 4 dimensions, got {tuple(data.shape)}")


@op("_contrib_fft", named_outputs=True, amp="full")
def fft(data, *, compute_size: int = 128):
    """Return the discrete Fourier transform of real rows ``(..., d)`` as pairs, ``(..., 2 * d)``.

    ``data`` has 2 or 4 dimensions. ``compute_size`` is without effect.
    """
    _refuse_other_than_rows(data)
    return torch.view_as_real(torch.fft.fft(data)).flatten(-2)


@op("_contrib_ifft", named_outputs=True)
def ifft(data, *, compute_size: int = 128):
    """Return the real part of ``d`` times the inverse Fourier transform of rows of pairs, ``(..., 2 * d)``.

    The result is ``(..., d)``: after ``fft``, it is d times what one began with. ``data`` has 2 or 4 dimensions;
    ``compute_size`` is without effect.
    """
    _refuse_other_than_rows(data)
    if data.shape[-1] % 2:
        raise MXNetShapeError(f"data: the last dimension must be even, got {tuple(data.shape)}")
    pairs = data.unflatten(-1, (-1, 2))
    return torch.fft.ifft(torch.complex(pairs[..., 0], pairs[..., 1]), norm="forward").real.contiguous()


@op("_contrib_count_sketch", named_outputs=True, amp="full", host_sync="check")
def count_sketch(data, h, s, *, out_dim: int, processing_batch_size: int = 32):
    """Return ``(..., out_dim)`` with ``out[..., h[i]] += s[i] * data[..., i]``.

    ``h`` holds places, ``s`` signs, both ``(1, d)`` or ``(d,)``; they get the gradient zero.
    ``processing_batch_size`` is without effect. Source: Charikar et al., 2002.
    """
    if data.dim() not in (2, 4):
        raise MXNetShapeError(f"data: expected 2 or 4 dimensions, got {tuple(data.shape)}")
    length = data.shape[-1]
    if h.numel() != length or s.numel() != length:
        raise MXNetShapeError(f"expected {length} places and signs, got {tuple(h.shape)} and {tuple(s.shape)}")
    if out_dim < 1:
        raise MXNetError(f"out_dim must be positive, got {out_dim}")
    places = h.detach().reshape(-1).long()
    within(places, 0, out_dim - 1, "h")
    signed = data * s.detach().reshape(-1)
    return data.new_zeros(*data.shape[:-1], out_dim).index_add(-1, places, signed)


@count_sketch.shapes
def _(p, s):
    if s.data is not None and len(s.data) in (2, 4):
        s.h = s.s = (1, s.data[-1])
