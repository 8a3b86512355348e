"""AdaBelief."""

from __future__ import annotations

from typing import Any

from ..ndarray.adabelief import adabelief_update
from .adamW import AdamW
from .base import register
from .batch import Batch
from .elementwise import step_pieces

__all__ = ["AdaBelief"]


@register
class AdaBelief(AdamW):
    """Adam with the variance of the gradient around its mean (Zhuang et al., arXiv 2010.07468).

    The weight decay is part of the gradient, and bounded with it; arguments are those of :class:`AdamW`.
    """

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        bound = -1.0 if self.clip_gradient is None else self.clip_gradient
        mean, variance = state
        adabelief_update(
            weight,
            grad,
            mean,
            variance,
            self.rescale_grad,
            lr=self._rate(lr, count),
            eta=1.0,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            wd=wd,
            clip_gradient=bound,
        )

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights, joined where they are small."""
        step_pieces(self, batch, count)
