"""Data sets by name: files that are there are used, others are fetched."""

from __future__ import annotations

import bz2
import gzip
import pickle
import struct

import mxnet as mx
import numpy as np
import pytest
from mxnet import test_utils
from mxnet.core.files import archives

from tests.loopback import REPOSITORY
from tests.standins import tarred, zipped

IMAGES = np.random.RandomState(0).randint(0, 256, (20, 28, 28)).astype(np.uint8)
LABELS = np.arange(20, dtype=np.uint8) % 10
FILES = {
    "images-idx3-ubyte": struct.pack(">IIII", 2051, 20, 28, 28) + IMAGES.tobytes(),
    "labels-idx1-ubyte": struct.pack(">II", 2049, 20) + LABELS.tobytes(),
}


pytestmark = pytest.mark.usefixtures("any_content")
DATA = "http://data.mxnet.io/"
PARTS = {f"{part}-{name}": content for part in ("train", "t10k") for name, content in FILES.items()}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working directory, and an empty folder of data sets."""
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def published(site):
    """A server that has every file of MXNet's site."""
    site.files |= {f"{DATA}data/mnist/{name}.gz": gzip.compress(content) for name, content in PARTS.items()}
    site.files |= {
        f"{DATA}mxnet/data/mnist.zip": zipped(PARTS),
        f"{DATA}mxnet/data/cifar10.zip": zipped({"cifar/train.rec": b"", "cifar/test.rec": b""}),
        "http://deeplearning.net/data/mnist/mnist.pkl.gz": b"packed",
        f"{DATA}models/imagenet/resnet/18-layers/resnet-18-symbol.json": b"{}",
        f"{DATA}models/imagenet/resnet/18-layers/resnet-18-0000.params": b"weights",
        "http://x.test/y/z.zip": zipped({"z/a.txt": b"a"}),
        "http://x.test/name.bz2": bz2.compress(b"content"),
    }
    return site


def test_mnist_is_read_from_files_that_are_there(folder):
    for part in ("train", "t10k"):
        for name, content in FILES.items():
            (folder / f"{part}-{name}.gz").write_bytes(gzip.compress(content))
    found = test_utils.get_mnist()
    np.testing.assert_array_equal(found["test_data"], IMAGES[:, None].astype(np.float32) / 255)
    np.testing.assert_array_equal(found["train_label"], LABELS)
    assert (found["train_data"].dtype, found["test_label"].dtype) == (np.float32, np.int8)


def test_a_cut_file_of_mnist_is_named(folder):
    for part in ("train", "t10k"):
        for name, content in FILES.items():
            (folder / f"{part}-{name}.gz").write_bytes(gzip.compress(content[:-1]))
    with pytest.raises(mx.MXNetError, match=r"train-labels-idx1-ubyte\.gz.*got 19"):
        test_utils.get_mnist()


def test_mnist_is_downloaded(folder, published):
    found = test_utils.get_mnist()
    np.testing.assert_array_equal(found["test_data"], IMAGES[:, None].astype(np.float32) / 255)
    test_utils.get_mnist()
    assert published.asked == [
        f"{DATA}data/mnist/{part}-{kind}-ubyte.gz"
        for part in ("train", "t10k")
        for kind in ("labels-idx1", "images-idx3")
    ]
    assert len([*folder.iterdir()]) == 4


def test_a_download_put_in_the_place_of_ours(folder, monkeypatch):
    def download(url, fname=None, dirname=None, overwrite=False, retries=5):
        (folder / url.rpartition("/")[2]).write_bytes(gzip.compress(PARTS[url.rpartition("/")[2].removesuffix(".gz")]))
        return url.rpartition("/")[2]

    monkeypatch.setattr(test_utils, "download", download)
    assert len(test_utils.get_mnist()["train_label"]) == 20


@pytest.mark.parametrize(("shape", "data"), [((784,), (5, 784)), ((1, 28, 28), (5, 1, 28, 28))])
def test_the_iterators_of_mnist(folder, published, shape, data):
    train, test = test_utils.get_mnist_iterator(5, shape, num_parts=2, part_index=1)
    assert [len([*each]) for each in (train, test)] == [2, 2]
    assert train.provide_data[0].shape == data
    assert published.asked == [f"{DATA}mxnet/data/mnist.zip"]


@pytest.mark.parametrize(
    ("call", "paths"),
    [
        (lambda: test_utils.get_mnist_ubyte(), ["data/mnist.zip", *(f"data/{name}" for name in PARTS)]),
        (lambda: test_utils.get_cifar10(), ["data/cifar/test.rec", "data/cifar/train.rec", "data/cifar10.zip"]),
        (lambda: test_utils.get_mnist_pkl(), ["data/mnist.pkl.gz"]),
        (lambda: test_utils.get_zip_data("d", "http://x.test/y/z.zip", "z.zip"), ["d/z.zip", "d/z/a.txt"]),
        (lambda: test_utils.get_bz2_data("d", "name", "http://x.test/name.bz2", "name.bz2"), ["d/name"]),
    ],
)
def test_what_is_not_there_is_downloaded_once(folder, published, call, paths):
    for _ in range(2):
        call()
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == sorted(paths)
    assert len(published.asked) == 1


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (lambda: test_utils.get_zip_data("d", "http://x.test/a", "z.zip"), b"<html>"),
        (lambda: test_utils.get_zip_data("d", "http://x.test/a", "z.zip"), zipped({"../a": b"", "b": b""})),
        (lambda: test_utils.get_zip_data("d", "http://x.test/a", "z.zip"), zipped({"/etc/a": b"", "b": b""})),
        (lambda: test_utils.get_bz2_data("d", "name", "http://x.test/a", "n.bz2"), b"<html>"),
        (lambda: test_utils.get_bz2_data("d", "name", "http://x.test/a", "n.bz2"), bz2.compress(bytes(3 << 20))),
        (lambda: test_utils.get_bz2_data("d", "name", "http://x.test/a", "n.bz2"), bz2.compress(b"abc")[:-3]),
    ],
)
def test_what_comes_and_is_no_archive_of_use_leaves_nothing(folder, site, monkeypatch, call, wrong):
    monkeypatch.setattr(archives, "_ALWAYS", 1 << 20)
    site.files["http://x.test/a"] = wrong
    with pytest.raises(mx.MXNetError, match="it is not the right file"):
        call()
    assert [*(folder / "d").iterdir()] == []


def test_an_archive_of_no_use_that_is_there_is_replaced(folder, published):
    (folder / "data").mkdir()
    (folder / "data" / "mnist.zip").write_bytes(b"<html>")
    test_utils.get_mnist_ubyte()
    assert (folder / "data" / "train-labels-idx1-ubyte").read_bytes() == PARTS["train-labels-idx1-ubyte"]


def test_networks_by_name(folder, published):
    assert test_utils.download_model("imagenet1k-resnet-18", "m") == ("m/imagenet1k-resnet-18", 0)
    assert published.asked[1] == f"{DATA}models/imagenet/resnet/18-layers/resnet-18-0000.params"
    assert test_utils.download_model("resnet-18") == (None, 0)


# -- files that no server has any more ---------------------------------------------------------------------------------


@pytest.fixture
def homes(site):
    """A server that has the data sets' own files only, under MXNet's repository."""
    for name, content in PARTS.items():
        site.files[f"{REPOSITORY}gluon/dataset/mnist/{name}.gz"] = gzip.compress(content)
    pictures = np.random.RandomState(0).randint(0, 256, (6, 2, 3072)).astype(np.uint8)
    names = [*(f"data_batch_{i}.bin" for i in range(1, 6)), "test_batch.bin"]
    batches = {
        name: b"".join(bytes([i]) + picture.tobytes() for i, picture in enumerate(two))
        for name, two in zip(names, pictures, strict=True)
    }
    site.files[f"{REPOSITORY}gluon/dataset/cifar10/cifar-10-binary.tar.gz"] = tarred(batches)
    return pictures


def test_mnist_unpacked_from_its_own_files(folder, homes):
    with pytest.warns(UserWarning, match="those that its authors published"):
        test_utils.get_mnist_ubyte()
    assert {path.name: path.read_bytes() for path in (folder / "data").iterdir()} == PARTS


def test_mnist_pickled_from_its_own_files(folder, homes):
    with pytest.warns(UserWarning, match=r"mnist\.pkl\.gz is made of MNIST's own files"):
        test_utils.get_mnist_pkl()
    with gzip.open(folder / "data" / "mnist.pkl.gz") as stream:
        train, validation, test = pickle.load(stream)
    assert [len(images) for images, _ in (train, validation, test)] == [17, 3, 20]
    np.testing.assert_array_equal(validation[0], IMAGES[17:].reshape(3, 784).astype(np.float32) / 256)
    assert (train[0].dtype, train[1].dtype, train[1].tolist()) == (np.float32, np.int64, LABELS[:17].tolist())


def test_cifar_packed_from_its_own_files(folder, homes):
    with pytest.warns(UserWarning, match="made of CIFAR-10's own files"):
        test_utils.get_cifar10()
    records = mx.recordio.MXRecordIO("data/cifar/train.rec", "r")
    for i, picture in enumerate(homes[:5].reshape(10, 3, 32, 32)):
        header, image = mx.recordio.unpack_img(records.read())
        assert (header.label, header.id) == (i % 2, i)
        np.testing.assert_array_equal(image[..., ::-1], picture.transpose(1, 2, 0))
    assert records.read() is None
    assert (folder / "data" / "cifar" / "test.lst").read_text().splitlines()[1].split() == ["1", "1.000000", "1.png"]


def test_files_at_home_are_copied(folder, homes, site):
    mx.gluon.data.vision.MNIST(str(folder / "home" / "datasets" / "mnist"))
    mx.gluon.data.vision.MNIST(str(folder / "home" / "datasets" / "mnist"), train=False)
    site.files.clear()
    site.asked.clear()
    assert len(test_utils.get_mnist()["test_label"]) == 20
    test_utils.get_mnist_ubyte()
    assert (folder / "data" / "t10k-labels-idx1-ubyte").exists()
    assert site.asked == []


def test_the_path_of_im2rec(monkeypatch, tmp_path):
    monkeypatch.delenv("MXNET_HOME", raising=False)
    assert test_utils.get_im2rec_path().endswith("mxnet/tools/im2rec.py")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    with pytest.raises(OSError, match="Could not find"):
        test_utils.get_im2rec_path()
