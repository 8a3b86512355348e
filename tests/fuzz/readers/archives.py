"""Archives of files, ``.zip`` and tar of every compression: taking one file, some, or all out of them."""

from __future__ import annotations

import bz2
import functools
import gzip
import lzma
import os
import random
import tarfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from mxnet.core.files import archives

from ..reader import Files, reader
from ..zips import SHAPES_OF_ZIP, changed_zip, zipped

_CONTENT = b"the 1 2\nof 3 4\n" * 100
#: what archives may grow to for these readers, so that small ones are bombs
_ALWAYS = 1 << 22
_NAMES = (
    *("", ".", "..", "/", "a.txt", "folder/a.txt", "../a.txt", "/a.txt", "folder/../../a.txt", "a.txt/a.txt"),
    *("x" * 300, "x" * 60000, "d/" * 2000 + "a.txt", "\\a.txt", "C:\\a.txt", "a\n.txt", "é.txt", "folder//a.txt"),
    *("a.txt/", "~/a.txt", "./a.txt", "b.txt", "\x1b[31m", " ", "CON", "a.txt\0b"),
)
_PACKED: dict[str, Callable[[bytes], bytes]] = {
    "tar": bytes,
    "tar.gz": functools.partial(gzip.compress, compresslevel=1),
    "tar.bz2": bz2.compress,
    "tar.xz": functools.partial(lzma.compress, preset=0),
}


# -- tar ------------------------------------------------------------------------------------------------------------


def _member(name: str, content: bytes = b"", size: int | None = None, **fields: object) -> bytes:
    """Return a member of a tar that says of itself what it likes."""
    info = tarfile.TarInfo(name)
    info.size = len(content) if size is None else size
    for key, value in fields.items():
        setattr(info, key, value)
    return info.tobuf(tarfile.GNU_FORMAT) + content + bytes(-len(content) % 512)


def _long(kind: bytes, content: bytes, size: int | None = None) -> bytes:
    """Return a header of a name, or of attributes, that belongs to the next member."""
    return _member("././@LongLink", content, size, type=kind)


def _pax(attributes: dict[str, str], kind: bytes = b"x") -> bytes:
    records = b""
    for key, value in attributes.items():
        rest = f" {key}={value}\n".encode("utf-8", "replace")
        count = len(rest) + 1
        while len(str(count)) + len(rest) != count:
            count += 1
        records += str(count).encode() + rest
    return _long(kind, records)


_WHOLE = _member("folder/a.txt", _CONTENT) + _member("b.txt", b"b")
_END = bytes(1024)
_HUGE = (-1, -512, 2**33, 2**62, 2**63, 2**80)


#: attributes that do not have the length that they say
_RECORDS = (b"0 a=b\n", b"99999999999 a=b\n", b"-5 a=b\n", b"\xff", b"5 a=\n" * 9)


def _hostile_tars() -> list[bytes]:
    links = [(b"1", "../../etc/passwd"), (b"2", "/etc/passwd"), (b"1", "a.txt"), (b"2", "."), (b"1", "nowhere")]
    attributes = [
        *({"path": value} for value in (*_NAMES, "x" * (1 << 19))),
        *({"size": value} for value in ("-1", "", "x", "1e400", "9" * 5000, str(2**62), "1.5")),
        *({"mtime": value} for value in ("nan", "1e400", "-", "9" * 400)),
        *({"hdrcharset": "BINARY", "path": "\udcff"}, {"GNU.sparse.map": "0,1,2"}, {"GNU.sparse.map": "0," * 30000}),
        {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(2**50)},
        {"GNU.sparse.size": "-1", "GNU.sparse.map": "-5,9"},
        {"GNU.sparse.size": str(2**40), "GNU.sparse.map": "0,1500"},
        {"GNU.sparse.offset": "9" * 400, "GNU.sparse.numbytes": "1"},
    ]
    return [
        b"",
        bytes(512),
        *(_member("a.txt", _CONTENT, size) for size in _HUGE[2:5]),
        *(_negative(_member("a.txt", _CONTENT), size) for size in _HUGE[:2]),
        *(_member("folder/a.txt", type=kind, linkname=to) + _WHOLE for kind, to in links),
        *(_member("folder/a.txt", type=kind) for kind in (b"3", b"4", b"5", b"6", b"7", b"S", b"V", b"M", b"\xff")),
        *(_long(kind, b"folder/a.txt\0" + b"x" * 4000) + _WHOLE for kind in (b"L", b"K", b"x", b"g", b"X", b"N")),
        *(_long(kind, b"", size) for kind in (b"L", b"K", b"x") for size in (2**20, 2**33, 2**62)),
        *(_long(kind, b"a") * 3000 + _WHOLE for kind in (b"L", b"K")),
        _pax({"comment": "x"}) * 3000 + _WHOLE,
        _pax({f"a{i}": "x" for i in range(3000)}, b"g") + _WHOLE,
        b"".join(_pax({f"a{i}": "x" * 1000}, b"g") for i in range(3000)) + _WHOLE,
        *(_pax(each) + _WHOLE for each in attributes),
        *(_pax(each, b"g") + _WHOLE for each in attributes),
        *(_long(b"x", each) + _WHOLE for each in _RECORDS),
        _member("x") * 3000 + _WHOLE,
        _member("x", bytes(1 << 25)) + _WHOLE,
        _member("a.txt", bytes(1 << 25)),
        _sparse_old(2**40),
        _WHOLE[:700],
    ]


def _negative(member: bytes, size: int) -> bytes:
    return _summed(member[:124] + (size % (1 << 96)).to_bytes(12, "big") + member[136:])


def _sparse_old(size: int) -> bytes:
    """Return a member in GNU's old sparse format that is a hole of ``size`` bytes."""
    head = bytearray(_member("a.txt", b"", type=b"S"))
    head[386:398], head[398:410] = b"%011o\0" % 0, b"%011o\0" % 0
    head[483:495] = b"\x80" + size.to_bytes(11, "big")
    return _summed(bytes(head))


def _summed(member: bytes) -> bytes:
    """Return a header with its checksum."""
    head = member[:148] + b" " * 8 + member[156:512]
    return head[:148] + b"%06o\0 " % sum(head) + head[156:] + member[512:]


#: places of the fields of a header, and what may stand there
_PLACES = (100, 108, 116, 124, 124, 136, 156, 257, 265, 329, 345, 386, 482, 483)
_VALUES = (b"\x80" + b"\xff" * 11, b"\xff" * 12, b"7" * 11, b"S", b"L", b"x", b"-1", b"1")
_KEYS = ("path", "size", "GNU.sparse.map", "GNU.sparse.size", "linkpath")


def _dice_tar(dice: random.Random) -> bytes:
    parts = []
    for _ in range(dice.choice((1, 2, 3))):
        made = _WHOLE if dice.random() < 0.25 else _member(dice.choice(_NAMES), _CONTENT[: dice.randrange(1500)])
        if dice.random() < 0.5:
            at = dice.choice(_PLACES)
            made = _summed(made[:at] + dice.choice(_VALUES) + made[at:])
            made = made[: len(made) // 512 * 512]
        if dice.random() < 0.3:
            made = _pax({dice.choice(_KEYS): dice.choice((*_NAMES[:20], "-1", "0,1", "9" * 30))}) + made
        parts.append(made)
    return b"".join(parts) + _END


# -- the readers ----------------------------------------------------------------------------------------------------


def _wholes() -> list[Files]:
    tar = _WHOLE + _END
    packed = [{f"a.{ending}": pack(tar)} for ending, pack in _PACKED.items()]
    methods = (0, 8, 12, 14)
    return packed + [{"a.zip": zipped({"folder/a.txt": _CONTENT, "b.txt": b"b"}, each)} for each in methods]


def _hostile_zips() -> list[Files]:
    whole = zipped({"folder/a.txt": _CONTENT, "b.txt": b"b"}, 8)
    made = [b"", b"PK", whole[:60], *(change(whole) for change in SHAPES_OF_ZIP.values())]
    made += [zipped({name: _CONTENT, "b.txt": b"b"}) for name in _NAMES if name]
    made += [zipped({"a.txt": bytes(1 << 25)}, method) for method in (8, 12, 14)]
    made += [zipped({"a.txt": b"a", "a.txt/a.txt": b"b"}), zipped({"a.txt/": b"", "a.txt": b"b"})]
    made.append(zipped({f"{i}.txt": b"" for i in range(3000)}))
    return [{"a.zip": each} for each in made]


def _hostile() -> list[Files]:
    tars = _hostile_tars()
    found = [{"a.tar": each + _END} for each in tars]
    packed = [(ending, pack) for ending, pack in _PACKED.items() if ending != "tar"]
    found += [{f"a.{ending}": pack(each + _END)} for ending, pack in packed for each in tars[-6:]]
    found += [{"a.tar.gz": gzip.compress(b"")}, {"a.tar.gz": gzip.compress(_WHOLE) * 50}, {"a.tar.gz": b"\x1f\x8b"}]
    return found + _hostile_zips()


def _invented(dice: random.Random) -> Files:
    if dice.random() < 0.5:
        members = {dice.choice(_NAMES[4:]): _CONTENT for _ in range(dice.choice((1, 2)))}
        return {"a.zip": changed_zip(zipped(members, dice.choice((0, 8, 8, 12, 14))), dice)}
    ending = dice.choice(("tar", "tar", *_PACKED))
    return {f"a.{ending}": _PACKED[ending](_dice_tar(dice))}


def _there(folder: Path) -> set[str]:
    return {os.path.join(at, name) for at, _, names in os.walk(folder) for name in names}


def _in_bounds(folder: Path, take: Callable[[str, str], object]) -> None:
    """Run what unpacks an archive into a folder, ``out``: it may write nothing else, no link, and only so much."""
    (name,) = (path.name for path in folder.iterdir() if path.name.startswith("a."))
    out = folder / "out"
    out.mkdir()
    packed = (folder / name).stat().st_size
    before = _there(folder)
    try:
        with mock.patch.object(archives, "_ALWAYS", _ALWAYS), mock.patch.object(archives, "_MOST", 2000):
            take(str(folder / name), str(out))
    finally:
        made = _there(folder) - before
        assert all(path.startswith(f"{out}{os.sep}") for path in made), f"written elsewhere: {made}"
        assert not any(os.path.islink(path) for path in made)
        grown = sum(os.path.getsize(path) for path in made)
        assert grown <= max(100 * packed, _ALWAYS) + (1 << 20), f"{packed} bytes grew to {grown}"


@reader("archives, one file", _wholes, invent=_invented)
def _one(folder: Path) -> None:
    def take(archive: str, out: str) -> None:
        with open(os.path.join(out, "a.txt"), "wb") as stream:
            archives.extract(archive, "a.txt", stream)

    _in_bounds(folder, take)


@reader("archives, some files", _wholes, _hostile, _invented)
def _some(folder: Path) -> None:
    files: dict[str, tuple[str, str | None]] = {name: (str(folder / "out" / name), None) for name in ("a.txt", "b.txt")}
    _in_bounds(folder, lambda archive, out: archives.extract_files(archive, files))


@reader(
    "archives, all files",
    lambda: [each for each in _wholes() if "a.zip" in each],
    _hostile_zips,
    lambda dice: next(each for each in iter(lambda: _invented(dice), None) if "a.zip" in each),
)
def _all(folder: Path) -> None:
    _in_bounds(folder, archives.extract_all)
