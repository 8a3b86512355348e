"""RecordIO: files of records, one after the other, and what image records hold.

A record is any bytes. Files are those of MXNet, to the byte::

    word    0xced7230a, little-endian
    word    upper 3 bits: which part of a record; lower 29 bits: length of what follows
    bytes   the part, filled up with zeros to a multiple of 4

A record is one part (0). Where its bytes contain the first word itself at a multiple of 4, the record is cut there
into parts (1 the first, 2 those between, 3 the last), and that word is left out: so a reader that has lost its way
finds the beginning of a record by looking for the word.

* :class:`MXRecordIO` writes and reads in order, :class:`MXIndexedRecordIO` also by key, with a text file of
  ``key<tab>offset`` lines beside it.
* :func:`pack` and :func:`unpack` put a label and a number before the bytes of an image; :func:`pack_img` and
  :func:`unpack_img` also encode and decode it.
* Damage is a :class:`~mxnet.base.MXNetError` that names file and offset, or is stepped over with
  ``skip_damaged=True``.
"""

from ..core.lazy_imports import public_dir
from . import library as _library  # noqa: F401 - gives its functions to mxnet.base
from .header import _IR_FORMAT, _IR_SIZE, IRHeader, RecordHeaderError, pack, pack_img, unpack, unpack_img  # noqa: F401
from .indexed import MXIndexedRecordIO
from .sequential import MXRecordIO

__all__ = [
    "IRHeader", "MXIndexedRecordIO", "MXRecordIO", "RecordHeaderError", "pack", "pack_img", "unpack", "unpack_img",
]  # fmt: skip

__dir__ = public_dir(__name__)
