"""``mx.sym.np``: the functions of the NumPy interface on symbols."""

from typing import TYPE_CHECKING, Any

from ...frontend import later as _later
from ...frontend.numpy import ALIASES as _ALIASES
from ...frontend.numpy import functions as _functions
from ...frontend.numpy.methods import attach as _attach
from ...registry.binding import directory as _directory
from . import _internal, _op, fft, linalg, random
from .symbol import F as _F
from .symbol import NumpyMethods as _NumpyMethods
from .symbol import _Symbol

if TYPE_CHECKING:
    from ..._stubs.sym_np import *

_attach(_Symbol, _F, "_Symbol", own={*vars(_NumpyMethods), *vars(_Symbol)})

_LATER = _later(_functions(), _F, __name__)
__all__ = ["_internal", "_op", "fft", "linalg", "random", "_Symbol", *_LATER]


def __getattr__(name: str) -> Any:
    name = _ALIASES.get(name, name)
    if name in _LATER:
        result = globals()[name] = _LATER[name]()
        return result
    try:
        return getattr(_op, name)
    except AttributeError:
        raise AttributeError(
            f"mx.sym.np has no {name!r}: functions that NumPy computes, or that need values, are for arrays only: call "
            "them as functions of mx.np, outside of graphs"
        ) from None


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_directory("numpy._op")})
