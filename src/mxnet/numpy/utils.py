"""``mxnet.numpy.utils``: where 1.9.1 has the constants, and MXNet 2 lists of data types."""

import numpy as _np
from numpy import e, inf, nan, pi

NAN = NaN = nan
PINF, NINF = inf, -inf
PZERO, NZERO = 0.0, -0.0

boolean_dtypes = [_np.dtype("bool")]
#: those that arrays have here; MXNet 2's list has ``int16``, ``uint16``, ``uint32`` and ``uint64``, too
integer_dtypes = [_np.dtype(name) for name in ("int8", "int32", "int64", "uint8")]
floating_dtypes = [_np.dtype(name) for name in ("float16", "float32", "float64")]
numeric_dtypes = [*integer_dtypes, *floating_dtypes]

__all__ = [
    "NAN",
    "NINF",
    "NZERO",
    "PINF",
    "PZERO",
    "NaN",
    "boolean_dtypes",
    "e",
    "floating_dtypes",
    "inf",
    "integer_dtypes",
    "nan",
    "numeric_dtypes",
    "pi",
]
