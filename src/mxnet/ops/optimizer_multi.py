"""Update rules that move many weights in one call, and what goes with them.

The inputs are those of the single update, weight after weight: ``weight0, grad0, state0, weight1, ...``. In the
``preloaded`` forms two more arrays follow, the learning rates and the weight decays. The results go to ``out``,
a list with one array per weight.
"""

from collections import defaultdict

import torch

from ..core import torch_compat
from ..core.params import Count, Floats
from ..core.write_tracking import writable
from ..registry import op
from ..registry.rules import elementwise, free_types
from ._families import one_dtype, one_shape
from ._updates import attributes, many
from .optimizer_adaptive import _adamw_update
from .optimizer_update import sgd_mom_update, sgd_update

_LISTS = {"lrs": Floats, "wds": Floats}
_SCALED = {"rescale_grad": 1.0, "clip_gradient": -1.0, "num_weights": (Count, 1)}
_SGD = attributes(**_LISTS, **_SCALED)
_MOMENTUM = attributes(**_LISTS, momentum=0.0, **_SCALED)


@many(sgd_update, _SGD)
def multi_sgd_update():
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


@many(sgd_mom_update, _MOMENTUM)
def multi_sgd_mom_update():
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


@many(sgd_update, _SGD, with_copies=True)
def multi_mp_sgd_update():
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


@many(sgd_mom_update, _MOMENTUM, with_copies=True)
def multi_mp_sgd_mom_update():
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


@many(sgd_update, _SGD, preloaded=True)
def preloaded_multi_sgd_update():
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


@many(sgd_mom_update, _MOMENTUM, preloaded=True)
def preloaded_multi_sgd_mom_update():
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


@many(sgd_update, _SGD, preloaded=True, with_copies=True)
def preloaded_multi_mp_sgd_update():
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


@many(sgd_mom_update, _MOMENTUM, preloaded=True, with_copies=True)
def preloaded_multi_mp_sgd_mom_update():
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


# -- adaptive rules ------------------------------------------------------------------------------------------

_ADAMW = attributes(
    lrs=Floats,
    beta1=0.9,
    beta2=0.999,
    epsilon=1e-8,
    wds=Floats,
    etas=Floats,
    clip_gradient=-1.0,
    num_weights=(Count, 1),
)


@many(_adamw_update, _ADAMW, amp=None, host_sync="check")
def _multi_adamw_update():
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


@many(_adamw_update, _ADAMW, with_copies=True, amp=None, host_sync="check")
def _multi_mp_adamw_update():
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
    t.inputs.fill(next((item for item in t.inputs if item is not None), None))
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


@op("reset_arrays", types=free_types, amp=None, outputs=())
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
