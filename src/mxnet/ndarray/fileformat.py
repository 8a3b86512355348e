"""MXNet's binary form of arrays: files of ``mx.nd.save``, and the bytes inside pickles.

A file is, little-endian: the magic number 0x112, eight reserved bytes, the arrays behind their count, the names
behind theirs (no names: a list). An array is ::

    magic       0xF993FAC9 (MXNet 1.x), 0xF993FACA (the same under NumPy shapes: a 0 is a length, () a shape)
    storage     0 dense, 1 row_sparse, 2 csr
    shape       the number of axes (32 bits), the lengths (64 bits each); no axes: an array without values
    context     device type and number
    data type   see :mod:`mxnet.core.dtypes`
    values

An array in sparse storage has the shape of its stored data before its own, and after the data type a type and a shape
for each auxiliary array (row_sparse: indices; csr: indptr, indices); their values come last.

MXNet 0.9 to 1.0 wrote 0xF993FAC8 and no storage type; before, the number of axes stood in the magic's place and
lengths had 32 bits. Every number read is checked against what is left of the file before memory is taken for it.
"""

import io
import math
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import IO, Any, NamedTuple

import numpy as np
import torch

from ..core.context import Context, cpu
from ..core.dtypes import CODE_OF, NAME_OF_CODE, NAME_OF_TORCH, TORCH_OF, known_codes
from ..core.errors import MXNetError
from ..core.files.paths import utf8
from ..core.interruptions import Task, explained, suppressed, unless_interrupted
from ..core.semantics import semantics
from ..kernels.choice import PLAIN
from ..kernels.sparse import Csr, Rows

FILE_MAGIC = 0x112
V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
_STORAGES = {0: "default", 1: "row_sparse", 2: "csr"}
_CODES = {name: code for code, name in _STORAGES.items()}
#: how many auxiliary arrays a storage has
_NUM_AUX = {"row_sparse": 1, "csr": 2}
_DEVICES = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
_MAX_AXES = 32
#: bytes from which on an array of a file is read after the others, and those that a thread reads at once
_LARGE, _PART = 1 << 16, 1 << 20
#: a csr array without elements may have no indptr in a file; for so many rows it is made, in 128 MB
_MAX_ROWS_UNTOLD = 1 << 24
#: an array's tensor, or its value in sparse storage, and where it lives
Pair = tuple[Any, Context]


class Reader:
    """A binary file or stream of known length that is never read beyond its end. Errors name it and the position.

    Large arrays of a file are passed over, and read by :meth:`finish`.
    """

    def __init__(self, stream: IO[bytes], size: int, name: str) -> None:
        self.stream = stream
        self.left = size
        self.size = size
        self.name = name
        self.where = ""
        self._passes = not PLAIN and hasattr(os, "preadv") and isinstance(getattr(stream, "raw", None), io.FileIO)
        self._passed: list[_Part] = []

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
        result = self.stream.read(count)
        if len(result) != count:
            raise self.error(f"{what}: the file ends early")
        return result

    def numbers(self, form: str, what: str) -> tuple[int, ...]:
        """Read numbers, as :mod:`struct` calls them."""
        layout = _layout(form)
        return layout.unpack(self.bytes(layout.size, what))

    def number(self, form: str, what: str) -> int:
        """Read one number."""
        return self.numbers(form, what)[0]

    def into(self, values: np.ndarray, what: str) -> None:
        """Fill an array of bytes, a large one when :meth:`finish` is called."""
        position = self.size - self.left
        self.claim(values.nbytes, what)
        memory, text = memoryview(values), f"{what}: the file ends early"
        if self._passes and values.nbytes >= _LARGE:
            early = self.error(text)
            self._passed += [_Part(memory[i : i + _PART], position + i, early) for i in range(0, values.nbytes, _PART)]
            self.stream.seek(position + values.nbytes)
            return
        read: Callable[[memoryview], int] = self.stream.readinto  # type: ignore[attr-defined]
        if values.nbytes and read(memory) != values.nbytes:
            raise self.error(text)

    def finish(self) -> None:
        """Read the arrays that were passed over, by two threads.

        The time goes into pages of memory that are touched for the first time.
        """
        if not self._passed:
            return
        parts, failed, file = iter(self._passed), list[BaseException](), self.stream.fileno()
        second = Task(lambda: _read_parts(file, parts, failed))
        try:
            if len(self._passed) > 1:
                second.start()
            _read_parts(file, parts, failed)
        finally:
            self._passed = []
            for _ in parts:  # after an error: the other thread ends, too, even if Ctrl-C came before it has begun
                pass
            second.run()  # if it has not begun
            second.wait()
        if errors := failed + second.errors:  # the latter where a handler raised while it ran in this thread
            raise errors[0]


class _Part(NamedTuple):
    """Bytes of a file, where they belong, and the error if the file ends before."""

    memory: memoryview
    position: int
    early: MXNetError


def _read_parts(file: int, parts: Iterator[_Part], failed: list[BaseException]) -> None:
    """Read parts of a file until none is left, or one cannot be read."""
    try:
        for memory, position, early in parts:
            while memory:
                count = os.preadv(file, [memory], position)
                if not count:
                    raise early
                memory, position = memory[count:], position + count
    except unless_interrupted(OSError, MXNetError) as error:
        failed.append(error)


@cache
def _layout(form: str) -> struct.Struct:
    return struct.Struct(f"<{form}")


def _read_shape(r: Reader, axes: int, form: str) -> tuple[int, ...]:
    if not 0 <= axes <= _MAX_AXES:
        raise r.error(f"an array of {axes} axes", 4)
    shape = r.numbers(f"{axes}{form}", "shape") if axes else ()
    if any(d < 0 for d in shape):
        raise r.error(f"a negative length in shape {shape}", axes * struct.calcsize(form))
    return shape


class _Sparse(NamedTuple):
    """The beginning of an array in sparse storage."""

    storage: str
    stored: tuple[int, ...]
    shape: tuple[int, ...]


def _read_header(r: Reader) -> tuple[int, ...] | _Sparse | None:
    """Read an array up to its shape; None for one without values."""
    magic = r.number("I", "array header")
    if magic in (V2, V3):
        storage = r.number("i", "storage type")
        if storage not in _STORAGES:
            raise r.error(f"unknown storage type {storage}", 4)
        if storage:
            if magic == V3:
                raise r.error(f"a {_STORAGES[storage]} array with NumPy shapes, of which there are none", 4)
            stored, shape = (_read_shape(r, r.number("i", "number of axes"), "q") for _ in range(2))
            return _Sparse(_STORAGES[storage], stored, shape)
        axes = r.number("i", "number of axes")
        if magic == V3 and axes == -1:
            return None
        shape = _read_shape(r, axes, "q")
        if 0 in shape and (magic == V3) != semantics.np_shape:
            state = "on" if magic == V3 else "off"
            raise r.error(
                f"an array of shape {shape} saved with NumPy shapes {state}: load it in a scope with them {state}"
            )
        return shape if magic == V3 else shape or None
    if magic == V1:
        return _read_shape(r, r.number("I", "number of axes"), "q") or None
    if magic > _MAX_AXES:
        raise r.error(f"no array starts here (magic number {magic:#x})", 4)
    return _read_shape(r, magic, "I") or None


def read_array(r: Reader) -> Pair:
    """Read one array; an array without values becomes an empty one."""
    head = _read_header(r)
    if head is None:
        return torch.empty(0), cpu()
    device, index = r.numbers("ii", "context")
    if device not in _DEVICES:
        raise r.error(f"unknown device type {device}", 8)
    code = _read_type(r)
    value = _read_sparse(r, head, code) if isinstance(head, _Sparse) else _read_values(r, head, code)
    return _place(r, value, device, index)


def _read_type(r: Reader) -> int:
    code = r.number("i", "data type")
    if code not in known_codes():
        raise r.error(f"unknown data type code {code}: expected one of {known_codes()}", 4)
    return code


def _read_sparse(r: Reader, head: _Sparse, code: int) -> Rows | Csr:
    """Read the parts of an array in sparse storage, which have to fit together."""
    facts = []
    for _ in range(_NUM_AUX[head.storage]):
        dtype = _read_type(r)
        if NAME_OF_CODE[dtype] not in ("int64", "int32"):
            raise r.error(f"indices of type {NAME_OF_CODE[dtype]}: expected int64", 4)
        facts.append((dtype, _read_shape(r, r.number("i", "number of axes"), "q")))
    stored = (*facts[-1][1][:1], *head.shape[1:]) if head.storage == "row_sparse" else facts[-1][1]
    if not head.shape or math.prod(n or 1 for n in head.shape) >= 1 << 62:
        raise r.error(f"a {head.storage} array of shape {head.shape}")
    if head.stored != stored and head.stored[:1] != (0,):  # which is what 1.5 wrote for some
        raise r.error(f"a {head.storage} array: data of shape {head.stored}, expected {stored}")
    data = _read_values(r, stored, code)
    stored_aux = [_read_values(r, shape, dtype) for dtype, shape in facts]
    r.finish()
    aux = [item.to(torch.int64) for item in stored_aux]
    value: Rows | Csr
    if head.storage == "csr":
        if len(head.shape) == 2 and not data.numel() and aux[0].shape == (0,):
            if head.shape[0] > _MAX_ROWS_UNTOLD:
                raise r.error(
                    f"a csr array of {head.shape[0]} rows without indptr: at most {_MAX_ROWS_UNTOLD} are read"
                )
            aux[0] = torch.zeros(head.shape[0] + 1, dtype=torch.int64)
        value = Csr(data.reshape(-1), aux[0], aux[1], head.shape)
    else:
        value = Rows(data, aux[0], head.shape)
    wrong = value.problem(full=False)
    if wrong is not None:
        raise r.error(f"a {head.storage} array: {wrong}")
    return value


def _read_values(r: Reader, shape: tuple[int, ...], code: int) -> torch.Tensor:
    """Read so many values, which have to be in the file, before memory is taken for them."""
    dtype = TORCH_OF[NAME_OF_CODE[code]]
    count = math.prod(shape)
    if count * dtype.itemsize > r.left:
        raise r.error(
            f"an array of shape {shape} and type {NAME_OF_CODE[code]} needs {count * dtype.itemsize} bytes, the file "
            f"has {r.left} left (truncated or corrupted)"
        )
    with explained(lambda error: r.error(f"an array of shape {shape} cannot be made: {error}"), RuntimeError):
        tensor = torch.empty(shape, dtype=dtype)
    if count:
        r.into(tensor.reshape(-1).view(torch.uint8).numpy(), "values")
    return tensor


def _place(r: Reader, value: Any, device: int, index: int) -> Pair:
    """Put an array where it was saved; on the CPU where there is no such GPU."""
    if _DEVICES[device] == "gpu":
        ctx = Context("gpu", index)
        r.finish()
        with suppressed(MXNetError):
            if isinstance(value, torch.Tensor):
                return value.to(ctx.device_for(value.dtype)), ctx
            return value.map(lambda t: t.to(ctx.device_for(value.data.dtype))), ctx
    return value, cpu()


def read_file(r: Reader) -> tuple[list[Pair], list[str]]:
    """Read arrays and their names (none for a list) from a file of ``mx.nd.save``."""
    magic = r.number("Q", "file header")
    if magic != FILE_MAGIC:
        json = "; it begins as a symbol's JSON does, which mx.sym.load reads" if magic & 0xFF == ord("{") else ""
        raise r.error(f"not a file of arrays (wrong magic number){json}", 8)
    r.number("Q", "file header")
    arrays = []
    for i in range(r.number("Q", "number of arrays")):
        r.where = f", array {i}"
        arrays.append(read_array(r))
    r.finish()
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


def load_array(data: bytes) -> Pair:
    """Read one array from the bytes in a pickle."""
    return read_array(Reader(io.BytesIO(data), len(data), "pickled NDArray"))


# -- writing ------------------------------------------------------------------------------------------------------


def _shape(shape: Sequence[int]) -> bytes:
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _parts(value: Any, ctx: Context) -> Iterator[Any]:
    """Yield the bytes of one array."""
    if isinstance(value, torch.Tensor):
        yield _header(value, ctx)
        yield raw(value)
        return
    if semantics.np_shape:
        raise MXNetError(f"a {value.storage} array has no form in files of NumPy shapes: save it without them")
    data = value.data
    yield struct.pack("<Ii", V2, _CODES[value.storage]) + _shape(data.shape) + _shape(value.shape)
    yield struct.pack("<iii", ctx.device_typeid, ctx.device_id, CODE_OF[NAME_OF_TORCH[data.dtype]])
    for item in value.aux:
        yield struct.pack("<i", CODE_OF[NAME_OF_TORCH[item.dtype]]) + _shape(item.shape)
    for item in (data, *value.aux):
        yield raw(item)


def _header(t: torch.Tensor, ctx: Context) -> bytes:
    shape = tuple(t.shape)
    # classic semantics cannot say "no axes": 1.9.1 itself could not read such an array back
    magic = V3 if semantics.np_shape or not shape else V2
    head = struct.pack(f"<Iii{len(shape)}q", magic, 0, len(shape), *shape)
    return head + struct.pack("<iii", ctx.device_typeid, ctx.device_id, CODE_OF[NAME_OF_TORCH[t.dtype]])


def raw(t: torch.Tensor) -> memoryview:
    """Return the bytes of a tensor's values."""
    values = t.detach().cpu().contiguous()
    if not values.numel():
        return memoryview(b"")
    return memoryview(values.reshape(-1).view(torch.uint8).numpy())


def dump_array(value: Any, ctx: Context) -> bytes:
    """Return one array, a tensor or a value in sparse storage, in the binary form."""
    return b"".join(_parts(value, ctx))


def write_file(stream: IO[bytes], arrays: Sequence[Pair], names: Sequence[str]) -> None:
    """Write arrays and their names (none: a list) as MXNet 1.9.1 does."""
    stream.write(struct.pack("<QQQ", FILE_MAGIC, 0, len(arrays)))
    for value, ctx in arrays:
        for part in _parts(value, ctx):
            stream.write(part)
    stream.write(struct.pack("<Q", len(names)))
    for name in names:
        text = utf8(name)
        stream.write(struct.pack("<Q", len(text)) + text)
