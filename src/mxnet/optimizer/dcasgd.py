"""DCASGD: SGD that makes up for delayed gradients."""

from __future__ import annotations

from typing import Any

from .base import Optimizer, register, zeros_like


@register
class DCASGD(Optimizer):
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

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._update_count(index)
        grad = self._rescaled(grad)
        velocity, before = state
        step = grad + self._get_wd(index) * weight + self.lamda * grad * grad * (weight - before)
        step = -self._get_lr(index) * step
        if velocity is not None:
            velocity[:] = self.momentum * velocity + step
            step = velocity
        before[:] = weight
        weight[:] += step
