"""NumPy's files that are damaged, hostile or of other types: one MXNetError that names the file."""

from __future__ import annotations

import io
import struct
import zipfile

import mxnet as mx
import pytest


def npy(shape, dtype="<f4", data=b""):
    """Return a .npy file with a header of one's own."""
    header = f"{{'descr': {dtype!r}, 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data


GOOD = npy((1,), data=bytes(4))


def npz(content=GOOD, patch=None, name="a.npy"):
    """Return an archive with one array, whose bytes are changed at ``{offset: value}`` of both of its headers."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, content)
    result = bytearray(stream.getvalue())
    local, central = patch or ({}, {})
    for base, values in ((0, local), (result.index(b"PK\1\2"), central)):
        for at, value in values.items():
            struct.pack_into("<H", result, base + at, value)
    return bytes(result)


def bomb():
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.npy", "w", force_zip64=True) as entry,
    ):
        entry.write(npy(((1 << 28) + 1,)))
        for _ in range((1 << 10) + 1):
            entry.write(bytes(1 << 20))
    return stream.getvalue()


WRONG = {
    "encrypted": npz(patch=({6: 1}, {8: 1})),
    "of an unknown method": npz(patch=({8: 99}, {10: 99})),
    "without a name": npz(patch=({26: 0, 28: 5}, {28: 0, 30: 5})),
    "a length of True": npz(npy("(True,)", data=bytes(4))),
    "a length beyond memory": npz(npy((1 << 40,))),
    "a length beyond addresses": npy((1 << 62,)),
    "zero times a huge length": npy((0, 1 << 62, 1 << 62)),
    "a negative length": npy((-1,)),
    "a computed length": npy("(1<<40,)"),
    "a header without end": npy("(" * 99),
    "an indented header": npy("(),}\n  {"),
    "objects": npy((1,), "|O", bytes(8)),
    "complex numbers": npy((1,), "<c8", bytes(8)),
    "texts": npy((1,), "<U1", bytes(4)),
    "no type": npy((1,), "foo"),
    "a header alone": npy((1,)),
    "texts of no length": npy((1,), "|S0"),
    "zero times more than any memory": npy((0, 1 << 62, 4)),
    "a length of thousands of digits": npy(f"({'9' * 5000},)"),
    "with a name of 60000 characters": npz(name="x" * 60000),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files(tmp_path, case):
    path = tmp_path / "a.npz"
    path.write_bytes(WRONG[case])
    for interface, load in ((False, mx.nd.load), (True, mx.npx.load)):
        with (
            mx.util.np_shape(interface),
            mx.util.np_array(interface),
            pytest.raises(mx.MXNetError, match=r"a\.npz") as caught,
        ):
            load(str(path))
        assert len(str(caught.value)) < 1200 + len(str(path))
        assert "Unable to allocate" not in str(caught.value)


def test_an_archive_that_grows_beyond_measure(tmp_path):
    path = tmp_path / "a.npz"
    path.write_bytes(bomb())
    with pytest.raises(mx.MXNetError, match=r"bytes hold [0-9]+ or more"):
        mx.nd.load(str(path))
