"""Samples of differences, integrals, interpolation, covariances and convolutions."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, const, ints, normal

_WIDE = ("float32", "float64")
_INTEGERS = ("int32", "int8")


def _gradient(f, coordinates=None, axis=0, spacing=1.0, edge_order=1, has_coordinates=False):
    real = f.astype("float32") if f.dtype.kind != "f" else f
    step = spacing if coordinates is None else coordinates
    return np.gradient(real, step, axis=axis, edge_order=edge_order).astype(real.dtype)


def _trapz(y, x=None, dx=1.0, axis=-1, has_x=False):
    real = y.astype("float64") if y.dtype.kind != "f" else y
    return np.asarray(np.trapezoid(real, x, dx, axis)).astype(real.dtype)


def _cov(m, y=None, rowvar=True, ddof=1, normalize=False, has_y=False):
    if normalize:
        return np.asarray(np.corrcoef(m.astype("float64"), y, rowvar))
    return np.cov(m.astype("float64"), y, rowvar, ddof=ddof)


def _vander(x, N=None, increasing=False):
    return np.vander(x, N, increasing).astype(np.promote_types(x.dtype, "int64"))


SAMPLES = [
    *(
        OpSample("_npi_gradient", (normal(4, 3),), attrs, expect=_gradient, grad="numeric", dtypes=_WIDE)
        for attrs in ({}, {"axis": 1, "spacing": 0.5}, {"axis": -2, "edge_order": 2})
    ),
    OpSample(
        "_npi_gradient", (normal(4), const([0.0, 1, 2.5, 3])), {"has_coordinates": True}, expect=_gradient,
        grad="none", dtypes=_WIDE,
    ),
    OpSample("_npi_gradient", (ints(0, 9, 5),), expect=_gradient, grad="none", dtypes=_INTEGERS, case="integers"),
    *(
        OpSample("_npi_trapz", (normal(3, 4),), attrs, expect=_trapz, grad="numeric", dtypes=_WIDE)
        for attrs in ({}, {"axis": 0, "dx": 0.5})
    ),
    *(
        OpSample("_npi_trapz", (normal(2, 3), other), {"has_x": True}, expect=_trapz, grad="numeric", dtypes=_WIDE,
                 case=case)
        for case, other in (("vector", const([0.0, 1, 3])), ("matrix", normal(2, 3)))
    ),
    OpSample("_npi_trapz", (ints(0, 9, 5),), expect=_trapz, grad="none", dtypes=_INTEGERS, case="integers"),
    *(
        OpSample("_npi_interp", (const([-1, 0.5, 2, 2.5, 9]), const([0.0, 1, 3]), normal(3)), attrs, grad="none",
                 expect=lambda x, xp, fp, **attrs: np.interp(x, xp, fp, **attrs), dtypes=_WIDE)
        for attrs in ({}, {"left": -2.0, "right": 7.5}, {"period": 2.75}, {"left": -2.0, "period": -7.0})
    ),
    OpSample("_npi_interp", (const([0.0, 1, 2]), const([1.0]), normal(1)), expect=np.interp, grad="none", case="one"),
    *(
        OpSample("_npi_cov", (normal(3, 5),), attrs, expect=_cov, grad="numeric", dtypes=_WIDE, atol=1e-5)
        for attrs in ({}, {"rowvar": False}, {"ddof": 0}, {"normalize": True})
    ),
    OpSample("_npi_cov", (normal(5), normal(2, 5)), {"has_y": True}, expect=_cov, grad="numeric", dtypes=_WIDE),
    OpSample("_npi_cov", (ints(0, 9, 5),), expect=_cov, grad="none", dtypes=_INTEGERS, case="integers"),
    *(
        OpSample("_npi_vander", (normal(3),), attrs, expect=_vander, grad="numeric", dtypes=_WIDE)
        for attrs in ({}, {"N": 2}, {"N": 4, "increasing": True})
    ),
    OpSample("_npi_vander", (ints(0, 4, 3),), expect=_vander, grad="none", dtypes=_INTEGERS, case="integers"),
    *(
        OpSample("_npi_convolve", (normal(3), normal(5)), {"mode": mode}, dtypes=_WIDE, grad="numeric",
                 expect=lambda a, v, mode="full": np.convolve(a, v, mode), atol=1e-5)
        for mode in ("full", "same", "valid")
    ),
    OpSample("_npi_convolve", (ints(0, 4, 3), ints(0, 4, 4)), expect=np.convolve, grad="none", dtypes=_INTEGERS),
]  # fmt: skip
