"""``mx.nd.np.random``: random numbers as arrays of the NumPy interface."""

from typing import TYPE_CHECKING, Any

from ...core.context import current_context
from ...frontend import export as _export
from ...frontend.numpy.random import ARRAY_FUNCTIONS as _functions
from ..ndarray import NDArray
from ._call import F as _F

if TYPE_CHECKING:

    def multinomial(n: Any, pvals: Any, size: Any = None, **kwargs: Any) -> Any: ...


__all__ = ["NDArray", "current_context", *_export(_functions, _F, globals())]
