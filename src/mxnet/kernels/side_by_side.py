"""Tensors that lie side by side in one memory, and so are a vector without being joined.

cuDNN reads the weights of all layers of a recurrent network from one memory, and writes their gradients to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced


def lay_side_by_side(tensors: Sequence[torch.Tensor]) -> bool:
    """Move tensors of one type and device to one memory, in order; return False where somebody could tell.

    They stay the same objects. Nobody can tell while each is alone on its memory.
    """
    first = tensors[0]
    kind = first.dtype, first.device
    if not all((t.dtype, t.device) == kind and t.is_contiguous() and torch_compat.is_alone(t) for t in tensors):
        return False
    vector = torch.cat([t.detach().reshape(-1) for t in tensors])
    for t, part in zip(tensors, vector.split_with_sizes([t.numel() for t in tensors]), strict=True):
        t.data = part.view(t.shape)
    return True


def as_vector(tensors: Sequence[torch.Tensor]) -> torch.Tensor | None:
    """Return the vector, without history, that tensors are side by side; None where they are not."""
    first = tensors[0]
    memory, address = first.untyped_storage().data_ptr(), first.data_ptr()
    for t in tensors:
        if t.data_ptr() != address or t.dtype is not first.dtype or not t.is_contiguous():
            return None
        if t.untyped_storage().data_ptr() != memory:
            return None
        address += t.nbytes
    size = sum(t.numel() for t in tensors)
    return first.detach().as_strided((size,), (1,), first.storage_offset())


class _Vector(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, *vectors: Any) -> torch.Tensor:
        ctx.sizes = [len(vector) for vector in vectors]
        result = as_vector(vectors)
        assert result is not None
        return result

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return grads[0].split_with_sizes(ctx.sizes)


class _Parts(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, vector: Any, sizes: Any) -> Any:
        return tuple(vector.split_with_sizes(sizes))

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        whole = None if torch.is_grad_enabled() else as_vector(grads)
        return torch.cat(grads) if whole is None else whole, None


def joined(vectors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return vectors one after the other: on GPUs without a copy where they lie so."""
    if not vectors[0].is_cuda or vectors[0].dim() != 1 or traced():
        return torch.cat(tuple(vectors))
    return joined_in_place(vectors)


def joined_in_place(vectors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return vectors one after the other, without a copy where they lie so, which the result then shares."""
    found = as_vector(vectors)
    if found is None:
        return torch.cat(tuple(vectors))
    if torch.is_grad_enabled() and any(vector.requires_grad for vector in vectors):
        return _Vector.apply(*vectors)  # type: ignore[no-untyped-call,no-any-return]
    return found


def parts(vector: torch.Tensor, sizes: list[int]) -> Sequence[torch.Tensor]:
    """Return views of a vector that have so many elements; its gradient is put together in one pass.

    On GPUs it is in none where the gradients of the parts lie side by side.
    """
    if vector.is_cuda and vector.requires_grad and torch.is_grad_enabled() and not traced():
        return parts_in_place(vector, sizes)
    return vector.split_with_sizes(sizes)


def parts_in_place(vector: torch.Tensor, sizes: list[int]) -> Sequence[torch.Tensor]:
    """Return views of a vector, whose gradient takes no pass where the gradients of the parts lie side by side."""
    return _Parts.apply(vector, sizes)  # type: ignore[no-untyped-call,no-any-return]
