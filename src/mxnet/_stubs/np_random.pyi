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
    """Draw from the numbers below ``a``, as int64, or from the rows of an array."""
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
    """Draw from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def pareto(a: Any, size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the Lomax distribution (Pareto's, from 0 on) of shape ``a``."""
def power(a: Any, size: Any = ...) -> ndarray:
    """Draw numbers between 0 and 1 with the density ``a * x**(a - 1)``."""
def rand(*size: Any, **kwargs: Any) -> ndarray:
    """Draw an array of this shape from the uniform distribution between 0 and 1; keywords as for :func:`uniform`."""
def randint(
    low: Any,
    high: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw integers from ``low`` to ``high - 1`` (from 0 to ``low - 1`` without ``high``), int64 by default."""
def rayleigh(scale: Any = ..., size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the Rayleigh distribution of mode ``scale``."""
def shuffle(x: Any) -> ndarray:
    """Put the rows of ``x`` in random order, in place."""
def uniform(
    low: Any = ...,
    high: Any = ...,
    size: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Draw from the uniform distribution between ``low`` and ``high``."""
def weibull(a: Any, size: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Draw from the Weibull distribution of shape ``a`` and scale 1."""
