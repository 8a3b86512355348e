"""``mx.np.linalg``: linear algebra."""

from typing import TYPE_CHECKING

import numpy as _np
from numpy.linalg import LinAlgError

from ..frontend import export as _export
from ..frontend.numpy import linalg as _written
from ..ndarray.numpy._call import F as _F
from .fallback import fallback as _fallback

if TYPE_CHECKING:
    from .._stubs.np_linalg import *

_OWN = [function for function in _written.FUNCTIONS if function not in _written.WITH_NUMPY]
_WITH_NUMPY = {item.__name__: item for item in _written.WITH_NUMPY}
__all__ = [*_export(_OWN, _F, globals()), *_WITH_NUMPY, "LinAlgError"]
globals().update({name: _fallback(name, getattr(_np.linalg, name), ours) for name, ours in _WITH_NUMPY.items()})
