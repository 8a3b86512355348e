"""``mx.nd``: arrays and the functions that compute on them at once."""

import importlib
from typing import TYPE_CHECKING, Any

from .. import ops as _ops  # noqa: F401 - registers the operators
from ..core.dtypes import PRIVATE as _PRIVATE
from ..registry.binding import directory as _directory
from ..registry.binding import make_generated as _make_generated
from . import _internal, contrib, functions, image, linalg, op, random, sparse, utils
from ._call import call as _make_call
from ._call import fast as _make_fast
from .cached_op import CachedOp
from .creation import arange, array, empty, eye, full, linspace, ones, zeros
from .functions import *
from .ndarray import NDArray
from .utils import load, load_frombuffer, save

if TYPE_CHECKING:
    from .._stubs.nd_op import *
    from . import numpy as np  # noqa: F401
    from . import numpy_extension as npx  # noqa: F401

__all__ = [
    "CachedOp", "NDArray", "_internal", "arange", "array", "contrib", "empty", "eye", "full", "image", "linalg",
    "linspace", "load", "load_frombuffer", "ones", "op", "random", "save", "sparse", "utils", "zeros",
]  # fmt: skip
__all__ += functions.__all__


#: a star brings the operators too
__all__ += [name for name in _directory("") if not name.startswith("_")]

_make_generated(__name__, _make_call, symbolic=False, fast=_make_fast)

_SHORT = {"np": "numpy", "npx": "numpy_extension"}


if not TYPE_CHECKING:  # checkers know the names from the stubs

    def __getattr__(name: str) -> Any:
        if name in ("np", "npx", "numpy", "numpy_extension"):
            return importlib.import_module(f"{__name__}.{_SHORT.get(name, name)}")
        if name in _PRIVATE:
            return _PRIVATE[name]
        result = globals()[name] = getattr(op, name)  # next time it is found at once
        return result


def __dir__() -> list[str]:
    return sorted({*globals(), *_directory("")})
