"""Functions of ``mx.npx`` that have their own arguments."""

from __future__ import annotations

from typing import Any

from ..ndarray import numpy_extension as _op
from ..ndarray.numpy import ndarray


def reshape(a: ndarray, newshape: Any, reverse: bool = False, order: str = "C") -> ndarray:
    """Return an array in another shape, which may be given by codes.

    Parameters
    ----------
    a
        The array.
    newshape
        Lengths and codes: -1 takes what is left over, -2 copies a length, -3 skips a length of 1, -4 copies all further
        lengths, -5 multiplies two lengths, -6 splits one into the two numbers that follow, of which one may be -1.
    reverse
        Whether lengths and codes are matched from the last axis on.
    order
        Only 'C', row by row.

    Returns
    -------
    An array with the same elements.

    See Also
    --------
    numpy.reshape : NumPy's, whose only code is -1.

    Examples
    --------
    >>> a = mx.np.ones((2, 3, 8))
    >>> mx.npx.reshape(a, (-2, -2, 2, -1)).shape
    (2, 3, 2, 4)
    >>> mx.npx.reshape(a, (-5, -4)).shape
    (6, 8)
    >>> mx.npx.reshape(a, (-6, 1, -1, -4)).shape
    (1, 2, 3, 8)
    """
    return _op.reshape(a, newshape=newshape, reverse=reverse, order=order)


def nonzero(a: ndarray) -> ndarray:
    """Return the places of the elements that are not 0.

    Parameters
    ----------
    a
        The array; a number counts as a vector.

    Returns
    -------
    An array ``(count, axes)`` of int64: a row of indices for each element. (``mx.np.nonzero`` returns a tuple with an
    array for each axis.)

    Examples
    --------
    >>> print(mx.npx.nonzero(mx.np.array([[0, 5], [6, 0]])))
    [[0 1]
     [1 0]]
    """
    return _op.nonzero(a)


def constraint_check(x: ndarray, msg: str) -> ndarray:
    """Check that all elements of an array of bools are true, also in a graph.

    Parameters
    ----------
    x
        The array of bools.
    msg
        What the error says.

    Returns
    -------
    True, an array without axes: multiply by it so that a graph keeps the check.

    Raises
    ------
    ValueError
        Where an element is false.

    Examples
    --------
    >>> scale = mx.np.array([1.0, 2.0])
    >>> print(scale * mx.npx.constraint_check(scale > 0, 'scale has to be positive'))
    [1. 2.]
    """
    return _op.constraint_check(x, msg=msg)
