"""Optimizers that average gradients over all processes before they update."""

import itertools
from collections.abc import Sequence
from typing import Any

from ...core.write_tracking import writable
from ...optimizer import Optimizer
from ...optimizer.multi_tensor import UpdatePlan, update_many
from .mpi_ops import reduced
from .world import check_process_set, global_process_set, size

__all__ = ["DistributedOptimizer"]

#: more weights than any network has: an updater hands them over in one call for each data type
_ALL = 1 << 30


class DistributedOptimizer(Optimizer):
    """Averages gradients over all processes, and updates by ``optimizer``: for ``Module.fit(kvstore=None, ...)``.

    Gradients are multiplied by ``1 / gradient_predivide_factor`` before the sum, by ``gradient_predivide_factor /
    size`` after it. With ``num_groups`` (0: one group), the gradients of one step are sent in so many groups. What is
    read from it or written to it is the optimizer's, but for ``aggregate_num``, since it takes lists of any length, and
    ``rescale_grad``: writing that has no effect on ``optimizer``, so that ``gluon.Trainer`` does not divide by the
    batch size once more.

    Files of states hold the optimizer itself; loading them goes on averaging. For Gluon, use
    :class:`DistributedTrainer`.
    """

    _OWN = frozenset(("_optimizer", "_predivide", "_num_groups", "_plans", "aggregate_num", "rescale_grad"))

    def __init__(
        self,
        optimizer: Optimizer,
        gradient_predivide_factor: float = 1.0,
        num_groups: int = 0,
        process_set: Any = global_process_set,
    ) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"DistributedOptimizer: expected an optimizer, got {type(optimizer).__name__}")
        check_process_set(process_set)
        check_groups(num_groups)
        self._optimizer = optimizer
        self._predivide = checked_factor(gradient_predivide_factor)
        self._num_groups = num_groups
        #: by the first index of a list of weights: how they are updated together
        self._plans: dict[Any, UpdatePlan | None] = {}
        self.aggregate_num = _ALL

    def __getattr__(self, name: str) -> Any:
        if name == "_optimizer":  # while a copy is made
            raise AttributeError(name)
        return getattr(self._optimizer, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._OWN:
            vars(self)[name] = value
        else:
            setattr(self._optimizer, name, value)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_plans": {}}

    def __repr__(self) -> str:
        return f"DistributedOptimizer({self._optimizer!r})"

    @property
    def learning_rate(self) -> float:
        """The rate now."""
        return self._optimizer.learning_rate

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the optimizer's state for a weight."""
        return self._optimizer.create_state(index, weight)

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """Return the optimizer's state for a weight, with a float32 copy where it keeps one."""
        return self._optimizer.create_state_multi_precision(index, weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Average gradients over all processes, in place, and update by them."""
        self._average(index, grad)
        self._optimizer.update(index, weight, grad, state)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Average gradients over all processes, in place, and update by them through float32 copies."""
        self._average(index, grad)
        if not isinstance(index, (tuple, list)):
            self._optimizer.update_multi_precision(index, weight, grad, state)
            return
        plan = update_many(self._optimizer, index, weight, grad, state, self._plans.get(index[0]))
        self._plans[index[0]] = plan
        if plan is None:
            self._update_in_parts(index, weight, grad, state)

    def _update_in_parts(self, *lists: Sequence[Any]) -> None:
        """Update by lists that are as long as the optimizer takes them, or one weight after the other."""
        size = self._optimizer.aggregate_num
        for start in range(0, len(lists[0]), size or 1):
            parts = [items[start : start + size] if size else items[start] for items in lists]
            self._optimizer.update_multi_precision(*parts)

    def _average(self, index: Any, grad: Any) -> None:
        if size() == 1:
            return
        is_list = isinstance(index, (tuple, list))
        indices, grads = (index, grad) if is_list else ([index], [grad])
        labels = [f"gradient of {self._optimizer.idx2name.get(item, item)}" for item in indices]
        for part in groups(len(grads), self._num_groups):
            arrays = grads[part]
            results = reduced(arrays, "Average", None, 1 / self._predivide, self._predivide, labels[part])
            for array, result in zip(arrays, results, strict=True):
                writable(array._t).copy_(result)

    def set_learning_rate(self, lr: float) -> None:
        """Set the rate."""
        self._optimizer.set_learning_rate(lr)

    def set_lr_mult(self, args_lr_mult: Any) -> None:
        """Set factors of the rate by name or index."""
        self._optimizer.set_lr_mult(args_lr_mult)

    def set_wd_mult(self, args_wd_mult: Any) -> None:
        """Set factors of the weight decay by name or index."""
        self._optimizer.set_wd_mult(args_wd_mult)

    def _in_files(self) -> Optimizer:
        return self._optimizer

    def _with_loaded(self, optimizer: Optimizer) -> Optimizer:
        return DistributedOptimizer(optimizer, self._predivide, self._num_groups)

    def _set_current_context(self, device_id: int) -> None:
        self._optimizer._set_current_context(device_id)

    def _update_count(self, index: Any) -> None:
        self._optimizer._update_count(index)


def checked_factor(factor: float) -> float:
    """Return a ``gradient_predivide_factor``; ValueError for 0 and below."""
    if not factor > 0:
        raise ValueError(f"gradient_predivide_factor: expected a number above 0, got {factor!r}")
    return float(factor)


def check_groups(count: int) -> None:
    """Raise ValueError for a ``num_groups`` below 0."""
    if count < 0:
        raise ValueError(f"num_groups: expected an integer from 0 on, got {count!r}")


def groups(length: int, count: int) -> Sequence[slice]:
    """Return slices that divide so many items into ``count`` groups of nearly one size (0: into one)."""
    count = min(count or 1, length)
    ends = [length * i // count for i in range(count + 1)] if length else []
    return [slice(start, end) for start, end in itertools.pairwise(ends)]
