"""``mx.nd.np.random``: random numbers as arrays of the NumPy interface."""

from __future__ import annotations

from ...core.context import current_context
from ...frontend import export as _export
from ...frontend.numpy.random import ARRAY_FUNCTIONS as _functions
from ..ndarray import NDArray
from ._call import F as _F

__all__ = ["NDArray", "current_context", *_export(_functions, _F, globals())]
