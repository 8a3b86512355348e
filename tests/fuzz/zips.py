"""Archives of zip that lie: about methods, flags, sizes, names and how many members there are."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from collections.abc import Callable, Mapping
from functools import partial

#: offsets of a field in the header before a member, in that of the directory, and how it is packed
_FIELDS = {
    "flags": (6, 8, "<H"),
    "method": (8, 10, "<H"),
    "crc": (14, 16, "<I"),
    "packed": (18, 20, "<I"),
    "size": (22, 24, "<I"),
    "name": (26, 28, "<H"),
    "extra": (28, 30, "<H"),
}
_VALUES = (0, 1, 8, 9, 12, 14, 41, 99, 0x41, 0x800, 2**15, 2**16 - 1, 2**31, 2**32 - 1)


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return a whole archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return stream.getvalue()


def _changed(content: bytes, field: str, value: int, where: str = "both") -> bytes:
    local, listed, form = _FIELDS[field]
    changed = bytearray(content)
    value %= 1 << 8 * struct.calcsize(form)
    for at, beginning, there in ((local, b"PK\3\4", "member"), (listed, b"PK\1\2", "directory")):
        found = content.find(beginning)
        if found >= 0 and where in ("both", there) and found + at + 4 <= len(changed):
            struct.pack_into(form, changed, found + at, value)
    return bytes(changed)


def _end(content: bytes, at: int, form: str, value: int) -> bytes:
    changed = bytearray(content)
    struct.pack_into(form, changed, content.rfind(b"PK\5\6") + at, value)
    return bytes(changed)


def _twice(content: bytes) -> bytes:
    """Return an archive with its first member listed very often, which grows without being large."""
    begin, end = content.find(b"PK\1\2"), content.rfind(b"PK\5\6")
    name, extra, comment = struct.unpack_from("<HHH", content, begin + 28)
    entry = content[begin : begin + 46 + name + extra + comment]
    listed = content[:begin] + entry * 9000 + content[end:]
    return _end(_end(_end(listed, 12, "<I", len(entry) * 9000), 10, "<H", 9000), 8, "<H", 9000)


#: by name, what makes an archive hostile
SHAPES_OF_ZIP: dict[str, Callable[[bytes], bytes]] = {
    "encrypted": lambda content: _changed(content, "flags", 1),
    "strongly encrypted": lambda content: _changed(content, "flags", 0x41),
    "a patch": lambda content: _changed(content, "flags", 0x20),
    **{f"method {n}": partial(_changed, field="method", value=n) for n in (1, 9, 12, 14, 93, 99, 65535)},
    "another checksum": lambda content: _changed(content, "crc", 7),
    "larger": lambda content: _changed(content, "size", 2**31),
    "larger than 4 GB": lambda content: _changed(content, "size", 2**32 - 1),
    "smaller": lambda content: _changed(content, "size", 1),
    "packed in more than there is": lambda content: _changed(content, "packed", 2**31),
    "packed in nothing": lambda content: _changed(content, "packed", 0),
    "two names": lambda content: content.replace(b"b.", b"a."),
    "a name beyond the end": lambda content: _changed(content, "name", 65535),
    "attributes beyond the end": lambda content: _changed(content, "extra", 65535),
    "no end": lambda content: content[: content.rfind(b"PK\5\6")],
    "a directory elsewhere": lambda content: _end(content, 16, "<I", 2**32 - 2),
    "a directory of 4 GB": lambda content: _end(content, 12, "<I", 2**32 - 2),
    "a comment beyond the end": lambda content: _end(content, 20, "<H", 65535),
    "very many members": lambda content: _end(content, 10, "<H", 65535),
    "one member very often": _twice,
    "something before it": lambda content: b"PK\3\4" + bytes(1000) + content,
    "something behind it": lambda content: content + bytes(1000),
}


def changed_zip(content: bytes, dice: random.Random) -> bytes:
    """Return an archive that lies in one or several ways."""
    changes = [change for name, change in SHAPES_OF_ZIP.items() if name != "one member very often"]
    for _ in range(dice.choice((1, 1, 2, 3))):
        if dice.random() < 0.3 and b"PK\5\6" in content:
            content = dice.choice(changes)(content)
        else:
            where = dice.choice(("both", "member", "directory"))
            content = _changed(content, dice.choice(list(_FIELDS)), dice.choice(_VALUES), where)
    return content
