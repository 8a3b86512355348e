"""Saving arrays of ``mx.np`` to files and loading them; memory shared with NumPy and by DLPack."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .. import dlpack
from .. import ndarray as nd
from ..base import c_handle_array, c_str, c_str_array, check_call, py_str, string_types  # noqa: F401  (as in 1.9.1)
from ..core.errors import MXNetError
from ..core.files import atomic_write, open_saved
from ..core.interruptions import unless_interrupted
from ..core.semantics import semantics
from ..ndarray import numpyfiles
from ..ndarray.numpy import ndarray
from ..util import is_np_array, is_np_shape

__all__ = ["from_dlpack", "from_numpy", "load", "save", "savez", "to_dlpack_for_read", "to_dlpack_for_write"]

from_dlpack = dlpack.ndarray_from_dlpack(ndarray)
from_numpy = dlpack.ndarray_from_numpy(ndarray, lambda *args, **kwargs: nd.array(*args, **kwargs).as_np_ndarray())
to_dlpack_for_read = dlpack.ndarray_to_dlpack_for_read()
to_dlpack_for_write = dlpack.ndarray_to_dlpack_for_write()


def _must_be_on(verb: str) -> None:
    if not (is_np_shape() and is_np_array()):
        raise ValueError(
            f"Cannot {verb} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by calling "
            "`npx.set_np()` in the global scope before calling this function."
        )


def save(file: str | os.PathLike[str], arr: Any) -> None:
    """Write an array, a list of arrays, or a dict of arrays by name to a file, in the format of ``mx.nd.save``.

    One array goes into a file that ``numpy.load`` reads, as in MXNet 2, if that interface is chosen.
    ValueError unless the switches of the NumPy interface are on; ValueError or TypeError for other data.
    """
    _must_be_on("save")
    if semantics.api == 2 and isinstance(arr, nd.NDArray) and arr.stype == "default":
        with atomic_write(file) as stream:
            np.lib.format.write_array(stream, arr.asnumpy(), allow_pickle=False)
        return
    if isinstance(arr, ndarray):
        arr = [arr]
    if not isinstance(arr, (list, dict)):
        raise ValueError("data needs to either be a ndarray, dict of (str, ndarray) pairs or a list of ndarrays.")
    names, arrays = (list(arr), list(arr.values())) if isinstance(arr, dict) else ([], arr)
    if not all(isinstance(name, str) for name in names) or not all(isinstance(array, ndarray) for array in arrays):
        raise TypeError("Only accepts dict str->ndarray or list of ndarrays")
    classic = [array.as_nd_ndarray() for array in arrays]
    nd.save(file, dict(zip(names, classic, strict=True)) if isinstance(arr, dict) else classic)


def load(file: str | os.PathLike[str]) -> Any:
    """Return the arrays in a file written by :func:`save`: a dict where they have names, else a list.

    Files of :func:`savez`, or of ``numpy.savez``, are read too. :class:`MXNetError` for a file that is damaged.
    """
    _must_be_on("load")
    with _opened(file) as stream:
        beginning = stream.read(6)
    if numpyfiles.is_numpy(beginning):
        return _from_numpy(numpyfiles.read_numpy(file))
    result = nd.load(file)
    if isinstance(result, dict):
        return {name: item.as_np_ndarray() for name, item in result.items()}
    return [item.as_np_ndarray() for item in result]


def savez(file: str | os.PathLike[str], *args: nd.NDArray, **kwds: nd.NDArray) -> None:
    """Write arrays to a file that ``numpy.load`` reads: ``args`` as ``arr_0``, ``arr_1`` ..., ``kwds`` by their names.

    Arrays in sparse storage, which MXNet 2's interface takes, are a folder each. ValueError for a name that is there
    twice, TypeError for what is no such array.
    """
    arrays = {f"arr_{i}": array for i, array in enumerate(args)}
    if arrays.keys() & kwds.keys():
        raise ValueError(f"savez: {', '.join(arrays.keys() & kwds.keys())}: name of an array without a name")
    arrays.update(kwds)
    for array in arrays.values():
        if not isinstance(array, nd.NDArray) or (array.stype != "default" and semantics.api == 1):
            raise TypeError("savez: expected dense arrays of mx.np or mx.nd")
    with atomic_write(file) as stream:
        numpyfiles.write_archive(stream, arrays)


def _opened(file: str | os.PathLike[str]) -> Any:
    try:
        return open_saved(file)
    except unless_interrupted(OSError) as error:
        raise MXNetError(f"cannot read {os.fspath(file)!r}: {error.strerror or error}") from error


def _from_numpy(values: Any) -> Any:
    """Return the array, or the dict of arrays, of NumPy's; those in sparse storage stay as they are."""
    if isinstance(values, dict):
        return {name: _from_numpy(item) for name, item in values.items()}
    return from_numpy(values, zero_copy=False) if isinstance(values, np.ndarray) else values
