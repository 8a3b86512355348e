"""Samples of Fourier transforms from real to real numbers; ``tests/numpy`` has those of complex ones."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, normal

_WIDE = ("float32", "float64")


def _fft(a, transform, s=None, axes=None, norm=None):
    function = getattr(np.fft, transform)
    if transform.endswith(("2", "n")):
        return function(a, s, axes, norm).astype(a.dtype)
    return function(a, s and s[0], axes[0] if axes else -1, norm).astype(a.dtype)


SAMPLES = [
    *(
        OpSample("_npi_fft", (normal(3, 4),), {"transform": name, **attrs}, expect=_fft, grad="none", dtypes=_WIDE,
                 atol=1e-5)
        for name, attrs in (
            ("hfft", {}), ("irfft", {"s": (5,), "axes": (0,)}), ("irfft", {"norm": "ortho"}),
            ("irfft2", {"axes": (-2, -1)}), ("irfftn", {"axes": (0, 1), "s": (3, 6), "norm": "forward"}),
        )
    ),
    *(
        OpSample("_npi_fftshift", (normal(3, 4),), attrs, grad="numeric", dtypes=_WIDE,
                 expect=lambda x, axes=None, inverse=False: (np.fft.ifftshift if inverse else np.fft.fftshift)(x, axes))
        for attrs in ({}, {"axes": (0,)}, {"axes": (1,), "inverse": True}, {"inverse": True})
    ),
]  # fmt: skip
