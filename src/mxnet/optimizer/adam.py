"""Adam."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import torch

from .. import ndarray as nd
from ..core import torch_compat
from ..core.semantics import semantics
from .base import corrected, published, zeros_of_moments
from .batch import Batch
from .elementwise import Elementwise, step_pieces

#: What PyTorch's fused kernels compute as MXNet does.
FUSED_DTYPES = (torch.float32, torch.float64)


@published(learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=False)
class Adam(Elementwise):
    """Adam: each element's step is scaled by means of its gradient and of the gradient's square.

    For the update number ``t``, from 1::

        g = clip(rescale_grad * gradient + wd * w)
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        w = w - lr * sqrt(1 - beta2**t) / (1 - beta1**t) * m / (sqrt(v) + epsilon)

    The factor of ``lr`` corrects for the means ``m`` and ``v``, which begin as zeros.

    Parameters
    ----------
    epsilon
        What is added to ``sqrt(v)``, so that nothing is divided by zero.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    See Also
    --------
    AdamW : decays weights apart from the gradient.

    Notes
    -----
    Kingma and Ba, "Adam: a method for stochastic optimization", arXiv 1412.6980. The decay is part of what is clipped;
    in MXNet 2's interface it is added afterwards.

    Examples
    --------
    >>> net = nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.001})
    >>> with autograd.record():
    ...     loss = net(nd.array([[1, 2]])).sum()
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> print(net.weight.data().asnumpy())
    [[0.999 0.999]]
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
        self.beta1, self.beta2, self.epsilon, self.lazy_update = beta1, beta2, epsilon, lazy_update

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        stype = weight.stype if self.lazy_update else "default"
        return zeros_of_moments(weight, stype), zeros_of_moments(weight, stype)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return self.lazy_update

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        rate = corrected(lr, self.beta1, self.beta2, count)
        self._apply(nd.adam_update, weight, grad, *state, lr=rate, wd=wd)

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        if batch.weights[0].dtype not in FUSED_DTYPES:
            step_pieces(self, batch, count)
            return
        lr = corrected(batch.lr, self.beta1, self.beta2, count)
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
