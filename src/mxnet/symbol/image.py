"""``mx.sym.image``: operators made at first use."""

from typing import TYPE_CHECKING

from .symbol import operators as _operators

if TYPE_CHECKING:
    from .._stubs.sym_image import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "image")
