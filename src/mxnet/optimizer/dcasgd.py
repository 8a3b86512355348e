"""DCASGD: SGD that makes up for delayed gradients."""

from __future__ import annotations

from typing import Any

from ..core.semantics import semantics
from .base import register, v2_arguments, zeros_like
from .elementwise import Elementwise


@register
@v2_arguments(learning_rate=0.1, momentum=0.0, lamda=0.04)
class DCASGD(Elementwise):
    """Delay-compensated asynchronous SGD (Zheng et al. 2017).

    ``lamda`` scales the compensation ``lamda * g^2 * (w - w_before)``. With ``momentum`` the steps add up (1.9.1 only
    raises then). Other arguments are those of :class:`Optimizer`.
    """

    def __init__(self, momentum: float = 0.0, lamda: float = 0.04, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.weight_previous: dict[Any, Any] = {}
        self.lamda = lamda

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum (None without) and the weight before."""
        return zeros_like(weight) if self.momentum != 0.0 else None, weight.copy()

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        grad = self._rescaled(grad)
        if semantics.api == 2:
            grad, wd = grad + wd * weight, 0.0
        velocity, before = state
        step = grad + wd * weight + self.lamda * grad * grad * (weight - before)
        step = -lr * step
        if velocity is not None:
            velocity[:] = self.momentum * velocity + step
            step = velocity
        before[:] = weight
        weight[:] += step
