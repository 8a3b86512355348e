"""LAMB: Adam with a rate for each layer."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .. import ndarray as nd
from .base import Optimizer, register, zeros_like
from .sgd import as_lists


@register
class LAMB(Optimizer):
    """LAMB (You et al. 2020): Adam's step, scaled by the ratio of the norms of weight and step.

    ``lower_bound`` and ``upper_bound`` bound the norm of the weight; ``bias_correction`` is Adam's. Other arguments
    are those of :class:`Optimizer`.
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        lower_bound: float | None = None,
        upper_bound: float | None = None,
        bias_correction: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lower_bound, self.upper_bound = lower_bound, upper_bound
        self.bias_correction = bias_correction
        self.aggregate_num = max(1, min(45, int(os.getenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "45"))))

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_like(weight), zeros_like(weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several."""
        index, weight, grad, state = as_lists(index, weight, grad, state)
        self._update_count(index)
        for each in zip(index, weight, grad, state, strict=True):
            self._update_one(*each)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several of one data type, through their float32 copies if they have such."""
        index, weight, grad, state = as_lists(index, weight, grad, state)
        if not (self.multi_precision and weight[0].dtype == np.float16):
            self.update(index, weight, grad, state)
            return
        copies = [each[0] for each in state]
        self.update(index, copies, [each.astype(np.float32) for each in grad], [each[1] for each in state])
        for half, full in zip(weight, copies, strict=True):
            half[:] = full.astype(half.dtype)

    def _update_one(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        step = nd.lamb_update_phase1(
            weight,
            grad,
            *state,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            t=self._index_update_count[index],
            bias_correction=self.bias_correction,
            wd=self._get_wd(index),
            **self._gradient_arguments(),
        )
        bounds = {"lower_bound": self.lower_bound, "upper_bound": self.upper_bound}
        bounds = {name: value for name, value in bounds.items() if value}
        norms = weight.norm(), step.norm()
        nd.lamb_update_phase2(weight, step, *norms, out=weight, lr=self._get_lr(index), **bounds)
