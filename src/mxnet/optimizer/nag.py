"""Nesterov's accelerated gradient."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import published
from .sgd import Momentum


@published(learning_rate=0.1, momentum=0.9)
class NAG(Momentum):
    """Stochastic gradient descent with Nesterov's momentum, which looks one step ahead.

    For each update::

        g = g + wd * w
        m = momentum * m + g
        w = w - lr * (g + momentum * m)

    Without momentum it is :class:`SGD`.

    Parameters
    ----------
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    In MXNet 2's interface the rate belongs to the momentum, which matters when it changes: ``m = momentum * m - lr *
    g`` and ``w = w + momentum * m - lr * g``.

    Nesterov, "A method for solving the convex programming problem with convergence rate O(1/k^2)", 1983; Sutskever et
    al., "On the importance of initialization and momentum in deep learning", 2013.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.NAG(learning_rate=0.1, momentum=0.9)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.905 2.019]
    """

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2 and state is not None:
            grad = self._rescaled(grad) + wd * weight
            state[:] = self.momentum * state - lr * grad
            weight[:] += self.momentum * state - lr * grad
            return
        if self.momentum == 0.0:
            self._sgd(weight, grad, state, lr, wd)
        else:
            self._apply(nd.nag_mom_update, weight, grad, state, lr=lr, wd=wd)
