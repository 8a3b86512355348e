"""Optimizers whose rule treats every element of a weight alone."""

from __future__ import annotations

from functools import partial
from typing import Any

from .base import Optimizer, in_float32
from .batch import Batch


class ElementwiseOptimizer(Optimizer):
    """An optimizer with one rule for each element: it may move many weights, joined to one, at a time."""

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._update_count(index)
        lr, wd, count = self._get_lr(index), self._get_wd(index), self._index_update_count[index]
        in_float32(partial(self._step, lr=lr, wd=wd, count=count), weight, grad, state)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        """Move arrays in place; ``count`` is the number of this update, from 1."""
        raise NotImplementedError

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights, for their ``count``-th time."""
        for weight, grad, state in batch.pieces():
            self._step(weight, grad, state, batch.lr, batch.wd, count)
