"""The functions of the NumPy interface, written once for arrays and symbols (see :mod:`mxnet.frontend`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import creation, edit, of_arrays, products, reductions, search, shape, statistics, ufuncs


def functions() -> Iterator[Callable[..., Any]]:
    """Yield every function of ``mx.np`` that arrays and symbols share."""
    for module in (ufuncs, creation, reductions, shape, edit, search, products, statistics):
        yield from module.FUNCTIONS


def functions_of_arrays() -> Iterator[Callable[..., Any]]:
    """Yield the functions that arrays have and symbols do not, or with other arguments."""
    yield from search.OF_ARRAYS
    yield from of_arrays.FUNCTIONS


def functions_of_nd() -> Iterator[Callable[..., Any]]:
    """Yield the functions that ``mx.nd.np`` has with other arguments than ``mx.np``."""
    yield from of_arrays.OF_ND
