"""``mx.io.ImageDetRecordIter``: batches of images and boxes from record files."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import numpy as np

from ...core.errors import MXNetError
from ..file_iter import MXDataIter, no_positional, takes
from ..parameter_texts import OF_DETECTION
from .colors import Normalization
from .det_augmentation import Augmentation
from .det_parameters import DETECTION
from .geometry import check_interpolation
from .iterators import checked, decode, mean_image, source_of
from .objects import Objects
from .reader import ImageReader
from .source import Sample

_log = logging.getLogger(__name__)
_NAME = "ImageDetRecordIter"
#: what a row of labels begins with: channels, height and width of the image, how many labels follow
_LEADING = 4
#: what the normalization of classification takes and this iterator does not
_PLAIN = {"mirror": False, "rand_mirror": False, "max_random_contrast": 0.0, "max_random_illumination": 0.0}


class _DetMaker:
    """Makes the rows of a batch from samples."""

    def __init__(self, p: dict[str, Any], mean: np.ndarray | None) -> None:
        self.p, self.channels = p, p["data_shape"][0]
        self.augment, self.normalize = Augmentation(p), Normalization({**p, **_PLAIN}, mean)
        self._seed = p["seed"] if p["seed_aug"] is None else p["seed_aug"]

    def __call__(self, sample: Sample, data: np.ndarray, label: np.ndarray) -> None:
        draw = Random(self._seed << 64 | sample.order)
        width = self.p["label_width"]
        if width > 0 and sample.label.size != width:
            raise MXNetError(f"expected {width} labels (label_width), got {sample.label.size}")
        objects = Objects(sample.label)
        image = self.augment(decode(sample, self.channels), objects, draw)
        height, width = image.shape[:2]
        if (height, width) != data.shape[1:]:
            canvas = np.zeros((*data.shape[1:], *image.shape[2:]), np.uint8)
            canvas[:height, :width] = image
            image = canvas
        self.normalize(image, draw, data)
        flat = objects.flat()
        label[:_LEADING] = self.channels, height, width, flat.size
        label[_LEADING : _LEADING + flat.size] = flat


def _label_length(p: dict[str, Any]) -> int:
    """Return how many labels a row has room for: as many as the longest sample has, or ``label_pad_width``."""
    longest = max((sample.label.size for sample in source_of({**p, "shuffle": False}).epoch()), default=0)
    if longest <= 1:
        raise MXNetError(f"{_NAME}: not enough labels in the list or the records of {p['path_imgrec']!r}")
    if p["label_width"] > 0 and longest != p["label_width"]:
        raise MXNetError(f"{_NAME}: label_width is {p['label_width']}, but there are samples of {longest} labels")
    if 0 < p["label_pad_width"] < longest:
        raise MXNetError(
            f"{_NAME}: label_pad_width {p['label_pad_width']} is less than the {longest} labels of a sample"
        )
    return int(max(longest, p["label_pad_width"]))


@takes(DETECTION, OF_DETECTION)
def ImageDetRecordIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over the images of a record file and the boxes of the objects in them, both changed at random alike.

    All parameters are given by name. A record's labels: how many values come before the objects, these two counted; how
    many an object has (at least 5); others; then the objects: ``class, left, top, right, bottom``, as shares of the
    image's sides, and what else there is. Objects without an area are left out.

    A batch's labels are float32, ``(batch_size, 4 + length)``: channels, height and width of the image; how many labels
    follow; these, changed as the image was; and ``label_pad_value`` up to ``length``, that of the longest sample, or
    ``label_pad_width``.

    The changes, in this order: ``resize``; colours; ``rand_mirror_prob``; ``rand_pad_prob``; ``rand_crop_prob``;
    ``resize_mode``; the channels' means, ``scale`` and deviations.

    Returns
    -------
    An :class:`MXDataIter`.

    Raises
    ------
    MXNetError
        For parameters, files and labels that do not fit.

    Examples
    --------
    >>> label = [2, 5, 0, 0.1, 0.2, 0.5, 0.6]
    >>> with mx.recordio.MXRecordIO('objects.rec', 'w') as records:
    ...     for i in range(2):
    ...         image = np.zeros((40, 50, 3), np.uint8)
    ...         records.write(mx.recordio.pack_img((0, label, i, 0), image, img_fmt='.png'))
    >>> batches = mx.io.ImageDetRecordIter(path_imgrec='objects.rec', data_shape=(3, 32, 32), batch_size=2)
    >>> batch = batches.next()
    >>> batch.data[0].shape
    (2, 3, 32, 32)
    >>> print(batch.label[0][0].asnumpy())
    [ 3.  32.  32.   7.   2.   5.   0.   0.1  0.2  0.5  0.6]
    """
    no_positional(_NAME, args)
    p, names = checked(_NAME, DETECTION, kwargs)
    if any(item != "det_aug_default" for item in p["aug_seq"].split(",")):
        raise MXNetError(f"{_NAME}: aug_seq: expected 'det_aug_default', got {p['aug_seq']!r}")
    if p["dtype"] not in (None, "float32"):
        raise MXNetError(f"{_NAME}: dtype: expected float32, got {p['dtype']}")
    check_interpolation(p["inter_method"])
    length = _label_length(p)
    if p["verbose"]:
        _log.info("%s: %s, %d threads, %d labels an image", _NAME, p["path_imgrec"], p["preprocess_threads"], length)
    own_means = any(p[f"mean_{channel}"] > 0 for channel in "rgb")
    mean = None if own_means else mean_image(p, _NAME, _reader_of(length))
    return MXDataIter(_reader_of(length)(p, mean, np.float32), **names)


def _reader_of(length: int) -> Any:
    """Return what makes a reader from parameters, a mean image and the type of data."""

    def reader(p: dict[str, Any], mean: np.ndarray | None, dtype: Any) -> ImageReader:
        rows = p["batch_size"]
        data, label = (rows, *p["data_shape"]), (rows, _LEADING + length)
        work = p["preprocess_threads"], p["prefetch_buffer"], p["round_batch"]
        return ImageReader(source_of(p), _DetMaker(p, mean), (data, dtype), label, *work, p["label_pad_value"])

    return reader
