"""``mx.sym.sparse``: the operators of that name, on dense arrays. Arrays in sparse storage are not there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..registry.binding import attach, directory
from ._call import call

if TYPE_CHECKING:
    from .._stubs.sym_sparse import *


if not TYPE_CHECKING:  # checkers know the names from the stubs

    def __getattr__(name: str) -> Any:
        return attach(globals(), "sparse", name, call, symbolic=True)


def __dir__() -> list[str]:
    return sorted({*globals(), *directory("sparse")})
