"""MXNet's binary form of arrays: files of ``mx.nd.save``, and the bytes inside pickles.

A file is, little-endian: the magic number 0x112, eight reserved bytes, the arrays behind their count, the names
behind theirs (no names: a list). An array is ::

    magic       0xF993FAC9 (MXNet 1.x), 0xF993FACA (the same under NumPy shapes: a 0 is a length, () a shape)
    storage     0 dense, 1 row_sparse, 2 csr
    shape       the number of axes (32 bits), the lengths (64 bits each); no axes: an array without values
    context     device type and number
    data type   see :mod:`mxnet.core.dtypes`
    values

MXNet 0.9 to 1.0 wrote 0xF993FAC8 and no storage type; before, the number of axes stood in the magic's place and
lengths had 32 bits. Every number read is checked against what is left of the file before memory is taken for it.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Sequence
from typing import IO

import numpy as np
import torch

from ..core.context import Context, cpu
from ..core.dtypes import CODE_OF, NAME_OF_CODE, NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError
from ..core.semantics import semantics

FILE_MAGIC = 0x112
V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
_STORAGES = {0: "default", 1: "row_sparse", 2: "csr"}
_DEVICES = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
_MAX_AXES = 32
Pair = tuple[torch.Tensor, Context]


class Reader:
    """A binary stream of known length that is never read beyond its end. Errors name it and the position."""

    def __init__(self, stream: IO[bytes], size: int, name: str) -> None:
        self.stream = stream
        self.left = size
        self.size = size
        self.name = name
        self.where = ""

    def error(self, what: str, back: int = 0) -> MXNetError:
        """Return the error that ``what`` is wrong at the current position, or ``back`` bytes before it."""
        return MXNetError(f"{self.name}: at byte {self.size - self.left - back}{self.where}: {what}")

    def claim(self, count: int, what: str) -> None:
        """Take ``count`` bytes as read; raise when there are not so many."""
        if count > self.left:
            raise self.error(f"{what}: {count} bytes expected, the file has {self.left} left (truncated or corrupted)")
        self.left -= count

    def bytes(self, count: int, what: str) -> bytes:
        """Read ``count`` bytes."""
        self.claim(count, what)
        found = self.stream.read(count)
        if len(found) != count:
            raise self.error(f"{what}: the file ends early")
        return found

    def numbers(self, form: str, what: str) -> tuple[int, ...]:
        """Read numbers, as :mod:`struct` calls them."""
        return struct.unpack(f"<{form}", self.bytes(struct.calcsize(f"<{form}"), what))

    def number(self, form: str, what: str) -> int:
        """Read one number."""
        return self.numbers(form, what)[0]

    def into(self, values: np.ndarray, what: str) -> None:
        """Fill an array of bytes."""
        self.claim(values.nbytes, what)
        if values.nbytes and self.stream.readinto(memoryview(values)) != values.nbytes:  # type: ignore[attr-defined]
            raise self.error(f"{what}: the file ends early")


def _read_shape(r: Reader, axes: int, form: str) -> tuple[int, ...]:
    if not 0 <= axes <= _MAX_AXES:
        raise r.error(f"an array of {axes} axes", 4)
    shape = r.numbers(f"{axes}{form}", "shape") if axes else ()
    if any(d < 0 for d in shape):
        raise r.error(f"a negative length in shape {shape}", axes * struct.calcsize(form))
    return shape


def _read_header(r: Reader) -> tuple[int, ...] | None:
    """Read an array up to its shape; None for one without values."""
    magic = r.number("I", "array header")
    if magic in (V2, V3):
        storage = r.number("i", "storage type")
        if storage in (1, 2):
            raise r.error(f"a {_STORAGES[storage]} array: sparse arrays are not supported", 4)
        if storage != 0:
            raise r.error(f"unknown storage type {storage}", 4)
        axes = r.number("i", "number of axes")
        if magic == V3 and axes == -1:
            return None
        shape = _read_shape(r, axes, "q")
        if 0 in shape and (magic == V3) != semantics.np_shape:
            said = "on" if magic == V3 else "off"
            raise r.error(
                f"an array of shape {shape} saved with NumPy shapes {said}: load it in a scope with them {said}"
            )
        return shape if magic == V3 else shape or None
    if magic == V1:
        return _read_shape(r, r.number("I", "number of axes"), "q") or None
    if magic > _MAX_AXES:
        raise r.error(f"no array starts here (magic number {magic:#x})", 4)
    return _read_shape(r, magic, "I") or None


def read_array(r: Reader) -> Pair:
    """Read one array; an array without values becomes an empty one."""
    shape = _read_header(r)
    if shape is None:
        return torch.empty(0), cpu()
    device, number = r.numbers("ii", "context")
    if device not in _DEVICES:
        raise r.error(f"unknown device type {device}", 8)
    code = r.number("i", "data type")
    if code not in NAME_OF_CODE:
        raise r.error(f"unknown data type code {code}: expected one of {sorted(NAME_OF_CODE)}", 4)
    dtype = TORCH_OF[NAME_OF_CODE[code]]
    count = math.prod(shape)
    if count * dtype.itemsize > r.left:
        raise r.error(
            f"an array of shape {shape} and type {NAME_OF_CODE[code]} needs {count * dtype.itemsize} bytes, the file "
            f"has {r.left} left (truncated or corrupted)"
        )
    try:
        tensor = torch.empty(shape, dtype=dtype)
    except RuntimeError as error:
        raise r.error(f"an array of shape {shape} cannot be made: {error}") from None
    if count:
        r.into(tensor.reshape(-1).view(torch.uint8).numpy(), "values")
    return _place(tensor, device, number)


def _place(tensor: torch.Tensor, device: int, number: int) -> Pair:
    """Put an array where it was saved; on the CPU where there is no such GPU."""
    if _DEVICES[device] == "gpu":
        ctx = Context("gpu", number)
        try:
            return tensor.to(ctx.torch_device), ctx
        except MXNetError:
            pass
    return tensor, cpu()


def read_file(r: Reader) -> tuple[list[Pair], list[str]]:
    """Read arrays and their names (none for a list) from a file of ``mx.nd.save``."""
    if r.number("Q", "file header") != FILE_MAGIC:
        raise r.error("not a file of arrays (wrong magic number)", 8)
    r.number("Q", "file header")
    arrays = []
    for i in range(r.number("Q", "number of arrays")):
        r.where = f", array {i}"
        arrays.append(read_array(r))
    r.where = ""
    names = []
    count = r.number("Q", "number of names")
    if count not in (0, len(arrays)):
        raise r.error(f"{count} names for {len(arrays)} arrays", 8)
    for _ in range(count):
        text = r.bytes(r.number("Q", "length of a name"), "name")
        try:
            names.append(text.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise r.error(f"a name that is not UTF-8: {error}", len(text)) from None
    return arrays, names


def load_array(data: bytes, name: str) -> Pair:
    """Read one array from bytes, such as those in a pickle."""
    return read_array(Reader(io.BytesIO(data), len(data), name))


# -- writing ------------------------------------------------------------------------------------------------------


def _header(t: torch.Tensor, ctx: Context) -> bytes:
    shape = tuple(t.shape)
    # classic semantics cannot say "no axes": 1.9.1 itself could not read such an array back
    magic = V3 if semantics.np_shape or not shape else V2
    head = struct.pack(f"<Iii{len(shape)}q", magic, 0, len(shape), *shape)
    return head + struct.pack("<iii", ctx.device_typeid, ctx.device_id, CODE_OF[NAME_OF_TORCH[t.dtype]])


def _raw(t: torch.Tensor) -> memoryview:
    values = t.detach().cpu().contiguous()
    if not values.numel():
        return memoryview(b"")
    return memoryview(values.reshape(-1).view(torch.uint8).numpy())


def dump_array(t: torch.Tensor, ctx: Context) -> bytes:
    """Return one array in the binary form."""
    return _header(t, ctx) + bytes(_raw(t))


def write_file(stream: IO[bytes], arrays: Sequence[Pair], names: Sequence[str]) -> None:
    """Write arrays and their names (none: a list) as MXNet 1.9.1 does."""
    stream.write(struct.pack("<QQQ", FILE_MAGIC, 0, len(arrays)))
    for t, ctx in arrays:
        stream.write(_header(t, ctx))
        stream.write(_raw(t))
    stream.write(struct.pack("<Q", len(names)))
    for name in names:
        text = name.encode("utf-8")
        stream.write(struct.pack("<Q", len(text)) + text)
