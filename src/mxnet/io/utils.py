"""``mxnet.io.utils``: the private helpers of :class:`~mxnet.io.NDArrayIter` that programs import."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ndarray as nd
from ..ndarray import NDArray  # noqa: F401  (imported from here by programs)
from ..ndarray.sparse_arrays import CSRNDArray  # noqa: F401
from .sources import named_sources as _init_data
from .sources import take_rows

__all__ = ["_getdata_by_idx", "_has_instance", "_init_data"]


def _has_instance(data: list[tuple[str, Any]], dtype: type | tuple[type, ...]) -> bool:
    """Return whether one of the named arrays is of a type."""
    return any(isinstance(array, dtype) for _, array in data)


def _getdata_by_idx(data: list[tuple[str, Any]], idx: Any) -> list[tuple[str, Any]]:
    """Return the named arrays with their rows in another order."""
    return [(name, take_rows(array, np.asarray(idx))) for name, array in data]


def _slice_along_batch_axis(data: Any, s: slice, batch_axis: int) -> Any:
    """Return the part of an array that a slice takes of an axis."""
    return data[s] if batch_axis == 0 else nd.slice_axis(data, axis=batch_axis, begin=s.start, end=s.stop)
