"""Samples of parts of numbers."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, ints, normal, uniform

_INTEGERS = ("int32", "int8")
_ODD = const([0.0, -0.0, np.inf, -np.inf, np.nan, -1.5])


def _angle(z, deg=False):
    return np.angle(z, deg).astype(z.dtype if z.dtype.kind == "f" else "float32")


SAMPLES = [
    *(OpSample("_npi_angle", (normal(3),), {"deg": deg}, expect=_angle, grad="none", dtypes=FLOATS) for deg in (0, 1)),
    OpSample("_npi_angle", (ints(-3, 4, 5),), expect=_angle, grad="none", dtypes=("int32",), case="integers"),
    OpSample("_npi_heaviside", (const([[-1.0, 0, 2]]), normal(2, 1)), expect=np.heaviside, grad="none", dtypes=FLOATS),
    OpSample("_npi_heaviside", (_ODD, const(2.0)), expect=np.heaviside, grad="none", case="odd"),
    OpSample("_npi_heaviside", (ints(-2, 3, 5), ints(0, 9, 5)), expect=np.heaviside, grad="none", dtypes=_INTEGERS,
             case="integers"),
    OpSample("_npi_float_power", (uniform(0.5, 2, 2, 3), normal(3)), expect=np.float_power, grad="numeric"),
    OpSample("_npi_float_power", (ints(1, 4, 3), ints(-2, 3, 3)), expect=np.float_power, grad="none",
             dtypes=_INTEGERS, case="integers"),
    *(OpSample(f"_npi_{f.__name__}", (normal(2, 3),), expect=f, grad="numeric", dtypes=FLOATS)
      for f in (np.modf, np.frexp)),
    *(OpSample(f"_npi_{f.__name__}", (_ODD,), expect=f, grad="none", case="odd") for f in (np.modf, np.frexp)),
    *(OpSample(f"_npi_{f.__name__}", (ints(-9, 9, 5),), expect=f, grad="none", dtypes=_INTEGERS, case="integers")
      for f in (np.modf, np.frexp)),
]  # fmt: skip
