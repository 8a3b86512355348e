"""``mx.nd.image``: operators made at first use."""

from typing import TYPE_CHECKING

from ._call import operators as _operators

if TYPE_CHECKING:
    from .._stubs.nd_image import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "image")
