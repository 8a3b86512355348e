"""Random augmentation of an image for detection, and of its boxes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from .det_windows import Sampler, padded, samplers
from .geometry import Image, interpolation, looked_up
from .objects import Box, Objects


class Augmentation:
    """The changes that an iterator's parameters ask for, up to the image's final size."""

    def __init__(self, p: dict[str, Any]) -> None:
        self.p = p
        _, self.height, self.width = p["data_shape"]
        self._samplers = samplers(p)
        #: probability, greatest change, channel of hue, luminance, saturation, greatest value
        self._hls = (
            (p["random_hue_prob"], p["max_random_hue"], 0, 180),
            (p["random_saturation_prob"], p["max_random_saturation"], 2, 255),
            (p["random_illumination_prob"], p["max_random_illumination"], 1, 255),
        )

    def __call__(self, image: Image, objects: Objects, draw: Random) -> Image:
        """Return the changed image; the objects are changed in place."""
        p = self.p
        if p["resize"] > 0:
            height, width = image.shape[:2]
            short = p["resize"]
            size = (short * height // width, short) if height > width else (short, short * width // height)
            image = self._resize(image, *size, draw)
        image = self._contrast(self._shift_hls(image, draw), draw)
        if draw.random() < p["rand_mirror_prob"]:
            image = image[:, ::-1]
            objects.mirror()
        if draw.random() < p["rand_pad_prob"] and p["max_pad_scale"] > 1:
            image = self._pad(image, objects, draw)
        if draw.random() < p["rand_crop_prob"]:
            image = self._crop(image, objects, draw)
        return self._resize(image, *self._final_size(*image.shape[:2]), draw)

    def _final_size(self, height: int, width: int) -> tuple[int, int]:
        mode = self.p["resize_mode"]
        if mode == "force":
            return self.height, self.width
        ratio = min(self.height / height, self.width / width)
        if mode == "shrink":
            ratio = min(ratio, 1.0)
        return max(1, int(np.float32(height * np.float32(ratio)))), max(1, int(np.float32(width * np.float32(ratio))))

    def _resize(self, image: Image, height: int, width: int, draw: Random) -> Image:
        if image.shape[:2] == (height, width):
            return image
        import cv2

        how = interpolation(self.p["inter_method"], image.shape[:2], (height, width), draw)
        return np.asarray(cv2.resize(np.ascontiguousarray(image), (width, height), interpolation=how), np.uint8)

    def _shift_hls(self, image: Image, draw: Random) -> Image:
        """Shift hue, saturation and luminance, each with its probability."""
        shifts = [
            (channel, draw.randint(-abs(most), abs(most)), limit)
            for probability, most, channel, limit in self._hls
            if draw.random() < probability and most != 0
        ]
        if not shifts or image.ndim == 2:
            return image
        import cv2

        tables = np.repeat(np.arange(256)[:, None], 3, axis=1)
        for channel, shift, limit in shifts:
            tables[:, channel] = np.clip(np.arange(256) + shift, 0, limit)
        hls = cv2.cvtColor(np.ascontiguousarray(image[:, :, :3]), cv2.COLOR_BGR2HLS)
        result = np.asarray(cv2.cvtColor(looked_up(hls, tables), cv2.COLOR_HLS2BGR), np.uint8)
        return result if image.shape[2] == 3 else np.dstack((result, image[:, :, 3]))

    def _contrast(self, image: Image, draw: Random) -> Image:
        most = self.p["max_random_contrast"]
        if draw.random() >= self.p["random_contrast_prob"] or most <= 0:
            return image
        factor = 1 + draw.uniform(-most, most)
        return looked_up(image, np.clip(np.rint(np.arange(256) * factor), 0, 255))

    def _pad(self, image: Image, objects: Objects, draw: Random) -> Image:
        window = padded(self.p["max_pad_scale"], draw)
        objects.rows = objects.place(window)
        height, width = image.shape[:2]
        left, top, right, bottom = _pixels(window, height, width)
        result = np.full((bottom - top, right - left, *image.shape[2:]), self.p["fill_value"], np.uint8)
        result[-top : height - top, -left : width - left] = image
        return np.asarray(result)

    def _crop(self, image: Image, objects: Objects, draw: Random) -> Image:
        height, width = image.shape[:2]
        for sampler in draw.sample(self._samplers, len(self._samplers)):
            for _ in range(sampler.trials):
                window = sampler.draw(width / height, draw)
                rows = self._seen(objects, window, sampler)
                if len(rows) or not len(objects.rows):  # an image without objects is cut anywhere
                    objects.rows = rows
                    left, top, right, bottom = _pixels(window, height, width)
                    return image[top:bottom, left:right]
        return image

    def _seen(self, objects: Objects, window: Box, sampler: Sampler) -> np.ndarray:
        """Return the rows of the objects that are in a window; none where it does not suit the sampler."""
        if not sampler.accepts(window, objects):
            return objects.rows[:0]
        rows = objects.place(window)
        if self.p["crop_emit_mode"] == "center":
            x, y = (rows[:, 1] + rows[:, 3]) / 2, (rows[:, 2] + rows[:, 4]) / 2
            remaining = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
        else:
            remaining = objects.shares(window)[2] > self.p["emit_overlap_thresh"]
        rows[:, 1:5] = np.clip(rows[:, 1:5], 0, 1)
        return np.asarray(rows[remaining])


def _pixels(window: Box, height: int, width: int) -> tuple[int, int, int, int]:
    """Return a window's left, top, right and bottom in pixels, at least one pixel apart."""
    left, top, right, bottom = window
    x, y = int(left * width), int(top * height)
    return x, y, x + max(1, int((right - left) * width)), y + max(1, int((bottom - top) * height))
