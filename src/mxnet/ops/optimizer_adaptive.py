"""Update rules that scale each element's step by its history, and those that follow only the gradient's sign.

States change in place and the new weight is returned, as in :mod:`.optimizer_update`, whose names hold here.
"""

from __future__ import annotations

from typing import Any

import torch

from ..core.errors import MXNetShapeError
from ..core.params import Double
from ..registry.rules import elementwise, strict
from ._families import one_shape
from ._updates import attributes, mixed, moved, operator, stepped, update
from .optimizer_update import GRADIENT, gradient, moments, scaled


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
    weight.copy_(-torch.nn.functional.softshrink(z, p.lamda1) / ((root + p.beta) / p.lr + p.wd))


@update(
    attributes(
        lr=float, beta1=0.6, beta2=0.999, epsilon=(Double, 1e-8), t=int, wd=0.0, rescale_grad=1.0, clip_grad=-1.0
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
    rate = (v / (1 - p.beta2**p.t)).sqrt_().add_(p.epsilon).mul_((1 - p.beta1**p.t) / p.lr)
    sigma = torch.sub(rate, d, alpha=p.beta1)
    z.mul_(p.beta1).add_(grad, alpha=1 - p.beta1).addcmul_(sigma, weight, value=-1)
    d.copy_(rate)
    weight.copy_(-z / rate)


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


# -- layer-wise adaptive rates -------------------------------------------------------------------------------


def lamb_direction(
    weight: torch.Tensor, grad: torch.Tensor, mean: torch.Tensor, var: torch.Tensor, p: Any, t: int, wd: float
) -> torch.Tensor:
    """Move the means towards ``grad``; return ``mean / (sqrt(var) + epsilon) + wd * weight``, corrected for step t."""
    mean, var = moments(grad, mean, var, p.beta1, p.beta2)
    if p.bias_correction:
        mean, var = mean / (1 - p.beta1**t), var / (1 - p.beta2**t)
    return (mean / (var.sqrt().add_(p.epsilon))).add_(weight, alpha=wd)


def lamb_ratio(r1: torch.Tensor, r2: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """Return ``r1 / r2`` with ``r1`` between its bounds (negative ones do not bound); 1 where either is 0."""
    if low >= 0:
        r1 = r1.clamp(min=low)
    if high >= 0:
        r1 = r1.clamp(max=high)
    return torch.where((r1 == 0) | (r2 == 0), 1.0, r1 / r2)


_PHASE1 = attributes(
    beta1=0.9, beta2=0.999, epsilon=1e-6, t=int, bias_correction=True, wd=float, rescale_grad=1.0, clip_gradient=-1.0
)
_PHASE2 = attributes(lr=float, lower_bound=-1.0, upper_bound=-1.0)


def _lamb_shapes(p, s):
    """Weight, direction and result have one shape; the norms are ``(1,)``."""
    s.r1 = s.r2 = (1,)
    s.g = s.out[0] = s.weight
    s.weight = s.g
    s.weight32 = s.weight


def _direction(weight, grad, mean, var, p):
    return lamb_direction(weight, scaled(grad, p.rescale_grad, p.clip_gradient), mean, var, p, p.t, p.wd)


@operator(("weight", "grad", "mean", "var"), _PHASE1, shapes=elementwise, amp=None)
def lamb_update_phase1(tensors, p, out):
    """Do the first half of a step of LAMB: return the direction ``mean / (sqrt(var) + epsilon) + wd * weight``.

    First ``mean`` and ``var`` move towards the gradient and its square. Source: You et al., arXiv 1904.00962.

    Parameters
    ----------
    weight
        The weight, which is only read.
    mean
        The mean of gradients, a state that is changed.
    var
        The mean of squared gradients, a state that is changed.
    t
        The number of the step, counted from 1.
    wd
        The weight decay: ``wd`` times the weight is added to the direction.

    Returns
    -------
    The direction, of the weight's shape.

    See Also
    --------
    lamb_update_phase2 : does the step.

    Examples
    --------
    >>> weight, grad, mean, var = mx.nd.array([3, 4]), mx.nd.array([1, -1]), mx.nd.zeros(2), mx.nd.zeros(2)
    >>> g = mx.nd.lamb_update_phase1(weight, grad, mean, var, t=1, wd=0.0)
    >>> print(g.asnumpy().round(3))
    [ 1. -1.]
    >>> print(mx.nd.lamb_update_phase2(weight, g, weight.norm(), g.norm(), lr=0.1).asnumpy().round(3))
    [2.646 4.354]
    """
    one_shape("lamb_update_phase1", *tensors)
    weight, grad, *states = tensors
    return stepped(_direction, weight.detach(), grad, states, p).to(weight.dtype)


@operator(("weight", "grad", "mean", "var", "weight32"), _PHASE1, amp=None)
def mp_lamb_update_phase1(tensors, p, out):
    """Do the first half of a step of LAMB for a weight in half precision, in float32.

    Parameters
    ----------
    weight
        The weight in half precision, whose copy ``weight32`` is what counts.
    weight32
        The weight in float32, which is only read.
    mean
        The mean of gradients, a state that is changed.
    var
        The mean of squared gradients, a state that is changed.
    t
        The number of the step, counted from 1.
    wd
        The weight decay: ``wd`` times the weight is added to the direction.

    Returns
    -------
    The direction, in float32.

    See Also
    --------
    lamb_update_phase1 : the formula.

    Examples
    --------
    >>> weight32, mean, var = mx.nd.array([3, 4]), mx.nd.zeros(2), mx.nd.zeros(2)
    >>> weight, grad = weight32.astype('float16'), mx.nd.array([1, -1], dtype='float16')
    >>> print(mx.nd.mp_lamb_update_phase1(weight, grad, mean, var, weight32, t=1, wd=0.0).asnumpy().round(3))
    [ 1. -1.]
    """
    one_shape("mp_lamb_update_phase1", *tensors)
    _, grad, *states, weight32 = tensors
    return stepped(_direction, weight32.detach(), grad, states, p)


@mp_lamb_update_phase1.types
@strict
def _(p, t):
    t.grad = t.weight
    for i in range(2, len(t.inputs)):
        t.inputs[i] = "float32"
    t.out[0] = "float32"


@update(_PHASE2, scale=("r1", "r2"), shapes=_lamb_shapes, amp=None)
def lamb_update_phase2(weight, g, r1, r2, p):
    """Do the second half of a step of LAMB: return ``weight - lr * r1 / r2 * g``.

    Where a norm is 0, the ratio is 1.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    g
        The direction that the first half gave.
    r1
        The norm of the weight, ``(1,)``.
    r2
        The norm of ``g``, ``(1,)``.

    Returns
    -------
    The new weight.

    See Also
    --------
    lamb_update_phase1 : gives the direction.

    Examples
    --------
    >>> weight, g = mx.nd.array([3, 4]), mx.nd.array([0, 1])
    >>> print(mx.nd.lamb_update_phase2(weight, g, weight.norm(), g.norm(), lr=0.1).asnumpy())
    [3.  3.5]
    """
    for name, norm in (("r1", r1), ("r2", r2)):
        if norm.shape != (1,):
            raise MXNetShapeError(f"{name}: expected (1,), got {tuple(norm.shape)}")
    weight.sub_(g * (lamb_ratio(r1, r2, p.lower_bound, p.upper_bound) * p.lr))


@operator(("weight", "g", "r1", "r2", "weight32"), _PHASE2, shapes=_lamb_shapes, amp=None)
def mp_lamb_update_phase2(tensors, p, out):
    """Do the second half of a step of LAMB on the float32 copy of a weight in half precision.

    Parameters
    ----------
    weight
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.
    g
        The direction that the first half gave.
    r1
        The norm of the weight, ``(1,)``.
    r2
        The norm of ``g``, ``(1,)``.

    Returns
    -------
    The new ``weight32``, in the dtype of ``weight``.

    See Also
    --------
    lamb_update_phase2 : the formula.

    Notes
    -----
    1.9.1 leaves ``weight32`` as it was.

    Examples
    --------
    >>> weight32, g = mx.nd.array([3, 4]), mx.nd.array([0, 1])
    >>> weight = weight32.astype('float16')
    >>> print(mx.nd.mp_lamb_update_phase2(weight, g, weight32.norm(), g.norm(), weight32, lr=0.1).asnumpy())
    [3.  3.5]
    """
    weight, g, *_, weight32 = tensors
    one_shape("mp_lamb_update_phase2", weight, g, weight32)
    return moved(lamb_update_phase2, p, tensors[:-1], out, weight32)


@mp_lamb_update_phase2.types
@strict
def _(p, t):
    t.out[0] = t.weight
    for i in range(1, len(t.inputs)):
        t.inputs[i] = "float32"


# -- Adam with decoupled weight decay ------------------------------------------------------------------------


def _adamw_shapes(p, s):
    """Everything has the weight's shape but the scale, which has one element."""
    known = s.weight or s.grad or s.out[0]
    for i in range(len(s.inputs) - 1):
        s.inputs[i] = known
    s.out[0] = known


@strict
def _adamw_types(p, t):
    """Everything has the weight's type but the scale, which has any."""
    known = t.weight or t.grad or t.out[0]
    for i in range(len(t.inputs) - 1):
        t.inputs[i] = known
    t.out[0] = known


@update(
    attributes(lr=float, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.0, eta=float, clip_gradient=-1.0),
    scale=("rescale_grad",),
    shapes=_adamw_shapes,
    types=_adamw_types,
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


@mixed(_adamw_update, shapes=_adamw_shapes, host_sync="check")
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
