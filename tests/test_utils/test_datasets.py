"""Data sets by name: files that are there are used, others are fetched."""

from __future__ import annotations

import bz2
import gzip
import struct
import zipfile

import mxnet as mx
import numpy as np
import pytest
from mxnet import test_utils

IMAGES = np.random.RandomState(0).randint(0, 256, (20, 28, 28)).astype(np.uint8)
LABELS = np.arange(20, dtype=np.uint8) % 10
FILES = {
    "images-idx3-ubyte": struct.pack(">IIII", 2051, 20, 28, 28) + IMAGES.tobytes(),
    "labels-idx1-ubyte": struct.pack(">II", 2049, 20) + LABELS.tobytes(),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def site(monkeypatch):
    """A site that has every file: addresses asked for, in order."""
    asked = []

    def download(url, fname=None, dirname=None, overwrite=False, retries=5):
        asked.append(url)
        path = fname or url.rsplit("/", 1)[-1]
        if dirname:
            mx.util.makedirs(dirname)
            path = f"{dirname}/{path}"
        if url.endswith(".bz2"):
            with open(path, "wb") as stream:
                stream.write(bz2.compress(b"content"))
        elif url.endswith(".zip"):
            with zipfile.ZipFile(path, "w") as archive:
                for part in ("train", "t10k"):
                    for name, content in FILES.items():
                        archive.writestr(f"{part}-{name}", content)
                    archive.writestr(f"cifar/{part.replace('t10k', 'test')}.rec", b"")
        else:
            with open(path, "wb") as stream:
                stream.write(b"")
        return path

    monkeypatch.setattr(test_utils, "download", download)
    return asked


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
    with pytest.raises(mx.MXNetError, match=r"train-labels-idx1-ubyte\.gz.*19 values"):
        test_utils.get_mnist()


@pytest.mark.parametrize(("shape", "data"), [((784,), (5, 784)), ((1, 28, 28), (5, 1, 28, 28))])
def test_the_iterators_of_mnist(folder, site, shape, data):
    train, test = test_utils.get_mnist_iterator(5, shape, num_parts=2, part_index=1)
    assert [len([*each]) for each in (train, test)] == [2, 2]
    assert train.provide_data[0].shape == data
    assert site == ["http://data.mxnet.io/mxnet/data/mnist.zip"]


@pytest.mark.parametrize(
    ("call", "made"),
    [
        (lambda: test_utils.get_cifar10(), "data/cifar/test.rec"),
        (lambda: test_utils.get_mnist_pkl(), "data/mnist.pkl.gz"),
        (lambda: test_utils.get_zip_data("d", "http://x/y/z.zip", "z.zip"), "d/cifar/train.rec"),
        (lambda: test_utils.get_bz2_data("d", "name", "http://x/name.bz2", "name.bz2"), "d/name"),
    ],
)
def test_what_is_missing_is_fetched_once(folder, site, call, made):
    (folder / "d").mkdir()
    call()
    assert (folder / made).exists()
    call()
    assert len(site) == 1


def test_networks_by_name(folder, site):
    assert test_utils.download_model("imagenet1k-resnet-18", "m") == ("m/imagenet1k-resnet-18", 0)
    assert site[1] == "http://data.mxnet.io/models/imagenet/resnet/18-layers/resnet-18-0000.params"
    assert test_utils.download_model("resnet-18") == (None, 0)


def test_the_path_of_im2rec(monkeypatch, tmp_path):
    monkeypatch.delenv("MXNET_HOME", raising=False)
    assert test_utils.get_im2rec_path().endswith("mxnet/tools/im2rec.py")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    with pytest.raises(OSError, match="Could not find"):
        test_utils.get_im2rec_path()
