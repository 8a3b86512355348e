"""LANS."""

from __future__ import annotations

from functools import partial
from typing import Any

from .. import ndarray as nd
from .base import Optimizer, in_float32, register, zeros_of_moments

__all__ = ["LANS"]


@register
class LANS(Optimizer):
    """LAMB with normalized gradients and Nesterov's momentum (Zheng et al., arXiv 2006.13484).

    ``lower_bound`` and ``upper_bound`` bound the norm of the weight. ``aggregate_num`` and ``use_fused_step`` are
    without effect. Other arguments are those of :class:`Optimizer`.
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        lower_bound: float | None = None,
        upper_bound: float | None = None,
        aggregate_num: int = 4,
        use_fused_step: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            learning_rate=learning_rate, aggregate_num=aggregate_num, use_fused_step=use_fused_step, **kwargs
        )
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lower_bound, self.upper_bound = lower_bound, upper_bound

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._count_one(index)
        in_float32(partial(self._step, index), weight, grad, state)

    def _step(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        count, wd = self._index_update_count[index], self._get_wd(index)
        mean, variance = state
        grad = grad * self.rescale_grad
        norm = _norm(grad)
        if norm > 0:
            grad = grad / norm
        if self.clip_gradient is not None:
            grad = nd.clip(grad, -self.clip_gradient, self.clip_gradient)
        mean[:] = self.beta1 * mean + (1.0 - self.beta1) * grad
        variance[:] = self.beta2 * variance + (1.0 - self.beta2) * grad * grad
        spread = nd.sqrt(variance / (1.0 - self.beta2**count)) + self.epsilon
        size = _norm(weight)
        if self.lower_bound:
            size = max(size, self.lower_bound)
        if self.upper_bound:
            size = min(size, self.upper_bound)
        step = 0.0
        for share, moment in ((self.beta1, mean / (1.0 - self.beta1**count)), (1.0 - self.beta1, grad)):
            direction = moment / spread + wd * weight
            length = _norm(direction)
            step = step + share * (size / length if size and length else 1.0) * direction
        weight[:] -= self._get_lr(index) * step


def _norm(array: Any) -> float:
    return float(nd.norm(array).asscalar())
