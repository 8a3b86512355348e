"""``mx.io.ImageRecordIter`` and its forms: batches of images from record files."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from random import Random
from typing import Any
from zlib import crc32

import numpy as np

from ... import ndarray as nd
from ...core.errors import MXNetError
from ...core.image_codec import decode_image
from ..file_iter import MXDataIter, no_positional, parse_parameters, takes
from ..parameter_texts import OF_IMAGES
from .colors import Colors, Normalization
from .geometry import Geometry, Image
from .parameters import IMAGES
from .reader import ImageReader
from .source import RecordSource, Sample, read_list

_log = logging.getLogger(__name__)
#: types that batches can have
_TYPES = {"float32": np.float32, "uint8": np.uint8, "int8": np.int8}
#: makes a reader from parameters, a mean image and the type of data
ReaderOf = Callable[[dict[str, Any], "np.ndarray | None", Any], ImageReader]


def decode(sample: Sample, channels: int) -> Image:
    """Return a sample's image with one, three or four channels; :class:`MXNetError` for bytes that hold none."""
    import cv2

    flag = {1: cv2.IMREAD_GRAYSCALE, 3: cv2.IMREAD_COLOR, 4: cv2.IMREAD_UNCHANGED}[channels]
    result = decode_image(sample.image, flag)
    if result is None:
        raise MXNetError(f"no image that can be decoded ({len(sample.image)} bytes)")
    if channels == 4 and (result.ndim < 3 or result.shape[2] != 4):
        raise MXNetError(f"expected an image of 4 channels, got {result.shape}")
    return result


class _Maker:
    """Makes the rows of a batch from samples."""

    def __init__(self, p: dict[str, Any], mean: np.ndarray | None) -> None:
        self.channels, self.width = p["data_shape"][0], p["label_width"]
        self.geometry, self.colors, self.normalize = Geometry(p), Colors(p), Normalization(p, mean)
        self._seed, self._seed_of_images = p["seed"], p["seed_aug"]

    def __call__(self, sample: Sample, data: np.ndarray, label: np.ndarray) -> None:
        if self._seed_of_images is None:
            draw = Random(self._seed << 64 | sample.order)
        else:  # an image is changed in the same way in each epoch
            draw = Random(self._seed_of_images << 64 | crc32(sample.image))
        image = self.geometry(decode(sample, self.channels), draw)
        self.normalize(self.colors(image, draw), draw, data)
        if sample.label.size != self.width:
            raise MXNetError(f"expected {self.width} labels (label_width), got {sample.label.size}")
        label[...] = sample.label


def checked(name: str, table: dict[str, Any], kwargs: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read parameters and check what belongs together; raise :class:`MXNetError` naming the iterator."""
    p, names = parse_parameters(name, table, kwargs)
    shape = p["data_shape"]
    if len(shape) != 3 or shape[0] not in (1, 3, 4) or min(shape) < 1:
        raise MXNetError(f"{name}: data_shape: expected (1, 3 or 4 channels, height, width), got {shape}")
    if p["dtype"] not in (None, *_TYPES):
        raise MXNetError(f"{name}: dtype: expected one of {', '.join(_TYPES)}, got {p['dtype']}")
    return p, names


def source_of(p: dict[str, Any]) -> RecordSource:
    """Return the records that an iterator's parameters name."""
    labels = read_list(p["path_imglist"], p["label_width"]) if p["path_imglist"] else None
    seed = p["seed"] ^ p["shuffle_chunk_seed"] << 32
    where = p["path_imgrec"], p.get("path_imgidx", "")
    return RecordSource(*where, labels, p["num_parts"], p["part_index"], p["shuffle"], seed)


def mean_image(p: dict[str, Any], name: str, reader_of: ReaderOf) -> np.ndarray | None:
    """Return the mean image of the file ``mean_img``, made from all images and saved where there is no file."""
    path = p["mean_img"]
    if not path:
        return None
    if not os.path.exists(path):
        _save_mean(p, name, reader_of)
    loaded = nd.load(path)
    result = loaded.get("mean_img") if isinstance(loaded, dict) else next(iter(loaded), None)
    if result is None:
        raise MXNetError(f"{name}: {path!r} has no array 'mean_img'")
    mean: np.ndarray = result.asnumpy()
    if mean.shape != p["data_shape"]:
        raise MXNetError(f"{name}: {path!r} is the mean of images of shape {mean.shape}, not {p['data_shape']}")
    return mean


def _save_mean(p: dict[str, Any], name: str, reader_of: ReaderOf) -> None:
    _log.info("%s: making the mean image %r from all images", name, p["mean_img"])
    total, count = np.zeros(p["data_shape"]), 0
    reader = reader_of({**p, "mean_img": "", "shuffle": False, "round_batch": False}, None, np.float32)
    while (batch := reader.read()) is not None:
        total += batch.data.sum(0, dtype=np.float64)
        count += len(batch.data) - batch.pad
    if not count:
        raise MXNetError(f"{name}: there are no images to make {p['mean_img']!r} of")
    nd.save(p["mean_img"], {"mean_img": nd.array(total / count)})


def _reader(p: dict[str, Any], mean: np.ndarray | None, dtype: Any) -> ImageReader:
    rows = p["batch_size"]
    label = (rows,) if p["label_width"] == 1 else (rows, p["label_width"])
    data = (rows, *p["data_shape"]), dtype
    source = source_of(p)
    return ImageReader(
        source, _Maker(p, mean), data, label, p["preprocess_threads"], p["prefetch_buffer"], p["round_batch"]
    )


def _iterator(name: str, dtype: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> MXDataIter:
    no_positional(name, args)
    p, names = checked(name, IMAGES, kwargs)
    if p["aug_seq"] != "aug_default":
        raise MXNetError(f"{name}: aug_seq: expected 'aug_default', got {p['aug_seq']!r}")
    dtype = dtype or _TYPES[p["dtype"] or "float32"]
    if p["verbose"]:
        _log.info("%s: %s, %d threads", name, p["path_imgrec"], p["preprocess_threads"])
    return MXDataIter(_reader(p, mean_image(p, name, _reader), dtype), **names)


@takes(IMAGES, OF_IMAGES)
def ImageRecordIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over the images of a record file: they are decoded, changed at random and put in batches.

    Several threads do that, some batches ahead.

    All parameters are given by name. In this order an image's shape is changed: ``resize``; turned, sheared and scaled;
    ``pad``; cut to ``data_shape``. Then its colours, ``random_h`` and the others, and then its numbers: mirrored, and
    ``((x - mean) * contrast + illumination) * scale / std``. Pixels are from 0 to 255 before.

    Parameters
    ----------
    dtype
        The data type of the batches: float32, uint8 (pixels as they are) or int8 (pixels minus the means, cut to -128
        to 127); None: float32.

    Returns
    -------
    An :class:`MXDataIter`.

    Raises
    ------
    MXNetError
        For parameters and files that do not fit, and, when the batch is asked for, for a record whose image or number
        of labels is wrong, which it names.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('images.idx', 'images.rec', 'w') as records:
    ...     for i in range(4):
    ...         image = np.full((40, 50, 3), 60 * i, np.uint8)
    ...         records.write_idx(i, mx.recordio.pack_img((0, i, i, 0), image, img_fmt='.png'))
    >>> batches = mx.io.ImageRecordIter(path_imgrec='images.rec', data_shape=(3, 32, 32), batch_size=2, scale=1 / 255)
    >>> for batch in batches:
    ...     print(batch.data[0].shape, batch.data[0][:, 0, 0, 0].asnumpy(), batch.label[0].asnumpy())
    (2, 3, 32, 32) [0.         0.23529413] [0. 1.]
    (2, 3, 32, 32) [0.47058827 0.7058824 ] [2. 3.]
    """
    return _iterator("ImageRecordIter", None, args, kwargs)


@takes(IMAGES, OF_IMAGES)
def ImageRecordIter_v1(*args: Any, **kwargs: Any) -> MXDataIter:
    """Do what :func:`ImageRecordIter` does, under the name of its first form.

    Parameters
    ----------
    dtype
        The data type of the batches: float32, uint8 (pixels as they are) or int8 (pixels minus the means, cut to -128
        to 127); None: float32.

    Returns
    -------
    An :class:`MXDataIter`.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('images.idx', 'images.rec', 'w') as records:
    ...     for i in range(4):
    ...         image = np.full((40, 50, 3), 60 * i, np.uint8)
    ...         records.write_idx(i, mx.recordio.pack_img((0, i, i, 0), image, img_fmt='.png'))
    >>> batches = mx.io.ImageRecordIter_v1(path_imgrec='images.rec', data_shape=(3, 32, 32), batch_size=4)
    >>> batches.next().data[0][:, 0, 0, 0].asnumpy()
    array([  0.,  60., 120., 180.], dtype=float32)
    """
    return _iterator("ImageRecordIter_v1", None, args, kwargs)


@takes(IMAGES, OF_IMAGES)
def ImageRecordUInt8Iter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate as :func:`ImageRecordIter` over images whose pixels stay uint8, not normalized.

    Parameters
    ----------
    dtype
        Without effect: batches are uint8.

    Returns
    -------
    An :class:`MXDataIter`.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('images.idx', 'images.rec', 'w') as records:
    ...     for i in range(4):
    ...         image = np.full((40, 50, 3), 60 * i, np.uint8)
    ...         records.write_idx(i, mx.recordio.pack_img((0, i, i, 0), image, img_fmt='.png'))
    >>> batches = mx.io.ImageRecordUInt8Iter(path_imgrec='images.rec', data_shape=(3, 32, 32), batch_size=4)
    >>> batches.next().data[0][:, 0, 0, 0].asnumpy()
    array([  0,  60, 120, 180], dtype=uint8)
    """
    return _iterator("ImageRecordUInt8Iter", np.uint8, args, kwargs)


@takes(IMAGES, OF_IMAGES)
def ImageRecordUInt8Iter_v1(*args: Any, **kwargs: Any) -> MXDataIter:
    """Do what :func:`ImageRecordUInt8Iter` does, under the name of its first form.

    Parameters
    ----------
    dtype
        Without effect: batches are uint8.

    Returns
    -------
    An :class:`MXDataIter`.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('images.idx', 'images.rec', 'w') as records:
    ...     for i in range(4):
    ...         image = np.full((40, 50, 3), 60 * i, np.uint8)
    ...         records.write_idx(i, mx.recordio.pack_img((0, i, i, 0), image, img_fmt='.png'))
    >>> batches = mx.io.ImageRecordUInt8Iter_v1(path_imgrec='images.rec', data_shape=(3, 32, 32), batch_size=4)
    >>> batches.next().data[0][:, 0, 0, 0].asnumpy()
    array([  0,  60, 120, 180], dtype=uint8)
    """
    return _iterator("ImageRecordUInt8Iter_v1", np.uint8, args, kwargs)


@takes(IMAGES, OF_IMAGES)
def ImageRecordInt8Iter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate as :func:`ImageRecordIter` over images whose pixels are int8, minus their channel's mean.

    They are cut to -128 to 127, and not normalized otherwise.

    Parameters
    ----------
    dtype
        Without effect: batches are int8.

    Returns
    -------
    An :class:`MXDataIter`.

    Examples
    --------
    >>> with mx.recordio.MXIndexedRecordIO('images.idx', 'images.rec', 'w') as records:
    ...     for i in range(4):
    ...         image = np.full((40, 50, 3), 60 * i, np.uint8)
    ...         records.write_idx(i, mx.recordio.pack_img((0, i, i, 0), image, img_fmt='.png'))
    >>> batches = mx.io.ImageRecordInt8Iter(path_imgrec='images.rec', data_shape=(3, 32, 32), batch_size=4, mean_r=128)
    >>> batches.next().data[0][:, 0, 0, 0].asnumpy()
    array([-128,  -68,   -8,   52], dtype=int8)
    """
    return _iterator("ImageRecordInt8Iter", np.int8, args, kwargs)
