"""AdaBelief."""

from __future__ import annotations

from typing import Any

from ..ndarray.adabelief import adabelief_update
from .adamW import AdamW
from .base import published
from .batch import Batch
from .elementwise import step_pieces

__all__ = ["AdaBelief"]


@published()
class AdaBelief(AdamW):
    """Adam that divides by how far gradients are from their mean, in place of how large they are.

    For the update number ``t``, from 1::

        g = clip(rescale_grad * gradient + wd * w)
        m = beta1 * m + (1 - beta1) * g
        s = beta2 * s + (1 - beta2) * (g - m)**2 + epsilon
        w = w - lr_t * m / (sqrt(s) + epsilon)

    with ``lr_t = lr * sqrt(1 - beta2**t) / (1 - beta1**t)``.

    Parameters
    ----------
    correct_bias
        Whether the rate is corrected as Adam's, ``lr_t = lr * sqrt(1 - beta2**t) / (1 - beta1**t)``; else it is ``lr``.
    use_fused_step
        An argument of MXNet 2; without effect.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Zhuang et al., "AdaBelief optimizer: adapting stepsizes by the belief in observed gradients", arXiv 2010.07468. It
    is of MXNet 2; 1.9.1 has only the operator.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdaBelief(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.88917   2.1047938]
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
