"""SGLD: gradient steps with noise."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from .base import Optimizer, register


@register
class SGLD(Optimizer):
    """Stochastic gradient Langevin dynamics (Welling, Teh 2011): half a step, and noise of variance ``lr``."""

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        noise = nd.random.normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context)
        weight[:] = weight - lr / 2 * (self._rescaled(grad) + wd * weight) + noise
