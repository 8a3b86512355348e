"""Batches from LibSVM's files; all of this holds under MXNet 1.9.1 too."""

import mxnet as mx
import numpy as np
import pytest

LINES = ["1.0 0:0.5 2:1.2", "-2.0", "-3.0 0:0.6 1:2.4 2:1.2", "4 2:-1.2", "5 1:7"]
ROWS = [[0.5, 0, 1.2], [0, 0, 0], [0.6, 2.4, 1.2], [0, 0, -1.2], [0, 7, 0]]
LABELS = [1, -2, -3, 4, 5]


@pytest.fixture
def write(tmp_path):
    def write(lines, name="data.libsvm"):
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines))
        return str(path)

    return write


def check(batches, expected):
    """Compare one epoch with pairs of row numbers and padding."""
    result = [(b.data[0].asnumpy(), b.label[0].asnumpy(), b.pad, b.index.tolist()) for b in batches]
    assert [(pad, index) for *_, pad, index in result] == [(pad, rows) for rows, pad in expected]
    for (data, label, *_), (rows, _) in zip(result, expected, strict=True):
        np.testing.assert_allclose(data, np.array(ROWS, np.float32)[rows])
        np.testing.assert_array_equal(label, np.array(LABELS)[rows])


PAIRS = [([0, 1], 0), ([2, 3], 0), ([4, 0], 1)]
FIRST, SECOND, THIRD = [([0, 1, 2], 0), ([3, 4, 0], 1)], [([1, 2, 3], 0), ([4, 0, 1], 2)], [([2, 3, 4], 0)]


@pytest.mark.parametrize(
    ("size", "epochs"),
    [
        (2, [PAIRS, [([1, 2], 0), ([3, 4], 0)], PAIRS]),
        (3, [FIRST, SECOND, THIRD]),
        (5, [[([0, 1, 2, 3, 4], 0)]] * 2),
    ],
)
def test_epochs_wrap_around_to_whole_batches(write, size, epochs):
    batches = mx.io.LibSVMIter(data_libsvm=write(LINES), data_shape=(3,), batch_size=size)
    assert [(array.name, array.shape) for array in batches.provide_data] == [("data", (size, 3))]
    assert [(item.name, item.shape) for item in batches.provide_label] == [("softmax_label", (size,))]
    for expected in epochs:
        check(batches, expected)
        batches.reset()


def test_labels_of_a_second_file(write):
    labels = write(["0 0:1 1:2", "0 1:3", "0", "0 0:4", "0 1:5"], "labels.libsvm")
    batches = mx.io.LibSVMIter(
        data_libsvm=write(LINES), data_shape="(3,)", label_libsvm=labels, label_shape=(2,), batch_size=2
    )
    result = np.concatenate([batch.label[0].asnumpy() for batch in batches])
    assert result.tolist() == [[1, 2], [0, 3], [0, 0], [4, 0], [0, 5], [1, 2]]


@pytest.mark.parametrize(
    ("part", "parts", "rows"), [(0, 2, [0, 1, 2]), (1, 2, [3, 4]), (0, 3, [0, 1]), (1, 3, [2]), (2, 3, [3, 4])]
)
def test_a_part_has_its_share_of_the_rows(write, part, parts, rows):
    batches = mx.io.LibSVMIter(
        data_libsvm=write(LINES), data_shape=(3,), batch_size=1, num_parts=parts, part_index=part
    )
    assert [batch.label[0].asnumpy()[0] for batch in batches] == [LABELS[row] for row in rows]


def test_more_columns_than_the_file_has(write):
    batches = mx.io.LibSVMIter(data_libsvm=write(LINES), data_shape=(6,), batch_size=5, data_name="x", label_name="y")
    assert (batches.provide_data[0].name, batches.provide_label[0].name) == ("x", "y")
    assert batches.next().data[0].asnumpy()[:, 3:].tolist() == [[0, 0, 0]] * 5


@pytest.mark.parametrize(
    "arguments",
    [
        {"data_shape": (3, 1)},
        {"data_libsvm": "nowhere"},
        {"data_shape": None},
        {"label_shape": (2,)},
        {"num_parts": 2, "part_index": 2},
        {"dtype": "float64"},
    ],
)
def test_wrong_arguments(write, arguments):
    given = {"data_libsvm": write(LINES), "data_shape": (3,), "batch_size": 2, **arguments}
    with pytest.raises(mx.base.MXNetError):
        list(mx.io.LibSVMIter(**{name: value for name, value in given.items() if value is not None}))


def test_fewer_labels_than_rows(write):
    labels = write(["0 0:1", "0 0:2"], "labels.libsvm")
    with pytest.raises(mx.base.MXNetError):
        list(
            mx.io.LibSVMIter(
                data_libsvm=write(LINES), data_shape=(3,), label_libsvm=labels, label_shape=(1,), batch_size=2
            )
        )
