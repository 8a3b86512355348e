"""``mx.npx.random``: the seed, and random numbers beyond NumPy's."""

from __future__ import annotations

from .. import random as _random
from ..core.context import Context
from ..frontend import export as _export
from ..frontend.numpy.random import EXTENSION_FUNCTIONS as _functions
from ..ndarray.numpy._call import F as _F


def seed(seed: int, ctx: str | Context = "all") -> None:
    """Seed the generators of all devices, or of the one of ``ctx``: :func:`mxnet.random.seed`."""
    _random.seed(seed, ctx)


__all__ = ["seed", *_export(_functions, _F, globals())]
