"""RMSProp."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import published, zeros_of_moments
from .elementwise import Elementwise


@published(
    {"rho": "gamma1", "momentum": "gamma2"},
    learning_rate=0.001,
    rho=0.9,
    momentum=0.9,
    epsilon=1e-8,
    centered=False,
    clip_weights=None,
)
class RMSProp(Elementwise):
    """RMSProp: the gradient divided by the root of a mean of its squares.

    With ``g`` decayed (``wd * w`` in it)::

        n = gamma1 * n + (1 - gamma1) * g**2
        w = w - lr * g / sqrt(n + epsilon)

    or with ``centered``::

        n = gamma1 * n + (1 - gamma1) * g**2
        a = gamma1 * a + (1 - gamma1) * g
        d = gamma2 * d - lr * g / sqrt(n - a**2 + epsilon)
        w = w + d

    Parameters
    ----------
    gamma1
        The decay of the means, from 0 to below 1.
    gamma2
        The momentum of the centred variant; without effect in the other.
    centered
        Whether the square of the mean is subtracted, so that it is the gradient's variance that counts, and the step
        has a momentum.
    clip_weights
        The bound c to which weights are clipped after the step, [-c, c]; None: they are not.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Tieleman and Hinton, lecture 6.5 of "Neural networks for machine learning", 2012; centred: Graves, "Generating
    sequences with recurrent neural networks", arXiv 1308.0850.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.RMSProp(learning_rate=0.01)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.96837723 2.0316226 ]
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        gamma1: float = 0.9,
        gamma2: float = 0.9,
        epsilon: float = 1e-8,
        centered: bool = False,
        clip_weights: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1, self.gamma2, self.epsilon = gamma1, gamma2, epsilon
        self.centered, self.clip_weights = centered, clip_weights

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean square, and if centred the mean and the last step, zeros like the weight."""
        return tuple(zeros_of_moments(weight, weight.stype) for _ in range(3 if self.centered else 1))

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2:
            self._step_of_v2(weight, grad, state, lr, wd)
            return
        rule = nd.rmspropalex_update if self.centered else nd.rmsprop_update
        self._apply(rule, weight, grad, *state, lr=lr, wd=wd)

    def _step_of_v2(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Step with the weight decay in the gradient, and, unless centred, ``epsilon`` outside of the root."""
        grad = self._rescaled(grad) + wd * weight
        squares = state[0]
        squares[:] = self.gamma1 * squares + (1 - self.gamma1) * grad * grad
        if self.centered:
            _, mean, step = state
            mean[:] = self.gamma1 * mean + (1 - self.gamma1) * grad
            step[:] = self.gamma2 * step - lr * grad / nd.sqrt(squares - mean * mean + self.epsilon)
        else:
            step = -lr * grad / (nd.sqrt(squares) + self.epsilon)
        result = weight + step
        bound = self.clip_weights
        weight[:] = nd.clip(result, -bound, bound) if bound else result
