"""AdaGrad."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import register, zeros_like
from .elementwise import ElementwiseOptimizer


@register
class AdaGrad(ElementwiseOptimizer):
    """AdaGrad (Duchi, Hazan, Singer 2011): ``h += g^2; w -= lr * (g / sqrt(h + eps) + wd * w)``.

    Row-sparse gradients move the rows that they have; a weight decay is an :class:`MXNetError` then. Other arguments
    are those of :class:`Optimizer`.
    """

    def __init__(self, eps: float = 1e-7, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the sum of squares, zeros like the weight."""
        return zeros_like(weight, weight.stype)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if grad.stype == "row_sparse":
            arguments = {"lr": lr, "wd": wd, "epsilon": self.float_stable_eps, **self._gradient_arguments()}
            nd.sparse.adagrad_update(weight, grad, state, out=weight, **arguments)
            return
        grad = self._rescaled(grad)
        state[:] += grad * grad
        step = grad / nd.sqrt(state + self.float_stable_eps) + wd * weight
        weight[:] -= lr * step
