"""Datasets: what they hold, and their parts, samples and changes, as in MXNet 1.9.1."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data

NUMBERS = data.SimpleDataset(list(range(7)))
PAIRS = data.SimpleDataset([(1, 2), (3, 4)])


def samples(dataset):
    return [dataset[i] for i in range(len(dataset))]


def twice(x):
    return x * 2


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (NUMBERS.filter(lambda x: x % 2), [1, 3, 5]),
        (NUMBERS.shard(3, 0), [0, 1, 2]),
        (NUMBERS.shard(3, 1), [3, 4]),
        (NUMBERS.shard(3, 2), [5, 6]),
        (NUMBERS.shard(10, 8), []),
        (NUMBERS.take(3), [0, 1, 2]),
        (NUMBERS.take(0), []),
        (NUMBERS.take(None), [0, 1, 2, 3, 4, 5, 6]),
        (NUMBERS.take(100), [0, 1, 2, 3, 4, 5, 6]),
        (NUMBERS.sample(data.SequentialSampler(3, 2)), [2, 3, 4]),
        (NUMBERS.transform(twice), [0, 2, 4, 6, 8, 10, 12]),
        (NUMBERS.transform(twice).filter(lambda x: x > 8), [10, 12]),
        (NUMBERS.transform_first(twice), [0, 2, 4, 6, 8, 10, 12]),
        (PAIRS.transform(lambda x, y: x + y), [3, 7]),
        (PAIRS.transform_first(twice), [(2, 2), (6, 4)]),
        (data.SimpleDataset([[1, 2], [3, 4]]).transform(len), [2, 2]),
    ],
)
def test_parts_and_changes(made, expected):
    assert samples(made) == expected
    assert list(made) == expected


@pytest.mark.parametrize("lazy", [True, False])
def test_lazy_changes_are_made_when_asked_for(lazy):
    calls = []
    made = NUMBERS.transform(lambda x: calls.append(x) or x, lazy=lazy)
    assert len(calls) == (0 if lazy else 7)
    made[2], made[2]
    assert len(calls) == (2 if lazy else 7)


def test_random_sample_is_drawn_once():
    made = NUMBERS.sample(data.RandomSampler(7))
    assert sorted(made) == list(range(7))
    assert list(made) == list(made)


@pytest.mark.parametrize(("number", "index"), [(0, 0), (3, 3), (3, -1)])
def test_shards_that_do_not_exist(number, index):
    with pytest.raises(AssertionError):
        NUMBERS.shard(number, index)


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="0 or more samples"):
        NUMBERS.take(-1)


def test_sample_takes_samplers_only():
    with pytest.raises(TypeError):
        NUMBERS.sample([1, 2])


def test_base_class_must_be_filled_in():
    with pytest.raises(NotImplementedError):
        data.Dataset()[0]
    with pytest.raises(NotImplementedError):
        len(data.Dataset())


def test_array_dataset():
    dataset = data.ArrayDataset(np.arange(6).reshape(3, 2), [7, 8, 9])
    first, second = dataset[1]
    assert (first.tolist(), second, len(dataset)) == ([2, 3], 8, 3)
    assert data.ArrayDataset([4, 5])[1] == 5


def test_labels_of_an_array_dataset_are_numbers():
    dataset = data.ArrayDataset(mx.nd.arange(6).reshape((3, 2)), mx.nd.array([5, 6, 7]))
    image, label = dataset[1]
    assert isinstance(image, mx.nd.NDArray)
    assert (type(label), label) == (np.float32, 6)


@pytest.mark.parametrize("arrays", [(), ([1], [1, 2])])
def test_arrays_of_different_lengths(arrays):
    with pytest.raises(AssertionError):
        data.ArrayDataset(*arrays)


@pytest.fixture
def records(tmp_path):
    paths = str(tmp_path / "d.idx"), str(tmp_path / "d.rec")
    writer = mx.recordio.MXIndexedRecordIO(*paths, "w")
    for i in range(4):
        writer.write_idx(i * 10, bytes([65 + i]) * 3)
    writer.close()
    return paths[1]


def test_record_file_dataset(records):
    dataset = data.RecordFileDataset(records)
    assert list(dataset) == [b"AAA", b"BBB", b"CCC", b"DDD"]
    assert (len(dataset), dataset[-1]) == (4, b"DDD")
    assert pickle.loads(pickle.dumps(dataset))[2] == b"CCC"


def test_record_file_in_workers(records):
    dataset = data.RecordFileDataset(records)
    dataset[1]
    loader = data.DataLoader(dataset.transform(len), 1, num_workers=2)
    assert [int(batch.asscalar()) for batch in loader] == [3, 3, 3, 3]
    assert dataset[0] == b"AAA"


def test_missing_files(tmp_path, records):
    with pytest.raises(mx.MXNetError):
        data.RecordFileDataset(str(tmp_path / "none.rec"))
    (tmp_path / "d.idx").unlink()
    with pytest.raises(FileNotFoundError):
        data.RecordFileDataset(records)


def test_datasets_of_ones_own_find_their_folder(tmp_path):
    class Own(data.dataset._DownloadedDataset):
        def _get_data(self):
            (tmp_path / "new" / "own" / "file").write_text("7")
            self._data = self._label = [7]

    assert Own(str(tmp_path / "new" / "own"), None)[0] == (7, 7)


def test_mnist_of_other_files(site, tmp_path):
    """As programs of 1.9.1 do it for other data in the same format."""
    import hashlib

    from mxnet.gluon.data import vision

    from tests import loopback, standins

    content = {"a.gz": standins.images(3), "b.gz": standins.labels(3)}
    site.files |= {f"{loopback.REPOSITORY}gluon/dataset/letters/{name}": each for name, each in content.items()}

    class Letters(vision.MNIST):
        def __init__(self, root):
            self._train, self._namespace = True, "letters"
            self._train_data, self._train_label = (
                (name, hashlib.sha1(each).hexdigest()) for name, each in content.items()
            )
            super(vision.MNIST, self).__init__(root, None)

    assert len(Letters(str(tmp_path))) == 3
