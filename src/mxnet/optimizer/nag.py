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

    def _step(self, weight: Any, grad: Any, state: Any, copy: list[Any], **arguments: Any) -> None:
        if copy and state is not None:
            nd.mp_nag_mom_update(weight, grad, state, *copy, out=weight, **arguments)
        elif copy:
            nd.mp_sgd_update(weight, grad, *copy, out=weight, **arguments)
        elif state is not None:
            nd.nag_mom_update(weight, grad, state, out=weight, **arguments)
        else:
            nd.sgd_update(weight, grad, out=weight, **arguments)
