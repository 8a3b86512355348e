"""Nesterov's accelerated gradient."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import register
from .sgd import MomentumOptimizer


@register
class NAG(MomentumOptimizer):
    """SGD with Nesterov's momentum: ``m = momentum * m + g + wd * w; w -= lr * (g + wd * w + momentum * m)``.

    Without momentum it is SGD. Arguments as for :class:`SGD`.
    """

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        self._momentum_step(nd.sgd_update, nd.nag_mom_update, (weight, grad, state), lr, wd)
