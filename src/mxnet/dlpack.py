"""``mxnet.dlpack``: functions that give arrays to other libraries and take theirs, for a class of arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .ndarray.exchange import from_dlpack

__all__ = ["ndarray_from_dlpack", "ndarray_from_numpy", "ndarray_to_dlpack_for_read", "ndarray_to_dlpack_for_write"]


def ndarray_from_dlpack(array_cls: type) -> Callable[[Any], Any]:
    """Return the function from a DLPack capsule to an array of a class on its memory."""
    return lambda dlpack: from_dlpack(dlpack, array_cls)


def ndarray_to_dlpack_for_read() -> Callable[[Any], Any]:
    """Return the function from an array to a DLPack capsule of its memory, to be read."""
    return lambda data: data.to_dlpack_for_read()


def ndarray_to_dlpack_for_write() -> Callable[[Any], Any]:
    """Return the function from an array to a DLPack capsule of its memory, to be written to."""
    return lambda data: data.to_dlpack_for_write()


def ndarray_from_numpy(array_cls: type, array_create_fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function from NumPy's arrays to arrays of a class.

    With ``zero_copy`` the array is on NumPy's memory, which has to be in C order (ValueError) and is then read-only to
    NumPy; without, ``array_create_fn`` makes a copy.
    """

    def from_numpy(ndarray: np.ndarray, zero_copy: bool = True) -> Any:
        if not zero_copy:
            return array_create_fn(ndarray, dtype=ndarray.dtype)
        if not ndarray.flags["C_CONTIGUOUS"]:
            raise ValueError("only arrays in C order can be taken without a copy")
        result = from_dlpack(ndarray, array_cls)
        ndarray.flags["WRITEABLE"] = False
        return result

    return from_numpy
