"""SignSGD and Signum: steps by the sign of the gradient or of the momentum."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import published, zeros_like
from .elementwise import Elementwise


@published()
class Signum(Elementwise):
    """Signum: steps of one length, by the sign of the momentum; without momentum signSGD.

    With momentum, and without (there neither ``rescale_grad`` nor clipping matters)::

        m = momentum * m - (1 - momentum) * (g + wd * w)
        w = (1 - lr * wd_lh) * w + lr * sign(m)

        w = (1 - lr * wd) * w - lr * sign(g)

    Parameters
    ----------
    momentum
        What part of the momentum stays in each update, from 0 (the gradient alone counts) to below 1.
    wd_lh
        The weight decay apart from the gradient (Loshchilov and Hutter, arXiv 1711.05101).
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Bernstein et al., "signSGD: compressed optimisation for non-convex problems", arXiv 1802.04434.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Signum(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9 2.1]
    """

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum, self.wd_lh = momentum, wd_lh

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum, zeros like the weight; None without momentum."""
        return zeros_like(weight, weight.stype) if self.momentum != 0.0 else None

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if state is None:
            self._apply(nd.signsgd_update, weight, grad, lr=lr, wd=wd)
        else:
            self._apply(nd.signum_update, weight, grad, state, lr=lr, wd=wd)
