"""``mx.nd.np``: the functions of the NumPy interface on arrays. ``mx.np`` is their public face."""

from typing import TYPE_CHECKING, Any

from ...frontend import later as _later
from ...frontend.numpy import ALIASES as _ALIASES
from ...frontend.numpy import functions as _functions
from ...frontend.numpy import functions_of_arrays as _functions_of_arrays
from ...frontend.numpy import functions_of_nd as _functions_of_nd
from ...registry.binding import directory as _directory
from . import _internal, _op, fft, linalg, random
from . import methods as _methods  # noqa: F401 - gives the class its methods
from ._call import F as _F
from .multiarray import ndarray

if TYPE_CHECKING:
    from ..._stubs.nd_np import *

_LATER = _later((*_functions(), *_functions_of_arrays(), *_functions_of_nd()), _F, __name__)
__all__ = ["_internal", "_op", "fft", "linalg", "random", "ndarray", *_LATER]


def __getattr__(name: str) -> Any:
    name = _ALIASES.get(name, name)
    result = globals()[name] = _LATER[name]() if name in _LATER else getattr(_op, name)
    return result


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_directory("numpy._op")})
