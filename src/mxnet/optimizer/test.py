"""An optimizer for tests: it adds the gradient."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import Optimizer, published


@published()
class Test(Optimizer):
    """An optimizer for tests, which adds the gradient: ``w = w + rescale_grad * g``; its state becomes a copy of the
    weight.

    Parameters
    ----------
    **kwargs
        Arguments of :class:`Optimizer`.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Test()
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [1.5 1.9]
    """

    __test__ = False  # not a class of tests

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return zeros like the weight."""
        return nd.zeros(weight.shape, weight.context)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        weight[:] += grad * self.rescale_grad
        state[:] = weight if weight.stype == "default" else weight.tostype("default")
