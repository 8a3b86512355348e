"""Samples of the mathematical functions: points all over the domain, kinks and ends included."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..sample import FLOATS, OpSample, const, ints, uniform


def _each(function: Callable[[float], float]) -> Callable[[np.ndarray], np.ndarray]:
    """Return a function of Python's for arrays."""
    return lambda x: np.vectorize(function)(x).astype(x.dtype)


#: name, where it is defined, the function in NumPy (None: recorded)
_SMOOTH = (
    ("abs", (-3, 3), np.abs),
    ("negative", (-3, 3), np.negative),
    ("square", (-3, 3), np.square),
    ("sqrt", (0.1, 4), np.sqrt),
    ("rsqrt", (0.1, 4), lambda x: 1 / np.sqrt(x)),
    ("cbrt", (-3, 3), np.cbrt),
    ("rcbrt", (0.1, 3), lambda x: 1 / np.cbrt(x)),
    ("exp", (-3, 3), np.exp),
    ("expm1", (-3, 3), np.expm1),
    ("log", (0.1, 4), np.log),
    ("log2", (0.1, 4), np.log2),
    ("log10", (0.1, 4), np.log10),
    ("log1p", (-0.9, 4), np.log1p),
    ("sin", (-4, 4), np.sin),
    ("cos", (-4, 4), np.cos),
    ("tan", (-1.4, 1.4), np.tan),
    ("arcsin", (-0.95, 0.95), np.arcsin),
    ("arccos", (-0.95, 0.95), np.arccos),
    ("arctan", (-4, 4), np.arctan),
    ("sinh", (-3, 3), np.sinh),
    ("cosh", (-3, 3), np.cosh),
    ("tanh", (-3, 3), np.tanh),
    ("arcsinh", (-3, 3), np.arcsinh),
    ("arccosh", (1.1, 4), np.arccosh),
    ("arctanh", (-0.95, 0.95), np.arctanh),
    ("degrees", (-4, 4), np.degrees),
    ("radians", (-200, 200), np.radians),
    ("sigmoid", (-5, 5), lambda x: 1 / (1 + np.exp(-x))),
    ("softsign", (-5, 5), lambda x: x / (1 + np.abs(x))),
    ("reciprocal", (0.2, 4), np.reciprocal),
    ("relu", (-3, 3), lambda x: np.maximum(x, 0)),
    ("erf", (-3, 3), _each(math.erf)),
    ("erfinv", (-0.95, 0.95), None),
    ("gamma", (0.2, 4), _each(math.gamma)),
    ("gammaln", (0.2, 4), _each(math.lgamma)),
)
_STEPS = ("sign", "ceil", "floor", "trunc", "fix", "rint", "round", "logical_not")
#: functions of integers are truncated; these are safe at 1, 2, 3
_WHOLE = ("sqrt", "exp", "log", "sin", "cos", "tan", "sinh", "arctan", "cbrt", "gamma", "degrees", "reciprocal")
_HALVES = [-2.5, -2.0, -1.5, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.5, 2.0, 2.5]

SAMPLES = [
    *(
        OpSample(name, (uniform(low, high, 3, 4),), expect=f, dtypes=FLOATS, rtol=2e-5)
        for name, (low, high), f in _SMOOTH
    ),
    *(OpSample(name, (const(_HALVES),), grad="zero", dtypes=("float32", "float64", "float16")) for name in _STEPS),
    *(OpSample(name, (ints(1, 4, 6),), grad="none", dtypes=("int32", "int64"), case="whole") for name in _WHOLE),
    *(
        OpSample(name, (const([-3, -1, 0, 1, 2]),), grad="none", dtypes=("int32", "int8"), case="whole")
        for name in ("abs", "negative", "square", "relu", *_STEPS)
    ),
    # without ``out`` 1.9.1 has no rule for its type
    OpSample("_copyto", (uniform(-1, 1, 2, 3),), expect=lambda x: x, grad="numeric", dtypes=("float32", "float16")),
    OpSample("abs", (const([-1.0, 0.0, 1.0]),), case="kink"),
    OpSample("relu", (const([-1.0, 0.0, 1.0]),), case="kink"),
    OpSample("gamma", (const([-2.5, -1.5, -0.5, 3.0, 5.0]),), case="negative"),
    OpSample("gammaln", (const([-2.5, -1.5, 0.5, 10.0]),), case="negative", rtol=1e-4),
    OpSample("cbrt", (const([-8.0, -1.0, 27.0]),), case="negative"),
    OpSample("rcbrt", (const([-8.0, -1.0, 27.0]),), case="negative"),
    OpSample("cbrt", (const([0, 8, 27, 64, -64, 63]),), grad="none", dtypes=("int32",), case="cubes"),
]
