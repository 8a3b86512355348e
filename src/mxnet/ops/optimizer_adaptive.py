"""Update rules that scale each element's step by its history, and those that follow only the gradient's sign.

States change in place and the new weight is returned, as in :mod:`.optimizer_update`, whose names hold here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from ..core.errors import MXNetShapeError
from ..core.params import Double
from ..core.write_tracking import writable
from ..registry import op
from ..registry.rules import elementwise, strict
from ._families import one_shape
from .optimizer_update import in_float32, mixed_types, moments, output_of, rounded, scaled


def _limited(weight, bound):
    return weight.clamp_(-bound, bound) if bound >= 0 else weight


@op("rmsprop_update", shapes=elementwise)
@in_float32(1)
def rmsprop_update(
    weight,
    grad,
    n,
    *,
    lr: float,
    gamma1: float = 0.95,
    epsilon: float = 1e-8,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    clip_weights: float = -1.0,
    out=None,
):
    """Move ``n`` towards ``g**2`` (``g`` with ``wd * weight`` in it); return ``weight - lr * g / sqrt(n + epsilon)``,
    clipped to ``clip_weights`` unless that is negative. Source: Tieleman and Hinton, 2012.
    """
    weight = output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_gradient, weight, wd)
    n = writable(n).mul_(gamma1).addcmul_(grad, grad, value=1 - gamma1)
    return _limited(weight.addcdiv_(grad, (n + epsilon).sqrt_(), value=-lr), clip_weights)


@op("rmspropalex_update", shapes=elementwise)
@in_float32(3)
def rmspropalex_update(
    weight,
    grad,
    n,
    g,
    delta,
    *,
    lr: float,
    gamma1: float = 0.95,
    gamma2: float = 0.9,
    epsilon: float = 1e-8,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    clip_weights: float = -1.0,
    out=None,
):
    """RMSProp with momentum and centred: ``n`` and ``g`` follow the gradient's square and mean; set
    ``delta = gamma2 * delta - lr * grad / sqrt(n - g**2 + epsilon)`` and return ``weight + delta``, clipped.

    Source: Graves, arXiv 1308.0850.
    """
    weight = output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_gradient, weight, wd)
    g, n = moments(grad, g, n, gamma1, gamma1)
    spread = torch.addcmul(n, g, g, value=-1).add_(epsilon).sqrt_()
    delta = writable(delta).mul_(gamma2).addcdiv_(grad, spread, value=-lr)
    return _limited(weight.add_(delta), clip_weights)


@op("ftrl_update", aliases=("_sparse_ftrl_update",), shapes=elementwise)
@in_float32(2)
def ftrl_update(
    weight,
    grad,
    z,
    n,
    *,
    lr: float,
    lamda1: float = 0.01,
    beta: float = 1.0,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    out=None,
):
    """Follow the regularized leader: ``z += g - (sqrt(n + g**2) - sqrt(n)) * weight / lr``, ``n += g**2``; return
    ``(sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z) > lamda1``, else 0. A rate of 0 changes
    nothing.

    Source: McMahan et al., "Ad click prediction: a view from the trenches", 2013.
    """
    if lr == 0:
        return output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_gradient)
    before = n.data.sqrt()
    root = writable(n).addcmul_(grad, grad).sqrt()
    z = writable(z).add_(grad).addcmul_(root - before, weight.detach(), value=-1 / lr)
    new = -torch.nn.functional.softshrink(z, lamda1) / ((root + beta) / lr + wd)
    return new if out is None else out.copy_(new)


@op("ftml_update", shapes=elementwise)
@in_float32(3)
def ftml_update(
    weight,
    grad,
    d,
    v,
    z,
    *,
    lr: float,
    beta1: float = 0.6,
    beta2: float = 0.999,
    epsilon: Double = 1e-8,
    t: int,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_grad: float = -1.0,
    out=None,
):
    """Follow the moving leader at step ``t`` (counted from 1), ``g`` with ``wd * weight`` in it.

    A rate of 0 changes nothing. Source: Zheng and Kwok, "Follow the moving leader in deep learning", 2017.
    """
    if lr == 0:
        return output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_grad, weight, wd)
    v = writable(v).mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    rate = (v / (1 - beta2**t)).sqrt_().add_(epsilon).mul_((1 - beta1**t) / lr)
    sigma = torch.sub(rate, d.data, alpha=beta1)
    z = writable(z).mul_(beta1).add_(grad, alpha=1 - beta1).addcmul_(sigma, weight.detach(), value=-1)
    writable(d).copy_(rate)
    new = -z / rate
    return new if out is None else out.copy_(new)


@op("signsgd_update", shapes=elementwise)
@in_float32(0)
def signsgd_update(
    weight, grad, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out=None
):
    """Return ``(1 - lr * wd) * weight - lr * sign(grad)``; neither rescaling nor clipping changes the sign that counts.

    Source: Bernstein et al., arXiv 1802.04434.
    """
    return output_of(weight, out).mul_(1 - lr * wd).add_(grad.detach().sign(), alpha=-lr)


@op("signum_update", shapes=elementwise)
@in_float32(1)
def signum_update(
    weight,
    grad,
    mom,
    *,
    lr: float,
    momentum: float = 0.0,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    wd_lh: float = 0.0,
    out=None,
):
    """Set ``mom = momentum * mom - (1 - momentum) * (g + wd * weight)``; return
    ``(1 - lr * wd_lh) * weight + lr * sign(mom)``. Source: Bernstein et al., arXiv 1802.04434.
    """
    weight = output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_gradient)
    mom = writable(mom).mul_(momentum).add_(grad, alpha=momentum - 1)
    if wd:
        mom.add_(weight, alpha=(momentum - 1) * wd)
    return weight.mul_(1 - lr * wd_lh).add_(mom.sign(), alpha=lr)


# -- layer-wise adaptive rates -------------------------------------------------------------------------------


def lamb_direction(
    weight: torch.Tensor, grad: torch.Tensor, mean: torch.Tensor, var: torch.Tensor, p: Any, t: int, wd: float
) -> torch.Tensor:
    """Move the means towards ``grad``; return ``mean / (sqrt(var) + epsilon) + wd * weight``, corrected for step t."""
    mean, var = moments(grad, mean, var, p.beta1, p.beta2)
    if p.bias_correction:
        mean, var = mean / (1 - p.beta1**t), var / (1 - p.beta2**t)
    return (mean / (var.sqrt().add_(p.epsilon))).add_(weight.detach(), alpha=wd)


def _one_norm(name, norm):
    """Raise :class:`MXNetShapeError` unless ``norm`` is one number, ``(1,)``."""
    if norm.shape != (1,):
        raise MXNetShapeError(f"{name}: expected (1,), got {tuple(norm.shape)}")


def lamb_ratio(r1: torch.Tensor, r2: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """Return ``r1 / r2`` with ``r1`` between its bounds (negative ones do not bound); 1 where either is 0."""
    if low >= 0:
        r1 = r1.clamp(min=low)
    if high >= 0:
        r1 = r1.clamp(max=high)
    return torch.where((r1 == 0) | (r2 == 0), 1.0, r1 / r2)


class Lamb(NamedTuple):
    """What moves LAMB's means."""

    beta1: float
    beta2: float
    epsilon: float
    bias_correction: bool


def _lamb_phase1(
    weight,
    grad,
    mean,
    var,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    *,
    t: int,
    bias_correction: bool = True,
    wd: float,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
):
    grad = scaled(grad, rescale_grad, clip_gradient)
    return lamb_direction(weight, grad, mean, var, Lamb(beta1, beta2, epsilon, bias_correction), t, wd)


@op("lamb_update_phase1", shapes=elementwise, amp=None, attributes_of=_lamb_phase1)
@in_float32(2)
def lamb_update_phase1(weight, grad, mean, var, **p):
    """Move ``mean`` and ``var`` and return LAMB's direction ``mean / (sqrt(var) + epsilon) + wd * weight``.

    With ``bias_correction`` the means are corrected for step ``t``. Source: You et al., arXiv 1904.00962.
    """
    one_shape("lamb_update_phase1", weight, grad, mean, var)
    return _lamb_phase1(weight, grad, mean, var, **p)


def _lamb_shapes(p, s):
    """Weight, direction and result have one shape; the norms are ``(1,)``."""
    s.r1 = s.r2 = (1,)
    s.g = s.out[0] = s.weight
    s.weight = s.g
    s.weight32 = s.weight


@op("lamb_update_phase2", shapes=_lamb_shapes, amp=None)
@in_float32(0)
def lamb_update_phase2(weight, g, r1, r2, *, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, out=None):
    """Return ``weight - lr * r1 / r2 * g``; ``r1`` is the norm of the weight, between bounds, ``r2`` that of ``g``."""
    _one_norm("r1", r1)
    _one_norm("r2", r2)
    one_shape("lamb_update_phase2", weight, g)
    return output_of(weight, out).sub_(g.detach() * (lamb_ratio(r1, r2, lower_bound, upper_bound) * lr))


@op("mp_lamb_update_phase1", types=mixed_types, amp=None, attributes_of=_lamb_phase1)
def mp_lamb_update_phase1(weight, grad, mean, var, weight32, **p):
    """Do ``lamb_update_phase1`` with ``weight32``; all but ``weight`` and ``grad`` are float32, the result too."""
    one_shape("mp_lamb_update_phase1", weight, grad, mean, var, weight32)
    return _lamb_phase1(weight32, grad.to(weight32.dtype), mean, var, **p)


@mp_lamb_update_phase1.types
@strict
def _(p, t):
    t.grad = t.weight
    for i in range(2, len(t.inputs)):
        t.inputs[i] = "float32"
    t.out[0] = "float32"


@op("mp_lamb_update_phase2", shapes=_lamb_shapes, amp=None)
def mp_lamb_update_phase2(
    weight, g, r1, r2, weight32, *, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, out=None
):
    """Do ``lamb_update_phase2`` on ``weight32`` in place (1.9.1 forgets to); return it in the type of ``weight``."""
    _one_norm("r1", r1)
    _one_norm("r2", r2)
    one_shape("mp_lamb_update_phase2", weight, g, weight32)
    writable(weight32).sub_(g.detach() * (lamb_ratio(r1, r2, lower_bound, upper_bound) * lr))
    return rounded(weight32.data, weight, out)


@mp_lamb_update_phase2.types
@strict
def _(p, t):
    t.out[0] = t.weight
    for i in range(1, len(t.inputs)):
        t.inputs[i] = "float32"


# -- Adam with decoupled weight decay ------------------------------------------------------------------------


def step_adamw(
    weight,
    grad,
    mean,
    var,
    rescale,
    lr: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wd: float = 0.0,
    *,
    eta: float,
    clip_gradient: float = -1.0,
):
    """Do one step of AdamW in place; none where the scale is 0 or not finite (a step that overflowed)."""
    if weight.is_meta:
        return
    scale = float(rescale.reshape(-1)[0])  # what follows the first number is not read
    if scale == 0 or scale - scale != 0:
        return
    mean, var = moments(scaled(grad, scale, clip_gradient), mean, var, beta1, beta2)
    weight.mul_(1 - eta * wd).addcdiv_(mean, var.sqrt().add_(epsilon), value=-eta * lr)


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


@op("_adamw_update", shapes=_adamw_shapes, types=_adamw_types, attributes_of=step_adamw, host_sync="check")
@in_float32(2)
def adamw_update(weight, grad, mean, var, rescale_grad, *, out=None, **p):
    """Return ``weight - eta * (lr * mean / (sqrt(var) + epsilon) + wd * weight)`` after moving ``mean`` and ``var``.

    The array ``rescale_grad`` scales the gradient; where it is 0 or not finite nothing changes.
    Source: Loshchilov and Hutter, arXiv 1711.05101.
    """
    one_shape("_adamw_update", weight, grad, mean, var)
    weight = output_of(weight, out)
    step_adamw(weight, grad, mean, var, rescale_grad, **p)
    return weight


@op("_mp_adamw_update", shapes=_adamw_shapes, types=mixed_types, attributes_of=step_adamw, host_sync="check")
def mp_adamw_update(weight, grad, mean, var, weight32, rescale_grad, *, out=None, **p):
    """Do ``_adamw_update`` on ``weight32``, in float32; return it in the type of ``weight``."""
    one_shape("_mp_adamw_update", weight, grad, mean, var, weight32)
    step_adamw(weight32.data, grad.to(weight32.dtype), mean, var, rescale_grad, **p)
    return rounded(weight32.data, weight, out)
