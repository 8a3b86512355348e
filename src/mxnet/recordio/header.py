"""The header of image records: the number of labels, the label, and two ids."""

from __future__ import annotations

import numbers
import struct
from collections import namedtuple
from typing import Any

import numpy as np

from ..core.errors import MXNetError

_IR_FORMAT = "IfQQ"
_IR_SIZE = struct.calcsize(_IR_FORMAT)
_HEAD = struct.Struct("<" + _IR_FORMAT)

#: ``flag``: 0, or the number of labels; ``label``: a number or float32 array; ``id``: the image's; ``id2``: 0
HEADER = namedtuple("HEADER", ["flag", "label", "id", "id2"])
IRHeader = HEADER  # the name it shows is MXNet's, and the one to be unpickled by


class RecordHeaderError(MXNetError, ValueError, struct.error):
    """Bytes that are no image record, or a line that is none of an index."""


def pack(header: Any, s: bytes) -> bytes:
    """Return a record: ``header``, an :class:`IRHeader` or such a tuple, and the bytes ``s``.

    A label that is a number is stored as float32 (and ``flag`` as 0); any other label as its elements, float32, and
    ``flag`` as their number. ``id`` and ``id2`` are from 0 to 2**64 - 1; struct.error beyond.
    """
    header = IRHeader(*header)
    if isinstance(header.label, numbers.Number):
        return _HEAD.pack(0, header.label, header.id, header.id2) + s
    label = np.asarray(header.label, dtype="<f4")
    return _HEAD.pack(label.size, 0, header.id, header.id2) + label.tobytes() + s


def unpack(s: bytes) -> tuple[IRHeader, bytes]:
    """Return a record's header and its bytes: the inverse of :func:`pack`.

    ``label`` is a float, or a float32 array where ``flag`` is not 0. Raises an error that is :class:`MXNetError`,
    ValueError and struct.error where the bytes are too few.
    """
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
