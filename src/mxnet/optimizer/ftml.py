"""FTML: follow the moving leader."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import register, v2_arguments, zeros_of_moments
from .elementwise import Elementwise


@register
@v2_arguments(learning_rate=0.0025, beta1=0.6, beta2=0.999, epsilon=1e-8)
class FTML(Elementwise):
    """Follow the moving leader (Zheng, Kwok 2017). Other arguments are those of :class:`Optimizer`."""

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's d, v and z, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        arguments = self._gradient_arguments()
        if "clip_gradient" in arguments:
            arguments["clip_grad"] = arguments.pop("clip_gradient")
        d, v, z = state
        nd.ftml_update(
            weight,
            grad,
            d,
            v,
            z,
            out=weight,
            lr=lr,
            wd=wd,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            t=count,
            **arguments,
        )
