"""Saving arrays to files and loading them."""

import io
import os
from typing import Any

import torch

from ..core.context import Context
from ..core.files.paths import explaining
from ..core.files.saving import atomic_write, open_saved
from ..core.semantics import semantics
from ..core.text import no_array
from ..eager.storage import CLASSES
from . import safetensors
from .creation import array, empty, zeros
from .fileformat import Pair, Reader, read_file, write_file
from .ndarray import NDArray
from .numpyfiles import as_classic, is_numpy, read_numpy

__all__ = ["array", "empty", "load", "load_frombuffer", "save", "zeros"]


def load(fname: str | os.PathLike[str]) -> Any:
    """Return the arrays in a file that :func:`save` wrote, of this or any MXNet release since 0.8. Files of the format
    safetensors are read, too, and those of NumPy, which MXNet 2 writes.

    Parameters
    ----------
    fname
        The name of the file.

    Returns
    -------
    A dict of arrays by name where the file has names, else a list of arrays.

    Raises
    ------
    MXNetError
        Says where a file is missing, truncated or corrupted.

    Examples
    --------
    >>> mx.nd.save('weights.params', {'w': mx.nd.ones((2, 3))})
    >>> mx.nd.load('weights.params')['w'].shape
    (2, 3)
    """
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError(f"expected the name of a file, got {type(fname).__name__}")
    with explaining(f"cannot read {os.fspath(fname)!r}"):
        with open_saved(fname) as stream:
            if stream.seekable():
                if is_numpy(stream.peek(6)[:6]):
                    return read_numpy(fname, as_classic)
                return _arrays(Reader(stream, os.fstat(stream.fileno()).st_size, os.fspath(fname)))
            content = stream.read()  # a pipe does not know its length
        return _arrays(Reader(io.BytesIO(content), len(content), os.fspath(fname)))


def load_frombuffer(buf: bytes | str) -> Any:
    """Return the arrays in the bytes of a file that :func:`save` wrote.

    Parameters
    ----------
    buf
        The bytes.

    Returns
    -------
    A dict of arrays by name, or a list (see :func:`load`).

    Examples
    --------
    >>> mx.nd.save('weights.params', [mx.nd.ones((2, 3))])
    >>> with open('weights.params', 'rb') as stream:
    ...     content = stream.read()
    >>> mx.nd.load_frombuffer(content)[0].shape
    (2, 3)
    """
    if isinstance(buf, str):
        buf = buf.encode("utf-8")
    if not isinstance(buf, bytes):
        raise TypeError(f"expected bytes, got {type(buf).__name__}")
    return _arrays(Reader(io.BytesIO(buf), len(buf), "buffer"))


def _arrays(reader: Reader) -> Any:
    beginning = reader.stream.peek(9) if isinstance(reader.stream, io.BufferedReader) else reader.stream.getbuffer()[:9]
    read = safetensors.read_file if safetensors.is_safetensors(bytes(beginning)) else read_file
    pairs, names = read(reader)
    result = [_array(value, ctx) for value, ctx in pairs]
    return dict(zip(names, result, strict=True)) if names else result


def _array(value: Any, ctx: Context) -> Any:
    if isinstance(value, torch.Tensor):
        return NDArray._wrap(value, ctx)
    return CLASSES[value.storage]._of(value, ctx)


def save(fname: str | os.PathLike[str], data: Any, format: str | None = None) -> None:
    """Write arrays to a file, in MXNet 1.9.1's format, to the byte. The file is complete or it is the old one: it is
    written beside and renamed.

    Parameters
    ----------
    fname
        The name of the file.
    data
        An array, a list of arrays, or a dict of arrays by name.
    format
        ``'mxnet'``: MXNet's format, ``'safetensors'``: that format, which keeps names, types, shapes and order (arrays
        in sparse storage are refused); None: safetensors where the name ends in ``.safetensors``, else MXNet's.

    Returns
    -------
    Nothing.

    Raises
    ------
    TypeError, ValueError
        For other data.
    MXNetError
        Where the file cannot be written.

    Examples
    --------
    >>> mx.nd.save('arrays.nd', [mx.nd.array([1, 2]), mx.nd.zeros((2, 2))])
    >>> len(mx.nd.load('arrays.nd'))
    2
    """
    pairs, names = _pairs(data)
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError(f"expected the name of a file, got {type(fname).__name__}")
    if format not in (None, "mxnet", "safetensors"):
        raise ValueError(f"format: expected 'mxnet', 'safetensors' or None, got {format!r}")
    with explaining(f"cannot write {os.fspath(fname)!r}"), atomic_write(fname) as stream:
        if format == "safetensors" or (format is None and os.fspath(fname).endswith(safetensors.SUFFIX)):
            safetensors.write_file(stream, pairs, names, os.fspath(fname))
        else:
            write_file(stream, pairs, names)


def _pairs(data: Any) -> tuple[list[Pair], list[str]]:
    if isinstance(data, NDArray):
        data = [data]
    if isinstance(data, dict):
        names, arrays = list(data), list(data.values())
    elif isinstance(data, list):
        names, arrays = [], data
    else:
        raise ValueError(
            f"an NDArray, a list or a dict of them can be saved, not a {type(data).__name__}; save_parameters saves "
            "those of a block"
        )
    if not all(isinstance(n, str) for n in names) or not all(isinstance(a, NDArray) for a in arrays):
        other = next((no_array(a) for a in arrays if not isinstance(a, NDArray)), "other names")
        raise TypeError(f"what is saved must be NDArrays, and their names strings; got {other}")
    if semantics.api == 1 and any(a.numpy_interface for a in arrays):
        raise TypeError("mx.nd.save takes classic arrays: save those of mx.np with mx.npx.save")
    return [(a._t if a._sparse is None else a._sparse, a._ctx) for a in arrays], names
