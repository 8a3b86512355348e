"""Python 2's division: integers divide to integers."""

import operator
from typing import Any

import numpy as np


def _has_integers(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iub"
    return isinstance(value, (int, np.integer, np.bool_))


def divide(a: Any, b: Any) -> Any:
    """Return ``a / b``: an integer where both are."""
    if not (_has_integers(a) and _has_integers(b)):
        if complex in (type(a), type(b)) and {type(a), type(b)} <= {int, float, complex}:
            a, b = complex(a), complex(b)  # from Python 3.14 on a real number has no imaginary part of 0
        return a / b
    try:
        return a // b
    except ZeroDivisionError:
        raise ZeroDivisionError("integer division or modulo by zero") from None  # Python 3.14 says less


def divide_arrays(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
    """Return ``numpy.divide(a, b)`` of NumPy 1 under Python 2."""
    of_integers = _has_integers(np.asarray(a)) and _has_integers(np.asarray(b))
    return (np.floor_divide if of_integers else np.divide)(a, b, *args, **kwargs)


def divide_into(a: Any, b: Any) -> Any:
    """Return what ``a /= b`` makes of a."""
    into: Any = operator.ifloordiv if _has_integers(a) and _has_integers(b) else operator.itruediv
    return into(a, b)
