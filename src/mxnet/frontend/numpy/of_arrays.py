"""Functions of arrays whose arguments differ from those of the functions of symbols, as in 1.9.1."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import MXNetError
from . import creation, products, search
from .ufuncs import PAIRS, combine


def zeros(F: Any, shape: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Any:
    """Return an array of zeros of shape ``shape``, float32 unless ``dtype`` is given.

    What is no integer in a tuple is a ValueError, and what is neither tuple, list nor number a TypeError; text,
    arrays and nested tuples are :class:`MXNetError`.

    Parameters
    ----------
    shape : int or tuple of ints
        The shape of the result.
    order
        Only ``'C'``.
    dtype
        The data type; None: float32.

    Returns
    -------
    An array full of 0.

    Examples
    --------
    >>> print(mx.np.zeros((2, 3), dtype='int32'))
    [[0 0 0]
     [0 0 0]]
    """
    return creation.zeros(F, _shape(shape), dtype, order, ctx)


def _shape(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return tuple(map(_length, value))
    if isinstance(value, int):
        return int(value)
    if value is None or isinstance(value, (float, np.number)):
        return value
    wrong = MXNetError if isinstance(value, str) or hasattr(value, "asnumpy") else TypeError
    raise wrong(f"zeros: expected a shape, got {value!r}")


def _length(value: Any) -> int:
    if isinstance(value, (int, np.integer)):
        return int(value)
    wrong = MXNetError if isinstance(value, (tuple, list)) else ValueError
    raise wrong(f"zeros: expected integers as lengths, got {value!r}")


def where(F: Any, condition: Any, x: Any = None, y: Any = None) -> Any:
    """Return ``x`` where ``condition`` is not 0 and ``y`` elsewhere; without both, :func:`nonzero` of ``condition``.

    The shapes broadcast. Either may be a number, which takes the other's type; two numbers give float32.

    Parameters
    ----------
    condition : array or number
        What decides.
    x : array or number
        The values where it is not 0.
    y : array or number
        The values elsewhere.

    Returns
    -------
    An array of the three shapes, broadcast; a tuple of index arrays without ``x`` and ``y``.

    Examples
    --------
    >>> a = mx.np.array([-1, 2, -3])
    >>> print(mx.np.where(a > 0, a, 0))
    [0. 2. 0.]
    """
    return search.nonzero(F, condition) if x is None and y is None else creation.where(F, condition, x, y)


where.arrays = 3  # type: ignore[attr-defined] # so many of the first arguments may be arrays


def matmul(F: Any, a: Any, b: Any, out: Any = None) -> Any:
    """Return the matrix products over the last two axes, the axes before them broadcast: what ``a @ b`` is."""
    return products.matmul(F, a, b, out)


def remainder(F: Any, x1: Any, x2: Any, out: Any = None) -> Any:
    """Return NumPy's ``remainder``, of the divisor's sign, element by element; ``out`` receives the result."""
    return combine(F, PAIRS["remainder"], "remainder", x1, x2, out)


#: those of ``mx.nd.np`` and ``mx.np``
FUNCTIONS: list[Callable[..., Any]] = [zeros, where]
#: those of ``mx.nd.np`` alone: ``mx.np`` has symbols' arguments
OF_ND: list[Callable[..., Any]] = [matmul, remainder]
