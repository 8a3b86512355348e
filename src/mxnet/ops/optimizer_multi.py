"""Update rules that move many weights in one call, and what goes with them.

The inputs are those of the single update, weight after weight: ``weight0, grad0, state0, weight1, ...``. In the
``preloaded`` forms two more arrays follow, the learning rates and the weight decays. The results go to ``out``,
a list with one array per weight.
"""

from __future__ import annotations

from math import prod

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Count, Floats, Ints
from ..core.shapes import known
from ..core.write_tracking import writable
from ..registry import op
from ..registry.rules import elementwise, free_types, numbered, strict
from ._families import one_dtype, one_shape
from .optimizer_adaptive import AdamW, lamb_direction, lamb_ratio, step_adamw
from .optimizer_update import output_of, rounded, scaled, step_momentum, step_sgd


def _rows(data, count, width, extra=0):
    """Return the inputs weight by weight, without the ``extra`` ones at the end; all of a weight have its shape."""
    if len(data) != count * width + extra:
        raise MXNetError(f"expected {count * width + extra} inputs for {count} weights, got {len(data)}")
    rows = [data[i * width : (i + 1) * width] for i in range(count)]
    for row in rows:
        one_shape("a weight and what comes with it", *row)
    return rows


def _targets(out, count):
    if out is None:
        return (None,) * count
    return out if isinstance(out, tuple) else (out,)


def _sgd(rows, out, lrs, wds, rescale, clip):
    results = []
    for (weight, grad), target, lr, wd in zip(rows, _targets(out, len(rows)), lrs, wds, strict=True):
        weight = output_of(weight, target)
        step_sgd(weight, grad, lr, wd, rescale, clip)
        results.append(weight)
    return tuple(results)


def _sgd_mom(rows, out, lrs, wds, momentum, rescale, clip):
    results = []
    for (weight, grad, mom), target, lr, wd in zip(rows, _targets(out, len(rows)), lrs, wds, strict=True):
        weight = output_of(weight, target)
        step_momentum(weight, grad, mom, lr, momentum, wd, rescale, clip)
        results.append(weight)
    return tuple(results)


def _master(weight, weight32, target):
    """Return what an update works on: the wide copy, or the weight itself where both have one type.

    MXNet 1.9.1 leaves the copy as it is then.
    """
    return output_of(weight, target) if weight.dtype is weight32.dtype else weight32.data


def _result(weight, master, target):
    return master if master.dtype is weight.dtype else rounded(master, weight, target)


def _mp_sgd(rows, out, lrs, wds, rescale, clip):
    results = []
    for (weight, grad, weight32), target, lr, wd in zip(rows, _targets(out, len(rows)), lrs, wds, strict=True):
        master = _master(weight, weight32, target)
        step_sgd(master, grad.to(master.dtype), lr, wd, rescale, clip)
        results.append(_result(weight, master, target))
    return tuple(results)


def _mp_sgd_mom(rows, out, lrs, wds, momentum, rescale, clip):
    results = []
    for (weight, grad, mom, weight32), target, lr, wd in zip(rows, _targets(out, len(rows)), lrs, wds, strict=True):
        master = _master(weight, weight32, target)
        step_momentum(master, grad.to(master.dtype), mom, lr, momentum, wd, rescale, clip)
        results.append(_result(weight, master, target))
    return tuple(results)


@op("multi_sgd_update")
def multi_sgd_update(
    *data,
    lrs: Floats,
    wds: Floats,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``sgd_update`` for each ``weight, grad``."""
    return _sgd(_rows(data, num_weights, 2), out, lrs, wds, rescale_grad, clip_gradient)


@op("multi_sgd_mom_update")
def multi_sgd_mom_update(
    *data,
    lrs: Floats,
    wds: Floats,
    momentum: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``sgd_mom_update`` for each ``weight, grad, mom``."""
    return _sgd_mom(_rows(data, num_weights, 3), out, lrs, wds, momentum, rescale_grad, clip_gradient)


@op("multi_mp_sgd_update")
def multi_mp_sgd_update(
    *data,
    lrs: Floats,
    wds: Floats,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``mp_sgd_update`` for each ``weight, grad, weight32``."""
    return _mp_sgd(_rows(data, num_weights, 3), out, lrs, wds, rescale_grad, clip_gradient)


@op("multi_mp_sgd_mom_update")
def multi_mp_sgd_mom_update(
    *data,
    lrs: Floats,
    wds: Floats,
    momentum: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``mp_sgd_mom_update`` for each ``weight, grad, mom, weight32``."""
    return _mp_sgd_mom(_rows(data, num_weights, 4), out, lrs, wds, momentum, rescale_grad, clip_gradient)


def _rates(data):
    """Return learning rates and weight decays, the last two arrays, as numbers."""
    lrs, wds = data[-2:]
    if lrs.is_meta:
        return [0.0] * lrs.numel(), [0.0] * wds.numel()
    return lrs.tolist(), wds.tolist()


@op("preloaded_multi_sgd_update", amp=None)
def preloaded_multi_sgd_update(
    *data, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: Count = 1, out=None
):
    """Do ``multi_sgd_update`` with arrays of learning rates and weight decays."""
    return _sgd(_rows(data, num_weights, 2, 2), out, *_rates(data), rescale_grad, clip_gradient)


@op("preloaded_multi_sgd_mom_update", amp=None)
def preloaded_multi_sgd_mom_update(
    *data,
    momentum: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``multi_sgd_mom_update`` with arrays of learning rates and weight decays."""
    return _sgd_mom(_rows(data, num_weights, 3, 2), out, *_rates(data), momentum, rescale_grad, clip_gradient)


@op("preloaded_multi_mp_sgd_update", amp=None)
def preloaded_multi_mp_sgd_update(
    *data, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: Count = 1, out=None
):
    """Do ``multi_mp_sgd_update`` with arrays of learning rates and weight decays."""
    return _mp_sgd(_rows(data, num_weights, 3, 2), out, *_rates(data), rescale_grad, clip_gradient)


@op("preloaded_multi_mp_sgd_mom_update", amp=None)
def preloaded_multi_mp_sgd_mom_update(
    *data,
    momentum: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``multi_mp_sgd_mom_update`` with arrays of learning rates and weight decays."""
    return _mp_sgd_mom(_rows(data, num_weights, 4, 2), out, *_rates(data), momentum, rescale_grad, clip_gradient)


# -- adaptive rules ------------------------------------------------------------------------------------------


def _adamw(rows, rescale, out, p, lrs, wds, etas):
    results = []
    for row, target, lr, wd, eta in zip(rows, _targets(out, len(rows)), lrs, wds, etas, strict=True):
        weight = output_of(row[0], target)
        step_adamw(weight, *row[1:], rescale, p, lr, wd, eta)
        results.append(weight)
    return tuple(results)


@op("_multi_adamw_update", amp=None)
def multi_adamw_update(
    *data,
    lrs: Floats,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wds: Floats,
    etas: Floats,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``_adamw_update`` for each ``weight, grad, mean, var``; the last input is ``rescale_grad``."""
    p = AdamW(beta1, beta2, epsilon, clip_gradient)
    return _adamw(_rows(data, num_weights, 4, 1), data[-1], out, p, lrs, wds, etas)


@op("_multi_mp_adamw_update", amp=None)
def multi_mp_adamw_update(
    *data,
    lrs: Floats,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wds: Floats,
    etas: Floats,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``_mp_adamw_update`` for each ``weight, grad, mean, var, weight32``; the last input is ``rescale_grad``."""
    p, results = AdamW(beta1, beta2, epsilon, clip_gradient), []
    rows = _rows(data, num_weights, 5, 1)
    for (weight, grad, mean, var, weight32), target, *rates in zip(
        rows, _targets(out, num_weights), lrs, wds, etas, strict=True
    ):
        master = _master(weight, weight32, target)
        step_adamw(master, grad.to(master.dtype), mean, var, data[-1], p, *rates)
        results.append(_result(weight, master, target))
    return tuple(results)


class _Lamb:
    """The attributes that a step of LAMB needs."""

    def __init__(self, betas, bias_correction, rescale, clip, low, high):
        self.beta1, self.beta2, self.epsilon = betas
        self.bias_correction, self.rescale, self.clip = bias_correction, rescale, clip
        self.low, self.high = low, high

    def step(self, weight, size, grad, mean, var, lr, wd, t):
        """Move ``weight``, whose norm is ``size``, in place."""
        grad = scaled(grad, self.rescale, self.clip)
        direction = lamb_direction(weight, grad, mean, var, self, t, wd)
        ratio = lamb_ratio(size, direction.norm(), self.low, self.high)
        weight.sub_(direction.mul_(ratio * lr))


@op("_multi_lamb_update", amp=None)
def multi_lamb_update(
    *data,
    learning_rates: Floats,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    wds: Floats,
    rescale_grad: float = 1.0,
    lower_bound: float = -1.0,
    upper_bound: float = -1.0,
    clip_gradient: float = -1.0,
    bias_correction: bool = True,
    step_count: Ints,
    num_tensors: Count = 1,
    out=None,
):
    """Do both phases of LAMB for each ``weight, grad, mean, var``, at the steps ``step_count``."""
    p = _Lamb((beta1, beta2, epsilon), bias_correction, rescale_grad, clip_gradient, lower_bound, upper_bound)
    rows, results = _rows(data, num_tensors, 4), []
    for (weight, *rest), target, *rates in zip(
        rows, _targets(out, num_tensors), learning_rates, wds, step_count, strict=True
    ):
        weight = output_of(weight, target)
        p.step(weight, weight.norm(), *rest, *rates)
        results.append(weight)
    return tuple(results)


@op("_multi_mp_lamb_update", amp=None)
def multi_mp_lamb_update(
    *data,
    learning_rates: Floats,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    wds: Floats,
    rescale_grad: float = 1.0,
    lower_bound: float = -1.0,
    upper_bound: float = -1.0,
    clip_gradient: float = -1.0,
    bias_correction: bool = True,
    step_count: Ints,
    num_tensors: Count = 1,
    out=None,
):
    """Do ``_multi_lamb_update`` for each ``weight, grad, mean, var, weight32``, in float32."""
    p = _Lamb((beta1, beta2, epsilon), bias_correction, rescale_grad, clip_gradient, lower_bound, upper_bound)
    rows, results = _rows(data, num_tensors, 5), []
    for (weight, grad, mean, var, weight32), target, *rates in zip(
        rows, _targets(out, num_tensors), learning_rates, wds, step_count, strict=True
    ):
        master = _master(weight, weight32, target)
        size = weight.detach().to(master.dtype).norm()
        p.step(master, size, grad.to(master.dtype), mean, var, *rates)
        results.append(_result(weight, master, target))
    return tuple(results)


_RATES = ("lrs", "wds")


def _lists(which, *names, extra=(), count="num_weights", mixed=False):
    """Say what an operator on lists takes and returns: inputs ``names`` for each result, and ``extra`` ones.

    ``mixed``: all but weight, gradient and result are float32.
    """
    width = len(names)
    which.inputs(lambda p: (*(f"{name}_{i}" for i in range(p[count]) for name in names), *extra))
    which.outputs(lambda p: numbered(p[count]))

    @which.shapes
    def _(p, s):
        for i in range(p[count]):
            for _ in range(2):  # the second round carries what the last knew back to the first
                for j in range(i * width, i * width + width):
                    s.inputs[j] = s.out[i]
                    s.out[i] = s.inputs[j]
        if extra == _RATES:
            for rates in s.inputs[-2:]:
                if known(rates) and prod(rates) != p[count]:
                    raise MXNetShapeError(f"learning rates and weight decays: expected {p[count]} numbers, got {rates}")

    @which.types
    @strict
    def _(p, t):
        for i in range(p[count]):
            first = i * width
            t.inputs[first] = t.out[i]
            t.inputs[first + 1] = t.out[i] = t.inputs[first]
            for j in range(first + 2, first + width):
                t.inputs[j] = "float32" if mixed else t.inputs[first]


_MOMENTS = ("weight", "grad", "mean", "var")

_lists(multi_sgd_update, "weight", "grad")
_lists(multi_sgd_mom_update, "weight", "grad", "mom")
_lists(multi_mp_sgd_update, "weight", "grad", "weight32", mixed=True)
_lists(multi_mp_sgd_mom_update, "weight", "grad", "mom", "weight32", mixed=True)
_lists(preloaded_multi_sgd_update, "weight", "grad", extra=_RATES)
_lists(preloaded_multi_sgd_mom_update, "weight", "grad", "mom", extra=_RATES)
_lists(preloaded_multi_mp_sgd_update, "weight", "grad", "weight32", extra=_RATES, mixed=True)
_lists(preloaded_multi_mp_sgd_mom_update, "weight", "grad", "mom", "weight32", extra=_RATES, mixed=True)
_lists(multi_adamw_update, *_MOMENTS, extra=("rescale_grad",))
_lists(multi_mp_adamw_update, *_MOMENTS, "weight32", extra=("rescale_grad",), mixed=True)
_lists(multi_lamb_update, *_MOMENTS, count="num_tensors")
_lists(multi_mp_lamb_update, *_MOMENTS, "weight32", count="num_tensors", mixed=True)


# -- what trainers ask about all weights at once -------------------------------------------------------------


@op("multi_sum_sq", amp=None)
def multi_sum_sq(*data, num_arrays: Count):
    """Return the sum of squares of each array, ``(num_arrays,)`` in float32."""
    one_dtype("multi_sum_sq", *data)
    return torch.stack([x.detach().to(torch.float32).square().sum() for x in data])


@multi_sum_sq.types
def _(p, t):
    """The arrays have one type."""
    first = next((item for item in t.inputs if item is not None), None)
    for i in range(len(t.inputs)):
        t.inputs[i] = first
    t.out[0] = "float32"


@op("multi_lars", shapes=elementwise, amp=None)
def multi_lars(lrs, weights_sum_sq, grads_sum_sq, wds, *, eta: float, eps: float, rescale_grad: float = 1.0):
    """Return the learning rates scaled layer by layer, ``lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps)``.

    Where a norm is 0, before it is scaled, the rate stays. Source: You et al., arXiv 1708.03888.
    """
    one_shape("multi_lars", lrs, weights_sum_sq, grads_sum_sq, wds)
    weight, grad = weights_sum_sq.sqrt(), grads_sum_sq.sqrt()
    scaled_lrs = lrs * eta * weight / (grad * rescale_grad + wds * weight + eps)
    return torch.where((weight > 0) & (grad > 0), scaled_lrs, lrs)


def _finite(tensors, init_output, out=None):
    ok = torch.stack([torch.isfinite(x).all() for x in tensors]).all().to(torch.float32).view(1)
    if out is None:
        return ok
    return out.copy_(ok) if init_output else out.mul_(ok)


@op("all_finite", types=free_types)
def all_finite(data, *, init_output: bool = True, out=None):
    """Return ``[1]`` if all elements are finite, else ``[0]``; without ``init_output`` a 0 in ``out`` stays."""
    return _finite([data], init_output, out)


@op("multi_all_finite", types=free_types)
def multi_all_finite(*data, num_arrays: Count = 1, init_output: bool = True, out=None):
    """Return ``[1]`` if all elements of all arrays are finite, else ``[0]``; see ``all_finite``."""
    return _finite(data, init_output, out)


@op("reset_arrays", types=free_types, amp=None)
def reset_arrays(*data, num_arrays: Count):
    """Set all elements of all arrays to 0, in place. It has no result."""
    for x in data:
        writable(x).zero_()
    return ()


for _op in (multi_sum_sq, multi_all_finite, reset_arrays):
    _op.inputs(lambda p: tuple(f"array_{i}" for i in range(p.num_arrays)))
reset_arrays.outputs(lambda p: ())
