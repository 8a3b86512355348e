"""Functions of ``mx.npx`` that have their own arguments."""

from __future__ import annotations

from typing import Any

from ..ndarray import numpy_extension as _op
from ..ndarray.numpy import ndarray


def reshape(a: ndarray, newshape: Any, reverse: bool = False, order: str = "C") -> ndarray:
    """Return ``a`` in the shape that the codes ``newshape`` give; ``reverse`` reads both from the right.

    -1 takes what is left over, -2 copies a length, -3 skips a length of 1, -4 copies all further lengths, -5
    multiplies two, -6 splits one into the two numbers that follow, of which one may be -1.
    """
    return _op.reshape(a, newshape=newshape, reverse=reverse, order=order)


def nonzero(a: ndarray) -> ndarray:
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector."""
    return _op.nonzero(a)


def constraint_check(x: ndarray, msg: str) -> ndarray:
    """Return True, without axes, where all elements of ``x``, bools, hold; raise ValueError saying ``msg`` else."""
    return _op.constraint_check(x, msg=msg)
