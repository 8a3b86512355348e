"""``mx.sym.image``: operators made at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..registry.binding import attach, directory
from ._call import call

if TYPE_CHECKING:
    from .._stubs.sym_image import *


if not TYPE_CHECKING:  # checkers know the names from the stubs

    def __getattr__(name: str) -> Any:
        return attach(globals(), "image", name, call, symbolic=True)


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("image")})
