"""LBSGD: SGD for large batches."""

from __future__ import annotations

import logging
import math
from functools import partial
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.compat import quirks
from ..core.dtypes import HALF_TYPES
from .base import Optimizer, in_float32, published, zeros_like

_LEAST, _MOST = 0.01, 100.0
#: How the factor of the rate grows during the warm-up, from 0 to 1; strategies that are not here wait for its end.
_GROWTH = {"linear": lambda part: part, "power2": lambda part: part * part, "sqrt": math.sqrt}


@published()
class LBSGD(Optimizer):
    """Large-batch SGD: gather the gradients of several batches for a step, and raise the rate during a warm-up.

    Every ``batch_scale`` updates of a weight, the mean of their gradients makes a step of :class:`SGD`; in between the
    weight stays. The rate is multiplied by ``1 + (batch_scale - 1) * f(p)``, where ``p`` is the share of the warm-up
    that has passed, and by ``batch_scale`` afterwards.

    Parameters
    ----------
    multi_precision
        Whether float16 weights have a copy in float32, on which the updates are computed.
    warmup_strategy
        'linear': f(p) = p; 'power2': p**2; 'sqrt': sqrt(p). 'lars': no warm-up, the factor is ``sqrt(|w|**2 / (|g|**2 +
        wd * |w|**2))`` of each weight, from 0.01 to 100.
    warmup_epochs
        How many epochs the warm-up takes.
    batch_scale
        How many gradients make a step.
    updates_per_epoch
        How many updates an epoch has.
    begin_epoch
        The epoch at which the training stands when it begins.
    num_epochs
        Without effect, as in 1.9.1.
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Goyal et al., "Accurate, large minibatch SGD: training ImageNet in 1 hour", arXiv 1706.02677.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.LBSGD(learning_rate=0.1, batch_scale=2, warmup_epochs=0)
    >>> state = optimizer.create_state(0, weight)
    >>> for _ in range(2):
    ...     optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9  2.02]
    """

    def __init__(
        self,
        momentum: float = 0.0,
        multi_precision: bool = False,
        warmup_strategy: str = "linear",
        warmup_epochs: int = 5,
        batch_scale: int = 1,
        updates_per_epoch: int = 32,
        begin_epoch: int = 0,
        num_epochs: int = 60,
        **kwargs: Any,
    ) -> None:
        super().__init__(multi_precision=multi_precision, **kwargs)
        logging.info("Running Large-Batch SGD Algorithm")
        self.momentum, self.batch_scale = momentum, batch_scale
        self.warmup_strategy, self.warmup_epochs = warmup_strategy, warmup_epochs
        self.updates_per_epoch, self.num_epochs = updates_per_epoch, num_epochs
        self.init_updates = begin_epoch * updates_per_epoch
        self.lbmult: float = 1
        #: by weight, and device if it is not the first: the sum of the gradients, and the number of all
        self.cumgrads: dict[Any, dict[str, Any]] = {}
        self.adaptive, self.admult = False, 1

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum (None without); for float16 with ``multi_precision`` also a float32 copy."""
        if self.multi_precision and weight.dtype == np.float16:
            copy = weight.astype(np.float32)
            return (zeros_like(copy) if self.momentum != 0.0 else None), copy
        return zeros_like(weight, weight.stype) if self.momentum != 0.0 else None

    def _get_lbmult(self, nup: int) -> float:
        """Return the factor of the rate at an update."""
        steps, most = self.warmup_epochs * self.updates_per_epoch, float(self.batch_scale)
        if nup >= steps:
            return most
        grow = _GROWTH.get(self.warmup_strategy)
        return 1.0 if most <= 1 or grow is None else 1.0 + (most - 1.0) * grow(nup / steps)

    def _get_lars(self, weight: Any, g: Any, wd: float) -> float:
        """Return the factor of the rate of one layer."""
        of_weight, of_grad = self._l2norm(weight), self._l2norm(g)
        return min(max(math.sqrt(of_weight / (of_grad + wd * of_weight + 1e-18)), _LEAST), _MOST)

    def _l2norm(self, v: Any) -> float:
        """Return the sum of squares."""
        v = v.astype(np.float32) if v.dtype in HALF_TYPES else v
        return float((v * v).sum().asscalar())

    def _gathered(self, index: Any, grad: Any) -> Any:
        """Add a gradient to those gathered; return their mean when there are enough for a step."""
        device = 0 if quirks.lbsgd else grad.context.device_id
        key = (index, device) if device else index
        if key not in self.cumgrads:
            self.cumgrads[key] = self._gathered_before(index, grad.context)
        gathered = self.cumgrads[key]
        gathered["num_cums"] += 1
        grad = grad.astype(np.float32) if grad.dtype in HALF_TYPES else grad
        gathered["cum_grad"] = gathered["cum_grad"] + grad
        if gathered["num_cums"] % self.batch_scale:
            return None
        mean, gathered["cum_grad"] = gathered["cum_grad"] / self.batch_scale, 0
        return mean

    def _gathered_before(self, index: Any, ctx: Any) -> dict[str, Any]:
        """Return what another device had gathered for a weight, if it has been updated there up to now."""
        before = self.init_updates + self._index_update_count[index] - 1 - self.begin_num_update
        for key, gathered in self.cumgrads.items():
            own = key[0] if isinstance(key, tuple) else key
            if own == index and gathered["num_cums"] == before > self.init_updates:
                total = gathered["cum_grad"]
                return {**gathered, "cum_grad": total.as_in_context(ctx) if isinstance(total, nd.NDArray) else total}
        return {"cum_grad": 0, "num_cums": before}

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Gather a gradient; update the weight when there are enough."""
        if not quirks.lbsgd:
            self._count_one(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        if quirks.lbsgd:
            self._count_one(index)
        grad = self._gathered(index, grad)
        if grad is None:
            return
        if self.warmup_strategy == "lars":
            lr *= self._get_lars(weight, grad, wd)
        else:
            lr *= self._get_lbmult(self.num_update + self.init_updates)
        if isinstance(state, (list, tuple)):
            self._step(weight, grad.astype(weight.dtype, copy=False), state, lr, wd)
        else:
            in_float32(partial(self._step, lr=lr, wd=wd), weight, grad, state)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Do a step of SGD; a tuple as state has the float32 copy last, without momentum behind None."""
        momentum, *copy = state if isinstance(state, (list, tuple)) else (state,)
        plain, moving = (nd.mp_sgd_update, nd.mp_sgd_mom_update) if copy else (nd.sgd_update, nd.sgd_mom_update)
        if momentum is None:
            self._apply(plain, weight, grad, *copy, lr=lr, wd=wd)
        else:
            self._apply(moving, weight, grad, momentum, *copy, lr=lr, wd=wd)
