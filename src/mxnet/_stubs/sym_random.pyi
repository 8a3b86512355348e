# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol

def exponential_like(
    data: Symbol | None = ...,
    lam: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_exponential`` does, in the shape and the type of ``data``."""
def gamma_like(
    data: Symbol | None = ...,
    alpha: float = ...,
    beta: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_gamma`` does, in the shape and the type of ``data``."""
def generalized_negative_binomial_like(
    data: Symbol | None = ...,
    mu: float = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_generalized_negative_binomial`` does, in the shape and the type of ``data``."""
def negative_binomial_like(
    data: Symbol | None = ...,
    k: int = ...,
    p: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_negative_binomial`` does, in the shape and the type of ``data``."""
def normal_like(
    data: Symbol | None = ...,
    loc: float = ...,
    scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_normal`` does, in the shape and the type of ``data``."""
def pdf_dirichlet(
    sample: Symbol | None = ...,
    alpha: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the Dirichlet distribution, or its logarithm."""
def pdf_exponential(
    sample: Symbol | None = ...,
    lam: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the exponential distribution of rate ``lam``, or its logarithm."""
def pdf_gamma(
    sample: Symbol | None = ...,
    alpha: Symbol | None = ...,
    beta: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the gamma distribution of shape ``alpha`` and rate ``beta``, or its logarithm."""
def pdf_generalized_negative_binomial(
    sample: Symbol | None = ...,
    mu: Symbol | None = ...,
    alpha: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the probability under the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``, or its logarithm."""
def pdf_negative_binomial(
    sample: Symbol | None = ...,
    k: Symbol | None = ...,
    p: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the probability of so many failures before ``k`` successes of probability ``p``, or its logarithm."""
def pdf_normal(
    sample: Symbol | None = ...,
    mu: Symbol | None = ...,
    sigma: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the normal distribution of mean ``mu`` and standard deviation ``sigma``, or its logarithm."""
def pdf_poisson(
    sample: Symbol | None = ...,
    lam: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the probability under the Poisson distribution of mean ``lam``, or its logarithm."""
def pdf_uniform(
    sample: Symbol | None = ...,
    low: Symbol | None = ...,
    high: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the uniform distribution over ``[low, high)``, or its logarithm: ``1 / (high - low)``, also outside of it."""
def poisson_like(
    data: Symbol | None = ...,
    lam: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_poisson`` does, in the shape and the type of ``data``."""
def uniform_like(
    data: Symbol | None = ...,
    low: float = ...,
    high: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers as ``random_uniform`` does, in the shape and the type of ``data``."""
