"""Samples of element-wise operators of the NumPy interface."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..sample import FLOATS, INTS, OpSample, const, ints, uniform

_TYPES = (*FLOATS, "int32", "int64", "int8", "uint8")
_LEFT = [-7.0, -3.0, -2.0, 0.0, 1.0, 2.0, 3.0, 7.0, 5.0, 5.0]
_RIGHT = [2.0, 2.0, 3.0, 5.0, 1.0, -2.0, -2.0, 3.0, 4.0, 5.0]
#: functions that are defined everywhere, between -1 and 1, of positive numbers, and above 1
_ANYWHERE = (
    *("abs", "absolute", "negative", "square", "cbrt", "exp", "expm1", "sin", "cos", "tan", "arctan", "sinh", "cosh"),
    *("tanh", "arcsinh"),
)
_WITHIN_ONE = ("arcsin", "arccos", "arctanh")
_POSITIVE = ("sqrt", "log", "log2", "log10", "log1p", "reciprocal")
_STEPS = ("sign", "rint", "ceil", "floor", "trunc", "fix")
_QUESTIONS = ("isnan", "isinf", "isfinite", "isposinf", "isneginf", "logical_not")
_SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5]
_ARITHMETIC = ("add", "subtract", "multiply", "true_divide", "mod")
_COMPARISONS = ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal")
_SCALARS = ("add", "subtract", "rsubtract", "multiply", "true_divide", "mod", "power")
_REVERSED = ("rtrue_divide", "rmod", "rpower")
_BITS = ("bitwise_and", "bitwise_or", "bitwise_xor", "lcm")
_YES, _NO = [True, False, True, False], [True, True, False, False]


def _npi(name: str) -> str:
    return f"_npi_{name}"


#: functions of one array that 1.9.1 does not have: operators, function
_OWN_UNARY = (
    (("_npi_exp2",), np.exp2),
    (("_npi_sinc",), np.sinc),
    (("_npi_positive",), np.positive),
    (("_npi_conj",), np.conj),
    (("_npi_real",), np.real),
)
#: functions of two arrays that 1.9.1 does not have: name, types, gradient
_OWN = (
    ("floor_divide", _TYPES, "none"),
    ("fmod", FLOATS, "numeric"),
    ("fmax", _TYPES, "numeric"),
    ("fmin", _TYPES, "numeric"),
    ("logaddexp", FLOATS, "numeric"),
    ("logaddexp2", FLOATS, "numeric"),
    ("nextafter", ("float32", "float64"), "none"),
    ("gcd", INTS, "none"),
    ("left_shift", ("int32", "int64"), "none"),
    ("right_shift", ("int32", "int64"), "none"),
    ("logical_and", _TYPES, "none"),
    ("logical_or", _TYPES, "none"),
    ("logical_xor", _TYPES, "none"),
)
_WITH_REFLECTED = ("floor_divide", "fmod", "nextafter", "left_shift", "right_shift")


def _own(name: str, dtypes: tuple[str, ...], grad: str) -> Iterator[OpSample]:
    """Yield the samples of a function of two arrays, of an array and a number, and of a number and an array."""
    function = getattr(np, name)
    left, right, attrs = const([7.5, 3.0, 2.5, 0.5, 0.0]), const([2.0, 5.0, 3.0, 1.0, 4.0]), {"scalar": 2.0}
    yield OpSample(_npi(name), (left, right), expect=function, grad=grad, dtypes=dtypes)
    yield OpSample(
        f"_npi_{name}_scalar",
        (left,),
        attrs,
        expect=lambda x, scalar: function(x, x.dtype.type(scalar)),
        grad=grad,
        dtypes=dtypes,
    )
    if name in _WITH_REFLECTED:
        yield OpSample(
            f"_npi_r{name}_scalar",
            (right,),
            attrs,
            expect=lambda x, scalar: function(x.dtype.type(scalar), x),
            grad="none",
            dtypes=dtypes,
        )


#: choices between integers and a number that is none, which 1.9.1 cuts off
_CHOICE = {
    "where_lscalar": lambda condition, x, scalar: np.where(condition, scalar, x),
    "where_rscalar": lambda condition, y, scalar: np.where(condition, y, scalar),
}

SAMPLES = [
    *(OpSample(_npi(name), (uniform(-2, 2, 2, 3),), dtypes=(*FLOATS, "int32")) for name in _ANYWHERE),
    *(OpSample(_npi(name), (uniform(-0.9, 0.9, 2, 3),), dtypes=FLOATS) for name in _WITHIN_ONE),
    *(OpSample(_npi(name), (uniform(0.5, 3, 2, 3),), dtypes=FLOATS) for name in _POSITIVE),
    # 1.9.1 multiplies by a factor in float32
    *(OpSample(_npi(name), (uniform(-4, 4, 2, 3),), dtypes=FLOATS, rtol=1e-6) for name in ("degrees", "radians")),
    OpSample(_npi("arccosh"), (uniform(1.5, 3, 2, 3),), dtypes=FLOATS),
    *(OpSample(_npi(name), (const([-2.5, -0.5, 0.0, 0.5, 1.5, 2.0]),), grad="zero", dtypes=FLOATS) for name in _STEPS),
    *(OpSample(_npi(name), (const(_SPECIAL),), grad="none", dtypes=FLOATS) for name in _QUESTIONS),
    *(OpSample(_npi(name), (const(_LEFT), const(_RIGHT)), dtypes=_TYPES) for name in _ARITHMETIC),
    *(OpSample(_npi(name), (const(_LEFT), const(_RIGHT)), grad="none", dtypes=_TYPES) for name in _COMPARISONS),
    *(OpSample(_npi(name), (uniform(1, 3, 2, 1, 4), uniform(1, 3, 3, 1)), case="shapes") for name in _ARITHMETIC),
    *(
        OpSample(_npi(name), (ints(1, 5, 3), uniform(1, 3, 3, dtype=other)), grad="none", dtypes=("int32",), case=other)
        for name in ("add", "subtract", "multiply", "true_divide", "power")
        for other in ("float16", "float32", "float64")
    ),
    *(
        OpSample(_npi(name), (ints(1, 5, 3), ints(1, 3, 3, dtype=other)), grad="none", dtypes=("int32",), case=other)
        for name in ("add", "multiply")
        for other in ("int64", "uint8", "int8")
    ),
    # -- that 1.9.1 does not have --------------------------------------------------------------------------------
    *(
        OpSample(name, (uniform(-2, 2, 2, 3),), expect=function, grad="numeric", dtypes=FLOATS)
        for names, function in _OWN_UNARY
        for name in names
    ),
    OpSample(_npi("imag"), (uniform(-2, 2, 2, 3),), expect=np.imag, grad="zero", dtypes=FLOATS),
    *(
        OpSample(_npi(name), (const(_SPECIAL),), expect=getattr(np, name), grad="none", dtypes=FLOATS)
        for name in ("signbit", "isreal", "iscomplex")
    ),
    *(sample for row in _OWN for sample in _own(*row)),
    OpSample(_npi("power"), (uniform(0.5, 2.5, 2, 3), uniform(0.5, 2.5, 3)), dtypes=FLOATS),
    OpSample(_npi("hypot"), (uniform(0.5, 2.5, 2, 3), uniform(0.5, 2.5, 3)), dtypes=FLOATS),
    *(
        OpSample(f"_npi_{name}_scalar", (const([1.0, 2.0, 3.0, 5.0]),), {"scalar": 2.0}, dtypes=(*FLOATS, "int32"))
        for name in _SCALARS
    ),
    *(
        OpSample(f"_npi_{name}_scalar", (const([1.0, 2.0, 3.0, 5.0]),), {"scalar": 2.0}, dtypes=("float32", "float64"))
        for name in _REVERSED
    ),
    *(
        OpSample(f"_npi_{name}_scalar", (const(_LEFT),), {"scalar": 2.0}, grad="none", dtypes=_TYPES)
        for name in _COMPARISONS
    ),
    # -- functions of one type -----------------------------------------------------------------------------------
    *(OpSample(_npi(name), (const(_LEFT), const(_RIGHT)), grad="none", dtypes=INTS) for name in _BITS),
    *(OpSample(_npi(name), (const(_YES), const(_NO)), grad="none", dtypes=("bool",), case="bool") for name in _BITS),
    *(OpSample(f"_npi_{name}_scalar", (const(_LEFT),), {"scalar": 6.0}, grad="none", dtypes=INTS) for name in _BITS),
    OpSample(_npi("bitwise_not"), (const(_LEFT),), grad="none", dtypes=INTS),
    OpSample(_npi("bitwise_not"), (const(_YES),), grad="none", dtypes=("bool",), case="bool"),
    OpSample(_npi("arctan2"), (uniform(0.5, 2, 2, 3), uniform(-2, -0.5, 3)), dtypes=FLOATS),
    *(OpSample(_npi(name), (const(_LEFT), const(_RIGHT)), dtypes=FLOATS, rtol=1e-6) for name in ("copysign", "ldexp")),
    *(
        OpSample(_npi(name), (const(_LEFT), const(_RIGHT)), grad="none", dtypes=("int32", "int8"), case="whole")
        for name in ("copysign", "ldexp")
    ),
    *(
        OpSample(f"_npi_{name}_scalar", (uniform(0.5, 2, 2, 3),), {"scalar": 2.0}, dtypes=FLOATS)
        for name in ("arctan2", "ldexp")
    ),
    OpSample("_npi_rldexp_scalar", (uniform(0.5, 2, 2, 3),), {"scalar": 2.0}, dtypes=FLOATS, rtol=1e-6),
    # the gradient of 1.9.1 is wrong
    OpSample("_npi_rarctan2_scalar", (uniform(0.5, 2, 2, 3),), {"scalar": 2.0}, grad="numeric", dtypes=FLOATS),
    *(  # 1.9.1 has no gradient
        OpSample(f"_npi_{name}_scalar", (const([-1.0, 2.0]),), {"scalar": -2.0}, grad="numeric", dtypes=FLOATS)
        for name in ("copysign", "rcopysign")
    ),
    *(
        OpSample(f"_npi_{name}_scalar", (const(_LEFT),), {"scalar": 2.0}, grad="none", dtypes=INTS, case="whole")
        for name in ("arctan2", "rarctan2", "copysign", "rcopysign", "ldexp")
    ),
    OpSample(_npi("around"), (const([-2.5, -1.5, 0.5, 1.5, 2.4, 15.5]),), grad="zero", dtypes=("float32", "float64")),
    OpSample(_npi("around"), (const([0.125, 0.375, 2.3411]),), {"decimals": 2}, grad="zero", dtypes=("float64",)),
    OpSample(_npi("around"), (const([25, 35, -15, 14]),), {"decimals": -1}, grad="none", dtypes=("float32", *INTS)),
    OpSample(_npi("nan_to_num"), (const([np.nan, np.inf, -np.inf, 1.5]),), dtypes=FLOATS),
    OpSample(_npi("nan_to_num"), (const([np.nan, np.inf, -np.inf, 1.5]),), {"nan": 1.0, "posinf": 2.0, "neginf": 3.0}),
    OpSample(_npi("nan_to_num"), (const([1, 2]),), grad="none", dtypes=INTS, case="whole"),
    # -- choices -------------------------------------------------------------------------------------------------
    OpSample(_npi("where"), (const(_YES, "bool"), uniform(0, 1, 4), uniform(1, 2, 4)), dtypes=FLOATS),
    OpSample(
        _npi("where"),
        (const([[0.5], [0.0]], "float32"), ints(0, 5, 2), ints(5, 9, 2)),
        grad="none",
        dtypes=INTS,
        case="broadcast",
    ),
    # the gradient of 1.9.1 goes to the elements that were not chosen
    OpSample(_npi("where_lscalar"), (const(_YES, "bool"), uniform(0, 1, 2, 4)), {"scalar": 2.5}, grad="numeric"),
    OpSample(_npi("where_rscalar"), (const(_YES, "bool"), uniform(0, 1, 2, 4)), {"scalar": 2.5}, grad="numeric"),
    *(
        OpSample(
            _npi(name),
            (const(_YES, "bool"), ints(3, 9, 4)),
            {"scalar": 2.5},
            grad="none",
            dtypes=INTS,
            case="whole",
            expect=_CHOICE[name],
        )
        for name in ("where_lscalar", "where_rscalar")
    ),
    OpSample(_npi("where_scalar2"), (const(_YES),), {"x": 1.5, "y": 2.0}, grad="none", dtypes=("bool", "int32")),
]
