"""NDArrayIter: which rows come in which batch, as MXNet 1.9.1 gives them."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

X = np.arange(20, dtype="f").reshape(10, 2)
Y = np.arange(10, dtype="f")


def epoch(iterator):
    """Return the labels and the padding of each batch."""
    return [(batch.label[0].asnumpy().tolist(), batch.pad) for batch in iterator]


def epochs(iterator, count):
    result = []
    for _ in range(count):
        result.append(epoch(iterator))
        iterator.reset()
    return result


def made(handle="pad", rows=10, batch_size=4, **kwargs):
    return mx.io.NDArrayIter(X[:rows], Y[:rows], batch_size, last_batch_handle=handle, **kwargs)


def test_the_last_batch_is_filled_up_from_the_beginning():
    expected = [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0), ([8, 9, 0, 1], 2)]
    assert epochs(made(), 2) == [expected, expected]


def test_the_last_rows_can_be_left_out():
    assert epochs(made("discard"), 2) == [[([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0)]] * 2


def test_the_last_rows_can_roll_over():
    iterator = mx.io.NDArrayIter(np.arange(11), np.arange(11), 4, last_batch_handle="roll_over")
    assert epochs(iterator, 5) == [
        [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0)],
        [([8, 9, 10, 0], 3), ([1, 2, 3, 4], 0), ([5, 6, 7, 8], 0)],
        [([9, 10, 0, 1], 2), ([2, 3, 4, 5], 0), ([6, 7, 8, 9], 0)],
        [([10, 0, 1, 2], 1), ([3, 4, 5, 6], 0), ([7, 8, 9, 10], 0)],
        [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0)],
    ]


def test_nothing_rolls_over_after_a_hard_reset_or_from_the_middle():
    iterator = made("roll_over")
    first = epoch(iterator)
    iterator.hard_reset()
    assert epoch(iterator) == first
    iterator.reset()
    iterator.next()
    iterator.reset()
    assert epoch(iterator) == first


def test_a_batch_larger_than_the_data_is_filled_again_and_again():
    assert epoch(made(rows=3, batch_size=8)) == [([0, 1, 2, 0, 1, 2, 0, 1], 5)]


#: The labels that MXNet 1.9.1 gives with NumPy's seed 0: two epochs.
SHUFFLED = [
    [([2, 8, 4, 9], 0), ([1, 6, 7, 3], 0), ([0, 5, 2, 8], 2)],
    [([5, 7, 0, 1], 0), ([6, 2, 4, 3], 0), ([9, 8, 5, 7], 2)],
]


def test_shuffling_follows_numpy_s_seed():
    np.random.seed(0)
    iterator = made(shuffle=True)
    assert epochs(iterator, 2) == SHUFFLED


def test_shuffled_rows_keep_their_labels():
    for batch in made(shuffle=True):
        assert (batch.data[0].asnumpy()[:, 0] == 2 * batch.label[0].asnumpy()).all()


def test_shuffled_rows_roll_over():
    np.random.seed(1)
    iterator = mx.io.NDArrayIter(np.arange(11), np.arange(11), 4, shuffle=True, last_batch_handle="roll_over")
    assert epochs(iterator, 2) == [
        [([2, 3, 4, 9], 0), ([1, 6, 0, 7], 0)],
        [([10, 8, 5, 9], 3), ([7, 8, 4, 5], 0), ([0, 6, 3, 1], 0)],
    ]


def test_the_data_can_be_seen_in_the_order_of_the_epoch():
    np.random.seed(0)
    iterator = made(shuffle=True)
    (name, labels), *_ = iterator.label
    assert name == "softmax_label"
    assert labels.asnumpy().tolist() == [2, 8, 4, 9, 1, 6, 7, 3, 0, 5]


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (X, ["data"]),
        ([X], ["data"]),
        ([X, X], ["_0_data", "_1_data"]),
        ({"b": X, "a": X}, ["a", "b"]),
        (mx.nd.array(X), ["data"]),
    ],
)
def test_arrays_are_named(data, names):
    iterator = mx.io.NDArrayIter(data, Y, 4)
    assert [desc.name for desc in iterator.provide_data] == names
    assert len(iterator.next().data) == len(names)


def test_names_and_layout_can_be_given():
    iterator = mx.io.NDArrayIter(X, [Y, Y], 5, data_name="q", label_name="w", layout="NT")
    assert iterator.provide_data[0] == ("q", (5, 2))
    assert iterator.provide_data[0].layout == "NT"
    assert [desc.name for desc in iterator.provide_label] == ["_0_w", "_1_w"]


@pytest.mark.parametrize("label", [None, []])
def test_labels_may_be_absent(label):
    iterator = mx.io.NDArrayIter(X, label, 5)
    assert iterator.provide_label == []
    assert iterator.next().label == []


@pytest.mark.parametrize("data", [None, []])
def test_data_may_not_be_absent(data):
    with pytest.raises(AssertionError):
        mx.io.NDArrayIter(data, Y, 5)


@pytest.mark.parametrize("data", [3, "text", (X, X), {"a": "text"}])
def test_other_data_are_an_error(data):
    with pytest.raises(TypeError):
        mx.io.NDArrayIter(data, Y, 5)


def test_fewer_labels_than_rows_are_an_error():
    with pytest.raises(mx.base.MXNetError):
        epoch(mx.io.NDArrayIter(X, Y[:5], 5))


@pytest.mark.parametrize(
    ("data", "dtype"),
    [(X.astype("int32"), "float32"), (X > 3, "float32"), (mx.nd.array(X, dtype="int32"), "int32")],
)
def test_numpy_arrays_become_float32(data, dtype):
    iterator = mx.io.NDArrayIter(data, None, 5)
    assert np.dtype(iterator.next().data[0].dtype) == dtype
    assert np.dtype(iterator.provide_data[0].dtype) == dtype


def test_arrays_stay_on_their_device():
    iterator = mx.io.NDArrayIter(mx.nd.array(X, ctx=mx.cpu(1)), None, 5, shuffle=True)
    assert iterator.next().data[0].context == mx.cpu(1)


def test_the_parts_of_a_batch_can_be_asked_for():
    iterator = made()
    assert iterator.iter_next()
    assert iterator.getdata()[0].shape == (4, 2)
    assert iterator.getlabel()[0].asnumpy().tolist() == [0, 1, 2, 3]
    assert iterator.getpad() == 0
    assert iterator.getindex() is None
    while iterator.iter_next():
        pass
    with pytest.raises(AssertionError):
        iterator.getdata()


def test_before_the_first_batch_there_are_no_data():
    with pytest.raises(mx.base.MXNetError):
        made().getdata()


@pytest.mark.parametrize("shuffle", [False, True])
def test_datasets_of_h5py(tmp_path, shuffle):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "x.h5", "w") as stream:
        stream["data"], stream["label"] = X, Y
        iterator = mx.io.NDArrayIter(stream["data"], stream["label"], 4, shuffle=shuffle)
        seen = [(b.data[0].asnumpy()[:, 0] / 2 == b.label[0].asnumpy()).all() for b in iterator]
        iterator.reset()
        labels = {label for batch in iterator for label in batch.label[0].asnumpy().tolist()}
    assert seen == [True] * 3
    assert labels == set(Y.tolist())


@pytest.mark.parametrize("shuffle", [False, True])
def test_rows_lie_along_the_batch_axis_of_the_layout(shuffle):
    steps = np.arange(36).reshape(6, 6)
    iterator = mx.io.NDArrayIter(steps, steps, 4, shuffle=shuffle, layout="TN")
    assert iterator.provide_data == [("data", (6, 4))]
    np.random.seed(0)
    iterator.reset()
    columns = iterator.data[0][1].asnumpy()
    assert sorted(columns[0]) == [0, 1, 2, 3, 4, 5]
    first, second = (batch.data[0].asnumpy() for batch in iterator)
    np.testing.assert_array_equal(first, columns[:, :4])
    np.testing.assert_array_equal(second, columns[:, [4, 5, 0, 1]])


@pytest.mark.parametrize(
    ("batch_size", "error"), [(0, ValueError), (-1, ValueError), (2.0, TypeError), (None, TypeError), ("2", TypeError)]
)
def test_the_batch_size_is_a_positive_integer(batch_size, error):
    with pytest.raises(error, match="batch_size: expected"):
        made(batch_size=batch_size)


@pytest.mark.parametrize("shuffle", [False, True])
def test_arrays_may_be_assigned(shuffle):
    iterator = mx.io.NDArrayIter(X, batch_size=5, shuffle=shuffle)
    iterator.label = mx.io._init_data(Y, allow_empty=True, default_name="svm_label")
    assert [(name, shape) for name, shape in iterator.provide_label] == [("svm_label", (5,))]
    assert iterator.label[0][1].asnumpy().tolist() == Y.tolist()
    assert np.concatenate([batch.label[0].asnumpy() for batch in iterator]).tolist() == Y.tolist()
