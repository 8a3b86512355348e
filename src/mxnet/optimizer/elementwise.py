"""What optimizers share without deriving from each other: how ``update`` comes to the step of one weight."""

from functools import partial
from typing import Any

import numpy as np

from ..core.shared_methods import Shared
from .base import Optimizer, as_lists, in_float32
from .multi_tensor import Batch


class Single(Optimizer, metaclass=Shared):
    """Methods of optimizers with one rule, that move one weight at a time."""

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        count = self._count_one(index)
        step = partial(self._step, lr=self._get_lr(index), wd=self._get_wd(index), count=count)
        in_float32(step, weight, grad, state)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        """Move arrays in place; ``count`` is the number of this update, from 1."""
        raise NotImplementedError


class Elementwise(Single, shared=True):
    """Methods of optimizers whose rule treats every element alone: many weights may be joined, and moved at once."""

    _elementwise = True

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights, for their ``count``-th time."""
        step_pieces(self, batch, count)


class Lists(Optimizer, metaclass=Shared):
    """Methods of optimizers that take lists of weights as well, by ``_update_lists``."""

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several."""
        self._update_lists(*as_lists(index, weight, grad, state))

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight, or each of several of one data type, through their float32 copies if they have such."""
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        if not (self.multi_precision and weights[0].dtype == np.float16):
            self._update_lists(indices, weights, grads, states)
            return
        inner_states, copies = zip(*map(self._split_state, states), strict=True)
        self._update_lists(indices, copies, [grad.astype(np.float32) for grad in grads], inner_states)
        for half, full in zip(weights, copies, strict=True):
            half[:] = full.astype(half.dtype)

    def _update_lists(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        raise NotImplementedError


def step_pieces(optimizer: Any, batch: Batch, count: int) -> None:
    """Move many weights by the rule for one, joined where they are small."""
    for weight, grad, state in batch.pieces():
        optimizer._step(weight, grad, state, batch.lr, batch.wd, count)
