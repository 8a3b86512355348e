"""``mx.io.ImageDetRecordIter``: batches of images and boxes from record files, and their random augmentation.

How parts are drawn is described in Liu et al., "SSD: Single Shot MultiBox Detector", 2016.
"""

from __future__ import annotations

import logging
import math
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import MXNetError
from ...core.pixels import Image, parts
from ...core.pixels.colors import looked_up, shifted
from ...core.pixels.parts import check_interpolation, has_area, resized, rows_of, with_shorter_side
from ..file_iter import iterator
from .augmentation import Normalization
from .iterators import OF_FORMS, decode, reader_of
from .parameters import CROPS, DETECTION
from .reader import ImageReader, RecordSource, Sample

#: probability and greatest change of hue, saturation and lightness
_SHIFTS = [(f"random_{what}_prob", f"max_random_{what}") for what in ("hue", "saturation", "illumination")]


class Augmentation:
    """The changes that an iterator's parameters ask for, up to the image's final size."""

    def __init__(self, p: dict[str, Any]) -> None:
        self.p = p
        _, self.height, self.width = p["data_shape"]
        self._samplers = _samplers(p)

    def __call__(self, image: Image, rows: np.ndarray, draw: Random) -> tuple[Image, np.ndarray]:
        """Return the changed image and the rows of its objects."""
        import cv2

        p = self.p
        if p["resize"] > 0:
            image = self._resize(image, *with_shorter_side(image.shape, p["resize"]), draw)
        image = self._contrast(self._shift(image, draw), draw)
        if draw.random() < p["rand_mirror_prob"]:
            image, rows = cv2.flip(image, 1), parts.mirrored(rows)
        if draw.random() < p["rand_pad_prob"] and p["max_pad_scale"] > 1:
            image, rows = self._pad(image, rows, draw)
        if draw.random() < p["rand_crop_prob"]:
            image, rows = self._crop(image, rows, draw)
        return self._resize(image, *self._final_size(*image.shape[:2]), draw), rows

    def _final_size(self, height: int, width: int) -> tuple[int, int]:
        mode = self.p["resize_mode"]
        if mode == "force":
            return self.height, self.width
        ratio = min(self.height / height, self.width / width)
        if mode == "shrink":
            ratio = min(ratio, 1.0)
        return max(1, int(np.float32(height * np.float32(ratio)))), max(1, int(np.float32(width * np.float32(ratio))))

    def _resize(self, image: Image, height: int, width: int, draw: Random) -> Image:
        return resized(image, height, width, self.p["inter_method"], draw)

    def _shift(self, image: Image, draw: Random) -> Image:
        """Shift hue, saturation and lightness, each with its probability."""
        amounts = [
            draw.randint(-abs(self.p[most]), abs(self.p[most]))
            if draw.random() < self.p[probability] and self.p[most] != 0
            else None
            for probability, most in _SHIFTS
        ]
        if image.ndim == 2 or amounts == [None] * 3:
            return image
        hue, saturation, lightness = (amount or 0 for amount in amounts)
        return shifted(image, hue, lightness, saturation)

    def _contrast(self, image: Image, draw: Random) -> Image:
        most = self.p["max_random_contrast"]
        if draw.random() >= self.p["random_contrast_prob"] or most <= 0:
            return image
        factor = 1 + draw.uniform(-most, most)
        return looked_up(image, np.clip(np.rint(np.arange(256) * factor), 0, 255))

    def _pad(self, image: Image, rows: np.ndarray, draw: Random) -> tuple[Image, np.ndarray]:
        """Put the image at a random place of a larger one, of the same proportions."""
        scale = draw.uniform(1, self.p["max_pad_scale"])
        x, y = draw.uniform(0, scale - 1), draw.uniform(0, scale - 1)
        window = -x, -y, scale - x, scale - y
        height, width = image.shape[:2]
        left, top, right, bottom = _pixels(window, height, width)
        result = np.full((bottom - top, right - left, *image.shape[2:]), self.p["fill_value"], np.uint8)
        result[-top : height - top, -left : width - left] = image
        return result, _seen_from(window, rows)

    def _crop(self, image: Image, rows: np.ndarray, draw: Random) -> tuple[Image, np.ndarray]:
        height, width = image.shape[:2]
        for sampler in draw.sample(self._samplers, len(self._samplers)):
            for _ in range(sampler.trials):
                window = sampler.draw(width / height, draw)
                seen = self._seen(rows, window, sampler)
                if len(seen) or not len(rows):  # an image without objects is cut anywhere
                    left, top, right, bottom = _pixels(window, height, width)
                    return image[top:bottom, left:right], seen
        return image, rows

    def _seen(self, rows: np.ndarray, window: parts.Window, sampler: _Sampler) -> np.ndarray:
        """Return the rows of the objects that are in a window; none where it does not suit the sampler."""
        shares = _shares(rows, window)
        if not sampler.accepts(shares):
            return rows[:0]
        seen = _seen_from(window, rows)
        if self.p["crop_emit_mode"] == "center":
            middles = (seen[:, 1:3] + seen[:, 3:5]) / 2
            stay = ((middles >= 0) & (middles <= 1)).all(1)
        else:
            stay = shares[2] > self.p["emit_overlap_thresh"]
        seen[:, 1:5] = np.clip(seen[:, 1:5], 0, 1)
        return np.asarray(seen[stay])


def _seen_from(window: parts.Window, rows: np.ndarray) -> np.ndarray:
    left, top, right, bottom = window
    return parts.moved(rows, (left, top, right - left, bottom - top))


def _shares(rows: np.ndarray, window: parts.Window) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return of each object and a window the intersection over: the union, the window, the object."""
    left, top, right, bottom = window
    common, objects, area = parts.overlaps(rows, window), parts.areas(rows), (right - left) * (bottom - top)
    return common / (objects + area - common), common / area, common / objects


def _pixels(window: parts.Window, height: int, width: int) -> tuple[int, int, int, int]:
    """Return a window's left, top, right and bottom in pixels, at least one pixel apart."""
    left, top, right, bottom = window
    x, y = int(left * width), int(top * height)
    return x, y, x + max(1, int((right - left) * width)), y + max(1, int((bottom - top) * height))


class _Sampler(NamedTuple):
    """Limits, low and high, of the parts that are drawn, and of what they must share with an object."""

    scale: tuple[float, float]
    ratio: tuple[float, float]
    #: of the intersection over the union, the part, and the object
    shares: tuple[tuple[float, float], ...]
    trials: int

    def draw(self, aspect: float, draw: Random) -> parts.Window:
        """Return a window of random size and place; ``aspect`` is the image's width over its height."""
        scale = draw.uniform(*self.scale) + 1e-12
        low = max(self.ratio[0] / aspect, scale * scale)
        high = min(self.ratio[1] / aspect, 1 / (scale * scale))
        root = math.sqrt(low + draw.random() * (high - low))
        width, height = min(1.0, scale * root), min(1.0, scale / root)
        left, top = draw.uniform(0, 1 - width), draw.uniform(0, 1 - height)
        return left, top, left + width, top + height

    def accepts(self, shares: tuple[np.ndarray, ...]) -> bool:
        """Return whether some object satisfies all limits."""
        pairs = zip(self.shares, shares, strict=True)
        fits = [(share >= low) & (share <= high) for (low, high), share in pairs if low > 0 or high < 1]
        return not fits or bool(np.logical_and.reduce(fits).any())


def _samplers(p: dict[str, Any]) -> list[_Sampler]:
    """Return the samplers that an iterator's parameters describe; :class:`MXNetError` for limits that are none."""
    count = p["num_crop_sampler"]
    lists = {key: p[key] * count if len(p[key]) == 1 else p[key] for key in CROPS}
    for key, values in lists.items():
        if len(values) != count:
            raise MXNetError(f"{key}: expected 1 or {count} values (num_crop_sampler), got {len(values)}")
    result = []
    for i in range(count):
        limits = []
        for name in ("scales", "aspect_ratios", "overlaps", "sample_coverages", "object_coverages"):
            low, high = lists[f"min_crop_{name}"][i], lists[f"max_crop_{name}"][i]
            if not (0 < low <= high if name == "aspect_ratios" else 0 <= low < high <= 1):
                raise MXNetError(f"min_crop_{name}, max_crop_{name}: {low} to {high} is no range for them")
            limits.append((low, high))
        result.append(_Sampler(limits[0], limits[1], tuple(limits[2:]), lists["max_crop_trials"][i]))
    return result


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
