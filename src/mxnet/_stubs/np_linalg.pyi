# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray
from .np import matmul as matmul
from .np import matrix_transpose as matrix_transpose
from .np import outer as outer
from .np import tensordot as tensordot
from .np import vecdot as vecdot

def cholesky(a: Any, upper: Any = ...) -> ndarray:
    """Return the lower triangular L with ``a = L @ L.T``, of symmetric positive definite matrices; ``upper``: L.T."""
def cond(x: Any, p: Any = ...) -> ndarray:
    """Return the condition numbers of matrices: the norm of each times that of its inverse."""
def cross(x1: Any, x2: Any, axis: Any = ...) -> ndarray:
    """Return the cross products of vectors of three elements along ``axis``; the other axes broadcast."""
def det(a: Any) -> ndarray:
    """Return the determinants of square matrices."""
def diagonal(x: Any, offset: Any = ...) -> ndarray:
    """Return the diagonals of the matrices in the last two axes."""
def eig(a: Any) -> Any:
    """Return eigenvalues and, as columns, eigenvectors; MXNetError where they are complex."""
def eigh(a: Any, UPLO: Any = ..., *, upper: Any = ...) -> Any:
    """Return eigenvalues, the least first, and eigenvectors as columns, of symmetric matrices."""
def eigvals(a: Any) -> ndarray:
    """Return the eigenvalues. Those that are complex are an error."""
def eigvalsh(a: Any, UPLO: Any = ..., *, upper: Any = ...) -> ndarray:
    """Return the eigenvalues of symmetric matrices, the least first (see :func:`mxnet.np.linalg.eigh`)."""
def inv(a: Any) -> ndarray:
    """Return the inverses of square matrices."""
def lstsq(a: Any, b: Any, rcond: Any = ...) -> Any:
    """Return x with the least ``norm(a @ x - b)``, the sums of squares of that, the rank, and the singular values."""
def matrix_norm(x: Any, ord: Any = ..., axis: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the norms of the matrices in two axes, the last ones unless given; ValueError for other axes."""
def matrix_power(a: Any, n: Any) -> ndarray:
    """Return matrices multiplied with themselves, or, for a negative ``n``, their inverses."""
def matrix_rank(A: Any, tol: Any = ..., hermitian: Any = ..., *, rtol: Any = ...) -> ndarray:
    """Return the ranks: how many singular values are greater than ``tol``, or than ``rtol`` times the greatest."""
def multi_dot(arrays: Any, *, out: Any = ...) -> ndarray:
    """Return the product of matrices, in the order that takes the fewest multiplications; ends may be vectors."""
def norm(x: Any, ord: Any = ..., axis: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return a norm of vectors, over one axis, or of matrices, over two."""
def pinv(a: Any, rcond: Any = ..., hermitian: Any = ...) -> ndarray:
    """Return the pseudo-inverses: singular values of at most ``rcond`` times the greatest count as zero."""
def qr(a: Any, mode: Any = ...) -> Any:
    """Return Q and R with ``a = Q @ R``: orthonormal columns, and an upper triangle, which ``mode='r'`` gives alone."""
def slogdet(a: Any) -> Any:
    """Return the signs of the determinants of square matrices, and the logarithms of their magnitudes."""
def solve(a: Any, b: Any) -> ndarray:
    """Return the x with ``a @ x = b``, for each of the matrices in the last two axes of ``a``."""
def svd(a: Any) -> Any:
    """Return U, s and V with ``a = U @ diag(s) @ V``: orthonormal columns, singular values, orthonormal rows."""
def svdvals(x: Any) -> ndarray:
    """Return the singular values, from the greatest."""
def tensorinv(a: Any, ind: Any = ...) -> ndarray:
    """Return the inverse for ``tensordot``: of the matrix whose rows are the first ``ind`` axes, columns the others."""
def tensorsolve(a: Any, b: Any, axes: Any = ...) -> ndarray:
    """Return x with ``tensordot(a, x, x.ndim) = b``; ``axes`` of ``a`` are moved to its end before."""
def trace(x: Any, offset: Any = ..., dtype: Any = ...) -> ndarray:
    """Return the sums of the diagonals of the matrices in the last two axes, in the type ``dtype``."""
def vector_norm(x: Any, axis: Any = ..., keepdims: Any = ..., ord: Any = ...) -> ndarray:
    """Return the norms over axes, taken as one; of integers as float32. An ``ord`` of None is 2."""
