"""``mx.sym.npx.random``: random numbers beyond NumPy's."""

from ...core.context import current_context  # noqa: F401  (programs import it from here)
from ...frontend import export as _export
from ...frontend.numpy.random import EXTENSION_FUNCTIONS as _functions
from ..numpy.symbol import F as _F

__all__ = _export(_functions, _F, globals())
