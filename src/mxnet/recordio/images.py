"""Records that hold an encoded image."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.pixels.codec import decode_image
from .header import IRHeader, pack, unpack


def unpack_img(s: bytes, iscolor: int = -1) -> tuple[IRHeader, np.ndarray | None]:
    """Return a record's header and its image.

    Parameters
    ----------
    s
        The record.
    iscolor
        -1: the image as it is stored; 0: grey; 1: colours (OpenCV's ``imread`` flags).

    Returns
    -------
    An :class:`IRHeader`, and a NumPy array, ``(height, width, 3)`` in the order blue, green, red, or ``(height,
    width)``, uint8 as a rule; None in its place where the bytes are no image.

    Raises
    ------
    MXNetError
        For an image of more pixels than the environment variable ``MXNET_MAX_IMAGE_PIXELS`` allows.

    Examples
    --------
    >>> record = mx.recordio.pack_img((0, 5, 0, 0), np.full((2, 2, 3), 200, np.uint8), img_fmt='.png')
    >>> mx.recordio.unpack_img(record)[1][0, 0]
    array([200, 200, 200], dtype=uint8)
    >>> mx.recordio.unpack_img(record, iscolor=0)[1].shape
    (2, 2)
    """
    header, body = unpack(s)
    return header, decode_image(body, iscolor)


def pack_img(header: Any, img: np.ndarray, quality: int = 95, img_fmt: str = ".jpg") -> bytes:
    """Return a record with an encoded image.

    Parameters
    ----------
    header : IRHeader, or tuple of (flag, label, id, id2)
        ``flag`` is ignored. ``label`` is a number, stored as float32, or an array or list of them. ``id`` and ``id2``
        are ints from 0 to 2**64 - 1, the first the image's number as a rule, the second 0.
    img : array
        The image, uint8 ``(height, width, 3)`` in the order blue, green, red, or ``(height, width)``.
    quality
        For JPEG from 1 to 100, for PNG how hard to compress, from 1 to 9 (more counts as 9).
    img_fmt
        ``'.jpg'``, ``'.png'``, or another ending that OpenCV knows.

    Returns
    -------
    Bytes, for :meth:`MXRecordIO.write`.

    Raises
    ------
    AssertionError
        For an image that cannot be encoded.

    Examples
    --------
    >>> image = np.full((32, 32, 3), 200, np.uint8)
    >>> record = mx.recordio.pack_img(mx.recordio.IRHeader(0, 5, 0, 0), image, quality=90, img_fmt='.jpg')
    >>> header, decoded = mx.recordio.unpack_img(record)
    >>> header.label, decoded.shape
    (5.0, (32, 32, 3))
    """
    import cv2

    suffix = img_fmt.lower()
    parameters: list[int] = []
    if suffix in (".jpg", ".jpeg"):
        parameters = [cv2.IMWRITE_JPEG_QUALITY, quality]
    elif suffix == ".png":
        parameters = [cv2.IMWRITE_PNG_COMPRESSION, min(quality, 9)]
    try:
        done, encoded = cv2.imencode(img_fmt, img, parameters)
    except cv2.error as error:
        raise AssertionError(f"the image cannot be encoded as {img_fmt!r}: {error}") from error
    assert done, f"the image cannot be encoded as {img_fmt!r}"
    return pack(header, encoded.tobytes())
