# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol

def det(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the determinant of each matrix. Hidden outputs: its LU factors and their pivots."""
def extractdiag(
    A: Symbol | None = ...,
    offset: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return diagonal ``offset`` of each matrix (above the main one if positive)."""
def extracttrian(
    A: Symbol | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a triangle of each matrix as a vector: the lower one row by row, the upper one column by column."""
def gelqf(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q`` (the LQ factorization)."""
def gemm(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    C: Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    beta: float = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ B + beta * C``, a matrix product with something added."""
def gemm2(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ B``, the product of matrices."""
def inverse(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the inverse of square matrices. Raises :class:`MXNetError` for a singular one."""
def makediag(
    A: Symbol | None = ...,
    offset: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere."""
def maketrian(
    A: Symbol | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``."""
def potrf(
    A: Symbol | None = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the lower triangular L with ``A = L @ L.T``, the Cholesky factor of symmetric positive definite matrices."""
def potri(
    A: Symbol | None = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored."""
def slogdet(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sign of each determinant, and the logarithm of its magnitude. Hidden outputs: as of ``det``."""
def sumlogdiag(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of the logarithms of the diagonal of each matrix."""
def syevd(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return U, whose rows are the eigenvectors of symmetric matrices, and their eigenvalues, the least first."""
def syrk(
    A: Symbol | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``."""
def trmm(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked."""
def trsm(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``."""
