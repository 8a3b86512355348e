"""Adam."""

from __future__ import annotations

import math
from typing import Any

import torch

from .. import ndarray as nd
from .base import register, zeros_like
from .elementwise import ElementwiseOptimizer
from .together import Batch

#: What PyTorch's fused kernels compute as MXNet does.
FUSED_DTYPES = (torch.float32, torch.float64)


@register
class Adam(ElementwiseOptimizer):
    """Adam (Kingma, Ba 2015), the bias correction folded into the rate.

    ``lr_t = lr * sqrt(1 - beta2^t) / (1 - beta1^t)``; the mean and the variance of ``g + wd * w`` decay with ``beta1``
    and ``beta2``; ``w -= lr_t * mean / (sqrt(variance) + epsilon)``. ``lazy_update`` concerns row-sparse gradients
    alone. Other arguments are those of :class:`Optimizer`.
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        lazy_update: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_like(weight), zeros_like(weight)

    def _corrected(self, lr: float, count: int) -> float:
        """Return the rate with the correction for the means, which begin as zeros."""
        return lr * math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        nd.adam_update(
            weight,
            grad,
            *state,
            out=weight,
            lr=self._corrected(lr, count),
            wd=wd,
            beta1=self.beta1,
            beta2=self.beta2,
            epsilon=self.epsilon,
            lazy_update=self.lazy_update,
            **self._gradient_arguments(),
        )

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        if batch.weights[0].dtype not in FUSED_DTYPES:
            super()._step_batch(batch, count)
            return
        for each in batch.for_fused_kernels():
            self._fused_step(each, count)

    def _fused_step(self, batch: Batch, count: int) -> None:
        grads, wd = batch.grads, batch.wd
        if self.clip_gradient is not None:
            grads, wd = batch.scaled_grads(self.rescale_grad, wd, self.clip_gradient), 0.0
        elif self.rescale_grad != 1.0:
            grads = batch.scaled_grads(self.rescale_grad)
        fused_adam(torch._fused_adam_, batch, grads, self._corrected(batch.lr, count), wd, self)


def fused_adam(kernel: Any, batch: Batch, grads: Any, lr: float, wd: float, betas: Any) -> None:
    """Call a kernel of PyTorch's for Adam or AdamW, with a rate that is corrected already."""
    mean, var = batch.columns()
    # At an infinite step the kernel's own correction is the factor 1.
    steps = [torch.full((), math.inf, device=batch.weights[0].device)] * len(mean)
    kernel(
        batch.weights,
        grads,
        mean,
        var,
        [],
        steps,
        lr=lr,
        beta1=betas.beta1,
        beta2=betas.beta2,
        weight_decay=wd,
        eps=betas.epsilon,
        amsgrad=False,
        maximize=False,
    )
