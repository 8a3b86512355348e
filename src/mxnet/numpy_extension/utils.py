"""Saving arrays of ``mx.np`` to files and loading them; memory shared with NumPy and by DLPack."""

import os
from typing import Any

import numpy as np

from .. import dlpack
from .. import ndarray as nd
from ..base import c_handle_array, c_str, c_str_array, check_call, py_str, string_types  # noqa: F401  (as in 1.9.1)
from ..core.files.paths import explaining
from ..core.files.saving import atomic_write, open_saved
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
    """Write arrays to a file, in the format of ``mx.nd.save``, which MXNet reads.

    The switches of the NumPy interface have to be on (``npx.set_np()``). With MXNet 2's interface, one array goes into
    a file that ``numpy.load`` reads.

    Parameters
    ----------
    file
        Where to write; a file that is there is replaced.
    arr
        An array, a list of arrays, or a dict of arrays by name.

    Raises
    ------
    ValueError
        Where the switches are off, or for other data.
    TypeError
        For lists and dicts with other items.

    See Also
    --------
    savez : a file that NumPy reads.

    Examples
    --------
    >>> with mx.util.np_shape(True), mx.util.np_array(True):
    ...     mx.npx.save('weights', {'w': mx.np.ones(2)})
    ...     print(mx.npx.load('weights'))
    {'w': array([1., 1.])}
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
    """Read the arrays of a file that ``save``, ``savez`` or ``numpy.savez`` wrote.

    Parameters
    ----------
    file
        Where to read.

    Returns
    -------
    A dict where the arrays have names, else a list; in MXNet 2 a single array without a name is returned alone.

    Raises
    ------
    ValueError
        Where the switches of the NumPy interface are off (``npx.set_np()``).
    MXNetError
        For a file that is not there or damaged.

    Examples
    --------
    >>> with mx.util.np_shape(True), mx.util.np_array(True):
    ...     mx.npx.save('weights', [mx.np.ones(2), mx.np.zeros(1)])
    ...     print(mx.npx.load('weights'))
    [array([1., 1.]), array([0.])]
    """
    _must_be_on("load")
    with _opened(file) as stream:
        beginning = stream.read(6)
    if numpyfiles.is_numpy(beginning):
        return numpyfiles.read_numpy(file, _from_numpy)
    result = nd.load(file)
    if isinstance(result, dict):
        return {name: item.as_np_ndarray() for name, item in result.items()}
    arrays = [item.as_np_ndarray() for item in result]
    return arrays[0] if semantics.api == 2 and len(arrays) == 1 else arrays


def savez(file: str | os.PathLike[str], *args: nd.NDArray, **kwds: nd.NDArray) -> None:
    """Write arrays to a file that ``numpy.load`` reads.

    Arrays in sparse storage, which MXNet 2's interface takes, are a folder each inside the file.

    Parameters
    ----------
    file
        Where to write; a file that is there is replaced.
    *args
        Arrays, which are named ``arr_0``, ``arr_1`` ...
    **kwds
        Arrays by name.

    Raises
    ------
    ValueError
        For a name that is there twice.
    TypeError
        For what is no such array.

    See Also
    --------
    save : a file that MXNet reads.

    Examples
    --------
    >>> mx.npx.savez('arrays.npz', mx.np.ones(2), scale=mx.np.array([5.0]))
    >>> with np.load('arrays.npz') as file:
    ...     print(file['arr_0'], file['scale'])
    [1. 1.] [5.]
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
    with explaining(f"cannot read {os.fspath(file)!r}"):
        return open_saved(file)


def _from_numpy(values: Any) -> Any:
    """Return the array, or the dict of arrays, of NumPy's; those in sparse storage stay as they are."""
    if isinstance(values, dict):
        return {name: _from_numpy(item) for name, item in values.items()}
    return from_numpy(values, zero_copy=False) if isinstance(values, np.ndarray) else values
