"""AdaBelief."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .adamW import AdamW
from .base import register
from .batch import Batch
from .elementwise import ElementwiseOptimizer

__all__ = ["AdaBelief"]


@register
class AdaBelief(AdamW):
    """Adam with the variance of the gradient around its mean (Zhuang et al., arXiv 2010.07468).

    The weight decay is part of the gradient; arguments are those of :class:`AdamW`.
    """

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        grad = self._scaled(grad) + wd * weight
        mean[:] = self.beta1 * mean + (1.0 - self.beta1) * grad
        away = grad - mean
        variance[:] = self.beta2 * variance + (1.0 - self.beta2) * away * away + self.epsilon
        weight[:] -= self._rate(lr, count) * mean / (nd.sqrt(variance) + self.epsilon)

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights, joined where they are small."""
        ElementwiseOptimizer._step_batch(self, batch, count)
