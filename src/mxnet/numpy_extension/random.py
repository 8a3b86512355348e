"""``mx.npx.random``: the seed, and random numbers beyond NumPy's."""

from __future__ import annotations

from ..ndarray.numpy_extension.random import bernoulli, normal_n, uniform_n
from ..random import seed

__all__ = ["bernoulli", "normal_n", "seed", "uniform_n"]
