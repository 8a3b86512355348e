"""The trainer that averages gradients over all processes."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from ... import autograd, gluon
from ...optimizer import Optimizer
from .compression import Compression, Compressor
from .mpi_ops import reduced
from .optimizer import DistributedOptimizer, check_groups, checked_factor, groups
from .world import check_process_set, global_process_set, size

__all__ = ["DistributedTrainer"]


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
            sums = [_sum_of_contexts(arrays) for arrays in grads]
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


def _sum_of_contexts(arrays: Sequence[Any]) -> Any:
    """Return the sum of the arrays that one process has, on the context of the first."""
    total = arrays[0]
    for array in arrays[1:]:
        total = total + array.as_in_context(total.context)
    return total
