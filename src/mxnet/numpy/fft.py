"""``mx.np.fft``: discrete Fourier transforms, on every device and with gradients.

Arrays of complex numbers, complex64 of float32 and of integers, complex128 of float64, exist as arguments and
results of these functions, of arithmetic among them, and of ``real``, ``imag``, ``abs``, ``angle`` and ``conj``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.naming import named
from ..ndarray.numpy.multiarray import ndarray
from .array_api._call import of_tensors
from .creation import array

_DOC = """Return NumPy's ``{name}`` {what}.

    ``norm``: which transform divides by the number of elements, ``'forward'`` or ``'backward'`` (None), or ``'ortho'``:
    both divide by its square root.
    """


def _wide(a: torch.Tensor) -> torch.Tensor:
    return a.float() if a.dtype is torch.float16 else a


def _one(name: str) -> Callable[..., Any]:
    kernel = getattr(torch.fft, name)

    @of_tensors
    @named(name, _DOC.format(name=name, what="along ``axis``, of ``n`` elements: cut off, or filled with zeros"))
    def function(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
        return kernel(_wide(a), n, axis, norm)

    return function


def _several(name: str, last: Any) -> Callable[..., Any]:
    kernel = getattr(torch.fft, name)

    @of_tensors
    @named(name, _DOC.format(name=name, what="along ``axes``, of ``s`` elements each: cut off, or filled with zeros"))
    def function(a: Any, s: Any = None, axes: Any = last, norm: str | None = None) -> Any:
        return kernel(_wide(a), s, axes, norm)

    return function


def fftfreq(n: int, d: float = 1.0) -> ndarray:
    """Return the frequencies of the ``n`` results of :func:`fft`, of samples at a distance ``d``, float32."""
    return array(np.fft.fftfreq(n, d), dtype=np.float32)


def rfftfreq(n: int, d: float = 1.0) -> ndarray:
    """Return the frequencies of the results of :func:`rfft` of ``n`` samples at a distance ``d``, float32."""
    return array(np.fft.rfftfreq(n, d), dtype=np.float32)


@of_tensors
def fftshift(x: Any, axes: Any = None) -> Any:
    """Return the array with the frequency 0 moved to the middle of ``axes`` (None: all)."""
    return torch.fft.fftshift(x, axes)


@of_tensors
def ifftshift(x: Any, axes: Any = None) -> Any:
    """Return the array with the frequency 0 moved from the middle of ``axes`` (None: all) to the front."""
    return torch.fft.ifftshift(x, axes)


_MADE: dict[str, Callable[..., Any]] = {
    **{name: _one(name) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{name: _several(name, (-2, -1)) for name in ("fft2", "ifft2", "rfft2", "irfft2")},
    **{name: _several(name, None) for name in ("fftn", "ifftn", "rfftn", "irfftn")},
}
__all__ = [*_MADE, "fftfreq", "rfftfreq", "fftshift", "ifftshift"]
globals().update(_MADE)
