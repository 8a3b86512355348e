"""Random augmentation of an image for detection, and of its boxes.

How parts are drawn is described in Liu et al., "SSD: Single Shot MultiBox Detector", 2016.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import MXNetError
from ...core.pixels import Image, boxes
from ...core.pixels.colors import looked_up, shifted
from ...core.pixels.parts import resized, with_shorter_side
from .parameters import CROPS

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
            image, rows = cv2.flip(image, 1), boxes.mirrored(rows)
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

    def _seen(self, rows: np.ndarray, window: boxes.Window, sampler: _Sampler) -> np.ndarray:
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


def _seen_from(window: boxes.Window, rows: np.ndarray) -> np.ndarray:
    left, top, right, bottom = window
    return boxes.moved(rows, (left, top, right - left, bottom - top))


def _shares(rows: np.ndarray, window: boxes.Window) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return of each object and a window the intersection over: the union, the window, the object."""
    left, top, right, bottom = window
    common, objects, area = boxes.overlaps(rows, window), boxes.areas(rows), (right - left) * (bottom - top)
    return common / (objects + area - common), common / area, common / objects


def _pixels(window: boxes.Window, height: int, width: int) -> tuple[int, int, int, int]:
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

    def draw(self, aspect: float, draw: Random) -> boxes.Window:
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
