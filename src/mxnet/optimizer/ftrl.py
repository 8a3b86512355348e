"""FTRL-Proximal."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import register, v2_arguments, zeros_of_moments
from .elementwise import Elementwise


@register
@v2_arguments(learning_rate=0.1, lamda1=0.01, beta=1.0)
class Ftrl(Elementwise):
    """Follow the regularized leader, proximal (McMahan et al. 2013): sparse weights.

    ``lamda1`` is the L1 penalty, ``beta`` belongs to the rate of each coordinate. Other arguments are those of
    :class:`Optimizer`, but for ``learning_rate``: a schedule keeps its own base rate, as in 1.9.1.
    """

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lr = float(learning_rate) if isinstance(learning_rate, str) else learning_rate
        self.lamda1 = lamda1
        self.beta = beta

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's z and n, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype), zeros_of_moments(weight, weight.stype)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        z, n = state
        nd.ftrl_update(
            weight,
            grad,
            z,
            n,
            out=weight,
            lr=lr,
            wd=wd,
            lamda1=self.lamda1,
            beta=self.beta,
            **self._gradient_arguments(),
        )
