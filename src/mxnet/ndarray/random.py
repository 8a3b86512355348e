"""``mx.nd.random``: arrays of random numbers, drawn from the generators that ``mx.random.seed`` seeds.

The parameters of a distribution are numbers, with a ``shape`` (one number unless given), or arrays, of which each
element gives ``shape`` samples. ``dtype`` is float32 unless given, and float64 for None; ``out`` receives the samples.
"""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.context import Context, current_context
from ..core.interruptions import unless_interrupted
from ..core.params import NULL
from ..core.semantics import semantics
from ..eager.dense import run
from ..eager.dispatch import invoke
from ..eager.specialize import Plan, planner
from ..registry.binding import classic_dtype
from ..registry.op import get
from ._call import call as _call
from ._call import operators as _operators
from .ndarray import NDArray

if TYPE_CHECKING:
    from .._stubs.nd_random import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "random")

__all__ = [
    "binomial",
    "categorical",
    "exponential",
    "gamma",
    "generalized_negative_binomial",
    "multinomial",
    "negative_binomial",
    "normal",
    "poisson",
    "randint",
    "randn",
    "shuffle",
    "uniform",
]

_NUMBERS = (float, int, np.generic)


def _plan(distribution: str, kwargs: dict[str, Any], ctx: Context | None) -> Plan | None:
    """Return the plan of a draw whose parameters are plain numbers; None for others, and where it cannot be kept."""
    op = get(f"_random_{distribution}")
    if ctx is not None:
        kwargs["ctx"] = str(ctx)
    values = [kwargs.get(attr, NULL) for attr in op.attrs]
    for value in values[: len(kwargs) - 2 - (ctx is not None)]:
        if type(value) is not float and type(value) is not int:
            return None
    try:
        return planner(op)(*values)
    except unless_interrupted(TypeError):
        return None


def _draw(
    distribution: str, parameters: dict[str, Any], shape: Any, dtype: Any, ctx: Context | None, out: Any, kwargs: Any
) -> NDArray:
    if dtype is not NULL:
        dtype = classic_dtype(dtype)
    if out is None and not kwargs:
        plan = _plan(distribution, {**parameters, "shape": 1 if shape is NULL else shape, "dtype": dtype}, ctx)
        if plan is not None:
            return run(get(f"_random_{distribution}"), (), plan, None, NDArray)
    kwargs = {key: value for key, value in kwargs.items() if key != "name"}  # as symbols have; arrays have none
    values = list(parameters.values())
    of_arrays = isinstance(values[0], NDArray)
    if not of_arrays and not isinstance(values[0], _NUMBERS):
        raise ValueError(f"{distribution}: a parameter is a number or an NDArray, not {type(values[0]).__name__}")
    for item in values[1:]:
        if not isinstance(item, NDArray if of_arrays else _NUMBERS):
            raise AssertionError(
                f"{distribution}: numbers and arrays cannot be mixed: {type(values[0]).__name__}, {type(item).__name__}"
            )
    if of_arrays:
        attributes = {"shape": shape, "dtype": dtype, **kwargs}
        return invoke(get(f"_sample_{distribution}"), values, attributes, out, NDArray)
    if shape is NULL and out is None:
        shape = 1
    attributes = {**parameters, "shape": shape, "dtype": dtype, "ctx": str(ctx or current_context()), **kwargs}
    return invoke(get(f"_random_{distribution}"), (), attributes, out, NDArray)


def uniform(
    low: Any = 0,
    high: Any = 1,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw from the uniform distribution over ``[low, high)``."""
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)


def normal(
    loc: Any = 0,
    scale: Any = 1,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw from the normal distribution with mean ``loc`` and standard deviation ``scale``."""
    return _draw("normal", {"loc": loc, "scale": scale}, shape, dtype, ctx, out, kwargs)


def randn(*shape: int, **kwargs: Any) -> NDArray:
    """Draw an array of this shape from the normal distribution.

    Keywords: ``loc``, ``scale``, ``dtype``, ``ctx`` and ``out``, as in :func:`normal`.
    """
    loc, scale, dtype = kwargs.pop("loc", 0), kwargs.pop("scale", 1), kwargs.pop("dtype", NULL)
    ctx, out = kwargs.pop("ctx", None), kwargs.pop("out", None)
    for item in (loc, scale):
        if not isinstance(item, (int, float, NDArray)):
            raise AssertionError(f"randn: loc and scale are numbers or arrays, not {type(item).__name__}")
    return normal(loc, scale, shape, dtype, ctx, out, **kwargs)


def poisson(
    lam: Any = 1, shape: Any = NULL, dtype: Any = NULL, ctx: Context | None = None, out: Any = None, **kwargs: Any
) -> NDArray:
    """Draw from the Poisson distribution with mean ``lam``."""
    return _draw("poisson", {"lam": lam}, shape, dtype, ctx, out, kwargs)


def exponential(
    scale: Any = 1, shape: Any = NULL, dtype: Any = NULL, ctx: Context | None = None, out: Any = None, **kwargs: Any
) -> NDArray:
    """Draw from the exponential distribution with mean ``scale``."""
    return _draw("exponential", {"lam": 1.0 / scale}, shape, dtype, ctx, out, kwargs)


def gamma(
    alpha: Any = 1,
    beta: Any = 1,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw from the gamma distribution with shape ``alpha`` and scale ``beta``."""
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs)


def negative_binomial(
    k: Any = 1,
    p: Any = 1,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw the number of failures before ``k`` successes of probability ``p``."""
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, ctx, out, kwargs)


def generalized_negative_binomial(
    mu: Any = 1,
    alpha: Any = 1,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw from the negative binomial distribution with mean ``mu`` and dispersion ``alpha``."""
    return _draw("generalized_negative_binomial", {"mu": mu, "alpha": alpha}, shape, dtype, ctx, out, kwargs)


def binomial(
    n: Any = 1,
    p: Any = 0.5,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw the number of successes of probability ``p`` in ``n`` trials, as floats."""
    return _draw("binomial", {"n": n, "p": p}, shape, dtype, ctx, out, kwargs)


def categorical(
    data: NDArray, shape: Any = NULL, get_prob: bool = False, out: Any = None, dtype: Any = "int32", **kwargs: Any
) -> Any:
    """Draw indices from the distributions in ``data``'s last axis; with ``get_prob``, their log-likelihoods too."""
    attributes = {"shape": shape, "get_prob": get_prob, "dtype": classic_dtype(dtype), **kwargs}
    return _call(get("_sample_multinomial"), "categorical", (data,), attributes, out)


def _counts(
    n: NDArray, p: NDArray, shape: Any = NULL, dtype: Any = NULL, ctx: Any = None, out: Any = None, **kwargs: Any
) -> NDArray:
    attributes = {"shape": shape, "dtype": dtype if dtype is NULL else classic_dtype(dtype), **kwargs}
    return _call(get("_multinomial_counts"), "multinomial", (n, p), attributes, out)


def multinomial(*args: Any, **kwargs: Any) -> Any:
    """Draw indices as :func:`categorical` does; under MXNet 2's interface how often each comes in ``n`` trials.

    1.9.1's arguments are those of :func:`categorical`, MXNet 2's ``n``, ``p`` (with the classes in its last axis),
    ``shape``, ``dtype``, ``ctx`` and ``out``; the counts are floats of shape ``(*n.shape, *shape, classes)``.
    """
    return (_counts if semantics.api == 2 else categorical)(*args, **kwargs)


multinomial.__signature__ = signature(categorical)  # type: ignore[attr-defined]  # 1.9.1's


def shuffle(data: NDArray, **kwargs: Any) -> NDArray:
    """Return ``data`` with its rows in random order (keyword ``out``)."""
    return _call(get("_shuffle"), "shuffle", (data,), {}, kwargs.pop("out", None))


def randint(
    low: Any,
    high: Any,
    shape: Any = NULL,
    dtype: Any = NULL,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Draw integers from ``[low, high)``, int32 unless ``dtype`` is given."""
    if isinstance(low, NDArray):
        raise TypeError("randint draws between numbers, not arrays")
    return _draw("randint", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)
