"""``mx.np.linalg``: linear algebra."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.linalg import LinAlgError

from ..frontend import export as _export
from ..frontend.numpy.linalg import FUNCTIONS as _functions
from ..ndarray.numpy._call import F as _F
from . import fallback_linalg as _fallback
from .array_api import linalg as _standard

if TYPE_CHECKING:
    from .._stubs.np_linalg import *

#: functions of NumPy 2, as the array API standard has them
_STANDARD = (
    *("cross", "diagonal", "matmul", "matrix_norm", "matrix_transpose", "outer", "svdvals", "tensordot", "trace"),
    *("vecdot", "vector_norm"),
)
__all__ = [*_export(_functions, _F, globals()), *_fallback.__all__, *_STANDARD, "LinAlgError"]
globals().update({name: getattr(_fallback, name) for name in _fallback.__all__})
globals().update({name: getattr(_standard, name) for name in _STANDARD})
