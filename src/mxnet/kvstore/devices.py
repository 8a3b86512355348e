"""Sums and copies among the devices of this process: arrays are joined on the way, so that many travel as one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, TypeVar

import torch
from torch.cuda import comm

from .. import autograd
from ..core import environment, torch_compat
from ..core.context import Context
from ..core.write_tracking import all_writable
from ..eager.grad_node import GradSlot
from ..eager.tape import refuse_write

#: a key or position, a tensor, and what goes with it
_Entry = TypeVar("_Entry", bound=tuple[Any, torch.Tensor, Any])


def bucket_bytes() -> int:
    """Return the size of a bucket of small arrays in bytes: ``MXNET_KVSTORE_BUCKET_BYTES`` (25 MiB, as PyTorch's)."""
    return environment.integer("MXNET_KVSTORE_BUCKET_BYTES", 25 << 20, least=1)


def cut(entries: Sequence[_Entry], first: int | None = None) -> Iterator[list[_Entry]]:
    """Give buckets: neighbours of one type and device, with as many bytes as a bucket has, or a larger one alone.

    The first one has no more once it has ``first`` bytes.
    """
    most, size = bucket_bytes(), 0
    bucket: list[_Entry] = []
    limit = most if first is None else min(first, most)
    for entry in entries:
        tensor = entry[1]
        bytes_of = tensor.numel() * tensor.element_size()
        last = bucket[-1][1] if bucket else tensor
        other = (last.dtype, last.device) != (tensor.dtype, tensor.device)
        if bucket and (size >= limit or size + bytes_of > most or other):
            yield bucket
            bucket, size, limit = [], 0, most
        bucket.append(entry)
        size += bytes_of
    if bucket:
        yield bucket


def summed(arrays: Sequence[Any], ctx: Context) -> Any:
    """Return the sum of what the devices of this worker give, on a context: a single array itself, if it is there."""
    total = arrays[0].as_in_context(ctx)
    with autograd.pause():
        for array in arrays[1:]:
            total = total + array.as_in_context(ctx)
    return total


def are_plain(arrays: Sequence[Any]) -> bool:
    """Return whether arrays can be moved with others: dense ones that are no results of recorded operators."""
    return all(a._sparse is None and (a._slot is None or type(a._slot) is GradSlot) for a in arrays)


def sums(rows: Sequence[Sequence[Any]], contexts: Sequence[Context], nccl: bool = False) -> list[Any]:
    """Return the sum of each row, plain arrays of one shape and type on several devices, as a new array on a context.

    Values are added up in the order of a row, those of GPUs by NCCL in its own with ``nccl``, where PyTorch has it.
    """
    result: list[Any] = [None] * len(rows)
    for positions in _buckets_of_rows(rows):
        ctx, like = contexts[positions[0]], rows[positions[0]][0]
        by_device = list(zip(*[[a._t.detach() for a in rows[i]] for i in positions], strict=True))
        totals = _sums(by_device, ctx.device_for(like._t.dtype), nccl)
        for i, total in zip(positions, totals, strict=True):
            result[i] = type(rows[i][0])._wrap(total, ctx)
    return result


def _sums(by_device: Sequence[Sequence[torch.Tensor]], device: torch.device, nccl: bool) -> Sequence[torch.Tensor]:
    """Return the sums of as many tensors from each device, in new memory on one."""
    first, *others = by_device
    if all(tensors[0].device == device for tensors in by_device):  # contexts of the processor
        return reduce(torch_compat.add_many, others, first)
    if nccl and first[0].is_floating_point() and all(tensors[0].device.type != "cpu" for tensors in by_device):
        totals: Sequence[torch.Tensor] = comm.reduce_add_coalesced(by_device, device.index, bucket_bytes())
        return totals
    total = torch.cat([t.reshape(-1) for t in first]).to(device)
    for tensors in others:
        total += _joined(tensors).to(device)
    return _parted(total, first)


def copy_all(pairs: Sequence[tuple[Any, Any]]) -> None:
    """Copy plain arrays to others of their shapes, in the others' types."""
    for _, target in pairs:
        refuse_write(target)
    for positions in _buckets_of_rows(pairs):
        sources, targets = zip(*[pairs[i] for i in positions], strict=True)
        tensors, device = [source._t.detach() for source in sources], targets[0]._t.device
        if tensors[0].device != device:
            tensors = _parted(_joined(tensors).to(device), tensors)
        torch_compat.copy_many(all_writable([target._t for target in targets]), tensors)


def _buckets_of_rows(rows: Sequence[Sequence[Any]]) -> Iterator[list[int]]:
    """Give the positions of rows that are moved together: of the same devices and types, as many as fill a bucket."""
    kinds = [tuple([(array._ctx, array._t.dtype) for array in row]) for row in rows]
    return buckets([row[0]._t for row in rows], kinds)


def buckets(tensors: Sequence[torch.Tensor], kinds: Sequence[Any]) -> Iterator[list[int]]:
    """Give the positions of tensors that are moved together: of one kind, as many as fill a bucket."""
    alike: dict[Any, list[tuple[int, torch.Tensor, None]]] = defaultdict(list)
    for i, (tensor, kind) in enumerate(zip(tensors, kinds, strict=True)):
        alike[kind].append((i, tensor, None))
    for entries in alike.values():
        for bucket in cut(entries):
            yield [i for i, _, _ in bucket]


def _joined(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return tensors one after the other: the memory that they lie in, if they do so there."""
    if all(t.is_contiguous() for t in tensors) and all(
        a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
        and a.storage_offset() + a.numel() == b.storage_offset()
        for a, b in pairwise(tensors)
    ):
        return tensors[0].as_strided((sum(t.numel() for t in tensors),), (1,))
    return torch.cat([t.reshape(-1) for t in tensors])


def _parted(flat: torch.Tensor, like: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Return the parts of joined tensors, in their shapes."""
    parts = flat.split([t.numel() for t in like])
    return [part.view(t.shape) for part, t in zip(parts, like, strict=True)]
