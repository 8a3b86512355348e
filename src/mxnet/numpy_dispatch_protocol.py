"""NumPy's functions on ``mx.np`` arrays: ``numpy.mean(x)`` is ``mx.np.mean(x)``.

Functions that are not listed here are computed by NumPy itself (see :mod:`mxnet.numpy.fallback`).
"""

import functools
from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np

from . import numpy as mx_np
from .ndarray.numpy.methods import FUNCTIONS, OTHERS, UFUNCS
from .numpy.fallback import by_numpy, of_numpy, on_host
from .ops.elementwise_table import BINARY, UNARY

_F = TypeVar("_F", bound=Callable[..., Any])

_NUMPY_ARRAY_FUNCTION_LIST = [
    *("all", "any", "sometrue", "argmin", "argmax", "around", "round", "round_", "argsort", "sort", "append"),
    *("broadcast_arrays", "broadcast_to", "clip", "concatenate", "copy", "cumsum", "diag", "diagonal", "diagflat"),
    *("dot", "expand_dims", "fix", "flip", "flipud", "fliplr", "inner", "insert", "max", "amax", "mean", "min"),
    *("amin", "nonzero", "ones_like", "atleast_1d", "atleast_2d", "atleast_3d", "prod", "product", "ravel", "repeat"),
    *("reshape", "roll", "split", "array_split", "hsplit", "vsplit", "dsplit", "squeeze", "stack", "std", "sum"),
    *("swapaxes", "take", "tensordot", "tile", "transpose", "unique", "unravel_index", "diag_indices_from", "delete"),
    *("var", "vdot", "vstack", "column_stack", "hstack", "dstack", "zeros_like", "linalg.norm", "linalg.cholesky"),
    *("linalg.inv", "linalg.solve", "linalg.tensorinv", "linalg.tensorsolve", "linalg.pinv", "linalg.eigvals"),
    *("linalg.eig", "linalg.eigvalsh", "linalg.eigh", "shape", "trace", "tril", "meshgrid", "outer", "einsum"),
    *("polyval", "shares_memory", "may_share_memory", "quantile", "percentile", "diff", "ediff1d", "resize", "where"),
    *("full_like", "bincount", "empty_like", "nan_to_num", "isnan", "isfinite", "isposinf", "isneginf", "isinf", "pad"),
]
#: of ``mx.np``, but not of 1.9.1's list: NumPy's types are theirs
_NOT_LISTED = ("deg2rad", "divide", "fix", "isneginf", "isposinf", "ldexp", "log1p", "rad2deg", "radians")
_NUMPY_ARRAY_UFUNC_LIST = [
    "matmul",
    *(name for row in UNARY if not row.extension for name in (*row.numpy.split(), *row.also.split())),
    *(name for row in BINARY if not row.extension for name in (row.name, *row.also.split())),
]
_NUMPY_ARRAY_UFUNC_LIST = [name for name in _NUMPY_ARRAY_UFUNC_LIST if name not in _NOT_LISTED]


#: functions whose results NumPy 2 gives in a tuple, 1.9.1 in a list
_TUPLES = ("atleast_1d", "atleast_2d", "atleast_3d", "broadcast_arrays", "meshgrid", "unique")
#: functions -> arguments by NumPy 2's names -> by 1.9.1's
_ARGUMENTS: dict[str, dict[str, str]] = {
    "percentile": {"method": "interpolation"},
    "quantile": {"method": "interpolation"},
    "reshape": {"shape": "newshape"},
}


def _of_ours(name: str) -> Callable[..., Any]:
    names = _ARGUMENTS.get(name, {})

    @functools.wraps(attrgetter(name)(np))
    def call(*args: Any, **kwargs: Any) -> Any:
        result = attrgetter(name)(mx_np)(*args, **{names.get(key, key): value for key, value in kwargs.items()})
        return tuple(result) if isinstance(result, list) and name in _TUPLES else result

    return call


def _has(name: str) -> bool:
    try:
        attrgetter(name)(np)
    except AttributeError:  # NumPy has given up the name
        return False
    return True


FUNCTIONS.update({attrgetter(name)(np): _of_ours(name) for name in _NUMPY_ARRAY_FUNCTION_LIST if _has(name)})
OTHERS[:] = [of_numpy, by_numpy, on_host]
UFUNCS.update({getattr(np, name).__name__: _of_ours(name) for name in _NUMPY_ARRAY_UFUNC_LIST})


def with_array_function_protocol(func: _F) -> _F:
    """Return ``func``: NumPy's functions always take arrays of ``mx.np``."""
    return func


def with_array_ufunc_protocol(func: _F) -> _F:
    """Return ``func``: NumPy's universal functions always take arrays of ``mx.np``."""
    return func
