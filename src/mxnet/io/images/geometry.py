"""Geometric augmentation to the iterator's height and width: resizing, rotating, shearing, padding, cropping.

Images are uint8 arrays ``(height, width[, 3])``, colours in the order blue, green, red.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np

from ...core.errors import MXNetError

#: OpenCV's interpolations: cubic enlarges, areas shrink
_BILINEAR, _CUBIC, _AREA = 1, 2, 3
#: how often a part of random size is drawn before the middle is taken
_TRIES = 10
Image = np.ndarray[Any, Any]  # of uint8


def check_interpolation(method: int) -> None:
    """Raise :class:`MXNetError` for the number of an interpolation that is neither OpenCV's nor 9 or 10."""
    if method not in (0, 1, 2, 3, 4, 9, 10):
        raise MXNetError(f"inter_method: expected 0 to 4, 9 or 10, got {method}")


def interpolation(method: int, before: tuple[int, ...], after: tuple[int, ...], draw: Random) -> int:
    """Return OpenCV's number of an interpolation from (height, width) to (height, width).

    9 chooses by the sizes, 10 at random; :class:`MXNetError` for what OpenCV does not know.
    """
    if method == 9:
        if after[0] > before[0] and after[1] > before[1]:
            return _CUBIC
        return _AREA if after[0] < before[0] and after[1] < before[1] else _BILINEAR
    if method == 10:
        return draw.randint(0, 4)
    check_interpolation(method)
    return method


def looked_up(image: Any, table: np.ndarray) -> Image:
    """Return an image whose values are those of a table at the old ones: ``(256,)``, or ``(256, channels)``."""
    import cv2

    table = table.astype(np.uint8)
    return np.asarray(cv2.LUT(image, table if table.ndim == 1 else table[None]), np.uint8)


class Geometry:
    """The changes of shape that an iterator's parameters ask for."""

    def __init__(self, p: dict[str, Any]) -> None:
        _, self.height, self.width = p["data_shape"]
        self.p = p
        self._turns = (
            p["max_rotate_angle"] > 0
            or p["max_shear_ratio"] > 0
            or p["rotate"] > 0
            or p["max_random_scale"] != 1
            or p["min_random_scale"] != 1
            or (p["max_aspect_ratio"] != 0 and not p["random_resized_crop"])
            or p["max_img_size"] != 1e10
            or p["min_img_size"] != 0
        )

    def __call__(self, image: Image, draw: Random) -> Image:
        """Return the image with the iterator's height and width."""
        p = self.p
        if p["resize"] > 0:
            image = self._shorter_side(image, p["resize"], draw)
        if self._turns:
            image = self._affine(image, draw)
        if p["pad"] > 0:
            import cv2

            edge = (p["pad"],) * 4
            image = cv2.copyMakeBorder(image, *edge, cv2.BORDER_CONSTANT, value=(p["fill_value"],) * 3)
        if p["random_resized_crop"]:
            return self._resized_crop(image, draw)
        if p["max_crop_size"] != -1 or p["min_crop_size"] != -1:
            return self._sized_crop(image, draw)
        return self._crop(image, draw)

    def _resize(self, image: Image, height: int, width: int, draw: Random) -> Image:
        if image.shape[:2] == (height, width):
            return image
        import cv2

        how = interpolation(self.p["inter_method"], image.shape[:2], (height, width), draw)
        return cv2.resize(image, (width, height), interpolation=how)

    def _shorter_side(self, image: Image, size: int, draw: Random) -> Image:
        height, width = image.shape[:2]
        if height > width:
            return self._resize(image, size * height // width, size, draw)
        return self._resize(image, size, size * width // height, draw)

    def _affine(self, image: Image, draw: Random) -> Image:
        """Rotate, shear and scale about the middle, and let the frame be as large as the scale says."""
        import cv2

        p = self.p
        shear = draw.uniform(-p["max_shear_ratio"], p["max_shear_ratio"])
        angle = p["rotate"] if p["rotate"] > 0 else draw.randint(-p["max_rotate_angle"], p["max_rotate_angle"])
        scale = draw.uniform(p["min_random_scale"], p["max_random_scale"])
        low = 1 - p["max_aspect_ratio"] if p["min_aspect_ratio"] is None else p["min_aspect_ratio"]
        high = 1 + p["max_aspect_ratio"] if p["min_aspect_ratio"] is None else p["max_aspect_ratio"]
        ratio = draw.uniform(low, high) if p["max_aspect_ratio"] != 0 else 1.0
        across = 2 * scale / (1 + ratio)
        along = ratio * across
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        height, width = image.shape[:2]
        turn = np.array(
            [
                [across * cos - shear * sin * along, across * sin + shear * cos * along],
                [-sin * along, cos * along],
            ]
        )
        new_width = max(p["min_img_size"], min(p["max_img_size"], scale * width))
        new_height = max(p["min_img_size"], min(p["max_img_size"], scale * height))
        shift = np.array([new_width, new_height]) / 2 - turn @ np.array([width, height]) / 2
        how = interpolation(p["inter_method"], (height, width), (int(new_height), int(new_width)), draw)
        if how == 0:
            raise MXNetError("inter_method: to rotate, shear and scale expected 1 to 4, 9 or 10, got 0")
        return cv2.warpAffine(
            image,
            np.column_stack((turn, shift)).astype(np.float32),
            (int(new_width), int(new_height)),
            flags=how,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(p["fill_value"],) * 3,
        )

    def _resized_crop(self, image: Image, draw: Random) -> Image:
        """Cut a part of random area and proportions and resize it (Szegedy et al., 2014)."""
        p = self.p
        height, width = image.shape[:2]
        low = 1 - p["max_aspect_ratio"] if p["min_aspect_ratio"] is None else p["min_aspect_ratio"]
        high = 1 + p["max_aspect_ratio"] if p["min_aspect_ratio"] is None else p["max_aspect_ratio"]
        if not (low <= high and p["min_random_area"] <= p["max_random_area"]):
            raise MXNetError("random_resized_crop: a least aspect ratio or area is greater than the greatest")
        for _ in range(_TRIES):
            area = draw.uniform(p["min_random_area"], p["max_random_area"]) * height * width
            ratio = draw.uniform(low, high)
            w, h = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
            if draw.random() < 0.5:
                w, h = h, w
            if 0 < w <= width and 0 < h <= height:
                y, x = draw.randint(0, height - h), draw.randint(0, width - w)
                return self._resize(image[y : y + h, x : x + w], self.height, self.width, draw)
        return self._crop(self._shorter_side(image, max(self.height, self.width), draw), draw)

    def _sized_crop(self, image: Image, draw: Random) -> Image:
        """Cut a square of random size and resize it."""
        p = self.p
        height, width = image.shape[:2]
        if min(height, width) < p["max_crop_size"] or p["max_crop_size"] < p["min_crop_size"]:
            raise MXNetError(
                f"input image size {(height, width)} smaller than max_crop_size {p['max_crop_size']}, or that smaller "
                f"than min_crop_size {p['min_crop_size']}"
            )
        size = draw.randint(p["min_crop_size"], p["max_crop_size"])
        part = self._part(image, size, size, draw)
        return self._resize(part, self.height, self.width, draw)

    def _crop(self, image: Image, draw: Random) -> Image:
        """Cut the wanted height and width; an image that is smaller is enlarged before."""
        height, width = image.shape[:2]
        if height < self.height:
            image = self._resize(image, self.height, int(width * self.height / height), draw)
            height, width = image.shape[:2]
        if width < self.width:
            image = self._resize(image, int(height * self.width / width), self.width, draw)
        return self._part(image, self.height, self.width, draw)

    def _part(self, image: Image, height: int, width: int, draw: Random) -> Image:
        y, x = image.shape[0] - height, image.shape[1] - width
        if self.p["rand_crop"]:
            y, x = draw.randint(0, y), draw.randint(0, x)
        else:
            y, x = y // 2, x // 2
        return image[y : y + height, x : x + width]
