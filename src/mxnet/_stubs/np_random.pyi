# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray

def beta(a: Any, b: Any, size: Any = ..., dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the beta distribution of shapes ``a`` and ``b``; computed in float64."""
def chisquare(df: Any, size: Any = ..., dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the chi-square distribution of ``df`` degrees of freedom."""
def choice(
    a: Any,
    size: Any = ...,
    replace: Any = ...,
    p: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the numbers below ``a``, or from the rows of an array."""
def exponential(scale: Any = ..., size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the exponential distribution of mean ``scale``."""
def f(dfnum: Any, dfden: Any, size: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the F distribution of ``dfnum`` and ``dfden`` degrees of freedom."""
def gamma(
    shape: Any,
    scale: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the gamma distribution of shape ``shape`` and scale ``scale``."""
def gumbel(
    loc: Any = ...,
    scale: Any = ...,
    size: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the Gumbel distribution of mode ``loc`` and scale ``scale``."""
def laplace(
    loc: Any = ...,
    scale: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the Laplace distribution around ``loc`` with ``scale``, the mean distance; gradients reach both."""
def logistic(
    loc: Any = ...,
    scale: Any = ...,
    size: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the logistic distribution of mean ``loc`` and scale ``scale``."""
def lognormal(
    mean: Any = ...,
    sigma: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw numbers whose logarithm is normally distributed, with this mean and standard deviation."""
def multivariate_normal(mean: Any, cov: Any, size: Any = ..., check_valid: Any = ..., tol: Any = ...) -> ndarray:
    """Draw vectors from the normal distribution of these means and covariances, whose leading axes broadcast."""
def normal(
    loc: Any = ...,
    scale: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the normal (Gaussian) distribution."""
def pareto(a: Any, size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the Lomax distribution (Pareto's, from 0 on) of shape ``a``."""
def power(a: Any, size: Any = ...) -> ndarray:
    """Draw numbers between 0 and 1 with the density ``a * x**(a - 1)``."""
def rand(*size: Any, **kwargs: Any) -> ndarray:
    """Draw numbers from 0 to 1, all equally often; the arguments are the shape's lengths."""
def randint(
    low: Any,
    high: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw integers, all equally often, from ``low`` to ``high - 1``."""
def rayleigh(scale: Any = ..., size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the Rayleigh distribution of mode ``scale``."""
def shuffle(x: Any) -> ndarray:
    """Put the items along the first axis of ``x`` in random order, in place."""
def uniform(
    low: Any = ...,
    high: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the uniform distribution: numbers from ``low`` up to, and without, ``high``."""
def weibull(a: Any, size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the Weibull distribution of shape ``a`` and scale 1."""
