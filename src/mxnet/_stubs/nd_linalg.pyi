# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray

def det(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the determinant of each matrix. Hidden outputs: its LU factors and their pivots."""
def extractdiag(A: NDArray | None = ..., offset: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return diagonal ``offset`` of each matrix (above the main one if positive)."""
def extracttrian(
    A: NDArray | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a triangle of each matrix as a vector: the lower one row by row, the upper one column by column."""
def gelqf(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q`` (the LQ factorization)."""
def gemm(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    C: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    beta: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ B + beta * C``, a matrix product with something added."""
def gemm2(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ B``, the product of matrices."""
def inverse(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the inverse of square matrices. Raises :class:`MXNetError` for a singular one."""
def makediag(A: NDArray | None = ..., offset: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere."""
def maketrian(
    A: NDArray | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``."""
def potrf(
    A: NDArray | None = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the lower triangular L with ``A = L @ L.T``, the Cholesky factor of symmetric positive definite matrices."""
def potri(
    A: NDArray | None = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored."""
def slogdet(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return the sign of each determinant, and the logarithm of its magnitude. Hidden outputs: as of ``det``."""
def sumlogdiag(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the sum of the logarithms of the diagonal of each matrix."""
def syevd(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return U, whose rows are the eigenvectors of symmetric matrices, and their eigenvalues, the least first."""
def syrk(
    A: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``."""
def trmm(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked."""
def trsm(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``."""
