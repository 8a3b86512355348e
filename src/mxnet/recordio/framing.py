"""The format of records in a file: splitting into parts, joining, and finding the next record after damage."""

import struct
from collections.abc import Iterator
from typing import IO

import numpy as np

MAGIC = 0xCED7230A
MARK = MAGIC.to_bytes(4, "little")
HEAD = struct.Struct("<II")
#: a part's length must fit into this many bits
LENGTH_BITS = 29
LONGEST = (1 << LENGTH_BITS) - 1
WHOLE, FIRST, MIDDLE, LAST = range(4)
_CHUNK = 1 << 20


class DamageError(Exception):
    """Damage in a file: its ``offset`` in bytes, and the ``reason`` in words."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(offset, reason)
        self.offset, self.reason = offset, reason


def padding(length: int) -> int:
    """Return how many zeros follow a part of this length."""
    return -length % 4


def framed(payload: bytes) -> bytes:
    """Encode a record; ``payload`` has at most :data:`LONGEST` bytes."""
    words = np.frombuffer(payload, "<u4", count=len(payload) // 4)
    cuts = (np.flatnonzero(words == MAGIC) * 4).tolist()
    if not cuts:
        return b"".join((HEAD.pack(MAGIC, len(payload)), payload, bytes(padding(len(payload)))))
    return b"".join(_parts(payload, cuts))


def _parts(payload: bytes, cuts: list[int]) -> Iterator[bytes]:
    begins = [0, *(cut + 4 for cut in cuts)]
    ends = [*cuts, len(payload)]
    for i, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        part = FIRST if i == 0 else LAST if i == len(cuts) else MIDDLE
        yield HEAD.pack(MAGIC, part << LENGTH_BITS | end - begin)
        yield payload[begin:end]
        yield bytes(padding(end - begin))


def read_record(stream: IO[bytes], at: int, size: int) -> tuple[bytes, int] | None:
    """Return the record at ``at``, where ``stream`` stands, and the offset behind it; None at the end of the file.

    ``size`` is the file's; no more than that is asked of the system. Raises :class:`DamageError`.
    """
    head = stream.read(8)
    if not head:
        return None
    if len(head) == 8:
        magic, length = HEAD.unpack(head)
        if magic == MAGIC and length <= min(LONGEST, size - at - 8):
            pad = -length % 4
            body = stream.read(length)
            if len(body) == length and (not pad or len(stream.read(pad)) == pad):
                return body, at + 8 + length + pad
    stream.seek(at)
    return _read_parts(stream, at, size)


def _read_parts(stream: IO[bytes], at: int, size: int) -> tuple[bytes, int]:
    """Do the work of :func:`read_record` for records of several parts, and say what is wrong with broken ones."""
    bodies: list[bytes] = []
    start = at
    while True:
        part, length = _read_head(stream, at)
        if part not in ((MIDDLE, LAST) if bodies else (WHOLE, FIRST)):
            where = "inside of the record that begins at byte " + str(start) if bodies else "where a record must begin"
            raise DamageError(at, f"part {part} of a record {where}")
        pad = padding(length)
        if length + pad > size - at - 8:
            raise DamageError(at, f"a record of {length} bytes is cut off: the file ends after {size - at - 8}")
        body = stream.read(length + pad)
        if len(body) != length + pad:
            raise DamageError(at, f"a record of {length} bytes is cut off after {len(body)}")
        bodies.append(body[:length])
        at += 8 + length + pad
        if part in (WHOLE, LAST):
            return MARK.join(bodies), at


def _read_head(stream: IO[bytes], at: int) -> tuple[int, int]:
    """Return which part begins here, and its length."""
    head = stream.read(8)
    if len(head) < 8:
        raise DamageError(at, f"a record is cut off: {len(head)} of the 8 bytes before it are left")
    magic, word = HEAD.unpack(head)
    if magic != MAGIC:
        raise DamageError(at, f"expected the word 0x{MAGIC:08x} that begins a record, got 0x{magic:08x}")
    return word >> LENGTH_BITS, word & LONGEST


def find_record(stream: IO[bytes], at: int, size: int) -> int:
    """Return the offset of the first record at ``at`` or behind it, ``size`` where there is none.

    A record is believed to begin where the magic word stands, the length fits into the file, and another record or
    the end of the file follows. Offsets need not be multiples of 4: bytes may have been lost.
    """
    while at < size:
        stream.seek(at)
        chunk = stream.read(_CHUNK)
        result = chunk.find(MARK)
        while result >= 0:
            if _begins_record(stream, at + result, size):
                return at + result
            result = chunk.find(MARK, result + 1)
        if len(chunk) < _CHUNK:
            break
        at += len(chunk) - len(MARK) + 1
    return size


def _begins_record(stream: IO[bytes], at: int, size: int) -> bool:
    try:
        stream.seek(at)
        part, length = _read_head(stream, at)
    except DamageError:
        return False
    behind = at + 8 + length + padding(length)
    if part not in (WHOLE, FIRST) or behind > size:
        return False
    stream.seek(behind)
    return behind == size or stream.read(4) == MARK
