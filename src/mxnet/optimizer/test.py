"""An optimizer for tests: it adds the gradient."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import Optimizer, register


@register
class Test(Optimizer):
    """``w += g * rescale_grad``, and the state is a copy of the weight."""

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
