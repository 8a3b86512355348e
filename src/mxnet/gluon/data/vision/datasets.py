"""Datasets of images: well-known ones from local files, and one's own from records, folders and lists."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .... import image, recordio
from ....base import data_dir
from ....core.errors import MXNetError
from ....io.mnist_iter import read_idx
from ....recordio.listing import read_list_file
from ....util import is_np_array
from ...functions import array_of
from ..dataset import Dataset, RecordFileDataset, _DownloadedDataset
from ..local_files import missing_files, read_member

__all__ = [
    "CIFAR10",
    "CIFAR100",
    "MNIST",
    "FashionMNIST",
    "ImageFolderDataset",
    "ImageListDataset",
    "ImageRecordDataset",
]

Transform = Callable[[Any, Any], Any] | None
_IMAGES, _LABELS = 2051, 2049
_PIXELS = 32 * 32 * 3


def _default_root(name: str) -> str:
    return os.path.join(data_dir(), "datasets", name)


def _label_array(labels: np.ndarray) -> Any:
    """Return labels as int32: a NumPy array, or under NumPy semantics one of ``mx.np``."""
    labels = labels.astype(np.int32)
    return array_of(labels, dtype=np.int32) if is_np_array() else labels


class MNIST(_DownloadedDataset):
    """Handwritten digits: 60,000 to train with, 10,000 to test with; uint8 ``(28, 28, 1)`` and an int32 label.

    Parameters: ``root``, the folder with ``train-images-idx3-ubyte.gz``, ``train-labels-idx1-ubyte.gz``,
    ``t10k-images-idx3-ubyte.gz`` and ``t10k-labels-idx1-ubyte.gz`` (unpacked will do); ``train``, which half;
    ``transform(data, label)``, applied to each sample. Raises an error that is :class:`~mxnet.base.MXNetError` and
    FileNotFoundError, and says which files are missing. Source: LeCun, Cortes, Burges, http://yann.lecun.com/exdb/mnist
    """

    _source = "http://yann.lecun.com/exdb/mnist"

    def __init__(self, root: str = _default_root("mnist"), train: bool = True, transform: Transform = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _get_data(self) -> None:
        half = "train" if self._train else "t10k"
        names = (f"{half}-images-idx3-ubyte.gz", f"{half}-labels-idx1-ubyte.gz")
        paths = [self._path(name) for name in names]
        if None in paths:
            missing = [name for name, path in zip(names, paths, strict=True) if path is None]
            raise missing_files(self._root, missing, type(self).__name__, self._source)
        images, labels = (read_idx(str(path), kind) for path, kind in zip(paths, (_IMAGES, _LABELS), strict=True))
        if len(images) != len(labels):
            raise MXNetError(f"{paths[0]} has {len(images)} images, {paths[1]} {len(labels)} labels")
        self._data = array_of(images[..., None], dtype=np.uint8)
        self._label = _label_array(labels)

    def _path(self, name: str) -> str | None:
        """Return where a file is, gzipped or not."""
        full = os.path.join(self._root, name)
        return next((each for each in (full, full.removesuffix(".gz")) if os.path.isfile(each)), None)


class FashionMNIST(MNIST):
    """Images of clothes in ten classes, in the form and with the file names of :class:`MNIST`.

    Source: Xiao, Rasul, Vollgraf, https://github.com/zalandoresearch/fashion-mnist
    """

    _source = "https://github.com/zalandoresearch/fashion-mnist"

    def __init__(
        self, root: str = _default_root("fashion-mnist"), train: bool = True, transform: Transform = None
    ) -> None:
        super().__init__(root, train, transform)


class CIFAR10(_DownloadedDataset):
    """Images in ten classes: 50,000 to train with, 10,000 to test with; uint8 ``(32, 32, 3)`` and an int32 label.

    ``root`` is the folder with ``data_batch_1.bin`` to ``data_batch_5.bin`` and ``test_batch.bin``, or with a folder
    of them, or with the archive ``cifar-10-binary.tar.gz``. Other parameters and errors: see :class:`MNIST`.
    Source: Krizhevsky, "Learning multiple layers of features from tiny images", 2009.
    """

    _archive = "cifar-10-binary.tar.gz"
    _files: tuple[Sequence[str], Sequence[str]] = ([f"data_batch_{i}.bin" for i in range(1, 6)], ["test_batch.bin"])
    #: how many labels stand before the pixels, and which of them is taken
    _labels, _which = 1, 0

    def __init__(self, root: str = _default_root("cifar10"), train: bool = True, transform: Transform = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _get_data(self) -> None:
        names = self._files[0 if self._train else 1]
        found = {name: read_member(self._root, name, self._archive) for name in names}
        contents = {name: content for name, content in found.items() if content is not None}
        missing = [name for name in names if name not in contents]
        if missing:
            where = [*missing, f"or {self._archive}"]
            raise missing_files(self._root, where, type(self).__name__, "https://www.cs.toronto.edu/~kriz/cifar.html")
        length = self._labels + _PIXELS
        for name, content in contents.items():
            if len(content) % length:
                raise MXNetError(f"{name} in {self._root}: expected samples of {length} bytes, got {len(content)}")
        samples = np.frombuffer(b"".join(contents.values()), np.uint8).reshape(-1, length)
        pixels = samples[:, self._labels :].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        self._data = array_of(pixels, dtype=np.uint8)
        self._label = _label_array(samples[:, self._which])


class CIFAR100(CIFAR10):
    """Images in 100 classes (``fine_label``) that form 20 groups: see :class:`CIFAR10`.

    ``root`` has ``train.bin`` and ``test.bin``, or a folder of them, or ``cifar-100-binary.tar.gz``.
    """

    _archive = "cifar-100-binary.tar.gz"
    _files = (["train.bin"], ["test.bin"])
    _labels = 2

    def __init__(
        self,
        root: str = _default_root("cifar100"),
        fine_label: bool = False,
        train: bool = True,
        transform: Transform = None,
    ) -> None:
        self._which = int(fine_label)
        super().__init__(root, train, transform)


class ImageRecordDataset(RecordFileDataset):
    """The images of a RecordIO file, with the labels they were packed with: a number, or several in an array.

    ``filename`` is the ``.rec``, with its ``.idx`` beside it. ``flag``: 1 for three colours, 0 for one grey channel.
    ``transform(data, label)`` is applied to each sample.
    """

    def __init__(self, filename: str, flag: int = 1, transform: Transform = None) -> None:
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx: Any) -> Any:
        header, body = recordio.unpack(super().__getitem__(idx))
        decoded = image.imdecode(body, self._flag)
        return (decoded, header.label) if self._transform is None else self._transform(decoded, header.label)


class _ImageFiles(Dataset):
    """Images in files: ``items`` lists their paths and labels."""

    items: list[tuple[str, Any]]

    def __init__(self, root: str, flag: int, transform: Transform) -> None:
        self._root = os.path.expanduser(root)
        self._flag, self._transform = flag, transform
        self._exts = [".jpg", ".jpeg", ".png"]

    def __getitem__(self, idx: Any) -> Any:
        path, label = self.items[idx]
        decoded = image.imread(path, self._flag)
        return (decoded, label) if self._transform is None else self._transform(decoded, label)

    def __len__(self) -> int:
        return len(self.items)


class ImageFolderDataset(_ImageFiles):
    """The JPEG and PNG files in the folders of a folder, each of which is a class.

    ``synsets`` lists the names of classes, in alphabetical order; a label is the class's place in it. ``items`` lists
    paths and labels. What else lies there is passed over with a warning. ``flag`` and ``transform``: see
    :class:`ImageRecordDataset`. Raises FileNotFoundError where there is no such folder.
    """

    def __init__(self, root: str, flag: int = 1, transform: Transform = None) -> None:
        super().__init__(root, flag, transform)
        self.synsets: list[str] = []
        self.items = []
        for name in sorted(os.listdir(self._root)):
            folder = os.path.join(self._root, name)
            if not os.path.isdir(folder):
                warnings.warn(f"{folder} is passed over: it is no folder of images", stacklevel=2)
                continue
            self.items += [(path, len(self.synsets)) for path in self._images(folder)]
            self.synsets.append(name)

    def _images(self, folder: str) -> Iterator[str]:
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if os.path.splitext(name)[1].lower() in self._exts:
                yield path
            else:
                warnings.warn(f"{path} is passed over: it is none of {', '.join(self._exts)}", stacklevel=3)


class ImageListDataset(_ImageFiles):
    """The images of a list: of MXNet 2.

    ``imglist`` is the path of a ``.lst`` file as ``im2rec`` writes it (number, labels and path, separated by tabs), or
    a list of lists: labels, then the path. Paths are below ``root``. One label is a float32, several are an array.
    """

    def __init__(
        self,
        root: str = ".",
        imglist: str | Sequence[Sequence[Any]] | None = None,
        flag: int = 1,
        transform: Any = None,
    ) -> None:
        super().__init__(root, flag, transform)
        if isinstance(imglist, str):
            full = imglist if os.path.isabs(imglist) or os.path.isfile(imglist) else os.path.join(self._root, imglist)
            entries: list[Sequence[Any]] = [(each.labels, each.path) for each in read_list_file(full, 1)]
        elif isinstance(imglist, (list, tuple)):
            entries = list(imglist)
        else:
            raise ValueError(f"imglist: expected a path or a list, got {type(imglist).__name__}")
        self.items = [self._item(entry) for entry in entries]

    def _item(self, entry: Sequence[Any]) -> tuple[str, Any]:
        *labels, path = entry
        values = np.array([float(part) for label in labels for part in np.ravel(label)], np.float32)
        return os.path.join(self._root, path), values[0] if len(values) == 1 else values
