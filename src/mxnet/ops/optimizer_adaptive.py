"""Update rules that scale each element's step by its history, and those that follow only the gradient's sign.

States change in place and the new weight is returned, as in :mod:`.optimizer_update`, whose names hold here.
"""

import torch

from ..core.errors import MXNetShapeError
from ..core.params import Double, Fraction
from ..registry.rules import strict
from ._updates import attributes, mixed, update
from .optimizer_update import GRADIENT, correction, gradient, moments, scaled


def _limited(weight, bound):
    return weight.clamp_(-bound, bound) if bound >= 0 else weight


@update(attributes(lr=float, gamma1=0.95, epsilon=1e-8, **GRADIENT, clip_weights=-1.0))
def rmsprop_update(weight, grad, n, p):
    """Do one step of RMSProp: divide the gradient by the root of a moving mean of its square.

    With ``g`` the rescaled gradient plus ``wd * weight``, clipped, set ``n = gamma1 * n + (1 - gamma1) * g**2`` and
    return ``weight - lr * g / sqrt(n + epsilon)``. Source: Tieleman and Hinton, 2012.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    n
        The moving mean of squared gradients, a state that is changed.
    gamma1
        The decay of ``n``, from 0 to below 1.
    clip_weights
        The absolute value to which the new weight is limited; -1: none.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, n = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1)
    >>> print(mx.nd.rmsprop_update(weight, grad, n, lr=0.1, gamma1=0.75).asnumpy(), n.asnumpy())
    [0.8] [25.]
    """
    grad = gradient(p, grad, weight)
    n.mul_(p.gamma1).addcmul_(grad, grad, value=1 - p.gamma1)
    _limited(weight.addcdiv_(grad, (n + p.epsilon).sqrt_(), value=-p.lr), p.clip_weights)


@update(attributes(lr=float, gamma1=0.95, gamma2=0.9, epsilon=1e-8, **GRADIENT, clip_weights=-1.0))
def rmspropalex_update(weight, grad, n, g, delta, p):
    """Do one step of RMSProp with momentum, centred: divide the gradient by a moving standard deviation.

    ``n`` and ``g`` follow the square and the mean of the gradient (rescaled, with ``wd * weight`` in it, clipped); set
    ``delta = gamma2 * delta - lr * grad / sqrt(n - g**2 + epsilon)`` and return ``weight + delta``. Source: Graves,
    arXiv 1308.0850.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    n
        The moving mean of squared gradients, a state that is changed.
    g
        The moving mean of gradients, a state that is changed.
    delta
        The last step, a state that is changed.
    gamma1
        The decay of ``n`` and ``g``, from 0 to below 1.
    gamma2
        What part of the last step is added to this one.
    clip_weights
        The absolute value to which the new weight is limited; -1: none.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1]), mx.nd.array([10])
    >>> n, g, delta = mx.nd.zeros(1), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> print(mx.nd.rmspropalex_update(weight, grad, n, g, delta, lr=0.1, gamma1=0.5).asnumpy(), delta.asnumpy())
    [0.8] [-0.2]
    """
    grad = gradient(p, grad, weight)
    moments(grad, g, n, p.gamma1, p.gamma1)
    spread = torch.addcmul(n, g, g, value=-1).add_(p.epsilon).sqrt_()
    delta.mul_(p.gamma2).addcdiv_(grad, spread, value=-p.lr)
    _limited(weight.add_(delta), p.clip_weights)


@update(attributes(lr=float, lamda1=0.01, beta=1.0, **GRADIENT), aliases=("_sparse_ftrl_update",))
def ftrl_update(weight, grad, z, n, p):
    """Do one step of FTRL-Proximal (follow the regularized leader), which makes weights exactly 0.

    With ``g`` the rescaled and clipped gradient: ``z += g - (sqrt(n + g**2) - sqrt(n)) * weight / lr``, ``n += g**2``;
    the new weight is ``(sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z) > lamda1``, else 0. A
    rate of 0 changes nothing. Source: McMahan et al., "Ad click prediction: a view from the trenches", 2013.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    z
        A state that is changed, with zeros at first.
    n
        The sum of squared gradients, a state that is changed.
    lamda1
        The strength of the L1 regularization: the greater, the more weights are 0.
    beta
        How much slower the first steps are.
    wd
        The strength of the L2 regularization, which makes weights smaller.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, z, n = mx.nd.array([1, 1]), mx.nd.array([2, 0.005]), mx.nd.zeros(2), mx.nd.zeros(2)
    >>> print(mx.nd.ftrl_update(weight, grad, z, n, lr=0.5).asnumpy())
    [0.33166668 0.        ]
    """
    if p.lr == 0:
        return
    grad = gradient(p, grad)
    before = n.sqrt()
    root = n.addcmul_(grad, grad).sqrt()
    z.add_(grad).addcmul_(root - before, weight, value=-1 / p.lr)
    # of a negative threshold there is no softshrink
    shrunk = torch.nn.functional.softshrink(z, p.lamda1) if p.lamda1 >= 0 else z - p.lamda1 * z.sign()
    weight.copy_(-shrunk / ((root + p.beta) / p.lr + p.wd))


@update(
    attributes(
        lr=float,
        beta1=(Fraction, 0.6),
        beta2=(Fraction, 0.999),
        epsilon=(Double, 1e-8),
        t=int,
        wd=0.0,
        rescale_grad=1.0,
        clip_grad=-1.0,
    )
)
def ftml_update(weight, grad, d, v, z, p):
    """Do one step of FTML (follow the moving leader), between RMSProp and Adam.

    ``g`` is the rescaled gradient plus ``wd * weight``, clipped. A rate of 0 changes nothing. Source: Zheng and Kwok,
    "Follow the moving leader in deep learning", 2017.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    d
        The last step's divisor, a state that is changed.
    v
        The moving mean of squared gradients, a state that is changed.
    z
        A state that is changed, with zeros at first.
    t
        The number of the step, counted from 1.
    clip_grad
        The absolute value to which gradients are limited; -1: none.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad = mx.nd.array([1]), mx.nd.array([10])
    >>> d, v, z = mx.nd.zeros(1), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> print(mx.nd.ftml_update(weight, grad, d, v, z, lr=0.1, t=1).asnumpy())
    [0.9]
    """
    if p.lr == 0:
        return
    grad = scaled(grad, p.rescale_grad, p.clip_grad, weight, p.wd)
    v.mul_(p.beta2).addcmul_(grad, grad, value=1 - p.beta2)
    rate = (v / correction(p.beta2, p.t)).sqrt_().add_(p.epsilon).mul_(correction(p.beta1, p.t) / p.lr)
    sigma = torch.sub(rate, d, alpha=p.beta1)
    z.mul_(p.beta1).add_(grad, alpha=1 - p.beta1).addcmul_(sigma, weight, value=-1)
    d.copy_(rate)
    weight.copy_(-z / rate)


@update(attributes(lr=float, rescale_grad=1.0, clip_gradient=-1.0, epsilon=1e-5), shapes=None)
def _contrib_group_adagrad_update(weight, grad, history, p):
    """Do one step of AdaGrad with one rate for each row, as for embeddings: ``weight -= lr * g / sqrt(history +
    epsilon)``.

    First ``history`` grows by the mean of ``g**2`` over all axes but the first. Rows without gradient stay as they are.
    Source: Duchi et al., "Adaptive subgradient methods", 2011.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    history
        The sum for each row, ``(rows, 1)``, a state that is changed.
    clip_gradient
        The absolute value to which gradients are limited, after the multiplication; 0 or less: none.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, history = mx.nd.ones((2, 2)), mx.nd.array([[3, 4], [0, 0]]), mx.nd.zeros((2, 1))
    >>> print(mx.nd.contrib.group_adagrad_update(weight, grad, history, lr=0.1).asnumpy().round(3))
    [[0.915 0.887]
     [1.    1.   ]]
    >>> print(history.asnumpy().ravel())
    [12.5  0. ]
    """
    if grad.shape != weight.shape:
        raise MXNetShapeError(f"grad: expected {tuple(weight.shape)}, got {tuple(grad.shape)}")
    rows = weight.shape[0]
    if history.numel() != rows:
        raise MXNetShapeError(f"history: expected ({rows}, 1), got {tuple(history.shape)}")
    step = scaled(grad, p.rescale_grad, p.clip_gradient if p.clip_gradient > 0 else -1.0).reshape(rows, -1)
    state = history.reshape(-1) + step.square().mean(1)
    history.copy_(state.view(history.shape))
    weight.sub_((step * (p.lr / (state + p.epsilon).sqrt()).unsqueeze(1)).view(weight.shape))


@update(attributes(lr=float, **GRADIENT))
def signsgd_update(weight, grad, p):
    """Do one step against the gradient's sign: return ``(1 - lr * wd) * weight - lr * sign(grad)``.

    Source: Bernstein et al., arXiv 1802.04434.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    wd
        The weight decay, beside the sign of the gradient.
    rescale_grad, clip_gradient
        Without effect, for the sign alone counts.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> print(mx.nd.signsgd_update(mx.nd.array([1, 1]), mx.nd.array([10, -0.1]), lr=0.5).asnumpy())
    [0.5 1.5]
    """
    weight.mul_(1 - p.lr * p.wd).add_(grad.sign(), alpha=-p.lr)


@update(attributes(lr=float, momentum=0.0, **GRADIENT, wd_lh=0.0))
def signum_update(weight, grad, mom, p):
    """Do one step against the sign of the momentum.

    Set ``mom = momentum * mom - (1 - momentum) * (g + wd * weight)`` and return ``(1 - lr * wd_lh) * weight + lr *
    sign(mom)``. Source: Bernstein et al., arXiv 1802.04434.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    wd_lh
        A weight decay beside the sign, which does not enter the momentum.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, mom = mx.nd.array([1, 1]), mx.nd.array([10, -0.1]), mx.nd.zeros(2)
    >>> print(mx.nd.signum_update(weight, grad, mom, lr=0.5, momentum=0.9).asnumpy(), mom.asnumpy())
    [0.5 1.5] [-1.    0.01]
    """
    mom.mul_(p.momentum).add_(gradient(p, grad), alpha=p.momentum - 1)
    if p.wd:
        mom.add_(weight, alpha=(p.momentum - 1) * p.wd)
    weight.mul_(1 - p.lr * p.wd_lh).add_(mom.sign(), alpha=p.lr)


# -- Adam with decoupled weight decay ------------------------------------------------------------------------


@strict
def _but_the_scale(p, facts):
    """Everything has the weight's shape and type but the scale, which has one element of any."""
    known = facts.weight or facts.grad or facts.out[0]
    for i in range(len(facts.inputs) - 1):
        facts.inputs[i] = known
    facts.out[0] = known


@update(
    attributes(lr=float, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.0, eta=float, clip_gradient=-1.0),
    scale=("rescale_grad",),
    shapes=_but_the_scale,
    types=_but_the_scale,
    host_sync="check",
)
def _adamw_update(weight, grad, mean, var, rescale_grad, p):
    """Do one step of AdamW, Adam with a weight decay of its own.

    Move ``mean`` and ``var``, and return ``weight - eta * (lr * mean / (sqrt(var) + epsilon) + wd * weight)``. The
    operator behind ``mx.nd.contrib.adamw_update``. Source: Loshchilov and Hutter, arXiv 1711.05101.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    mean
        The mean of gradients, a state that is changed.
    var
        The mean of squared gradients, a state that is changed.
    rescale_grad
        What gradients are multiplied by, an array of one number; where it is 0 or not finite, as after an overflow in
        half precision, nothing changes.
    wd
        The weight decay, beside the gradient and not in it.
    clip_gradient
        The absolute value to which gradients are limited, after the multiplication; -1: none.

    Returns
    -------
    The new weight.
    """
    if weight.is_meta:
        return
    scale = float(rescale_grad.reshape(-1)[0])  # what follows the first number is not read
    if scale == 0 or scale - scale != 0:
        return
    mean, var = moments(scaled(grad, scale, p.clip_gradient), mean, var, p.beta1, p.beta2)
    weight.mul_(1 - p.eta * p.wd).addcdiv_(mean, var.sqrt().add_(p.epsilon), value=-p.eta * p.lr)


@mixed(_adamw_update, shapes=_but_the_scale, host_sync="check")
def _mp_adamw_update():
    """Do one step of AdamW on the float32 copy of a weight in half precision.

    The operator behind ``mx.nd.contrib.mp_adamw_update``.

    Parameters
    ----------
    weight
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.
    mean
        The mean of gradients, a state that is changed.
    var
        The mean of squared gradients, a state that is changed.
    rescale_grad
        What gradients are multiplied by, an array of one number; where it is 0 or not finite, as after an overflow in
        half precision, nothing changes.
    wd
        The weight decay, beside the gradient and not in it.

    Returns
    -------
    The new ``weight32``, in the dtype of ``weight``.
    """
