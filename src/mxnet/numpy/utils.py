"""``mxnet.numpy.utils``: where 1.9.1 has the constants, and MXNet 2 lists of data types."""

import numpy as _np
from numpy import e, inf, nan, pi

NAN = NaN = nan
PINF, NINF = inf, -inf
PZERO, NZERO = 0.0, -0.0

boolean_dtypes = [_np.dtype("bool")]
#: arrays have those of 16 bits, and the larger unsigned ones, with MXNet 2's interface
integer_dtypes = [_np.dtype(f"{name}{bits}") for name in ("int", "uint") for bits in (8, 16, 32, 64)]
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
