"""``mx.sym.npx.image``: operators of images of the NumPy interface on symbols, made at first use."""

from __future__ import annotations

from typing import Any

from ...registry.binding import attach, directory
from ..numpy._call import call


def __getattr__(name: str) -> Any:
    return attach(globals(), "numpy_extension.image", name, call, symbolic=True)


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("numpy_extension.image")})
