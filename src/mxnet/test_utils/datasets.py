"""Small data sets and networks that MXNet's programs ask for by name.

What is in the working directory already is used as it is; what is missing is fetched from the addresses that 1.9.1 has.
"""

from __future__ import annotations

import bz2
import gzip
import os
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from .. import test_utils
from ..core.errors import MXNetError
from ..core.files import atomic_write
from ..core.interruptions import unless_interrupted
from ..io import DataIter, MNISTIter

_SITE = "http://data.mxnet.io"
_MNIST = tuple(f"{part}-{kind}" for part in ("train", "t10k") for kind in ("labels-idx1-ubyte", "images-idx3-ubyte"))
#: networks by name: where their files stand below ``models`` on MXNet's site, the one with the weights last
_NETWORKS = {
    "imagenet1k-inception-bn": ("imagenet/inception-bn/Inception-BN", "0126"),
    **{f"imagenet1k-resnet-{n}": (f"imagenet/resnet/{n}-layers/resnet-{n}", "0000") for n in (18, 34, 50, 101, 152)},
    **{f"imagenet1k-resnext-{n}": (f"imagenet/resnext/{n}-layers/resnext-{n}", "0000") for n in (50, 101)},
    "imagenet1k-resnext-101-64x4d": ("imagenet/resnext/101-layers/resnext-101-64x4d", "0000"),
    "imagenet11k-resnet-152": ("imagenet-11k/resnet-152/resnet-152", "0000"),
    **{f"imagenet11k-place365ch-resnet-{n}": (f"imagenet-11k-place365-ch/resnet-{n}", "0000") for n in (152, 50)},
}


def _present(url: str, fname: str | None = None, dirname: str | None = None) -> str:
    return test_utils.download(url, fname, dirname)  # by its public name: programs put their own in its place


def _unpacked(path: str, folder: str) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
    except zipfile.BadZipFile as error:
        raise MXNetError(f"{path}: no archive of the form zip: {error}") from error


def _idx(path: str, magic: int, dims: int) -> np.ndarray:
    with gzip.open(path) as stream:
        try:
            content = stream.read()
            found, *shape = struct.unpack_from(f">{1 + dims}I", content)
        except unless_interrupted(OSError, EOFError, struct.error) as error:
            raise MXNetError(f"{path}: no compressed file of MNIST: {error}") from error
    values = np.frombuffer(content, np.uint8 if dims > 1 else np.int8, offset=4 + 4 * dims)
    if found != magic or values.size != np.prod(shape, dtype=np.int64):
        raise MXNetError(
            f"{path}: expected {magic} and the values of shape {tuple(shape)}, got {found} and {values.size} values"
        )
    return values.reshape(shape)


def get_mnist() -> dict[str, np.ndarray]:
    """Return MNIST as arrays: ``train_data``, ``train_label``, ``test_data`` and ``test_label``.

    Images are float32 from 0 to 1, (N, 1, 28, 28), labels int8. The four ``.gz`` files are read from the working
    directory; those that are not there are fetched into it.
    """
    found = {}
    for part, name in (("train", "train"), ("test", "t10k")):
        label = _idx(_present(f"{_SITE}/data/mnist/{name}-labels-idx1-ubyte.gz"), 2049, 1)
        image = _idx(_present(f"{_SITE}/data/mnist/{name}-images-idx3-ubyte.gz"), 2051, 3)
        if len(label) != len(image):
            raise MXNetError(f"{name}: {len(image)} images and {len(label)} labels")
        found[f"{part}_data"] = image.reshape(-1, 1, *image.shape[1:]).astype(np.float32) / 255
        found[f"{part}_label"] = label
    return {name: found[name] for name in ("train_data", "train_label", "test_data", "test_label")}


def get_mnist_ubyte() -> None:
    """See to it that the four files of MNIST are in ``data``, not compressed; fetch and unpack them otherwise."""
    if not all(Path("data", name).exists() for name in _MNIST):
        _unpacked(_present(f"{_SITE}/mxnet/data/mnist.zip", dirname="data"), "data")


def get_mnist_pkl() -> None:
    """See to it that ``data/mnist.pkl.gz`` is there (it is not read); fetch it otherwise."""
    if not Path("data", "mnist.pkl.gz").exists():
        _present("http://deeplearning.net/data/mnist/mnist.pkl.gz", dirname="data")


def get_cifar10() -> None:
    """See to it that ``data/cifar/train.rec`` and ``test.rec`` are there; fetch and unpack them otherwise."""
    if not all(Path("data", "cifar", f"{part}.rec").exists() for part in ("train", "test")):
        _unpacked(_present(f"{_SITE}/mxnet/data/cifar10.zip", dirname="data"), "data")


def get_mnist_iterator(
    batch_size: int, input_shape: tuple[int, ...], num_parts: int = 1, part_index: int = 0
) -> tuple[DataIter, DataIter]:
    """Return iterators over MNIST for training and validation, of batches ``(batch_size, *input_shape)``.

    ``input_shape`` with one number gives flat images. ``num_parts`` and ``part_index``: the part of a worker.
    """
    get_mnist_ubyte()

    def iterator(name: str) -> DataIter:
        return MNISTIter(
            image=f"data/{name}-images-idx3-ubyte",
            label=f"data/{name}-labels-idx1-ubyte",
            input_shape=input_shape,
            batch_size=batch_size,
            shuffle=True,
            flat=len(input_shape) != 3,
            num_parts=num_parts,
            part_index=part_index,
        )

    return iterator("train"), iterator("t10k")


def get_zip_data(data_dir: str, url: str, data_origin_name: str) -> None:
    """Fetch an archive and unpack it in ``data_dir``, unless a file ``data_origin_name`` is there already."""
    path = os.path.join(data_dir, data_origin_name)
    if not os.path.exists(path):
        _present(url, dirname=data_dir)
        _unpacked(path, data_dir)


def get_bz2_data(data_dir: str, data_name: str, url: str, data_origin_name: str) -> None:
    """Fetch a file that bzip2 compressed to ``data_dir/data_name``, unless that is there; remove the compressed one."""
    path, origin = os.path.join(data_dir, data_name), os.path.join(data_dir, data_origin_name)
    if os.path.exists(path):
        return
    _present(url, origin)
    with bz2.open(origin) as packed, atomic_write(path) as stream:
        while piece := packed.read(1 << 20):
            stream.write(piece)
    os.remove(origin)


def download_model(
    model_name: str, dst_dir: str = "./", meta_info: Mapping[str, Mapping[str, str]] | None = None
) -> tuple[str | None, int]:
    """Fetch a network's checkpoint; return its prefix and epoch for ``load_checkpoint``, (None, 0) for unknown names.

    ``meta_info`` gives the addresses of ``symbol`` and ``params`` by name; those of MXNet's site by default. Files that
    are in ``dst_dir`` already are used.
    """
    if meta_info is None:
        meta_info = {
            name: {"symbol": f"{_SITE}/models/{path}-symbol.json", "params": f"{_SITE}/models/{path}-{epoch}.params"}
            for name, (path, epoch) in _NETWORKS.items()
        }
    if model_name not in meta_info:
        return None, 0
    addresses = meta_info[model_name]
    if missing := {"symbol", "params"} - set(addresses):
        raise AssertionError(f"meta_info[{model_name!r}] lacks {', '.join(sorted(missing))}")
    os.makedirs(dst_dir, exist_ok=True)
    prefix = os.path.join(dst_dir, model_name)
    _present(addresses["symbol"], f"{prefix}-symbol.json")
    _present(addresses["params"], f"{prefix}-0000.params")
    return prefix, 0


def get_im2rec_path(home_env: str = "MXNET_HOME") -> str:
    """Return the path of ``im2rec.py``: in ``tools`` of the folder that ``home_env`` names, else of this package."""
    home = os.environ.get(home_env)
    path = Path(home, "tools") if home else Path(__file__).parents[1] / "tools"
    if not (path / "im2rec.py").is_file():
        raise OSError(f"Could not find path to tools/im2rec.py: {path} has none ({home_env})")
    return str(path / "im2rec.py")
