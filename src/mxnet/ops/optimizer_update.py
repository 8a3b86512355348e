"""The update rules of the optimizers: one call moves one weight (or a list of them) and its states.

States (momentum, means, float32 copies) change in place. The new weight is written to ``out``, in place where
``out`` is the weight, and returned. In the formulas, ``g`` is the gradient times ``rescale_grad``, clipped to
``[-clip_gradient, clip_gradient]`` unless that is negative; ``lazy_update`` is without effect on dense arrays.
Half-precision weights and states are computed in float32 and rounded once: an epsilon of 1e-8 is 0 in float16.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.dtypes import HALVES, fit_to_dtype
from ..core.semantics import semantics
from ..core.write_tracking import writable
from ..kernels.momentum import momentum_step
from ..registry import op
from ..registry.rules import elementwise, strict


def output_of(weight, out=None):
    """Return the tensor to update in place: ``out`` where it is the weight, else a copy, for it may be the gradient."""
    return weight.detach().clone() if out is None or out.data_ptr() != weight.data_ptr() else out


def wide(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor of half precision in float32, any other as it is."""
    return tensor.detach().float() if tensor.dtype in HALVES else tensor


def round_into(targets: Sequence[torch.Tensor], results: Sequence[torch.Tensor]) -> None:
    """Write the results of :func:`wide` tensors, which an update has changed, back."""
    for target, result in zip(targets, results, strict=True):
        if result is not target:
            writable(target).copy_(result)


def in_float32(count: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate an update to compute half-precision weights, with so many states after the gradient, in float32."""

    def decorate(rule: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(rule)
        def call(weight: torch.Tensor, grad: torch.Tensor, *rest: torch.Tensor, **p: Any) -> torch.Tensor:
            if weight.dtype not in HALVES:
                return rule(weight, grad, *rest, **p)  # type: ignore[no-any-return]
            full, states = wide(weight), [wide(state) for state in rest[:count]]
            out = p.get("out")
            if out is not None:
                p["out"] = full if out.data_ptr() == weight.data_ptr() else None
            result = rule(full, wide(grad), *states, *rest[count:], **p)
            round_into(rest[:count], states)
            return rounded(result, weight, out)  # type: ignore[no-any-return]

        return call

    return decorate


def scaled(
    grad: torch.Tensor, rescale: float, clip: float, weight: torch.Tensor | None = None, wd: float = 0.0
) -> torch.Tensor:
    """Return ``grad * rescale (+ wd * weight)``, then clipped; ``grad`` itself where nothing is to be done.

    In MXNet 2 the gradient is clipped before ``wd * weight`` is added.
    """
    grad = grad.detach()
    if weight is not None and wd and clip >= 0 and semantics.api == 2:
        return torch.add(scaled(grad, rescale, clip), weight.detach(), alpha=wd)
    if weight is not None and wd:
        grad = torch.add(weight.detach() * wd, grad, alpha=rescale)
    elif rescale != 1:
        grad = grad * rescale
    if clip < 0:
        return grad
    clip = fit_to_dtype(clip, grad.dtype)
    return grad.clamp(-clip, clip)


def step_sgd(
    weight,
    grad,
    lr: float,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    lazy_update: bool = True,
):
    """Do ``weight -= lr * (g + wd * weight)`` in place."""
    if clip_gradient >= 0:
        grad, rescale_grad = scaled(grad, rescale_grad, clip_gradient), 1.0
    if wd:
        weight.mul_(1 - lr * wd)
    weight.add_(grad.detach(), alpha=-lr * rescale_grad)


def step_momentum(
    weight,
    grad,
    mom,
    lr: float,
    momentum: float = 0.0,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    lazy_update: bool = True,
):
    """Do ``mom = momentum * mom - lr * (g + wd * weight); weight += mom`` in place."""
    if clip_gradient >= 0:
        grad, rescale_grad = scaled(grad, rescale_grad, clip_gradient), 1.0
    momentum_step(weight, grad.detach(), writable(mom), momentum, lr, lr * rescale_grad, wd)


@op("sgd_update", aliases=("_sparse_sgd_update",), shapes=elementwise, attributes_of=step_sgd)
@in_float32(0)
def sgd_update(weight, grad, *, out=None, **p):
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
    weight = output_of(weight, out)
    step_sgd(weight, grad, **p)
    return weight


@op("sgd_mom_update", aliases=("_sparse_sgd_mom_update",), shapes=elementwise, attributes_of=step_momentum)
@in_float32(1)
def sgd_mom_update(weight, grad, mom, *, out=None, **p):
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
    weight = output_of(weight, out)
    step_momentum(weight, grad, mom, **p)
    return weight


def _nag(
    weight,
    grad,
    mom,
    in_place,
    lr: float,
    momentum: float = 0.0,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
):
    """Update ``weight``. As in 1.9.1, an update in place keeps a momentum with the weight decay of the new weight."""
    grad = scaled(grad, rescale_grad, clip_gradient)
    before = weight.clone() if wd and in_place else None
    if wd:
        grad = torch.add(grad, weight, alpha=wd)
    mom = writable(mom).mul_(momentum).add_(grad, alpha=-lr)
    weight.add_(mom, alpha=momentum).add_(grad, alpha=-lr)
    if before is not None:
        mom.add_(before.sub_(weight), alpha=lr * wd)


@op("nag_mom_update", shapes=elementwise, amp=None, attributes_of=_nag)
@in_float32(1)
def nag_mom_update(weight, grad, mom, *, out=None, **p):
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
    in_place = out is not None and out.data_ptr() == weight.data_ptr()
    weight = output_of(weight, out)
    _nag(weight, grad, mom, in_place, **p)
    return weight


# -- half-precision weights with a float32 copy --------------------------------------------------------------


@strict
def mixed_types(p, t):
    """Weight, gradient and result have one type; the states are float32."""
    for _ in range(2):
        t.weight = t.out[0]
        t.grad = t.weight
        t.out[0] = t.grad
    for i in range(2, len(t.inputs)):
        t.inputs[i] = "float32"


def rounded(weight32, weight, out=None):
    """Return the float32 copy in the weight's type, in ``out`` where there is one."""
    return weight32.to(weight.dtype, copy=True) if out is None else out.copy_(weight32)


@op("mp_sgd_update", shapes=elementwise, types=mixed_types, attributes_of=step_sgd)
def mp_sgd_update(weight, grad, weight32, *, out=None, **p):
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
    step_sgd(weight32.data, grad.to(weight32.dtype), **p)
    return rounded(weight32.data, weight, out)


@op("mp_sgd_mom_update", shapes=elementwise, types=mixed_types, attributes_of=step_momentum)
def mp_sgd_mom_update(weight, grad, mom, weight32, *, out=None, **p):
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
    step_momentum(weight32.data, grad.to(weight32.dtype), mom, **p)
    return rounded(weight32.data, weight, out)


@op("mp_nag_mom_update", shapes=elementwise, types=mixed_types, amp=None, attributes_of=_nag)
def mp_nag_mom_update(weight, grad, mom, weight32, *, out=None, **p):
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
    _nag(weight32.data, grad.to(weight32.dtype), mom, in_place=True, **p)
    return rounded(weight32.data, weight, out)


# -- adaptive rules ------------------------------------------------------------------------------------------


def moments(grad, mean, var, beta1, beta2):
    """Move the running means of the gradient and its square in place; return them."""
    mean = writable(mean).lerp_(grad.to(mean.dtype), 1 - beta1)
    var = writable(var).mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    return mean, var


@op("adam_update", aliases=("_sparse_adam_update",), shapes=elementwise)
@in_float32(2)
def adam_update(
    weight,
    grad,
    mean,
    var,
    *,
    lr: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wd: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    lazy_update: bool = True,
    out=None,
):
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
    weight = output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_gradient, weight, wd)
    mean, var = moments(grad, mean, var, beta1, beta2)
    return weight.addcdiv_(mean, var.sqrt().add_(epsilon), value=-lr)
