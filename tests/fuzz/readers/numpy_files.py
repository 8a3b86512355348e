"""Files of NumPy's, ``.npy`` and ``.npz``."""

from __future__ import annotations

import contextlib
import io
import random
import struct
import zipfile
from pathlib import Path

import mxnet as mx
import numpy as np

from ..reader import Files, reader
from ..zips import SHAPES_OF_ZIP, changed_zip, zipped

_HEADERS = (
    *("", "{", "{}" * 3000, "(" * 5000, "[" * 90 + "]" * 90, "{'descr': '<f4'", "#" * 9000, "\n" * 50, "\0" * 64),
    *("lambda: 0", "{'a': 1}", "{1: 2, 'descr': '<f4'}"),
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}",
)
_DTYPES = (
    *("'<f4'", "'>f8'", "'|b1'", "'<U4'", "'|S3'", "'|O'", "'<M8[s]'", "'<c8'", "'V4'", "'|S0'", "'<U0'", "'<f99'"),
    *("''", "[('a', '<f4')]", "[]", "('<f4', (1 << 40,))", "('<f4', (1099511627776,))", "('|O', (2,))", "7", "None"),
    *("'bfloat16'", "{'names': ['a'], 'formats': ['<f4'], 'offsets': [9999999], 'itemsize': 4}", "'<U536870911'"),
    "('V', 2147483647)",
)
_SHAPES = (
    *("()", "(2, 3)", "(True,)", "(False, 3)", "(-1,)", "(1 << 40,)", "(1099511627776,)", "(0, 1 << 62)", "(0,)"),
    *("(0, 4611686018427387904, 4)", "(4611686018427387904, 0)", "(4611686018427387904, 4)", "(9223372036854775808,)"),
    *("(1.5,)", "(None,)", "'ab'", "7", "[2, 3]", "(" + "1, " * 65 + ")", "(" + "1, " * 32 + ")", "(2, 3, 0)"),
    *("(" + "9" * 5000 + ",)", "(-9223372036854775808, 2)", "(-1, -6)", "(65536, 65536, 65536, 65536)"),
    "(4000000000, 2)",
)


def npy(
    shape: str = "(2, 3)",
    dtype: str = "'<f4'",
    order: str = "False",
    body: bytes = bytes(24),
    version: tuple[int, int] = (1, 0),
    header: str | None = None,
    length: int | None = None,
) -> bytes:
    """Return a file of an array that says of itself what it likes."""
    text = f"{{'descr': {dtype}, 'fortran_order': {order}, 'shape': {shape}, }}\n" if header is None else header
    encoded = text.encode("utf-8", "replace")
    count = struct.pack("<H" if version[0] == 1 else "<I", min(len(encoded), 65535) if length is None else length)
    return b"\x93NUMPY" + bytes(version) + count + encoded + body


def _wholes() -> list[bytes]:
    found = []
    for values in (np.arange(6, dtype="f4").reshape(2, 3), np.float64(3), np.zeros((0, 4), "i8"), np.ones((2, 2), "?")):
        for version in ((1, 0), (2, 0), (3, 0)):
            stream = io.BytesIO()
            np.lib.format.write_array(stream, np.asarray(values), version=version)
            found.append(stream.getvalue())
    return found


def _hostile() -> list[bytes]:
    return [
        b"\x93NUMPY",
        npy(version=(9, 9)),
        npy(length=0),
        npy(length=65535),
        npy(length=2**32 - 1, version=(2, 0)),
        npy(header=" " * (1 << 20), version=(2, 0)),
        npy(order="1"),
        npy(order="None"),
        npy(body=b""),
        *(npy(shape) for shape in _SHAPES),
        *(npy(shape, "'|S0'", body=b"") for shape in _SHAPES),
        *(npy("(2,)", dtype) for dtype in _DTYPES),
        *(npy(header=header) for header in _HEADERS),
    ]


def _invented(dice: random.Random) -> bytes:
    shape, dtype = dice.choice(_SHAPES), dice.choice(("'<f4'", "'<i8'", dice.choice(_DTYPES)))
    body = bytes(dice.choice((0, 1, 8, 24, 24, 4096)))
    order = dice.choice(("False", "False", "True", "2"))
    version = dice.choice(((1, 0), (1, 0), (2, 0), (3, 0), (0, 0), (255, 1)))
    header = dice.choice(_HEADERS) if dice.random() < 0.2 else None
    return npy(shape, dtype, order, body, version, header)


def _load(path: Path) -> None:
    with mx.util.np_shape(True), mx.util.np_array(True), contextlib.suppress(mx.MXNetError):
        mx.npx.load(str(path))
    found = mx.nd.load(str(path))
    for each in found.values() if isinstance(found, dict) else found:
        assert each.stype != "default" or not each.size or each.asnumpy().shape == each.shape


@reader(
    "numpy .npy",
    lambda: [{"a.npy": each} for each in _wholes()],
    lambda: [{"a.npy": each} for each in _hostile()],
    lambda dice: {"a.npy": _invented(dice)},
)
def _npy(folder: Path) -> None:
    _load(folder / "a.npy")


# -- archives -------------------------------------------------------------------------------------------------------


def _entry(values: object) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asarray(values))
    return stream.getvalue()


def _sparse(folder: str = "a/") -> dict[str, bytes]:
    parts = {"data": np.ones(2, "f4"), "indices": np.array([0, 1]), "indptr": np.array([0, 1, 2])}
    parts |= {"shape": np.array([2, 3]), "format": np.array(b"csr")}
    return {f"{folder}{name}.npy": _entry(each) for name, each in parts.items()}


def _archives() -> list[Files]:
    members = {"a.npy": _wholes()[0], "b.npy": _wholes()[-1]}
    made = (members, _sparse(), _sparse(""), {**members, **_sparse("s/")})
    return [{"a.npz": zipped(each)} for each in made] + [{"a.npz": zipped(members, zipfile.ZIP_DEFLATED)}]


_SPARSE_PARTS = (
    *(np.array([0, 2**40, 1]), np.array([-1, 0]), np.array(7), np.zeros((0,), "i8"), np.array([[0, 1], [1, 0]])),
    *(np.array([1.5, 2.5, 3.5]), np.array([2**62, 2**62]), np.array([True, False]), np.array(b"coo"), np.array("csr")),
    *(np.array([2**63 - 1, 2**63 - 1]), np.array(["a", "b"]), np.array([0, 2, 1]), np.array(b"row_sparse")),
)


def _hostile_archives() -> list[Files]:
    names = ("", ".npy", "/", "//.npy", "a", "a/", "a.npy.npy", "../a.npy", "/format.npy", "a/format.npy", "x" * 60000)
    made = [zipped({name: npy()}) for name in names]
    made += [zipped({name: npy(), "b.npy": npy()}) for name in names]
    made += [zipped({"a.npy": each}) for each in (b"", b"\x93NUMPY", *_hostile())]
    made += [zipped({**_sparse(), name: _entry(each)}) for name in _sparse() for each in _SPARSE_PARTS]
    made += [zipped({key: each for key, each in _sparse().items() if key != name}) for name in _sparse()]
    made += [
        change(zipped({"a.npy": npy(), "b.npy": npy()}, zipfile.ZIP_DEFLATED)) for change in SHAPES_OF_ZIP.values()
    ]
    made.append(zipped({"a.npy": npy("(67108864,)", "'|i1'", body=bytes(1 << 26))}, zipfile.ZIP_DEFLATED))
    made.append(zipped({f"{i}.npy": npy() for i in range(5000)}))
    return [{"a.npz": each} for each in made]


def _invented_archive(dice: random.Random) -> Files:
    if dice.random() < 0.3:
        members = _sparse(dice.choice(("", "a/", "a/b/")))
        members[dice.choice(list(members))] = _entry(dice.choice(_SPARSE_PARTS))
    else:
        members = {dice.choice(("a.npy", "", "b", "a/b.npy")): _invented(dice) for _ in range(dice.choice((1, 2)))}
    made = zipped(members, dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))
    return {"a.npz": changed_zip(made, dice) if dice.random() < 0.5 else made}


@reader("numpy .npz", _archives, _hostile_archives, _invented_archive)
def _npz(folder: Path) -> None:
    _load(folder / "a.npz")
