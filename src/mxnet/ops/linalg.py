"""Linear algebra on matrices in the last two axes; all axes before them number the matrices.

Triangular operators read one triangle of their matrix and take the other for zero.
"""

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
from ..registry.rules import numbered


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
    """Return ``alpha * A @ B + beta * C``, a matrix product with something added.

    Parameters
    ----------
    C
        What is added, of the shape of the product.
    transpose_a, transpose_b
        Whether the matrices of ``A``, of ``B`` are transposed before they are multiplied.
    alpha
        The factor of the product.
    beta
        The factor of ``C``.
    axis
        The axis that holds the rows, -2 unless the axes stand in another order; the last axis always holds the columns.

    Returns
    -------
    Matrices of the shape of ``C``.

    Raises
    ------
    MXNetError
        Where the matrices have no product, or ``C`` has another shape: nothing is broadcast.

    See Also
    --------
    linalg_gemm2 : without ``C``.

    Examples
    --------
    >>> a, b, c = nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [0, 2]]), nd.ones((2, 2))
    >>> print(nd.linalg.gemm(a, b, c, alpha=2, beta=10).asnumpy())
    [[12. 18.]
     [16. 26.]]
    """
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
    """Return ``alpha * A @ B``, the product of matrices.

    Parameters
    ----------
    transpose_a, transpose_b
        Whether the matrices of ``A``, of ``B`` are transposed before they are multiplied.
    alpha
        The factor of the product.
    axis
        The axis that holds the rows, -2 unless the axes stand in another order; the last axis always holds the columns.

    Returns
    -------
    Matrices ``(..., rows of A, columns of B)``.

    Raises
    ------
    MXNetError
        Where the matrices have no product, or are not as many in ``A`` as in ``B``.

    See Also
    --------
    linalg_gemm : adds a third matrix.
    batch_dot : for arrays of three axes.

    Examples
    --------
    >>> a = nd.array([[1, 2], [3, 4]])
    >>> print(nd.linalg.gemm2(a, nd.array([[1], [1]])).asnumpy())
    [[3.]
     [7.]]
    >>> print(nd.linalg.gemm2(a, a, transpose_b=True, alpha=0.5).asnumpy())
    [[ 2.5  5.5]
     [ 5.5 12.5]]
    """
    return _scaled(_product(A, B, transpose_a, transpose_b, axis), alpha)


@op("_linalg_syrk", aliases=("linalg_syrk",), amp="full")
def syrk(A, *, transpose: bool = False, alpha: Double = 1.0):
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``.

    Parameters
    ----------
    transpose
        Whether the first factor is the transposed one, so that columns are multiplied with columns.
    alpha
        The factor of the product.

    Returns
    -------
    Symmetric matrices ``(..., m, m)``, or ``(..., n, n)`` with ``transpose``.

    Examples
    --------
    >>> a = nd.array([[1, 2, 3], [4, 5, 6]])
    >>> print(nd.linalg.syrk(a).asnumpy())
    [[14. 32.]
     [32. 77.]]
    >>> print(nd.linalg.syrk(a, transpose=True).shape)
    (3, 3)
    """
    return _scaled(matmul(A.mT, A) if transpose else matmul(A, A.mT), alpha)


@op("_linalg_trmm", aliases=("linalg_trmm",), amp="full")
def trmm(A, B, *, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Double = 1.0):
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked.

    Parameters
    ----------
    A
        Triangular matrices ``(..., n, n)``.
    B
        Matrices ``(..., n, m)``, or ``(..., m, n)`` with ``rightside``; as many as in ``A``.
    transpose
        Whether ``A`` is transposed.
    lower
        Whether ``A`` is its lower triangle, else the upper one; what the other triangle holds is not read.
    rightside
        Whether ``A`` is the right factor.
    alpha
        The factor of the product.

    Returns
    -------
    Matrices of the shape of ``B``.

    See Also
    --------
    linalg_trsm : undoes it.
    linalg_gemm2 : the product of any matrices.

    Examples
    --------
    >>> a = nd.array([[1, 0], [2, 3]])
    >>> print(nd.linalg.trmm(a, nd.array([[1, 1], [1, 1]])).asnumpy())
    [[1. 1.]
     [5. 5.]]
    """
    _square("trmm", A)
    _check_pairs(A.shape, B.shape)
    a = _triangle(A, lower)
    a = a.mT if transpose else a
    return _scaled(torch.matmul(B, a) if rightside else torch.matmul(a, B), alpha)


@op("_linalg_trsm", aliases=("linalg_trsm",), amp="full")
def trsm(A, B, *, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Double = 1.0):
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``.

    Parameters
    ----------
    A
        Triangular matrices ``(..., n, n)``.
    B
        The right sides, ``(..., n, m)``, or ``(..., m, n)`` with ``rightside``; as many as matrices in ``A``.
    transpose
        Whether ``A`` is transposed.
    lower
        Whether ``A`` is its lower triangle, else the upper one; what the other triangle holds is not read.
    rightside
        Whether ``A`` is the right factor.
    alpha
        What ``B`` is multiplied by.

    Returns
    -------
    X, of the shape of ``B``.

    See Also
    --------
    linalg_trmm : undoes it.

    Examples
    --------
    >>> a = nd.array([[1, 0], [2, 3]])
    >>> x = nd.linalg.trsm(a, nd.array([[1], [8]]))
    >>> print(x.asnumpy())
    [[1.]
     [2.]]
    >>> print(nd.linalg.trmm(a, x).asnumpy())
    [[1.]
     [8.]]
    """
    _square("trsm", A)
    _check_pairs(A.shape, B.shape)
    if transpose:
        A, lower = A.mT, not lower
    # which reads one triangle alone, and gives it alone a gradient
    return torch.linalg.solve_triangular(A, _scaled(B, alpha), upper=not lower, left=not rightside)


@op("_linalg_potrf", aliases=("linalg_potrf",), amp="full")
def potrf(A, *, lower: bool = True):
    """Return the lower triangular L with ``A = L @ L.T``, the Cholesky factor of symmetric positive definite matrices.

    Parameters
    ----------
    A
        Symmetric positive definite matrices ``(..., n, n)``.
    lower
        Whether L is returned, else the upper triangular ``L.T``; the triangle of ``A`` on that side alone is read.

    Returns
    -------
    Triangular matrices of the shape of ``A``.

    Raises
    ------
    MXNetError
        Where a matrix is not positive definite.

    See Also
    --------
    linalg_potri : the inverse of ``A``, by its factor.
    linalg_sumlogdiag : half the logarithm of the determinant, of the factor.

    Examples
    --------
    >>> a = nd.array([[4, 2], [2, 5]])
    >>> factor = nd.linalg.potrf(a)
    >>> print(factor.asnumpy())
    [[2. 0.]
     [1. 2.]]
    >>> print(nd.linalg.syrk(factor).asnumpy())
    [[4. 2.]
     [2. 5.]]
    """
    _square("potrf", A)
    return torch.linalg.cholesky(A, upper=not lower)


@op("_linalg_potri", aliases=("linalg_potri",), amp="full")
def potri(A, *, lower: bool = True):
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored.

    Parameters
    ----------
    A
        Triangular matrices ``(..., n, n)``, as from ``linalg_potrf``.
    lower
        Whether they are lower triangular; else upper ones, and the inverse is that of ``A.T @ A``.

    Returns
    -------
    Symmetric matrices of the shape of ``A``.

    See Also
    --------
    linalg_potrf : the factor.
    linalg_inverse : of any matrix.

    Examples
    --------
    >>> a = nd.array([[4, 2], [2, 5]])
    >>> inverse = nd.linalg.potri(nd.linalg.potrf(a))
    >>> print(inverse.asnumpy())
    [[ 0.3125 -0.125 ]
     [-0.125   0.25  ]]
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


@op("_linalg_det", aliases=("_npi_det", "linalg_det"), amp="full", outputs=numbered(3), visible=1)
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


@op("_linalg_slogdet", aliases=("_npi_slogdet", "linalg_slogdet"), amp="full", outputs=numbered(4), visible=2)
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


@det.types
@slogdet.types
def _(p, t):
    t.inputs[0] = t.out[0]
    t.out[:] = *t.inputs * (len(t.out) - 1), "int32"


@op("_linalg_sumlogdiag", aliases=("linalg_sumlogdiag",), amp="full")
def sumlogdiag(A):
    """Return the sum of the logarithms of the diagonal of each matrix.

    Parameters
    ----------
    A
        Square matrices ``(..., n, n)``.

    Returns
    -------
    An array ``(...)``, ``(1,)`` for a single matrix. Of a Cholesky factor (``linalg_potrf``) it is half the logarithm
    of the determinant.

    Examples
    --------
    >>> print(nd.linalg.sumlogdiag(nd.array([[1, 5], [7, np.e]])).asnumpy())
    [1.]
    """
    _square("sumlogdiag", A)
    result = torch.diagonal(A, dim1=-2, dim2=-1).log().sum(-1)
    return result if result.ndim else result.reshape(1)


@op("_linalg_gelqf", aliases=("linalg_gelqf",), amp="full", outputs=numbered(2))
def gelqf(A):
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q`` (the LQ factorization).

    Parameters
    ----------
    A
        Matrices no higher than wide, ``(..., m, n)`` with ``m <= n``.

    Returns
    -------
    The pair Q ``(..., m, n)`` and L ``(..., m, m)``. Which sign a row of Q has, and with it a column of L, is LAPACK's
    choice.

    Examples
    --------
    >>> q, l = nd.linalg.gelqf(nd.array([[3, 4]]))
    >>> print(abs(q).asnumpy(), abs(l).asnumpy())
    [[0.6 0.8]] [[5.]]
    >>> print(nd.linalg.gemm2(l, q).asnumpy())
    [[3. 4.]]
    """
    if A.ndim < 2 or A.shape[-2] > A.shape[-1]:
        raise MXNetError(f"gelqf: a matrix must not be higher than wide, got {list(A.shape)}")
    q, r = torch.linalg.qr(A.mT)
    return q.mT.contiguous(), r.mT.contiguous()


@op("_linalg_syevd", amp="full", outputs=numbered(2))
def syevd(A):
    """Return U, whose rows are the eigenvectors of symmetric matrices, and their eigenvalues, the least first.

    ``A = U.T @ diag(eigenvalues) @ U``. The number of largest magnitude in each eigenvector is positive.

    Parameters
    ----------
    A
        Symmetric matrices ``(..., n, n)``; their lower triangle is read.

    Returns
    -------
    The pair U, of the shape of ``A``, and the eigenvalues ``(..., n)``.

    Examples
    --------
    >>> u, values = nd.linalg.syevd(nd.array([[3, 0], [0, 2]]))
    >>> print(u.asnumpy())
    [[0. 1.]
     [1. 0.]]
    >>> print(values.asnumpy())
    [2. 3.]
    """
    _square("syevd", A)
    values, vectors = torch.linalg.eigh(A)
    rows = vectors.mT
    sign = torch.sign(rows.gather(-1, rows.abs().argmax(-1, keepdim=True)))
    return rows * sign.detach(), values


@op("_linalg_extractdiag", aliases=("linalg_extractdiag",), view=True, amp="full")
def extractdiag(A, *, offset: int = 0):
    """Return diagonal ``offset`` of each matrix (above the main one if positive).

    Parameters
    ----------
    A
        Square matrices ``(..., n, n)``.
    offset
        Which diagonal: 0 the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    Vectors, ``(..., n - abs(offset))``.

    See Also
    --------
    linalg_makediag : undoes it.

    Examples
    --------
    >>> a = nd.array([[1, 2], [3, 4]])
    >>> print(nd.linalg.extractdiag(a).asnumpy())
    [1. 4.]
    >>> print(nd.linalg.extractdiag(a, offset=1).asnumpy())
    [2.]
    """
    _square("extractdiag", A)
    if abs(offset) >= A.shape[-1]:
        raise MXNetShapeError(f"extractdiag: matrices {tuple(A.shape[-2:])} have no diagonal {offset}")
    return torch.diagonal(A, offset, -2, -1)


@op("_linalg_makediag", aliases=("linalg_makediag",), amp="full")
def makediag(A, *, offset: int = 0):
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere.

    Parameters
    ----------
    A
        Vectors, ``(..., n)``.
    offset
        Which diagonal they become: 0 the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    Square matrices with ``n + abs(offset)`` rows.

    See Also
    --------
    linalg_extractdiag : undoes it.

    Examples
    --------
    >>> print(nd.linalg.makediag(nd.array([1, 2])).asnumpy())
    [[1. 0.]
     [0. 2.]]
    >>> print(nd.linalg.makediag(nd.array([1, 2]), offset=1).asnumpy())
    [[0. 1. 0.]
     [0. 0. 2.]
     [0. 0. 0.]]
    """
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

    Parameters
    ----------
    A
        Square matrices ``(..., n, n)``.
    offset
        The diagonal with which the triangle begins; 0: the main one.
    lower
        Which triangle, where ``offset`` is 0.

    Returns
    -------
    Vectors ``(..., m * (m + 1) / 2)``, with ``m = n - abs(offset)``.

    See Also
    --------
    linalg_maketrian : undoes it.

    Examples
    --------
    >>> a = nd.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    >>> print(nd.linalg.extracttrian(a).asnumpy())
    [1. 4. 5. 7. 8. 9.]
    >>> print(nd.linalg.extracttrian(a, lower=False).asnumpy())
    [1. 2. 5. 3. 6. 9.]
    >>> print(nd.linalg.extracttrian(a, offset=1).asnumpy())
    [2. 3. 6.]
    """
    _square("extracttrian", A)
    if abs(offset) >= A.shape[-1]:
        raise MXNetError(f"extracttrian: matrices {list(A.shape[-2:])} have no triangle at offset {offset}")
    rows, columns = _positions(A.shape[-1], offset, lower, A.device)
    return A[..., rows, columns]


@op("_linalg_maketrian", aliases=("linalg_maketrian",), amp="full")
def maketrian(A, *, offset: int = 0, lower: bool = True):
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``.

    Parameters
    ----------
    A
        Vectors whose length fills a triangle: 1, 3, 6, 10, ...
    offset
        The diagonal with which the triangle begins: the upper one if that is positive, the lower one if negative.
    lower
        Which triangle, where ``offset`` is 0.

    Returns
    -------
    Square matrices.

    See Also
    --------
    linalg_extracttrian : undoes it.

    Examples
    --------
    >>> print(nd.linalg.maketrian(nd.array([1, 2, 3])).asnumpy())
    [[1. 0.]
     [2. 3.]]
    >>> print(nd.linalg.maketrian(nd.array([1, 2, 3]), lower=False).asnumpy())
    [[1. 2.]
     [0. 3.]]
    """
    length = A.shape[-1]
    side = (math.isqrt(8 * length + 1) - 1) // 2
    if side * (side + 1) // 2 != length:
        raise MXNetError(f"maketrian: {length} numbers do not fill a triangle")
    size = side + abs(offset)
    rows, columns = _positions(size, offset, lower, A.device)
    flat = A.new_zeros(*A.shape[:-1], size * size).index_copy(-1, rows * size + columns, A)
    return flat.reshape(*A.shape[:-1], size, size)
