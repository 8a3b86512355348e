"""The gradients of an executor: which arguments get one, and how it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core.write_tracking import memory_of, note_write
from ..eager.grad_node import GradSlot, accept_from_leaves, accept_together
from ..eager.tape import run_backward
from ..graph.autodiff import Derivative
from ..graph.pieces import Reverse
from ..kernels.choice import PLAIN
from ..kernels.embedding_rows import want_rows
from ..kernels.sparse import Rows
from ..ndarray import NDArray

#: elements up to which gradients on the processor are written together at the end; a larger one is written at once, so
#: that its memory is free for the next
GRADIENT = 1 << 14


class Leaf:
    """An argument that gets a gradient, with the leaf tensor on its memory that PyTorch differentiates."""

    __slots__ = ("address", "array", "looked_at", "memory", "seen", "slot", "target", "tensor")

    def __init__(self, array: NDArray, slot: GradSlot) -> None:
        self.array = array
        self.slot = slot
        #: the buffer's tensor, its address and its storage's, and the tensor to compute the gradient into, or None
        self.looked_at: torch.Tensor | None = None
        self.address = self.memory = 0
        self.target: torch.Tensor | None = None
        self.refresh()

    def refresh(self) -> None:
        """Make a new leaf of the array's current tensor."""
        self.seen = self.array._t
        self.tensor = self.seen.detach()
        self.slot.at_end = (self.tensor.is_cuda or self.tensor.numel() <= GRADIENT) and not self.slot.is_sparse
        if self.tensor.is_floating_point():
            self.slot.attach(self.tensor)
            if self.slot.keeps_rows:
                want_rows(self.tensor)


class Receiver:
    """Receives the gradients of arguments, by number: writes large ones at once, collects small ones.

    ``targets``: by number, the tensor to compute the gradient into, or None.
    """

    __slots__ = ("leaves", "small", "targets")

    def __init__(self, leaves: Sequence[Any], targets: Sequence[torch.Tensor | None]) -> None:
        self.leaves = leaves
        self.targets = targets
        self.small: list[tuple[GradSlot, torch.Tensor]] = []

    def take(self, i: int, grad: torch.Tensor) -> None:
        """Take the complete gradient of an argument."""
        leaf = self.leaves[i]
        if grad is self.targets[i]:
            note_write(leaf.looked_at)
            leaf.slot.written()
        elif leaf.slot.at_end:
            self.small.append((leaf.slot, grad))
        elif isinstance(grad, Rows):
            leaf.slot.accept_rows(grad)
        else:
            leaf.slot.accept(grad)


class Gradients:
    """The gradients of all arguments. The arrays in ``buffers`` stay the same objects and are written in place."""

    def __init__(self, arguments: Sequence[NDArray], buffers: Sequence[NDArray | None], reqs: Sequence[str]) -> None:
        self.reqs = list(reqs)
        #: by argument; None where no gradient is asked for
        self.leaves: list[Leaf | None] = [
            None if buffer is None or req == "null" else Leaf(array, GradSlot(buffer, req))
            for array, buffer, req in zip(arguments, buffers, reqs, strict=True)
        ]
        self._with_grad = [leaf for leaf in self.leaves if leaf is not None]
        #: the last derivative, and the result of :meth:`_sorted` for it
        self._known: tuple[Derivative | Reverse | None, list[tuple[int, Leaf, NDArray]], list[Leaf]] = (None, [], [])
        #: whether any argument gets a gradient
        self.any = bool(self._with_grad)
        self._pairs = list(zip(arguments, self.leaves, strict=True))
        #: the numbers of the arguments that get gradients and are floating-point
        self.needs_grad = self._numbers()

    def _numbers(self) -> frozenset[int]:
        return frozenset(i for i, leaf in enumerate(self.leaves) if leaf is not None and leaf.tensor.requires_grad)

    def inputs(self) -> list[torch.Tensor]:
        """Return the tensors of all arguments for a run that will be differentiated."""
        tensors = []
        for array, leaf in self._pairs:
            now = array._t
            if leaf is None:
                tensors.append(now.detach() if now.requires_grad else now)
                continue
            if leaf.seen is not now:
                leaf.refresh()
                self.needs_grad = self._numbers()
            tensors.append(leaf.tensor)
        return tensors

    def write(self, roots: Sequence[torch.Tensor], head_grads: Sequence[torch.Tensor]) -> None:
        """Differentiate and write every gradient: large ones as they come, small ones together at the end.

        Arguments that no gradient reaches get zeros.
        """
        try:
            for leaf in self._with_grad:
                leaf.slot.due = self
            if roots:
                run_backward(roots, head_grads)
            accept_from_leaves([leaf.slot for leaf in self._with_grad])
            for leaf in self._with_grad:
                if leaf.slot.due is self:
                    leaf.slot.deliver_zero()
                    leaf.slot.due = None
        except BaseException:
            for leaf in self._with_grad:
                leaf.slot.give_up(self)
            raise

    def write_from(
        self, derivative: Derivative | Reverse, results: list[torch.Tensor], head_grads: Sequence[torch.Tensor | None]
    ) -> None:
        """Do the same with a backward graph (see :class:`Derivative`)."""
        if self._known[0] is not derivative:
            self._known = derivative, *self._sorted(derivative)
        targets: list[torch.Tensor | None] = [None] * len(self.leaves)
        read = {memory_of(grad) for grad in head_grads if grad is not None}
        arguments: set[int] | None = None
        for i, leaf, buffer in self._known[1]:
            memory = buffer._t
            if leaf.looked_at is not memory or leaf.address != memory.data_ptr():
                leaf.looked_at, leaf.address, leaf.memory = memory, memory.data_ptr(), memory_of(memory)
                if arguments is None:
                    arguments = {memory_of(item._t) for item, _ in self._pairs if item._sparse is None}
                leaf.target = memory.data if _fits(leaf.array._t, buffer) and leaf.memory not in arguments else None
            if leaf.target is not None and leaf.memory not in read:
                note_write(memory)
                targets[i] = leaf.target
        receiver = Receiver(self.leaves, targets)
        try:
            derivative(results, head_grads, receiver)
        except BaseException:
            for _, _, buffer in self._known[1]:
                note_write(buffer._t)
            raise
        if receiver.small:
            accept_together(receiver.small)
        for leaf in self._known[2]:
            leaf.slot.deliver_zero()

    def _sorted(self, derivative: Derivative | Reverse) -> tuple[list[tuple[int, Leaf, NDArray]], list[Leaf]]:
        """Return the leaves whose gradients may be computed into their buffers, and those that no gradient reaches."""
        leaves = [(i, leaf) for i, leaf in enumerate(self.leaves) if leaf is not None]
        written = [(i, leaf) for i, leaf in leaves if i in derivative.direct and leaf.slot.req == "write" and not PLAIN]
        unreached = [leaf for i, leaf in leaves if i not in derivative.receives]
        return [(i, leaf, leaf.slot.buffer) for i, leaf in written], unreached


def _fits(array: torch.Tensor, buffer: NDArray) -> bool:
    """Return whether an array's gradient has the form of its buffer."""
    memory = buffer._t
    alike = memory.dtype is array.dtype and memory.device == array.device and memory.shape == array.shape
    return alike and buffer._sparse is None
