"""LBSGD: SGD for large batches."""

from __future__ import annotations

import logging
import math
from functools import partial
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.compat import quirks
from .base import HALVES, Optimizer, in_float32, register, zeros_like

_LEAST, _MOST = 0.01, 100.0
#: How the factor of the rate grows during the warm-up, from 0 to 1; strategies that are not here wait for its end.
_GROWTH = {"linear": lambda part: part, "power2": lambda part: part * part, "sqrt": math.sqrt}


@register
class LBSGD(Optimizer):
    """SGD with momentum that gathers ``batch_scale`` gradients for a step, its rate growing during a warm-up.

    The rate is multiplied by a factor that grows from 1 to ``batch_scale`` in ``warmup_epochs`` epochs of
    ``updates_per_epoch`` updates, as ``warmup_strategy`` says: ``'linear'``, ``'power2'`` or ``'sqrt'``; the training
    stands at ``begin_epoch``. With the strategy ``'lars'`` the factor is ``sqrt(|w|^2 / (|g|^2 + wd * |w|^2))`` of each
    layer, between 0.01 and 100. ``num_epochs`` is kept and has no effect, as in 1.9.1. Other arguments are those of
    :class:`Optimizer`.
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
        v = v.astype(np.float32) if v.dtype in HALVES else v
        return float((v * v).sum().asscalar())

    def _gathered(self, index: Any, grad: Any) -> Any:
        """Add a gradient to those gathered; return their mean when there are enough for a step."""
        device = 0 if quirks.lbsgd else grad.context.device_id
        key = (index, device) if device else index
        if key not in self.cumgrads:
            self.cumgrads[key] = self._gathered_before(index, grad.context)
        gathered = self.cumgrads[key]
        gathered["num_cums"] += 1
        grad = grad.astype(np.float32) if grad.dtype in HALVES else grad
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
        mixed = isinstance(state, (list, tuple))
        momentum, *copy = state if mixed else (state,)
        if not mixed:
            in_float32(partial(self._step, lr=lr, wd=wd), weight, grad, momentum)
            return
        grad, arguments = grad.astype(weight.dtype, copy=False), {"lr": lr, "wd": wd, **self._gradient_arguments()}
        if momentum is None:
            nd.mp_sgd_update(weight, grad, copy[0], out=weight, **arguments)
        else:
            nd.mp_sgd_mom_update(weight, grad, momentum, copy[0], out=weight, momentum=self.momentum, **arguments)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        arguments = {"out": weight, "lr": lr, "wd": wd, **self._gradient_arguments()}
        if state is None:
            nd.sgd_update(weight, grad, **arguments)
        else:
            nd.sgd_mom_update(weight, grad, state, momentum=self.momentum, **arguments)
