"""Transforms that cut, resize, mirror and turn images."""

import numbers
from typing import Any

import numpy as np

from ..... import image, numpy_extension
from ..... import numpy as mx_np
from .....core.errors import expect
from ....block import HybridBlock
from .blocks import HybridImageBlock, ImageBlock, SwitchedImageBlock

__all__ = [
    "CenterCrop", "CropResize", "RandomCrop", "RandomFlipLeftRight", "RandomFlipTopBottom", "RandomResizedCrop",
    "RandomRotation", "Resize", "Rotate",
]  # fmt: skip

Size = int | tuple[int, int]


def _both(size: Any) -> Any:
    """Return ``(width, height)`` of a size that may be one number for both."""
    return (size, size) if isinstance(size, numbers.Number) else size


class Resize(HybridImageBlock):
    """Resize images ``(H, W, C)`` or ``(N, H, W, C)``.

    Parameters
    ----------
    size
        ``(width, height)``, or one number: for both, or with ``keep_ratio`` for the shorter side.
    keep_ratio
        Whether one number is the length of the shorter side, the other following in proportion.
    interpolation
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.Resize((3, 2))(image).shape
    (2, 3, 3)
    >>> transforms.Resize(2, keep_ratio=True)(image).shape
    (2, 3, 3)
    """

    def __init__(self, size: Size, keep_ratio: bool = False, interpolation: int = 1) -> None:
        super().__init__()
        self._size, self._keep, self._interpolation = size, keep_ratio, interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the resized images."""
        return F.image.resize(x, self._size, self._keep, self._interpolation)


class CropResize(HybridImageBlock):
    """Cut a rectangle out of ``(H, W, C)`` or ``(N, H, W, C)``, and resize it.

    Parameters
    ----------
    x
        The first column.
    y
        The first row.
    width
        How many columns.
    height
        How many rows.
    size
        What it is resized to, ``(width, height)``, or one number for both. None: it is not.
    interpolation
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos. None: bilinear.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.CropResize(x=1, y=0, width=3, height=2)(image).shape
    (2, 3, 3)
    """

    def __init__(
        self, x: int, y: int, width: int, height: int, size: Size | None = None, interpolation: int | None = None
    ) -> None:
        super().__init__()
        self._box = (x, y, width, height)
        self._size, self._interpolation = size, 1 if interpolation is None else interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the part."""
        part = F.image.crop(x, *self._box)
        return F.image.resize(part, self._size, False, self._interpolation) if self._size else part


class CenterCrop(SwitchedImageBlock):
    """Cut the middle out of ``(H, W, C)``.

    From smaller images the largest part with these proportions is taken and enlarged.

    Parameters
    ----------
    size
        ``(width, height)``, or one number for both.
    interpolation
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.CenterCrop(2)(image).shape
    (2, 2, 3)
    """

    def __init__(self, size: Size, interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_both(size), interpolation)

    def forward(self, x: Any) -> Any:
        """Return the middle."""
        return image.center_crop(x, *self._args)[0]


class HybridCenterCrop(CenterCrop, HybridBlock):
    """:class:`CenterCrop` as a HybridBlock, of ``(N, H, W, C)`` too."""

    def forward(self, x: Any) -> Any:
        """Return the middle."""
        (width, height), interpolation = self._args
        rows, columns = x.shape[-3:-1]
        w, h = image.scale_down((columns, rows), (width, height))
        part = numpy_extension.image.crop(x, (columns - w) // 2, (rows - h) // 2, w, h)
        if (w, h) == (width, height):
            return part
        return numpy_extension.image.resize(part, (width, height), False, interpolation)


CenterCrop._hybrid = HybridCenterCrop


class RandomCrop(SwitchedImageBlock):
    """Cut a part at a random position out of ``(H, W, C)``. Of MXNet 2.

    Smaller images: see :class:`CenterCrop`.

    Parameters
    ----------
    size
        ``(width, height)``, or one number for both.
    pad
        How much is added on each side before: a number, or four: above, below, left and right; None: nothing.
    pad_value
        What is added.
    interpolation
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomCrop(4, pad=1)(image).shape
    (4, 4, 3)
    """

    def __init__(self, size: Size, pad: Any = None, pad_value: float = 0, interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_both(size), interpolation)
        self._pad: Any = (pad,) * 4 if isinstance(pad, numbers.Number) else pad
        self._pad_value = pad_value

    def forward(self, x: Any) -> Any:
        """Return the part."""
        if self._pad:
            top, bottom, left, right = self._pad
            x = image.copyMakeBorder(x, top, bottom, left, right, value=self._pad_value)
        return image.random_crop(x, *self._args)[0]


class HybridRandomCrop(RandomCrop, HybridBlock):
    """:class:`RandomCrop` as a HybridBlock, of ``(N, H, W, C)`` too."""

    def forward(self, x: Any) -> Any:
        """Return the part."""
        (width, height), interpolation = self._args
        if self._pad:
            top, bottom, left, right = self._pad[:4]
            sides = ((0, 0),) * (x.ndim - 3) + ((top, bottom), (left, right), (0, 0))
            x = mx_np.pad(x, sides, "constant", constant_values=self._pad_value)
        return numpy_extension.image.random_crop(x, width=width, height=height, interp=interpolation)


RandomCrop._hybrid = HybridRandomCrop


class RandomResizedCrop(SwitchedImageBlock):
    """Cut a random part out of ``(H, W, C)`` and resize it: what networks for ImageNet are trained on.

    Parameters
    ----------
    size
        What it is resized to, ``(width, height)``, or one number for both.
    scale
        The least and the greatest share of the area that the part has.
    ratio
        The least and the greatest width / height of the part.
    interpolation
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomResizedCrop(2)(image).shape
    (2, 2, 3)
    """

    def __init__(
        self,
        size: Size,
        scale: tuple[float, float] = (0.08, 1.0),
        ratio: tuple[float, float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: int = 1,
    ) -> None:
        super().__init__()
        self._args = (_both(size), scale, ratio, interpolation)

    def forward(self, x: Any) -> Any:
        """Return the part."""
        return image.random_size_crop(x, *self._args)[0]


class HybridRandomResizedCrop(RandomResizedCrop, HybridBlock):
    """:class:`RandomResizedCrop` as a HybridBlock, of ``(N, H, W, C)`` too."""

    def forward(self, x: Any) -> Any:
        """Return the part."""
        (width, height), scale, ratio, interpolation = self._args
        return numpy_extension.image.random_resized_crop(
            x, width=width, height=height, area=scale, ratio=ratio, interp=interpolation
        )


RandomResizedCrop._hybrid = HybridRandomResizedCrop


class _RandomFlip(HybridImageBlock, shared=True):
    """Mirror an image with probability ``p``."""

    _direction: str

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = p

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the image, mirrored or not."""
        if self.p == 0.5:
            return getattr(F.image, f"random_flip_{self._direction}")(x)
        chosen = F.random.uniform(0, 1, shape=(1,)) < self.p
        mirror = getattr(F.image, f"flip_{self._direction}")
        return F.contrib.cond(chosen, lambda: mirror(x), lambda: F.identity(x))


class RandomFlipLeftRight(_RandomFlip):
    """Mirror an image ``(H, W, C)`` along its width with probability ``p``.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomFlipLeftRight()(image).shape
    (4, 6, 3)
    """

    _direction = "left_right"


class RandomFlipTopBottom(_RandomFlip):
    """Mirror an image ``(H, W, C)`` along its height with probability ``p``.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomFlipTopBottom()(image).shape
    (4, 6, 3)
    """

    _direction = "top_bottom"


def _refuse_other_types(x: Any) -> None:
    if np.dtype(x.dtype) != np.float32:
        raise TypeError(f"only float32 images are turned, got {np.dtype(x.dtype)}; use ToTensor first")


class Rotate(ImageBlock):
    """Turn float32 images ``(C, H, W)`` or ``(N, C, H, W)``; what comes from outside is 0.

    ``zoom_in`` enlarges so that nothing does, ``zoom_out`` shrinks so that nothing is lost. TypeError for other types.

    Parameters
    ----------
    rotation_degrees
        The angle, in degrees.
    zoom_in
        Whether images are enlarged so that nothing from outside comes in.
    zoom_out
        Whether they are shrunk so that nothing is lost; not both.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.Rotate(30)(transforms.ToTensor()(image)).shape
    (3, 4, 6)
    """

    def __init__(self, rotation_degrees: float, zoom_in: bool = False, zoom_out: bool = False) -> None:
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x: Any) -> Any:
        """Return the images turned."""
        _refuse_other_types(x)
        return image.imrotate(x, *self._args)


class RandomRotation(ImageBlock):
    """Turn images by random angles between two limits, with probability ``rotate_with_proba``; see :class:`Rotate`.

    Raises ValueError for limits that are not in order, and for what is no probability.

    Parameters
    ----------
    angle_limits
        The least and the greatest angle, in degrees.
    zoom_in
        Whether images are enlarged so that nothing from outside comes in.
    zoom_out
        Whether they are shrunk so that nothing is lost; not both.
    rotate_with_proba
        The probability that an image is turned.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.ones((4, 6, 3), dtype='uint8') * 255
    >>> transforms.RandomRotation((-10, 10))(transforms.ToTensor()(image)).shape
    (3, 4, 6)
    """

    def __init__(
        self,
        angle_limits: tuple[float, float],
        zoom_in: bool = False,
        zoom_out: bool = False,
        rotate_with_proba: float = 1.0,
    ) -> None:
        super().__init__()
        expect(isinstance(angle_limits, (list, tuple)), "angle_limits", "a smaller and a larger angle", angle_limits)
        if len(angle_limits) != 2 or not angle_limits[0] < angle_limits[1]:
            raise ValueError(f"angle_limits: expected a smaller and a larger angle, got {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(f"rotate_with_proba: expected a probability, got {rotate_with_proba}")
        self._args = (angle_limits, zoom_in, zoom_out)
        self._rotate_with_proba = rotate_with_proba

    def forward(self, x: Any) -> Any:
        """Return the images, turned or not."""
        if np.random.random() > self._rotate_with_proba:
            return x
        _refuse_other_types(x)
        return image.random_rotate(x, *self._args)
