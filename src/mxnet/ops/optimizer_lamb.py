"""The update rule LAMB: Adam with a rate for each layer, in two halves, or at once for many weights.

States change in place and results are returned, as in :mod:`.optimizer_update`, whose names hold here.
"""

from typing import Any

import torch

from ..core.errors import MXNetShapeError
from ..core.params import Count, Floats, Ints
from ..registry.rules import elementwise, strict
from ._families import one_shape
from ._updates import Rule, attributes, many, moved, operator, stepped, update, wide
from .optimizer_update import correction, moments, scaled


def lamb_direction(weight, grad, mean, var, p):
    """Move the means towards ``grad``; return ``mean / (sqrt(var) + epsilon) + wd * weight``, corrected for step t."""
    mean, var = moments(scaled(grad, p.rescale_grad, p.clip_gradient), mean, var, p.beta1, p.beta2)
    if p.bias_correction:
        mean, var = mean / correction(p.beta1, p.t), var / correction(p.beta2, p.t)
    return (mean / (var.sqrt().add_(p.epsilon))).add_(weight, alpha=p.wd)


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
    return stepped(lamb_direction, weight.detach(), grad, states, p).to(weight.dtype)


@operator(("weight", "grad", "mean", "var", "weight32"), _PHASE1, amp=None, attributes_of=lamb_update_phase1)
def mp_lamb_update_phase1(tensors, p, out):
    """Do the first half of a step of LAMB for a weight in half precision, in float32.

    Parameters
    ----------
    weight
        The weight in half precision, whose copy ``weight32`` is what counts.
    weight32
        The weight in float32, which is only read.

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
    return stepped(lamb_direction, weight32.detach(), grad, states, p)


@mp_lamb_update_phase1.types
@strict
def _(p, t):
    t.grad = t.weight
    t.inputs.fill("float32", 2)
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
    return moved(lamb_update_phase2, tensors[:-1], p, out, tensors[-1])


@mp_lamb_update_phase2.types
@strict
def _(p, t):
    t.out[0] = t.weight
    t.inputs.fill("float32", 1)


# -- many weights ----------------------------------------------------------------------------------------------


def step_lamb(
    weight: Any,
    grad: Any,
    mean: Any,
    var: Any,
    p: Any,
    norms: Any = torch.Tensor.norm,
    spread: Any = lambda ratio: ratio,
) -> None:
    """Do both halves of a step of LAMB; the norm is that of the weight as it was given.

    Where several weights are joined, ``norms`` gives those of each, and ``spread`` a number for each element.
    """
    size = norms(wide(p.weight).detach().to(mean.dtype))
    direction = lamb_direction(weight, grad, mean, var, p)
    weight.sub_(direction.mul_(spread(lamb_ratio(size, norms(direction), p.lower_bound, p.upper_bound) * p.lr)))


_LAMB = attributes(
    learning_rates=Floats,
    beta1=0.9,
    beta2=0.999,
    epsilon=1e-6,
    wds=Floats,
    rescale_grad=1.0,
    lower_bound=-1.0,
    upper_bound=-1.0,
    clip_gradient=-1.0,
    bias_correction=True,
    step_count=Ints,
    num_tensors=(Count, 1),
)
_lamb = Rule(step_lamb, ("mean", "var"), _LAMB)


@many(_lamb, _LAMB, amp=None)
def _multi_lamb_update():
    """Do both halves of a step of LAMB for several weights in one call.

    The operator behind ``mx.nd.contrib.multi_lamb_update``, which takes lists.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mean0, var0, weight1`` ...; the states are changed.
    learning_rates
        The learning rates, one for each weight.
    step_count
        The numbers of the steps, counted from 1, one for each weight.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there.
    """


@many(_lamb, _LAMB, with_copies=True, amp=None)
def _multi_mp_lamb_update():
    """Do both halves of a step of LAMB for several weights in one call, on their float32 copies.

    The operator behind ``mx.nd.contrib.multi_mp_lamb_update``, which takes lists.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mean0, var0, weight32_0, weight1`` ...; the states are changed.
    learning_rates
        The learning rates, one for each weight.
    step_count
        The numbers of the steps, counted from 1, one for each weight.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there.
    """
