"""Random numbers whose distribution's parameters are arrays, or that take an array's shape."""

from __future__ import annotations

from inspect import signature
from math import prod
from typing import Literal

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError, MXNetShapeError
from ..core.naming import named
from ..core.params import AtLeastOne, Shape
from ..core.rng import generator
from ..registry import op
from ..registry.rules import elementwise
from ._families import one_dtype
from .random import (
    DISTRIBUTIONS,
    RealType,
    binomial_draws,
    check_distribution,
    gamma_draws,
    generalized_negative_binomial_draws,
    negative_binomial_draws,
    poisson_draws,
)

# -- as many draws from each element's own distribution ------------------------------------------------------


def _sample_types(p, t):
    """The parameters have one type; the result has that of ``dtype``, or float32."""
    for i in range(1, len(t.inputs)):
        t.inputs[i] = t.inputs[0]
        t.inputs[0] = t.inputs[i]
    t.out[0] = p.dtype or "float32"


def _sample_shapes(p, s):
    if s.out[0] is not None and len(s.out[0]) >= len(p.shape):
        s.inputs[0] = s.out[0][: len(s.out[0]) - len(p.shape)]
    for i in range(1, len(s.inputs)):
        s.inputs[i] = s.inputs[0]
        s.inputs[0] = s.inputs[i]
    if s.inputs[0] is not None:
        s.out[0] = (*s.inputs[0], *p.shape)


def _sampler(name, **traits):
    return op(name, aliases=(name[1:],), types=_sample_types, shapes=_sample_shapes, stochastic=True, **traits)


def _draw(function, parameters, shape, dtype):
    """Return draws of shape ``(*parameters, *shape)``; ``function(*parameters)`` gives the sampling function."""
    if any(n < 1 for n in shape):
        raise MXNetShapeError(f"shape: expected lengths of 1 or more, got {tuple(shape)}")
    first = parameters[0]
    for parameter in parameters[1:]:
        if parameter.shape != first.shape:
            raise MXNetShapeError(
                f"expected parameters of one shape, got {tuple(first.shape)} and {tuple(parameter.shape)}"
            )
    full = (*first.shape, *shape)
    dtype = TORCH_OF[dtype or "float32"]
    if first.is_meta:
        return torch.empty(full, dtype=dtype, device=first.device)
    one_dtype("parameters of a distribution", *parameters)
    wide = torch.float64 if first.dtype is torch.float64 else torch.float32
    expanded = [p.detach().to(wide).view(*first.shape, *(1,) * len(shape)) for p in parameters]
    return function(*expanded)(full, wide, first.device, generator(first.device)).to(dtype)


def _uniform(low, high):
    return lambda shape, dtype, device, g: (
        torch.rand(shape, dtype=dtype, device=device, generator=g) * (high - low) + low
    )


def _normal(mu, sigma):
    return lambda shape, dtype, device, g: torch.randn(shape, dtype=dtype, device=device, generator=g) * sigma + mu


def _exponential(rate):
    return lambda shape, dtype, device, g: (
        torch.empty(shape, dtype=dtype, device=device).exponential_(generator=g) / rate
    )


@_sampler("_sample_uniform")
def sample_uniform(low, high, *, shape: Shape = (), dtype: RealType | None = None):
    """Return draws of ``shape`` from the uniform distribution over ``[low, high)`` of every element."""
    return _draw(_uniform, (low, high), shape, dtype)


@_sampler("_sample_normal")
def sample_normal(mu, sigma, *, shape: Shape = (), dtype: RealType | None = None):
    """Return draws of ``shape`` from the normal distribution (mean ``mu``, deviation ``sigma``) of every element."""
    return _draw(_normal, (mu, sigma), shape, dtype)


@_sampler("_sample_gamma")
def sample_gamma(alpha, beta, *, shape: Shape = (), dtype: RealType | None = None):
    """Return draws of ``shape`` from the gamma distribution of shape ``alpha`` and scale ``beta`` of every element."""
    return _draw(gamma_draws, (alpha, beta), shape, dtype)


@_sampler("_sample_exponential", named_input=True)
def sample_exponential(lam, *, shape: Shape = (), dtype: RealType | None = None):
    """Return draws of ``shape`` from the exponential distribution of rate ``lam`` of every element."""
    return _draw(_exponential, (lam,), shape, dtype)


@_sampler("_sample_poisson", named_input=True, host_sync="check")
def sample_poisson(lam, *, shape: Shape = (), dtype: RealType | None = None):
    """Return draws of ``shape`` from the Poisson distribution of mean ``lam`` of every element."""
    return _draw(poisson_draws, (lam,), shape, dtype)


@_sampler("_sample_binomial", own=True, host_sync="check")
def sample_binomial(n, p, *, shape: Shape = (), dtype: RealType | None = None):
    """Return numbers of successes of probability ``p`` in ``n`` trials, ``shape`` of them for every element."""
    return _draw(binomial_draws, (n, p), shape, dtype)


@_sampler("_sample_negative_binomial", host_sync="check")
def sample_negative_binomial(k, p, *, shape: Shape = (), dtype: RealType | None = None):
    """Return numbers of failures before ``k`` successes of probability ``p``, ``shape`` of them for every element."""
    return _draw(negative_binomial_draws, (k, p), shape, dtype)


@_sampler("_sample_generalized_negative_binomial", host_sync="check")
def sample_generalized_negative_binomial(mu, alpha, *, shape: Shape = (), dtype: RealType | None = None):
    """Return negative-binomial draws (mean ``mu``, variance ``mu + alpha * mu**2``), ``shape`` for every element."""
    return _draw(generalized_negative_binomial_draws, (mu, alpha), shape, dtype)


# -- in the shape of an array --------------------------------------------------------------------------------


def _draw_like(name, function, **facts):
    """Register ``_random_<name>_like``; ``function(*parameters)`` gives the sampling function."""
    defaults = {p.name: p.default for p in signature(DISTRIBUTIONS[name]).parameters.values()}

    @op(f"_random_{name}_like", shapes=elementwise, stochastic=True, attributes_of=DISTRIBUTIONS[name], **facts)
    @named(f"random_{name}_like", f"Return numbers as ``_random_{name}`` does, in shape and type of ``data``.")
    def fn(data, **parameters):
        parameters = defaults | parameters
        check_distribution(name, **parameters)
        if data.is_meta:
            return torch.empty_like(data)
        wide = torch.float64 if data.dtype is torch.float64 else torch.float32
        draws = function(*parameters.values())
        return draws(data.shape, wide, data.device, generator(data.device)).to(data.dtype)


for _name, _function in {
    "uniform": _uniform,
    "normal": _normal,
    "gamma": gamma_draws,
    "exponential": _exponential,
    "poisson": poisson_draws,
    "negative_binomial": negative_binomial_draws,
    "generalized_negative_binomial": generalized_negative_binomial_draws,
}.items():
    _draw_like(_name, _function, host_sync="check" if "binomial" in _name else None)


# -- choices -------------------------------------------------------------------------------------------------


@op("_sample_multinomial", aliases=("sample_multinomial",), stochastic=True)
def sample_multinomial(
    data,
    *,
    shape: Shape = (),
    get_prob: bool = False,
    dtype: Literal["float16", "float32", "float64", "int32", "uint8"] = "int32",
):
    """Return class numbers drawn with the probabilities in the last axis of ``data``, ``shape`` of them for each row.

    One probability vector without ``shape`` gives one number, ``(1,)``. With ``get_prob`` also the logarithms of the
    probabilities of what was drawn, through which a gradient flows to ``data`` (for policy gradients).
    """
    classes = data.shape[-1]
    rows = data.reshape(-1, classes)
    full = (*data.shape[:-1], *shape) or (1,)
    if data.is_meta:
        drawn = torch.empty((rows.shape[0], prod(shape)), dtype=torch.int64, device=data.device)
    else:
        count = max(prod(shape), 1)
        weights = rows.detach().to(torch.float32)
        drawn = torch.multinomial(weights, count, replacement=True, generator=generator(data.device))
    result = drawn.view(full).to(TORCH_OF[dtype])
    if not get_prob:
        return result
    return result, rows.gather(1, drawn).log().view(full)


@sample_multinomial.outputs
def _(p):
    return ("output0", "output1") if p.get_prob else ("output",)


@sample_multinomial.types
def _(p, t):
    t.out[0] = p.dtype
    if p.get_prob:
        t.data = t.out[1]
        t.out[1] = t.data


def _count_shapes(p, s):
    if s.p is not None:
        s.n = s.p[:-1]
        s.out[0] = (*s.p[:-1], *p.shape, s.p[-1])


@op("_multinomial_counts", own=True, shapes=_count_shapes, stochastic=True, host_sync="check")
def multinomial_counts(n, p, *, shape: Shape = (), dtype: RealType | None = None):
    """Return how often each class came in ``n`` trials, of shape ``(*n.shape, *shape, classes)``.

    The last axis of ``p`` has the probabilities of the classes; its other axes are those of ``n``.
    """
    if n.shape != p.shape[:-1]:
        raise MXNetShapeError(f"multinomial: n {tuple(n.shape)} does not fit p {tuple(p.shape)}")
    full = (*n.shape, *shape)
    counts = torch.zeros((*full, p.shape[-1]), dtype=TORCH_OF[dtype or "float32"], device=p.device)
    if p.is_meta or not counts.numel():
        return counts
    chances = p.detach().double()
    left = n.detach().double().view(*n.shape, *(1,) * len(shape)).expand(full).contiguous()
    if not bool((chances >= 0).all() & (left >= 0).all()):
        raise MXNetError("multinomial: expected n >= 0 and p >= 0")
    ahead = chances.flip(-1).cumsum(-1).flip(-1)
    shares = (chances / ahead).nan_to_num(0.0).clamp(0, 1)
    for at in range(p.shape[-1] - 1):
        chance = shares[..., at].view(*n.shape, *(1,) * len(shape)).expand(full).contiguous()
        drawn = torch.binomial(left, chance, generator=generator(p.device))
        counts[..., at] = drawn
        left = left - drawn
    counts[..., -1] = left
    return counts


@multinomial_counts.types
def _(p, t):
    t.out[0] = p.dtype or "float32"


@op("_shuffle", aliases=("shuffle", "_npi_shuffle"), shapes=elementwise, stochastic=True, amp="any")
def shuffle(data):
    """Return ``data`` with the entries of its first axis in random order."""
    if data.is_meta:
        return torch.empty_like(data)
    order = torch.randperm(data.shape[0], generator=generator(data.device), device=data.device)
    return data.index_select(0, order)


@op("_sample_unique_zipfian", stochastic=True, host_sync="host")
def sample_unique_zipfian(*, range_max: AtLeastOne, shape: Shape | None = None, device):
    """Return class numbers below ``range_max`` without repetition in a row, and how many tries each row took.

    ``shape`` is ``(rows, number)``; the probability of class ``k`` is ``log((k + 2) / (k + 1)) / log(range_max + 1)``.
    Results are int64, ``(rows, number)`` and ``(rows,)``.
    """
    if shape is None or len(shape) != 2:
        raise MXNetError(f"_sample_unique_zipfian: shape must be (rows, number), got {shape}")
    rows, count = shape
    if count > range_max:
        raise MXNetError(f"cannot draw {count} different classes of {range_max}")
    classes = torch.empty(shape, dtype=torch.int64, device=device)
    tries = torch.empty(rows, dtype=torch.int64, device=device)
    if device.type != "meta":
        for row in range(rows):
            result, tries[row] = _distinct_zipfian(range_max, count, generator(device), device)
            classes[row] = torch.tensor(result, device=device)
    return classes, tries


def _distinct_zipfian(range_max, count, g, device):
    result: dict[int, None] = {}
    tries = 0
    while len(result) < count:
        u = torch.rand(count, dtype=torch.float64, generator=g, device=device)
        for value in torch.expm1(u * torch.log(torch.tensor(range_max + 1.0))).floor().long().cpu().tolist():
            tries += 1
            result[min(value, range_max - 1)] = None
            if len(result) == count:
                break
    return list(result), tries


sample_unique_zipfian.outputs(("output0", "output1"))


@sample_unique_zipfian.types
def _(p, t):
    t.out[0] = t.out[1] = "int64"
