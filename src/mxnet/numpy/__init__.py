"""``mxnet.numpy``: the constants and data types of MXNet's NumPy interface. Its arrays and functions are not there yet.

The module is not part of ``mx`` (no ``mx.np``), so programs that ask for the interface learn that it is missing.
"""

from __future__ import annotations

from numpy import bool as bool_
from numpy import e, finfo, float16, float32, float64, inf, int8, int32, int64, nan, newaxis, pi, uint8

NAN = NaN = nan
PINF, NINF = inf, -inf
PZERO, NZERO = 0.0, -0.0

__all__ = [
    "NAN",
    "NINF",
    "NZERO",
    "PINF",
    "PZERO",
    "NaN",
    "bool_",
    "e",
    "finfo",
    "float16",
    "float32",
    "float64",
    "inf",
    "int8",
    "int32",
    "int64",
    "nan",
    "newaxis",
    "pi",
    "uint8",
]
