"""Nesterov's accelerated gradient."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import register, v2_arguments
from .sgd import Momentum


@register
@v2_arguments(learning_rate=0.1, momentum=0.9)
class NAG(Momentum):
    """SGD with Nesterov's momentum: ``m = momentum * m + g + wd * w; w -= lr * (g + wd * w + momentum * m)``.

    In MXNet 2 the rate belongs to the mean: ``m = momentum * m - lr * (g + wd * w)``. Without momentum it is SGD.
    Arguments as for :class:`SGD`.
    """

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2 and state is not None:
            grad = self._rescaled(grad) + wd * weight
            state[:] = self.momentum * state - lr * grad
            weight[:] += self.momentum * state - lr * grad
            return
        self._momentum_step(nd.sgd_update, nd.nag_mom_update, (weight, grad, state), lr, wd)
