"""Values that travel together: cut to buckets, summed over the workers, or updated by those who keep them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from .. import ndarray as nd
from .collectives import Collectives, Pending, bucket_bytes
from .layout import Part
from .shards import Shards

#: a key, this worker's sum, and the parts of the value
Entry = tuple[Any, torch.Tensor, tuple[Part, ...]]


class Buckets:
    """Exchanges values through collectives. The memory of a bucket is kept for the next time."""

    def __init__(self, collectives: Collectives, shards: Shards) -> None:
        self._collectives, self._shards = collectives, shards
        self._memory: dict[tuple[Any, ...], torch.Tensor] = {}

    def exchanged(self, entries: Sequence[Entry], update: bool) -> Iterator[tuple[Any, torch.Tensor]]:
        """Give each key with its sum over the workers, or with its value after the update."""
        under_way = [(bucket, self.start(bucket, update)) for bucket in cut(entries)]
        for bucket, pending in under_way:
            results = pending.wait()
            for (key, tensor, _), result in zip(bucket, results, strict=True):
                yield key, result.reshape(tensor.shape)

    def start(self, bucket: Sequence[Entry], update: bool) -> Pending:
        """Have a bucket exchanged in the background, from a copy of what it holds now."""
        what = ", ".join(f"{key} {tuple(tensor.shape)}" for key, tensor, _ in bucket)
        verb = "updates" if update else "sums"
        if update:
            return self._collectives.submit(f"{verb} ({bucket[0][1].dtype}) {what}", self._update(bucket))
        return self._collectives.submit(f"{verb} ({bucket[0][1].dtype}) {what}", self._sum(bucket))

    def _flat(self, kind: str, bucket: Sequence[Entry], shape: tuple[int, ...]) -> torch.Tensor:
        """Return memory for a bucket: that of the last time."""
        first = bucket[0][1]
        slot = (kind, tuple(key for key, _, _ in bucket), shape, first.dtype, first.device)
        if slot not in self._memory:
            self._memory[slot] = torch.zeros(shape, dtype=first.dtype, device=first.device)
        return self._memory[slot]

    def _sum(self, bucket: Sequence[Entry]) -> Any:
        sizes = [tensor.numel() for _, tensor, _ in bucket]
        flat = self._flat("sum", bucket, (sum(sizes),))
        torch.cat([tensor.reshape(-1) for _, tensor, _ in bucket], out=flat)

        def run() -> Sequence[torch.Tensor]:
            results = self._collectives.all_reduce(flat).split(sizes)
            self._shards.apply(
                (key, _array(result[part.start : part.stop], part.shape_in(tuple(tensor.shape))))
                for (key, tensor, parts), result in zip(bucket, results, strict=True)
                for part in parts
                if part.owner == self._rank
            )
            return results

        return run

    @property
    def _rank(self) -> int:
        return self._collectives.rank

    def _update(self, bucket: Sequence[Entry]) -> Any:
        """Send each part to its owner; the owners sum, update, and give the new values back."""
        places: list[tuple[int, Part, int]] = []  # (number in the bucket, part, offset in its owner's row)
        filled = [0] * self._collectives.num_workers
        for number, (_, _, parts) in enumerate(bucket):
            for part in parts:
                places.append((number, part, filled[part.owner]))
                filled[part.owner] += part.size
        shape = (len(filled), max(filled))
        rows = self._flat("rows", bucket, shape)
        flats = [tensor.reshape(-1) for _, tensor, _ in bucket]
        for number, part, at in places:
            rows[part.owner, at : at + part.size] = flats[number][part.start : part.stop]
        others = [key for key, _, parts in bucket if all(part.owner != self._rank for part in parts)]
        mine = [(bucket[number], part, at) for number, part, at in places if part.owner == self._rank]

        def run() -> list[torch.Tensor]:
            total = self._collectives.to_owners(rows).cpu()
            self._shards.apply(
                (entry[0], _array(total[at : at + part.size], part.shape_in(tuple(entry[1].shape))))
                for entry, part, at in mine
            )
            self._shards.count(others)
            row = torch.zeros_like(rows[0])
            for entry, part, at in mine:
                row[at : at + part.size] = self._shards.value(entry[0]).reshape(-1)
            self._collectives.from_owners(row, rows)
            results = [
                [rows[part.owner, at : at + part.size] for which, part, at in places if which == number]
                for number in range(len(bucket))
            ]
            return [pieces[0] if len(pieces) == 1 else torch.cat(pieces) for pieces in results]

        return run


def _array(flat: torch.Tensor, shape: tuple[int, ...]) -> Any:
    """Return a copy of elements as an array of the CPU, of some shape."""
    return nd.NDArray.from_torch(flat.to("cpu", copy=True).reshape(shape))


def cut(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Give buckets: neighbours of one type and device, with as many bytes as a bucket has, or a larger one alone."""
    most, bucket, size = bucket_bytes(), [], 0
    for entry in entries:
        tensor = entry[1]
        bytes_of = tensor.numel() * tensor.element_size()
        last = bucket[-1][1] if bucket else tensor
        if bucket and (size + bytes_of > most or (last.dtype, last.device) != (tensor.dtype, tensor.device)):
            yield bucket
            bucket, size = [], 0
        bucket.append(entry)
        size += bytes_of
    if bucket:
        yield bucket
