"""``mx.sym.npx``: operators of neural networks of the NumPy interface on symbols, made at first use."""

from typing import TYPE_CHECKING

from ..numpy.symbol import operators as _operators
from . import image, random
from .control_flow import cond, foreach, while_loop

if TYPE_CHECKING:
    from ..._stubs.sym_npx import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "numpy_extension")

__all__ = ["cond", "foreach", "image", "random", "while_loop"]
