"""SignSGD and Signum: steps by the sign of the gradient or of the momentum."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import register, zeros_like
from .elementwise import Elementwise


@register
class Signum(Elementwise):
    """Step by the sign of the momentum, or of the gradient when ``momentum`` is 0 (Bernstein et al. 2018).

    ``w = (1 - lr * wd_lh) * w + lr * sign(m)`` with ``m = momentum * m - (1 - momentum) * (g + wd * w)``. ``wd_lh`` is
    the weight decay apart from the gradient (Loshchilov, Hutter 2019). Other arguments are those of
    :class:`Optimizer`.
    """

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum
        self.wd_lh = wd_lh

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum, zeros like the weight; None without momentum."""
        return zeros_like(weight, weight.stype) if self.momentum != 0.0 else None

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        arguments = {"lr": lr, "wd": wd, **self._gradient_arguments()}
        if state is None:
            nd.signsgd_update(weight, grad, out=weight, **arguments)
        else:
            nd.signum_update(weight, grad, state, out=weight, momentum=self.momentum, wd_lh=self.wd_lh, **arguments)
