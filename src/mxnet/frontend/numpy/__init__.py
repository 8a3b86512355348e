"""The functions of the NumPy interface, written once for arrays and symbols (see :mod:`mxnet.frontend`)."""

from collections.abc import Callable, Iterator
from typing import Any

from . import (
    calculus,
    compare,
    creation,
    edit,
    linalg,
    of_arrays,
    of_np,
    products,
    reductions,
    search,
    shape,
    statistics,
    ufuncs,
)

#: NumPy 2's names of functions -> what they are called here
ALIASES = {"concat": "concatenate", "permute_dims": "transpose", "trapezoid": "trapz"}


_SHARED = (ufuncs, creation, reductions, shape, edit, search, products, statistics, compare, calculus)


def functions() -> Iterator[Callable[..., Any]]:
    """Yield every function of ``mx.np`` that arrays and symbols share."""
    for module in _SHARED:
        yield from module.FUNCTIONS


def functions_of_np() -> Iterator[Callable[..., Any]]:
    """Yield those of ``mx.np`` alone: the others have the operators under their own arguments."""
    yield from of_np.FUNCTIONS


def functions_with_numpy() -> Iterator[Callable[..., Any]]:
    """Yield those of ``mx.np`` and ``mx.np.linalg`` that NumPy helps out where an argument is not supported."""
    for module in (reductions, compare, calculus, ufuncs, shape, linalg):
        yield from module.WITH_NUMPY


def functions_of_arrays() -> Iterator[Callable[..., Any]]:
    """Yield the functions that arrays have and symbols do not, or with other arguments."""
    yield from search.OF_ARRAYS
    yield from edit.OF_ARRAYS
    yield from of_arrays.FUNCTIONS


def functions_of_nd() -> Iterator[Callable[..., Any]]:
    """Yield the functions that ``mx.nd.np`` has with other arguments than ``mx.np``."""
    yield from of_arrays.OF_ND
