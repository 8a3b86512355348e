"""Saving arrays of ``mx.np`` to files and loading them."""

from __future__ import annotations

import os
from typing import Any

from .. import ndarray as nd
from ..base import c_handle_array, c_str, c_str_array, check_call, py_str, string_types  # noqa: F401  (as in 1.9.1)
from ..ndarray.numpy import ndarray
from ..util import is_np_array, is_np_shape

__all__ = ["load", "save"]


def _must_be_on(verb: str) -> None:
    if not (is_np_shape() and is_np_array()):
        raise ValueError(
            f"Cannot {verb} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by calling "
            "`npx.set_np()` in the global scope before calling this function."
        )


def save(file: str | os.PathLike[str], arr: Any) -> None:
    """Write an array, a list of arrays, or a dict of arrays by name to a file, in the format of ``mx.nd.save``.

    ValueError unless the switches of the NumPy interface are on; ValueError or TypeError for other data.
    """
    _must_be_on("save")
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
    """Return the arrays in a file written by :func:`save`: a dict where they have names, else a list."""
    _must_be_on("load")
    result = nd.load(file)
    if isinstance(result, dict):
        return {name: item.as_np_ndarray() for name, item in result.items()}
    return [item.as_np_ndarray() for item in result]
