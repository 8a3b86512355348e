"""Samples of operators of an array and a number."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, const, uniform

_X = [-7.0, -3.0, -2.0, 1.0, 2.0, 2.5, 3.0]
_WHOLE = [-7, -3, -2, 1, 2, 3]
_ARITHMETIC = ("plus", "minus", "rminus", "mul", "div", "rdiv", "mod", "rmod", "maximum", "minimum", "hypot")
_COMPARISONS = (
    "equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal",
    "logical_and", "logical_or", "logical_xor",
)  # fmt: skip
_NAMES = (*_ARITHMETIC, *_COMPARISONS)

SAMPLES = [
    *(
        OpSample(f"_{name}_scalar", (const(_X),), {"scalar": scalar}, dtypes=FLOATS)
        for name in _ARITHMETIC
        for scalar in (2.5, -2.0)
    ),
    *(
        OpSample(f"_{name}_scalar", (const(_X),), {"scalar": scalar}, grad="zero", dtypes=FLOATS)
        for name in _COMPARISONS
        for scalar in (2.5, -2.0)
    ),
    *(
        OpSample(
            f"_{name}_scalar", (const(_WHOLE),), {"scalar": 2.5}, grad="none", dtypes=("int32", "int8"), case="whole"
        )
        for name in (*_NAMES, "power")
    ),
    *(
        OpSample(
            f"_{name}_scalar", (const([0, 1, 2, 3, 200]),), {"scalar": 2.5}, grad="none", dtypes=("uint8",), case="u"
        )
        for name in _NAMES
        if name not in ("rdiv", "rmod")
    ),
    *(
        OpSample(
            f"_{name}_scalar", (const([0, 1, 1], "bool"),), {"scalar": 3.0}, grad="none", dtypes=("bool",), case="bool"
        )
        for name in _NAMES
        if name not in ("rdiv", "rmod")
    ),
    *(
        OpSample(
            f"_{name}_scalar",
            (const(_WHOLE),),
            {"scalar": 2.5, "is_int": False},
            grad="none",
            dtypes=("int32",),
            case="real",
        )
        for name in ("plus", "mul", "div", "mod", "greater", "maximum")
    ),
    OpSample("_power_scalar", (uniform(0.2, 3, 6),), {"scalar": 2.5}, dtypes=FLOATS),
    OpSample("_power_scalar", (const([-2.0, -1.0, 0.0, 2.0]),), {"scalar": 3.0}),
    OpSample("_power_scalar", (const([-2.0, -1.0, 0.5, 2.0]),), {"scalar": -2.0}),
    OpSample("_power_scalar", (const([1, 2, 3, -1]),), {"scalar": -2.0}, grad="none", dtypes=("int32",), case="whole"),
    OpSample("_rpower_scalar", (uniform(-2, 2, 6),), {"scalar": 2.5}, dtypes=FLOATS),
    OpSample(
        "_rpower_scalar", (const([0, 1, 2, 3, -1]),), {"scalar": 3.0}, grad="none", dtypes=("int32",), case="whole"
    ),
    OpSample("_mod_scalar", (const([-2.0, 0.0, 3.0]),), {"scalar": 0.0}, grad="none", dtypes=("float32", "int32")),
    OpSample(
        "_rmod_scalar", (const([0.0, 0.0]),), {"scalar": 3.0}, grad="none", dtypes=("float32", "int32"), case="zero"
    ),
    OpSample("_plus_scalar", (const(_X),), case="default"),
    *(
        OpSample(f"_{name}_scalar", (const([3.0, -3.0, 0.0, 0.7]),), {"scalar": scalar}, case="gradient by zero")
        for name, scalar in (("mod", 0.0), ("rmod", 2.0))
    ),
    *(
        OpSample(f"_scatter_{name}_scalar", (const(_X),), {"scalar": 2.5}, dtypes=("float32", "float64"))
        for name in ("plus", "minus")
    ),
]
