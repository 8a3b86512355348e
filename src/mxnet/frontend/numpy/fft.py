"""Discrete Fourier transforms: ``mx.np.fft``, and ``mx.sym.np.fft``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.naming import named
from ...core.shapes import as_tuple

_DOC = """Return NumPy's ``{name}`` {what}.

    ``norm``: which transform divides by the number of elements, ``'forward'`` or ``'backward'`` (None), or ``'ortho'``:
    both divide by its square root.
    """


def _one(name: str) -> Callable[..., Any]:
    @named(name, _DOC.format(name=name, what="along ``axis``, of ``n`` elements: cut off, or filled with zeros"))
    def function(F: Any, a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
        return F("_npi_fft", a, transform=name, s=None if n is None else (n,), axes=(axis,), norm=norm)

    return function


def _several(name: str, last: Any) -> Callable[..., Any]:
    @named(name, _DOC.format(name=name, what="along ``axes``, of ``s`` elements each: cut off, or filled with zeros"))
    def function(F: Any, a: Any, s: Any = None, axes: Any = last, norm: str | None = None) -> Any:
        return F("_npi_fft", a, transform=name, s=s and as_tuple(s), axes=axes and as_tuple(axes), norm=norm)

    return function


def fftshift(F: Any, x: Any, axes: Any = None) -> Any:
    """Return the array with the frequency 0 moved to the middle of ``axes`` (None: all)."""
    return F("_npi_fftshift", x, axes=axes)


def ifftshift(F: Any, x: Any, axes: Any = None) -> Any:
    """Return the array with the frequency 0 moved from the middle of ``axes`` (None: all) to the front."""
    return F("_npi_fftshift", x, axes=axes, inverse=True)


FUNCTIONS: list[Callable[..., Any]] = [
    *map(_one, ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")),
    *(_several(name, (-2, -1)) for name in ("fft2", "ifft2", "rfft2", "irfft2")),
    *(_several(name, None) for name in ("fftn", "ifftn", "rfftn", "irfftn")),
    fftshift,
    ifftshift,
]
