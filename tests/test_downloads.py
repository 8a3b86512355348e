"""A program that asks for everything that MXNet downloads runs to its end, and asks for what 1.9.1 asks for."""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import socket
import subprocess
import time
from pathlib import Path

import mxnet as mx
import pytest
from mxnet.contrib import text
from mxnet.core.downloads import DownloadError, reach
from mxnet.gluon.contrib.data import text as texts
from mxnet.gluon.data import vision

from tests import warm
from tests.loopback import REPOSITORY
from tests.standins import images, labels, tarred, zipped

#: checksums of stand-ins in the place of the published ones, given by the test
PATCH = """
import sys
from mxnet.contrib.text import embedding
from mxnet.gluon.contrib.data import text
from mxnet.gluon.data import vision
from mxnet.gluon.model_zoo import model_store

sha1 = {sha1}
def patched(files):
    if isinstance(files, dict):
        return {{key: patched(file) for key, file in files.items()}}
    return (files[0], sha1[files[0]]) if isinstance(files[0], str) else [patched(file) for file in files]

for kind in (vision.MNIST, vision.FashionMNIST, vision.CIFAR10, vision.CIFAR100, text.WikiText2, text.WikiText103):
    for name in ("_archive_file", "_train_data", "_train_label", "_test_data", "_test_label", "_data_file"):
        if hasattr(kind, name):
            setattr(kind, name, patched(getattr(kind, name)))
model_store._model_sha1["mobilenet0.25"] = sha1["mobilenet0.25"]
for kind in (embedding.GloVe, embedding.FastText):
    kind.pretrained_file_name_sha1.update({{name: sha1.get(name) for name in kind.pretrained_file_name_sha1}})
"""
#: every function of 1.9.1 that downloads, called twice
CALLS = """
test_utils.get_mnist()
test_utils.get_mnist_ubyte()
test_utils.get_mnist_pkl()
test_utils.get_cifar10()
test_utils.get_mnist_iterator(2, (784,))
test_utils.download_model("imagenet1k-resnet-18")
vision.MNIST(train=True)
vision.MNIST(train=False)
vision.FashionMNIST(train=False)
vision.CIFAR10(train=True)
vision.CIFAR10(train=False)
vision.CIFAR100(train=True)
texts.WikiText2(segment="validation")
texts.WikiText103(segment="test")
gluon.model_zoo.vision.mobilenet0_25(pretrained=True)
gluon.model_zoo.vision.get_model("mobilenet0.25", pretrained=True)
text.embedding.create("glove", pretrained_file_name="glove.6B.50d.txt")
text.embedding.create("fasttext", pretrained_file_name="wiki.simple.vec")
"""
HEAD = """
import mxnet as mx
from mxnet import gluon, test_utils
from mxnet.contrib import text
from mxnet.gluon.data import vision
from mxnet.gluon.contrib.data import text as texts
"""
MNIST = ["train-images-idx3", "train-labels-idx1", "t10k-images-idx3", "t10k-labels-idx1"]
SITE = "http://data.mxnet.io/"
#: what MXNet 1.9.1 asked a server of stand-ins for, in this order, for the same calls
ASKED = [
    *(f"{SITE}data/mnist/{MNIST[i]}-ubyte.gz" for i in (1, 0, 3, 2)),
    f"{SITE}mxnet/data/mnist.zip",
    "http://deeplearning.net/data/mnist/mnist.pkl.gz",
    f"{SITE}mxnet/data/cifar10.zip",
    f"{SITE}models/imagenet/resnet/18-layers/resnet-18-symbol.json",
    f"{SITE}models/imagenet/resnet/18-layers/resnet-18-0000.params",
    *(f"{REPOSITORY}gluon/dataset/mnist/{name}-ubyte.gz" for name in MNIST),
    *(f"{REPOSITORY}gluon/dataset/fashion-mnist/{name}-ubyte.gz" for name in MNIST[2:]),
    f"{REPOSITORY}gluon/dataset/cifar10/cifar-10-binary.tar.gz",
    f"{REPOSITORY}gluon/dataset/cifar100/cifar-100-binary.tar.gz",
    f"{REPOSITORY}gluon/dataset/wikitext-2/wikitext-2-v1.zip",
    f"{REPOSITORY}gluon/dataset/wikitext-103/wikitext-103-v1.zip",
    f"{REPOSITORY}gluon/models/mobilenet0.25-{{weights}}.zip",
    f"{REPOSITORY}gluon/embeddings/glove/glove.6B.zip",
    f"{REPOSITORY}gluon/embeddings/fasttext/wiki.simple.zip",
]
#: where 1.9.1 put what the program reads: below ``MXNET_HOME``, and in the working directory
PLACES = [
    *(f"home/datasets/mnist/{name}-ubyte.gz" for name in MNIST),
    *(f"home/datasets/fashion-mnist/{name}-ubyte.gz" for name in MNIST[2:]),
    *(f"home/datasets/cifar10/data_batch_{i}.bin" for i in range(1, 6)),
    "home/datasets/cifar10/test_batch.bin",
    "home/datasets/cifar10/cifar-10-binary.tar.gz",
    "home/datasets/cifar100/train.bin",
    "home/datasets/cifar100/test.bin",
    "home/datasets/cifar100/cifar-100-binary.tar.gz",
    *(f"home/datasets/wikitext-2/wiki.{part}.tokens" for part in ("train", "valid", "test")),
    "home/datasets/wikitext-2/wikitext-2-v1.zip",
    *(f"home/datasets/wikitext-103/wiki.{part}.tokens" for part in ("train", "valid", "test")),
    "home/datasets/wikitext-103/wikitext-103-v1.zip",
    "home/models/mobilenet0.25-{weights}.params",
    "home/embeddings/glove/glove.6B.50d.txt",
    "home/embeddings/glove/glove.6B.zip",
    "home/embeddings/fasttext/wiki.simple.vec",
    "home/embeddings/fasttext/wiki.simple.zip",
    *(f"{name}-ubyte.gz" for name in MNIST),
    *(f"data/{name}-ubyte" for name in MNIST),
    "data/mnist.zip",
    "data/mnist.pkl.gz",
    "data/cifar10.zip",
    "data/cifar/train.rec",
    "data/cifar/test.rec",
    "imagenet1k-resnet-18-symbol.json",
    "imagenet1k-resnet-18-0000.params",
]


def sha1(content):
    return hashlib.sha1(content).hexdigest()


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """A file of weights of mobilenet0.25."""
    net = mx.gluon.model_zoo.vision.mobilenet0_25()
    net.initialize()
    net(mx.nd.zeros((1, 3, 32, 32)))
    path = tmp_path_factory.mktemp("weights") / "a.params"
    net.save_parameters(str(path))
    return path.read_bytes()


@pytest.fixture
def published(site, weights):
    """Serve stand-ins for everything; return the checksums by the files' names."""
    digits = {
        f"{half}-{kind}-ubyte.gz": make(count)
        for half, count in (("train", 6), ("t10k", 4))
        for kind, make in (("images-idx3", images), ("labels-idx1", labels))
    }
    for name, content in digits.items():
        for folder in (
            f"{REPOSITORY}gluon/dataset/mnist/",
            f"{REPOSITORY}gluon/dataset/fashion-mnist/",
            f"{SITE}data/mnist/",
        ):
            site.files[folder + name] = content
    ten = {
        f"{name}.bin": bytes([i]) * 3073
        for i, name in enumerate([*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"])
    }
    hundred = {f"{name}.bin": bytes([i]) * 3074 for i, name in enumerate(["train", "test"])}
    words = {f"wiki.{part}.tokens": b" the cat sat\n" * 20 for part in ("train", "valid", "test")}
    vectors = {f"glove.6B.{n}d.txt": b"the 1 2\nof 3 4\n" for n in (50, 100)}
    simple = {"wiki.simple.vec": b"the 1 2\nof 3 4\n"}
    network = f"mobilenet0.25-{sha1(weights)[:8]}"
    archives = {
        f"{REPOSITORY}gluon/dataset/cifar10/cifar-10-binary.tar.gz": tarred(ten),
        f"{REPOSITORY}gluon/dataset/cifar100/cifar-100-binary.tar.gz": tarred(hundred),
        f"{REPOSITORY}gluon/dataset/wikitext-2/wikitext-2-v1.zip": zipped({f"w/{k}": v for k, v in words.items()}),
        f"{REPOSITORY}gluon/dataset/wikitext-103/wikitext-103-v1.zip": zipped({f"w/{k}": v for k, v in words.items()}),
        f"{REPOSITORY}gluon/models/{network}.zip": zipped({f"{network}.params": weights}),
        f"{REPOSITORY}gluon/embeddings/glove/glove.6B.zip": zipped(vectors),
        f"{REPOSITORY}gluon/embeddings/fasttext/wiki.simple.zip": zipped(simple),
        f"{SITE}mxnet/data/mnist.zip": zipped(
            {name[:-3]: gzip.decompress(content) for name, content in digits.items()}
        ),
        "http://deeplearning.net/data/mnist/mnist.pkl.gz": b"packed",
        f"{SITE}mxnet/data/cifar10.zip": zipped({"cifar/train.rec": b"", "cifar/test.rec": b""}),
        f"{SITE}models/imagenet/resnet/18-layers/resnet-18-symbol.json": b"{}",
        f"{SITE}models/imagenet/resnet/18-layers/resnet-18-0000.params": b"weights",
    }
    site.files |= archives
    members = digits | ten | hundred | words | vectors | simple
    known = {name: sha1(content) for name, content in members.items()}
    known |= {url.rpartition("/")[2]: sha1(content) for url, content in archives.items()}
    return known | {"mobilenet0.25": sha1(weights)}


def test_a_program_of_all_downloads(site, published, tmp_path):
    lines = [line for line in CALLS.strip().splitlines() for _ in range(2)]
    text = PATCH.format(sha1=published) + HEAD + "\n".join(lines)
    home = {"MXNET_HOME": str(tmp_path / "home"), "PYTHONPATH": str(Path(mx.__file__).parents[1])}
    words = [*warm.python(), "-c", text]
    done = subprocess.run(words, cwd=tmp_path, env=os.environ | home, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr
    short = published["mobilenet0.25"][:8]
    assert site.asked == [url.replace("{weights}", short) for url in ASKED]
    places = sorted(place.replace("{weights}", short) for place in PLACES)
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()) == places


def no_name(*_, **__):
    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


def refuse(*_, **__):
    raise ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")


def no_route(*_, **__):
    raise OSError(errno.ENETUNREACH, "Network is unreachable")


def an_address(*_, **__):
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 80))]


def silent_name_server(*_, **__):
    time.sleep(3)
    return []


def silent(seconds):
    def connect(self, address):
        time.sleep(min(seconds, self.gettimeout() or seconds))
        raise TimeoutError("timed out")

    return connect


NETWORKS = {
    "no names": ({"getaddrinfo": no_name}, "no such host, or no network"),
    "refused": ({"getaddrinfo": an_address, "socket.connect": refuse}, "connection refused"),
    "no route": ({"getaddrinfo": an_address, "socket.connect": no_route}, "no route to it"),
    "a silent name server": ({"getaddrinfo": silent_name_server}, "the name server is silent"),
    "silent servers": ({"getaddrinfo": an_address, "socket.connect": silent(60)}, "no connection came about"),
}


@pytest.mark.parametrize("call", CALLS.strip().splitlines())
@pytest.mark.parametrize("case", ["no names", "refused", "no route"])
def test_without_a_network_there_is_one_error_in_seconds(tmp_path, monkeypatch, case, call):
    _check_no_network(tmp_path, monkeypatch, case, call, 10)


@pytest.mark.parametrize("case", ["a silent name server", "silent servers"])
@pytest.mark.parametrize(
    "call", ["vision.MNIST()", "test_utils.get_mnist_ubyte()", 'text.embedding.create("fasttext")']
)
def test_where_all_is_silent_there_is_one_error_in_seconds(tmp_path, monkeypatch, case, call):
    """Waiting is a tenth as long here as it is in programs."""
    monkeypatch.setattr(reach, "NAME", reach.NAME / 10)
    monkeypatch.setattr(reach, "CONNECT", reach.CONNECT / 10)
    _check_no_network(tmp_path, monkeypatch, case, call, 1)


def _check_no_network(tmp_path, monkeypatch, case, call, seconds):
    functions, message = NETWORKS[case]
    monkeypatch.delenv("MXNET_OFFLINE")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(reach, "_silent_until", {})
    for name, function in functions.items():
        monkeypatch.setattr(f"socket.{name}", function)
    root = "embedding_root" if "embedding" in call else "root"
    if "test_utils" not in call:  # whose default was computed when the module was imported
        call = f"{call[:-1]}{'' if call.endswith('()') else ', '}{root}={str(tmp_path)!r})"
    begun = time.monotonic()
    with pytest.raises(DownloadError, match=message) as caught:
        eval(call, {"vision": vision, "texts": texts, "gluon": mx.gluon, "text": text, "test_utils": mx.test_utils})
    assert time.monotonic() - begun < seconds
    assert isinstance(caught.value, (mx.MXNetError, OSError))
    assert "url http" in str(caught.value)
    assert "MXNET_DATA_MIRROR" in str(caught.value)
