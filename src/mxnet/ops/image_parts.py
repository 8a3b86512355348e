"""Operators that give images ``(H, W, C)`` other sizes: parts of them, resized ones, parts at random."""

import numpy as np
import torch

from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Floats, Ints, Shape
from ..core.pixels.parts import fitted, random_size, with_shorter_side
from ..registry import Op
from .image import are_images, drawn, has_colors, image_op


@image_op("crop", view=True)
def crop(data, *, x: int, y: int, width: int, height: int):
    """Return ``height`` rows from ``y`` on and ``width`` columns from ``x`` on.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)`` with 1 or 3 channels.
    x, y
        The column and the row of the upper left pixel.
    width, height
        The size of the part, in pixels; it must lie within the image.

    Returns
    -------
    Images ``(height, width, C)`` or ``(N, height, width, C)``.

    Raises
    ------
    MXNetError
        Where the part is not within the image.

    Examples
    --------
    >>> image = nd.arange(12).reshape((3, 4, 1))
    >>> part = nd.image.crop(image, x=1, y=0, width=2, height=2)
    >>> print(part[:, :, 0].asnumpy())
    [[1. 2.]
     [5. 6.]]
    """
    are_images(data)
    has_colors(data)
    rows, columns = data.shape[-3:-1]
    if width < 1 or height < 1:
        raise MXNetError(f"width and height must be greater than 0, got {width} and {height}")
    if x < 0 or y < 0 or x + width > columns or y + height > rows:
        raise MXNetError(f"crop: {height} x {width} at row {y}, column {x} is not within {rows} x {columns}")
    return data.narrow(-3, y, height).narrow(-2, x, width)


def _new_size(data: torch.Tensor, size: Shape, keep_ratio: bool) -> tuple[int, int]:
    """Return height and width."""
    if len(size) not in (1, 2):
        raise MXNetError(f"Input size dimension must be 1 or 2, but got {len(size)}")
    if min(size) < 1:
        raise MXNetError(f"Input size should be greater than 0, but got {min(size)}")
    if len(size) == 2:
        return size[1], size[0]
    return with_shorter_side(data.shape[-3:-1], size[0]) if keep_ratio else (size[0], size[0])


#: the types that OpenCV interpolates, and those of which it also takes the nearest
_RESIZED = (torch.uint8, torch.float32, torch.float64)
_COPIED = (torch.int8, torch.int32)


def resized(data: torch.Tensor, height: int, width: int, interp: int) -> torch.Tensor:
    """Return images of another size, as OpenCV makes them, on the host. Raises :class:`MXNetError` for other types."""
    if not 0 <= interp <= 5:
        raise MXNetError(f"unknown interpolation method {interp}")
    if data.dtype not in _RESIZED and not (interp == 0 and data.dtype in _COPIED):
        raise MXNetError(f"images of type {NAME_OF_TORCH[data.dtype]} cannot be resized")
    if 0 in data.shape:  # OpenCV would fill the result with what it finds
        raise MXNetError(f"data: expected images, got none in {tuple(data.shape)}")
    shape = (*data.shape[:-3], height, width, data.shape[-1])
    if data.is_meta:
        return data.new_empty(shape)
    import cv2

    images = data.detach().cpu().contiguous().numpy().reshape(-1, *data.shape[-3:])
    result = [cv2.resize(image, (width, height), interpolation=interp) for image in images]
    return torch.from_numpy(np.stack(result)).reshape(shape).to(data.device)


@image_op("resize", host_sync="host")
def resize(data, *, size: Ints = (), keep_ratio: bool = False, interp: int = 1):
    """Return images of another size, as OpenCV makes them, on the host. It has no gradient.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)``, uint8, float32 or float64; with ``interp=0`` also int8 and int32.
    size
        ``(width, height)``, or one number for both.
    keep_ratio
        Whether one number is the length of the shorter side, and the longer one follows in proportion.
    interp
        How colours between pixels are found: 0 the nearest pixel's, 1 bilinear, 2 cubic, 3 means of areas, 4 Lanczos, 5
        bilinear with exact integers.

    Returns
    -------
    Images of the new size, in the type of ``data``.

    See Also
    --------
    gluon.data.vision.transforms.Resize : as a layer.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3), dtype='uint8')
    >>> print(nd.image.resize(image, size=(30, 10)).shape)
    (10, 30, 3)
    >>> print(nd.image.resize(image, size=20, keep_ratio=True).shape)
    (20, 30, 3)
    """
    are_images(data)
    height, width = _new_size(data, size, keep_ratio)
    return resized(data, height, width, interp)


def refuse_gradient(operator: Op) -> None:
    """Let the gradient of an operator be an error."""

    @operator.backward
    def _(p, inputs, outputs, head_grads):
        raise MXNetError(f"operator {operator.name} has no gradient")


refuse_gradient(resize)


# -- at random, of MXNet 2 --------------------------------------------------------------------------------------------


class _Draw:
    """What is drawn from the generator of an image's device."""

    def __init__(self, data: torch.Tensor) -> None:
        self._data = data

    def uniform(self, low: float, high: float) -> float:
        """Return a number evenly distributed between limits."""
        return drawn(self._data, low, high).item()

    def below(self, count: int) -> int:
        """Return an integer from 0 to ``count`` - 1."""
        return min(int(self.uniform(0, count)), count - 1)


def _check_size(data: torch.Tensor, width: int, height: int) -> None:
    are_images(data)
    if width < 1 or height < 1:
        raise MXNetError(f"width and height must be greater than 0, got {width} and {height}")
    if 0 in data.shape[-3:-1]:
        raise MXNetShapeError(f"data: expected images of a pixel or more, got {tuple(data.shape)}")


def _check_range(name: str, limits: Floats) -> None:
    if len(limits) != 2 or not 0 <= limits[0] <= limits[1] <= 1:
        raise MXNetError(f"{name}: expected two numbers in order, from 0 to 1, got {limits}")


def _fitting_size(data: torch.Tensor, width: int, height: int) -> tuple[int, int]:
    """Return the largest (width, height) of these proportions within an image, at least a pixel."""
    w, h = fitted(width, height, data.shape[-2], data.shape[-3])
    return max(w, 1), max(h, 1)


def _cut(data: torch.Tensor, box: tuple[int, int, int, int], width: int, height: int, interp: int) -> torch.Tensor:
    x, y, columns, rows = box
    part = data.narrow(-3, y, rows).narrow(-2, x, columns)
    return part.clone() if (columns, rows) == (width, height) else resized(part, height, width, interp)


@image_op("random_crop", stochastic=True, extension=True, host_sync="host")
def random_crop(
    data, *, xrange: Floats = (0.0, 1.0), yrange: Floats = (0.0, 1.0), width: int, height: int, interp: int = 1
):
    """Return a part of images at a random position. It has no gradient.

    From images that are smaller the largest part with these proportions is taken and resized.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)``.
    xrange, yrange
        Two numbers from 0 to 1, which limit the position: 0 is the left or upper end, 1 the right or lower one.
    width, height
        The size of the part, in pixels.
    interp
        How colours between pixels are found: 0 the nearest pixel's, 1 bilinear, 2 cubic, 3 means of areas, 4 Lanczos, 5
        bilinear with exact integers. It matters where a part is resized.

    Returns
    -------
    Images ``(height, width, C)`` or ``(N, height, width, C)``, the same part of each.

    See Also
    --------
    crop : at a position of one's own.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> image = nd.arange(48).reshape((4, 4, 3))
    >>> print(nd.image.random_crop(image, width=2, height=3).shape)
    (3, 2, 3)
    """
    _check_size(data, width, height)
    _check_range("xrange", xrange)
    _check_range("yrange", yrange)
    if data.is_meta:
        return data.new_empty((*data.shape[:-3], height, width, data.shape[-1]))
    rows, columns = data.shape[-3:-1]
    w, h = _fitting_size(data, width, height)
    draw = _Draw(data)
    x, y = int(draw.uniform(*xrange) * (columns - w)), int(draw.uniform(*yrange) * (rows - h))
    return _cut(data, (x, y, w, h), width, height, interp)


@image_op("random_resized_crop", stochastic=True, extension=True, host_sync="host")
def random_resized_crop(
    data,
    *,
    width: int,
    height: int,
    area: Floats = (0.08, 1.0),
    ratio: Floats = (3 / 4, 4 / 3),
    interp: int = 1,
    max_trial: int = 10,
):
    """Return a random part of images, resized to ``width`` and ``height``. It has no gradient.

    Parameters
    ----------
    data
        Images ``(H, W, C)`` or ``(N, H, W, C)``.
    width, height
        The size of the result, in pixels.
    area
        The least and the greatest share of the image's area that the part has.
    ratio
        The least and the greatest width over height of the part, which is evenly distributed in its logarithm.
    interp
        How colours between pixels are found: 0 the nearest pixel's, 1 bilinear, 2 cubic, 3 means of areas, 4 Lanczos, 5
        bilinear with exact integers.
    max_trial
        How many parts are tried that do not fit in the image, before its middle is taken.

    Returns
    -------
    Images ``(height, width, C)`` or ``(N, height, width, C)``, the same part of each.

    See Also
    --------
    gluon.data.vision.transforms.RandomResizedCrop : as a layer.

    Notes
    -----
    MXNet 2's; 1.9.1 has no such function.

    Examples
    --------
    >>> image = nd.zeros((40, 60, 3))
    >>> print(nd.image.random_resized_crop(image, width=32, height=32, area=(0.2, 1.0)).shape)
    (32, 32, 3)
    """
    _check_size(data, width, height)
    if len(area) != 2 or len(ratio) != 2 or min(area) < 0 or min(ratio) <= 0:
        raise MXNetError(f"area: expected two numbers from 0 on, ratio: two above 0, got {area} and {ratio}")
    if data.is_meta:
        return data.new_empty((*data.shape[:-3], height, width, data.shape[-1]))
    rows, columns = data.shape[-3:-1]
    draw = _Draw(data)
    part = random_size(rows, columns, area, ratio, draw, max_trial)
    if part is None:
        w, h = _fitting_size(data, width, height)
        x, y = (columns - w) // 2, (rows - h) // 2
    else:
        w, h = part
        x, y = draw.below(columns - w + 1), draw.below(rows - h + 1)
    return _cut(data, (x, y, w, h), width, height, interp)


refuse_gradient(random_crop)
refuse_gradient(random_resized_crop)
