"""Linear algebra: the standard's extension ``linalg``."""

import builtins
from typing import Any, NamedTuple

import numpy as np

from ...frontend.numpy import linalg as _linalg
from ...frontend.numpy import products
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray
from .dtypes import same_type, standard
from .reductions import sum as _sum


class eigh_result(NamedTuple):
    """The result of :func:`eigh`."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class qr_result(NamedTuple):
    """The result of :func:`qr`."""

    Q: ndarray
    R: ndarray


class slogdet_result(NamedTuple):
    """The result of :func:`slogdet`."""

    sign: ndarray
    logabsdet: ndarray


class svd_result(NamedTuple):
    """The result of :func:`svd`."""

    U: ndarray
    S: ndarray
    Vh: ndarray


def matmul(x1: Any, x2: Any, /) -> Any:
    """Return the matrix products over the last two axes; vectors are rows on the left, columns on the right."""
    return products.matmul(F, *same_type(x1, x2))


def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """Return the sums of products over axes: so many of the last and first ones, or those of a pair of lists."""
    x1, x2 = same_type(x1, x2)
    return products.tensordot(F, x1, x2, axes)


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """Return the sums of products along an axis, the others broadcast."""
    x1, x2 = same_type(x1, x2)
    return products.vecdot(F, x1, x2, axis)


def outer(x1: Any, x2: Any, /) -> Any:
    """Return all products of two vectors' elements."""
    return products.outer(F, *same_type(x1, x2))


def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """Return the cross products along an axis of length 3."""
    x1, x2 = same_type(x1, x2)
    return products.cross(F, x1, x2, axis=axis)


def cholesky(x: Any, /, *, upper: builtins.bool = False) -> Any:
    """Return the triangular factors of positive definite matrices."""
    lower = F("_npi_cholesky", x)
    return matrix_transpose(lower) if upper else lower


def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """Return the diagonals of the matrices in the last two axes."""
    return _linalg.diagonal(F, x, offset)


def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """Return the sums of the diagonals of the matrices in the last two axes."""
    return _sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def eigh(x: Any, /) -> Any:
    """Return the eigenvalues and eigenvectors of symmetric matrices."""
    return eigh_result(*F("_npi_eigh", x))


def pinv(x: Any, /, *, rtol: Any = None) -> Any:
    """Return the pseudo-inverses of matrices; singular values up to ``rtol`` times the largest count as 0."""
    least = builtins.max(x.shape[-2:]) * float(np.finfo(x.dtype).eps) if rtol is None else rtol
    return _linalg.pinv(F, x, least)


def matrix_rank(x: Any, /, *, rtol: Any = None) -> Any:
    """Return the ranks of matrices; singular values up to ``rtol`` times the largest count as 0."""
    if x.ndim < 2:
        raise ValueError("matrix_rank: an array with less than two axes")
    return _linalg.matrix_rank(F, x, rtol=rtol)


def matrix_norm(x: Any, /, *, keepdims: builtins.bool = False, ord: Any = "fro") -> Any:
    """Return the norms of the matrices in the last two axes."""
    return _linalg.matrix_norm(F, x, ord, keepdims=keepdims)


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: builtins.bool = False, ord: Any = 2) -> Any:
    """Return the norms over axes, taken as one."""
    return _linalg.vector_norm(F, x, axis, keepdims, ord)


def qr(x: Any, /, *, mode: str = "reduced") -> Any:
    """Return the factors Q and R of matrices: ``mode`` is ``'reduced'`` or ``'complete'``."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"qr: mode {mode!r}")
    return qr_result(*_linalg.qr(F, x, mode))


def slogdet(x: Any, /) -> Any:
    """Return the signs of the determinants of matrices and the logarithms of their values."""
    return slogdet_result(*F("_npi_slogdet", x))


def solve(x1: Any, x2: Any, /) -> Any:
    """Return what the matrices ``x1`` give ``x2`` of: a vector, or matrices."""
    x1, x2 = same_type(x1, x2)
    rest = 1 if x2.ndim == 1 else 2
    batch = np.broadcast_shapes(x1.shape[:-2], x2.shape[:-rest])
    both = [F("_npi_broadcast_to", x, shape=(*batch, *x.shape[-n:])) for x, n in ((x1, 2), (x2, rest))]
    return F("_npi_solve", *both)


def svd(x: Any, /, *, full_matrices: builtins.bool = True) -> Any:
    """Return the factors U, S and the transposed V of matrices."""
    return svd_result(*F("_npi_svd_full" if full_matrices else "_npi_svd", x))


matrix_transpose = standard("matrix_transpose(x, /)", "_npi_matrix_transpose")
det = standard("det(x, /)", "_npi_det")
eigvalsh = standard("eigvalsh(x, /)", "_npi_eigvalsh")
inv = standard("inv(x, /)", "_npi_inv")
matrix_power = standard("matrix_power(x, n, /)", "_npi_matrix_power")
svdvals = standard("svdvals(x, /)", "_npi_svdvals")
