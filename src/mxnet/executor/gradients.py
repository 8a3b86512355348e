"""The gradients of an executor: which arguments have one, where it goes, and how it gets there."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..ndarray import NDArray
from ..runtime.differentiate import run_backward
from ..runtime.tape import GradSlot


class Leaf:
    """One argument that gets a gradient: the tensor that PyTorch differentiates with respect to, sharing its memory."""

    __slots__ = ("array", "seen", "slot", "tensor")

    def __init__(self, array: NDArray, slot: GradSlot) -> None:
        self.array = array
        self.slot = slot
        self.refresh()

    def refresh(self) -> None:
        """Follow the array to its present tensor."""
        self.seen = self.array._t
        self.tensor = self.seen.detach()
        if self.tensor.is_floating_point():
            self.tensor.requires_grad_(True)
            self.tensor.register_post_accumulate_grad_hook(self.slot.deliver)


class Gradients:
    """The gradients of all arguments. The arrays in ``buffers`` stay the same objects and are written in place."""

    def __init__(self, arguments: Sequence[NDArray], buffers: Sequence[NDArray | None], reqs: Sequence[str]) -> None:
        self.reqs = list(reqs)
        #: by argument; None where no gradient is asked for
        self.leaves: list[Leaf | None] = [
            None if buffer is None or req == "null" else Leaf(array, GradSlot(buffer, req))
            for array, buffer, req in zip(arguments, buffers, reqs, strict=True)
        ]
        self.slots = [leaf.slot for leaf in self.leaves if leaf is not None]
        self._pairs = list(zip(arguments, self.leaves, strict=True))

    def __bool__(self) -> bool:
        return bool(self.slots)

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
            tensors.append(leaf.tensor)
        return tensors

    def write(self, roots: Sequence[torch.Tensor], head_grads: Sequence[torch.Tensor]) -> None:
        """Differentiate; every gradient is delivered as it is found, and those that nothing flows to are zero."""
        for slot in self.slots:
            slot.due = True
        if roots:
            run_backward(roots, head_grads)
        for slot in self.slots:
            if slot.due:
                slot.deliver_zero()
