"""Arrays made of values."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.context import Context
from ..ndarray.numpy.multiarray import ndarray, recast


def array(object: Any, dtype: Any = None, ctx: Context | None = None) -> ndarray:
    """Return an array of the values of ``object``: numbers, nested lists, NumPy's arrays or ours.

    The type is that of an array, or of a number of NumPy's, float32 for all else, unless given.
    """
    if dtype is None:
        dtype = object.dtype if isinstance(object, (nd.NDArray, np.ndarray, np.generic)) else "float32"
    made: ndarray = recast(nd.array(object, ctx, dtype), ndarray)
    return made
