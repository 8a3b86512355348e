"""The gradients of an executor: which arguments have one, where it goes, and how it gets there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.write_tracking import writable
from ..eager.grad_node import GradSlot
from ..eager.tape import run_backward
from ..graph.autodiff import Derivative
from ..kernels.thresholds import GRADIENT
from ..ndarray import NDArray


class Leaf:
    """One argument that gets a gradient: the tensor that PyTorch differentiates with respect to, sharing its memory."""

    __slots__ = ("array", "seen", "slot", "small", "tensor")

    def __init__(self, array: NDArray, slot: GradSlot) -> None:
        self.array = array
        self.slot = slot
        self.refresh()

    def refresh(self) -> None:
        """Follow the array to its present tensor."""
        self.seen = self.array._t
        self.tensor = self.seen.detach()
        self.small = self.tensor.numel() <= GRADIENT
        if self.tensor.is_floating_point():
            self.tensor.requires_grad_(True)
            if not self.small:
                self.tensor.register_post_accumulate_grad_hook(self.slot.deliver)


class Receiver:
    """Takes the gradients of arguments, by number: large ones are written at once, small ones are listed."""

    __slots__ = ("leaves", "small")

    def __init__(self, leaves: Sequence[Any]) -> None:
        self.leaves = leaves
        self.small: list[tuple[GradSlot, torch.Tensor]] = []

    def take(self, i: int, grad: torch.Tensor) -> None:
        """Take the whole gradient of an argument."""
        leaf = self.leaves[i]
        if leaf.small:
            self.small.append((leaf.slot, grad))
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
        self._wanted = [leaf for leaf in self.leaves if leaf is not None]
        #: a derivative, and the leaves that it gives nothing
        self._unfelt: tuple[Derivative | None, list[Leaf]] = (None, [])
        #: whether any argument gets a gradient
        self.any = bool(self._wanted)
        self._pairs = list(zip(arguments, self.leaves, strict=True))
        #: the numbers of the arguments that get gradients other than zero
        self.wanted = self._numbers()

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
                self.wanted = self._numbers()
            tensors.append(leaf.tensor)
        return tensors

    def write(self, roots: Sequence[torch.Tensor], head_grads: Sequence[torch.Tensor]) -> None:
        """Differentiate and write every gradient: large ones as they are found, small ones together at the end.

        Those that nothing flows to are zero.
        """
        for leaf in self._wanted:
            leaf.slot.due = True
        try:
            if roots:
                run_backward(roots, head_grads)
        except BaseException:
            self._take_small()
            raise
        _write_together(self._take_small())
        for leaf in self._wanted:
            if leaf.slot.due:
                leaf.slot.deliver_zero()

    def write_from(
        self, derivative: Derivative, results: list[torch.Tensor], head_grads: Sequence[torch.Tensor | None]
    ) -> None:
        """Do the same with a backward graph (see :class:`Derivative`)."""
        receiver = Receiver(self.leaves)
        derivative(results, head_grads, receiver)
        _write_together(receiver.small)
        if self._unfelt[0] is not derivative:
            leaves = enumerate(self.leaves)
            self._unfelt = derivative, [x for i, x in leaves if x is not None and i not in derivative.receives]
        for leaf in self._unfelt[1]:
            leaf.slot.deliver_zero()

    def _take_small(self) -> list[tuple[GradSlot, torch.Tensor]]:
        """Take away the gradients that PyTorch left at small arguments."""
        taken = []
        for leaf in self._wanted:
            if leaf.small and (grad := leaf.tensor.grad) is not None:
                leaf.tensor.grad = None
                taken.append((leaf.slot, grad))
        return taken


def _write_together(found: Sequence[tuple[GradSlot, Any]]) -> None:
    """Do what :meth:`GradSlot.accept` does, for many."""
    targets, values, slots = [], [], []
    for slot, grad in found:
        if slot.req == "write":
            slot.due = False
            targets.append(writable(slot.buffer._t))
            values.append(grad)
            slots.append(slot)
        else:
            slot.accept(grad)
    if targets:
        torch_compat.copy_many(targets, values)
        for slot in slots:
            slot.fresh = True
            if slot.watcher is not None:
                slot.watcher()
