"""Datasets of images: well-known ones, which are downloaded, and one's own from records, folders and lists."""

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .... import image, recordio
from .... import ndarray as nd  # noqa: F401  (programs take this and dataset from here)
from ....base import data_dir
from ....core.errors import MXNetError, explains_arguments
from ....core.files.paths import is_file, is_folder
from ....core.shared_methods import Shared
from ....io.mnist_iter import read_idx
from ....recordio.listing import read_list_file
from ....util import is_np_array
from ...download import File, archived_files, repository_files
from ...functions import array_of
from .. import dataset  # noqa: F401
from ..dataset import Dataset, RecordFileDataset, _DownloadedDataset

__all__ = [
    "CIFAR10", "CIFAR100", "MNIST", "FashionMNIST", "ImageFolderDataset", "ImageListDataset", "ImageRecordDataset",
]  # fmt: skip

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

    Raises :class:`~mxnet.core.downloads.DownloadError`, an :class:`~mxnet.base.MXNetError` and OSError that says what
    was tried. Source: LeCun, Cortes, Burges, http://yann.lecun.com/exdb/mnist

    Parameters
    ----------
    root
        The folder of the files ``train-images-idx3-ubyte.gz``, ``train-labels-idx1-ubyte.gz``,
        ``t10k-images-idx3-ubyte.gz`` and ``t10k-labels-idx1-ubyte.gz``, which are downloaded where they are not there
        (unpacked ones will do).

    Examples
    --------
    >>> def write(name, kind, values):  # files made up here: where there are none, the real ones are downloaded
    ...     header = np.array([kind, *values.shape], '>u4')
    ...     with open(name, 'wb') as stream:
    ...         n = stream.write(header.tobytes() + values.astype('uint8').tobytes())
    >>> write('t10k-images-idx3-ubyte', 2051, np.zeros((5, 28, 28)))
    >>> write('t10k-labels-idx1-ubyte', 2049, np.arange(5))
    >>> dataset = gluon.data.vision.MNIST(root='.', train=False)
    >>> image, label = dataset[3]
    >>> print(len(dataset), image.shape, label)
    5 (28, 28, 1) 3
    """

    _namespace = "mnist"
    _train_data: File = ("train-images-idx3-ubyte.gz", "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d")
    _train_label: File = ("train-labels-idx1-ubyte.gz", "2a80914081dc54586dbdf242f9805a6b8d2a15fc")
    _test_data: File = ("t10k-images-idx3-ubyte.gz", "c3a25af1f52dad7f726cce8cacb138654b760d48")
    _test_label: File = ("t10k-labels-idx1-ubyte.gz", "763e7fa3757d93b0cdec073cef058b2004252c17")

    @explains_arguments
    def __init__(self, root: str = _default_root("mnist"), train: bool = True, transform: Transform = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _get_data(self) -> None:
        paths = self._paths()
        images, labels = (read_idx(str(path), kind) for path, kind in zip(paths, (_IMAGES, _LABELS), strict=True))
        if len(images) != len(labels):
            raise MXNetError(f"{paths[0]} has {len(images)} images, {paths[1]} {len(labels)} labels")
        self._data = array_of(images[..., None], dtype=np.uint8)
        self._label = _label_array(labels)

    def _paths(self) -> list[str]:
        """Return the paths of images and labels, once they are there."""
        files = [self._train_data, self._train_label] if self._train else [self._test_data, self._test_label]
        unpacked = [os.path.join(self._root, name.removesuffix(".gz")) for name, _ in files]
        if all(map(is_file, unpacked)) and not any(is_file(f"{path}.gz") for path in unpacked):
            return unpacked
        return repository_files(self._namespace, self._root, files)


class FashionMNIST(MNIST):
    """Images of clothes in ten classes, in the form and with the file names of :class:`MNIST`.

    Source: Xiao, Rasul, Vollgraf, https://github.com/zalandoresearch/fashion-mnist

    Parameters
    ----------
    root
        The folder of the files, as of :class:`MNIST`.

    Examples
    --------
    >>> def write(name, kind, values):  # files made up here: where there are none, the real ones are downloaded
    ...     header = np.array([kind, *values.shape], '>u4')
    ...     with open(name, 'wb') as stream:
    ...         n = stream.write(header.tobytes() + values.astype('uint8').tobytes())
    >>> write('t10k-images-idx3-ubyte', 2051, np.zeros((5, 28, 28)))
    >>> write('t10k-labels-idx1-ubyte', 2049, np.arange(5))
    >>> dataset = gluon.data.vision.FashionMNIST(root='.', train=False)
    >>> image, label = dataset[3]
    >>> print(len(dataset), image.shape, label)
    5 (28, 28, 1) 3
    """

    _namespace = "fashion-mnist"
    _train_data = ("train-images-idx3-ubyte.gz", "0cf37b0d40ed5169c6b3aba31069a9770ac9043d")
    _train_label = ("train-labels-idx1-ubyte.gz", "236021d52f1e40852b06a4c3008d8de8aef1e40b")
    _test_data = ("t10k-images-idx3-ubyte.gz", "626ed6a7c06dd17c0eec72fa3be1740f146a2863")
    _test_label = ("t10k-labels-idx1-ubyte.gz", "17f9ab60e7257a1620f4ad76bbbaf857c3920701")

    @explains_arguments
    def __init__(
        self, root: str = _default_root("fashion-mnist"), train: bool = True, transform: Transform = None
    ) -> None:
        super().__init__(root, train, transform)


class CIFAR10(_DownloadedDataset):
    """Images in ten classes: 50,000 to train with, 10,000 to test with; uint8 ``(32, 32, 3)`` and an int32 label.

    Errors are those of :class:`MNIST`. Source: Krizhevsky, "Learning multiple layers of features from tiny images",
    2009.

    Parameters
    ----------
    root
        The folder of ``data_batch_1.bin`` to ``data_batch_5.bin`` and ``test_batch.bin`` (a folder of them in it will
        do), or of the archive ``cifar-10-binary.tar.gz`` that they are taken out of, which is downloaded where it is
        not there.
    """

    _namespace = "cifar10"
    _archive_file: File = ("cifar-10-binary.tar.gz", "fab780a1e191a7eda0f345501ccd62d20f7ed891")
    _train_data: Sequence[File] = (
        ("data_batch_1.bin", "aadd24acce27caa71bf4b10992e9e7b2d74c2540"),
        ("data_batch_2.bin", "c0ba65cce70568cd57b4e03e9ac8d2a5367c1795"),
        ("data_batch_3.bin", "1dd00a74ab1d17a6e7d73e185b69dbf31242f295"),
        ("data_batch_4.bin", "aab85764eb3584312d3c7f65fd2fd016e36a258e"),
        ("data_batch_5.bin", "26e2849e66a845b7f1e4614ae70f4889ae604628"),
    )
    _test_data: Sequence[File] = (("test_batch.bin", "67eb016db431130d61cd03c7ad570b013799c88c"),)
    #: how many labels stand before the pixels, and which of them is taken
    _labels, _which = 1, 0

    @explains_arguments
    def __init__(self, root: str = _default_root("cifar10"), train: bool = True, transform: Transform = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _get_data(self) -> None:
        length = self._labels + _PIXELS
        contents = []
        for path in self._paths():
            with open(path, "rb") as stream:
                contents.append(stream.read())
            if len(contents[-1]) % length:
                raise MXNetError(f"{path}: expected samples of {length} bytes, got {len(contents[-1])}")
        samples = np.frombuffer(b"".join(contents), np.uint8).reshape(-1, length)
        pixels = samples[:, self._labels :].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        self._data = array_of(pixels, dtype=np.uint8)
        self._label = _label_array(samples[:, self._which])

    def _paths(self) -> list[str]:
        """Return the paths of the files of the half, once they are there."""
        all_files = [*self._train_data, *self._test_data]
        files = self._train_data if self._train else self._test_data
        return archived_files(self._namespace, self._root, self._archive_file, files, all_files)


class CIFAR100(CIFAR10):
    """Images in 100 classes that form 20 groups: see :class:`CIFAR10`.

    Parameters
    ----------
    root
        The folder of ``train.bin`` and ``test.bin``, or of a folder of them, or of ``cifar-100-binary.tar.gz``.
    fine_label
        True: labels are the 100 classes; False: the 20 groups.
    """

    _namespace = "cifar100"
    _archive_file = ("cifar-100-binary.tar.gz", "a0bb982c76b83111308126cc779a992fa506b90b")
    _train_data = (("train.bin", "e207cd2e05b73b1393c74c7f5e7bea451d63e08e"),)
    _test_data = (("test.bin", "8fb6623e830365ff53cf14adec797474f5478006"),)
    _labels = 2

    @explains_arguments
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

    Parameters
    ----------
    filename
        The path of the ``.rec`` file, beside which its index ``.idx`` lies.
    flag
        1: three colours; 0: one grey channel.
    transform
        ``transform(data, label)``, applied to each sample; None: none. ``dataset.transform_first`` is for the image
        alone.

    Examples
    --------
    >>> record = mx.recordio.MXIndexedRecordIO('b.idx', 'b.rec', 'w')
    >>> header = mx.recordio.IRHeader(0, 7, 0, 0)
    >>> n = record.write_idx(0, mx.recordio.pack_img(header, np.zeros((4, 6, 3), 'uint8'), img_fmt='.png'))
    >>> record.close()
    >>> image, label = gluon.data.vision.ImageRecordDataset('b.rec')[0]
    >>> print(image.shape, label)
    (4, 6, 3) 7.0
    """

    @explains_arguments
    def __init__(self, filename: str, flag: int = 1, transform: Transform = None) -> None:
        super().__init__(filename)
        self._flag, self._transform = flag, transform

    def __getitem__(self, idx: Any) -> Any:
        header, body = recordio.unpack(super().__getitem__(idx))
        decoded = image.imdecode(body, self._flag)
        return (decoded, header.label) if self._transform is None else self._transform(decoded, header.label)


class _ImageFiles(Dataset, metaclass=Shared):
    """Images in files: ``items`` lists their paths and labels."""

    items: list[tuple[str, Any]]

    def _init(self, root: str, flag: int, transform: Transform) -> None:
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
    paths and labels. What else lies there is passed over with a warning. Raises FileNotFoundError where there is no
    such folder.

    Parameters
    ----------
    root
        The path of the folder of folders.
    flag
        1: three colours; 0: one grey channel.
    transform
        ``transform(data, label)``, applied to each sample; None: none. ``dataset.transform_first`` is for the image
        alone.

    Examples
    --------
    >>> import cv2, os
    >>> for name in 'cat', 'dog':
    ...     os.makedirs(f'pets/{name}')
    ...     done = cv2.imwrite(f'pets/{name}/1.png', np.zeros((4, 6, 3), 'uint8'))
    >>> dataset = gluon.data.vision.ImageFolderDataset('pets')
    >>> dataset.synsets
    ['cat', 'dog']
    >>> image, label = dataset[1]
    >>> print(image.shape, label)
    (4, 6, 3) 1
    """

    @explains_arguments
    def __init__(self, root: str, flag: int = 1, transform: Transform = None) -> None:
        self._init(root, flag, transform)
        self.synsets: list[str] = []
        self.items = []
        for name in sorted(os.listdir(self._root)):
            folder = os.path.join(self._root, name)
            if not is_folder(folder):
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

    One label is a float32, several are an array.

    Parameters
    ----------
    root
        The folder below which paths are.
    imglist
        The path of a ``.lst`` file as ``im2rec`` writes it (number, labels and path, separated by tabs), or a list of
        lists: labels, then the path.
    flag
        1: three colours; 0: one grey channel.
    transform
        ``transform(data, label)``, applied to each sample; None: none. ``dataset.transform_first`` is for the image
        alone.

    Examples
    --------
    >>> import cv2
    >>> done = cv2.imwrite('dog.png', np.zeros((4, 6, 3), 'uint8'))
    >>> dataset = gluon.data.vision.ImageListDataset('.', [[1, 'dog.png']])
    >>> image, label = dataset[0]
    >>> print(image.shape, label)
    (4, 6, 3) 1.0
    """

    @explains_arguments
    def __init__(
        self,
        root: str = ".",
        imglist: str | Sequence[Sequence[Any]] | None = None,
        flag: int = 1,
        transform: Any = None,
    ) -> None:
        self._init(root, flag, transform)
        if isinstance(imglist, str):
            path = imglist if os.path.isabs(imglist) or is_file(imglist) else os.path.join(self._root, imglist)
            entries: list[Sequence[Any]] = [(item.labels, item.path) for item in read_list_file(path, 1)]
        elif isinstance(imglist, (list, tuple)):
            entries = list(imglist)
        else:
            raise ValueError(f"imglist: expected a path or a list, got {type(imglist).__name__}")
        self.items = [self._item(entry) for entry in entries]

    def _item(self, entry: Sequence[Any]) -> tuple[str, Any]:
        *labels, path = entry
        values = np.array([float(part) for label in labels for part in np.ravel(label)], np.float32)
        return os.path.join(self._root, path), values[0] if len(values) == 1 else values
