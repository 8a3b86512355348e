"""``mxnet.engine``: the size of bulks of operators.

PyTorch runs operators as they are called, so there is nothing to put in bulks: the sizes are kept for programs that
read back what they set, and have no other effect.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Iterator

from .core.lazy_imports import public_dir

_size = 0


def set_bulk_size(size: int) -> int:
    """Set the bulk size and return the one before; TypeError for what is no integer. Without effect here."""
    global _size
    before, _size = _size, operator.index(size)
    return before


@contextlib.contextmanager
def bulk(size: int) -> Iterator[None]:
    """Set the bulk size for a block. Without effect here."""
    before = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(before)


__dir__ = public_dir(__name__)
