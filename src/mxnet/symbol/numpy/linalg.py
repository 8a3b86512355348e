"""``mx.sym.np.linalg``: linear algebra on symbols of the NumPy interface."""

from ...frontend import export as _export
from ...frontend.numpy.linalg import FUNCTIONS as _functions
from .symbol import F as _F

__all__ = _export(_functions, _F, globals())
