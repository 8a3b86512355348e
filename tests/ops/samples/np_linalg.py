"""Samples of linear algebra of the NumPy interface, on one matrix and on several."""

from __future__ import annotations

import numpy as np

from ..sample import Arg, OpSample, const, ints, normal
from .linalg import _positive, _regular

_WIDE = ("float32", "float64")
_CLOSE = {"dtypes": _WIDE, "rtol": 1e-4, "atol": 1e-5}
_INF = float("inf")


def _cube(size, shape):
    """Return a tensor that is, as a matrix, far from singular."""
    return Arg(f"cube{shape}", lambda random: (random.uniform(-1, 1, (size, size)) + 3 * np.eye(size)).reshape(shape))


def _eig(A):
    values, vectors = np.linalg.eig(A)
    return values, vectors


def _eigvals(A):
    return np.linalg.eigvals(A)


def _eigh(A, UPLO="L"):
    values, vectors = np.linalg.eigh(A, UPLO)
    largest = np.take_along_axis(vectors, np.abs(vectors).argmax(-2)[..., None, :], -2)
    return values, vectors * np.sign(largest)


def _eigvalsh(A, UPLO="L"):
    return np.linalg.eigvalsh(A, UPLO)


def _pinv(A, rcond=1e-15):
    return np.linalg.pinv(A, rcond)


def _norm(data, ord=2.0, axis=None, keepdims=False, flag=-1):
    order = {-2: None, 1: None, 2: "nuc"}.get(flag, ord)
    if axis is None and flag != -2 and data.ndim > 2:
        axis = (-2, -1)
    one = axis[0] if axis is not None and len(axis) == 1 else axis
    kind = data.dtype if data.dtype.kind == "f" else "float32"
    return np.asarray(np.linalg.norm(data.astype("float64"), order, one, keepdims), kind)


_VECTOR_NORMS = [{"ord": order, "axis": (1,)} for order in (0.0, 1.0, 2.0, 3.0, -1.0, 0.5, _INF, -_INF)]
_MATRIX_NORMS = [
    *({"ord": order, "axis": (0, 2), "keepdims": True} for order in (1.0, 2.0, _INF)),
    *({"ord": order, "axis": (2, 1)} for order in (-1.0, -2.0, -_INF)),
    *({"ord": 2.0, "flag": flag, "axis": (0, 1)} for flag in (1, 2)),
    *({"ord": 2.0, "flag": flag} for flag in (-2, 1, 2)),
    {"flag": -2, "keepdims": True},
]

SAMPLES = [
    OpSample("_npi_cholesky", (_positive(3, 3),), **_CLOSE),
    OpSample("_npi_cholesky", (_positive(2, 3, 3),), case="several", **_CLOSE),
    OpSample("_npi_svd", (normal(2, 3),), dtypes=_WIDE, rtol=1e-3, atol=1e-4),
    OpSample("_npi_svd", (normal(2, 2, 3),), case="several", rtol=1e-3, atol=1e-4),
    # 1.9.1 has no gradients of eigenvalues and pseudo-inverses; values are recorded where signs are 1.9.1's
    *(
        OpSample(name, (_positive(*shape),), case=f"{shape}", expect=expect, grad="numeric", **_CLOSE)
        for name, expect in (("_npi_eig", _eig), ("_npi_eigvals", _eigvals))
        for shape in ((3, 3), (2, 2, 2))
    ),
    *(
        OpSample(name, (normal(3, 3),), {"UPLO": uplo}, expect=expect, grad="none", **_CLOSE)
        for name, expect in (("_npi_eigh", _eigh), ("_npi_eigvalsh", _eigvalsh))
        for uplo in "LU"
    ),
    OpSample("_npi_eigh", (_positive(2, 3, 3),), expect=_eigh, grad="none", case="several", **_CLOSE),
    OpSample("_npi_eigvalsh", (_positive(2, 3, 3),), expect=_eigvalsh, grad="none", case="several", **_CLOSE),
    *(
        OpSample(name, (const([[2, 1], [1, 3]]),), dtypes=("int32",), rtol=1e-6, case="whole")
        for name in ("_npi_eigh", "_npi_eigvals", "_npi_eigvalsh")
    ),
    OpSample("_npi_pinv_scalar_rcond", (normal(3, 2),), expect=_pinv, grad="numeric", **_CLOSE),
    OpSample("_npi_pinv_scalar_rcond", (normal(2, 2, 3),), {"rcond": 1e-10}, expect=_pinv, grad="numeric", **_CLOSE),
    OpSample("_npi_pinv_scalar_rcond", (normal(3, 3),), {"rcond": 0.5}, expect=_pinv, grad="none", **_CLOSE),
    OpSample("_npi_pinv", (normal(2, 3, 3), const([0.5, 0.1])), expect=_pinv, grad="none", **_CLOSE),
    OpSample("_npi_solve", (_regular(3, 3), normal(3, 2)), **_CLOSE),
    OpSample("_npi_solve", (_regular(2, 3, 3), normal(2, 3, 1)), case="several", **_CLOSE),
    # the gradient of vectors is an error in 1.9.1
    OpSample(
        "_npi_solve", (_regular(3, 3), normal(3)), case="vector", expect=np.linalg.solve, grad="numeric", **_CLOSE
    ),
    OpSample("_npi_solve", (const([[1, 2], [3, 4]]), ints(0, 9, 2)), dtypes=("int32",), case="whole", rtol=1e-6),
    OpSample(
        "_npi_solve", (_regular(3, 3), ints(0, 9, 3, 1, dtype="float64")), case="promoted", rtol=1e-4, grad="none"
    ),
    OpSample("_npi_tensorinv", (_regular(4, 4),), {"ind": 1}, case="matrix", **_CLOSE),
    OpSample("_npi_tensorinv", (_cube(4, (4, 2, 2)),), {"ind": 1}, **_CLOSE),
    OpSample("_npi_tensorinv", (_cube(4, (2, 2, 4)),), **_CLOSE),
    OpSample("_npi_tensorsolve", (_cube(6, (2, 3, 6)), normal(2, 3)), **_CLOSE),
    OpSample("_npi_tensorsolve", (_cube(6, (2, 6, 3)), normal(2, 3)), {"a_axes": (1,)}, **_CLOSE),
    *(
        OpSample(
            "_npi_norm", (normal(2, 3),), attrs, expect=_norm, grad="none" if attrs["ord"] == 0 else "numeric", **_CLOSE
        )
        for attrs in _VECTOR_NORMS
    ),
    *(
        OpSample("_npi_norm", (normal(3, 2, 3),), attrs, expect=_norm, grad="numeric", **_CLOSE)
        for attrs in _MATRIX_NORMS
    ),
    OpSample("_npi_norm", (ints(-3, 4, 2, 3),), expect=_norm, dtypes=("int32", "float16"), grad="none", case="others"),
]
