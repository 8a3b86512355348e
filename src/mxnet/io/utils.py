"""``mxnet.io.utils``: the private helpers of :class:`~mxnet.io.NDArrayIter` that programs import."""

from __future__ import annotations

from typing import Any

import numpy as np

from .sources import named_sources as _init_data
from .sources import take_rows

__all__ = ["_getdata_by_idx", "_has_instance", "_init_data"]


def _has_instance(data: list[tuple[str, Any]], dtype: type | tuple[type, ...]) -> bool:
    """Return whether one of the named arrays is of a type."""
    return any(isinstance(array, dtype) for _, array in data)


def _getdata_by_idx(data: list[tuple[str, Any]], idx: Any) -> list[tuple[str, Any]]:
    """Return the named arrays with their rows in another order."""
    return [(name, take_rows(array, np.asarray(idx))) for name, array in data]
