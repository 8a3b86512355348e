"""FTML: follow the moving leader."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import published, zeros_of_moments
from .elementwise import Elementwise


@published(learning_rate=0.0025, beta1=0.6, beta2=0.999, epsilon=1e-8)
class FTML(Elementwise):
    """FTML (follow the moving leader): the minimum of a moving sum of the losses' approximations.

    For the update number ``t``, from 1, with ``g`` decayed (``wd * w`` in it)::

        v = beta2 * v + (1 - beta2) * g**2
        d' = (1 - beta1**t) / lr * (sqrt(v / (1 - beta2**t)) + epsilon)
        z = beta1 * z + (1 - beta1) * g - (d' - beta1 * d) * w
        d = d'
        w = -z / d

    Parameters
    ----------
    beta1
        The decay of the sum, from 0 to below 1.
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Zheng and Kwok, "Follow the moving leader in deep learning", 2017.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.FTML(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9       2.1000001]
    """

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's d, v and z, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        clip = self._clip_of_operators()
        self._apply(
            nd.ftml_update, weight, grad, *state, lr=lr, wd=wd, t=count, clip_grad=-1.0 if clip is None else clip
        )
