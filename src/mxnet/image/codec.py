"""Images from files and bytes."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.context import current_context
from ..core.errors import MXNetError, expect
from ..ops.opencv import decode
from .interfaces import in_semantics

__all__ = ["imdecode", "imread"]

_internal = nd._internal


def imread(filename: str | os.PathLike[str], flag: int = 1, to_rgb: bool | int = True, out: Any = None) -> nd.NDArray:
    """Read an image's file, JPEG, PNG or what else OpenCV knows.

    Parameters
    ----------
    filename
        The file.
    flag
        1 for three colours, 0 for one channel of grey.
    to_rgb
        Whether the colours have the order red, green, blue; False: blue, green, red.
    out
        An array that becomes the image, whatever its size and type were; None: a new one.

    Returns
    -------
    A uint8 array ``(height, width, channels)``.

    Raises
    ------
    MXNetError
        For a file that is not there or holds no image.

    Examples
    --------
    >>> import cv2
    >>> _ = cv2.imwrite('blue.png', np.full((4, 6, 3), [255, 0, 0], np.uint8))
    >>> image = mx.image.imread('blue.png')
    >>> image.shape
    (4, 6, 3)
    >>> print(image[0, 0].asnumpy())
    [  0   0 255]
    """
    expect(isinstance(filename, (str, os.PathLike)), "filename", "a path", filename, MXNetError)
    result = _internal._cvimread(filename=os.fspath(filename), flag=flag, to_rgb=to_rgb)
    return _given(result, out)


def imdecode(buf: Any, flag: int = 1, to_rgb: bool | int = True, out: Any = None) -> nd.NDArray:
    """Decode an image's bytes.

    Parameters
    ----------
    buf : bytes, bytearray or uint8 array
        The content of the image's file: JPEG, PNG or what else OpenCV knows.
    flag
        1 for three colours, 0 for one channel of grey.
    to_rgb
        Whether the colours have the order red, green, blue; False: blue, green, red.
    out
        An array that becomes the image, whatever its size and type were; None: a new one.

    Returns
    -------
    A uint8 array ``(height, width, channels)``.

    Raises
    ------
    MXNetError
        For bytes that are no image.
    ValueError
        For what are no bytes.

    Examples
    --------
    >>> import cv2
    >>> _ = cv2.imwrite('image.png', np.zeros((4, 6, 3), np.uint8))
    >>> with open('image.png', 'rb') as file:
    ...     image = mx.image.imdecode(file.read())
    >>> image.shape
    (4, 6, 3)
    """
    if isinstance(buf, (bytes, bytearray, memoryview)):
        ctx = current_context()
        result = nd.NDArray._wrap(decode(np.frombuffer(buf, np.uint8), flag, bool(to_rgb)).to(ctx.torch_device), ctx)
        return _given(result, out)
    if not isinstance(buf, (np.ndarray, nd.NDArray)):
        raise ValueError(f"imdecode: expected bytes or an array of them, got {type(buf).__name__}")
    if not isinstance(buf, nd.NDArray):
        buf = nd.array(buf, dtype=np.uint8)
    result = _internal._cvimdecode(buf.as_nd_ndarray(), flag=flag, to_rgb=to_rgb)
    return _given(result, out)


def _given(result: nd.NDArray, out: Any) -> nd.NDArray:
    """Return the image, or make ``out`` it, of whatever size and type that was: sizes are known after decoding."""
    if out is not None:
        out._t = result._t
    return in_semantics(result) if out is None else out
