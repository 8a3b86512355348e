"""AdaDelta."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import register, v2_arguments, zeros_of_moments
from .elementwise import Elementwise


@register
@v2_arguments(learning_rate=1.0, rho=0.9, epsilon=1e-6)
class AdaDelta(Elementwise):
    """AdaDelta (Zeiler 2012): steps in proportion to the steps before; there is no learning rate.

    ``rho`` is the decay of both means, ``epsilon`` keeps them from 0. The weight decay is taken off as ``wd * w``.
    Other arguments are those of :class:`Optimizer`.
    """

    def __init__(self, rho: float = 0.90, epsilon: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rho = rho
        self.epsilon = epsilon

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean squares of gradients and of steps, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        grad = self._rescaled(grad)
        if semantics.api == 2:
            grad = grad + wd * weight
        squares, steps = state
        squares[:] = self.rho * squares + (1 - self.rho) * grad * grad
        step = nd.sqrt(steps + self.epsilon) / nd.sqrt(squares + self.epsilon) * grad
        steps[:] = self.rho * steps + (1 - self.rho) * step * step
        weight[:] -= lr * step if semantics.api == 2 else step + wd * weight
