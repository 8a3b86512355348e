"""``mx.np.random``: random numbers, drawn from the generators that ``mx.random.seed`` seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import random as _random
from ..core.context import Context
from ..core.device_argument import takes_device
from ..frontend import export as _export
from ..frontend.numpy.random import FUNCTIONS, randn
from ..ndarray.numpy import random as _arrays
from ..ndarray.numpy._call import F as _F

if TYPE_CHECKING:
    from .._stubs.np_random import *

__all__ = ["multinomial", "seed", *_export([*FUNCTIONS, randn], _F, globals())]


def multinomial(n: int, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
    """Draw how often each outcome comes in ``n`` trials, as int64 of shape ``(*size, outcomes)``.

    ``pvals``: their probabilities, a list or an array; the last one is what the others leave of 1.
    """
    return _arrays.multinomial(n, pvals, size, **kwargs)


@takes_device
def seed(seed: int, ctx: str | Context = "all") -> None:
    """Seed the generators of all devices, or of the one of ``ctx``: MXNet 2's name of :func:`mxnet.random.seed`."""
    _random.seed(seed, ctx)
