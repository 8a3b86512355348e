"""``mx.sym.sparse``: the operators of that name, on dense arrays. Arrays in sparse storage are not there yet."""

from typing import TYPE_CHECKING

from .symbol import operators as _operators

if TYPE_CHECKING:
    from .._stubs.sym_sparse import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "sparse")
