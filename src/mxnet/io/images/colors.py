"""From pixels to arrays: random colour changes, the channel order red, green, blue, mean and scale."""

from random import Random
from typing import Any

import numpy as np

from ...core.pixels import Image
from ...core.pixels.colors import EIGENVALUES, EIGENVECTORS, GREY, brightness, contrast, saturation, shifted


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
