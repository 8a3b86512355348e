"""Linear algebra on matrices in the last two axes; all axes before them number the matrices.

Triangular operators read one triangle of their matrix and take the other for zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Double
from ..core.semantics import semantics
from ..core.shapes import known
from ..kernels.products import matmul
from ..registry import op


def _square(name: str, a: torch.Tensor) -> None:
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise MXNetError(f"No square matrix as input to {name}: {list(a.shape)}")


def _check_ranks(a: Sequence[int], b: Sequence[int]) -> None:
    if min(len(a), len(b)) < 2:
        raise MXNetError(f"linalg: expected matrices, got shapes {list(a)} and {list(b)}")


def _check_pairs(a: Sequence[int], b: Sequence[int]) -> None:
    """Refuse shapes of matrices that do not come in pairs: nothing is broadcast."""
    if len(a) != len(b) or a[:-2] != b[:-2]:
        raise MXNetError(f"linalg: shapes {list(a)} and {list(b)} differ before their last two axes")


def _triangle(a: torch.Tensor, lower: bool) -> torch.Tensor:
    return torch.tril(a) if lower else torch.triu(a)


def _scaled(value: torch.Tensor, alpha: float) -> torch.Tensor:
    return value if alpha == 1 else alpha * value


def _per_matrix(value: torch.Tensor) -> torch.Tensor:
    """Give a number of a single matrix its shape: classic semantics know no arrays without axes."""
    return value if value.ndim or semantics.np_shape else value.reshape(1)


def _product(a: torch.Tensor, b: torch.Tensor, transpose_a: bool, transpose_b: bool, axis: int) -> torch.Tensor:
    _check_ranks(a.shape, b.shape)
    if axis != -2:
        a, b = a.swapaxes(axis, -2), b.swapaxes(axis, -2)
    _check_pairs(a.shape, b.shape)
    result = matmul(a.mT if transpose_a else a, b.mT if transpose_b else b)
    return result if axis == -2 else result.swapaxes(axis, -2)


def _product_shape(
    a: Sequence[int], b: Sequence[int], transpose_a: bool, transpose_b: bool, axis: int
) -> tuple[int, ...]:
    """Return the shape of what :func:`_product` returns for arrays of these shapes."""
    _check_ranks(a, b)
    first, second = list(a), list(b)
    for item in (first, second):
        item[axis], item[-2] = item[-2], item[axis]
    _check_pairs(first, second)
    rows, inner = reversed(first[-2:]) if transpose_a else first[-2:]
    other, columns = reversed(second[-2:]) if transpose_b else second[-2:]
    if inner != other:
        raise MXNetError(f"linalg: matrices of shapes {list(a)} and {list(b)} have no product")
    result = [*first[:-2], rows, columns]
    result[axis], result[-2] = result[-2], result[axis]
    return tuple(result)


@op("_linalg_gemm", aliases=("linalg_gemm",), amp="full")
def gemm(
    A,
    B,
    C,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    alpha: Double = 1.0,
    beta: Double = 1.0,
    axis: int = -2,
):
    """Return ``alpha * A @ B + beta * C``, with A or B transposed if asked. ``axis`` is that of the matrices' rows."""
    result = _scaled(_product(A, B, transpose_a, transpose_b, axis), alpha)
    if result.shape != C.shape:
        raise MXNetError(f"linalg_gemm: expected C of shape {list(result.shape)}, got {list(C.shape)}")
    return torch.add(result, C, alpha=beta)


@gemm.shapes
def _(p, s):
    """The result has C's shape, A's but for its columns, and B's but for its rows."""
    if known(s.A) and known(s.B):
        s.C = _product_shape(s.A, s.B, p.transpose_a, p.transpose_b, p.axis)
    s.out[0] = s.C
    s.C = s.out[0]


@op("_linalg_gemm2", aliases=("linalg_gemm2",), amp="full")
def gemm2(A, B, *, transpose_a: bool = False, transpose_b: bool = False, alpha: Double = 1.0, axis: int = -2):
    """Return ``alpha * A @ B``, with A or B transposed if asked. ``axis`` is that of the matrices' rows."""
    return _scaled(_product(A, B, transpose_a, transpose_b, axis), alpha)


@op("_linalg_syrk", aliases=("linalg_syrk",), amp="full")
def syrk(A, *, transpose: bool = False, alpha: Double = 1.0):
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``."""
    return _scaled(matmul(A.mT, A) if transpose else matmul(A, A.mT), alpha)


@op("_linalg_trmm", aliases=("linalg_trmm",), amp="full")
def trmm(A, B, *, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Double = 1.0):
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked."""
    _square("trmm", A)
    _check_pairs(A.shape, B.shape)
    a = _triangle(A, lower)
    a = a.mT if transpose else a
    return _scaled(torch.matmul(B, a) if rightside else torch.matmul(a, B), alpha)


@op("_linalg_trsm", aliases=("linalg_trsm",), amp="full")
def trsm(A, B, *, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Double = 1.0):
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``."""
    _square("trsm", A)
    _check_pairs(A.shape, B.shape)
    if transpose:
        A, lower = A.mT, not lower
    # which reads one triangle alone, and gives it alone a gradient
    return torch.linalg.solve_triangular(A, _scaled(B, alpha), upper=not lower, left=not rightside)


@op("_linalg_potrf", aliases=("linalg_potrf",), amp="full")
def potrf(A, *, lower: bool = True):
    """Return the lower triangular L with ``A = L @ L.T``, for symmetric positive definite matrices (Cholesky).

    ``lower=False`` returns the upper triangular ``L.T`` instead.
    """
    _square("potrf", A)
    return torch.linalg.cholesky(A, upper=not lower)


@op("_linalg_potri", aliases=("linalg_potri",), amp="full")
def potri(A, *, lower: bool = True):
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored.

    ``lower=False`` takes upper triangular ones, and ``A.T @ A``.
    """
    _square("potri", A)
    unit = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand_as(A)
    inverse = torch.linalg.solve_triangular(_triangle(A, lower), unit, upper=not lower)
    return torch.matmul(inverse.mT, inverse) if lower else torch.matmul(inverse, inverse.mT)


@op("_linalg_inverse", aliases=("_npi_inv", "linalg_inverse"), amp="full")
def inverse(A):
    """Return the inverse of square matrices. Raises :class:`MXNetError` for a singular one.

    Parameters
    ----------
    A
        Matrices, ``(..., n, n)``.

    Returns
    -------
    Matrices of the shape of ``A``.

    Examples
    --------
    >>> print(mx.nd.linalg.inverse(mx.nd.array([[2, 0], [0, 4]])).asnumpy())
    [[0.5  0.  ]
     [0.   0.25]]
    """
    _square("inverse", A)
    return torch.linalg.inv(A)


@op("_linalg_det", aliases=("_npi_det", "linalg_det"), amp="full")
def det(A):
    """Return the determinant of each matrix. Hidden outputs: its LU factors and their pivots.

    Parameters
    ----------
    A
        Matrices, ``(..., n, n)``.

    Returns
    -------
    An array ``(...)``.

    Examples
    --------
    >>> print(mx.nd.linalg.det(mx.nd.array([[1, 2], [3, 4]])).asnumpy())
    [-2.]
    """
    _square("det", A)
    value, factors, pivots = torch_compat.det(A)
    return _per_matrix(value), factors.detach(), pivots


@op("_linalg_slogdet", aliases=("_npi_slogdet", "linalg_slogdet"), amp="full")
def slogdet(A):
    """Return the sign of each determinant, and the logarithm of its magnitude. Hidden outputs: as of ``det``.

    Parameters
    ----------
    A
        Matrices, ``(..., n, n)``.

    Returns
    -------
    A pair of arrays ``(...)``.

    Examples
    --------
    >>> sign, logarithm = mx.nd.linalg.slogdet(mx.nd.array([[1, 2], [3, 4]]))
    >>> print(sign.asnumpy(), logarithm.asnumpy())
    [-1.] [0.6931472]
    """
    _square("slogdet", A)
    sign, magnitude, factors, pivots = torch_compat.slogdet(A)
    return _per_matrix(sign.detach()), _per_matrix(magnitude), factors.detach(), pivots


for _op, _shown in ((det, 1), (slogdet, 2)):
    _op.outputs(lambda p, n=_shown: tuple(f"output{i}" for i in range(n + 2)))
    _op.visible(lambda p, n=_shown: n)


@det.types
@slogdet.types
def _(p, t):
    t.inputs[0] = t.out[0]
    for i in range(len(t.out) - 1):
        t.out[i] = t.inputs[0]
    t.out[len(t.out) - 1] = "int32"


@op("_linalg_sumlogdiag", aliases=("linalg_sumlogdiag",), amp="full")
def sumlogdiag(A):
    """Return the sum of the logarithms of the diagonal of each matrix."""
    _square("sumlogdiag", A)
    result = torch.diagonal(A, dim1=-2, dim2=-1).log().sum(-1)
    return result if result.ndim else result.reshape(1)


@op("_linalg_gelqf", aliases=("linalg_gelqf",), amp="full")
def gelqf(A):
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q``, for matrices no higher than wide."""
    if A.ndim < 2 or A.shape[-2] > A.shape[-1]:
        raise MXNetError(f"gelqf: a matrix must not be higher than wide, got {list(A.shape)}")
    q, r = torch.linalg.qr(A.mT)
    return q.mT.contiguous(), r.mT.contiguous()


@op("_linalg_syevd", amp="full")
def syevd(A):
    """Return U, whose rows are the eigenvectors of symmetric matrices, and their eigenvalues, the least first.

    ``A = U.T @ diag(eigenvalues) @ U``. The number of largest magnitude in each eigenvector is positive.
    """
    _square("syevd", A)
    values, vectors = torch.linalg.eigh(A)
    rows = vectors.mT
    sign = torch.sign(rows.gather(-1, rows.abs().argmax(-1, keepdim=True)))
    return rows * sign.detach(), values


for _pair in (gelqf, syevd):
    _pair.outputs(("output0", "output1"))


@op("_linalg_extractdiag", aliases=("linalg_extractdiag",), view=True, amp="full")
def extractdiag(A, *, offset: int = 0):
    """Return diagonal ``offset`` of each matrix (above the main one if positive)."""
    _square("extractdiag", A)
    if abs(offset) >= A.shape[-1]:
        raise MXNetShapeError(f"extractdiag: matrices {tuple(A.shape[-2:])} have no diagonal {offset}")
    return torch.diagonal(A, offset, -2, -1)


@op("_linalg_makediag", aliases=("linalg_makediag",), amp="full")
def makediag(A, *, offset: int = 0):
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere."""
    return torch.diag_embed(A, offset)


def _positions(size: int, offset: int, lower: bool, device: torch.device) -> Any:
    """Return rows and columns of a triangle: the lower one, row by row, or the upper one, column by column."""
    if offset < 0 or (offset == 0 and lower):
        return tuple(torch.tril_indices(size, size, offset, device=device))
    columns, rows = torch.tril_indices(size, size, -offset, device=device)
    return rows, columns


@op("_linalg_extracttrian", aliases=("linalg_extracttrian",), amp="full")
def extracttrian(A, *, offset: int = 0, lower: bool = True):
    """Return a triangle of each matrix as a vector: the lower one row by row, the upper one column by column.

    The triangle begins at diagonal ``offset``: the upper one if that is positive, the lower one if negative, else
    as ``lower`` says.
    """
    _square("extracttrian", A)
    if abs(offset) >= A.shape[-1]:
        raise MXNetError(f"extracttrian: matrices {list(A.shape[-2:])} have no triangle at offset {offset}")
    rows, columns = _positions(A.shape[-1], offset, lower, A.device)
    return A[..., rows, columns]


@op("_linalg_maketrian", aliases=("linalg_maketrian",), amp="full")
def maketrian(A, *, offset: int = 0, lower: bool = True):
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``."""
    length = A.shape[-1]
    side = (math.isqrt(8 * length + 1) - 1) // 2
    if side * (side + 1) // 2 != length:
        raise MXNetError(f"maketrian: {length} numbers do not fill a triangle")
    size = side + abs(offset)
    rows, columns = _positions(size, offset, lower, A.device)
    flat = A.new_zeros(*A.shape[:-1], size * size).index_copy(-1, rows * size + columns, A)
    return flat.reshape(*A.shape[:-1], size, size)
