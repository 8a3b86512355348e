"""The order in which samples are taken: iterables of positions, or of batches of them.

A :class:`~mxnet.gluon.data.DataLoader` takes any iterable in their place; a length is needed for ``len(loader)`` only.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.shared_methods import Shared

__all__ = [
    "BatchSampler",
    "FilterSampler",
    "IntervalSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SplitSampler",
]


class Sampler:
    """Base of samplers: ``__iter__`` gives positions, ``__len__`` says how many."""

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} must define __iter__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} must define __len__")


class _Positions(Sampler, metaclass=Shared):
    """Positions that are known beforehand."""

    _positions: Sequence[int]

    def __iter__(self) -> Iterator[int]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._positions)


class SequentialSampler(_Positions):
    """``length`` positions in order, from ``start`` on."""

    def __init__(self, length: int, start: int = 0) -> None:
        self._positions = range(start, start + length)


class RandomSampler(Sampler):
    """The positions below ``length`` in an order of its own each time, drawn from NumPy's global generator."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __iter__(self) -> Iterator[Any]:
        order = np.arange(self._length)
        np.random.shuffle(order)
        return iter(order)

    def __len__(self) -> int:
        return self._length


class SplitSampler(Sampler):
    """Part ``part_index`` of ``num_parts`` of the positions below ``length``: for ``kv.rank`` of ``kv.num_workers``.

    Each position belongs to one part; neighbours stay together, and the lengths of parts differ by at most one. With
    ``even_size`` the shorter ones give one more, the first of the next part, so that all workers make as many batches.
    ``shuffle``: in an order of its own each time, drawn from NumPy's global generator. Raises ValueError for a part
    that there is not, and for more parts than positions with ``even_size``.
    """

    def __init__(
        self, length: int, num_parts: int = 1, part_index: int = 0, even_size: bool = False, shuffle: bool = True
    ) -> None:
        if num_parts < 1 or not 0 <= part_index < num_parts:
            raise ValueError(f"part_index: expected 0 to num_parts - 1 ({num_parts} - 1), got {part_index}")
        if even_size and length < num_parts:
            raise ValueError(f"even_size: {length} samples are too few for {num_parts} parts")
        size, longer = divmod(length, num_parts)
        start = part_index * size + min(part_index, longer)
        positions = np.arange(start, start + size + (part_index < longer))
        if even_size and longer and part_index >= longer:
            positions = np.append(positions, (start + size) % length)
        self._positions, self._shuffle = positions, shuffle

    def __iter__(self) -> Iterator[int]:
        order = self._positions.copy()
        if self._shuffle:
            np.random.shuffle(order)
        return iter(order.tolist())

    def __len__(self) -> int:
        return len(self._positions)


class FilterSampler(_Positions):
    """The positions of those samples of ``dataset`` for which ``fn(sample)`` is true; all are asked at once."""

    def __init__(self, fn: Callable[[Any], Any], dataset: Any) -> None:
        self._positions = [i for i in range(len(dataset)) if fn(dataset[i])]


#: what becomes of the samples that do not fill a batch -> how many batches ``n`` samples are
_BATCHES: dict[str, Callable[[int, int], int]] = {
    "keep": lambda n, size: -(-n // size),
    "discard": lambda n, size: n // size,
    "rollover": lambda n, size: n // size,
}


class BatchSampler(Sampler):
    """Lists of ``batch_size`` positions of ``sampler``, any iterable of them.

    ``last_batch`` says what becomes of a last batch with fewer: ``'keep'`` gives it, ``'discard'`` drops it,
    ``'rollover'`` puts it before the next epoch. Raises ValueError for anything else, when it is used. A batch size of
    0 or below makes one batch of all.
    """

    def __init__(self, sampler: Iterable[Any], batch_size: int, last_batch: str = "keep") -> None:
        self._sampler, self._batch_size, self._last_batch = sampler, batch_size, last_batch
        self._prev: list[Any] = []  # what was left over of the epoch before

    def _check(self) -> None:
        if self._last_batch not in _BATCHES:
            raise ValueError(f"last_batch: expected 'keep', 'discard' or 'rollover', got {self._last_batch!r}")

    def _size(self) -> int | None:
        size = int(self._batch_size)
        return size if size > 0 else None

    def __iter__(self) -> Iterator[list[Any]]:
        positions = itertools.chain(self._prev, self._sampler)
        self._prev = []
        size = self._size()
        while batch := list(itertools.islice(positions, size)):
            if len(batch) != size:
                self._check()
            if len(batch) == size or self._last_batch == "keep":
                yield batch
            elif self._last_batch == "rollover":
                self._prev = batch

    def __len__(self) -> int:
        self._check()
        sampler: Any = self._sampler
        count, size = len(sampler) + len(self._prev), self._size()
        if size is None:
            return int(bool(count) and self._last_batch == "keep")
        return _BATCHES[self._last_batch](count, size)


class IntervalSampler(Sampler):
    """Every ``interval``-th position below ``length``; with ``rollover`` then those that were left out, and so on.

    So successive batches of ``length / interval`` samples continue each other, as recurrent networks want it.
    ``len()`` is ``length`` in both cases. Raises AssertionError for an interval beyond the length.
    """

    def __init__(self, length: int, interval: int, rollover: bool = True) -> None:
        assert interval <= length, f"interval: expected at most the length {length}, got {interval}"
        self._length = length
        self._interval = interval
        self._rollover = rollover

    def __iter__(self) -> Iterator[int]:
        for start in range(self._interval if self._rollover else 1):
            yield from range(start, self._length, self._interval)

    def __len__(self) -> int:
        return self._length
