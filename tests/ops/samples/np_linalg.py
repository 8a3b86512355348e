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
    return values.real, vectors.real  # complex from NumPy 2.5 on, whatever they are


def _eigvals(A):
    return np.linalg.eigvals(A).real


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


def _are_factors(outputs, inputs, attrs):
    first, *middle, last = outputs
    scale = np.zeros((first.shape[-1], last.shape[-2]))
    np.fill_diagonal(scale, middle[0] if middle else 1)
    np.testing.assert_allclose(first @ scale @ last, inputs[0], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(first.T @ first, np.eye(first.shape[-1]), atol=1e-5)
    if middle:
        np.testing.assert_allclose(last @ last.T, np.eye(last.shape[-1]), atol=1e-5)
        np.testing.assert_allclose(middle[0], np.linalg.svd(inputs[0])[1], rtol=1e-4)
    else:
        np.testing.assert_allclose(last, np.triu(last), atol=1e-5)


def _rank(A, tol=None, has_tol=False, relative=False):
    bound = None if tol is None else tol * (np.linalg.svd(A)[1].max() if relative else 1)
    return np.asarray(np.linalg.matrix_rank(A, bound))


def _lstsq(a, b, rcond=None):
    x, residuals, rank, s = np.linalg.lstsq(a, b, rcond)
    return x, residuals, np.asarray(rank, "int32"), s


def _vector_norm(data, axis=None, keepdims=False, ord=2.0):
    real = data.astype("float32") if data.dtype.kind != "f" else data
    axes = range(data.ndim) if axis is None else [axi % data.ndim for axi in axis]
    shape = [1 if i in axes else n for i, n in enumerate(data.shape) if keepdims or i not in axes]
    result = (np.abs(real) ** ord).sum(tuple(axes)) ** (1 / ord)
    return np.asarray(result, real.dtype).reshape(shape)


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
    *(
        OpSample("_npi_matrix_power", (_regular(2, 3, 3),), {"n": n}, grad="numeric", **_CLOSE,
                 expect=lambda a, n: np.linalg.matrix_power(a.astype("float64") if n < 0 else a, n).astype(a.dtype))
        for n in (0, 1, 3, -2)
    ),
    *(
        OpSample("_npi_matrix_power", (ints(0, 4, 3, 3),), {"n": n}, grad="none", dtypes=("int32", "int64"),
                 expect=lambda a, n: np.linalg.matrix_power(a, n), case="integers")
        for n in (0, 5)
    ),
    *(
        OpSample("_npi_qr", (normal(4, 2),), {"mode": mode}, check=_are_factors, grad="none", **_CLOSE)
        for mode in ("reduced", "complete")
    ),
    OpSample("_npi_svd_full", (normal(4, 2),), check=_are_factors, grad="none", **_CLOSE),
    OpSample("_npi_svdvals", (normal(2, 4, 3),), expect=lambda x: np.linalg.svd(x, compute_uv=False), grad="numeric",
             **_CLOSE),
    *(
        OpSample("_npi_cond", (_regular(3, 3),), {"p": p}, grad="numeric", **_CLOSE,
                 expect=lambda x, p: np.asarray(np.linalg.cond(x, float(p) if p and p[0] not in "fn" else p), x.dtype))
        for p in (None, "fro", "nuc", "1", "-2", "inf")
    ),
    OpSample("_npi_matrix_rank", (const([[1, 2], [2, 4.0]]),), expect=_rank, grad="none", dtypes=(*_WIDE, "int32")),
    *(
        OpSample("_npi_matrix_rank", (const(np.diag([1.0, 0.1, 3])), const(0.2)),
                 {"has_tol": True, "relative": relative}, expect=_rank, grad="none", dtypes=_WIDE)
        for relative in (False, True)
    ),
    *(
        OpSample("_npi_lstsq", (normal(4, 2), normal(*shape)), {"rcond": rcond}, expect=_lstsq, grad="none", **_CLOSE,
                 case=str(shape))
        for shape in ((4,), (4, 3))
        for rcond in (None, -1.0, 0.1)
    ),
    OpSample("_npi_lstsq", (const([[1, 2], [2, 4.0]]), const([1.0, 2])), expect=_lstsq, grad="none", **_CLOSE),
    *(
        OpSample("_npi_vector_norm", (normal(2, 3, 4),), attrs, expect=_vector_norm, grad="numeric", **_CLOSE)
        for attrs in ({}, {"axis": (0, 2)}, {"axis": (1,), "keepdims": True, "ord": 3.0}, {"axis": (), "ord": 1.0})
    ),
    OpSample("_npi_vector_norm", (ints(-3, 4, 5),), expect=_vector_norm, grad="none", dtypes=("int32",), case="whole"),
]  # fmt: skip
