"""Further optimizers: AdaGrad by rows, and AdamW."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from ..core import torch_compat
from .adam import FUSED_DTYPES, step_fused
from .base import Optimizer, register, zeros_like
from .batch import Batch
from .elementwise import ElementwiseOptimizer

__all__ = ["AdamW", "GroupAdaGrad"]


@register
class GroupAdaGrad(Optimizer):
    """AdaGrad with one rate for each row of a matrix: ``h += mean(g^2) of the row; w -= lr * g / sqrt(h + eps)``.

    Weight decay is not supported: AssertionError. Other arguments are those of :class:`Optimizer`.
    """

    def __init__(self, eps: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return zeros, (rows, 1); AssertionError for a weight that is no matrix."""
        assert len(weight.shape) == 2, f"a matrix is expected, got a weight of shape {weight.shape}"
        return nd.zeros((weight.shape[0], 1), weight.context, dtype=weight.dtype, stype=weight.stype)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._update_count(index)
        assert self._get_wd(index) == 0, "Weight decay is not supported for GroupAdaGrad"
        arguments: dict[str, Any] = {"lr": self._get_lr(index), "epsilon": self.float_stable_eps}
        if grad.stype == "row_sparse":
            arguments |= self._gradient_arguments()
        else:
            grad = self._rescaled(grad)
        nd.contrib.group_adagrad_update(weight, grad, state, out=weight, **arguments)


@register
class AdamW(ElementwiseOptimizer):
    """Adam with weight decay apart from the gradient (Loshchilov, Hutter 2019), which 1.9.1 has as an operator only.

    ``w -= eta * (lr_t * mean / (sqrt(variance) + epsilon) + wd * w)``; ``lr_t`` is Adam's with ``correct_bias``, else
    the learning rate. Other arguments are those of :class:`Optimizer`.
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        eta: float = 1.0,
        correct_bias: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.eta, self.correct_bias = eta, correct_bias

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_like(weight), zeros_like(weight)

    def _corrected(self, lr: float, count: int) -> float:
        if not self.correct_bias:
            return lr
        return lr * math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        arguments = self._gradient_arguments()
        nd._internal._adamw_update(
            weight,
            grad,
            *state,
            nd.full((1,), arguments.pop("rescale_grad"), weight.context),
            out=weight,
            lr=self._corrected(lr, count),
            wd=wd,
            eta=self.eta,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            **arguments,
        )

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        lr = self.eta * self._corrected(batch.lr, count)
        if lr == 0 or batch.weights[0].dtype not in FUSED_DTYPES:
            super()._step_batch(batch, count)
            return
        step_fused(torch_compat.fused_adamw, batch, self, lr, self.eta * batch.wd / lr)
