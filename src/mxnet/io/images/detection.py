"""``mx.io.ImageDetRecordIter``: batches of images and boxes from record files."""

import logging
from random import Random
from typing import Any

import numpy as np

from ...core.errors import MXNetError
from ...core.pixels.boxes import has_area, rows_of
from ...core.pixels.parts import check_interpolation
from ..file_iter import iterator
from .colors import Normalization
from .det_augmentation import Augmentation
from .iterators import OF_FORMS, decode, reader_of
from .parameters import DETECTION
from .reader import ImageReader
from .source import RecordSource, Sample

_log = logging.getLogger(__name__)
_NAME = "ImageDetRecordIter"
#: what a row of labels begins with: channels, height and width of the image, how many labels follow
_LEADING = 4
#: what the normalization of classification takes and this iterator does not
_PLAIN = {"mirror": False, "rand_mirror": False, "max_random_contrast": 0.0, "max_random_illumination": 0.0}


class _Maker:
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
        header, rows = rows_of(sample.label)
        rows = rows[has_area(rows)]
        image, rows = self.augment(decode(sample, self.channels), rows, draw)
        height, width = image.shape[:2]
        if (height, width) != data.shape[1:]:
            canvas = np.zeros((*data.shape[1:], *image.shape[2:]), np.uint8)
            canvas[:height, :width] = image
            image = canvas
        self.normalize(image, draw, data)
        flat = np.concatenate((header, rows.ravel()))
        label[:_LEADING] = self.channels, height, width, flat.size
        label[_LEADING : _LEADING + flat.size] = flat


def _label_length(p: dict[str, Any]) -> int:
    """Return how many labels a row has room for: as many as the longest sample has, or ``label_pad_width``."""
    longest = max((sample.label.size for sample in RecordSource({**p, "shuffle": False}).epoch()), default=0)
    if longest <= 1:
        raise MXNetError(f"{_NAME}: not enough labels in the list or the records of {p['path_imgrec']!r}")
    if p["label_width"] > 0 and longest != p["label_width"]:
        raise MXNetError(f"{_NAME}: label_width is {p['label_width']}, but there are samples of {longest} labels")
    if 0 < p["label_pad_width"] < longest:
        raise MXNetError(
            f"{_NAME}: label_pad_width {p['label_pad_width']} is less than the {longest} labels of a sample"
        )
    return int(max(longest, p["label_pad_width"]))


@iterator(DETECTION, OF_FORMS)
def ImageDetRecordIter(p: dict[str, Any]) -> ImageReader:
    """Iterate over the images of a record file and the boxes of the objects in them, both changed at random alike.

    All parameters are given by name. A record's labels: how many values come before the objects, these two counted; how
    many an object has (at least 5); others; then the objects: ``class, left, top, right, bottom``, as shares of the
    image's sides, and what else there is. Objects without an area are left out.

    A batch's labels are float32, ``(batch_size, 4 + length)``: channels, height and width of the image; how many labels
    follow; these, changed as the image was; and ``label_pad_value`` up to ``length``, that of the longest sample, or
    ``label_pad_width``.

    The changes, in this order: ``resize``; colours; ``rand_mirror_prob``; ``rand_pad_prob``; ``rand_crop_prob``;
    ``resize_mode``; the channels' means, ``scale`` and deviations.

    Parameters
    ----------
    label_width
        How many labels every record has; -1: any number.
    seed_aug
        The seed of the changes of images; None: ``seed``.
    dtype
        Only float32.
    label_pad_width
        For how many labels a row has room; 0: for those of the longest sample.
    label_pad_value
        What rows of fewer labels are filled up with.
    min_crop_scales
        The least scale of a part, ``sqrt(its area / the image's)``, 0 to 1; one number for all samplers or one for
        each.
    max_crop_scales
        The greatest scale of a part; one number for all samplers or one for each.
    min_crop_aspect_ratios
        The least width over height, in pixels, of a part; one number for all samplers or one for each.
    max_crop_aspect_ratios
        The greatest width over height of a part; one number for all samplers or one for each.
    min_crop_overlaps
        The least intersection of a part and some object over their union, 0 to 1; one number for all samplers or one
        for each.
    max_crop_overlaps
        The greatest intersection over union; one number for all samplers or one for each.
    min_crop_sample_coverages
        The least share of the part that some object covers; one number for all samplers or one for each.
    max_crop_sample_coverages
        The greatest share of the part that some object covers; one number for all samplers or one for each.
    min_crop_object_coverages
        The least share of some object that the part shows; one number for all samplers or one for each.
    max_crop_object_coverages
        The greatest share of some object that the part shows; one number for all samplers or one for each.
    max_crop_trials
        How many parts a sampler tries before the next one has its turn; one number for all samplers or one for each.
    rand_crop_prob
        The probability with which a part is cut out.
    num_crop_sampler
        How many samplers of parts there are, each with bounds of its own (``min_crop_scales`` and the like). They are
        tried in a random order until one finds a part; where none does the image stays whole.
    crop_emit_mode
        Which objects a part keeps: 'center', those whose centre is in it; 'overlap', those of which it shows more than
        ``emit_overlap_thresh``. A part that keeps none is not taken.
    emit_overlap_thresh
        The share of an object that must be shown, for 'overlap'.
    rand_pad_prob
        The probability with which an image is put into a larger one, so that its objects are smaller.
    max_pad_scale
        How many times as wide and high the larger image is at most.
    max_random_hue
        By how much the hue, from 0 to 180, is shifted at most.
    random_hue_prob
        The probability of a shift of the hue.
    max_random_saturation
        By how much the saturation, from 0 to 255, is shifted at most.
    random_saturation_prob
        The probability of a shift of the saturation.
    max_random_illumination
        By how much the lightness, from 0 to 255, is shifted at most.
    random_illumination_prob
        The probability of a shift of the lightness.
    max_random_contrast
        Pixels are multiplied by a factor drawn from 1 minus to 1 plus this.
    random_contrast_prob
        The probability of a change of the contrast.
    rand_mirror_prob
        The probability with which an image and its boxes are mirrored, left and right.
    fill_value
        The value, 0 to 255, of the pixels around an image that is put into a larger one.
    resize_mode
        How an image gets the size of ``data_shape``: 'force', whatever its proportions; 'fit', as large as fits in with
        its proportions; 'shrink', the same, but never enlarged. What is free on the right and below is black.
    std_r
        What the red channel is divided by; 0: not.
    std_g
        What the green channel is divided by; 0: not.
    std_b
        What the blue channel is divided by; 0: not.
    std_a
        What the fourth channel, the opacity, is divided by; 0: not.

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
    if any(item != "det_aug_default" for item in p["aug_seq"].split(",")):
        raise MXNetError(f"{_NAME}: aug_seq: expected 'det_aug_default', got {p['aug_seq']!r}")
    check_interpolation(p["inter_method"])
    length = _label_length(p)
    if p["verbose"]:
        _log.info("%s: %s, %d threads, %d labels an image", _NAME, p["path_imgrec"], p["preprocess_threads"], length)
    if any(p[f"mean_{channel}"] > 0 for channel in "rgb"):  # they take the place of the mean image
        p = {**p, "mean_img": ""}
    return reader_of(_NAME, p, _Maker, (_LEADING + length,), pad=p["label_pad_value"])
