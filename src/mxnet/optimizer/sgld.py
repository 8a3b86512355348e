"""SGLD: gradient steps with noise."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from ..core.errors import MXNetValueError
from .base import register, v2_arguments
from .elementwise import Elementwise


@register
@v2_arguments(learning_rate=0.1)
class SGLD(Elementwise):
    """Stochastic gradient Langevin dynamics (Welling, Teh 2011): half a step, and noise of variance ``lr``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if lr < 0:
            raise MXNetValueError(f"SGLD: expected a learning rate of at least 0, got {lr}")
        noise = nd.random.normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context)
        weight[:] = weight - lr / 2 * (self._rescaled(grad) + wd * weight) + noise
