"""Geometric augmentation to the iterator's height and width: resizing, rotating, shearing, padding, cropping.

Images are uint8 arrays ``(height, width[, 3])``, colours in the order blue, green, red.
"""

import math
from random import Random
from typing import Any

import numpy as np

from ...core.errors import MXNetError
from ...core.pixels import Image
from ...core.pixels.parts import interpolation, middle, random_size, resized, with_shorter_side


class Geometry:
    """The changes of shape that an iterator's parameters ask for."""

    def __init__(self, p: dict[str, Any]) -> None:
        _, self.height, self.width = p["data_shape"]
        self.p = p
        self._turns = (
            any(p[name] > 0 for name in ("max_rotate_angle", "max_shear_ratio", "rotate"))
            or any(p[name] != 1 for name in ("max_random_scale", "min_random_scale"))
            or (p["max_aspect_ratio"] != 0 and not p["random_resized_crop"])
            or (p["min_img_size"], p["max_img_size"]) != (0, 1e10)
        )

    def __call__(self, image: Image, draw: Random) -> Image:
        """Return the image with the iterator's height and width."""
        p = self.p
        if p["resize"] > 0:
            image = self._resize(image, *with_shorter_side(image.shape, p["resize"]), draw)
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
        return resized(image, height, width, self.p["inter_method"], draw)

    def _ratios(self) -> tuple[float, float]:
        """Return the least and the greatest factor of the proportions."""
        least, most = self.p["min_aspect_ratio"], self.p["max_aspect_ratio"]
        return (1 - most, 1 + most) if least is None else (least, most)

    def _affine(self, image: Image, draw: Random) -> Image:
        """Rotate, shear and scale about the middle, and let the frame be as large as the scale says."""
        import cv2

        p = self.p
        shear = draw.uniform(-p["max_shear_ratio"], p["max_shear_ratio"])
        angle = p["rotate"] if p["rotate"] > 0 else draw.randint(-p["max_rotate_angle"], p["max_rotate_angle"])
        scale = draw.uniform(p["min_random_scale"], p["max_random_scale"])
        ratio = draw.uniform(*self._ratios()) if p["max_aspect_ratio"] != 0 else 1.0
        across = 2 * scale / (1 + ratio)
        along = ratio * across
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        height, width = image.shape[:2]
        first = [across * cos - shear * sin * along, across * sin + shear * cos * along]
        turn = np.array([first, [-sin * along, cos * along]])
        new_width = max(p["min_img_size"], min(p["max_img_size"], scale * width))
        new_height = max(p["min_img_size"], min(p["max_img_size"], scale * height))
        shift = np.array([new_width, new_height]) / 2 - turn @ np.array([width, height]) / 2
        how = interpolation(p["inter_method"], (height, width), (int(new_height), int(new_width)), draw)
        if how == 0:
            raise MXNetError("inter_method: to rotate, shear and scale expected 1 to 4, 9 or 10, got 0")
        matrix, size = np.column_stack((turn, shift)).astype(np.float32), (int(new_width), int(new_height))
        border: dict[str, Any] = {"borderMode": cv2.BORDER_CONSTANT, "borderValue": (p["fill_value"],) * 3}
        return cv2.warpAffine(image, matrix, size, flags=how, **border)

    def _resized_crop(self, image: Image, draw: Random) -> Image:
        """Cut a part of random area and proportions and resize it."""
        height, width = image.shape[:2]
        area, ratio = (self.p["min_random_area"], self.p["max_random_area"]), self._ratios()
        if area[0] > area[1] or ratio[0] > ratio[1]:
            raise MXNetError("random_resized_crop: a least aspect ratio or area is greater than the greatest")
        size = random_size(height, width, area, ratio, draw, logarithmic=False)
        if size is None:
            return self._crop(image, draw)
        return self._resize(_random_part(image, *size, draw), self.height, self.width, draw)

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
        return self._resize(self._part(image, size, size, draw), self.height, self.width, draw)

    def _crop(self, image: Image, draw: Random) -> Image:
        """Cut the wanted height and width; an image that is smaller is enlarged before."""
        height, width = image.shape[:2]
        if height < self.height:
            image = self._resize(image, self.height, int(width * self.height / height), draw)
            height, width = image.shape[:2]
        if width < self.width:
            image = self._resize(image, int(height * self.width / width), self.width, draw)
        return self._part(image, self.width, self.height, draw)

    def _part(self, image: Image, width: int, height: int, draw: Random) -> Image:
        if self.p["rand_crop"]:
            return _random_part(image, width, height, draw)
        return middle(image, height, width)


def _random_part(image: Image, width: int, height: int, draw: Random) -> Image:
    y, x = draw.randint(0, image.shape[0] - height), draw.randint(0, image.shape[1] - width)
    return image[y : y + height, x : x + width]
