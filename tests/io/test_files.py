"""CSVIter and MNISTIter: batches from files, as MXNet 1.9.1 gives them."""

from __future__ import annotations

import gzip
import logging
import struct
import tracemalloc

import mxnet as mx
import numpy as np
import pytest


@pytest.fixture
def csv(tmp_path):
    """Ten lines of two numbers, and their labels."""
    np.savetxt(tmp_path / "data.csv", np.arange(20).reshape(10, 2), delimiter=",", fmt="%g")
    np.savetxt(tmp_path / "label.csv", np.arange(10), fmt="%g")

    def make(**kwargs):
        settings = {"data_csv": str(tmp_path / "data.csv"), "data_shape": (2,), "batch_size": 4}
        return mx.io.CSVIter(**{**settings, **kwargs})

    make.label = str(tmp_path / "label.csv")
    return make


def epoch(iterator):
    return [(batch.data[0].asnumpy()[:, 0].astype(int).tolist(), batch.pad) for batch in iterator]


def test_a_wrapped_epoch_is_continued(csv):
    iterator = csv()
    seen = []
    for _ in range(3):
        seen.append(epoch(iterator))
        iterator.reset()
    assert seen == [
        [([0, 2, 4, 6], 0), ([8, 10, 12, 14], 0), ([16, 18, 0, 2], 2)],
        [([4, 6, 8, 10], 0), ([12, 14, 16, 18], 0)],
        [([0, 2, 4, 6], 0), ([8, 10, 12, 14], 0), ([16, 18, 0, 2], 2)],
    ]


def test_without_rounding_each_epoch_begins_at_the_beginning(csv):
    iterator = csv(round_batch=False)
    for _ in range(2):
        batches = epoch(iterator)
        assert [pad for _, pad in batches] == [0, 0, 2]
        assert batches[2][0][:2] == [16, 18]
        iterator.reset()


def test_labels_come_from_their_file_or_are_zero(csv):
    assert csv().next().label[0].asnumpy().tolist() == [0, 0, 0, 0]
    assert csv(label_csv=csv.label).next().label[0].asnumpy().tolist() == [0, 1, 2, 3]


def test_rows_are_numbered(csv):
    iterator = csv()
    assert [batch.index.tolist() for batch in iterator] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]


def test_shapes_types_and_names(csv):
    iterator = csv(data_shape=(1, 2), dtype="int32", data_name="q", label_name="w")
    assert iterator.provide_data == [("q", (4, 1, 2))]
    assert iterator.provide_label == [("w", (4,))]
    assert iterator.next().data[0].dtype == np.int32
    assert isinstance(iterator, mx.io.MXDataIter)


def test_the_parts_of_a_batch(csv):
    iterator = csv()
    assert iterator.iter_next()
    assert iterator.getdata().shape == (4, 2)
    assert iterator.getlabel().shape == (4,)
    assert iterator.getpad() == 0
    assert iterator.getindex().tolist() == [0, 1, 2, 3]


def test_parameters_may_be_texts(csv):
    assert csv(data_shape="(2,)", batch_size="5").provide_data == [("data", (5, 2))]


def test_the_first_batch_can_be_given_forever(csv):
    iterator = csv()
    iterator.debug_skip_load()
    assert [iterator.next().data[0].asnumpy()[0, 0] for _ in range(5)] == [0] * 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"data_shape": (3,)},
        {"data_csv": "no-such-file.csv"},
        {"batch_size": 23},
        {"batch_size": "many"},
        {"dtype": "float128"},
    ],
)
def test_what_does_not_fit_is_an_error(csv, wrong):
    with pytest.raises(mx.base.MXNetError):
        epoch(csv(**wrong))


@pytest.mark.parametrize("missing", ["data_csv", "data_shape", "batch_size"])
def test_missing_parameters_are_an_error(missing):
    settings = {"data_csv": "x", "data_shape": (2,), "batch_size": 4}
    del settings[missing]
    with pytest.raises(mx.base.MXNetError, match=f"Required parameter {missing}"):
        mx.io.CSVIter(**settings)


def test_a_line_that_is_no_number_is_an_error(tmp_path):
    (tmp_path / "bad.csv").write_text("1,2\n3,abc\n")
    with pytest.raises(mx.base.MXNetError):
        epoch(mx.io.CSVIter(data_csv=str(tmp_path / "bad.csv"), data_shape=(2,), batch_size=2))


@pytest.fixture
def mnist(tmp_path):
    """Eleven images of two by three pixels, each as bright as its label says."""
    images = np.repeat(np.arange(11, dtype="u1") * 10, 6).tobytes()
    (tmp_path / "images").write_bytes(struct.pack(">IIII", 2051, 11, 2, 3) + images)
    (tmp_path / "labels").write_bytes(struct.pack(">II", 2049, 11) + bytes(range(11)))

    def make(**kwargs):
        settings = {"image": str(tmp_path / "images"), "label": str(tmp_path / "labels"), "batch_size": 3}
        return mx.io.MNISTIter(**{**settings, "silent": True, "shuffle": False, **kwargs})

    make.folder = tmp_path
    return make


def labels(iterator):
    return [batch.label[0].asnumpy().astype(int).tolist() for batch in iterator]


def test_what_mnist_says_leaves_the_root_logger_to_the_program(mnist, monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])
    mnist(silent=False)
    assert not logging.root.handlers  # logging.basicConfig of the program still counts


def test_mnist_gives_the_full_batches(mnist):
    iterator = mnist()
    for _ in range(2):
        assert labels(iterator) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
        iterator.reset()


def test_mnist_pixels_are_divided_by_256(mnist):
    iterator = mnist()
    assert iterator.provide_data == [("data", (3, 1, 2, 3))]
    data = iterator.next().data[0].asnumpy()
    assert data[:, 0, 1, 2].tolist() == [0, 10 / 256, 20 / 256]


def test_mnist_images_can_be_flat(mnist):
    assert mnist(flat=True).next().data[0].shape == (3, 6)


@pytest.mark.parametrize(
    ("parts", "part", "expected"), [(2, 1, [[5, 6, 7], [8, 9, 10]]), (3, 1, [[3, 4, 5]]), (2, 0, [[0, 1, 2]])]
)
def test_mnist_can_be_read_in_parts(mnist, parts, part, expected):
    assert labels(mnist(num_parts=parts, part_index=part)) == expected


def test_mnist_is_shuffled_by_its_seed(mnist):
    first, again, other = (labels(mnist(shuffle=True, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len({label for batch in first for label in batch}) == 9


def test_old_programs_give_parameters_that_mnist_does_not_know(mnist):
    assert mnist(input_shape=(784,)).batch_size == 3


@pytest.mark.parametrize("wrong", [{"image": "no-such-file"}, {"dtype": "uint8"}, {"batch_size": 0}])
def test_what_does_not_fit_mnist_is_an_error(mnist, wrong):
    with pytest.raises(mx.base.MXNetError):
        labels(mnist(**wrong))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_mnist_that_claims_more_than_it_has(mnist, pack):
    """Memory is taken for what a file can hold, not for what its head claims."""
    (mnist.folder / "huge").write_bytes(pack(struct.pack(">II", 2049, 2**32 - 1) + b"123"))
    tracemalloc.start()
    try:
        with pytest.raises(mx.base.MXNetError, match=r"huge: expected 4294967295 bytes for shape .*, got 3"):
            mnist(label=str(mnist.folder / "huge"))
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_truncated_mnist_is_an_error(mnist):
    (mnist.folder / "cut").write_bytes((mnist.folder / "images").read_bytes()[:40])
    with pytest.raises(mx.base.MXNetError):
        labels(mnist(image=str(mnist.folder / "cut")))


def test_mnist_may_be_gzipped(mnist):
    packed = mnist.folder / "images.gz"
    packed.write_bytes(gzip.compress((mnist.folder / "images").read_bytes()))
    assert labels(mnist(image=str(packed)))[0] == [0, 1, 2]


def test_fewer_images_than_a_batch_are_an_error(mnist):
    with pytest.raises(mx.base.MXNetError, match="images: there is not one full batch"):
        mnist(batch_size=12)
