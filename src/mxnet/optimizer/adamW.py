"""AdamW, as MXNet 2 has it."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core import torch_compat
from .adam import FUSED_DTYPES, step_fused
from .base import corrected, move_moments, published, zeros_of_moments
from .batch import Batch
from .elementwise import Elementwise, step_pieces

__all__ = ["AdamW"]


@published()
class AdamW(Elementwise):
    """Adam whose weight decay is apart from the gradient, so that the means do not scale it.

    For the update number ``t``, from 1::

        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        w = w - lr_t * (m / (sqrt(v) + epsilon) + wd * w)

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
    Loshchilov and Hutter, "Decoupled weight decay regularization", arXiv 1711.05101.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdamW(learning_rate=0.1, wd=0.01)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.8996901 2.099336 ]
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
        return corrected(lr, self.beta1, self.beta2, count) if self.correct_bias else lr

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        move_moments(mean, variance, self._rescaled(grad), self.beta1, self.beta2)
        direction = mean / (nd.sqrt(variance) + self.epsilon) + wd * weight
        weight[:] -= self._rate(lr, count) * direction

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        if batch.weights[0].dtype not in FUSED_DTYPES:
            step_pieces(self, batch, count)
            return
        step_fused(torch_compat.fused_adamw, batch, self, self._rate(batch.lr, count), batch.wd)
