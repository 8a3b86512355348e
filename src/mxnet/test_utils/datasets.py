"""Small data sets and networks that MXNet's programs ask for by name.

What is in the working directory already is used as it is; what is not is downloaded, from 1.9.1's addresses first.
"""

from __future__ import annotations

import bz2
import gzip
import os
import pickle
import shutil
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .. import test_utils
from ..core.downloads import DownloadError, Source, data_dir, fetch, has_sha1
from ..core.errors import MXNetError
from ..core.files.archives import ArchiveError, check_growth, extract_all
from ..core.files.paths import exists
from ..core.files.saving import atomic_write, staged, written_together
from ..gluon.data import vision
from ..gluon.download import File, advice, repository_files
from ..gluon.download import download as gluon_download
from ..io import DataIter, MNISTIter
from ..io.mnist_iter import read_idx
from ..recordio import IRHeader, MXRecordIO, pack_img

__all__ = [
    "DummyIter", "download", "download_model", "get_bz2_data", "get_cifar10", "get_im2rec_path", "get_mnist",
    "get_mnist_iterator", "get_mnist_pkl", "get_mnist_ubyte", "get_zip_data",
]  # fmt: skip

_SITE = "http://data.mxnet.io"
#: networks by name: where their files stand below ``models`` on MXNet's site, the one with the weights last
_NETWORKS = {
    "imagenet1k-inception-bn": ("imagenet/inception-bn/Inception-BN", "0126"),
    **{f"imagenet1k-resnet-{n}": (f"imagenet/resnet/{n}-layers/resnet-{n}", "0000") for n in (18, 34, 50, 101, 152)},
    **{f"imagenet1k-resnext-{n}": (f"imagenet/resnext/{n}-layers/resnext-{n}", "0000") for n in (50, 101)},
    "imagenet1k-resnext-101-64x4d": ("imagenet/resnext/101-layers/resnext-101-64x4d", "0000"),
    "imagenet11k-resnet-152": ("imagenet-11k/resnet-152/resnet-152", "0000"),
    **{f"imagenet11k-place365ch-resnet-{n}": (f"imagenet-11k-place365-ch/resnet-{n}", "0000") for n in (152, 50)},
}
_MNIST_ZIP, _CIFAR_ZIP = f"{_SITE}/mxnet/data/mnist.zip", f"{_SITE}/mxnet/data/cifar10.zip"
_MNIST_PICKLE = "http://deeplearning.net/data/mnist/mnist.pkl.gz"
#: the addresses of what these functions put into a program's working directory, by name
FILES: dict[str, tuple[str, ...]] = {
    **{url.rpartition("/")[2]: (url,) for url in (_MNIST_ZIP, _CIFAR_ZIP, _MNIST_PICKLE)},
    **{
        name: (f"{_SITE}/models/{path}-symbol.json", f"{_SITE}/models/{path}-{epoch}.params")
        for name, (path, epoch) in _NETWORKS.items()
    },
}


def _present(url: str, fname: str | None = None, dirname: str | None = None) -> str:
    return test_utils.download(url, fname, dirname)  # by its public name: programs put their own in its place


def _unpacked(url: str, archive: str, needed: Sequence[str]) -> None:
    """Download an archive unless it is there, and unpack it beside itself; ``needed`` are files that it has to have."""
    folder = os.path.dirname(archive)

    def unpack(path: str) -> None:
        extract_all(path, folder)
        if missing := [name for name in needed if not exists(name)]:
            raise ArchiveError(f"{', '.join(missing)} is not in it")

    source = Source(url, archive, unpack=unpack, exact=False)
    hint = advice(url.rpartition("/")[2], folder, [(os.path.basename(archive), None)])
    fetch([source], lambda: bool(needed) and all(map(exists, needed)), advice=hint)


def _home(cls: type[vision.MNIST | vision.CIFAR10]) -> str:
    return os.path.join(data_dir(), "datasets", cls._namespace)


def get_mnist() -> dict[str, np.ndarray]:
    """Return MNIST as arrays: ``train_data``, ``train_label``, ``test_data`` and ``test_label``.

    Images are float32 from 0 to 1, (N, 1, 28, 28), labels int8. The four ``.gz`` files are read from the working
    directory; those that are not there are downloaded into it.
    """
    result = {}
    for part in ("train", "test"):
        label = read_idx(_mnist_file(getattr(vision.MNIST, f"_{part}_label")), 2049).view(np.int8)
        image = read_idx(_mnist_file(getattr(vision.MNIST, f"_{part}_data")), 2051)
        if len(label) != len(image):
            raise MXNetError(f"{part}: {len(image)} images and {len(label)} labels")
        result[f"{part}_data"] = image.reshape(-1, 1, *image.shape[1:]).astype(np.float32) / 255
        result[f"{part}_label"] = label
    return {name: result[name] for name in ("train_data", "train_label", "test_data", "test_label")}


def _mnist_file(file: File) -> str:
    """Return a file of MNIST in the working directory, where it is downloaded, or copied from ``MXNET_HOME``."""
    name, sha1 = file
    url = f"{_SITE}/data/mnist/{name}"
    if test_utils.download is not download:
        return _present(url)
    copy = os.path.join(_home(vision.MNIST), name)
    addresses = [copy, url] if has_sha1(copy, sha1) else [url]
    if not exists(name):
        hint = advice(vision.MNIST._namespace, ".", [file])
        fetch([Source(addresse, name, sha1) for addresse in addresses], lambda: exists(name), advice=hint)
    return name


def _mnist_files() -> list[str]:
    """Return the paths of :func:`_mnist_names` in ``MXNET_HOME``, once they are there."""
    return repository_files(vision.MNIST._namespace, _home(vision.MNIST), _mnist_names())


def _mnist_names() -> list[File]:
    """Return images and labels of both halves."""
    kind = vision.MNIST
    return [kind._train_data, kind._train_label, kind._test_data, kind._test_label]


def _first_or_made(get: Callable[[], object], make: Callable[[], None], message: str) -> None:
    """Download; where no address has the file any more, make it of the data set's own files, and say so."""
    try:
        get()
    except DownloadError as error:
        try:
            make()
        except DownloadError as other:
            raise DownloadError(f"{error}\n{other}") from other
        warnings.warn(f"{message} ({str(error).splitlines()[1].strip()})", stacklevel=3)


def get_mnist_ubyte() -> None:
    """See to it that the four files of MNIST are in ``data``, not compressed; download them otherwise."""
    paths = [os.path.join("data", name.removesuffix(".gz")) for name, _ in _mnist_names()]
    if all(map(exists, paths)):
        return

    def make() -> None:
        for packed in _mnist_files():
            path = os.path.join("data", os.path.basename(packed).removesuffix(".gz"))
            with gzip.open(packed) as stream, atomic_write(path) as target:
                shutil.copyfileobj(stream, target)

    os.makedirs("data", exist_ok=True)
    if all(has_sha1(os.path.join(_home(vision.MNIST), name), sha1) for name, sha1 in _mnist_names()):
        make()
        return
    _first_or_made(
        lambda: _unpacked(_MNIST_ZIP, os.path.join("data", "mnist.zip"), paths),
        make,
        "the files of MNIST in data are those that its authors published",
    )


def get_mnist_pkl() -> None:
    """See to it that ``data/mnist.pkl.gz`` is there (it is not read); download it otherwise.

    Where no address has it, it is made of MNIST's own files, with a warning: pairs of images, float32 ``(N, 784)`` in
    [0, 1), and labels, int64, of 50,000 digits to train with, 10,000 to validate, and 10,000 to test.
    """
    path = os.path.join("data", "mnist.pkl.gz")
    if exists(path):
        return

    def make() -> None:
        arrays = [read_idx(item, magic) for item, magic in zip(_mnist_files(), (2051, 2049) * 2, strict=True)]
        images = [(array.reshape(len(array), -1) / np.float32(256)).astype(np.float32) for array in arrays[::2]]
        labels = [array.astype(np.int64) for array in arrays[1::2]]
        last = len(labels[0]) // 6
        halves = (images[0][:-last], labels[0][:-last]), (images[0][-last:], labels[0][-last:]), (images[1], labels[1])
        with atomic_write(path) as stream, gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
            pickle.dump(halves, packed, protocol=2)

    os.makedirs("data", exist_ok=True)
    _first_or_made(lambda: _present(_MNIST_PICKLE, dirname="data"), make, f"{path} is made of MNIST's own files")


def get_cifar10() -> None:
    """See to it that ``data/cifar/train.rec`` and ``test.rec`` are there; download and unpack them otherwise.

    Where no address has them, they are made of CIFAR-10's own files, with a warning: the same images, as PNG and in
    the order of those files.
    """
    paths = [os.path.join("data", "cifar", f"{part}.rec") for part in ("train", "test")]
    if all(map(exists, paths)):
        return

    def make() -> None:
        os.makedirs(os.path.dirname(paths[0]), exist_ok=True)
        for path in paths:
            _write_records(path, vision.CIFAR10(_home(vision.CIFAR10), train=path == paths[0]))

    os.makedirs("data", exist_ok=True)
    _first_or_made(
        lambda: _unpacked(_CIFAR_ZIP, os.path.join("data", "cifar10.zip"), paths),
        make,
        f"{' and '.join(paths)} are made of CIFAR-10's own files, in another order and coding than MXNet's",
    )


def _write_records(path: str, images: vision.CIFAR10) -> None:
    pixels, labels = images._data.asnumpy(), np.asarray(images._label)
    listed = f"{path.removesuffix('.rec')}.lst"
    with written_together(), staged(path) as records, atomic_write(listed, "w", encoding="utf-8") as listing:
        writer = MXRecordIO(records, "w")
        for i, (image, label) in enumerate(zip(pixels, labels, strict=True)):
            writer.write(pack_img(IRHeader(0, float(label), i, 0), image[..., ::-1], img_fmt=".png"))
            listing.write(f"{i}\t{float(label):f}\t{i}.png\n")
        writer.close()


def get_mnist_iterator(
    batch_size: int, input_shape: tuple[int, ...], num_parts: int = 1, part_index: int = 0
) -> tuple[DataIter, DataIter]:
    """Return iterators over MNIST for training and validation, of batches ``(batch_size, *input_shape)``.

    ``input_shape`` with one number gives flat images. ``num_parts`` and ``part_index``: the part of a worker.
    """
    get_mnist_ubyte()

    def iterator(name: str) -> DataIter:
        files = {"image": f"data/{name}-images-idx3-ubyte", "label": f"data/{name}-labels-idx1-ubyte"}
        form = {"input_shape": input_shape, "flat": len(input_shape) != 3, "batch_size": batch_size}
        return MNISTIter(**files, **form, shuffle=True, num_parts=num_parts, part_index=part_index)

    return iterator("train"), iterator("t10k")


def get_zip_data(data_dir: str, url: str, data_origin_name: str) -> None:
    """Download an archive and unpack it in ``data_dir``, unless a file ``data_origin_name`` is there already."""
    path = os.path.join(data_dir, data_origin_name)
    if not exists(path):
        _unpacked(url, path, [])


def get_bz2_data(data_dir: str, data_name: str, url: str, data_origin_name: str) -> None:
    """Download a file that bzip2 compressed, unless ``data_dir/data_name`` is there, and unpack it to that.

    The compressed file, ``data_dir/data_origin_name``, is used where it is there, and removed.
    """
    path, origin = os.path.join(data_dir, data_name), os.path.join(data_dir, data_origin_name)

    def unpack(packed: str) -> None:
        try:
            with bz2.open(packed) as stream, atomic_write(path) as target:
                while piece := stream.read(1 << 20):
                    target.write(piece)
                    check_growth(target.tell(), os.path.getsize(packed))
        except (ValueError, EOFError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise ArchiveError(f"cannot decompress {packed}: {error}") from error

    if not exists(path):
        source = Source(url, origin, unpack=unpack, keep=False, exact=False)
        fetch([source], lambda: exists(path))


def download_model(
    model_name: str, dst_dir: str = "./", meta_info: Mapping[str, Mapping[str, str]] | None = None
) -> tuple[str | None, int]:
    """Fetch a network's checkpoint; return its prefix and epoch for ``load_checkpoint``, (None, 0) for unknown names.

    ``meta_info`` gives the addresses of ``symbol`` and ``params`` by name; those of MXNet's site by default. Files that
    are in ``dst_dir`` already are used.
    """
    if meta_info is None:
        meta_info = {name: dict(zip(("symbol", "params"), FILES[name], strict=True)) for name in _NETWORKS}
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


# -- iterators ---------------------------------------------------------------------------------------------------------


class DummyIter(DataIter):
    """An iterator that gives the first batch of another one for ever, to time training without reading."""

    def __init__(self, real_iter: DataIter) -> None:
        super().__init__(real_iter.batch_size)
        self.provide_data, self.provide_label = real_iter.provide_data, real_iter.provide_label
        self.real_iter, self.the_batch = real_iter, next(real_iter)

    def __iter__(self) -> DummyIter:
        return self

    def next(self) -> Any:
        """Return the batch."""
        return self.the_batch

    def iter_next(self) -> bool:
        """Tell that there is always another batch."""
        return True

    def reset(self) -> None:
        """Do nothing: there is no place to go back to."""

    def getdata(self) -> Any:
        """Return the batch's data."""
        return self.the_batch.data

    def getlabel(self) -> Any:
        """Return the batch's labels."""
        return self.the_batch.label

    def getindex(self) -> Any:
        """Return the batch's indices."""
        return self.the_batch.index

    def getpad(self) -> Any:
        """Return how many rows of the batch are padding."""
        return self.the_batch.pad


def download(
    url: str, fname: str | None = None, dirname: str | None = None, overwrite: bool = False, retries: int = 5
) -> str:
    """Download ``url`` to a file and return its path; an existing file is not replaced unless ``overwrite``.

    ``fname`` defaults to the last part of the URL; in ``dirname``, which is created, if that is given. For ``retries``
    and errors see :func:`mxnet.gluon.utils.download`.
    """
    path = os.path.join(dirname or "", fname) if fname else os.path.join(dirname or "", "")
    return gluon_download(url, path or None, overwrite, retries=retries)
