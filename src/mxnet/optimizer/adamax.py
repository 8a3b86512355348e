"""AdaMax."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import register, v2_arguments, zeros_of_moments
from .elementwise import Elementwise


@register
@v2_arguments(learning_rate=0.002, beta1=0.9, beta2=0.999, epsilon=1e-8)
class Adamax(Elementwise):
    """AdaMax (Kingma, Ba 2015): Adam with the largest gradient in place of the variance.

    ``epsilon``, of MXNet 2, is added to the largest gradient. Where it is 0, a weight whose gradients were all zero
    stays as it is (1.9.1 makes it NaN). Other arguments are those of :class:`Optimizer`.
    """

    epsilon = 0.0  #: of optimizers that were pickled without it

    def __init__(self, learning_rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999, **kwargs: Any) -> None:
        epsilon = kwargs.pop("epsilon", 0.0)  # 1.9.1's signature has none
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.epsilon = epsilon
        self.beta1 = beta1
        self.beta2 = beta2

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the largest gradient, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        lr = lr / (1.0 - self.beta1**count)
        grad = self._decayed(grad, weight, wd)
        mean, largest = state
        mean[:] = self.beta1 * mean + (1.0 - self.beta1) * grad
        largest[:] = nd.maximum(self.beta2 * largest, nd.abs(grad))
        weight[:] -= lr * mean / (largest + (self.epsilon or largest == 0))
