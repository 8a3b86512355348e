"""AdaMax."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import published, zeros_of_moments
from .elementwise import Elementwise


@published(learning_rate=0.002, beta1=0.9, beta2=0.999, epsilon=1e-8)
class Adamax(Elementwise):
    """AdaMax: Adam that divides by the largest recent gradient, in place of a root of squares.

    For the update number ``t``, from 1, with ``g`` decayed (``wd * w`` in it, clipped last)::

        m = beta1 * m + (1 - beta1) * g
        u = max(beta2 * u, abs(g))
        w = w - lr / (1 - beta1**t) * m / u

    Parameters
    ----------
    beta2
        The decay of the largest gradient, from 0 to below 1.
    **kwargs
        Arguments of :class:`Optimizer`; and MXNet 2's ``epsilon`` (0), which is added to ``u``.

    Notes
    -----
    Kingma and Ba, arXiv 1412.6980, section 7. A weight whose gradients were all zero stays as it is; 1.9.1 makes it
    NaN.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Adamax(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9 2.1]
    """

    epsilon = 0.0  #: of optimizers that were pickled without it

    def __init__(self, learning_rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999, **kwargs: Any) -> None:
        epsilon = kwargs.pop("epsilon", 0.0)  # 1.9.1's signature has none
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.epsilon, self.beta1, self.beta2 = epsilon, beta1, beta2

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
