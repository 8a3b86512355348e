"""Tensors that lie side by side in one memory, and so are a vector without being joined.

cuDNN reads the weights of all layers of a recurrent network from one memory, and writes their gradients to one.
"""

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
    key = first.dtype, first.device
    if not all((t.dtype, t.device) == key and t.is_contiguous() for t in tensors):
        return False
    if not all(torch_compat.are_alone(tensors)):
        return False
    vector = torch.cat([t.detach().reshape(-1) for t in tensors])
    for t, part in zip(tensors, vector.split_with_sizes([t.numel() for t in tensors]), strict=True):
        t.data = part.view(t.shape)
    return True


def _length(tensors: Sequence[torch.Tensor]) -> int:
    """Return the length of the vector that tensors are side by side, -1 where they are not."""
    first, length = tensors[0], 0
    memory, address, dtype = first.untyped_storage().data_ptr(), first.data_ptr(), first.dtype
    for t in tensors:
        if t.data_ptr() != address or t.dtype is not dtype or not t.is_contiguous():
            return -1
        if t.untyped_storage().data_ptr() != memory:
            return -1
        address += t.nbytes
        length += t.numel()
    return length


def _vector(first: torch.Tensor, length: int) -> torch.Tensor:
    return first.detach().as_strided((length,), (1,), first.storage_offset())


def as_vector(tensors: Sequence[torch.Tensor]) -> torch.Tensor | None:
    """Return the vector, without history, that tensors are side by side; None where they are not."""
    length = _length(tensors)
    return None if length < 0 else _vector(tensors[0], length)


class _Vector(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, length: int, *vectors: Any) -> torch.Tensor:
        ctx.sizes = list(map(len, vectors))
        return _vector(vectors[0], length)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return None, *grads[0].split_with_sizes(ctx.sizes)


class _Parts(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, vector: Any, sizes: Any) -> Any:
        return tuple(vector.split_with_sizes(sizes))

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        vector = None if torch.is_grad_enabled() else as_vector(grads)
        return torch.cat(grads) if vector is None else vector, None


_join, _part = torch_compat.eager_apply(_Vector), torch_compat.eager_apply(_Parts)


def joined(vectors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return vectors one after the other: on GPUs without a copy where they lie so."""
    if not vectors[0].is_cuda or vectors[0].dim() != 1 or traced():
        return torch.cat(tuple(vectors))
    return joined_in_place(vectors)


def joined_in_place(vectors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return vectors one after the other, without a copy where they lie so, which the result then shares."""
    length = _length(vectors)
    if length < 0:
        return torch.cat(tuple(vectors))
    if torch.is_grad_enabled() and any(vector.requires_grad for vector in vectors):
        return _join(length, *vectors)
    return _vector(vectors[0], length)


def parts(vector: torch.Tensor, sizes: list[int]) -> Sequence[torch.Tensor]:
    """Return views of a vector that have so many elements; its gradient is put together in one pass.

    On GPUs it is in none where the gradients of the parts lie side by side.
    """
    if vector.is_cuda and vector.requires_grad and torch.is_grad_enabled() and not traced():
        return parts_in_place(vector, sizes)
    return vector.split_with_sizes(sizes)


def parts_in_place(vector: torch.Tensor, sizes: list[int]) -> Sequence[torch.Tensor]:
    """Return views of a vector, whose gradient takes no pass where the gradients of the parts lie side by side."""
    return _part(vector, sizes)
