"""FTRL-Proximal."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import published, zeros_of_moments
from .elementwise import Elementwise


@published(learning_rate=0.1, lamda1=0.01, beta=1.0)
class Ftrl(Elementwise):
    """FTRL-proximal (follow the regularized leader): weights with a small ``z`` are exactly zero.

    For each update::

        z = z + g - (sqrt(n + g**2) - sqrt(n)) * w / lr
        n = n + g**2
        w = (sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)   where abs(z) > lamda1, else 0

    Parameters
    ----------
    lamda1
        The L1 penalty: the larger, the more weights are zero.
    learning_rate
        The learning rate; a schedule keeps its own base rate, as in 1.9.1.
    beta
        What is added to ``sqrt(n)``: the larger, the smaller the first steps.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    McMahan et al., "Ad click prediction: a view from the trenches", 2013.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Ftrl(learning_rate=0.1, lamda1=0.2)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.2866667  0.17272726]
    """

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lr = float(learning_rate) if isinstance(learning_rate, str) else learning_rate
        self.lamda1, self.beta = lamda1, beta

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's z and n, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype), zeros_of_moments(weight, weight.stype)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return storage == "row_sparse"

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        self._apply(nd.ftrl_update, weight, grad, *state, lr=lr, wd=wd)
