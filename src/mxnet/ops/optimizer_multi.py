"""Update rules that move many weights in one call, and what goes with them.

The inputs are those of the single update, weight after weight: ``weight0, grad0, state0, weight1, ...``. In the
``preloaded`` forms two more arrays follow, the learning rates and the weight decays. The results go to ``out``,
a list with one array per weight.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from math import prod

import torch

from ..core import torch_compat
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Count, Floats, Ints
from ..core.shapes import known
from ..core.write_tracking import writable
from ..registry import op
from ..registry.rules import elementwise, free_types, numbered, strict
from ._families import one_dtype, one_shape
from .optimizer_adaptive import Lamb, lamb_direction, lamb_ratio, step_adamw
from .optimizer_update import output_of, round_into, rounded, scaled, step_momentum, step_sgd, wide


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


def _master(weight, weight32, target):
    """Return what an update works on: the wide copy, or the weight itself where both have one type.

    MXNet 1.9.1 leaves the copy as it is then.
    """
    return output_of(weight, target) if weight.dtype is weight32.dtype else weight32.data


def _update(step, rows, out, *rates, mixed=False):
    """Do ``step(weight, grad, *states, *rates)`` for each weight, in place; return the new weights.

    ``mixed``: the last state is the wide copy of the weight, which is updated.
    """
    results = []
    for (weight, grad, *states), target, *numbers in zip(rows, _targets(out, len(rows)), *rates, strict=True):
        master = _master(weight, states.pop(), target) if mixed else output_of(weight, target)
        full, own = wide(master), [wide(state) for state in states]
        step(full, grad.to(full.dtype), *own, *numbers)
        round_into((master, *states), (full, *own))
        results.append(master if master.dtype is weight.dtype else rounded(master, weight, target))
    return tuple(results)


def _multi_sgd(
    data,
    width,
    lrs: Floats,
    wds: Floats,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    *,
    out,
    extra=0,
):
    """Do a step of SGD for each weight, which comes with as many inputs as ``width`` says."""
    step = partial(step_sgd, rescale_grad=rescale_grad, clip_gradient=clip_gradient)
    return _update(step, _rows(data, num_weights, width, extra), out, lrs, wds, mixed=width == 3)


def _multi_momentum(
    data,
    width,
    lrs: Floats,
    wds: Floats,
    momentum: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    *,
    out,
    extra=0,
):
    """Do a step of SGD with momentum for each weight, which comes with as many inputs as ``width`` says."""

    def step(weight, grad, mom, lr, wd):
        step_momentum(weight, grad, mom, lr, momentum, wd, rescale_grad, clip_gradient)

    return _update(step, _rows(data, num_weights, width, extra), out, lrs, wds, mixed=width == 4)


@op("multi_sgd_update", attributes_of=_multi_sgd)
def multi_sgd_update(*data, out=None, **p):
    """Do ``sgd_update`` for several weights in one call.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, weight1, grad1`` ....

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    sgd_update : the formula.

    Examples
    --------
    >>> w, g = [mx.nd.ones(2), mx.nd.ones(1)], [mx.nd.ones(2), mx.nd.ones(1)]
    >>> _ = mx.nd.multi_sgd_update(w[0], g[0], w[1], g[1], lrs=(0.1, 0.2), wds=(0, 0), num_weights=2, out=w)
    >>> print(w[0].asnumpy(), w[1].asnumpy())
    [0.9 0.9] [0.8]
    """
    return _multi_sgd(data, 2, out=out, **p)


@op("multi_sgd_mom_update", attributes_of=_multi_momentum)
def multi_sgd_mom_update(*data, out=None, **p):
    """Do ``sgd_mom_update`` for several weights in one call.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mom0, weight1`` ...; the momenta are changed.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    sgd_mom_update : the formula.

    Examples
    --------
    >>> w, g, m = mx.nd.ones(2), mx.nd.ones(2), mx.nd.zeros(2)
    >>> _ = mx.nd.multi_sgd_mom_update(w, g, m, lrs=(0.5,), wds=(0,), momentum=0.9, num_weights=1, out=[w])
    >>> print(w.asnumpy(), m.asnumpy())
    [0.5 0.5] [-0.5 -0.5]
    """
    return _multi_momentum(data, 3, out=out, **p)


@op("multi_mp_sgd_update", attributes_of=_multi_sgd)
def multi_mp_sgd_update(*data, out=None, **p):
    """Do ``mp_sgd_update`` for several weights in one call.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, weight32_0, weight1`` ...; the copies in float32 are changed.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    mp_sgd_update : the formula.

    Examples
    --------
    >>> w, g, w32 = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16'), mx.nd.ones(1)
    >>> _ = mx.nd.multi_mp_sgd_update(w, g, w32, lrs=(0.5,), wds=(0,), num_weights=1, out=[w])
    >>> print(w.asnumpy(), w32.asnumpy())
    [0.5] [0.5]
    """
    return _multi_sgd(data, 3, out=out, **p)


@op("multi_mp_sgd_mom_update", attributes_of=_multi_momentum)
def multi_mp_sgd_mom_update(*data, out=None, **p):
    """Do ``mp_sgd_mom_update`` for several weights in one call.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mom0, weight32_0, weight1`` ...; momenta and copies in float32 are
        changed.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    mp_sgd_mom_update : the formula.

    Examples
    --------
    >>> w, g, m, w32 = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16'), mx.nd.zeros(1), mx.nd.ones(1)
    >>> _ = mx.nd.multi_mp_sgd_mom_update(w, g, m, w32, lrs=(0.5,), wds=(0,), momentum=0.9, num_weights=1, out=[w])
    >>> print(w.asnumpy(), m.asnumpy(), w32.asnumpy())
    [0.5] [-0.5] [0.5]
    """
    return _multi_momentum(data, 4, out=out, **p)


def _rates(data):
    """Return learning rates and weight decays, the last two arrays, as numbers."""
    lrs, wds = data[-2:]
    if lrs.is_meta:
        return [0.0] * lrs.numel(), [0.0] * wds.numel()
    return lrs.cpu().tolist(), wds.cpu().tolist()


@op("preloaded_multi_sgd_update", amp=None, host_sync="host")
def preloaded_multi_sgd_update(
    *data, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: Count = 1, out=None
):
    """Do ``sgd_update`` for several weights in one call, with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, weight1, grad1`` ...; then two arrays ``(num_weights,)``, the learning
        rates and the weight decays.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    sgd_update : the formula.

    Examples
    --------
    >>> w, g, lrs, wds = mx.nd.ones(2), mx.nd.ones(2), mx.nd.array([0.5]), mx.nd.array([0])
    >>> _ = mx.nd.preloaded_multi_sgd_update(w, g, lrs, wds, num_weights=1, out=[w])
    >>> print(w.asnumpy())
    [0.5 0.5]
    """
    return _multi_sgd(data, 2, *_rates(data), rescale_grad, clip_gradient, num_weights, out=out, extra=2)


@op("preloaded_multi_sgd_mom_update", amp=None, host_sync="host")
def preloaded_multi_sgd_mom_update(
    *data,
    momentum: float = 0.0,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out=None,
):
    """Do ``sgd_mom_update`` for several weights in one call, with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mom0, weight1`` ...; the momenta are changed; then two arrays
        ``(num_weights,)``, the learning rates and the weight decays.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    sgd_mom_update : the formula.

    Examples
    --------
    >>> w, g, m, lrs, wds = mx.nd.ones(2), mx.nd.ones(2), mx.nd.zeros(2), mx.nd.array([0.5]), mx.nd.array([0])
    >>> _ = mx.nd.preloaded_multi_sgd_mom_update(w, g, m, lrs, wds, momentum=0.9, num_weights=1, out=[w])
    >>> print(w.asnumpy(), m.asnumpy())
    [0.5 0.5] [-0.5 -0.5]
    """
    return _multi_momentum(data, 3, *_rates(data), momentum, rescale_grad, clip_gradient, num_weights, out=out, extra=2)


@op("preloaded_multi_mp_sgd_update", amp=None, attributes_of=preloaded_multi_sgd_update, host_sync="host")
def preloaded_multi_mp_sgd_update(*data, out=None, **p):
    """Do ``mp_sgd_update`` for several weights in one call, with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, weight32_0, weight1`` ...; the copies in float32 are changed; then two
        arrays ``(num_weights,)``, the learning rates and the weight decays.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    mp_sgd_update : the formula.

    Examples
    --------
    >>> w, g, w32 = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16'), mx.nd.ones(1)
    >>> lrs, wds = mx.nd.array([0.5]), mx.nd.array([0])
    >>> _ = mx.nd.preloaded_multi_mp_sgd_update(w, g, w32, lrs, wds, num_weights=1, out=[w])
    >>> print(w.asnumpy(), w32.asnumpy())
    [0.5] [0.5]
    """
    return _multi_sgd(data, 3, *_rates(data), out=out, extra=2, **p)


@op("preloaded_multi_mp_sgd_mom_update", amp=None, attributes_of=preloaded_multi_sgd_mom_update, host_sync="host")
def preloaded_multi_mp_sgd_mom_update(*data, out=None, **p):
    """Do ``mp_sgd_mom_update`` for several weights in one call, with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mom0, weight32_0, weight1`` ...; momenta and copies in float32 are
        changed; then two arrays ``(num_weights,)``, the learning rates and the weight decays.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there: give the weights, to change
    these.

    See Also
    --------
    mp_sgd_mom_update : the formula.

    Examples
    --------
    >>> w, g, m, w32 = mx.nd.ones(1, dtype='float16'), mx.nd.ones(1, dtype='float16'), mx.nd.zeros(1), mx.nd.ones(1)
    >>> lrs, wds = mx.nd.array([0.5]), mx.nd.array([0])
    >>> _ = mx.nd.preloaded_multi_mp_sgd_mom_update(w, g, m, w32, lrs, wds, momentum=0.9, num_weights=1, out=[w])
    >>> print(w.asnumpy(), m.asnumpy(), w32.asnumpy())
    [0.5] [-0.5] [0.5]
    """
    return _multi_momentum(data, 4, *_rates(data), out=out, extra=2, **p)


# -- adaptive rules ------------------------------------------------------------------------------------------


def _multi_adamw(
    data,
    width,
    lrs: Floats,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    *,
    wds: Floats,
    etas: Floats,
    clip_gradient: float = -1.0,
    num_weights: Count = 1,
    out,
):
    def step(weight, grad, mean, var, lr, wd, eta):
        settings = {"eta": eta, "clip_gradient": clip_gradient}
        step_adamw(weight, grad, mean, var, data[-1], lr, beta1, beta2, epsilon, wd, **settings)

    return _update(step, _rows(data, num_weights, width, 1), out, lrs, wds, etas, mixed=width == 5)


@op("_multi_adamw_update", amp=None, attributes_of=_multi_adamw, host_sync="check")
def multi_adamw_update(*data, out=None, **p):
    """Do ``_adamw_update`` for several weights in one call.

    The operator behind ``mx.nd.contrib.multi_adamw_update``, which takes lists.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mean0, var0, weight1`` ...; the states are changed. Then
        ``rescale_grad``, an array of one number.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there.
    """
    return _multi_adamw(data, 4, out=out, **p)


@op("_multi_mp_adamw_update", amp=None, attributes_of=_multi_adamw, host_sync="check")
def multi_mp_adamw_update(*data, out=None, **p):
    """Do ``_mp_adamw_update`` for several weights in one call.

    The operator behind ``mx.nd.contrib.multi_mp_adamw_update``, which takes lists.

    Parameters
    ----------
    *data
        Weight after weight: ``weight0, grad0, mean0, var0, weight32_0, weight1`` ...; the states are changed. Then
        ``rescale_grad``, an array of one number.

    Returns
    -------
    The new weights, one array each. With ``out``, a list of arrays, they are written there.
    """
    return _multi_adamw(data, 5, out=out, **p)


def _multi_lamb(
    data,
    width,
    learning_rates: Floats,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-6,
    *,
    wds: Floats,
    rescale_grad: float = 1.0,
    lower_bound: float = -1.0,
    upper_bound: float = -1.0,
    clip_gradient: float = -1.0,
    bias_correction: bool = True,
    step_count: Ints,
    num_tensors: Count = 1,
    out,
):
    p, rows = Lamb(beta1, beta2, epsilon, bias_correction), _rows(data, num_tensors, width)

    def step(weight, grad, mean, var, size, lr, wd, t):
        direction = lamb_direction(weight, scaled(grad, rescale_grad, clip_gradient), mean, var, p, t, wd)
        ratio = lamb_ratio(size, direction.norm(), lower_bound, upper_bound)
        weight.sub_(direction.mul_(ratio * lr))

    sizes = [wide(weight).detach().to(wide(mean).dtype).norm() for weight, _, mean, *_ in rows]
    return _update(step, rows, out, sizes, learning_rates, wds, step_count, mixed=width == 5)


@op("_multi_lamb_update", amp=None, attributes_of=_multi_lamb)
def multi_lamb_update(*data, out=None, **p):
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
    return _multi_lamb(data, 4, out=out, **p)


@op("_multi_mp_lamb_update", amp=None, attributes_of=_multi_lamb)
def multi_mp_lamb_update(*data, out=None, **p):
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
    return _multi_lamb(data, 5, out=out, **p)


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
    """Return the sum of squares of each of several arrays, for norms of all gradients at once.

    Parameters
    ----------
    *data
        Arrays of one dtype, of any shapes.

    Returns
    -------
    An array ``(num_arrays,)``, float32.

    Examples
    --------
    >>> print(mx.nd.multi_sum_sq(mx.nd.array([3, 4]), mx.nd.ones((2, 2)), num_arrays=2).asnumpy())
    [25.  4.]
    """
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
    """Return learning rates scaled layer by layer (LARS): ``lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps)``.

    Where a norm is 0 the rate stays. Source: You et al., arXiv 1708.03888.

    Parameters
    ----------
    lrs
        The learning rates, one for each layer, ``(L,)``.
    weights_sum_sq
        The sum of squares of each layer's weight, ``(L,)``, as ``multi_sum_sq`` gives it.
    grads_sum_sq
        The sum of squares of each layer's gradient, ``(L,)``.
    wds
        The weight decays, ``(L,)``.
    eta
        The coefficient of trust, such as 0.001.

    Returns
    -------
    The rates, ``(L,)``.

    Examples
    --------
    >>> lrs, wds = mx.nd.array([0.1, 0.1]), mx.nd.zeros(2)
    >>> weights, grads = mx.nd.array([4, 4]), mx.nd.array([1, 0])
    >>> print(mx.nd.multi_lars(lrs, weights, grads, wds, eta=0.001, eps=1e-8).asnumpy())
    [0.0002 0.1   ]
    """
    one_shape("multi_lars", lrs, weights_sum_sq, grads_sum_sq, wds)
    weight, grad = weights_sum_sq.sqrt(), grads_sum_sq.sqrt()
    scaled_lrs = lrs * eta * weight / (grad * rescale_grad + wds * weight + eps)
    return torch.where((weight > 0) & (grad > 0), scaled_lrs, lrs)


def _finite(tensors, init_output, out=None):
    by_dtype = defaultdict(list)
    for x in tensors:
        if x.is_floating_point() and x.numel():
            by_dtype[x.dtype].append(x.detach())
    results = [torch.isfinite(torch.stack(list(torch_compat.largest_magnitudes(x)))).all() for x in by_dtype.values()]
    results = results or [torch.ones((), dtype=torch.bool, device=tensors[0].device)]
    ok = torch.stack(results).all().to(torch.float32).view(1)
    if out is None:
        return ok
    return out.copy_(ok) if init_output else out.mul_(ok)


@op("all_finite", types=free_types)
def all_finite(data, *, init_output: bool = True, out=None):
    """Return whether all elements of an array are finite, neither infinite nor NaN.

    Parameters
    ----------
    init_output
        Whether ``out`` begins anew; else a 0 in it stays, to check several arrays one after the other.

    Returns
    -------
    An array ``(1,)``: 1, or 0.

    See Also
    --------
    multi_all_finite : of several arrays.

    Examples
    --------
    >>> print(mx.nd.all_finite(mx.nd.array([1, 2])).asnumpy())
    [1.]
    >>> print(mx.nd.all_finite(mx.nd.array([1, float('inf')])).asnumpy())
    [0.]
    """
    return _finite([data], init_output, out)


@op("multi_all_finite", types=free_types)
def multi_all_finite(*data, num_arrays: Count = 1, init_output: bool = True, out=None):
    """Return whether all elements of several arrays, such as gradients, are finite.

    Parameters
    ----------
    *data
        Arrays, of any shapes and dtypes.
    init_output
        Whether ``out`` begins anew; else a 0 in it stays, to check several arrays one after the other.

    Returns
    -------
    An array ``(1,)``: 1, or 0.

    Examples
    --------
    >>> print(mx.nd.multi_all_finite(mx.nd.ones(2), mx.nd.array([float('nan')]), num_arrays=2).asnumpy())
    [0.]
    """
    return _finite(data, init_output, out)


@op("reset_arrays", types=free_types, amp=None)
def reset_arrays(*data, num_arrays: Count):
    """Set all elements of several arrays to 0, in place, as gradients before the next step.

    Parameters
    ----------
    *data
        The arrays, which are changed.

    Returns
    -------
    Nothing.

    Examples
    --------
    >>> x, y = mx.nd.ones(2), mx.nd.ones(1)
    >>> _ = mx.nd.reset_arrays(x, y, num_arrays=2)
    >>> print(x.asnumpy(), y.asnumpy())
    [0. 0.] [0.]
    """
    for x in data:
        writable(x).zero_()
    return ()


for _op in (multi_sum_sq, multi_all_finite, reset_arrays):
    _op.inputs(lambda p: tuple(f"array_{i}" for i in range(p.num_arrays)))
reset_arrays.outputs(())
