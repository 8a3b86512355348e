"""Datasets of images, from files in their original forms."""

from __future__ import annotations

import gzip
import pathlib
import struct
import tarfile

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data
from mxnet.gluon.data import vision

RECORDS = pathlib.Path(__file__).parents[2] / "data" / "records"
RANDOM = np.random.RandomState(0)
DIGITS = RANDOM.randint(0, 256, (5, 28, 28)).astype(np.uint8)
CIFAR = RANDOM.randint(0, 256, (12, 3, 32, 32)).astype(np.uint8)


@pytest.fixture
def mnist(tmp_path, any_content):
    for half, count in (("train", 5), ("t10k", 3)):
        images = struct.pack(">IIII", 2051, count, 28, 28) + DIGITS[:count].tobytes()
        (tmp_path / f"{half}-images-idx3-ubyte.gz").write_bytes(gzip.compress(images))
        labels = struct.pack(">II", 2049, count) + bytes(range(count))
        (tmp_path / f"{half}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(labels))
    return tmp_path


@pytest.mark.parametrize("kind", [vision.MNIST, vision.FashionMNIST])
def test_mnist_datasets_read_their_files(mnist, kind):
    dataset = kind(root=str(mnist))
    image, label = dataset[1]
    assert (len(dataset), len(kind(root=str(mnist), train=False))) == (5, 3)
    assert (image.shape, image.dtype, label, label.dtype) == ((28, 28, 1), np.uint8, 1, np.int32)
    np.testing.assert_array_equal(image.asnumpy()[..., 0], DIGITS[1])
    assert kind(root=str(mnist), transform=lambda x, y: int(y) + 10)[3] == 13


@mx.util.use_np
@pytest.mark.parametrize(("kind", "files"), [(vision.MNIST, "mnist"), (vision.CIFAR10, "cifar")])
def test_labels_are_arrays_under_numpy_semantics(kind, files, request):
    dataset = kind(root=str(request.getfixturevalue(files)))
    _, label = dataset[1]
    _, labels = dataset[:3]
    assert (type(label), label.shape, label.dtype) == (mx.np.ndarray, (), np.int32)
    assert (type(labels), labels.tolist()) == (mx.np.ndarray, [0, 1, 2])


def test_mnist_in_batches(mnist):
    (batch,) = data.DataLoader(vision.MNIST(root=str(mnist)).transform_first(vision.transforms.ToTensor()), 5)
    assert (batch[0].shape, batch[1].asnumpy().tolist()) == ((5, 1, 28, 28), [0, 1, 2, 3, 4])


@pytest.fixture
def cifar(tmp_path, any_content):
    for i in range(5):
        content = b"".join(bytes([2 * i + j]) + CIFAR[2 * i + j].tobytes() for j in range(2))
        (tmp_path / f"data_batch_{i + 1}.bin").write_bytes(content)
    (tmp_path / "test_batch.bin").write_bytes(bytes([9]) + CIFAR[10].tobytes())
    for name in ("train", "test"):
        content = b"".join(bytes([i, i + 50]) + CIFAR[i].tobytes() for i in range(4))
        (tmp_path / f"{name}.bin").write_bytes(content)
    return tmp_path


def test_cifar10(cifar):
    dataset = vision.CIFAR10(root=str(cifar))
    image, label = dataset[3]
    assert (len(dataset), image.shape, image.dtype, label, label.dtype) == (10, (32, 32, 3), np.uint8, 3, np.int32)
    np.testing.assert_array_equal(image.asnumpy().transpose(2, 0, 1), CIFAR[3])
    assert vision.CIFAR10(root=str(cifar), train=False)[0][1] == 9


@pytest.mark.parametrize(("fine", "label"), [(False, 3), (True, 53)])
def test_cifar100(cifar, fine, label):
    dataset = vision.CIFAR100(root=str(cifar), fine_label=fine, train=False)
    assert (len(dataset), dataset[3][1]) == (4, label)
    np.testing.assert_array_equal(dataset[3][0].asnumpy().transpose(2, 0, 1), CIFAR[3])


@pytest.fixture
def records():
    return str(RECORDS / "photos.rec")


def test_image_records(records):
    dataset = vision.ImageRecordDataset(records)
    image, label = dataset[0]
    assert (len(dataset), image.shape, image.dtype, label) == (8, (24, 32, 3), np.uint8, 0.0)
    assert dataset[1][1].tolist() == [1, 1.5, 2]
    assert vision.ImageRecordDataset(records, flag=0)[0][0].shape == (24, 32, 1)
    assert vision.ImageRecordDataset(records, transform=lambda x, y: x.shape)[6] == (128, 160, 3)


@pytest.mark.parametrize("way", [{}, {"num_workers": 2}, {"num_workers": 2, "thread_pool": True}])
def test_image_records_in_batches(records, way):
    steps = vision.transforms.Compose([vision.transforms.Resize(16), vision.transforms.ToTensor()])
    dataset = vision.ImageRecordDataset(records).transform(first_label).transform_first(steps)
    batches = list(data.DataLoader(dataset, 4, **way))
    assert [batch[0].shape for batch in batches] == [(4, 3, 16, 16)] * 2
    assert batches[1][1].asnumpy().tolist() == [1, 5, 0, 7]


def first_label(image, label):
    return image, float(np.ravel(label)[0])


@pytest.fixture
def folder(tmp_path, records):
    reader = mx.recordio.MXIndexedRecordIO(str(RECORDS / "photos.idx"), records, "r")
    for name in ("dog/1.png", "dog/6.JPG", "cat/0.png"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(mx.recordio.unpack(reader.read_idx(int(path.stem)))[1])
    (tmp_path / "empty").mkdir()
    return tmp_path


def test_image_folder(folder):
    dataset = vision.ImageFolderDataset(str(folder))
    names = [(str(folder / name), label) for name, label in (("cat/0.png", 0), ("dog/1.png", 1), ("dog/6.JPG", 1))]
    assert (dataset.synsets, dataset.items, len(dataset)) == (["cat", "dog", "empty"], names, 3)
    assert (dataset[0][0].shape, dataset[2][0].shape, dataset[2][1]) == ((24, 32, 3), (128, 160, 3), 1)
    assert vision.ImageFolderDataset(str(folder), flag=0)[0][0].shape == (24, 32, 1)
    assert vision.ImageFolderDataset(str(folder), transform=lambda x, y: y)[1] == 1


@pytest.mark.parametrize("name", ["file.txt", "dog/notes.txt"])
def test_other_files_are_passed_over(folder, name):
    (folder / name).write_text("words")
    with pytest.warns(UserWarning, match=name.rpartition("/")[2]):
        assert len(vision.ImageFolderDataset(str(folder))) == 3


def test_folder_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        vision.ImageFolderDataset(str(tmp_path / "none"))


# -- beyond 1.9.1 -------------------------------------------------------------------------------------------------


def test_unpacked_files(mnist):
    for path in list(mnist.iterdir()):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
    assert len(vision.MNIST(root=str(mnist))) == 5


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (vision.MNIST, ["train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"]),
        (vision.FashionMNIST, ["train-images-idx3-ubyte.gz"]),
        (vision.CIFAR10, ["data_batch_1.bin", "data_batch_5.bin", "cifar-10-binary.tar.gz"]),
        (vision.CIFAR100, ["train.bin", "cifar-100-binary.tar.gz"]),
    ],
)
def test_error_says_which_files_to_put_where(tmp_path, kind, names):
    with pytest.raises(mx.MXNetError) as error:
        kind(root=str(tmp_path / "data"))
    assert isinstance(error.value, OSError)
    for text in (*names, str(tmp_path / "data"), "MXNET_OFFLINE", "remx fetch", kind._namespace):
        assert text in str(error.value)


def test_archive_of_cifar(cifar, tmp_path):
    root = tmp_path / "archived"
    root.mkdir()
    with tarfile.open(root / "cifar-10-binary.tar.gz", "w:gz") as archive:
        for path in cifar.glob("*batch*.bin"):
            archive.add(path, f"cifar-10-batches-bin/{path.name}")
    assert len(vision.CIFAR10(root=str(root))) == 10


def test_folder_in_the_folder(cifar, tmp_path):
    root = tmp_path / "outer"
    root.mkdir()
    inner = root / "cifar-100-binary"
    inner.mkdir()
    for name in ("train.bin", "test.bin"):
        (cifar / name).rename(inner / name)
    assert len(vision.CIFAR100(root=str(root))) == 4


def test_damaged_files(mnist, cifar):
    (mnist / "train-images-idx3-ubyte.gz").write_bytes(b"no images")
    with pytest.raises(mx.MXNetError, match="train-images"):
        vision.MNIST(root=str(mnist))
    (cifar / "train.bin").write_bytes(b"short")
    with pytest.raises(mx.MXNetError, match=r"train\.bin"):
        vision.CIFAR100(root=str(cifar))


def test_image_list(folder):
    (folder / "images.lst").write_text("0\t3\tcat/0.png\n1\t4\t5\tdog/1.png\n")
    dataset = vision.ImageListDataset(str(folder), "images.lst")
    assert (len(dataset), dataset[0][1], dataset[1][1].tolist()) == (2, 3.0, [4.0, 5.0])
    assert dataset[1][0].shape == (28, 36, 3)
    listed = vision.ImageListDataset(str(folder), [[3, "cat/0.png"], [[4, 5], "dog/1.png"]])
    assert (listed[0][1], listed[1][1].tolist()) == (3.0, [4.0, 5.0])
    with pytest.raises(ValueError):
        vision.ImageListDataset(str(folder))
