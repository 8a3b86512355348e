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
from ..file_iter import MXDataIter, no_positional, parse_parameters
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


def ImageRecordIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Return an iterator over the images of a record file, as ``im2rec`` packs them.

    Parameters, by name only:

    * the file: ``path_imgrec``, or several, with semicolons between; a name that no file has is a regular expression;
      ``path_imgidx``, the index of one, which makes shuffling a large file begin sooner;
      ``path_imglist``, a list whose labels, the first ``label_width`` of each line, take the place of those in the
      records; ``label_width``, labels an image;
    * the batch: ``data_shape``, (channels, height, width), 3 channels (red, green, blue), 4 (and opacity) or 1;
      ``batch_size``; ``round_batch`` (true): fill the last batch with the first images of the next epoch, which then
      begins behind them (else with zeros; ``pad`` counts them either way); ``dtype``: float32, uint8 or int8;
    * the order: ``shuffle`` (a new one for each epoch, of all records), ``seed``, ``num_parts``, ``part_index``: read
      one of several parts of about as many bytes, with ``path_imgidx`` of as many records but the last;
    * shape: ``resize`` (the shorter side), ``rotate``, ``max_rotate_angle``, ``max_shear_ratio``,
      ``min/max_random_scale``, ``min/max_aspect_ratio``, ``min/max_img_size``, ``pad`` with ``fill_value``,
      ``random_resized_crop`` with ``min/max_random_area``, ``min/max_crop_size``, ``rand_crop`` (else the middle is cut
      out), ``inter_method``;
    * colours: ``brightness``, ``contrast``, ``saturation``, ``pca_noise``, ``random_h``, ``random_s``, ``random_l``;
    * numbers: ``mirror``, ``rand_mirror``, ``mean_r/g/b/a``, ``std_r/g/b/a``, ``scale``, ``max_random_contrast``,
      ``max_random_illumination``: ``((x - mean) * contrast + illumination) * scale / std``; ``mean_img``: the file
      of an image to subtract in place of the channels' means, made where it does not exist: the mean of what the
      iterator gives without it;
    * work: ``preprocess_threads`` (4), ``prefetch_buffer``: how many batches are made ahead (4). Memory is bounded by
      them.

    ``ctx``, ``device_id`` and ``shuffle_chunk_size`` (all records are shuffled) have no effect.

    Raises :class:`MXNetError` for parameters and files that do not fit, and, when the batch is asked for, for a record
    whose image or number of labels is wrong, which it names.
    """
    return _iterator("ImageRecordIter", None, args, kwargs)


def ImageRecordIter_v1(*args: Any, **kwargs: Any) -> MXDataIter:
    """Return the same as :func:`ImageRecordIter`, under the name of its first form."""
    return _iterator("ImageRecordIter_v1", None, args, kwargs)


def ImageRecordUInt8Iter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Return an iterator as :func:`ImageRecordIter` whose images are the uint8 pixels, not normalized."""
    return _iterator("ImageRecordUInt8Iter", np.uint8, args, kwargs)


def ImageRecordUInt8Iter_v1(*args: Any, **kwargs: Any) -> MXDataIter:
    """Do what :func:`ImageRecordUInt8Iter` does: 1.9.1 keeps the name of its first reader."""
    return _iterator("ImageRecordUInt8Iter_v1", np.uint8, args, kwargs)


def ImageRecordInt8Iter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Return an iterator as :func:`ImageRecordIter` whose images are int8 pixels minus their channel's mean, cut to
    -128 to 127; nothing else is normalized."""
    return _iterator("ImageRecordInt8Iter", np.int8, args, kwargs)
