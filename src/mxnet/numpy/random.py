"""``mx.np.random``: random numbers, drawn from the generators that ``mx.random.seed`` seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..frontend import export as _export
from ..frontend.numpy.random import FUNCTIONS, randn
from ..ndarray.numpy import random as _arrays
from ..ndarray.numpy._call import F as _F

if TYPE_CHECKING:
    from .._stubs.np_random import *

__all__ = ["multinomial", *_export([*FUNCTIONS, randn], _F, globals())]


def multinomial(n: int, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
    """Draw how often each outcome comes in ``n`` trials, as int64 of shape ``(*size, outcomes)``.

    ``pvals``: their probabilities, a list or an array; the last one is what the others leave of 1.
    """
    return _arrays.multinomial(n, pvals, size, **kwargs)
