"""``mx.nd.contrib``'s steps of AdaBelief, of MXNet 2.

The factor of the gradients is an array, or a number; where it is zero or not finite, as after an overflow in half
precision, nothing is changed.
"""

import math
from collections.abc import Sequence
from typing import Any

from ..core.dtypes import HALF_TYPES
from ..registry.manual import OF_FUNCTIONS, handing_on, texts_of
from .ndarray import NDArray

#: the meanings of parameters of steps on arrays and on lists of arrays
TEXTS = OF_FUNCTIONS | texts_of("steps")


def _wide(array: NDArray) -> NDArray:
    return array.astype("float32") if array.dtype in HALF_TYPES else array


def _step(
    arrays: Sequence[NDArray],
    rescale_grad: Any,
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-08,
    wd: float = 0,
    clip_gradient: float = -1,
    out: NDArray | None = None,
    name: str | None = None,
) -> NDArray:
    """Do one step on ``weight, grad, mean, var`` and, in half precision, the weight in single precision."""
    weight, _, mean, var, *single = arrays
    target = single[0] if single else weight
    result = weight if out is None else out
    scale = float(rescale_grad.reshape(-1)[0].asscalar()) if isinstance(rescale_grad, NDArray) else float(rescale_grad)
    if scale == 0 or not math.isfinite(scale):
        return result
    wide_weight, grad, first, second = map(_wide, (target, *arrays[1:4]))
    grad = grad.astype(wide_weight.dtype) * scale + wd * wide_weight
    if clip_gradient >= 0:
        grad = grad.clip(-clip_gradient, clip_gradient)
    first = beta1 * first + (1 - beta1) * grad
    away = grad - first
    second = beta2 * second + (1 - beta2) * away * away + epsilon
    moved = wide_weight - eta * lr * first / (second.sqrt() + epsilon)
    mean[:], var[:] = first.astype(mean.dtype), second.astype(var.dtype)
    if single:
        target[:] = moved
    result[:] = moved.astype(result.dtype)
    return result


def _steps(
    arrays: Sequence[Sequence[NDArray]],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    count = size or len(arrays[0])
    outs = [None] * count if out is None else [out] if isinstance(out, NDArray) else list(out)
    rows = list(zip(*arrays, strict=True))[:count]
    return [
        _step(row, rescale_grad, lr, eta, wd=wd, out=target, **kwargs)
        for row, target, lr, wd, eta in zip(rows, outs, lrs, wds, etas, strict=True)
    ]


@handing_on(_step, "arrays", TEXTS)
def adabelief_update(weight, grad, mean, var, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdaBelief on a weight.

    Set ``mean = beta1 * mean + (1 - beta1) * g`` and ``var = beta2 * var + (1 - beta2) * (g - mean)**2 + epsilon``,
    ``g`` being the rescaled gradient plus ``wd * weight``, clipped; then ``weight -= eta * lr * mean / (sqrt(var) +
    epsilon)``. Source: Zhuang et al., arXiv 2010.07468.

    Parameters
    ----------
    weight : array
        The weight; it is changed, unless ``out`` is another array.
    grad : array
    mean : array
        The mean of gradients, a state that is changed.
    var : array
        The mean of the squares of how far gradients are from ``mean``, a state that is changed.
    rescale_grad : number or array
    eta
        What the step is multiplied by: the factor of a schedule.
    wd
        The weight decay: ``wd * weight`` is added to the gradient.
    out
        Where the new weight is written; None: into ``weight``.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, mean, var = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> print(mx.nd.contrib.adabelief_update(weight, grad, mean, var, 1, lr=0.1, eta=1).asnumpy().round(4))
    [0.6486]
    """
    return _step((weight, grad, mean, var), *args, **kwargs)


@handing_on(_step, "arrays", TEXTS)
def mp_adabelief_update(weight, grad, mean, var, weight32, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdaBelief on the float32 copy of a weight in half precision.

    Parameters
    ----------
    weight : array
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed, unless ``out`` is
        another array.
    grad : array
    mean : array
        The mean of gradients, a state that is changed.
    var : array
        The mean of the squares of how far gradients are from ``mean``, a state that is changed.
    weight32 : array
        The weight in float32, which is changed.
    rescale_grad : number or array
    eta
        What the step is multiplied by: the factor of a schedule.
    wd
        The weight decay: ``wd * weight32`` is added to the gradient.
    out
        Where the new weight is written; None: into ``weight``.

    Returns
    -------
    The new weight.

    See Also
    --------
    adabelief_update : the formula.

    Examples
    --------
    >>> weight32, mean, var = mx.nd.array([1]), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> weight, grad = weight32.astype('float16'), mx.nd.array([10], dtype='float16')
    >>> _ = mx.nd.contrib.mp_adabelief_update(weight, grad, mean, var, weight32, 1, lr=0.1, eta=1)
    >>> print(weight32.asnumpy().round(4), weight.asnumpy().dtype)
    [0.6486] float16
    """
    return _step((weight, grad, mean, var, weight32), *args, **kwargs)


@handing_on(_steps, "arrays", TEXTS)
def multi_adabelief_update(weights, grads, mean, var, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdaBelief for several weights.

    Parameters
    ----------
    weights : list of arrays
    grads : list of arrays
    mean : list of arrays
    var : list of arrays
    rescale_grad : number or array
    out : list of arrays
        Where the new weights are written; None: into ``weights``.
    **kwargs
        The other numbers of ``adabelief_update``, such as ``beta1``, the same for all.

    Returns
    -------
    The new weights, a list.

    See Also
    --------
    adabelief_update : of one weight.

    Examples
    --------
    >>> weights, grads = [mx.nd.array([1]), mx.nd.array([2])], [mx.nd.array([10]), mx.nd.array([10])]
    >>> mean, var = [mx.nd.zeros(1), mx.nd.zeros(1)], [mx.nd.zeros(1), mx.nd.zeros(1)]
    >>> _ = mx.nd.contrib.multi_adabelief_update(weights, grads, mean, var, 1, lrs=(0.1, 0.2), wds=(0, 0), etas=(1, 1))
    >>> print([weight.asnumpy().round(4) for weight in weights])
    [array([0.6486], dtype=float32), array([1.2973], dtype=float32)]
    """
    return _steps((weights, grads, mean, var), *args, **kwargs)


@handing_on(_steps, "arrays", TEXTS)
def multi_mp_adabelief_update(weights, grads, mean, var, weights32, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdaBelief for several weights in half precision, on their float32 copies.

    Parameters
    ----------
    weights : list of arrays
        The weights in half precision.
    grads : list of arrays
    mean : list of arrays
    var : list of arrays
    weights32 : list of arrays
    rescale_grad : number or array
    out : list of arrays
        Where the new weights are written; None: into ``weights``.
    **kwargs
        The other numbers of ``adabelief_update``, such as ``beta1``, the same for all.

    Returns
    -------
    The new weights, a list.

    See Also
    --------
    mp_adabelief_update : of one weight.

    Examples
    --------
    >>> weights32, mean, var = [mx.nd.array([1])], [mx.nd.zeros(1)], [mx.nd.zeros(1)]
    >>> weights, grads = [mx.nd.ones(1, dtype='float16')], [mx.nd.array([10], dtype='float16')]
    >>> _ = mx.nd.contrib.multi_mp_adabelief_update(
    ...     weights, grads, mean, var, weights32, 1, lrs=(0.1,), wds=(0,), etas=(1,))
    >>> print(weights32[0].asnumpy().round(4))
    [0.6486]
    """
    return _steps((weights, grads, mean, var, weights32), *args, **kwargs)
