"""Random numbers whose distribution's parameters are arrays, or that take an array's shape."""

from inspect import getdoc, signature
from math import prod
from typing import Literal

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError, MXNetShapeError
from ..core.naming import named
from ..core.params import AtLeastOne, Shape
from ..core.rng import generator
from ..registry import op
from ..registry.manual import explained, write
from ..registry.rules import elementwise, gives
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
    full_shape = (*first.shape, *shape)
    dtype = TORCH_OF[dtype or "float32"]
    if first.is_meta:
        return torch.empty(full_shape, dtype=dtype, device=first.device)
    one_dtype("parameters of a distribution", *parameters)
    wide = torch.float64 if first.dtype is torch.float64 else torch.float32
    expanded = [p.detach().to(wide).view((*first.shape, *(1,) * len(shape))) for p in parameters]
    return function(*expanded)(full_shape, wide, first.device, generator(first.device)).to(dtype)


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
    """Return random numbers evenly distributed over ``[low, high)`` of every element.

    Parameters
    ----------
    low, high
        The bounds for each element, arrays of one shape; ``high`` itself is never drawn.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_uniform : with one distribution for all.

    Examples
    --------
    >>> x = nd.sample_uniform(nd.array([0, 10]), nd.array([1, 20]), shape=3)
    >>> x.shape, bool(x[0].max() < 1), bool(x[1].min() >= 10)
    ((2, 3), True, True)
    """
    return _draw(_uniform, (low, high), shape, dtype)


@_sampler("_sample_normal")
def sample_normal(mu, sigma, *, shape: Shape = (), dtype: RealType | None = None):
    """Return normally distributed random numbers of mean ``mu`` and standard deviation ``sigma`` of every element.

    Parameters
    ----------
    mu
        The means.
    sigma
        The standard deviations, in the shape of ``mu``.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_normal : with one distribution for all.

    Examples
    --------
    >>> x = nd.sample_normal(nd.array([0, 100]), nd.array([1, 1]), shape=3)
    >>> x.shape, bool(x[1].min() > 50)
    ((2, 3), True)
    """
    return _draw(_normal, (mu, sigma), shape, dtype)


@_sampler("_sample_gamma")
def sample_gamma(alpha, beta, *, shape: Shape = (), dtype: RealType | None = None):
    """Return gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` of every element.

    Parameters
    ----------
    alpha
        The shapes of the distributions, above 0.
    beta
        Their scales, above 0, which the numbers are multiplied by; in the shape of ``alpha``.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_gamma : with one distribution for all.

    Examples
    --------
    >>> x = nd.sample_gamma(nd.array([1, 9]), nd.array([2, 0.5]), shape=3)
    >>> x.shape, bool(x.min() > 0)
    ((2, 3), True)
    """
    return _draw(gamma_draws, (alpha, beta), shape, dtype)


@_sampler("_sample_exponential", full_names=("input",))
def sample_exponential(lam, *, shape: Shape = (), dtype: RealType | None = None):
    """Return exponentially distributed random numbers of rate ``lam`` (mean ``1 / lam``) of every element.

    Parameters
    ----------
    lam
        The rates, above 0: the greater, the smaller the numbers.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_exponential : with one distribution for all.

    Examples
    --------
    >>> x = nd.sample_exponential(nd.array([1, 10]), shape=(2, 4))
    >>> x.shape, bool(x.min() >= 0)
    ((2, 2, 4), True)
    """
    return _draw(_exponential, (lam,), shape, dtype)


@_sampler("_sample_poisson", full_names=("input",), host_sync="check")
def sample_poisson(lam, *, shape: Shape = (), dtype: RealType | None = None):
    """Return Poisson-distributed random integers of mean ``lam`` of every element, as floats.

    Parameters
    ----------
    lam
        The means, 0 or more.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_poisson : with one distribution for all.

    Examples
    --------
    >>> print(nd.sample_poisson(nd.array([0, 0]), shape=3).asnumpy())
    [[0. 0. 0.]
     [0. 0. 0.]]
    >>> nd.sample_poisson(nd.array([1, 10]), shape=(2, 4)).shape
    (2, 2, 4)
    """
    return _draw(poisson_draws, (lam,), shape, dtype)


@_sampler("_sample_binomial", extension=True, host_sync="check")
def sample_binomial(n, p, *, shape: Shape = (), dtype: RealType | None = None):
    """Return random numbers of successes of probability ``p`` in ``n`` trials of every element, as floats.

    Parameters
    ----------
    n
        The numbers of trials.
    p
        The probabilities of success, 0 to 1, in the shape of ``n``.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_binomial : with one distribution for all.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> print(nd.sample_binomial(nd.array([5, 10]), nd.array([0, 1]), shape=3).asnumpy())
    [[ 0.  0.  0.]
     [10. 10. 10.]]
    """
    return _draw(binomial_draws, (n, p), shape, dtype)


@_sampler("_sample_negative_binomial", host_sync="check")
def sample_negative_binomial(k, p, *, shape: Shape = (), dtype: RealType | None = None):
    """Return random numbers of failures before ``k`` successes of probability ``p`` of every element, as floats.

    Parameters
    ----------
    k
        The numbers of successes.
    p
        The probabilities of success, above 0, to 1, in the shape of ``k``.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_negative_binomial : with one distribution for all.

    Examples
    --------
    >>> x = nd.sample_negative_binomial(nd.array([3, 20]), nd.array([0.5, 0.2]), shape=3)
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    return _draw(negative_binomial_draws, (k, p), shape, dtype)


@_sampler("_sample_generalized_negative_binomial", host_sync="check")
def sample_generalized_negative_binomial(mu, alpha, *, shape: Shape = (), dtype: RealType | None = None):
    """Return negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2`` of every element, as
    floats.

    Parameters
    ----------
    mu
        The means, 0 or more.
    alpha
        How much the variances exceed the means, as a multiple of ``mu**2``; in the shape of ``mu``.
    shape
        The shape of the draws for each element; (): one.
    dtype
        The type of the result, ``'float16'``, ``'float32'`` or ``'float64'``; None: float32.

    Returns
    -------
    An array ``(*shape of the parameters, *shape)``.

    See Also
    --------
    random_generalized_negative_binomial : with one distribution for all.

    Examples
    --------
    >>> x = nd.sample_generalized_negative_binomial(nd.array([2, 20]), nd.array([0.1, 0.5]), shape=3)
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    return _draw(generalized_negative_binomial_draws, (mu, alpha), shape, dtype)


# -- in the shape of an array --------------------------------------------------------------------------------


def _draw_like(name, function, **facts):
    """Register ``_random_<name>_like``; ``function(*parameters)`` gives the sampling function."""
    distribution = DISTRIBUTIONS[name]
    defaults = {p.name: p.default for p in signature(distribution).parameters.values()}
    doc = write(
        f"Return random numbers as ``random_{name}`` does, in the shape and the type of ``data``.",
        {"data": "The array whose shape, type and device the result has; its values do not matter."}
        | {key: meaning for key, (_, meaning) in explained(getdoc(distribution) or "").items()},
        "An array like ``data``.",
        f">>> nd.random.{name}_like(nd.zeros((2, 3))).shape\n(2, 3)",
    )

    @op(f"_random_{name}_like", shapes=elementwise, stochastic=True, attributes_of=distribution, **facts)
    @named(f"random_{name}_like", doc)
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


def _check_probabilities(weights):
    """Raise :class:`MXNetError` where the rows are no probabilities."""
    for row in weights:
        if not (row.isfinite() & (row >= 0)).all() or row.sum() == 0:
            raise MXNetError(
                "the last axis of data must have probabilities, finite, not negative and not all of them 0, "
                f"got {[round(number, 4) for number in row[:5].tolist()]}{' ...' if len(row) > 5 else ''}; "
                "of logarithms pass nd.softmax(data)"
            )


@op("_sample_multinomial", aliases=("sample_multinomial",), stochastic=True)
def sample_multinomial(
    data,
    *,
    shape: Shape = (),
    get_prob: bool = False,
    dtype: Literal["float16", "float32", "float64", "int32", "uint8"] = "int32",
):
    """Return random class numbers, drawn with the probabilities in the last axis of ``data``.

    Parameters
    ----------
    data
        Probabilities, ``(..., classes)``: each row sums to 1.
    shape
        The shape of the draws for each row; (): one.
    get_prob
        Whether the logarithms of the probabilities of what was drawn are returned too; through them a gradient flows to
        ``data`` (for policy gradients).
    dtype
        The type of the class numbers.

    Returns
    -------
    An array ``(..., *shape)``, ``(1,)`` for one row and one draw; with ``get_prob`` a pair of such arrays.

    Examples
    --------
    >>> sure = nd.array([[0, 1, 0], [0, 0, 1]])
    >>> print(nd.sample_multinomial(sure, shape=4).asnumpy())
    [[1 1 1 1]
     [2 2 2 2]]
    >>> drawn, logarithms = nd.sample_multinomial(sure, get_prob=True)
    >>> print(drawn.asnumpy(), logarithms.asnumpy())
    [1 2] [0. 0.]
    """
    if min(shape, default=0) < 0:
        raise MXNetError(f"shape: expected lengths of 0 or more, got {shape}")
    rows, count = data if data.dim() == 2 else data.reshape(-1, data.shape[-1]), prod(shape)
    full_shape = (*data.shape[:-1], *shape) or (1,)
    if data.is_meta:
        drawn = torch.empty((rows.shape[0], count), dtype=torch.int64, device=data.device)
    else:
        weights = rows.detach().to(torch.float32)
        try:
            drawn = torch.multinomial(weights, count or 1, replacement=True, generator=generator(data.device))
        except RuntimeError:
            _check_probabilities(weights)
            raise
        if not count:
            drawn = drawn[:, :0]
    result = drawn.reshape(full_shape).to(TORCH_OF[dtype])
    return result if not get_prob else (result, rows.gather(1, drawn).log().reshape(full_shape))


sample_multinomial.outputs(lambda p: ("output0", "output1") if p.get_prob else ("output",))


@sample_multinomial.types
def _(p, t):
    t.out[0] = p.dtype
    if p.get_prob:
        t.data = t.out[1]
        t.out[1] = t.data


def _count_shapes(attributes, s, p):
    s.n = p[:-1]
    return (*p[:-1], *attributes.shape, p[-1])


@op(
    "_multinomial_counts",
    extension=True,
    shapes=_count_shapes,
    types=lambda p, t: p.dtype or "float32",
    stochastic=True,
    host_sync="check",
)
def multinomial_counts(n, p, *, shape: Shape = (), dtype: RealType | None = None):
    """Return how often each class came in ``n`` trials.

    Parameters
    ----------
    n
        The numbers of trials.
    p
        The probabilities of the classes in the last axis, ``(*n.shape, classes)``.
    shape
        The shape of the experiments for each element; (): one.
    dtype
        The type of the result; None: float32.

    Returns
    -------
    An array ``(*n.shape, *shape, classes)``.
    """
    if n.shape != p.shape[:-1]:
        raise MXNetShapeError(f"multinomial: n {tuple(n.shape)} does not fit p {tuple(p.shape)}")
    full_shape = (*n.shape, *shape)
    counts = torch.zeros((*full_shape, p.shape[-1]), dtype=TORCH_OF[dtype or "float32"], device=p.device)
    if p.is_meta or not counts.numel():
        return counts
    chances = p.detach().double()
    remaining = n.detach().double().view((*n.shape, *(1,) * len(shape))).expand(full_shape).contiguous()
    if not bool((chances >= 0).all() & (remaining >= 0).all()):
        raise MXNetError("multinomial: expected n >= 0 and p >= 0")
    ahead = chances.flip(-1).cumsum(-1).flip(-1)
    shares = (chances / ahead).nan_to_num(0.0).clamp(0, 1)
    for at in range(p.shape[-1] - 1):
        chance = shares[..., at].view((*n.shape, *(1,) * len(shape))).expand(full_shape).contiguous()
        drawn = torch.binomial(remaining, chance, generator=generator(p.device))
        counts[..., at] = drawn
        remaining = remaining - drawn
    counts[..., -1] = remaining
    return counts


@op("_shuffle", aliases=("shuffle", "_npi_shuffle"), shapes=elementwise, stochastic=True, amp="any")
def shuffle(data):
    """Return ``data`` with the entries of its first axis in random order; each entry stays as it is.

    Parameters
    ----------
    data
        The input, which is not changed.

    Returns
    -------
    An array of the shape and the type of ``data``.

    Examples
    --------
    >>> x = nd.shuffle(nd.arange(6).reshape((3, 2)))
    >>> x.shape, float(x.sum().asscalar())
    ((3, 2), 15.0)
    >>> (x[:, 1] - x[:, 0]).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """
    if data.is_meta:
        return torch.empty_like(data)
    return data.index_select(0, torch.randperm(data.shape[0], generator=generator(data.device), device=data.device))


@op("_sample_unique_zipfian", types=gives("int64"), stochastic=True, host_sync="host", outputs=("output0", "output1"))
def sample_unique_zipfian(*, range_max: AtLeastOne, shape: Shape | None = None, device):
    """Return random class numbers without repetition in a row, the small ones more often, and how many tries each row
    took.

    The probability of class ``k`` is ``log((k + 2) / (k + 1)) / log(range_max + 1)``.

    Parameters
    ----------
    range_max
        The number of classes.
    shape
        ``(rows, number)``, of which the number is at most ``range_max``.

    Returns
    -------
    The pair of class numbers ``(rows, number)`` and tries ``(rows,)``, both int64.
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
