"""Samples of Fourier transforms and count sketches, which 1.9.1 has on GPUs only; see also test_contrib.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, ints, normal

_TOLERANCE: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}


def _fft(x: np.ndarray, **attrs: Any) -> np.ndarray:
    result = np.fft.fft(x)
    return np.stack([result.real, result.imag], -1).reshape(*x.shape[:-1], -1).astype(x.dtype)


def _ifft(x: np.ndarray, **attrs: Any) -> np.ndarray:
    return (np.fft.ifft(x[..., ::2] + 1j * x[..., 1::2]).real * (x.shape[-1] // 2)).astype(x.dtype)


def _count_sketch(x: np.ndarray, h: np.ndarray, s: np.ndarray, out_dim: int) -> np.ndarray:
    out = np.zeros((*x.shape[:-1], out_dim), x.dtype)
    for i in range(x.shape[-1]):
        out[..., int(h.flat[i])] += x[..., i] * s.flat[i]
    return out


def _sketch(*shape: int, out_dim: int) -> OpSample:
    signs = const([[1.0 if i % 3 else -1.0 for i in range(shape[-1])]], "float32")
    places = ints(0, out_dim, 1, shape[-1], dtype="float32")
    inputs = (normal(*shape), places, signs)
    return OpSample("_contrib_count_sketch", inputs, {"out_dim": out_dim}, expect=_count_sketch, grad="none")


SAMPLES = [
    OpSample("_contrib_fft", (normal(3, 5),), expect=_fft, grad="numeric", dtypes=("float32", "float64"), **_TOLERANCE),
    OpSample("_contrib_fft", (normal(2, 1, 3, 4),), {"compute_size": 64}, expect=_fft, grad="numeric", **_TOLERANCE),
    OpSample("_contrib_ifft", (normal(3, 10),), expect=_ifft, grad="numeric", **_TOLERANCE),
    OpSample("_contrib_ifft", (normal(2, 1, 3, 8),), {"compute_size": 64}, expect=_ifft, grad="numeric", **_TOLERANCE),
    _sketch(3, 7, out_dim=4),
    _sketch(2, 1, 3, 5, out_dim=6),
]
