"""Samples of element-wise operators with attributes, of casts, copies and gradient stops."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, ints, normal, uniform

_ALL = ("float32", "float64", "float16", "int32", "uint8")

SAMPLES = [
    OpSample("_copy", (normal(2, 3),), expect=lambda x: x, dtypes=_ALL),
    OpSample("BlockGrad", (normal(2, 3),), expect=lambda x: x, grad="zero", dtypes=_ALL),
    OpSample("zeros_like", (normal(2, 3),), expect=np.zeros_like, grad="zero", dtypes=_ALL),
    OpSample("ones_like", (normal(2, 3),), expect=np.ones_like, grad="zero", dtypes=_ALL),
    OpSample("Cast", (const([-2.7, 0.0, 0.5, 30.0]),), {"dtype": "float64"}),
    OpSample("Cast", (const([-2.7, 0.0, 0.5, 30.0]),), {"dtype": "float16"}),
    OpSample("Cast", (const([-2.7, 0.0, 0.5, 30.0]),), {"dtype": "int32"}, grad="none"),
    OpSample("Cast", (const([-2.7, 0.0, 0.5, 30.0]),), {"dtype": "bool"}, grad="none"),
    OpSample("Cast", (ints(-3, 9, 5),), {"dtype": "float32"}, grad="none", dtypes=("int32", "int8")),
    OpSample("Cast", (normal(3),), {"dtype": "float32"}, case="same"),
    OpSample("amp_cast", (normal(3),), {"dtype": "float16"}),
    OpSample("amp_cast", (ints(0, 5, 3),), {"dtype": "float16"}, grad="none", dtypes=("int32",), case="int"),
    OpSample(
        "amp_multicast",
        (normal(3), normal(2, 2, dtype="float16")),
        {"num_outputs": 2},
        expect=lambda a, b, num_outputs: (a, b.astype("float32")),
        grad="none",
        recordable=False,
    ),
    OpSample(
        "amp_multicast",
        (normal(3), normal(2, 2, dtype="float16")),
        {"num_outputs": 2, "cast_narrow": True},
        expect=lambda a, b, num_outputs, cast_narrow: (a.astype("float16"), b),
        grad="none",
        recordable=False,
    ),
    OpSample("clip", (const([-2.0, -1.0, 0.0, 1.5, 2.0]),), {"a_min": -1.0, "a_max": 1.5}, dtypes=FLOATS),
    OpSample("clip", (const([-2.0, -1.0, 0.0, 1.5, 2.0, 3.0]),), {"a_min": 2.0, "a_max": 1.0}),
    OpSample("clip", (ints(-5, 9, 8),), {"a_min": 1.2, "a_max": 2.7}, grad="none", dtypes=("int32", "int64")),
    OpSample("clip", (normal(8),), {"a_min": 0.0, "a_max": float("inf")}),
    OpSample("smooth_l1", (const([-2.0, -0.25, -0.1, 0.0, 0.25, 2.0]),), {"scalar": 2.0}, dtypes=FLOATS),
    OpSample("smooth_l1", (const([-2.0, -0.25, -0.1, 0.0, 0.25, 2.0]),)),
    OpSample("smooth_l1", (ints(-3, 4, 6),), {"scalar": 2.0}, grad="none", dtypes=("int32",), case="whole"),
    OpSample("hard_sigmoid", (const([-3.0, -2.5, 0.0, 1.0, 2.5, 3.0]),), dtypes=FLOATS, rtol=1e-6),
    OpSample("hard_sigmoid", (normal(6),), {"alpha": 0.3, "beta": 0.4}),
    OpSample("_contrib_quadratic", (normal(6),), {"a": 2.0, "b": -1.0, "c": 3.0}, dtypes=FLOATS),
    OpSample(
        "_contrib_quadratic", (ints(-3, 4, 6),), {"a": 2.0, "c": 3.0}, grad="none", dtypes=("int32",), case="whole"
    ),
    OpSample("_contrib_div_sqrt_dim", (normal(2, 5),), dtypes=FLOATS),
    OpSample("_contrib_gradientmultiplier", (normal(2, 3),), {"scalar": -0.5}, dtypes=FLOATS),
    OpSample("_contrib_round_ste", (const([-2.5, -0.5, 0.4, 0.5, 2.5]),), dtypes=FLOATS),
    OpSample("_contrib_sign_ste", (const([-2.5, -0.5, 0.0, 0.5, 2.5]),), dtypes=FLOATS),
    OpSample("shape_array", (uniform(0, 1, 2, 3, 4),), grad="none"),
    OpSample("size_array", (uniform(0, 1, 2, 3, 4),), grad="none"),
]
