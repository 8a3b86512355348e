"""Adam."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import torch

from .. import ndarray as nd
from ..core import torch_compat
from ..core.semantics import semantics
from .base import register, v2_arguments, zeros_of_moments
from .batch import Batch
from .elementwise import Elementwise, step_pieces

#: What PyTorch's fused kernels compute as MXNet does.
FUSED_DTYPES = (torch.float32, torch.float64)


@register
@v2_arguments(learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=False)
class Adam(Elementwise):
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
        stype = weight.stype if self.lazy_update else "default"
        return zeros_of_moments(weight, stype), zeros_of_moments(weight, stype)

    def _corrected(self, lr: float, count: int) -> float:
        """Return the rate with the correction for the means, which begin as zeros."""
        return lr * math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        nd.adam_update(
            weight,
            grad,
            mean,
            variance,
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
            step_pieces(self, batch, count)
            return
        lr = self._corrected(batch.lr, count)
        if self._clip_of_operators() is None or semantics.api == 2:
            step_fused(torch_compat.fused_adam, batch, self, lr, batch.wd)
        else:  # the decay is part of what is clipped
            step_fused(torch_compat.fused_adam, batch, self, lr, 0.0, batch.wd)


def step_fused(kernel: Any, batch: Batch, adam: Any, lr: float, wd: float, wd_in_grad: float = 0.0) -> None:
    """Move a batch by a kernel of PyTorch's for Adam or AdamW, with a rate that is corrected already."""
    run = partial(_fused_adam, kernel=kernel, lr=lr, wd=wd, betas=adam)
    clip = adam._clip_of_operators()
    with batch.threads():
        if adam.rescale_grad == 1.0 and clip is None:
            run(batch.weights, batch.grads, batch.columns())
        else:
            batch.run_scaled(run, adam.rescale_grad, wd_in_grad, clip)


def _fused_adam(weights: Any, grads: Any, columns: Any, kernel: Any, lr: float, wd: float, betas: Any) -> None:
    # At an infinite step the kernel's own correction is the factor 1.
    steps = [torch.full((), math.inf, device=weights[0].device)] * len(weights)
    kernel(
        weights,
        grads,
        *columns,
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
