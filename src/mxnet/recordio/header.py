"""The header of image records: the number of labels, the label, and two ids."""

import numbers
import struct
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import MXNetError, expect
from ..core.pixels.codec import decode_image

_IR_FORMAT = "IfQQ"
_IR_SIZE = struct.calcsize(_IR_FORMAT)
_HEAD = struct.Struct("<" + _IR_FORMAT)


class HEADER(NamedTuple):
    """Hold what stands before the bytes of an image in a record: its label and its number.

    Parameters
    ----------
    flag : int
        0 where ``label`` is a number, else the number of labels. :func:`pack` sees by itself.
    label : float, or array of floats
        The label, or several.
    id : int
        The number of the image, from 0 to 2**64 - 1.
    id2 : int
        A second number, 0 as a rule.

    Examples
    --------
    >>> header = mx.recordio.IRHeader(flag=0, label=4.0, id=2574, id2=0)
    >>> header.label, header.id
    (4.0, 2574)
    """

    flag: int
    label: Any
    id: int
    id2: int


IRHeader = HEADER  # the name it shows is MXNet's, and the one to be unpickled by


class RecordHeaderError(MXNetError, ValueError, struct.error):
    """Bytes that are no image record, or a line that is none of an index.

    Examples
    --------
    >>> try:
    ...     mx.recordio.unpack(b'short')
    ... except ValueError as error:
    ...     print(error)
    an image record has at least 24 bytes, got 5
    """


def pack(header: Any, s: bytes) -> bytes:
    """Return a record with a label and two numbers before the bytes.

    What ``im2rec`` writes and the iterators over images read.

    Parameters
    ----------
    header : IRHeader, or tuple of (flag, label, id, id2)
        ``flag`` is ignored. ``label`` is a number, stored as float32, or an array or list of them. ``id`` and ``id2``
        are ints from 0 to 2**64 - 1, the first the image's number as a rule, the second 0.
    s
        The bytes, those of an encoded image as a rule.

    Returns
    -------
    Bytes, for :meth:`MXRecordIO.write`.

    Raises
    ------
    struct.error
        For an ``id`` out of range.

    Examples
    --------
    >>> header = mx.recordio.IRHeader(flag=0, label=4.0, id=2574, id2=0)
    >>> record = mx.recordio.pack(header, b'bytes of an image')
    >>> mx.recordio.unpack(record)
    (HEADER(flag=0, label=4.0, id=2574, id2=0), b'bytes of an image')
    >>> mx.recordio.unpack(mx.recordio.pack((0, [1, 2], 0, 0), b''))[0].label
    array([1., 2.], dtype=float32)
    """
    expect(isinstance(header, (tuple, list)), "header", "an IRHeader(flag, label, id, id2)", header)
    expect(not isinstance(s, (str, numbers.Number, type(None))), "s", "the bytes of a record", s)
    header = IRHeader(*header)
    if isinstance(header.label, numbers.Number):
        return _HEAD.pack(0, header.label, header.id, header.id2) + s
    label = np.asarray(header.label, dtype="<f4")
    return _HEAD.pack(label.size, 0, header.id, header.id2) + label.tobytes() + s


def unpack(s: bytes) -> tuple[IRHeader, bytes]:
    """Return a record's header and its bytes: the inverse of :func:`pack`.

    Parameters
    ----------
    s
        The record.

    Returns
    -------
    An :class:`IRHeader`, whose ``label`` is a float, or a float32 array of ``flag`` labels where ``flag`` is not 0; and
    bytes.

    Raises
    ------
    RecordHeaderError
        Where there are too few bytes: an MXNetError that is a ValueError and a struct.error, too.

    Examples
    --------
    >>> record = mx.recordio.pack((0, 4.0, 7, 0), b'bytes of an image')
    >>> header, content = mx.recordio.unpack(record)
    >>> header.label, header.id, content
    (4.0, 7, b'bytes of an image')
    """
    expect(hasattr(s, "__len__"), "s", "the bytes of a record", s)
    if len(s) < _IR_SIZE:
        raise RecordHeaderError(f"an image record has at least {_IR_SIZE} bytes, got {len(s)}")
    header = IRHeader(*_HEAD.unpack_from(s))
    body = s[_IR_SIZE:]
    if header.flag > 0:
        if len(body) < header.flag * 4:
            raise RecordHeaderError(f"a record with {header.flag} labels must be longer than {len(s)} bytes")
        header = header._replace(label=np.frombuffer(body, np.float32, header.flag))
        body = body[header.flag * 4 :]
    return header, body


# -- records that hold an encoded image --------------------------------------------------------------------------------


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
