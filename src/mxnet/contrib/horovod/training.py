"""The optimizer and the trainer that average gradients over all processes before they update, and the compression of
these gradients.
"""

import itertools
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from ... import autograd, gluon
from ...core.write_tracking import writable
from ...kvstore.devices import summed
from ...optimizer import Optimizer
from ...optimizer.multi_tensor import UpdatePlan, update_many
from .mpi_ops import reduced
from .world import check_process_set, global_process_set, size


class Compressor:
    """The interface: :meth:`compress` an array, and :meth:`decompress` what the processes computed of them."""

    @staticmethod
    def compress(tensor: Any) -> tuple[Any, Any]:
        """Return the compressed array, and what :meth:`decompress` needs to know."""
        raise NotImplementedError

    @staticmethod
    def decompress(tensor: Any, ctx: Any) -> Any:
        """Return an array as it was before :meth:`compress`."""
        raise NotImplementedError


class NoneCompressor(Compressor):
    """Leaves arrays as they are."""

    @staticmethod
    def compress(tensor: Any) -> tuple[Any, Any]:
        """Return the array itself."""
        return tensor, None

    @staticmethod
    def decompress(tensor: Any, ctx: Any) -> Any:
        """Return the array itself."""
        return tensor


class FP16Compressor(Compressor):
    """Sends floating-point arrays as float16, in which they are summed."""

    @staticmethod
    def compress(tensor: Any) -> tuple[Any, Any]:
        """Return an array of floating-point numbers as float16, and its dtype; others as they are."""
        if not tensor._t.is_floating_point():
            return tensor, None
        return tensor.astype("float16", copy=False), tensor.dtype

    @staticmethod
    def decompress(tensor: Any, ctx: Any) -> Any:
        """Return an array in the dtype that it had."""
        return tensor if ctx is None else tensor.astype(ctx, copy=False)


class Compression:
    """The algorithms: ``none`` and ``fp16``."""

    none = NoneCompressor
    fp16 = FP16Compressor


__all__ = ["DistributedOptimizer", "DistributedTrainer"]

#: more weights than any network has: an updater hands them over in one call for each data type
_ALL = 1 << 30


# -- the optimizer -----------------------------------------------------------------------------------------------------


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


# -- the trainer -------------------------------------------------------------------------------------------------------


class DistributedTrainer(gluon.Trainer):
    """A :class:`gluon.Trainer` whose gradients are averaged over all processes, for ``trainer.step(batch_size)`` with
    the batch size of one process.

    Gradients are multiplied by ``1 / gradient_predivide_factor``, compressed, and summed; the optimizer's rescaling
    multiplies them by ``gradient_predivide_factor / size``. So between :meth:`allreduce_grads` and :meth:`update` they
    are sums. ``prefix`` comes before the names of gradients in errors, and must be the same in all processes. With
    ``num_groups`` (0: one group) the gradients are sent in so many groups. Start from the same parameters: see
    :func:`broadcast_parameters`.

    Raises what :class:`gluon.Trainer` does, and :class:`MXNetError` where the processes do not fit together.
    """

    def __init__(
        self,
        params: Any,
        optimizer: str | Optimizer,
        optimizer_params: Mapping[str, Any] | None = None,
        compression: type[Compressor] = Compression.none,
        gradient_predivide_factor: float = 1.0,
        prefix: str | None = None,
        num_groups: int = 0,
        process_set: Any = global_process_set,
    ) -> None:
        check_process_set(process_set)
        check_groups(num_groups)
        self._predivide = checked_factor(gradient_predivide_factor)
        self._compression, self._prefix, self._num_groups = compression, prefix or "", num_groups
        if isinstance(optimizer, DistributedOptimizer):
            warnings.warn(
                "DistributedTrainer does not take DistributedOptimizer as its optimizer. We have unwrapped it for you.",
                stacklevel=2,
            )
            optimizer = optimizer._optimizer
        super().__init__(params, optimizer, optimizer_params, kvstore=None)
        self._scale *= self._predivide / size()

    def _allreduce_grads(self) -> None:
        trained = [param for param in self._params if param.grad_req != "null"]
        grads = [param.list_grad() for param in trained]
        with autograd.pause():
            sums = [summed(arrays, arrays[0].context) for arrays in grads]
            if size() > 1:
                sums = self._summed(sums, [param.name for param in trained])
            for arrays, total in zip(grads, sums, strict=True):
                for array in arrays:
                    if array is not total:
                        array[:] = total.as_in_context(array.context)

    def _summed(self, arrays: Sequence[Any], names: Sequence[str]) -> list[Any]:
        """Return the sums over all processes."""
        result: list[Any] = []
        for part in groups(len(arrays), self._num_groups):
            packed, contexts = zip(*map(self._compression.compress, arrays[part]), strict=True)
            labels = [f"gradient of {self._prefix}{name}" for name in names[part]]
            tensors = reduced(packed, "Sum", self._prefix, 1 / self._predivide, labels=labels)
            wrapped = [type(array)._wrap(tensor, array._ctx) for array, tensor in zip(packed, tensors, strict=True)]
            result += map(self._compression.decompress, wrapped, contexts)
        return result
