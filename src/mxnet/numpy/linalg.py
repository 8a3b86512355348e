"""``mx.np.linalg``: linear algebra."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..frontend import export as _export
from ..frontend.numpy.linalg import FUNCTIONS as _functions
from ..ndarray.numpy._call import F as _F
from . import fallback_linalg as _fallback

if TYPE_CHECKING:
    from .._stubs.np_linalg import *

__all__ = [*_export(_functions, _F, globals()), *_fallback.__all__]
globals().update({name: getattr(_fallback, name) for name in _fallback.__all__})
