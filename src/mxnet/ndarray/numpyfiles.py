"""Files of NumPy's, ``.npy`` and ``.npz``, as MXNet 2 reads and writes them.

An array in sparse storage is a folder in the archive: ``a/data.npy``, ``a/indices.npy``, for CSR ``a/indptr.npy``, the
shape ``a/shape.npy``, and the storage ``a/format.npy``, whose header in MXNet's own files NumPy cannot read. A file of
``scipy.sparse.save_npz`` has the same parts without a folder: its array is named ``""``.
"""

import math
import os
import sys
import zipfile
from collections.abc import Callable, Mapping
from tokenize import TokenError
from typing import Any

import numpy as np

from ..core.dtypes import canonical
from ..core.errors import MXNetError
from ..core.files.archives import DAMAGE, cause, check_growth
from ..core.files.saving import open_saved
from ..core.interruptions import explained
from .creation import array
from .sparse import csr_matrix, row_sparse_array

#: what a file of NumPy's begins with
NPY, NPZ = b"\x93NUMPY", (b"PK\x03\x04", b"PK\x05\x06")
#: storage types -> the parts of an array besides its values
_PARTS = {"csr": ("indices", "indptr"), "row_sparse": ("indices",)}


def is_numpy(beginning: bytes) -> bool:
    """Return whether a file that begins so is one of NumPy's."""
    return beginning.startswith((NPY, *NPZ))


def write_archive(stream: Any, arrays: Mapping[str, Any]) -> None:
    """Write arrays by name as an archive that ``numpy.load`` reads."""
    with zipfile.ZipFile(stream, "w") as archive:
        for name, item in arrays.items():
            for part, values in _parts(name, item).items():
                with archive.open(f"{part}.npy", "w", force_zip64=True) as entry:
                    np.lib.format.write_array(entry, values, allow_pickle=False)


def _parts(name: str, item: Any) -> dict[str, np.ndarray]:
    if item.stype == "default":
        return {name: item.asnumpy()}
    parts = {part: getattr(item, part).asnumpy() for part in ("data", *_PARTS[item.stype])}
    parts |= {"shape": np.array(item.shape, "int64"), "format": np.array(item.stype.encode())}
    return {f"{name}/{part}": values for part, values in parts.items()}


def read_numpy(fname: str | os.PathLike[str], make: Callable[[Any], Any]) -> Any:
    """Return what ``make`` makes of the array in a file of NumPy's, or of the dict of those in an archive.

    It gets NumPy's arrays, or classic arrays in sparse storage. :class:`MXNetError` for a file that is damaged, and for
    the errors of ``make``.
    """
    with (
        explained(lambda error: MXNetError(f"cannot read {os.fspath(fname)!r}: {cause(error)}"), *DAMAGE, TypeError),
        open_saved(fname) as stream,
    ):
        size = os.fstat(stream.fileno()).st_size
        if stream.read(len(NPY)) == NPY:
            return make(_array(stream, size))
        with zipfile.ZipFile(stream) as archive:
            check_growth(sum(item.file_size for item in archive.infolist()), size)
            return make(_read_archive(archive))


def _array(stream: Any, size: int) -> np.ndarray:
    """Return the array in a file of ``size`` bytes, once its header is found to claim no more than these."""
    stream.seek(0)
    version = np.lib.format.read_magic(stream)
    read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    try:
        shape, _, dtype = read_header(stream)
    except (ValueError, TypeError, SyntaxError, TokenError, RecursionError, MemoryError) as error:
        raise ValueError("its header is none of NumPy's, or ends early") from error
    claimed, available = math.prod(shape) * dtype.itemsize, size - stream.tell()
    if (
        claimed > available
        or any(n < 0 for n in shape)
        or math.prod(n or 1 for n in shape) * dtype.itemsize > sys.maxsize
    ):
        reason = f"{claimed} bytes, or lengths below 0 or beyond memory; {available} are there"
        raise ValueError(f"shape {shape} of {dtype}: {reason}")
    stream.seek(0)
    return np.lib.format.read_array(stream, allow_pickle=False)


def _read_archive(archive: zipfile.ZipFile) -> dict[str, Any]:
    names = list(dict.fromkeys(name.removesuffix(".npy") for name in archive.namelist()))
    if {"data", "shape", "format"} <= set(names) and _entry(archive, "format").dtype.kind == "S":
        return {"": _sparse(archive, "")}
    folders = {name.removesuffix("/format") for name in names if name.endswith("/format")}
    result: dict[str, Any] = {}
    for name in names:
        folder = name.rpartition("/")[0]
        if folder not in folders:
            result[name] = _entry(archive, name)
        elif folder not in result:
            result[folder] = _sparse(archive, folder)
    return result


def _entry(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    item = archive.getinfo(f"{name}.npy")
    with archive.open(item) as entry:
        return _array(entry, item.file_size)


def _sparse(archive: zipfile.ZipFile, name: str) -> Any:
    folder = f"{name}/" if name else ""
    content = archive.read(f"{folder}format.npy")
    stype = next((item for item in _PARTS if content.endswith(item.encode())), None)
    if stype is None:
        raise MXNetError(f"{folder}format.npy: expected a storage type, {' or '.join(_PARTS)}, got {content[-3:]!r}")
    parts = [_entry(archive, f"{folder}{part}") for part in ("data", *_PARTS[stype])]
    shape = _entry(archive, f"{folder}shape")
    if shape.ndim != 1:
        raise MXNetError(f"{folder}shape.npy: expected a list of lengths, got an array of shape {shape.shape}")
    make = csr_matrix if stype == "csr" else row_sparse_array
    return make(tuple(parts), shape=tuple(shape.tolist()), dtype=canonical(parts[0].dtype))


def as_classic(values: Any) -> Any:
    """Return what :func:`read_numpy` reads as classic arrays; one array is a list of it."""
    if isinstance(values, dict):
        return {
            name: item if not isinstance(item, np.ndarray) else as_classic(item)[0] for name, item in values.items()
        }
    return [array(values, dtype=canonical(values.dtype))]
