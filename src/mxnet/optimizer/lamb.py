"""LAMB: Adam with a rate for each layer."""

from __future__ import annotations

from typing import Any

import torch
from torch._utils import _flatten_dense_tensors as flatten
from torch._utils import _unflatten_dense_tensors as unflatten

from .. import ndarray as nd
from ..ops.optimizer_adaptive import lamb_direction, lamb_ratio
from ..ops.optimizer_update import scaled
from .base import Optimizer, register, zeros_like
from .sgd import aggregation_size, as_lists, update_lists_mixed
from .together import Batch


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
        self.aggregate_num = max(1, min(45, aggregation_size(45)))

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_like(weight), zeros_like(weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several."""
        self._update_lists(*as_lists(index, weight, grad, state))

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several of one data type, through their float32 copies if they have such."""
        update_lists_mixed(self, *as_lists(index, weight, grad, state))

    def _update_lists(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        self._update_count(indices)
        inputs = [array for w, g, s in zip(weights, grads, states, strict=True) for array in (w, g, *s)]
        bounds = {"lower_bound": self.lower_bound, "upper_bound": self.upper_bound}
        nd._internal._multi_lamb_update(
            *inputs,
            out=list(weights),
            num_tensors=len(weights),
            step_count=tuple(self._index_update_count[each] for each in indices),
            learning_rates=self._get_lrs(indices),
            wds=self._get_wds(indices),
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            bias_correction=self.bias_correction,
            **{name: value for name, value in bounds.items() if value},
            **self._gradient_arguments(),
        )

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights: joined, but for the norms, which are each weight's own."""
        for part in batch.parts():
            states = part.columns()
            mean, var = map(flatten, states)
            clip = -1.0 if self.clip_gradient is None else self.clip_gradient
            grad = scaled(flatten(part.grads), self.rescale_grad, clip)
            direction = lamb_direction(flatten(part.weights), grad, mean, var, self, count, batch.wd)
            direction.mul_(self._rates(part, direction))
            torch._foreach_sub_(part.weights, unflatten(direction, part.weights))
            if len(part.weights) > 1:  # flattening one weight does not copy it
                for column, moved in zip(states, (mean, var), strict=True):
                    torch._foreach_copy_(column, unflatten(moved, column))

    def _rates(self, part: Batch, direction: torch.Tensor) -> torch.Tensor:
        """Return the rate of every element of joined weights, from the norms of each weight and of its direction."""
        sizes = torch.stack(torch._foreach_norm(part.weights))
        lengths = torch.stack(torch._foreach_norm(unflatten(direction, part.weights)))
        rates = lamb_ratio(sizes, lengths, self.lower_bound or -1.0, self.upper_bound or -1.0) * part.lr
        numbers = torch.tensor([weight.numel() for weight in part.weights], device=rates.device)
        return torch.repeat_interleave(rates, numbers, output_size=direction.numel())
