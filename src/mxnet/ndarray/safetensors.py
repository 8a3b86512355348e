"""Arrays in the format safetensors, which most libraries of today read: names, types, shapes, values and no code.

A file is the length of its header (64 bits, little-endian), the header, a JSON object that gives for each name
``dtype``, ``shape`` and ``data_offsets`` (begin and end, from where the header ends), and the values. A file of arrays
without names has the names ``0``, ``1`` ... and says so under ``__metadata__``. Every number is checked against the
file's length before memory is taken for it. Source: https://github.com/huggingface/safetensors, "Format".
"""

import json
import math
import struct
from collections.abc import Sequence
from typing import IO, Any

import torch

from ..core.context import Context, cpu
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError, shortened
from ..core.files.paths import utf8
from .fileformat import Pair, Reader, raw

SUFFIX = ".safetensors"
_KINDS = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16",
    "int64": "I64", "int32": "I32", "int8": "I8", "uint8": "U8", "bool": "BOOL",
}  # fmt: skip
_TYPES = {dtype: TORCH_OF[name] for name, dtype in _KINDS.items()}
_METADATA = "__metadata__"
_MARK = "mxnet"
#: the longest header that the format allows, in bytes
_LONGEST = 100_000_000
_MAX_AXES = 32
#: what the lengths of an array's axes, those of 0 left out, come to at most: PyTorch's strides are products of them
_MOST_ELEMENTS = 1 << 60


def is_safetensors(beginning: bytes) -> bool:
    """Return whether a file that begins with these 9 bytes may be one: its header is a JSON object."""
    return beginning[8:9] == b"{"


def write_file(stream: IO[bytes], arrays: Sequence[Pair], names: Sequence[str], file: str) -> None:
    """Write arrays and their names (none: a list).

    Raises :class:`MXNetError` for what the format has not: sparse storage, and the name ``__metadata__``.
    """
    metadata = {"format": "pt", _MARK: "dict" if names else "list"}
    header: dict[str, Any] = {_METADATA: metadata}
    begin = 0
    listed = names or [str(i) for i in range(len(arrays))]
    for name, (value, _) in zip(listed, arrays, strict=True):
        if not isinstance(value, torch.Tensor):
            raise MXNetError(
                f"{file}: {shortened(name)!r} is in sparse storage, which safetensors has not: save it as "
                "tostype('default'), or all to a file of MXNet's format (another suffix)"
            )
        if name == _METADATA:
            raise MXNetError(f"{file}: safetensors keeps the name {_METADATA!r} for itself: rename the array")
        dtype, end = _KINDS[NAME_OF_TORCH[value.dtype]], begin + value.numel() * value.element_size()
        header[name] = {"dtype": dtype, "shape": list(value.shape), "data_offsets": [begin, end]}
        begin = end
    text = utf8(json.dumps(header, ensure_ascii=False, separators=(",", ":")))
    text += b" " * (-len(text) % 8)
    stream.write(struct.pack("<Q", len(text)) + text)
    for value, _ in arrays:
        stream.write(raw(value))


def read_file(r: Reader) -> tuple[list[Pair], list[str]]:
    """Read arrays and their names (none for a list), in the order of the header."""
    length = r.number("Q", "length of the header")
    if length > _LONGEST:
        raise r.error(f"a header of {length} bytes", 8)
    header = _header(r, r.bytes(length, "header"))
    metadata = header.pop(_METADATA, {})
    entries = [_Entry(r, name, entry) for name, entry in header.items()]
    size, result, position = r.left, {}, 0
    for entry in sorted(entries, key=lambda item: (item.begin, item.end)):
        if entry.begin != position or entry.end > size:
            raise r.error(
                f"{entry.name}: its values at {entry.begin} to {entry.end} overlap, leave a gap or do not exist"
            )
        result[entry.name], position = entry.read(r), entry.end
    r.finish()
    if position != size:
        raise r.error(f"{size - position} bytes that belong to no array")
    is_list = isinstance(metadata, dict) and metadata.get(_MARK) == "list"
    if is_list and [entry.name for entry in entries] != [str(i) for i in range(len(entries))]:
        raise r.error("a list of arrays whose names are not 0, 1 ...")
    context: Context = cpu()
    return [(result[entry.name], context) for entry in entries], [] if is_list else [entry.name for entry in entries]


def _header(r: Reader, text: bytes) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            raise ValueError("a name stands twice")
        return result

    try:
        header = json.loads(text.decode("utf-8"), object_pairs_hook=unique)
    except RecursionError:
        raise r.error("the header is not JSON that one can read: it nests too deeply", len(text)) from None
    except ValueError as error:
        raise r.error(f"the header is not JSON: {shortened(str(error))}", len(text)) from None
    if not isinstance(header, dict):
        raise r.error("the header is no JSON object", len(text))
    return header


class _Entry:
    """One array's entry in the header, checked."""

    def __init__(self, r: Reader, name: str, entry: Any) -> None:
        self.name = name
        match entry:
            case {"dtype": str() as kind, "shape": list() as shape, "data_offsets": [int() as begin, int() as end]}:
                pass
            case _:
                raise r.error(f"{shortened(name)}: expected dtype, shape and data_offsets")
        if kind not in _TYPES:
            raise r.error(f"{shortened(name)}: data type {shortened(kind)}, MXNet has {', '.join(_TYPES)}")
        counts = all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 2**63 for n in (*shape, begin, end))
        if not counts or len(shape) > _MAX_AXES:
            raise r.error(f"{shortened(name)}: shape {shortened(str(shape))} at {begin} to {end}")
        self.shape, self.dtype, self.begin, self.end = tuple(shape), _TYPES[kind], begin, end
        if math.prod(shape) * self.dtype.itemsize != end - begin:
            raise r.error(f"{shortened(name)}: {kind} of shape {self.shape} does not take {end - begin} bytes")
        if math.prod(max(n, 1) for n in shape) >= _MOST_ELEMENTS:
            raise r.error(f"{shortened(name)}: shape {shape}, which no array can have")

    def read(self, r: Reader) -> torch.Tensor:
        """Return the values, which come next."""
        if self.end - self.begin > r.left:
            raise r.error(f"{shortened(self.name)}: the file ends early")
        tensor = torch.empty(self.shape, dtype=self.dtype)
        if tensor.numel():
            r.into(tensor.reshape(-1).view(torch.uint8).numpy(), f"values of {shortened(self.name)}")
        return tensor
