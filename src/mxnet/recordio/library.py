"""The functions of MXNet's compiled library for files of records, which programs call through ``mxnet.base``.

Classes of theirs, made of :class:`MXRecordIO`, open, seek and tell by them: MXNet's own ``rec2idx.py`` does. A handle
stands for an :class:`MXRecordIO`; numbers and results are what a program gives as ``byref`` of a ctypes object.
"""

import ctypes
import os
from typing import Any

from ..base import _LIB
from ..core import handles
from ..core.errors import MXNetError
from .sequential import MXRecordIO

#: by number, the files that belong to no object of the program's
_open: dict[int, MXRecordIO] = {}


def _record_of(handle: Any) -> MXRecordIO:
    index = getattr(handle, "value", handle)
    result = _open.get(index or 0) or handles.find(index)
    if not isinstance(result, MXRecordIO):
        raise MXNetError(f"handle {index}: there is no such file of records, or no more")
    return result


def _create(uri: Any, out: Any, flag: str) -> int:
    """Open a file and write its handle; a handle that is an object's own opens that object."""
    path = os.fsdecode(getattr(uri, "value", uri))
    owner = getattr(out._obj, "owner", lambda: None)()
    if owner is not None:
        owner._open_to(flag)
        return 0
    result = MXRecordIO(path, flag)
    out._obj.value = result.handle.value
    _open[out._obj.value] = result
    return 0


def writer_create(uri: Any, out: Any) -> int:
    """Open a file to write, which empties it."""
    return _create(uri, out, "w")


def reader_create(uri: Any, out: Any) -> int:
    """Open a file to read."""
    return _create(uri, out, "r")


def free(handle: Any) -> int:
    """Close a file."""
    result = _record_of(handle)
    MXRecordIO.close(result)
    _open.pop(getattr(handle, "value", handle), None)
    return 0


def tell(handle: Any, out: Any) -> int:
    """Write the offset of the next record to ``out``."""
    out._obj.value = MXRecordIO.tell(_record_of(handle))
    return 0


def seek(handle: Any, position: Any) -> int:
    """Go to the record at an offset."""
    _record_of(handle)._go_to(int(getattr(position, "value", position)))
    return 0


def write_record(handle: Any, payload: Any, size: Any) -> int:
    """Append a record of ``size`` bytes."""
    MXRecordIO.write(_record_of(handle), ctypes.string_at(payload, getattr(size, "value", size)))
    return 0


def read_record(handle: Any, out: Any, size: Any) -> int:
    """Write the next record to ``out``, a ``c_char_p``, and its length to ``size``; a null pointer at the end."""
    record = MXRecordIO.read(_record_of(handle))
    out._obj.value, size._obj.value = record, len(record or b"")
    return 0


vars(_LIB).update(
    MXRecordIOWriterCreate=writer_create,
    MXRecordIOWriterFree=free,
    MXRecordIOWriterTell=tell,
    MXRecordIOWriterWriteRecord=write_record,
    MXRecordIOReaderCreate=reader_create,
    MXRecordIOReaderFree=free,
    MXRecordIOReaderTell=tell,
    MXRecordIOReaderSeek=seek,
    MXRecordIOReaderReadRecord=read_record,
)
