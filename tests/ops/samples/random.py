"""Samples of random numbers: their means and variances, and that nothing falls outside of the range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..sample import OpSample

_SHAPE = (100, 200)


def moments(mean: float, var: float, low: float = -np.inf, high: float = np.inf) -> Callable[..., None]:
    """Return a check that draws have this mean and variance, within a few standard errors, and lie in a range."""

    def check(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
        x = outputs[0].astype("float64")
        assert x.min() >= low
        assert x.max() <= high
        np.testing.assert_allclose(x.mean(), mean, rtol=0.03, atol=0.03)
        np.testing.assert_allclose(x.var(), var, rtol=0.15)

    return check


def _draw(name: str, check: Callable[..., None], case: str = "", **attrs: Any) -> OpSample:
    return OpSample(name, (), {"shape": _SHAPE, **attrs}, check=check, grad="none", case=case)


SAMPLES = [
    _draw("_random_uniform", moments(0.5, 1 / 12, 0, 1)),
    _draw("_random_uniform", moments(1, 4 / 3, -1, 3), low=-1.0, high=3.0, dtype="float64"),
    _draw("_random_uniform", moments(0.5, 1 / 12, 0, 1), dtype="float16", ctx="cpu(0)"),
    _draw("_random_normal", moments(0, 1)),
    _draw("_random_normal", moments(2, 9), loc=2.0, scale=3.0, dtype="float64"),
    _draw("_random_exponential", moments(0.25, 1 / 16, 0), lam=4.0),
    _draw("_random_gamma", moments(6, 18, 0), alpha=2.0, beta=3.0),
    _draw("_random_gamma", moments(2, 2, 0), alpha=2.0, dtype="float16"),
    _draw("_random_poisson", moments(4, 4, 0), lam=4.0),
    _draw("_random_binomial", moments(5, 2.5, 0, 10), n=10),
    _draw("_random_negative_binomial", moments(4.5, 11.25, 0), k=3, p=0.4),
    _draw("_random_generalized_negative_binomial", moments(2, 3.2, 0), mu=2.0, alpha=0.3),
    _draw("_random_generalized_negative_binomial", moments(2, 2, 0), mu=2.0, alpha=0.0),
    _draw("_random_randint", moments(2, 4, -1, 5), low=-1, high=6),
    _draw("_random_randint", moments(1, 2 / 3, 0, 2), low=0, high=3, dtype="int64"),
]
