"""Linear algebra on batches of matrices."""

from __future__ import annotations

import numpy as np

from ..draw import Draw
from . import Made, recipe

_TYPES = ("float32", "float64", "float64")


def _batch(d: Draw) -> tuple[int, ...]:
    return d.shape(0, 2, 3)


def _matrix(d: Draw, batch: tuple[int, ...], n: int) -> np.ndarray:
    """Return well conditioned square matrices."""
    return np.asarray(d.uniform(-0.5, 0.5, (*batch, n, n)) + 2 * np.eye(n), d.dtype)


@recipe("_linalg_gemm", "_linalg_gemm2", types=_TYPES)
def _(d: Draw, name: str) -> Made:
    batch, m, n, k = _batch(d), d.size(), d.size(), d.size()
    ta, tb = d.chance(0.5), d.chance(0.5)
    inputs = [d.normal((*batch, *((k, m) if ta else (m, k)))), d.normal((*batch, *((n, k) if tb else (k, n))))]
    attrs = {"transpose_a": ta, "transpose_b": tb, **d.some(alpha=d.number(-2, 2))}
    if name == "_linalg_gemm":
        return [*inputs, d.normal((*batch, m, n))], attrs | d.some(beta=d.number(-2, 2))
    return inputs, attrs


@recipe("_linalg_syrk", "_linalg_gelqf", types=_TYPES)
def _(d: Draw, name: str) -> Made:
    rows = d.size()
    data = d.normal((*_batch(d), rows, rows + d.integer(0, 3)))
    return [data], d.flags("transpose") | d.some(alpha=d.number(-2, 2)) if name == "_linalg_syrk" else {}


@recipe("_linalg_trmm", "_linalg_trsm", types=_TYPES)
def _(d: Draw) -> Made:
    batch, n, m = _batch(d), d.size(), d.size()
    right = d.chance(0.5)
    other = d.normal((*batch, *((m, n) if right else (n, m))))
    attrs = {"rightside": right, **d.flags("transpose", "lower"), **d.some(alpha=d.number(-2, 2))}
    return [_matrix(d, batch, n), other], attrs


@recipe("_linalg_potrf", "_linalg_potri", types=_TYPES)
def _(d: Draw, name: str) -> Made:
    a = _matrix(d, _batch(d), d.size())
    lower = d.chance(0.5)
    if name == "_linalg_potrf":
        a = a @ np.swapaxes(a, -1, -2)
    return [a], {} if lower and d.chance(0.5) else {"lower": lower}


@recipe("_linalg_inverse", "_linalg_det", "_linalg_slogdet", "_linalg_sumlogdiag", types=_TYPES)
def _(d: Draw) -> Made:
    return [_matrix(d, _batch(d), d.size())], {}


@recipe("_linalg_extractdiag", "_linalg_extracttrian", types=_TYPES)
def _(d: Draw, name: str) -> Made:
    n = d.integer(2, 5)
    attrs = d.some(offset=d.integer(1 - n, n - 1))
    return [d.normal((*_batch(d), n, n))], attrs | (d.flags("lower") if name.endswith("trian") else {})


@recipe("_linalg_makediag", "_linalg_maketrian", types=_TYPES)
def _(d: Draw, name: str) -> Made:
    n, batch = d.size(), _batch(d)
    if name == "_linalg_makediag":
        return [d.normal((*batch, n))], d.some(offset=d.integer(-2, 2))
    return [d.normal((*batch, n * (n + 1) // 2))], d.some(offset=d.integer(-2, 2)) | d.flags("lower")
