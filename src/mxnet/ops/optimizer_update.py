"""The update rules of the optimizers: one call moves one weight and its states.

States (momentum, means, float32 copies) change in place. The new weight is written to ``out``, in place where
``out`` is the weight, and returned. In the formulas, ``g`` is the gradient times ``rescale_grad``, clipped to
``[-clip_gradient, clip_gradient]`` unless that is negative; ``lazy_update`` is without effect on dense arrays.
"""

import math

import torch

from ..core.dtypes import fit_to_dtype
from ..core.semantics import semantics
from ..kernels.momentum import adam_step, momentum_step
from ._updates import attributes, mixed, update

#: the attributes that most rules take: what is done to the gradient
GRADIENT = {"wd": 0.0, "rescale_grad": 1.0, "clip_gradient": -1.0}


def scaled(
    grad: torch.Tensor, rescale: float, clip: float, weight: torch.Tensor | None = None, wd: float = 0.0
) -> torch.Tensor:
    """Return ``grad * rescale (+ wd * weight)``, then clipped; ``grad`` itself where nothing is to be done.

    In MXNet 2 the gradient is clipped before ``wd * weight`` is added.
    """
    if weight is not None and wd and clip >= 0 and semantics.api == 2:
        return torch.add(scaled(grad, rescale, clip), weight, alpha=wd)
    if weight is not None and wd:
        grad = torch.add(weight * wd, grad, alpha=rescale)
    elif rescale != 1:
        grad = grad * rescale
    if clip < 0:
        return grad
    clip = fit_to_dtype(clip, grad.dtype)
    return grad.clamp(-clip, clip)


def gradient(p, grad, weight=None):
    """Return the gradient as the attributes say: rescaled, with the decay of ``weight`` if there is one, clipped."""
    return scaled(grad, p.rescale_grad, p.clip_gradient, weight, p.wd)


def _factor(p, grad):
    """Return the gradient and what it is still to be multiplied by: clipping alone needs a copy of it."""
    return (grad, p.rescale_grad) if p.clip_gradient < 0 else (gradient(p, grad), 1.0)


@update(attributes(lr=float, **GRADIENT, lazy_update=True), aliases=("_sparse_sgd_update",))
def sgd_update(weight, grad, p):
    """Return ``weight - lr * (g + wd * weight)``.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    grad
        Its gradient.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1, 2]), mx.nd.array([1, 1])
    >>> print(mx.nd.sgd_update(weight, grad, lr=0.5).asnumpy())
    [0.5 1.5]
    """
    grad, factor = _factor(p, grad)
    if p.wd:
        weight.mul_(1 - p.lr * p.wd)
    weight.add_(grad, alpha=-p.lr * factor)


@update(attributes(lr=float, momentum=0.0, **GRADIENT, lazy_update=True), aliases=("_sparse_sgd_mom_update",))
def sgd_mom_update(weight, grad, mom, p):
    """Set ``mom = momentum * mom - lr * (g + wd * weight)`` and return ``weight + mom``.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    grad
        Its gradient.
    mom
        The momentum, a state that is changed.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1)
    >>> for _ in range(2):
    ...     weight = mx.nd.sgd_mom_update(weight, grad, mom, lr=0.1, momentum=0.5)
    >>> print(weight.asnumpy(), mom.asnumpy())
    [-1.5] [-1.5]
    """
    grad, factor = _factor(p, grad)
    momentum_step(weight, grad, mom, p.momentum, p.lr, p.lr * factor, p.wd)


@update(attributes(lr=float, momentum=0.0, **GRADIENT), amp=None)
def nag_mom_update(weight, grad, mom, p):
    """Do one step of SGD with Nesterov's momentum.

    With ``d = g + wd * weight``, ``g`` being the rescaled and clipped gradient, set ``mom = momentum * mom - lr * d``
    and return ``weight + momentum * mom - lr * d``.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1)
    >>> print(mx.nd.nag_mom_update(weight, grad, mom, lr=0.1, momentum=0.5).asnumpy(), mom.asnumpy())
    [-0.5] [-1.]
    """
    grad = gradient(p, grad)
    before = weight.clone() if p.wd and p.in_place else None
    if p.wd:
        grad = torch.add(grad, weight, alpha=p.wd)
    mom.mul_(p.momentum).add_(grad, alpha=-p.lr)
    weight.add_(mom, alpha=p.momentum).add_(grad, alpha=-p.lr)
    if before is not None:  # as in 1.9.1, an update in place keeps a momentum with the decay of the new weight
        mom.add_(before.sub_(weight), alpha=p.lr * p.wd)


@mixed(sgd_update)
def mp_sgd_update():
    """Do one step of SGD on the float32 copy of a weight in half precision: ``weight32 -= lr * (g + wd * weight32)``.

    Parameters
    ----------
    weight
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.

    Returns
    -------
    The new ``weight32``, in the dtype of ``weight``.

    See Also
    --------
    sgd_update : of one precision.

    Examples
    --------
    >>> weight, grad, weight32 = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16'), mx.nd.ones(1)
    >>> print(mx.nd.mp_sgd_update(weight, grad, weight32, lr=0.0001).asnumpy(), weight32.asnumpy())
    [1.] [0.9999]
    """


@mixed(sgd_mom_update)
def mp_sgd_mom_update():
    """Do one step of SGD with momentum on the float32 copy of a weight in half precision.

    Parameters
    ----------
    weight
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.

    Returns
    -------
    The new ``weight32``, in the dtype of ``weight``.

    See Also
    --------
    sgd_mom_update : the formula.

    Examples
    --------
    >>> weight, grad = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16')
    >>> mom, weight32 = mx.nd.zeros(1), mx.nd.ones(1)
    >>> print(mx.nd.mp_sgd_mom_update(weight, grad, mom, weight32, lr=0.5, momentum=0.9).asnumpy(), mom.asnumpy())
    [0.5] [-0.5]
    """


@mixed(nag_mom_update, amp=None)
def mp_nag_mom_update():
    """Do one step of SGD with Nesterov's momentum on the float32 copy of a weight in half precision.

    Parameters
    ----------
    weight
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.

    Returns
    -------
    The new ``weight32``, in the dtype of ``weight``.

    See Also
    --------
    nag_mom_update : the formula.

    Notes
    -----
    As in 1.9.1, the momentum that remains has the weight decay of the new weight in it, not of the old one.

    Examples
    --------
    >>> weight, grad = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16')
    >>> mom, weight32 = mx.nd.zeros(1), mx.nd.ones(1)
    >>> print(mx.nd.mp_nag_mom_update(weight, grad, mom, weight32, lr=0.5, momentum=0.5).asnumpy(), mom.asnumpy())
    [0.25] [-0.5]
    """


# -- adaptive rules ------------------------------------------------------------------------------------------


def correction(beta: float, t: int) -> float:
    """Return ``1 - beta**t``; what is too large a power for Python is infinite, as in C."""
    try:
        return 1 - beta**t
    except (OverflowError, ZeroDivisionError):
        return -math.inf


def moments(grad, mean, var, beta1, beta2):
    """Move the running means of the gradient and its square in place; return them."""
    return mean.lerp_(grad, 1 - beta1), var.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)


@update(
    attributes(lr=float, beta1=0.9, beta2=0.999, epsilon=1e-8, **GRADIENT, lazy_update=True),
    aliases=("_sparse_adam_update",),
)
def adam_update(weight, grad, mean, var, p):
    """Move ``mean`` and ``var`` towards ``g`` and ``g**2``, and return ``weight - lr * mean / (sqrt(var) + epsilon)``.

    ``g`` includes ``wd * weight`` and is clipped after that; bias correction is the caller's, in ``lr``.
    Source: Kingma and Ba, arXiv 1412.6980.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    grad
        Its gradient.
    mean
        The mean of gradients, a state that is changed.
    var
        The mean of squared gradients, a state that is changed.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1]), mx.nd.array([10])
    >>> print(mx.nd.adam_update(weight, grad, mx.nd.zeros(1), mx.nd.zeros(1), lr=0.1).asnumpy())
    [0.6837722]
    """
    adam_step(weight, gradient(p, grad, weight), mean, var, p.lr, p.beta1, p.beta2, p.epsilon)
