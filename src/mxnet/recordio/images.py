"""Records that hold an encoded image."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.image_codec import decode_image
from .header import IRHeader, pack, unpack


def unpack_img(s: bytes, iscolor: int = -1) -> tuple[IRHeader, np.ndarray | None]:
    """Return a record's header and its image: ``(H, W, 3)`` in BGR order or ``(H, W)``, uint8 as a rule.

    ``iscolor``: -1 as it is stored, 0 grey, 1 colours (OpenCV's ``imread`` flags). The image is None where the bytes
    are none that OpenCV can decode. Raises :class:`~mxnet.base.MXNetError` for one of more pixels than the environment
    variable ``MXNET_MAX_IMAGE_PIXELS`` allows.
    """
    header, body = unpack(s)
    return header, decode_image(body, iscolor)


def pack_img(header: Any, img: np.ndarray, quality: int = 95, img_fmt: str = ".jpg") -> bytes:
    """Return a record with an encoded image, ``(H, W, 3)`` in BGR order or ``(H, W)``.

    ``img_fmt``: ``'.jpg'``, with ``quality`` from 1 to 100, or ``'.png'``, with ``quality`` being how hard to compress,
    from 1 to 9 (more counts as 9). Raises AssertionError for an image that cannot be encoded.
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
