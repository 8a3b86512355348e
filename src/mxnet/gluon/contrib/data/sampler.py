"""Samplers for special kinds of data."""

from __future__ import annotations

from collections.abc import Iterator

from ...data.sampler import Sampler

__all__ = ["IntervalSampler"]


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
