"""``mx.nd.contrib``'s steps of AdaBelief, of MXNet 2.

The factor of the gradients is an array, or a number; where it is zero or not finite, as after an overflow in half
precision, nothing is changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..core.dtypes import HALF_TYPES
from .ndarray import NDArray


def _wide(array: NDArray) -> NDArray:
    return array.astype("float32") if array.dtype in HALF_TYPES else array


def _step(
    arrays: Sequence[NDArray],
    out: NDArray | None,
    rescale_grad: Any,
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wd: float = 0.0,
    clip_gradient: float = -1.0,
) -> NDArray:
    """Do one step on ``weight, grad, mean, var`` and, in half precision, the weight in single precision."""
    weight, _, mean, var, *single = arrays
    target = single[0] if single else weight
    result = weight if out is None else out
    scale = float(rescale_grad.reshape(-1)[0].asscalar()) if isinstance(rescale_grad, NDArray) else float(rescale_grad)
    if scale == 0 or not math.isfinite(scale):
        return result
    own, grad, first, second = map(_wide, (target, *arrays[1:4]))
    grad = grad.astype(own.dtype) * scale + wd * own
    if clip_gradient >= 0:
        grad = grad.clip(-clip_gradient, clip_gradient)
    first = beta1 * first + (1 - beta1) * grad
    away = grad - first
    second = beta2 * second + (1 - beta2) * away * away + epsilon
    moved = own - eta * lr * first / (second.sqrt() + epsilon)
    mean[:], var[:] = first.astype(mean.dtype), second.astype(var.dtype)
    if single:
        target[:] = moved
    result[:] = moved.astype(result.dtype)
    return result


def adabelief_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
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
    """Do one step of AdaBelief with learning rate ``eta * lr``; ``mean`` and ``var`` change, and ``out`` or ``weight``.

    ``name`` is without effect. Source: Zhuang et al., arXiv 2010.07468.
    """
    arrays = (weight, grad, mean, var)
    return _step(arrays, out, rescale_grad, lr, eta, beta1, beta2, epsilon, wd, clip_gradient)


def mp_adabelief_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    weight32: NDArray,
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
    """Do one step of AdaBelief on ``weight32``, in its type (see :func:`adabelief_update`)."""
    arrays = (weight, grad, mean, var, weight32)
    return _step(arrays, out, rescale_grad, lr, eta, beta1, beta2, epsilon, wd, clip_gradient)


def multi_adabelief_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """Do :func:`adabelief_update` for several weights (``size`` of them; 0: all). ``kwargs`` are its numbers."""
    return _steps((weights, grads, mean, var), rescale_grad, lrs, wds, etas, out, size, kwargs)


def multi_mp_adabelief_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    weights32: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """Do :func:`mp_adabelief_update` for several weights (see :func:`multi_adabelief_update`)."""
    return _steps((weights, grads, mean, var, weights32), rescale_grad, lrs, wds, etas, out, size, kwargs)


def _steps(
    arrays: Sequence[Sequence[NDArray]],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any,
    size: int,
    numbers: dict[str, Any],
) -> list[NDArray]:
    count = size or len(arrays[0])
    outs = [None] * count if out is None else [out] if isinstance(out, NDArray) else list(out)
    rows = list(zip(*arrays, strict=True))[:count]
    return [
        _step(row, target, rescale_grad, lr, eta, wd=wd, **numbers)
        for row, target, lr, wd, eta in zip(rows, outs, lrs, wds, etas, strict=True)
    ]
