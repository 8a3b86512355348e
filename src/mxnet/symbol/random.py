"""``mx.sym.random``: symbols of random numbers, drawn anew in every forward pass.

The parameters of a distribution are numbers, with a ``shape``, or symbols, of which each element gives ``shape``
samples.
"""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any

from ..core.params import NULL
from ..core.semantics import semantics
from ..registry.binding import classic_dtype
from ._call import operators as _operators
from .arithmetic import is_number
from .create import call
from .symbol import Symbol

if TYPE_CHECKING:
    from .._stubs.sym_random import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "random")


def _draw(distribution: str, parameters: dict[str, Any], shape: Any, dtype: Any, kwargs: dict[str, Any]) -> Symbol:
    values = list(parameters.values())
    of_symbols = isinstance(values[0], Symbol)
    if not of_symbols and not is_number(values[0]):
        raise ValueError(f"Distribution parameters must be either Symbol or numbers, but got {type(values[0])}.")
    for value in values[1:]:
        if not (isinstance(value, Symbol) if of_symbols else is_number(value)):
            raise AssertionError(
                f"Distribution parameters must all have the same type, but got both {type(values[0])} "
                f"and {type(value)}."
            )
    if dtype is not NULL:
        dtype = classic_dtype(dtype)
    family = "sample" if of_symbols else "random"
    return call(Symbol, f"_{family}_{distribution}", **parameters, shape=shape, dtype=dtype, **kwargs)


def uniform(low: Any = 0, high: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw from the uniform distribution over ``[low, high)``."""
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, kwargs)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw from the normal distribution with mean ``loc`` and standard deviation ``scale``."""
    names = ("mu", "sigma") if isinstance(loc, Symbol) else ("loc", "scale")
    return _draw("normal", dict(zip(names, (loc, scale), strict=True)), shape, dtype, kwargs)


def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Draw an array of this shape from the normal distribution (keywords ``loc``, ``scale``, ``dtype``)."""
    loc, scale, dtype = kwargs.pop("loc", 0), kwargs.pop("scale", 1), kwargs.pop("dtype", NULL)
    return normal(loc, scale, shape, dtype, **kwargs)


def poisson(lam: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw from the Poisson distribution with mean ``lam``."""
    return _draw("poisson", {"lam": lam}, shape, dtype, kwargs)


def exponential(scale: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw from the exponential distribution with mean ``scale``."""
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, kwargs)


def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw from the gamma distribution with shape ``alpha`` and scale ``beta``."""
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw the number of failures before ``k`` successes of probability ``p``."""
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, kwargs)


def generalized_negative_binomial(
    mu: Any = 1, alpha: Any = 1, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any
) -> Symbol:
    """Draw from the negative binomial distribution with mean ``mu`` and dispersion ``alpha``."""
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, kwargs)


def binomial(n: Any = 1, p: Any = 0.5, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw the number of successes of probability ``p`` in ``n`` trials, as floats."""
    return _draw("binomial", {"n": n, "p": p}, shape, dtype, kwargs)


def categorical(data: Symbol, shape: Any = NULL, get_prob: bool = True, dtype: Any = "int32", **kwargs: Any) -> Symbol:
    """Draw indices from the distributions in ``data``'s last axis; with ``get_prob``, their log-likelihoods too."""
    attributes = {"shape": shape, "get_prob": get_prob, "dtype": classic_dtype(dtype), **kwargs}
    return call(Symbol, "_sample_multinomial", data, **attributes)


def _counts(n: Symbol, p: Symbol, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    dtype = dtype if dtype is NULL else classic_dtype(dtype)
    return call(Symbol, "_multinomial_counts", n, p, shape=shape, dtype=dtype, **kwargs)


def multinomial(*args: Any, **kwargs: Any) -> Symbol:
    """Draw indices as :func:`categorical` does; under MXNet 2's interface how often each comes in ``n`` trials.

    See :func:`mxnet.nd.random.multinomial`.
    """
    return (_counts if semantics.api == 2 else categorical)(*args, **kwargs)


multinomial.__signature__ = signature(categorical)  # type: ignore[attr-defined]  # 1.9.1's


def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """Return ``data`` with its rows in random order."""
    return call(Symbol, "_shuffle", data, **kwargs)


def randint(low: Any, high: Any, shape: Any = NULL, dtype: Any = NULL, **kwargs: Any) -> Symbol:
    """Draw integers from ``[low, high)``."""
    if isinstance(low, Symbol):
        raise TypeError("randint draws between numbers, not symbols")
    return _draw("randint", {"low": low, "high": high}, shape, dtype, kwargs)
