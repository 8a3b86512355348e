"""Decoding images by OpenCV, after a check that their headers do not declare too many pixels.

A file of some bytes can claim to be an image of billions of pixels, for which a decoder takes the memory, and the
time, before it finds the file too short. The environment variable ``MXNET_MAX_IMAGE_PIXELS`` says how many pixels an
image may have: 2**28 (16384 x 16384) unless it is set.
"""

import re
import struct
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import environment
from ..errors import MXNetError
from ..interruptions import attempt

#: width and height
Size = tuple[int, int]
_LIMIT = "MXNET_MAX_IMAGE_PIXELS"
#: what a JPEG file, a scan over the pixels of one, and its end begin with
_JPEG, _SCAN, _END_OF_JPEG = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
#: how often all pixels of the largest image may be gone over; progressive JPEGs have some ten scans
_MOST_SCANS = 64


def decode_image(encoded: bytes | np.ndarray, flag: int) -> np.ndarray | None:
    """Return the image in the bytes of a file, as ``cv2.imdecode`` does with ``flag``; None where there is none.

    A JPEG that is cut off in the middle ends in grey.

    Raises :class:`MXNetError` for one of more pixels than are allowed, and where OpenCV says why it cannot decode it.
    """
    import cv2

    if not len(encoded):
        return None
    content = encoded if isinstance(encoded, bytes) else encoded.tobytes()
    claimed = sizes(content)
    if claimed is None:
        return None
    _check(claimed, content.count(_SCAN) if content.startswith(_JPEG) else 1)
    try:
        result: Any = cv2.imdecode(np.frombuffer(encoded, np.uint8), flag)
        if result is None and content.startswith(_JPEG):
            result = cv2.imdecode(np.frombuffer(content + _END_OF_JPEG, np.uint8), flag)
    except cv2.error as error:
        raise MXNetError(f"{len(encoded)} bytes are no image; OpenCV: {error.err}") from None
    return result


def _check(claimed: list[Size], scans: int) -> None:
    limit = environment.integer(_LIMIT, 1 << 28)
    for width, height in claimed:
        if scans * width * height > _MOST_SCANS * limit:
            raise MXNetError(
                f"a JPEG of {width} x {height} pixels in {scans} scans, as if made to take time ({_LIMIT})"
            )
        if width * height > limit:
            raise MXNetError(
                f"an image of {width} x {height} pixels: no more than {limit} are decoded (set {_LIMIT} for more)"
            )


def sizes(encoded: bytes) -> list[Size] | None:
    """Return the sizes that the header of an image's file claims, None where it is cut off or wrong.

    Formats are those of OpenCV; the list is empty for any other.
    """
    for pattern, read in _FORMATS:
        if pattern.match(encoded):
            return attempt(lambda: list(read(encoded)), struct.error, IndexError, ValueError, OverflowError) or None  # noqa: B023
    return []


def _at(layout: str, offset: int) -> Callable[[bytes], Iterator[Size]]:
    """Return a reader of width and height that are at a fixed place."""

    def read(data: bytes) -> Iterator[Size]:
        yield struct.unpack_from(layout, data, offset)

    return read


def _png(data: bytes) -> Iterator[Size]:
    at = 8
    while data[at + 4 : at + 8] != b"IEND":  # OpenCV takes the memory that a chunk claims to need
        at += 12 + struct.unpack_from(">I", data, at)[0]
        if at > len(data):
            return
    if data[12:16] == b"IHDR":
        yield struct.unpack_from(">II", data, 16)


def _jpeg(data: bytes) -> Iterator[Size]:
    at = 2
    while True:
        at = data.index(0xFF, at)  # as decoders do, look for the next marker
        while data[at] == 0xFF:
            at += 1
        tag_type, at = data[at], at + 1
        if 0xC0 <= tag_type <= 0xCF and tag_type not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 3)
            yield width, height
            return
        if tag_type == 0 or tag_type == 1 or 0xD0 <= tag_type <= 0xD8:  # markers without a length
            continue
        at += struct.unpack_from(">H", data, at)[0]


def _bmp(data: bytes) -> Iterator[Size]:
    (length,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<HH" if length == 12 else "<ii", data, 18)
    yield abs(width), abs(height)


def _webp(data: bytes) -> Iterator[Size]:
    tag_type = data[12:16]
    if tag_type == b"VP8X":
        low, middle, high = struct.unpack_from("<HHH", data, 24)
        yield 1 + (low | (middle & 0xFF) << 16), 1 + (middle >> 8 | high << 8)
    elif tag_type == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        yield 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif tag_type == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        yield width & 0x3FFF, height & 0x3FFF


#: of TIFF's directory: the tags of widths and heights, of the image and of its tiles; how numbers are stored, by type
_TIFF_SIZES = ((256, 257), (322, 323))
_TIFF_TYPES = {1: "B", 3: "H", 4: "I", 16: "Q"}


def _tiff(data: bytes) -> Iterator[Size]:
    order = "<" if data[0] == 0x49 else ">"
    if struct.unpack_from(order + "H", data, 2)[0] == 43:  # with 64 bits
        where, count, entry, value = "Q", "Q", 20, 12
        (at,) = struct.unpack_from(order + "Q", data, 8)
    else:
        where, count, entry, value = "I", "H", 12, 8
        (at,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + count, data, at)
    at += struct.calcsize(count)
    result: dict[int, int] = {}
    for position in range(at, min(at + entries * entry, len(data) - entry + 1), entry):
        tag, tag_type = struct.unpack_from(order + "HH", data, position)
        if tag in (256, 257, 322, 323):
            (size,) = struct.unpack_from(order + _TIFF_TYPES.get(tag_type, where), data, position + value)
            result[tag] = max(result.get(tag, 0), size)
    for width, height in _TIFF_SIZES:
        if width in result and height in result:
            yield result[width], result[height]


def _jpeg2000(data: bytes) -> Iterator[Size]:
    at = 0
    if data[:4] != b"\xff\x4f\xff\x51":
        at = next((begin for tag_type, begin, _ in _boxes(data) if tag_type == b"jp2c"), len(data))
    if data[at : at + 4] == b"\xff\x4f\xff\x51":
        right, bottom, left, top = struct.unpack_from(">IIII", data, at + 8)
        yield max(right - left, 0), max(bottom - top, 0)


def _avif(data: bytes) -> Iterator[Size]:
    for tag_type, begin, end in _boxes(data):
        if tag_type == b"meta":
            for result in re.finditer(rb"ispe", data[begin:end]):
                yield struct.unpack_from(">II", data, begin + result.end() + 4)


def _boxes(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield kind, begin and end of the boxes of an ISO media file."""
    at = 0
    while at + 8 <= len(data):
        length, tag_type = struct.unpack_from(">I4s", data, at)
        begin = at + 8
        if length == 1:
            (length,) = struct.unpack_from(">Q", data, begin)
            begin += 8
        end = at + length if length else len(data)
        if end < begin:
            return
        yield tag_type, begin, min(end, len(data))
        at = end


_NUMBER = rb"(?:\s|#[^\r\n]*[\r\n])*([0-9]{1,20})"
_NUMBERS = re.compile(rb"P[1-6Ff]" + _NUMBER + rb"(?:\s|#)" + _NUMBER)


def _pnm(data: bytes) -> Iterator[Size]:
    result = _NUMBERS.match(data)
    if result:
        yield int(result[1]), int(result[2])


def _of_words(width: bytes, height: bytes) -> Callable[[bytes], Iterator[Size]]:
    """Return a reader of a textual header where numbers stand behind words; the largest count."""

    def read(data: bytes) -> Iterator[Size]:
        most_wide, most_high = (
            max(map(int, re.findall(word + rb"\s+([0-9]{1,20})", data))) for word in (width, height)
        )
        yield most_wide, most_high

    return read


def _exr(data: bytes) -> Iterator[Size]:
    at = 8
    while data[at]:
        words = []
        for _ in range(2):
            end = data.index(0, at)
            words.append(data[at:end])
            at = end + 1
        (length,) = struct.unpack_from("<i", data, at)
        if words[0] == b"dataWindow":
            left, top, right, bottom = struct.unpack_from("<iiii", data, at + 4)
            yield max(right - left + 1, 0), max(bottom - top + 1, 0)
        if length < 0:
            return
        at += 4 + length


#: what a file begins with, and what reads the sizes in its header
_FORMATS = [
    (re.compile(pattern, re.DOTALL), read)
    for pattern, read in (
        (rb"\x89PNG\r\n\x1a\n", _png),
        (rb"\xff\xd8", _jpeg),
        (rb"BM", _bmp),
        (rb"GIF8[79]a", _at("<HH", 6)),
        (rb"RIFF....WEBP", _webp),
        (rb"II[*+]\0|MM\0[*+]", _tiff),
        (rb"\xff\x4f\xff\x51|\0\0\0\x0cjP  ", _jpeg2000),
        (rb"....ftyp", _avif),
        (rb"P[1-6Ff]", _pnm),
        (rb"P7", _of_words(rb"WIDTH", rb"HEIGHT")),
        (rb"#\?R", _of_words(rb"\+X", rb"-Y")),
        (rb"\x59\xa6\x6a\x95", _at(">II", 4)),
        (rb"\x76\x2f\x31\x01", _exr),
    )
]
