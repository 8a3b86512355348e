"""Adam."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from .base import Optimizer, register, zeros_like


@register
class Adam(Optimizer):
    """Adam (Kingma, Ba 2015), the bias correction folded into the rate.

    ``lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t)``; the mean and the variance of ``g + wd * w`` decay with ``beta1``
    and ``beta2``; ``w -= lr_t * mean / (sqrt(variance) + epsilon)``. ``lazy_update`` concerns row-sparse gradients
    alone. Other arguments are those of :class:`Optimizer`.
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        lazy_update: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_like(weight), zeros_like(weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._update_count(index)
        count = self._index_update_count[index]
        correction = math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)
        nd.adam_update(
            weight,
            grad,
            *state,
            out=weight,
            lr=self._get_lr(index) * correction,
            wd=self._get_wd(index),
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            lazy_update=self.lazy_update,
            **self._gradient_arguments(),
        )
