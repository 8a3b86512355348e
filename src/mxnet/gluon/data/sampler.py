"""The order in which samples are taken: iterables of positions, or of batches of them.

A :class:`~mxnet.gluon.data.DataLoader` takes any iterable in their place; a length is needed for ``len(loader)`` only.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.errors import expect, expect_number
from ...core.shared_methods import Shared
from ...registry.manual import complete_docstring, documented

__all__ = [
    "BatchSampler", "FilterSampler", "IntervalSampler", "RandomSampler", "Sampler", "SequentialSampler", "SplitSampler",
]  # fmt: skip


@documented()
class Sampler:
    """Base of samplers: ``__iter__`` gives positions, ``__len__`` says how many.

    Examples
    --------
    >>> class EvenSampler(gluon.data.Sampler):
    ...     def __init__(self, length):
    ...         self._length = length
    ...     def __iter__(self):
    ...         return iter(range(0, self._length, 2))
    ...     def __len__(self):
    ...         return (self._length + 1) // 2
    >>> list(EvenSampler(5))
    [0, 2, 4]
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

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
    """``length`` positions in order, from ``start`` on.

    Parameters
    ----------
    length
        How many positions.
    start
        The first one.

    Examples
    --------
    >>> list(gluon.data.SequentialSampler(4, start=2))
    [2, 3, 4, 5]
    """

    def __init__(self, length: int, start: int = 0) -> None:
        expect_number("length", "a number of positions", length)
        self._positions = range(start, start + length)


class RandomSampler(Sampler):
    """The positions below ``length`` in an order of its own each time, drawn from NumPy's global generator.

    Parameters
    ----------
    length
        How many positions: 0 to ``length - 1``, each once.

    Examples
    --------
    >>> sampler = gluon.data.RandomSampler(4)
    >>> sorted(int(i) for i in sampler)
    [0, 1, 2, 3]
    """

    def __init__(self, length: int) -> None:
        expect_number("length", "a number of positions", length)
        self._length = length

    def __iter__(self) -> Iterator[Any]:
        order = np.arange(self._length)
        np.random.shuffle(order)
        return iter(order)

    def __len__(self) -> int:
        return self._length


class SplitSampler(Sampler):
    """One of several parts of the positions below ``length``: each process of a distributed training reads its own.

    Each position belongs to one part; neighbours stay together, and the lengths of parts differ by at most one.

    Parameters
    ----------
    length
        How many positions there are.
    num_parts
        How many parts: ``kv.num_workers``.
    part_index
        Which of them this is, from 0: ``kv.rank``.
    even_size
        Whether shorter parts give one more, the first of the next part, so that all processes make as many batches.
    shuffle
        Whether they come in another order each time, drawn from NumPy's global generator.

    Raises
    ------
    ValueError
        For a part that there is not, and for more parts than positions with ``even_size``.

    Examples
    --------
    >>> list(gluon.data.SplitSampler(10, num_parts=3, part_index=1, shuffle=False))
    [4, 5, 6]
    """

    def __init__(
        self, length: int, num_parts: int = 1, part_index: int = 0, even_size: bool = False, shuffle: bool = True
    ) -> None:
        for name, value in {"length": length, "num_parts": num_parts, "part_index": part_index}.items():
            expect_number(name, "a number", value)
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
    """The positions of those samples for which a function is true; all are asked at once.

    Parameters
    ----------
    fn
        ``fn(sample)``, which says whether the sample is taken.
    dataset
        Anything that is read by position and has a length.

    Examples
    --------
    >>> list(gluon.data.FilterSampler(lambda sample: sample > 2, [1, 5, 2, 7]))
    [1, 3]
    """

    def __init__(self, fn: Callable[[Any], Any], dataset: Any) -> None:
        expect(callable(fn), "fn", "a function of a sample", fn)
        self._positions = [i for i in range(len(dataset)) if fn(dataset[i])]


#: what becomes of the samples that do not fill a batch -> how many batches ``n`` samples are
_BATCHES: dict[str, Callable[[int, int], int]] = {
    "keep": lambda n, size: -(-n // size),
    "discard": lambda n, size: n // size,
    "rollover": lambda n, size: n // size,
}


class BatchSampler(Sampler):
    """Lists of ``batch_size`` positions: what a loader reads at once.

    Parameters
    ----------
    sampler
        The positions, any iterable of them.
    batch_size
        How many a list has; 0 or below: one list of all, and no length.
    last_batch
        What becomes of a last list with fewer: ``'keep'`` gives it, ``'discard'`` drops it, ``'rollover'`` puts it
        before the next epoch.

    Raises
    ------
    ValueError
        For another ``last_batch``, when it is used; by ``len``, for a ``batch_size`` below 0.
    ZeroDivisionError
        By ``len``, for a ``batch_size`` of 0.

    Examples
    --------
    >>> sampler = gluon.data.SequentialSampler(5)
    >>> list(gluon.data.BatchSampler(sampler, 2))
    [[0, 1], [2, 3], [4]]
    >>> list(gluon.data.BatchSampler(sampler, 2, 'discard'))
    [[0, 1], [2, 3]]
    >>> roll = gluon.data.BatchSampler(sampler, 2, 'rollover')
    >>> list(roll)
    [[0, 1], [2, 3]]
    >>> list(roll)
    [[4, 0], [1, 2], [3, 4]]
    """

    def __init__(self, sampler: Iterable[Any], batch_size: int, last_batch: str = "keep") -> None:
        expect(isinstance(sampler, Iterable) or hasattr(sampler, "__getitem__"), "sampler", "a sampler", sampler)
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
        return _BATCHES[self._last_batch](len(sampler) + len(self._prev), self._batch_size)


class IntervalSampler(Sampler):
    """Every ``interval``-th position below ``length``, then, with ``rollover``, those that were left out.

    So successive batches of ``length / interval`` samples continue each other, as recurrent networks want it. ``len()``
    is ``length`` in both cases.

    Parameters
    ----------
    length
        How many positions there are.
    interval
        The distance from one to the next, at most ``length``, else AssertionError.
    rollover
        Whether it begins again at 1, 2 ... until all have come; False: it ends after the first round.

    Examples
    --------
    >>> list(gluon.data.IntervalSampler(6, interval=3))
    [0, 3, 1, 4, 2, 5]
    >>> list(gluon.data.IntervalSampler(6, interval=3, rollover=False))
    [0, 3]
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
