"""AdaGrad."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import published, zeros_of_moments
from .elementwise import Elementwise


@published({"epsilon": "eps"}, learning_rate=0.01, epsilon=1e-6)
class AdaGrad(Elementwise):
    """AdaGrad: each element's rate falls with the sum of the squares of its gradients.

    For each update::

        h = h + g**2
        w = w - lr * (g / sqrt(h + eps) + wd * w)

    Parameters
    ----------
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Raises
    ------
    MXNetError
        For a weight decay with a row-sparse gradient, of which only the rows that are there move.

    Notes
    -----
    Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic optimization", JMLR 2011.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdaGrad(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.90000004 2.0999994 ]
    """

    def __init__(self, eps: float = 1e-7, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the sum of squares, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return wd == 0 and (self.clip_gradient is None or self.clip_gradient > 0)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2:
            self._step_of_v2(weight, grad, state, lr, wd)
            return
        if grad.stype == "row_sparse":
            self._apply(nd.sparse.adagrad_update, weight, grad, state, lr=lr, wd=wd, epsilon=self.float_stable_eps)
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
