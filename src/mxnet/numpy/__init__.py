"""``mx.np``: NumPy's interface, on devices and with gradients.

Arrays are :class:`mxnet.np.ndarray`. The functions have NumPy's names and arguments, and 1.9.1's values and types:
float32 by default.
"""

import sys as _sys
from builtins import bool
from importlib import import_module as _import
from typing import TYPE_CHECKING, Any

from numpy import bool as bool_
from numpy import finfo, float16, float32, float64, int8, int16, int32, int64, newaxis, uint8, uint16, uint32, uint64

from ..core.other_names import missing_name as _missing_name
from ..frontend import later as _later
from ..frontend.numpy import ALIASES as _ALIASES
from ..frontend.numpy import functions as _functions
from ..frontend.numpy import functions_of_arrays as _functions_of_arrays
from ..frontend.numpy import functions_of_np as _functions_of_np
from ..ndarray import numpy as _arrays
from ..ndarray.numpy import ndarray
from ..ndarray.numpy._call import F as _F
from ..registry.binding import CompleteModule as _CompleteModule
from . import fallback, fallback_linalg, fft, linalg, random, utils  # noqa: F401  # MXNet 2 has fallback_linalg
from .array_api.creation import from_dlpack
from .array_api.dtypes import isdtype
from .arrayprint import set_printoptions
from .creation import array, asarray, copy, empty, genfromtxt
from .utils import *

if TYPE_CHECKING:
    from .._stubs.np import *

_WRITTEN = (*_functions(), *_functions_of_arrays(), *_functions_of_np())
#: by name, what binds a function when it is first asked for
_LATER = {**_later((item for item in _WRITTEN if item.__name__ not in fallback.OURS), _F, __name__), **fallback.LATER}
__all__ = [
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "bool",
    "bool_",
    "copy",
    "empty",
    "finfo",
    "float16",
    "float32",
    "fallback",
    "fft",
    "float64",
    "from_dlpack",
    "genfromtxt",
    "int8",
    "int16",
    "int32",
    "int64",
    "isdtype",
    "linalg",
    "ndarray",
    "newaxis",
    "random",
    "set_printoptions",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    *_LATER,
    *_ALIASES,
]
__all__ += utils.__all__
asanyarray = ascontiguousarray = asarray


def __getattr__(name: str) -> Any:
    if name in _ALIASES:
        result = getattr(_sys.modules[__name__], _ALIASES[name])
    elif name in _LATER:
        result = _LATER[name]()
    elif name.startswith("__") or not hasattr(_arrays, name):
        raise _missing_name(__name__, name, __dir__())
    else:
        result = getattr(_arrays, name)
    globals()[name] = result
    return result


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_ALIASES, *dir(_arrays)})


_sys.modules[__name__].__class__ = _CompleteModule
# these need the names above
_import("mxnet.numpy_dispatch_protocol")
_import(f"{__name__}.array_api.methods").attach()
for _name in ("arrayprint", "function_base", "io", "multiarray", "stride_tricks"):
    _import(f"{__name__}.{_name}")
