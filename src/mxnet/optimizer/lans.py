"""LANS."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import move_moments, published, zeros_of_moments
from .elementwise import Single

__all__ = ["LANS"]


@published()
class LANS(Single):
    """LANS: LAMB with gradients of norm 1 and with Nesterov's momentum, for large batches.

    For the update number ``t``, from 1::

        g = rescale_grad * gradient, divided by its norm, then clipped
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        r = sqrt(v / (1 - beta2**t)) + epsilon
        a = m / (1 - beta1**t) / r + wd * w
        b = g / r + wd * w
        w = w - lr * (beta1 * |w| / |a| * a + (1 - beta1) * |w| / |b| * b)

    A quotient of norms is 1 where one of them is 0.

    Parameters
    ----------
    lower_bound
        What the norm of the weight counts as at least; None: no bound.
    upper_bound
        What the norm of the weight counts as at most; None: no bound.
    aggregate_num, use_fused_step
        Arguments of MXNet 2; without effect.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Zheng et al., "Accelerated large batch optimization of BERT pretraining in 54 minutes", arXiv 2006.13484.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.LANS(learning_rate=0.01)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.98418856 2.0158114 ]
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

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        grad = grad * self.rescale_grad
        norm = _norm(grad)
        if norm > 0:
            grad = grad / norm
        grad = self._clipped(grad)
        move_moments(mean, variance, grad, self.beta1, self.beta2)
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
        weight[:] -= lr * step


def _norm(array: Any) -> float:
    return float(nd.norm(array).asscalar())
