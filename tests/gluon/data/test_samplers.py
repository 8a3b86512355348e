"""Samplers: positions, and batches of them, as MXNet 1.9.1 gives them."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data

SEVEN = data.SequentialSampler(7)


def test_sequential():
    assert list(data.SequentialSampler(4, 2)) == [2, 3, 4, 5]
    assert len(data.SequentialSampler(4, 2)) == 4


def test_random_draws_from_numpy():
    np.random.seed(0)
    sampler = data.RandomSampler(6)
    assert list(sampler) == [5, 2, 1, 3, 0, 4]
    assert list(sampler) == [1, 3, 4, 0, 2, 5]
    assert len(sampler) == 6


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize(("length", "parts"), [(12, 3), (13, 3), (14, 3), (2, 5), (7, 1)])
def test_parts_hold_every_position_once(length, parts, shuffle):
    found = [list(data.SplitSampler(length, parts, part, shuffle=shuffle)) for part in range(parts)]
    assert sorted(position for part in found for position in part) == list(range(length))
    assert max(map(len, found)) - min(map(len, found)) <= 1
    assert [len(data.SplitSampler(length, parts, part)) for part in range(parts)] == list(map(len, found))


def test_parts_of_even_size():
    found = [list(data.SplitSampler(8, 3, part, even_size=True, shuffle=False)) for part in range(3)]
    assert found == [[0, 1, 2], [3, 4, 5], [6, 7, 0]]


def test_a_part_has_a_new_order_in_each_epoch():
    np.random.seed(0)
    sampler = data.SplitSampler(20, 2, 1)
    first, second = list(sampler), list(sampler)
    assert first != second
    assert sorted(first) == sorted(second) == list(range(10, 20))


@pytest.mark.parametrize("words", [(5, 2, 2), (5, 2, -1), (5, 0, 0), (2, 3, 0, True)])
def test_a_part_that_there_is_not(words):
    with pytest.raises(ValueError, match=r"expected|too few"):
        data.SplitSampler(*words)


def test_filter_sampler_gives_the_indices_of_samples_that_pass():
    sampler = data.FilterSampler(lambda x: x % 2 == 0, data.SimpleDataset([1, 2, 4, 5]))
    assert list(sampler) == [1, 2]
    assert len(sampler) == 2


@pytest.mark.parametrize(
    ("last_batch", "expected"),
    [("keep", [[0, 1, 2], [3, 4, 5], [6]]), ("discard", [[0, 1, 2], [3, 4, 5]]), ("rollover", [[0, 1, 2], [3, 4, 5]])],
)
def test_last_batch(last_batch, expected):
    sampler = data.BatchSampler(SEVEN, 3, last_batch)
    assert len(sampler) == len(expected)
    assert list(sampler) == expected


def test_rollover_begins_with_what_was_left():
    sampler = data.BatchSampler(SEVEN, 3, "rollover")
    epochs = []
    for _ in range(3):
        epochs.append((len(sampler), list(sampler)))
    assert epochs == [
        (2, [[0, 1, 2], [3, 4, 5]]),
        (2, [[6, 0, 1], [2, 3, 4]]),
        (3, [[5, 6, 0], [1, 2, 3], [4, 5, 6]]),
    ]


def test_unknown_last_batch():
    sampler = data.BatchSampler(SEVEN, 3, "whatever")
    with pytest.raises(ValueError):
        len(sampler)
    with pytest.raises(ValueError):
        list(sampler)


def test_any_iterable_is_a_sampler():
    assert list(data.BatchSampler([5, 3, 1], 2)) == [[5, 3], [1]]


def test_base_class_must_be_filled_in():
    with pytest.raises(NotImplementedError):
        iter(data.Sampler())
    with pytest.raises(NotImplementedError):
        len(data.Sampler())


@pytest.mark.parametrize(("rollover", "expected"), [(True, [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]), (False, [0, 3, 6, 9])])
def test_interval(rollover, expected):
    sampler = mx.gluon.contrib.data.IntervalSampler(10, 3, rollover=rollover)
    assert list(sampler) == expected
    assert len(sampler) == 10


def test_interval_beyond_the_length():
    with pytest.raises(AssertionError):
        mx.gluon.contrib.data.IntervalSampler(3, 10)


@pytest.mark.parametrize("size", [0, -1])
@pytest.mark.parametrize(("last", "expected"), [("keep", [[0, 1, 2]]), ("discard", []), ("rollover", [])])
def test_a_batch_size_of_0_or_below_makes_one_batch_of_all(size, last, expected):
    sampler = data.BatchSampler(data.SequentialSampler(3), size, last)
    assert [batch for batch in sampler] == expected  # noqa: C416 - list() asks for the length
    loader = data.DataLoader(data.SimpleDataset([1, 2, 3]), batch_size=size)
    assert [batch.shape for batch in iter(loader)] == [(3,)]


@pytest.mark.parametrize(("size", "error"), [(0, ZeroDivisionError), (-1, ValueError), (2.5, TypeError)])
@pytest.mark.parametrize("last", ["keep", "discard", "rollover"])
def test_a_batch_size_that_gives_no_length(size, error, last):
    with pytest.raises(error):
        len(data.BatchSampler(data.SequentialSampler(3), size, last))
    with pytest.raises(error):
        len(data.DataLoader(data.SimpleDataset([1, 2, 3]), batch_size=size, last_batch=last))
