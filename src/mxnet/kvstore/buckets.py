"""Buckets: values sent together, summed over the workers, or updated by the workers that keep them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch

from .. import ndarray as nd
from .collectives import Collectives
from .devices import cut
from .layout import Part
from .links import Answer
from .shards import Shards

#: a key, this worker's sum, and the parts of the value
Entry = tuple[Any, torch.Tensor, tuple[Part, ...]]


class Buckets:
    """Exchanges values through collectives. The memory of a bucket is kept for the next time.

    Without ``shards`` no worker keeps values: they are summed and returned.
    """

    def __init__(self, collectives: Collectives, shards: Shards | None) -> None:
        self.collectives, self.shards = collectives, shards
        self._memory: dict[tuple[Any, ...], torch.Tensor] = {}

    def exchanged(self, entries: Sequence[Entry], update: bool) -> Iterator[tuple[Any, torch.Tensor]]:
        """Give each key with its sum over the workers, or with its value after the update, the last keys first."""
        tensors = {key: tensor for key, tensor, _ in entries}
        under_way = [(bucket, self._start(bucket, tensors)) for bucket in self.of(entries, update)]
        for bucket, pending in under_way:
            yield from bucket.named(pending.wait())

    def of(self, entries: Sequence[Entry], update: bool, first: int | None = None) -> list[Bucket]:
        """Return the buckets of values. The last keys come first: a backward pass finds their gradients first.

        ``first``: with how many bytes the first bucket is full, where that is less than a bucket has.
        """
        cls = _Update if update else _Sum
        return [cls(self, bucket) for bucket in cut(entries[::-1], first)]

    def _start(self, bucket: Bucket, tensors: Mapping[Any, torch.Tensor]) -> Answer:
        """Have a bucket exchanged in the background, from a copy of its values as they are now."""
        bucket.fill([tensors[key] for key in bucket.keys])

        def run() -> Sequence[torch.Tensor]:
            bucket.exchange()
            return bucket.finish()

        return self.collectives.submit(f"{bucket.verb} {bucket.what}", run)

    def memory(self, bucket: Bucket, shape: tuple[int, ...]) -> torch.Tensor:
        """Return memory for a bucket: that of the last time."""
        slot = (bucket.verb, tuple(bucket.keys), shape, bucket.dtype, bucket.device)
        if slot not in self._memory:
            self._memory[slot] = torch.zeros(shape, dtype=bucket.dtype, device=bucket.device)
        return self._memory[slot]


class Bucket(ABC):
    """Some values of one type and device, on their way in three steps: filled, exchanged, finished."""

    verb: str

    def __init__(self, buckets: Buckets, entries: Sequence[Entry]) -> None:
        self._collectives, self._shards = buckets.collectives, buckets.shards
        self.keys = [key for key, _, _ in entries]
        self.dtype, self.device = entries[0][1].dtype, entries[0][1].device
        self._shapes = [tuple(tensor.shape) for _, tensor, _ in entries]
        self._parts = [parts for _, _, parts in entries]
        shapes = ", ".join(f"{key} {shape}" for key, shape in zip(self.keys, self._shapes, strict=True))
        #: the values, in words
        self.what = f"({self.dtype}) {shapes}"

    @property
    def _rank(self) -> int:
        return self._collectives.rank

    def named(self, results: Sequence[torch.Tensor]) -> Iterator[tuple[Any, torch.Tensor]]:
        """Give each key with its result, in its shape."""
        for key, shape, result in zip(self.keys, self._shapes, results, strict=True):
            yield key, result.reshape(shape)

    @abstractmethod
    def fill(self, tensors: Sequence[torch.Tensor]) -> None:
        """Copy the values."""

    @abstractmethod
    def exchange(self) -> None:
        """Sum them over the workers; to be called where collectives run."""

    @abstractmethod
    def finish(self) -> Sequence[torch.Tensor]:
        """Return the results, of one dimension; to be called where collectives run."""


class _Sum(Bucket):
    """Each worker gets the sums; those who keep the values take theirs."""

    verb = "sums"

    def __init__(self, buckets: Buckets, entries: Sequence[Entry]) -> None:
        super().__init__(buckets, entries)
        self._sizes = [math.prod(shape) for shape in self._shapes]
        self._flat = buckets.memory(self, (sum(self._sizes),))

    def fill(self, tensors: Sequence[torch.Tensor]) -> None:
        torch.cat([tensor.reshape(-1) for tensor in tensors], out=self._flat)

    def exchange(self) -> None:
        self._collectives.all_reduce(self._flat)

    def finish(self) -> Sequence[torch.Tensor]:
        results: Sequence[torch.Tensor] = self._flat.split(self._sizes)
        if self._shards is not None:
            self._shards.exchanged(
                (key, nd.NDArray.from_torch(result[part.start : part.stop].reshape(part.shape_in(shape))))
                for key, shape, parts, result in zip(self.keys, self._shapes, self._parts, results, strict=True)
                for part in parts
                if part.owner == self._rank
            )
        return results


class _Update(Bucket):
    """Each part goes to its owner; the owners sum, update, and give the new values back."""

    verb = "updates"

    def __init__(self, buckets: Buckets, entries: Sequence[Entry]) -> None:
        super().__init__(buckets, entries)
        #: (number in the bucket, part, offset in its owner's row)
        self._places: list[tuple[int, Part, int]] = []
        filled = [0] * self._collectives.num_workers
        for index, parts in enumerate(self._parts):
            for part in parts:
                self._places.append((index, part, filled[part.owner]))
                filled[part.owner] += part.size
        self._rows = buckets.memory(self, (len(filled), max(filled)))
        self._total: torch.Tensor | None = None

    def fill(self, tensors: Sequence[torch.Tensor]) -> None:
        flats = [tensor.reshape(-1) for tensor in tensors]
        for i, part, at in self._places:
            self._rows[part.owner, at : at + part.size] = flats[i][part.start : part.stop]

    def exchange(self) -> None:
        assert self._shards is not None
        self._total = self._collectives.to_owners(self._rows, self._shards.adds_in(self.dtype)).cpu()

    def finish(self) -> Sequence[torch.Tensor]:
        assert self._shards is not None
        assert self._total is not None
        total, self._total = self._total, None
        owned = [(i, part, at) for i, part, at in self._places if part.owner == self._rank]
        self._shards.exchanged(
            (self.keys[i], _array(total[at : at + part.size], part.shape_in(self._shapes[i]))) for i, part, at in owned
        )
        own_keys = {i for i, _, _ in owned}
        self._shards.count(key for index, key in enumerate(self.keys) if index not in own_keys)
        row = torch.zeros_like(self._rows[0])
        for i, part, at in owned:
            row[at : at + part.size] = self._shards.value(self.keys[i]).reshape(-1)
        self._collectives.from_owners(row, self._rows)
        pieces: list[list[torch.Tensor]] = [[] for _ in self.keys]
        for i, part, at in self._places:
            pieces[i].append(self._rows[part.owner, at : at + part.size])
        return [piece[0] if len(piece) == 1 else torch.cat(piece) for piece in pieces]


def _array(flat: torch.Tensor, shape: tuple[int, ...]) -> Any:
    """Return a copy of elements as an array of the CPU, of some shape."""
    return nd.NDArray.from_torch(flat.to("cpu", copy=True).reshape(shape))
