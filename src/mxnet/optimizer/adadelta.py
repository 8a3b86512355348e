"""AdaDelta."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import published, zeros_of_moments
from .elementwise import Elementwise


@published(learning_rate=1.0, rho=0.9, epsilon=1e-6)
class AdaDelta(Elementwise):
    """AdaDelta: steps in proportion to the steps before, without a learning rate.

    For each update::

        n = rho * n + (1 - rho) * g**2
        d = sqrt(s + epsilon) / sqrt(n + epsilon) * g
        s = rho * s + (1 - rho) * d**2
        w = w - d - wd * w

    Parameters
    ----------
    rho
        The decay of both means, from 0 to below 1.
    epsilon
        A small number that lets the first steps begin; larger: they are larger.
    **kwargs
        Arguments of :class:`Optimizer`: ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by),
        ``clip_gradient`` (the bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Zeiler, "ADADELTA: an adaptive learning rate method", arXiv 1212.5701. ``learning_rate`` is without effect; in MXNet
    2's interface the step is multiplied by it.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdaDelta()
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.990002  2.0099504]
    """

    def __init__(self, rho: float = 0.90, epsilon: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rho, self.epsilon = rho, epsilon

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
