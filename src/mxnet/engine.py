"""``mxnet.engine``: the size of bulks of operators.

PyTorch runs operators as they are called, so there is nothing to put in bulks: the sizes are kept for programs that
read back what they set, and have no other effect.
"""

import operator
from functools import partial

from .core.lazy_imports import public_dir
from .core.restoring import Restoring

_size = 0


def set_bulk_size(size: int) -> int:
    """Set the bulk size and return the one before; TypeError for what is no integer. Without effect here."""
    global _size
    before, _size = _size, operator.index(size)
    return before


class _Bulk(Restoring):
    """The scope that :func:`bulk` returns; it may be entered again, also inside its own block."""

    def __init__(self, size: int) -> None:
        self._bulk_size = size

    def __enter__(self) -> None:  # type: ignore[override]
        self.close = self._end_with(partial(globals().__setitem__, "_size", _size))
        set_bulk_size(self._bulk_size)


def bulk(size: int) -> _Bulk:
    """Return a scope that sets the bulk size for its block. Without effect here."""
    return _Bulk(size)


__dir__ = public_dir(__name__)
