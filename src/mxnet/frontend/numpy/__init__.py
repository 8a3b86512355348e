"""The functions of the NumPy interface, written once for arrays and symbols (see :mod:`mxnet.frontend`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import creation, products, reductions, shape, statistics, ufuncs


def functions() -> Iterator[Callable[..., Any]]:
    """Yield every function of ``mx.np`` that arrays and symbols share."""
    for module in (ufuncs, creation, reductions, shape, products, statistics):
        yield from module.FUNCTIONS
