"""Functions that make batches, to be combined."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data
from mxnet.gluon.data import batchify

ROWS = [np.array([1, 2, 3]), np.array([4]), np.array([5, 6])]


def test_stack_makes_one_array():
    made = batchify.Stack()([mx.nd.array([1, 2]), mx.nd.array([3, 4])])
    assert made.asnumpy().tolist() == [[1, 2], [3, 4]]


def test_pad_fills_rows_to_the_longest():
    made = batchify.Pad(val=-1)(ROWS)
    assert made.asnumpy().tolist() == [[1, 2, 3], [4, -1, -1], [5, 6, -1]]
    assert made.dtype == np.int64


@pytest.mark.parametrize(
    ("pad", "shape"),
    [(batchify.Pad(round_to=4), (2, 4, 4)), (batchify.Pad(), (2, 3, 2)), (batchify.Pad(dtype="float32"), (2, 3, 2))],
)
def test_all_axes_are_padded(pad, shape):
    made = pad([np.ones((3, 1), np.int32), np.ones((1, 2), np.int32)])
    assert made.shape == shape
    assert made.asnumpy().sum() == 5


def test_lengths():
    made, lengths = batchify.Pad(axis=0, ret_length=True)([np.ones((3, 2)), np.ones((1, 2))])
    assert (made.shape, lengths.asnumpy().tolist(), lengths.dtype) == ((2, 3, 2), [3, 1], np.int32)


@pytest.mark.parametrize("rows", [[np.ones((3, 2)), np.ones((3, 1))], [np.ones(3), np.ones((3, 1))]])
def test_what_cannot_be_padded(rows):
    with pytest.raises(ValueError):
        batchify.Pad(axis=0)(rows)


def test_append_keeps_one_array_per_sample():
    assert [each.shape for each in batchify.Append()(ROWS)] == [(1, 3), (1, 1), (1, 2)]
    assert [each.shape for each in batchify.Append(expand=False)(ROWS)] == [(3,), (1,), (2,)]
    assert [each.shape for each in batchify.Append(batch_axis=1)(ROWS)] == [(3, 1), (1, 1), (2, 1)]


def test_group_in_workers():
    samples = [(row, i, f"text {i}") for i, row in enumerate(ROWS)]
    function = batchify.Group(batchify.Pad(), batchify.Stack(), batchify.AsList())
    ((rows, labels, texts),) = data.DataLoader(samples, 3, batchify_fn=function, num_workers=1)
    assert (rows.shape, labels.asnumpy().tolist(), texts) == ((3, 3), [0, 1, 2], ["text 0", "text 1", "text 2"])


def test_groups_that_do_not_fit():
    with pytest.raises(ValueError):
        batchify.Group([batchify.Stack()], batchify.Stack())
    with pytest.raises(ValueError):
        batchify.Group("no function")
    with pytest.raises(ValueError):
        batchify.Group(batchify.Stack())([(1, 2)])


@pytest.mark.parametrize("function", [None, batchify.Stack(), batchify.Pad(), batchify.Group(batchify.Stack())])
@pytest.mark.parametrize("num_workers", [0, 1])
def test_a_batch_without_samples(function, num_workers):
    loader = data.DataLoader([1.0], batch_sampler=[[]], batchify_fn=function, num_workers=num_workers)
    with pytest.raises(IndexError, match="a batch without samples: the batch sampler gave no indices"):
        list(loader)
