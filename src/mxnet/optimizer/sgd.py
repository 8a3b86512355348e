"""Stochastic gradient descent, with momentum if asked for."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .. import ndarray as nd
from .base import Optimizer, register, zeros_like


def as_lists(*values: Any) -> tuple[Any, ...]:
    """Return the arguments of an update as lists of one, unless the first is a list already."""
    return values if isinstance(values[0], (list, tuple)) else tuple([each] for each in values)


class MomentumOptimizer(Optimizer):
    """What SGD and NAG share: one momentum array per weight, and a float32 copy of float16 weights."""

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum, zeros like the weight; None without momentum."""
        return zeros_like(weight) if self.momentum != 0.0 else None

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """Return the state; for float16 with ``multi_precision``, ``(momentum, float32 copy)``."""
        if self.multi_precision and weight.dtype == np.float16:
            copy = weight.astype(np.float32)
            return self.create_state(index, copy), copy
        self._warn_of_float16(weight)
        return self.create_state(index, weight)

    def _momentum_arguments(self) -> dict[str, float]:
        return {"momentum": self.momentum} if self.momentum != 0.0 else {}

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several."""
        self._update_all(index, weight, grad, state, copies=False)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several of one data type, through their float32 copies if they have such."""
        dtype = as_lists(index, weight)[1][0].dtype
        self._update_all(index, weight, grad, state, copies=self.multi_precision and dtype == np.float16)

    def _update_all(self, index: Any, weight: Any, grad: Any, state: Any, copies: bool) -> None:
        index, weight, grad, state = as_lists(index, weight, grad, state)
        self._update_count(index)
        arguments = {**self._gradient_arguments(), **self._momentum_arguments()}
        rates, decays = self._get_lrs(index), self._get_wds(index)
        for w, g, s, lr, wd in zip(weight, grad, state, rates, decays, strict=True):
            own, *copy = s if copies else (s,)
            self._step(w, g, own, copy, lr=lr, wd=wd, **arguments)

    def _step(self, weight: Any, grad: Any, state: Any, copy: list[Any], **arguments: float) -> None:
        raise NotImplementedError


@register
class SGD(MomentumOptimizer):
    """``w -= lr * (g + wd * w)``, or with ``momentum``: ``m = momentum * m - lr * (g + wd * w); w += m``.

    ``g`` is the gradient, rescaled, then clipped. ``lazy_update`` concerns row-sparse gradients alone: rows without a
    gradient are then left alone altogether. Other arguments are those of :class:`Optimizer`. The environment variable
    ``MXNET_OPTIMIZER_AGGREGATION_SIZE`` (4) sets how many weights an updater hands over at a time.
    """

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, **kwargs: Any) -> None:
        super().__init__(momentum=momentum, **kwargs)
        self.lazy_update = lazy_update
        self.aggregate_num = int(os.getenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "4"))

    def _step(self, weight: Any, grad: Any, state: Any, copy: list[Any], **arguments: Any) -> None:
        if copy and state is not None:
            nd.mp_sgd_mom_update(weight, grad, state, *copy, out=weight, **arguments)
        elif copy:
            nd.mp_sgd_update(weight, grad, *copy, out=weight, **arguments)
        elif state is not None:
            nd.sgd_mom_update(weight, grad, state, out=weight, lazy_update=self.lazy_update, **arguments)
        else:
            nd.sgd_update(weight, grad, out=weight, lazy_update=self.lazy_update, **arguments)


@register
class ccSGD(SGD):
    """The old name of :class:`SGD`."""
