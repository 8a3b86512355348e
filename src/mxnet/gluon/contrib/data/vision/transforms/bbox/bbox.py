"""Transforms of images with boxes, as blocks."""

import random
from typing import Any

import numpy as np

from ....... import image
from ....... import ndarray as nd
from .......image.codec import either
from ......arguments import is_numpy
from ......block import Block
from .utils import bbox_crop, bbox_flip, bbox_random_crop_with_constraints, bbox_resize, bbox_translate

__all__ = [
    "ImageBboxCrop", "ImageBboxRandomCropWithConstraints", "ImageBboxRandomExpand", "ImageBboxRandomFlipLeftRight",
    "ImageBboxResize",
]  # fmt: skip

_fixed_crop = either(image.fixed_crop)


def _values(boxes: Any) -> np.ndarray:
    return boxes.asnumpy() if isinstance(boxes, nd.NDArray) else np.asarray(boxes)


def _as_given(values: np.ndarray, boxes: Any) -> Any:
    """Return changed boxes in the class and type of those that were given."""
    if not isinstance(boxes, nd.NDArray):
        return values
    array = nd.array(values, ctx=boxes.ctx, dtype=boxes.dtype)
    return array.as_np_ndarray() if is_numpy(boxes) else array


class _ImageBboxTransform(Block):
    """A change of an image ``(H, W, C)`` and its boxes ``(N, 4 or more)``, as arrays of ``mx`` or of NumPy."""

    def forward(self, img: Any, bbox: Any) -> tuple[Any, Any]:
        """Return the image and its boxes, changed."""
        changed, boxes = self._change(img, _values(bbox))
        return changed, (bbox if boxes is None else _as_given(boxes, bbox))

    def _change(self, img: Any, boxes: np.ndarray) -> tuple[Any, np.ndarray | None]:
        """Return the image and its boxes, changed; None for boxes that stay as they are."""
        raise NotImplementedError


class ImageBboxRandomFlipLeftRight(_ImageBboxTransform):
    """Mirror an image and its boxes along the width, with probability ``p``.

    Parameters
    ----------
    p
        The probability.

    Examples
    --------
    >>> transforms = gluon.contrib.data.vision.transforms
    >>> image, boxes = nd.zeros((4, 6, 3)), nd.array([[1, 2, 3, 4]])
    >>> print(transforms.ImageBboxRandomFlipLeftRight(p=1)(image, boxes)[1].asnumpy())
    [[3. 2. 5. 4.]]
    """

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = p

    def _change(self, img: Any, boxes: np.ndarray) -> tuple[Any, np.ndarray | None]:
        if random.random() >= self.p:
            return img, None
        return img[:, ::-1], bbox_flip(boxes, (img.shape[1], img.shape[0]), flip_x=True)


class ImageBboxCrop(_ImageBboxTransform):
    """Cut a part out of an image, with the boxes in it. Where the image does not hold the part, both stay as they are.

    Parameters
    ----------
    crop
        The part: left, top, width and height. AssertionError for what is not four numbers, for a negative side and
        for a part without an area.
    allow_outside_center
        False: boxes whose centres are outside are left out.

    Examples
    --------
    >>> transforms = gluon.contrib.data.vision.transforms
    >>> image, boxes = nd.zeros((8, 8, 3)), nd.array([[1, 2, 3, 4], [4, 4, 8, 8]])
    >>> part, seen = transforms.ImageBboxCrop((1, 1, 4, 5))(image, boxes)
    >>> print(part.shape, seen.asnumpy())
    (5, 4, 3) [[0. 1. 2. 3.]]
    """

    def __init__(self, crop: tuple[int, int, int, int], allow_outside_center: bool = False) -> None:
        super().__init__()
        assert len(crop) == 4, f"crop: expected left, top, width and height, got {crop!r}"
        assert min(crop[:2]) >= 0 < min(crop[2:]), f"crop: expected a part within an image, got {crop!r}"
        self._crop, self._allow_outside_center = crop, allow_outside_center

    def _change(self, img: Any, boxes: np.ndarray) -> tuple[Any, np.ndarray | None]:
        left, top, width, height = self._crop
        if left + width > img.shape[1] or top + height > img.shape[0]:
            return img, None
        return _fixed_crop(img, *self._crop), bbox_crop(boxes, self._crop, self._allow_outside_center)


class ImageBboxRandomCropWithConstraints(_ImageBboxTransform):
    """Cut a random part that shows enough of the boxes out of an image, with probability ``p``.

    See :func:`~mxnet.gluon.contrib.data.vision.transforms.bbox.utils.bbox_random_crop_with_constraints`.

    Parameters
    ----------
    p
        The probability.
    min_scale
        The least geometric mean of the part's share of the width and its share of the height.
    max_scale
        The greatest one.
    max_aspect_ratio
        By how much the part's proportions may differ from the image's, at most.
    constraints
        Pairs of the least and the greatest overlap that all boxes must have with a part; None: the usual ones.
    max_trial
        How many parts are tried for a constraint.

    Examples
    --------
    >>> transforms = gluon.contrib.data.vision.transforms
    >>> image, boxes = nd.zeros((40, 60, 3)), nd.array([[5, 6, 20, 30]])
    >>> part, seen = transforms.ImageBboxRandomCropWithConstraints(p=1)(image, boxes)
    >>> seen.shape
    (1, 4)
    """

    def __init__(
        self,
        p: float = 0.5,
        min_scale: float = 0.3,
        max_scale: float = 1,
        max_aspect_ratio: float = 2,
        constraints: Any = None,
        max_trial: int = 50,
    ) -> None:
        super().__init__()
        self.p = p
        self._args = (min_scale, max_scale, max_aspect_ratio, constraints, max_trial)

    def _change(self, img: Any, boxes: np.ndarray) -> tuple[Any, np.ndarray | None]:
        if random.random() >= self.p:
            return img, None
        seen, part = bbox_random_crop_with_constraints(boxes, (img.shape[1], img.shape[0]), *self._args)
        return _fixed_crop(img, *part), seen


class ImageBboxRandomExpand(_ImageBboxTransform):
    """Put an image at a random place of a larger one, with probability ``p``.

    Parameters
    ----------
    p
        The probability.
    max_ratio
        How many times the sides of the larger one are as long, at most; up to 1 the image stays as it is.
    fill
        The value of the pixels around it, or one for each channel; ValueError for another number of them.
    keep_ratio
        Whether the larger one has the image's proportions.

    Examples
    --------
    >>> Expand = gluon.contrib.data.vision.transforms.bbox.bbox.ImageBboxRandomExpand
    >>> larger, boxes = Expand(p=1, max_ratio=2, fill=128)(nd.zeros((4, 4, 3)), nd.array([[0, 0, 2, 2]]))
    >>> larger.shape[0] <= 8
    True
    """

    def __init__(self, p: float = 0.5, max_ratio: float = 4, fill: Any = 0, keep_ratio: bool = True) -> None:
        super().__init__()
        self.p = p
        self._max_ratio, self._fill, self._keep_ratio = max_ratio, fill, keep_ratio

    def _change(self, img: Any, boxes: np.ndarray) -> tuple[Any, np.ndarray | None]:
        if self._max_ratio <= 1 or random.random() >= self.p:
            return img, None
        height, width, channels = img.shape
        fill = tuple(np.ravel(self._fill)) * (1 if np.ndim(self._fill) else channels)
        if len(fill) != channels:
            raise ValueError(f"fill: expected a number for each of {channels} channels, got {len(fill)}")
        ratio = random.uniform(1, self._max_ratio)
        other = ratio if self._keep_ratio else random.uniform(1, self._max_ratio)
        more_rows, more_columns = int(height * other) - height, int(width * ratio) - width
        top, left = random.randint(0, more_rows), random.randint(0, more_columns)
        larger = image.copyMakeBorder(img, top, more_rows - top, left, more_columns - left, values=fill)
        return larger, bbox_translate(boxes, left, top)


class ImageBboxResize(_ImageBboxTransform):
    """Resize an image, and its boxes with it.

    Parameters
    ----------
    width
        The new width.
    height
        The new height.
    interp
        OpenCV's number: 0 nearest, 1 bilinear, 2 cubic, 3 by areas, 4 Lanczos; 9 by the sizes, 10 or -1 at random.

    Examples
    --------
    >>> transforms = gluon.contrib.data.vision.transforms
    >>> image, boxes = transforms.ImageBboxResize(8, 2)(nd.zeros((4, 4, 3)), nd.array([[1, 2, 3, 4]]))
    >>> print(image.shape, boxes.asnumpy())
    (2, 8, 3) [[2. 1. 6. 2.]]
    """

    def __init__(self, width: int, height: int, interp: int = 1) -> None:
        super().__init__()
        self._size, self._interp = (width, height), interp

    def _change(self, img: Any, boxes: np.ndarray) -> tuple[Any, np.ndarray | None]:
        rows, columns = img.shape[:2]
        width, height = self._size
        interp = image.image._get_interp_method(
            10 if self._interp == -1 else self._interp, (rows, columns, height, width)
        )
        return image.imresize(img, width, height, interp), bbox_resize(boxes, (columns, rows), self._size)
