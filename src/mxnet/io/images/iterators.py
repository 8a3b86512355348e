"""``mx.io.ImageRecordIter`` and its forms: batches of images from record files."""

import logging
import os
from collections.abc import Callable
from random import Random
from typing import Any
from zlib import crc32

import numpy as np

from ... import ndarray as nd
from ...core.errors import MXNetError
from ...core.pixels import Image
from ...core.pixels.codec import decode_image
from ...registry.manual import OF_IMAGES, meanings
from ..file_iter import iterator
from .augmentation import Colors, Geometry, Normalization
from .parameters import IMAGES
from .reader import ImageReader, Sample

_log = logging.getLogger(__name__)
#: types that batches can have
_TYPES = {"float32": np.float32, "uint8": np.uint8, "int8": np.int8}


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


def reader_of(
    name: str, p: dict[str, Any], makes: Any, label: tuple[int, ...], dtype: Any = np.float32, pad: float = 0.0
) -> ImageReader:
    """Return what reads the batches of an iterator, whose rows ``makes(p, mean image)`` makes.

    ``label``: the shape of a sample's labels; ``pad``: what short ones are filled up with.
    """
    if len(p["data_shape"]) != 3 or p["data_shape"][0] not in (1, 3, 4) or min(p["data_shape"]) < 1:
        raise MXNetError(f"{name}: data_shape: expected (1, 3 or 4 channels, height, width), got {p['data_shape']}")

    def reader(p: dict[str, Any], mean: np.ndarray | None, dtype: Any) -> ImageReader:
        return ImageReader(p, makes(p, mean), dtype, label, pad)

    return reader(p, _mean_image(p, name, reader) if p["mean_img"] else None, dtype)


def _mean_image(p: dict[str, Any], name: str, reader: Callable[..., ImageReader]) -> np.ndarray:
    """Return the mean image of the file ``mean_img``, made from all images and saved where there is no file."""
    path = p["mean_img"]
    if not os.path.exists(path):
        _save_mean(p, name, reader)
    loaded = nd.load(path)
    result = loaded.get("mean_img") if isinstance(loaded, dict) else next(iter(loaded), None)
    if result is None:
        raise MXNetError(f"{name}: {path!r} has no array 'mean_img'")
    if result.shape != p["data_shape"]:
        raise MXNetError(f"{name}: {path!r} is the mean of images of shape {result.shape}, not {p['data_shape']}")
    return result.asnumpy()


def _save_mean(p: dict[str, Any], name: str, reader: Callable[..., ImageReader]) -> None:
    _log.info("%s: making the mean image %r from all images", name, p["mean_img"])
    total, count = np.zeros(p["data_shape"]), 0
    batches = reader({**p, "shuffle": False, "round_batch": False}, None, np.float32)
    while (batch := batches.read()) is not None:
        total += batch.data.sum(0, dtype=np.float64)
        count += len(batch.data) - batch.pad
    if not count:
        raise MXNetError(f"{name}: there are no images to make {p['mean_img']!r} of")
    nd.save(p["mean_img"], {"mean_img": nd.array(total / count)})


def _images(name: str, p: dict[str, Any], dtype: Any) -> ImageReader:
    if p["aug_seq"] != "aug_default":
        raise MXNetError(f"{name}: aug_seq: expected 'aug_default', got {p['aug_seq']!r}")
    if p["verbose"]:
        _log.info("%s: %s, %d threads", name, p["path_imgrec"], p["preprocess_threads"])
    return reader_of(name, p, _Maker, () if p["label_width"] == 1 else (p["label_width"],), dtype)


@iterator(IMAGES, OF_IMAGES, _TYPES)
def ImageRecordIter(p: dict[str, Any]) -> ImageReader:
    """Iterate over the images of a record file: they are decoded, changed at random and put in batches.

    Several threads do that, some batches ahead.

    All parameters are given by name. In this order an image's shape is changed: ``resize``; turned, sheared and scaled;
    ``pad``; cut to ``data_shape``. Then its colours, ``random_h`` and the others, and then its numbers: mirrored, and
    ``((x - mean) * contrast + illumination) * scale / std``. Pixels are from 0 to 255 before.

    Parameters
    ----------
    path_imglist
        A list file, whose lines are a record's number, its labels and its path with tabs between. Its labels take the
        place of those in the records; '': those of the records.
    path_imgrec
        The record file, as ``im2rec`` makes it; several with semicolons between. A name that no file of the folder has
        is a regular expression, which may fit several.
    path_imgidx
        The index of the record file. It is not needed; with it shuffling a large file begins sooner, and parts have
        equal numbers of records.
    aug_seq
        Only the default.
    label_width
        How many labels a record has. Of 1 the batch's labels have the shape ``(batch_size,)``, else ``(batch_size,
        label_width)``.
    data_shape
        The shape of an image in the batch, (channels, height, width): 3 channels in the order red, green, blue, 4 with
        opacity, or 1 for grey.
    preprocess_threads
        How many threads decode and change images.
    verbose
        Whether the file and the number of threads are logged (as information).
    num_parts
        Into how many parts the records are divided, as a rule one for each worker: of about as many bytes each, with
        ``path_imgidx`` of as many records each but the last.
    device_id
        Without effect.
    shuffle_chunk_size
        Without effect: all records are shuffled, not pieces of the file.
    shuffle_chunk_seed
        With ``seed``, what the order of the records is made from.
    seed_aug
        The seed of the changes of images: each image is changed in the same way in each epoch. None: differently each
        time, from ``seed``.
    shuffle
        Whether the records come in a new order in each epoch.
    seed
        What the order of the records, and the changes of images, are made from: the same seed, the same batches.
    round_batch
        Whether the first images of the next epoch fill up the last batch, where it is not full, and the next epoch
        begins behind them; False: zeros do. The batch's ``pad`` says how many were added.
    prefetch_buffer
        How many batches are made ahead of the one that is asked for.
    resize
        The length in pixels that the shorter side gets first, the proportions being kept; -1: it stays.
    rand_crop
        Whether a part of the size of ``data_shape`` is cut from a random place; False: from the middle. An image that
        is smaller is enlarged before.
    random_resized_crop
        Whether a part of random area (``min_random_area`` to ``max_random_area``) and proportions
        (``max_aspect_ratio``) is cut and resized to ``data_shape``, as Inception and ResNet are trained.
    max_rotate_angle
        By how many degrees an image is turned at most, to either side.
    max_aspect_ratio
        How far the proportions, width over height, are changed: by a factor from 1 minus to 1 plus this. With
        ``min_aspect_ratio``, the greatest factor. 0: they stay.
    min_aspect_ratio
        The least factor of the proportions; None: 1 - ``max_aspect_ratio``.
    max_shear_ratio
        By how much an image is sheared at most: by this share of its height, to either side.
    max_crop_size
        The greatest side in pixels of a square that is cut and resized to ``data_shape``; images must be as large. -1:
        what is cut has the size of ``data_shape``.
    min_crop_size
        The least side in pixels of that square.
    max_random_scale
        The greatest factor by which an image is enlarged or shrunk.
    min_random_scale
        The least factor by which an image is enlarged or shrunk.
    max_random_area
        The greatest share of the image's area in ``random_resized_crop``.
    min_random_area
        The least share of the image's area in ``random_resized_crop``.
    max_img_size
        The greatest width and height in pixels after turning and scaling.
    min_img_size
        The least width and height in pixels after turning and scaling.
    random_h
        By how much the hue, from 0 to 180, is shifted at most.
    random_s
        By how much the saturation, from 0 to 255, is shifted at most.
    random_l
        By how much the lightness, from 0 to 255, is shifted at most.
    rotate
        The angle in degrees by which every image is turned, in place of ``max_rotate_angle``; -1: none.
    fill_value
        The value, 0 to 255, of the pixels that turning, shearing and ``pad`` add.
    pad
        How many pixels of ``fill_value`` are added on each side, before the image is cut.
    mirror
        Whether every image is mirrored, left and right.
    rand_mirror
        Whether every second image, at random, is mirrored, left and right.
    mean_img
        The file of an array ``mean_img`` of shape ``data_shape``, which is subtracted in place of the channels' means.
        Where there is no such file it is made: of the mean of all images.
    mean_r
        What is subtracted from the red channel: ``((x - mean) * contrast + illumination) * scale / std``.
    mean_g
        What is subtracted from the green channel: ``((x - mean) * contrast + illumination) * scale / std``.
    mean_b
        What is subtracted from the blue channel: ``((x - mean) * contrast + illumination) * scale / std``.
    mean_a
        What is subtracted from the fourth channel, the opacity.
    std_r
        What the red channel is divided by.
    std_g
        What the green channel is divided by.
    std_b
        What the blue channel is divided by.
    std_a
        What the fourth channel, the opacity, is divided by.
    scale
        A factor of all values, such as 1 / 255.
    max_random_contrast
        Values, the mean being subtracted, are multiplied by a factor drawn from 1 minus to 1 plus this.
    max_random_illumination
        A number drawn from minus to plus this is added to all values, the mean being subtracted.
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
    return _images("ImageRecordIter", p, _TYPES[p["dtype"] or "float32"])


#: what the parameters of iterators over record files mean
OF_FORMS = meanings(ImageRecordIter.__doc__)


@iterator(IMAGES, OF_FORMS, _TYPES)
def ImageRecordIter_v1(p: dict[str, Any]) -> ImageReader:
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
    return _images("ImageRecordIter_v1", p, _TYPES[p["dtype"] or "float32"])


@iterator(IMAGES, OF_FORMS, _TYPES)
def ImageRecordUInt8Iter(p: dict[str, Any]) -> ImageReader:
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
    return _images("ImageRecordUInt8Iter", p, np.uint8)


@iterator(IMAGES, OF_FORMS, _TYPES)
def ImageRecordUInt8Iter_v1(p: dict[str, Any]) -> ImageReader:
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
    return _images("ImageRecordUInt8Iter_v1", p, np.uint8)


@iterator(IMAGES, OF_FORMS, _TYPES)
def ImageRecordInt8Iter(p: dict[str, Any]) -> ImageReader:
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
    return _images("ImageRecordInt8Iter", p, np.int8)
