"""Images from files and bytes."""

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from .. import ndarray as nd
from ..core.context import current_context
from ..core.errors import MXNetError, expect
from ..core.semantics import semantics
from ..ops.opencv import decode

# -- functions of images for classic arrays and arrays of mx.np alike --------------------------------------------------

_ndarray = nd.np.ndarray
_F = TypeVar("_F", bound=Callable[..., Any])


def _classic(value: Any) -> Any:
    return value.as_nd_ndarray() if isinstance(value, _ndarray) else value


def _numpy(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_numpy, value))
    return value.as_np_ndarray() if isinstance(value, nd.NDArray) else value


def either(function: _F) -> _F:
    """Let a function of classic arrays take arrays of ``mx.np``, and give such ones then."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not any(isinstance(item, _ndarray) for item in (*args, *kwargs.values())):
            return function(*args, **kwargs)
        attributes = {name: _classic(value) for name, value in kwargs.items()}
        return _numpy(function(*map(_classic, args), **attributes))

    return call  # type: ignore[return-value]


def in_semantics(array: nd.NDArray) -> Any:
    """Return a new array in the class of this thread's semantics."""
    return array.as_np_ndarray() if semantics.np_array else array


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
    return _into(result, out)


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
        return _into(result, out)
    if not isinstance(buf, (np.ndarray, nd.NDArray)):
        raise ValueError(f"imdecode: expected bytes or an array of them, got {type(buf).__name__}")
    if not isinstance(buf, nd.NDArray):
        buf = nd.array(buf, dtype=np.uint8)
    result = _internal._cvimdecode(buf.as_nd_ndarray(), flag=flag, to_rgb=to_rgb)
    return _into(result, out)


def _into(result: nd.NDArray, out: Any) -> nd.NDArray:
    """Return the image, or make ``out`` it, of whatever size and type that was: sizes are known after decoding."""
    if out is not None:
        out._t = result._t
    return in_semantics(result) if out is None else out
