"""AdaGrad."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import register, v2_arguments, zeros_of_moments
from .elementwise import Elementwise


@register
@v2_arguments({"epsilon": "eps"}, learning_rate=0.01, epsilon=1e-6)
class AdaGrad(Elementwise):
    """AdaGrad (Duchi, Hazan, Singer 2011): ``h += g^2; w -= lr * (g / sqrt(h + eps) + wd * w)``.

    Row-sparse gradients move the rows that they have; a weight decay is an :class:`MXNetError` then. Other arguments
    are those of :class:`Optimizer`.
    """

    def __init__(self, eps: float = 1e-7, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the sum of squares, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2:
            self._step_of_v2(weight, grad, state, lr, wd)
            return
        if grad.stype == "row_sparse":
            arguments = {"lr": lr, "wd": wd, "epsilon": self.float_stable_eps, **self._gradient_arguments()}
            nd.sparse.adagrad_update(weight, grad, state, out=weight, **arguments)
            return
        grad = self._rescaled(grad)
        state[:] += grad * grad
        step = grad / nd.sqrt(state + self.float_stable_eps) + wd * weight
        weight[:] -= lr * step

    def _step_of_v2(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Step with the weight decay in the gradient, ``h += g^2; w -= lr * g / (sqrt(h) + eps)``; zero rows stay."""
        own, total = weight.tostype("default"), state.tostype("default")
        change = self._rescaled(grad.tostype("default")) + wd * own
        if grad.stype == "row_sparse":
            moves = nd.zeros((weight.shape[0],) + (1,) * (weight.ndim - 1), ctx=weight.context, dtype=weight.dtype)
            moves[grad.indices] = 1
            change = change * moves
        total = total + change * change
        weight[:] = own - lr * change / (nd.sqrt(total) + self.float_stable_eps)
        state[:] = total
