# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray

def exponential_like(data: NDArray | None = ..., lam: float = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return random numbers as ``random_exponential`` does, in the shape and the type of ``data``."""
def gamma_like(
    data: NDArray | None = ...,
    alpha: float = ...,
    beta: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers as ``random_gamma`` does, in the shape and the type of ``data``."""
def generalized_negative_binomial_like(
    data: NDArray | None = ...,
    mu: float = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers as ``random_generalized_negative_binomial`` does, in the shape and the type of ``data``."""
def negative_binomial_like(
    data: NDArray | None = ...,
    k: int = ...,
    p: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers as ``random_negative_binomial`` does, in the shape and the type of ``data``."""
def normal_like(
    data: NDArray | None = ...,
    loc: float = ...,
    scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers as ``random_normal`` does, in the shape and the type of ``data``."""
def pdf_dirichlet(
    sample: NDArray | None = ...,
    alpha: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the Dirichlet distribution, or its logarithm."""
def pdf_exponential(
    sample: NDArray | None = ...,
    lam: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the exponential distribution of rate ``lam``, or its logarithm."""
def pdf_gamma(
    sample: NDArray | None = ...,
    alpha: NDArray | None = ...,
    beta: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the gamma distribution of shape ``alpha`` and rate ``beta``, or its logarithm."""
def pdf_generalized_negative_binomial(
    sample: NDArray | None = ...,
    mu: NDArray | None = ...,
    alpha: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability under the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``, or its logarithm."""
def pdf_negative_binomial(
    sample: NDArray | None = ...,
    k: NDArray | None = ...,
    p: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability of so many failures before ``k`` successes of probability ``p``, or its logarithm."""
def pdf_normal(
    sample: NDArray | None = ...,
    mu: NDArray | None = ...,
    sigma: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the normal distribution of mean ``mu`` and standard deviation ``sigma``, or its logarithm."""
def pdf_poisson(
    sample: NDArray | None = ...,
    lam: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability under the Poisson distribution of mean ``lam``, or its logarithm."""
def pdf_uniform(
    sample: NDArray | None = ...,
    low: NDArray | None = ...,
    high: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the uniform distribution over ``[low, high)``, or its logarithm: ``1 / (high - low)``, also outside of it."""
def poisson_like(data: NDArray | None = ..., lam: float = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return random numbers as ``random_poisson`` does, in the shape and the type of ``data``."""
def uniform_like(
    data: NDArray | None = ...,
    low: float = ...,
    high: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers as ``random_uniform`` does, in the shape and the type of ``data``."""
