"""DCASGD: SGD that makes up for delayed gradients."""

from __future__ import annotations

from typing import Any

from ..core.semantics import semantics
from .base import published, zeros_like
from .elementwise import Elementwise


@published(learning_rate=0.1, momentum=0.0, lamda=0.04)
class DCASGD(Elementwise):
    """Delay-compensated asynchronous SGD: corrects gradients that were computed with an older weight.

    For each update, where ``w'`` is the weight before the last update::

        d = -lr * (g + wd * w + lamda * g**2 * (w - w'))
        w = w + d

    With momentum, ``d`` is added to ``momentum`` times the last step.

    Parameters
    ----------
    lamda
        How strong the compensation is; 0: none.
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Zheng et al., "Asynchronous stochastic gradient descent with delay compensation", arXiv 1609.08326. In 1.9.1 a
    momentum only raises an error.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.DCASGD(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> for _ in range(2):
    ...     optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.90005   2.0199995]
    """

    def __init__(self, momentum: float = 0.0, lamda: float = 0.04, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.weight_previous: dict[Any, Any] = {}
        self.lamda = lamda

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum (None without) and the weight before."""
        return zeros_like(weight) if self.momentum != 0.0 else None, weight.copy()

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        grad = self._rescaled(grad)
        if semantics.api == 2:
            grad, wd = grad + wd * weight, 0.0
        velocity, before = state
        step = grad + wd * weight + self.lamda * grad * grad * (weight - before)
        step = -lr * step
        if velocity is not None:
            velocity[:] = self.momentum * velocity + step
            step = velocity
        before[:] = weight
        weight[:] += step
