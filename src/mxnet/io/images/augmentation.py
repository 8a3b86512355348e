"""Augmentation to the iterator's height and width (resizing, rotating, shearing, padding, cropping), then of colours,
and what makes an array of pixels.

Images are uint8 arrays ``(height, width[, 3])``, colours in the order blue, green, red.
"""

import math
from random import Random
from typing import Any

import numpy as np

from ...core.errors import MXNetError
from ...core.pixels import Image
from ...core.pixels.colors import EIGENVALUES, EIGENVECTORS, GREY, brightness, contrast, saturation, shifted
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
        rotation = np.array([first, [-sin * along, cos * along]])
        new_width = max(p["min_img_size"], min(p["max_img_size"], scale * width))
        new_height = max(p["min_img_size"], min(p["max_img_size"], scale * height))
        shift = np.array([new_width, new_height]) / 2 - rotation @ np.array([width, height]) / 2
        mode = interpolation(p["inter_method"], (height, width), (int(new_height), int(new_width)), draw)
        if mode == 0:
            raise MXNetError("inter_method: to rotate, shear and scale expected 1 to 4, 9 or 10, got 0")
        matrix, size = np.column_stack((rotation, shift)).astype(np.float32), (int(new_width), int(new_height))
        border: dict[str, Any] = {"borderMode": cv2.BORDER_CONSTANT, "borderValue": (p["fill_value"],) * 3}
        return cv2.warpAffine(image, matrix, size, flags=mode, **border)

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


# -- colours, and from pixels to arrays: the order red, green, blue, mean and scale ------------------------------------


class Colors:
    """The random changes of colours that an iterator's parameters ask for; pixels stay uint8."""

    def __init__(self, p: dict[str, Any]) -> None:
        self._noise, self._hsl = p["pca_noise"], (p["random_h"], p["random_s"], p["random_l"])
        changes = {"brightness": brightness, "contrast": contrast, "saturation": saturation}
        self._jitters = [(p[name], change) for name, change in changes.items() if p[name] > 0]
        self._any = any(self._hsl) or bool(self._jitters) or self._noise > 0

    def __call__(self, image: Image, draw: Random) -> Image:
        """Return the image with its colours changed."""
        if image.ndim == 2 or not self._any:
            return image
        if image.shape[2] == 4:  # opacity is no colour
            return np.dstack((self(image[:, :, :3], draw), image[:, :, 3]))
        if any(self._hsl):
            # the sum of a large and a small uniform number: the distribution that 1.9.1 shows
            h, s, l = (int(most * (draw.uniform(-0.8, 0.8) + draw.uniform(-0.2, 0.2))) for most in self._hsl)
            image = shifted(image, h, l, s)
        if self._jitters:
            changed = image.astype(np.float64)
            for most, change in draw.sample(self._jitters, len(self._jitters)):
                changed = change(changed, 1 + draw.uniform(-most, most), _grey)
            image = _rounded(changed)
        if self._noise > 0:
            weights = np.array([draw.gauss(0, self._noise) for _ in range(3)])
            image = _rounded(image + (np.array(EIGENVECTORS) @ (weights * EIGENVALUES))[::-1])
        return image


def _grey(image: np.ndarray) -> Any:
    import cv2

    # NumPy's matrix product would take all processors; blue comes first, and has red's share as in 1.9.1
    return cv2.transform(image, np.array([GREY]))[:, :, None]


def _rounded(values: np.ndarray) -> Image:
    rounded = np.rint(values)
    np.clip(rounded, 0, 255, out=rounded)
    return rounded.astype(np.uint8)


class Normalization:
    """Writes an image as ``((x - mean) * contrast + illumination) * scale / std``, mirrored or not."""

    def __init__(self, p: dict[str, Any], mean: np.ndarray | None) -> None:
        self.p = p
        channels = p["data_shape"][0]
        order = "rgba"[:channels]
        mean_values = np.array([p[f"mean_{c}"] for c in order], np.float32)
        std = np.array([p[f"std_{c}"] for c in order], np.float32)
        #: the mean image, ``(channels, height, width)``, or the channels' means; None: nothing to subtract
        self.mean = mean if mean is not None else mean_values.reshape(-1, 1, 1) if mean_values.any() else None
        self.factor = (np.float32(p["scale"]) / np.where(std == 0, 1, std)).astype(np.float32).reshape(-1, 1, 1)
        self.plain = bool((self.factor == 1).all())
        self._varies = p["max_random_contrast"] > 0 or p["max_random_illumination"] > 0

    def __call__(self, image: Image, draw: Random, out: np.ndarray) -> None:
        """Write the image, ``(height, width[, 3 or 4])`` in blue, green, red, opacity, into ``out``, red first."""
        import cv2

        p, mean = self.p, self.mean
        if p["mirror"] or (p["rand_mirror"] and draw.random() < 0.5):
            image = cv2.flip(image, 1)
            mean = mean if mean is None else mean[:, :, ::-1]  # a mean image is subtracted before mirroring
        planes = _planes(image)
        if out.dtype != np.float32:
            for c, plane in enumerate(planes):
                out[c] = plane if out.dtype == np.uint8 else self._cut(plane, c)
            return
        contrast, light = 1.0, 0.0
        if self._varies:
            contrast += draw.uniform(-p["max_random_contrast"], p["max_random_contrast"])
            light = draw.uniform(-p["max_random_illumination"], p["max_random_illumination"])
        for c, (plane, result) in enumerate(zip(planes, out, strict=True)):  # one by one: they stay in the cache
            if mean is None:
                result[...] = plane
            else:
                np.subtract(plane, mean[c], out=result, dtype=np.float32)
            if self._varies:
                result *= contrast
                result += light
            if not self.plain:
                result *= self.factor[c]

    def _cut(self, plane: np.ndarray, channel: int) -> np.ndarray:
        return np.clip(np.rint(plane - self.p[f"mean_{'rgba'[channel]}"]), -128, 127)


def _planes(image: Image) -> list[Any]:
    """Return the channels in the order red, green, blue, opacity."""
    if image.ndim == 2:
        return [image]
    import cv2

    blue, green, red, *opacity = cv2.split(image)
    return [red, green, blue, *opacity]
