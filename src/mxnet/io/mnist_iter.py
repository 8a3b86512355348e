"""Batches from the files of MNIST."""

import gzip
import logging
import math
import os
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.interruptions import explained
from ..core.params import NonNegative, Positive
from .file_iter import COMMON, RowBatch, iterator

_log = logging.getLogger(__name__)
#: bytes that a file may claim to have, packed or not
_LONGEST = 1 << 32
#: the most bytes that one byte of gzip can decompress to
_MOST_PACKED = 1032
_MNIST = {
    "image": (str, "./train-images-idx3-ubyte"),
    "label": (str, "./train-labels-idx1-ubyte"),
    "batch_size": (Positive, 128),
    "shuffle": (bool, True),
    "flat": (bool, False),
    "seed": (int, 0),
    "silent": (bool, False),
    "num_parts": (Positive, 1),
    "part_index": (NonNegative, 0),
    **COMMON,
}


def read_idx(path: str, magic: int) -> np.ndarray:
    """Return the bytes of an IDX file (LeCun's format; gzip is undone) in the shape that its head gives."""
    with explained(lambda error: MXNetError(f"cannot read {path}: {error}"), OSError, EOFError, zlib.error):
        with open(path, "rb") as stream:
            zipped = stream.read(2) == b"\x1f\x8b"
        opened: Callable[..., Any] = gzip.open if zipped else open
        with opened(path, "rb") as stream:
            axes = magic & 0xFF
            head = stream.read(4 * (1 + axes))
            if len(head) < 4 * (1 + axes) or struct.unpack_from(">I", head)[0] != magic:
                raise MXNetError(f"{path}: expected an IDX file of {axes} axes (magic number {magic})")
            shape = struct.unpack_from(f">{axes}I", head, 4)
            if math.prod(max(length, 1) for length in shape) > _LONGEST:
                raise MXNetError(f"{path}: it claims values of shape {shape}, more than {_LONGEST} bytes")
            size = os.path.getsize(path) * (_MOST_PACKED if zipped else 1)  # memory for no more than there can be
            content = stream.read(min(math.prod(shape), size))
    if len(content) < math.prod(shape):
        raise MXNetError(f"{path}: expected {math.prod(shape)} bytes for shape {shape}, got {len(content)}")
    return np.frombuffer(content, np.uint8).reshape(shape)


class _MNISTReader:
    """Gives the full batches of images and labels in memory."""

    def __init__(self, path: str, images: np.ndarray, labels: np.ndarray, batch_size: int, order: np.ndarray) -> None:
        self.path = path
        self._images, self._labels = images[order], labels[order].astype(np.float32)
        self._size, self._order = batch_size, order.astype(np.uint64)
        self._start = 0

    def rewind(self) -> None:
        """Begin the next epoch."""
        self._start = 0

    def read(self) -> RowBatch | None:
        """Return the next batch, None at the end of the epoch."""
        rows = slice(self._start, self._start + self._size)
        if rows.stop > len(self._order):
            return None
        self._start += self._size
        images = np.multiply(self._images[rows], np.float32(1 / 256), dtype=np.float32)
        return RowBatch(images, self._labels[rows].copy(), 0, self._order[rows])


@iterator(_MNIST)
def MNISTIter(p: dict[str, Any]) -> _MNISTReader:
    """Iterate over the two files of MNIST, or others in its format, gzipped or not.

    Pixels are divided by 256. All parameters are given by name.

    Parameters
    ----------
    image
        The file of images, which the site of MNIST calls ``train-images-idx3-ubyte``.
    label
        The file of labels.
    batch_size
        How many images a batch has; those at the end that do not fill one are left out.
    shuffle
        Whether the images are put in one random order, the same in each epoch.
    flat
        Whether an image is a vector, ``(784,)``; False: ``(1, 28, 28)``.
    seed
        What the order is made from.
    silent
        Whether nothing is logged.
    num_parts
        Into how many parts of as many images the files are divided, as a rule one for each worker.
    dtype
        Only float32.

    Returns
    -------
    An :class:`MXDataIter`.

    Raises
    ------
    MXNetError
        For parameters and files that do not fit.

    Examples
    --------
    >>> with open('images', 'wb') as file:
    ...     np.array([2051, 4, 28, 28], '>i4').tofile(file)
    ...     np.zeros((4, 28, 28), np.uint8).tofile(file)
    >>> with open('labels', 'wb') as file:
    ...     np.array([2049, 4], '>i4').tofile(file)
    ...     np.arange(4, dtype=np.uint8).tofile(file)
    >>> batches = mx.io.MNISTIter(image='images', label='labels', batch_size=2, shuffle=False)
    >>> for batch in batches:
    ...     print(batch.data[0].shape, batch.label[0].asnumpy())
    (2, 1, 28, 28) [0. 1.]
    (2, 1, 28, 28) [2. 3.]
    """
    images, labels = read_idx(p["image"], 2051), read_idx(p["label"], 2049)
    if len(images) != len(labels):
        raise MXNetError(f"MNISTIter: {len(images)} images in {p['image']}, {len(labels)} labels")
    share = len(images) / p["num_parts"]
    rows = np.arange(int(share * p["part_index"]), int(share * (p["part_index"] + 1)))
    if p["shuffle"]:
        np.random.RandomState(p["seed"] & 0xFFFFFFFF).shuffle(rows)
    images = images.reshape(len(images), -1) if p["flat"] else images[:, None]
    if not p["silent"]:
        _log.info("MNISTIter: %d images of shape %s, shuffle=%s", len(rows), images.shape[1:], p["shuffle"])
    return _MNISTReader(p["image"], images, labels, p["batch_size"], rows)
