"""Samples of linear algebra, on one matrix and on several."""

from __future__ import annotations

import numpy as np

from ..sample import Arg, OpSample, const, normal

_WIDE = ("float32", "float64")


def _positive(*shape: int) -> Arg:
    """Return symmetric positive definite matrices."""

    def make(random: np.random.RandomState) -> np.ndarray:
        a = random.standard_normal(shape)
        return a @ np.swapaxes(a, -1, -2) + 2 * np.eye(shape[-1])

    return Arg(f"positive{shape}", make)


def _regular(*shape: int) -> Arg:
    """Return matrices far from singular, with a positive diagonal."""
    return Arg(f"regular{shape}", lambda random: random.uniform(-1, 1, shape) + 3 * np.eye(shape[-1]))


_TRI = (_regular(3, 3), normal(3, 2))
_RIGHT = (_regular(3, 3), normal(2, 3))
_VARIANTS = ({}, {"transpose": True}, {"lower": False}, {"transpose": True, "lower": False, "alpha": 0.5})
_TRIANGLES = ({}, {"offset": -1}, {"offset": 1}, {"lower": False}, {"offset": -1, "lower": False})

SAMPLES = [
    OpSample("_linalg_gemm", (normal(2, 3), normal(3, 4), normal(2, 4)), {"alpha": 2.0, "beta": -0.5}, dtypes=_WIDE),
    OpSample(
        "_linalg_gemm", (normal(2, 3, 2), normal(2, 4, 3), normal(2, 2, 4)), {"transpose_a": True, "transpose_b": True}
    ),
    OpSample("_linalg_gemm", (normal(2, 2, 3), normal(3, 2, 2), normal(2, 2, 2)), {"axis": 0}),
    OpSample("_linalg_gemm2", (normal(2, 3), normal(3, 4)), dtypes=_WIDE),
    OpSample("_linalg_gemm2", (normal(2, 2, 3), normal(2, 4, 3)), {"transpose_b": True, "alpha": 2.0}),
    OpSample("_linalg_gemm2", (normal(2, 2, 3), normal(3, 2, 2)), {"axis": -3}),
    OpSample("_linalg_syrk", (normal(2, 3),), {"alpha": 2.0}, dtypes=_WIDE),
    OpSample("_linalg_syrk", (normal(2, 2, 3),), {"transpose": True}),
    *(
        OpSample(f"_linalg_{name}", _TRI, attrs, dtypes=_WIDE, rtol=1e-4)
        for name in ("trmm", "trsm")
        for attrs in _VARIANTS
    ),
    *(
        OpSample(f"_linalg_{name}", _RIGHT, {**attrs, "rightside": True}, rtol=1e-4)
        for name in ("trmm", "trsm")
        for attrs in _VARIANTS
    ),
    OpSample("_linalg_potrf", (_positive(3, 3),), dtypes=_WIDE, rtol=1e-4),
    OpSample("_linalg_potrf", (_positive(2, 3, 3),), case="several", rtol=1e-4, atol=1e-5),
    OpSample("_linalg_potrf", (_positive(3, 3),), {"lower": False}, rtol=1e-4),
    OpSample("_linalg_potri", (_regular(3, 3),), dtypes=_WIDE, rtol=1e-4),
    OpSample("_linalg_potri", (_regular(3, 3),), {"lower": False}, rtol=1e-4),
    OpSample("_linalg_inverse", (_regular(3, 3),), dtypes=_WIDE, rtol=1e-4),
    OpSample("_linalg_inverse", (_regular(2, 2, 2),), case="several", rtol=1e-4),
    OpSample("_linalg_det", (_regular(3, 3),), dtypes=_WIDE, rtol=1e-4),
    OpSample("_linalg_det", (_regular(2, 3, 3),), case="several", rtol=1e-4),
    OpSample("_linalg_slogdet", (_regular(3, 3),), dtypes=_WIDE, rtol=1e-4),
    OpSample("_linalg_slogdet", (_regular(2, 3, 3),), case="several", rtol=1e-4),
    OpSample("_linalg_sumlogdiag", (_regular(3, 3),), dtypes=_WIDE),
    OpSample("_linalg_sumlogdiag", (_regular(2, 3, 3),), case="several"),
    OpSample("_linalg_gelqf", (normal(2, 3),), dtypes=_WIDE, rtol=1e-4, atol=1e-5),
    OpSample("_linalg_gelqf", (normal(2, 3, 3),), case="several", rtol=1e-4, atol=1e-5),
    OpSample("_linalg_syevd", (_positive(3, 3),), dtypes=_WIDE, rtol=1e-4, atol=1e-5),
    *(OpSample("_linalg_extractdiag", (normal(2, 3, 3),), attrs) for attrs in ({}, {"offset": 1}, {"offset": -2})),
    *(OpSample("_linalg_makediag", (normal(2, 3),), attrs) for attrs in ({}, {"offset": 1}, {"offset": -2})),
    *(OpSample("_linalg_extracttrian", (normal(2, 3, 3),), attrs) for attrs in _TRIANGLES),
    *(OpSample("_linalg_maketrian", (normal(2, 6),), attrs) for attrs in _TRIANGLES),
    OpSample("_linalg_extracttrian", (const([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]),), case="double"),
]
