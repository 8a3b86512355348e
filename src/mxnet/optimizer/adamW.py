"""AdamW, as MXNet 2 has it."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from ..core import torch_compat
from .adam import FUSED_DTYPES, step_fused
from .base import register, zeros_of_moments
from .batch import Batch
from .elementwise import Elementwise, step_pieces

__all__ = ["AdamW"]


@register
class AdamW(Elementwise):
    """Adam with a weight decay of its own (Loshchilov, Hutter, arXiv 1711.05101), which the rate multiplies.

    ``w -= lr_t * (mean / (sqrt(variance) + epsilon) + wd * w)``; ``lr_t`` is Adam's with ``correct_bias``, else ``lr``.
    Other arguments are those of :class:`Optimizer`.
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        correct_bias: bool = True,
        use_fused_step: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, use_fused_step=use_fused_step, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.correct_bias = beta1, beta2, epsilon, correct_bias

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _rate(self, lr: float, count: int) -> float:
        """Return the rate with the correction for the means, which begin as zeros."""
        return lr * math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count) if self.correct_bias else lr

    def _scaled(self, grad: Any) -> Any:
        """Return the gradient as it is used: multiplied, and bounded."""
        grad = grad * self.rescale_grad
        return grad if self.clip_gradient is None else nd.clip(grad, -self.clip_gradient, self.clip_gradient)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        grad = self._scaled(grad)
        mean[:] = self.beta1 * mean + (1.0 - self.beta1) * grad
        variance[:] = self.beta2 * variance + (1.0 - self.beta2) * grad * grad
        direction = mean / (nd.sqrt(variance) + self.epsilon) + wd * weight
        weight[:] -= self._rate(lr, count) * direction

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        if batch.weights[0].dtype not in FUSED_DTYPES:
            step_pieces(self, batch, count)
            return
        step_fused(torch_compat.fused_adamw, batch, self, self._rate(batch.lr, count), batch.wd)
