"""Discrete Fourier transforms. Complex numbers, complex64 of float32 and of integers, exist between them and in what
takes them back: their types have names of their own.
"""

from typing import Any, Literal

import torch

from ..core.errors import MXNetValueError
from ..core.params import Ints
from ..registry import op
from ..registry.rules import elementwise
from ._axes import one_axis

Transform = Literal[
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn",
    "irfftn",
]  # fmt: skip
#: transforms along one axis
_ONE_AXIS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")


def _fft_type(p: Any, t: Any, a: str) -> str:
    real, complex_ = ("float64", "complex128") if a in ("float64", "complex128") else ("float32", "complex64")
    return real if p.transform.startswith(("irfft", "hfft")) else complex_


@op("_npi_fft", extension=True, types=_fft_type)
def _npi_fft(
    a,
    *,
    transform: Transform = "fft",
    s: Ints | None = None,
    axes: Ints | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
):
    """Return NumPy's ``transform`` along ``axes``, of ``s`` elements each: cut off, or filled with zeros."""
    kernel = getattr(torch.fft, transform)
    a = a.float() if a.dtype is torch.float16 else a
    if a.is_complex() and transform.startswith(("rfft", "ihfft")):
        raise MXNetValueError(f"a: {transform} takes real numbers, got {str(a.dtype).removeprefix('torch.')}; use fft")
    if transform in _ONE_AXIS:
        return kernel(a, s and s[0], axes[0] if axes else -1, norm)
    return kernel(a, s, axes, norm) if transform.endswith("n") else kernel(a, s, axes or (-2, -1), norm)


@op("_npi_fftshift", extension=True, shapes=elementwise)
def _npi_fftshift(x, *, axes: Ints | None = None, inverse: bool = False):
    """Return ``x`` with the frequency 0 moved to the middle of ``axes`` (None: all), or from there (``inverse``)."""
    dims = None if axes is None else [one_axis(item, x.ndim) for item in axes]
    if dims == []:
        return x.clone()
    return (torch.fft.ifftshift if inverse else torch.fft.fftshift)(x, dims)
