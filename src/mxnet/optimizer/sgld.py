"""SGLD: gradient steps with noise."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from ..core.errors import MXNetValueError
from .base import published
from .elementwise import Elementwise


@published(learning_rate=0.1)
class SGLD(Elementwise):
    """Stochastic gradient Langevin dynamics: half a step of SGD and noise, to draw weights from their posterior.

    For each update::

        w = w - lr / 2 * (g + wd * w) + noise

    where the noise is normal, with mean 0 and variance ``lr``.

    Parameters
    ----------
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Raises
    ------
    ValueError
        For a negative rate.

    Notes
    -----
    Welling and Teh, "Bayesian learning via stochastic gradient Langevin dynamics", 2011.

    Examples
    --------
    >>> optimizer, weight = mx.optimizer.SGLD(learning_rate=1e-8), nd.array([1, 2])
    >>> optimizer.update(0, weight, nd.zeros(2), None)
    >>> print(weight.asnumpy().round(2))
    [1. 2.]
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if lr < 0:
            raise MXNetValueError(f"SGLD: expected a learning rate of at least 0, got {lr}")
        noise = nd.random.normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context)
        weight[:] = weight - lr / 2 * (self._rescaled(grad) + wd * weight) + noise
