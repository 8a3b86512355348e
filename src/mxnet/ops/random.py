"""Random numbers, on MXNet's own generator of each device (seeded by ``mx.random.seed``)."""

from collections.abc import Callable
from typing import Any, Literal

import torch

from ..core import torch_compat
from ..core.constants import constant
from ..core.dtypes import TORCH_OF, fit_to_dtype
from ..core.errors import MXNetError
from ..core.naming import named
from ..core.params import Long, Shape
from ..core.rng import generator
from ..core.semantics import semantics
from ..core.shapes import from_mxnet
from ..core.tracing import exported
from ..kernels.draws import fill_with_gammas, fill_with_poisson
from ..registry import op

RealType = Literal["float16", "float32", "float64"]
IntType = Literal["int32", "int64"]


#: what the parameters of a distribution must hold to, in words, by its name
_CHECKS = {
    "uniform": ("high >= low", lambda low, high: high >= low),
    "normal": ("scale > 0", lambda loc, scale: scale > 0),
    "gamma": ("alpha > 0 and beta > 0", lambda alpha, beta: alpha > 0 and beta > 0),
    "exponential": ("lam > 0", lambda lam: lam > 0),
    "poisson": ("lam >= 0", lambda lam: lam >= 0),
    "binomial": ("n >= 0 and 0 <= p <= 1", lambda n, p: n >= 0 and 0 <= p <= 1),
    "negative_binomial": ("k >= 0 and 0 < p <= 1", lambda k, p: k >= 0 and 0 < p <= 1),
    "generalized_negative_binomial": ("mu >= 0 and alpha >= 0", lambda mu, alpha: mu >= 0 and alpha >= 0),
    "randint": ("high > low", lambda low, high: high > low),
}


def check_distribution(distribution, **parameters):
    """Raise :class:`MXNetError` where a distribution does not exist with these numbers."""
    text, holds = _CHECKS[distribution]
    if not holds(**parameters):
        shown = ", ".join(f"{name}={value}" for name, value in parameters.items())
        raise MXNetError(f"Check failed: {text} ({shown})")


def draw(fill: Callable[..., Any], shape, dtype, device, out, out_shape=None) -> torch.Tensor:
    """Return a tensor filled by ``fill(tensor, generator)``: ``out`` itself where it has the shape asked for.

    ``out_shape`` is what a graph says of an open ``shape``.
    """
    is_known = semantics.np_shape or (bool(shape) and 0 not in shape)
    shape = shape if out_shape is None else out_shape
    if out is not None and (not shape or tuple(out.shape) == shape):
        target = out
    elif shape is None or not (is_known or out_shape):
        raise MXNetError(f"the shape {shape} is not fully known: pass shape=..., or an array as out")
    else:
        target = torch.empty(shape, dtype=TORCH_OF[dtype or "float32"], device=device)
    if not target.is_meta:
        fill(target, generator(target.device))
    return target


def _drawing(name, aliases, default="float32", **facts):
    return op(
        name,
        aliases=aliases,
        types=lambda p, t: p.dtype or t.out[0] or default,
        shapes=lambda p, s: None if p.shape is None else from_mxnet(p.shape, semantics.np_shape),
        stochastic=True,
        **facts,
    )


def _computed_wide(function):
    """Return how to fill a tensor with ``function(shape, dtype, device, generator)``, computed in float32 at least."""

    def fill(target, generator_):
        wide = target.dtype if target.dtype in (torch.float32, torch.float64) else torch.float32
        target.copy_(function(target.shape, wide, target.device, generator_))

    return fill


def _as_tensor(value, dtype, device):
    return value.to(device, dtype) if isinstance(value, torch.Tensor) else constant(value, dtype, device)


def gamma_draws(alpha, beta):
    """Return how to draw from the gamma distribution of shape ``alpha`` and scale ``beta``, numbers or tensors."""

    def function(shape, dtype, device, g):
        out = torch.empty(shape, dtype=dtype, device=device)
        if isinstance(alpha, torch.Tensor) or not fill_with_gammas(out, alpha, g):
            out = _standard_gamma(_as_tensor(alpha, dtype, device).expand(shape), g)
        return out * beta

    return function


def _standard_gamma(alpha, g):
    return torch_compat.standard_gamma(alpha.contiguous(), generator=g)


#: the greatest rate of a Poisson distribution: PyTorch counts in 64 bits
_MOST = 2.0**62


def _check_rate(valid):
    if not valid:
        raise MXNetError(f"the rate of a Poisson distribution must be 0 to {_MOST:g}")


def _poisson_of(rate, g):
    if not exported():
        _check_rate(bool(((rate >= 0) & (rate <= _MOST)).all()))
    return torch.poisson(rate, generator=g)


def poisson_draws(rate):
    def function(shape, dtype, device, g):
        if isinstance(rate, torch.Tensor):
            return _poisson_of(rate.to(device, dtype).expand(shape).contiguous(), g)
        _check_rate(0 <= rate <= _MOST)
        out = torch.empty(shape, dtype=dtype, device=device)
        if fill_with_poisson(out, rate, g):
            return out
        return torch.poisson(constant(rate, dtype, device).expand(shape).contiguous(), generator=g)

    return function


def binomial_draws(n, p):
    """Return how to draw the number of successes of probability ``p`` in ``n`` trials."""

    def function(shape, dtype, device, g):
        count, chance = (_as_tensor(value, dtype, device).expand(shape).contiguous() for value in (n, p))
        if not exported() and not bool(((count >= 0) & (chance >= 0) & (chance <= 1)).all()):
            raise MXNetError("binomial: expected n >= 0 and 0 <= p <= 1")
        return torch.binomial(count, chance, generator=g)

    return function


def negative_binomial_draws(k, p):
    """Return how to draw failures before ``k`` successes of probability ``p``: Poisson of a gamma-distributed rate."""

    def function(shape, dtype, device, g):
        return _poisson_of(gamma_draws(k, (1 - p) / p)(shape, dtype, device, g), g)

    return function


def generalized_negative_binomial_draws(mu, alpha):
    """Return how to draw the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``."""

    def function(shape, dtype, device, g):
        a = _as_tensor(alpha, dtype, device)
        spread = a.clamp(min=torch.finfo(dtype).tiny)
        rate = gamma_draws(1 / spread, mu * spread)(shape, dtype, device, g)
        rate = torch.where(a == 0, _as_tensor(mu, dtype, device), rate)
        return _poisson_of(rate.expand(shape).contiguous(), g)

    return function


# -- one distribution for all elements -----------------------------------------------------------------------


#: by name, the functions whose parameters are those of distributions
DISTRIBUTIONS: dict[str, Callable[..., Any]] = {}


def _distribution(*aliases, **facts):
    """Register the distribution that a function is named after; of its parameters it makes what fills a tensor."""

    def decorate(filling):
        name = filling.__name__[1:]

        @_drawing(f"_random_{name}", (f"random_{name}", *aliases), attributes_of=filling, **facts)
        @named(f"random_{name}", filling.__doc__)
        def fn(
            *,
            shape: Shape | None = None,
            ctx: str = "",
            dtype: RealType | None = None,
            device,
            out=None,
            out_shape=None,
            **parameters,
        ):
            return draw(filling(**parameters), shape, dtype, device, out, out_shape)

        DISTRIBUTIONS[name] = filling
        return filling

    return decorate


@_distribution("uniform")
def _uniform(low: float = 0.0, high: float = 1.0):
    """Return random numbers evenly distributed over ``[low, high)``.

    Parameters
    ----------
    low
        The least number there may be.
    high
        The number below which all are; at least ``low``.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_uniform : with a distribution for each element.

    Examples
    --------
    >>> x = nd.random_uniform(low=2, high=3, shape=(2, 3))
    >>> x.shape, x.dtype == np.float32
    ((2, 3), True)
    >>> bool(((x >= 2) * (x < 3)).min() == 1)
    True
    """
    check_distribution("uniform", low=low, high=high)
    return lambda t, g: t.uniform_(fit_to_dtype(low, t.dtype), fit_to_dtype(high, t.dtype), generator=g)


@_distribution("normal")
def _normal(loc: float = 0.0, scale: float = 1.0):
    """Return normally distributed random numbers of mean ``loc`` and standard deviation ``scale``.

    Parameters
    ----------
    loc
        The mean.
    scale
        The standard deviation, above 0.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_normal : with a distribution for each element.

    Examples
    --------
    >>> x = nd.random_normal(loc=5, scale=0.1, shape=1000)
    >>> bool(abs(x.mean() - 5) < 0.1)
    True
    """
    check_distribution("normal", loc=loc, scale=scale)
    return lambda t, g: t.normal_(loc, scale, generator=g)


@_distribution()
def _exponential(lam: float = 1.0):
    """Return exponentially distributed random numbers of rate ``lam`` (mean ``1 / lam``).

    Parameters
    ----------
    lam
        The rate, above 0: the greater, the smaller the numbers.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_exponential : with a distribution for each element.

    Examples
    --------
    >>> x = nd.random_exponential(lam=4, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    check_distribution("exponential", lam=lam)
    return lambda t, g: t.exponential_(lam, generator=g)


@_distribution()
def _gamma(alpha: float = 1.0, beta: float = 1.0):
    """Return gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` (mean ``alpha * beta``).

    Parameters
    ----------
    alpha
        The shape of the distribution, above 0.
    beta
        The scale, above 0, which the numbers are multiplied by.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_gamma : with a distribution for each element.

    Examples
    --------
    >>> x = nd.random_gamma(alpha=9, beta=0.5, shape=(2, 3))
    >>> x.shape, bool(x.min() > 0)
    ((2, 3), True)
    """
    check_distribution("gamma", alpha=alpha, beta=beta)
    return _computed_wide(gamma_draws(alpha, beta))


@_distribution()
def _poisson(lam: float = 1.0):
    """Return Poisson-distributed random integers of mean ``lam``, as floats.

    Parameters
    ----------
    lam
        The mean, 0 or more.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_poisson : with a distribution for each element.

    Examples
    --------
    >>> x = nd.random_poisson(lam=4, shape=(2, 3))
    >>> x.shape, bool((x == x.floor()).min() == 1)
    ((2, 3), True)
    """
    check_distribution("poisson", lam=lam)
    return _computed_wide(poisson_draws(lam))


@_distribution(extension=True, host_sync="check")
def _binomial(n: int = 1, p: float = 0.5):
    """Return random numbers of successes of probability ``p`` in ``n`` trials, as floats.

    Parameters
    ----------
    n
        The number of trials.
    p
        The probability of success of each, 0 to 1.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_binomial : with a distribution for each element.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> x = nd.random_binomial(n=10, p=0.3, shape=(2, 3))
    >>> x.shape, bool(x.max() <= 10)
    ((2, 3), True)
    """
    check_distribution("binomial", n=n, p=p)
    return _computed_wide(binomial_draws(n, p))


@_distribution(host_sync="check")
def _negative_binomial(k: int = 1, p: float = 1.0):
    """Return random numbers of failures before the ``k``-th success of probability ``p``, as floats.

    Parameters
    ----------
    k
        The number of successes.
    p
        The probability of success of each trial, above 0, to 1.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_negative_binomial : with a distribution for each element.

    Examples
    --------
    >>> print(nd.random_negative_binomial(k=3, p=1.0, shape=4).asnumpy())
    [0. 0. 0. 0.]
    >>> nd.random_negative_binomial(k=3, p=0.5, shape=(2, 3)).shape
    (2, 3)
    """
    check_distribution("negative_binomial", k=k, p=p)
    return _computed_wide(negative_binomial_draws(k, p))


@_distribution(host_sync="check")
def _generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0):
    """Return negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2``, as floats.

    Parameters
    ----------
    mu
        The mean, 0 or more.
    alpha
        How much the variance exceeds the mean, as a multiple of ``mu**2``; 0: a Poisson distribution.

    Returns
    -------
    An array of ``shape``, float32 unless ``dtype`` says another type.

    See Also
    --------
    sample_generalized_negative_binomial : with a distribution for each element.

    Examples
    --------
    >>> x = nd.random_generalized_negative_binomial(mu=4, alpha=0.5, shape=(2, 3))
    >>> x.shape, bool(x.min() >= 0)
    ((2, 3), True)
    """
    check_distribution("generalized_negative_binomial", mu=mu, alpha=alpha)
    return _computed_wide(generalized_negative_binomial_draws(mu, alpha))


@_drawing("_random_randint", ("random_randint", "_npi_random_randint"), default="int32")
def random_randint(
    *,
    low: Long,
    high: Long,
    shape: Shape | None = None,
    ctx: str = "",
    dtype: IntType | None = None,
    device,
    out=None,
    out_shape=None,
):
    """Return random integers from ``low`` to ``high - 1``.

    Parameters
    ----------
    low
        The least number there may be.
    high
        The number below which all are; above ``low``.
    dtype
        The type of the result, ``'int32'`` or ``'int64'``; None: int32.

    Returns
    -------
    An array of ``shape``.

    Examples
    --------
    >>> x = nd.random_randint(low=1, high=7, shape=(2, 3))
    >>> x.shape, x.dtype == np.int32
    ((2, 3), True)
    >>> bool(x.min() >= 1) and bool(x.max() <= 6)
    True
    """
    check_distribution("randint", low=low, high=high)
    return draw(lambda t, g: t.random_(low, high, generator=g), shape, dtype or "int32", device, out, out_shape)
