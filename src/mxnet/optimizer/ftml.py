"""FTML: follow the moving leader."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .base import Optimizer, register, zeros_like


@register
class FTML(Optimizer):
    """Follow the moving leader (Zheng, Kwok 2017). Other arguments are those of :class:`Optimizer`."""

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's d, v and z, zeros like the weight."""
        return zeros_like(weight), zeros_like(weight), zeros_like(weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._update_count(index)
        arguments = self._gradient_arguments()
        if "clip_gradient" in arguments:
            arguments["clip_grad"] = arguments.pop("clip_gradient")
        nd.ftml_update(
            weight,
            grad,
            *state,
            out=weight,
            lr=self._get_lr(index),
            wd=self._get_wd(index),
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            t=self._index_update_count[index],
            **arguments,
        )
