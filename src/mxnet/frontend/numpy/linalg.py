"""Linear algebra, ``mx.np.linalg``, on matrices in the last two axes; axes before them number the matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .ufuncs import is_number


def cholesky(F: Any, a: Any) -> Any:
    """Return the lower triangular L with ``a = L @ L.T``, of symmetric positive definite matrices."""
    return F("_npi_cholesky", a)


def det(F: Any, a: Any) -> Any:
    """Return the determinants."""
    return F("_npi_det", a)


def slogdet(F: Any, a: Any) -> Any:
    """Return the signs of the determinants, and the logarithms of their magnitudes."""
    return F("_npi_slogdet", a)


def eig(F: Any, a: Any) -> Any:
    """Return eigenvalues and, as columns, eigenvectors; MXNetError where they are complex."""
    return tuple(F("_npi_eig", a))


def eigvals(F: Any, a: Any) -> Any:
    """Return the eigenvalues; MXNetError where they are complex."""
    return F("_npi_eigvals", a)


def eigh(F: Any, a: Any, UPLO: str = "L") -> Any:
    """Return eigenvalues, the least first, and eigenvectors as columns, of symmetric matrices.

    ``UPLO`` says which triangle is read, ``"L"`` or ``"U"``. The number of largest magnitude in a vector is positive.
    """
    return tuple(F("_npi_eigh", a, UPLO=UPLO))


def eigvalsh(F: Any, a: Any, UPLO: str = "L") -> Any:
    """Return the eigenvalues of symmetric matrices, the least first; ``UPLO`` says which triangle is read."""
    return F("_npi_eigvalsh", a, UPLO=UPLO)


def inv(F: Any, a: Any) -> Any:
    """Return the inverses; MXNetError for singular matrices."""
    return F("_npi_inv", a)


def pinv(F: Any, a: Any, rcond: Any = 1e-15, hermitian: bool = False) -> Any:
    """Return the pseudo-inverses: singular values of at most ``rcond`` times the greatest count as zero.

    ``rcond`` is a number, or an array with one for each matrix.
    """
    if hermitian:
        raise NotImplementedError("hermitian is not supported yet...")
    if is_number(rcond):
        return F("_npi_pinv_scalar_rcond", a, rcond=float(rcond), hermitian=False)
    return F("_npi_pinv", a, rcond, hermitian=False)


def solve(F: Any, a: Any, b: Any) -> Any:
    """Return x with ``a @ x = b``: vectors where ``b`` has an axis less than ``a``, else matrices."""
    return F("_npi_solve", a, b)


def svd(F: Any, a: Any) -> Any:
    """Return U, s and V with ``a = U @ diag(s) @ V``: orthonormal columns, singular values, orthonormal rows.

    With k the lesser of the matrices' lengths, the shapes are ``(..., m, k)``, ``(..., k)``, ``(..., k, n)``.
    """
    return tuple(F("_npi_svd", a))


def tensorinv(F: Any, a: Any, ind: int = 2) -> Any:
    """Return the inverse for ``tensordot(..., ind)``: of the matrix with the first ``ind`` axes as rows."""
    return F("_npi_tensorinv", a, ind=ind)


def tensorsolve(F: Any, a: Any, b: Any, axes: Any = None) -> Any:
    """Return x with ``tensordot(a, x, x.ndim) = b``; ``axes`` of ``a`` are moved to its end before."""
    return F("_npi_tensorsolve", a, b, a_axes=axes)


#: the orders of norms that have names -> the operator's attributes
_NAMED: dict[Any, dict[str, Any]] = {"fro": {"flag": 1}, "nuc": {"flag": 2}}


def norm(F: Any, x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Return a norm of vectors, over one axis, or of matrices, over two (the last two unless given).

    Without ``ord`` it is the root of the sum of squares, of all elements unless ``axis`` is given. ``ord``: a number,
    as in NumPy, ``inf`` and ``-inf`` among them; ``'fro'``; ``'nuc'``; ``'inf'`` and ``'-inf'``, which without ``axis``
    are the greatest and the least magnitude of all elements. TypeError unless ``axis`` is an int or a tuple of two.
    """
    if axis is not None and not isinstance(axis, (int, tuple)):
        raise TypeError("'axis' must be None, an integer or a tuple of integers.")
    axes = (axis,) if isinstance(axis, int) else axis
    if ord is None:
        return F("_npi_norm", x, ord=2.0, axis=axes, keepdims=keepdims, flag=-2 if axes is None else 1)
    if ord in _NAMED:
        return F("_npi_norm", x, ord=2.0, axis=axes, keepdims=keepdims, **_NAMED[ord])
    if ord in ("inf", "-inf") and axes is None:
        return F("_np_max" if ord == "inf" else "_np_min", F("_npi_absolute", x), axis=None, keepdims=keepdims)
    if isinstance(ord, str):
        ord = {"inf": math.inf, "-inf": -math.inf}.get(ord, ord)
    return F("_npi_norm", x, ord=ord, axis=axes, keepdims=keepdims, flag=-1)


FUNCTIONS: list[Callable[..., Any]] = [
    *(cholesky, det, slogdet, eig, eigvals, eigh, eigvalsh, inv, pinv, solve, svd, tensorinv, tensorsolve, norm),
]
