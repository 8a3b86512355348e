"""Optimizers whose rule treats every element of a weight alone."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..core.shared_methods import Shared
from .base import Optimizer, in_float32
from .batch import Batch


class Elementwise(Optimizer, metaclass=Shared):
    """Methods of optimizers with one rule for each element: they may move many weights, joined to one, at a time."""

    _elementwise = True

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        count = self._count_one(index)
        step = partial(self._step, lr=self._get_lr(index), wd=self._get_wd(index), count=count)
        in_float32(step, weight, grad, state)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        """Move arrays in place; ``count`` is the number of this update, from 1."""
        raise NotImplementedError

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights, for their ``count``-th time."""
        step_pieces(self, batch, count)


def step_pieces(optimizer: Any, batch: Batch, count: int) -> None:
    """Move many weights by the rule for one, joined where they are small."""
    for weight, grad, state in batch.pieces():
        optimizer._step(weight, grad, state, batch.lr, batch.wd, count)
