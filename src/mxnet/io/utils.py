"""``mxnet.io.utils``: the arrays that :class:`~mxnet.io.NDArrayIter` reads are named, and rows taken from them.

Programs import its private functions.
"""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetIndexError, expected
from ..ndarray import NDArray  # noqa: F401  (imported from here by programs)
from ..ndarray.sparse_arrays import CSRNDArray  # noqa: F401

__all__ = ["_getdata_by_idx", "_has_instance", "_init_data"]

Sources = list[tuple[str, Any]]


def is_h5py(array: Any) -> bool:
    """Return whether an object is a dataset of h5py, without importing h5py."""
    h5py = sys.modules.get("h5py")
    return h5py is not None and isinstance(array, h5py.Dataset)


def named_sources(data: Any, allow_empty: bool, default_name: str) -> Sources:
    """Name the arrays that a user gave: one, a list (``_0_<name>``, ``_1_<name>``...) or a dict (sorted by name).

    NumPy arrays become arrays of float32, SciPy's matrices csr arrays; arrays of MXNet and datasets of h5py stay as
    they are.
    Raises TypeError for anything else, AssertionError for nothing unless ``allow_empty``.
    """
    if data is None:
        data = []
    if isinstance(data, (np.ndarray, nd.NDArray)) or is_h5py(data) or nd.sparse._is_scipy_csr(data):
        data = [data]
    if isinstance(data, list):
        assert allow_empty or data, f"{default_name}: at least one array is needed"
        if len(data) == 1:
            data = {default_name: data[0]}
        else:
            data = {f"_{index}_{default_name}": array for index, array in enumerate(data)}
    if not isinstance(data, Mapping):
        raise TypeError(
            "Input must be NDArray, numpy.ndarray, h5py.Dataset, a list of them or dict with them as values, "
            f"got {type(data).__name__}"
        )
    if not data and not allow_empty:
        raise MXNetIndexError(f"{default_name}: at least one array is needed")
    return [(name, _as_source(name, data[name])) for name in sorted(data)]


def _as_source(name: str, array: Any) -> Any:
    if isinstance(array, nd.NDArray) or is_h5py(array):
        source = array
    else:
        try:
            source = nd.array(array)
        except (TypeError, ValueError):
            raise TypeError(
                f"Invalid type '{type(array)}' for {name}, should be NDArray, numpy.ndarray or h5py.Dataset"
            ) from None
    if not source.shape:
        raise MXNetIndexError(
            f"{expected(name, 'an array with rows', array)}: a list is one of arrays, and numbers belong into np.array"
        )
    return source


def take_rows(source: Any, rows: np.ndarray, axis: int = 0) -> Any:
    """Return rows of a source along an axis, in the given order, as an array; consecutive rows are a view."""
    start, stop = int(rows[0]), int(rows[-1]) + 1
    consecutive = stop - start == len(rows) and bool((np.diff(rows) == 1).all())
    before = (slice(None),) * axis
    if is_h5py(source):
        if consecutive:
            return nd.array(source[(*before, slice(start, stop))])
        distinct, inverse = np.unique(rows, return_inverse=True)
        return nd.array(np.take(source[(*before, distinct)], inverse, axis))
    if consecutive:
        return source[(*before, slice(start, stop))] if axis else source[start:stop]
    return nd.take(source, nd.array(rows, ctx=source.context, dtype="int64"), axis=axis)


_init_data = named_sources


def _has_instance(data: list[tuple[str, Any]], dtype: type | tuple[type, ...]) -> bool:
    """Return whether one of the named arrays is of a type."""
    return any(isinstance(array, dtype) for _, array in data)


def _getdata_by_idx(data: list[tuple[str, Any]], idx: Any) -> list[tuple[str, Any]]:
    """Return the named arrays with their rows in another order."""
    return [(name, take_rows(array, np.asarray(idx))) for name, array in data]


def _slice_along_batch_axis(data: Any, s: slice, batch_axis: int) -> Any:
    """Return the part of an array that a slice takes of an axis."""
    return data[s] if batch_axis == 0 else nd.slice_axis(data, axis=batch_axis, begin=s.start, end=s.stop)
