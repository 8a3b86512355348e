"""Probability densities of random numbers, and their logarithms.

``sample`` holds in its last axes any number of values for each element of the parameters, which lack those axes.
Samples that are integers by nature get no gradient, as in 1.9.1.
"""

import torch

from ..core.errors import MXNetShapeError
from ..registry import op


def _shapes(p, s):
    """The parameters have one shape, the result that of the samples."""
    s.sample = s.out[0]
    s.out[0] = s.sample
    if s.sample is not None and s.inputs[1] is not None:
        s.inputs[1] = s.sample[: len(s.inputs[1])]
    for i in range(2, len(s.inputs)):
        s.inputs[i] = s.inputs[1]
        s.inputs[1] = s.inputs[i]


def _pdf(name):
    return op(f"_random_pdf_{name}", aliases=(f"random_pdf_{name}",), shapes=_shapes, amp="widest")


def _broadcast_to_sample(sample, *parameters):
    """Return the parameters with an axis of length 1 for each further axis of the samples."""
    if any(p.shape != sample.shape[: p.dim()] for p in parameters):
        raise MXNetShapeError(f"sample {tuple(sample.shape)} does not begin with {tuple(parameters[0].shape)}")
    return tuple(p.view((*p.shape, *(1,) * (sample.dim() - p.dim()))) for p in parameters)


def _finish(log_density, is_log):
    return log_density if is_log else log_density.exp()


@_pdf("uniform")
def random_pdf_uniform(sample, low, high, *, is_log: bool = False):
    """Return the density of the uniform distribution over ``[low, high)``, or its logarithm: ``1 / (high - low)``, also
    outside of it.

    Parameters
    ----------
    low, high
        The bounds of each distribution.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[0, 1, 2]])
    >>> print(nd.random_pdf_uniform(sample, nd.array([0]), nd.array([4])).asnumpy())
    [[0.25 0.25 0.25]]
    """
    low, high = _broadcast_to_sample(sample, low, high)
    return _finish(-(high - low).log() + torch.zeros_like(sample), is_log)


@_pdf("normal")
def random_pdf_normal(sample, mu, sigma, *, is_log: bool = False):
    """Return the density of the normal distribution of mean ``mu`` and standard deviation ``sigma``, or its logarithm.

    Parameters
    ----------
    mu
        The mean of each distribution.
    sigma
        The standard deviations, in the shape of ``mu``.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[0, 1], [10, 12]])
    >>> mu, sigma = nd.array([0, 10]), nd.array([1, 2])
    >>> print(nd.random_pdf_normal(sample, mu, sigma).asnumpy())
    [[0.3989423  0.24197073]
     [0.19947115 0.12098535]]
    >>> print(nd.random_pdf_normal(sample, mu, sigma, is_log=True).asnumpy())
    [[-0.9189385 -1.4189385]
     [-1.6120857 -2.1120858]]
    """
    mu, sigma = _broadcast_to_sample(sample, mu, sigma)
    half_log_two_pi = 0.9189385332046727
    return _finish(-((sample - mu) / sigma).square() / 2 - sigma.log() - half_log_two_pi, is_log)


@_pdf("gamma")
def random_pdf_gamma(sample, alpha, beta, *, is_log: bool = False):
    """Return the density of the gamma distribution of shape ``alpha`` and rate ``beta``, or its logarithm.

    Parameters
    ----------
    alpha
        The shape of each distribution.
    beta
        The rates, in the shape of ``alpha``: the inverse of the scale that ``random_gamma`` takes.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[1, 2]])
    >>> print(nd.random_pdf_gamma(sample, nd.array([2]), nd.array([1])).asnumpy())
    [[0.36787945 0.27067056]]
    """
    alpha, beta = _broadcast_to_sample(sample, alpha, beta)
    return _finish(alpha * beta.log() + (alpha - 1) * sample.log() - beta * sample - alpha.lgamma(), is_log)


@_pdf("exponential")
def random_pdf_exponential(sample, lam, *, is_log: bool = False):
    """Return the density of the exponential distribution of rate ``lam``, or its logarithm.

    Parameters
    ----------
    lam
        The rate of each distribution.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[0, 1]])
    >>> print(nd.random_pdf_exponential(sample, nd.array([2])).asnumpy())
    [[2.         0.27067056]]
    """
    (lam,) = _broadcast_to_sample(sample, lam)
    return _finish(lam.log() - lam * sample, is_log)


@_pdf("poisson")
def random_pdf_poisson(sample, lam, *, is_log: bool = False):
    """Return the probability under the Poisson distribution of mean ``lam``, or its logarithm.

    Parameters
    ----------
    lam
        The mean of each distribution.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[0, 1, 2]])
    >>> print(nd.random_pdf_poisson(sample, nd.array([2])).asnumpy())
    [[0.13533528 0.27067056 0.27067056]]
    """
    (lam,), x = _broadcast_to_sample(sample, lam), sample.detach()
    return _finish(x * lam.log() - lam - (x + 1).lgamma(), is_log)


def _negative_binomial(x, k, p):
    """Return the logarithm of the probability of ``x`` failures before ``k`` successes of probability ``p``."""
    return (x + k).lgamma() - (x + 1).lgamma() - k.lgamma() + k * p.log() + x * (1 - p).log()


@_pdf("negative_binomial")
def random_pdf_negative_binomial(sample, k, p, *, is_log: bool = False):
    """Return the probability of so many failures before ``k`` successes of probability ``p``, or its logarithm.

    Parameters
    ----------
    k
        The number of successes of each distribution.
    p
        The probabilities of success, in the shape of ``k``.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[0, 1, 2]])
    >>> print(nd.random_pdf_negative_binomial(sample, nd.array([1]), nd.array([0.5])).asnumpy())
    [[0.5   0.25  0.125]]
    """
    return _finish(_negative_binomial(sample.detach(), *_broadcast_to_sample(sample, k, p)), is_log)


@_pdf("generalized_negative_binomial")
def random_pdf_generalized_negative_binomial(sample, mu, alpha, *, is_log: bool = False):
    """Return the probability under the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``, or its
    logarithm.

    Parameters
    ----------
    mu
        The mean of each distribution.
    alpha
        How much the variance exceeds the mean, as a multiple of ``mu**2``; in the shape of ``mu``.

    Returns
    -------
    An array of the shape of ``sample``.

    Examples
    --------
    >>> sample = nd.array([[0, 1, 2]])
    >>> print(nd.random_pdf_generalized_negative_binomial(sample, nd.array([1]), nd.array([1])).asnumpy())
    [[0.5   0.25  0.125]]
    """
    mu, alpha = _broadcast_to_sample(sample, mu, alpha)
    return _finish(_negative_binomial(sample.detach(), 1 / alpha, 1 / (1 + mu * alpha)), is_log)


@op("_random_pdf_dirichlet", aliases=("random_pdf_dirichlet",), amp="widest")
def random_pdf_dirichlet(sample, alpha, *, is_log: bool = False):
    """Return the density of the Dirichlet distribution, or its logarithm.

    Parameters
    ----------
    sample
        The points, ``(*batch, *any, k)``: k numbers that sum to 1.
    alpha
        The concentrations of each distribution, ``(*batch, k)``.

    Returns
    -------
    An array ``(*batch, *any)``; of one point ``(1,)``.

    Examples
    --------
    >>> sample = nd.array([[[0.2, 0.8], [0.5, 0.5]]])
    >>> print(nd.random_pdf_dirichlet(sample, nd.array([[2, 2]])).asnumpy())
    [[0.96 1.5 ]]
    """
    if sample.dim() < alpha.dim() or sample.shape[: alpha.dim() - 1] + sample.shape[-1:] != alpha.shape:
        raise MXNetShapeError(f"alpha {tuple(alpha.shape)} is not for a sample {tuple(sample.shape)}")
    alpha = alpha.view(*alpha.shape[:-1], *(1,) * (sample.dim() - alpha.dim()), alpha.shape[-1])
    log_density = ((alpha - 1) * sample.log()).sum(-1) + alpha.sum(-1).lgamma() - alpha.lgamma().sum(-1)
    density = _finish(log_density, is_log)
    return density if density.dim() else density.view(1)


@random_pdf_dirichlet.shapes
def _(p, s, sample):
    if s.alpha is not None:
        s.alpha = (*sample[:-1][: len(s.alpha) - 1], sample[-1])
    return sample[:-1] or (1,)
