"""Transforms of the values of pixels."""

from __future__ import annotations

import random
from typing import Any

from ..... import numpy as mx_np
from ....block import HybridBlock
from .images import HybridImageBlock, SwitchedImageBlock

#: how much each colour adds to brightness
_GREY = (0.299, 0.587, 0.114)


class Cast(HybridImageBlock):
    """Change the data type, to float32 unless given."""

    def __init__(self, dtype: Any = "float32") -> None:
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return ``x`` in the type."""
        return F.cast(x, self._dtype)


class ToTensor(HybridImageBlock):
    """Make of ``(H, W, C)`` or ``(N, H, W, C)`` from 0 to 255 float32 ``(C, H, W)`` or ``(N, C, H, W)`` from 0 to 1."""

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the tensor."""
        return F.image.to_tensor(x)


class Normalize(HybridImageBlock):
    """Subtract ``mean`` and divide by ``std``, numbers or one a channel: of ``(C, H, W)`` or ``(N, C, H, W)``."""

    def __init__(self, mean: Any = 0.0, std: Any = 1.0) -> None:
        super().__init__()
        self._mean, self._std = mean, std

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return ``(x - mean) / std``."""
        return F.image.normalize(x, self._mean, self._std)


class _RandomFactor(HybridImageBlock, shared=True):
    """An operator with a factor drawn between ``1 - reach``, at least 0, and ``1 + reach``."""

    _operator: str

    def _init(self, reach: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - reach), 1 + reach)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the image ``(H, W, C)`` changed."""
        return getattr(F.image, self._operator)(x, *self._args)


class RandomBrightness(_RandomFactor):
    """Multiply by a random factor within ``brightness`` of 1."""

    _operator = "random_brightness"

    def __init__(self, brightness: float) -> None:
        self._init(brightness)


class RandomContrast(_RandomFactor):
    """Move values from their mean, or to it, by a random factor within ``contrast`` of 1."""

    _operator = "random_contrast"

    def __init__(self, contrast: float) -> None:
        self._init(contrast)


class RandomSaturation(_RandomFactor):
    """Move colours from grey, or to it, by a random factor within ``saturation`` of 1."""

    _operator = "random_saturation"

    def __init__(self, saturation: float) -> None:
        self._init(saturation)


class RandomHue(_RandomFactor):
    """Turn hues by a random part of a full turn, at most ``hue``."""

    _operator = "random_hue"

    def __init__(self, hue: float) -> None:
        self._init(hue)


class RandomColorJitter(HybridImageBlock):
    """Change brightness, contrast, saturation and hue at random, in random order; each as its own transform does."""

    def __init__(self, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0) -> None:
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the image ``(H, W, C)`` changed."""
        return F.image.random_color_jitter(x, *self._args)


class RandomLighting(HybridImageBlock):
    """Add noise along the principal components of ImageNet's colours, of standard deviation ``alpha``."""

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the image ``(H, W, C)`` changed."""
        return F.image.random_lighting(x, self._alpha)


class RandomGray(SwitchedImageBlock):
    """Make images ``(H, W, 3)`` grey, of three equal channels, with probability ``p``. Of MXNet 2."""

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self._p = p

    def forward(self, x: Any) -> Any:
        """Return the image, grey or not."""
        if random.random() >= self._p:
            return x
        channels = [x[:, :, i : i + 1].astype("float32") * share for i, share in enumerate(_GREY)]
        return (channels[0] + channels[1] + channels[2]).broadcast_to(x.shape).astype(x.dtype)


class HybridRandomGray(RandomGray, HybridBlock):
    """:class:`RandomGray` as a HybridBlock: float32, with 2.0's numbers, each channel a share of the sum of all."""

    def forward(self, x: Any) -> Any:
        """Return the image, changed or not."""
        x = x.astype("float32")
        shares = mx_np.array((0.2989, 0.587, 0.114), dtype="float32")
        chosen = mx_np.random.uniform(0, 1, (1,)) < self._p
        return mx_np.where(chosen, x.sum(-1, keepdims=True) * shares, x)


RandomGray._hybrid = HybridRandomGray
