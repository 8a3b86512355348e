"""ResizeIter and PrefetchingIter."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

X = np.arange(10, dtype="f")


def made(**kwargs):
    return mx.io.NDArrayIter(X, X, 4, **kwargs)


def epoch(iterator):
    return [batch.data[0].asnumpy().tolist() for batch in iterator]


ROWS = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]


def test_an_epoch_can_be_longer():
    iterator = mx.io.ResizeIter(made(), 5)
    assert (iterator.batch_size, iterator.provide_data) == (4, [("data", (4,))])
    for _ in range(2):
        assert epoch(iterator) == ROWS + ROWS[:2]
        iterator.reset()


def test_a_shorter_epoch_can_go_on_where_it_stopped():
    iterator = mx.io.ResizeIter(made(), 2, reset_internal=False)
    assert epoch(iterator) == ROWS[:2]
    iterator.reset()
    assert epoch(iterator) == [ROWS[2], ROWS[0]]


def test_the_parts_of_a_resized_batch():
    iterator = mx.io.ResizeIter(made(), 3)
    assert iterator.iter_next()
    assert iterator.getdata()[0].asnumpy().tolist() == ROWS[0]
    assert iterator.getlabel()[0].asnumpy().tolist() == ROWS[0]
    assert (iterator.getpad(), iterator.getindex()) == (0, None)


def test_prefetched_batches_are_the_same():
    iterator = mx.io.PrefetchingIter(made())
    assert (iterator.batch_size, iterator.provide_label) == (4, [("softmax_label", (4,))])
    for _ in range(2):
        assert epoch(iterator) == ROWS
        iterator.reset()


def test_the_end_stays_the_end():
    iterator = mx.io.PrefetchingIter(made())
    epoch(iterator)
    for _ in range(2):
        with pytest.raises(StopIteration):
            iterator.next()


def test_a_reset_in_the_middle_begins_again():
    iterator = mx.io.PrefetchingIter(made())
    iterator.next()
    iterator.reset()
    assert epoch(iterator) == ROWS


def test_several_iterators_are_joined_under_new_names():
    other = mx.io.NDArrayIter({"q": X}, {"w": X}, 4)
    iterator = mx.io.PrefetchingIter(
        [made(), other],
        rename_data=[{"data": "d1"}, {"q": "d2"}],
        rename_label=[{"softmax_label": "l1"}, {"w": "l2"}],
    )
    assert [desc.name for desc in iterator.provide_data + iterator.provide_label] == ["d1", "d2", "l1", "l2"]
    batch = iterator.next()
    assert (len(batch.data), len(batch.label)) == (2, 2)
    assert [desc.name for desc in batch.provide_data] == ["d1", "d2"]


def test_an_error_in_an_iterator_is_raised_where_its_batch_is_asked_for():
    class Broken(mx.io.NDArrayIter):
        def next(self):
            raise OSError("the disk is gone")

    iterator = mx.io.PrefetchingIter(Broken(X, X, 4))
    with pytest.raises(OSError, match="the disk is gone"):
        iterator.next()


def test_epochs_of_different_lengths_are_an_error():
    iterator = mx.io.PrefetchingIter([made(), mx.io.NDArrayIter({"q": X[:4]}, None, 4)])
    iterator.next()
    with pytest.raises(AssertionError):
        iterator.next()


def test_no_iterators_are_an_error():
    with pytest.raises(AssertionError):
        mx.io.PrefetchingIter([])
