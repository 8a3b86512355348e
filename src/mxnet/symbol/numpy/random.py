"""``mx.sym.np.random``: random numbers in graphs of the NumPy interface."""

from ...core.context import current_context
from ...frontend import export as _export
from ...frontend.numpy.random import FUNCTIONS as _functions
from .symbol import F as _F

__all__ = ["current_context", *_export(_functions, _F, globals())]
