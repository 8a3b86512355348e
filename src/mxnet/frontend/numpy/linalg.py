"""Linear algebra, ``mx.np.linalg``, on matrices in the last two axes; axes before them number the matrices."""

import math
from collections.abc import Callable
from typing import Any

from ...core.errors import Unsupported
from ...core.semantics import semantics
from .. import of_operator
from . import products
from .products import matmul, outer, tensordot, vecdot
from .shape import matrix_transpose
from .ufuncs import is_number


def eig(F: Any, a: Any) -> Any:
    """Return eigenvalues and, as columns, eigenvectors; MXNetError where they are complex.

    Parameters
    ----------
    a : array
        Matrices, ``(..., n, n)``.

    Returns
    -------
    A pair: eigenvalues ``(..., n)`` and eigenvectors ``(..., n, n)``, the columns.

    Examples
    --------
    >>> values, vectors = mx.np.linalg.eig(mx.np.array([[2, 0], [0, 3]]))
    >>> print(values)
    [2. 3.]
    """
    return tuple(F("_npi_eig", a))


def cholesky(F: Any, a: Any, upper: bool = False) -> Any:
    """Return the lower triangular L with ``a = L @ L.T``, of symmetric positive definite matrices; ``upper``: L.T.

    Parameters
    ----------
    a : array
        Matrices, ``(..., n, n)``.
    upper
        Whether the upper triangle is returned.

    Returns
    -------
    Matrices of the shape of ``a``.

    Raises
    ------
    MXNetError
        For a matrix that is not positive definite.

    Examples
    --------
    >>> print(mx.np.linalg.cholesky(mx.np.array([[4, 2], [2, 5]])))
    [[2. 0.]
     [1. 2.]]
    """
    result = F("_npi_cholesky", a)
    return matrix_transpose(F, result) if upper else result


def eigh(F: Any, a: Any, UPLO: str = "L", *, upper: bool = False) -> Any:
    """Return eigenvalues, the least first, and eigenvectors as columns, of symmetric matrices.

    ``UPLO`` says which triangle is read, ``"L"`` or ``"U"``, or ``upper`` does, as in MXNet 2. The number of largest
    magnitude in a vector is positive.

    Parameters
    ----------
    a : array
        Matrices, ``(..., n, n)``.
    UPLO
        The triangle that is read, 'L' or 'U'.
    upper
        Whether it is the upper one.

    Returns
    -------
    A pair: eigenvalues ``(..., n)`` and eigenvectors ``(..., n, n)``, the columns.

    Examples
    --------
    >>> values, vectors = mx.np.linalg.eigh(mx.np.array([[2, 1], [1, 2]]))
    >>> print(values)
    [1. 3.]
    """
    return tuple(F("_npi_eigh", a, UPLO="U" if upper else UPLO))


def eigvalsh(F: Any, a: Any, UPLO: str = "L", *, upper: bool = False) -> Any:
    """Return the eigenvalues of symmetric matrices, the least first (see :func:`mxnet.np.linalg.eigh`).

    Parameters
    ----------
    a : array
        Matrices, ``(..., n, n)``.
    UPLO
        The triangle that is read, 'L' or 'U'.
    upper
        Whether it is the upper one.

    Returns
    -------
    Eigenvalues, ``(..., n)``.

    Examples
    --------
    >>> print(mx.np.linalg.eigvalsh(mx.np.array([[2, 1], [1, 2]])))
    [1. 3.]
    """
    return F("_npi_eigvalsh", a, UPLO="U" if upper else UPLO)


def pinv(F: Any, a: Any, rcond: Any = 1e-15, hermitian: bool = False) -> Any:
    """Return the pseudo-inverses: singular values of at most ``rcond`` times the greatest count as zero.

    ``rcond`` is a number, or an array with one for each matrix.

    Parameters
    ----------
    a : array
        Matrices, ``(..., m, n)``.
    rcond
        The share of the greatest singular value below which others count as zero.
    hermitian
        Only False.

    Returns
    -------
    Matrices ``(..., n, m)``.

    Examples
    --------
    >>> print(mx.np.linalg.pinv(mx.np.array([[2, 0], [0, 4], [0, 0]])))
    [[0.5  0.   0.  ]
     [0.   0.25 0.  ]]
    """
    if hermitian:
        raise NotImplementedError("hermitian is not supported yet...")
    if is_number(rcond):
        return F("_npi_pinv_scalar_rcond", a, rcond=float(rcond), hermitian=False)
    return F("_npi_pinv", a, rcond, hermitian=False)


def svd(F: Any, a: Any) -> Any:
    """Return U, s and V with ``a = U @ diag(s) @ V``: orthonormal columns, singular values, orthonormal rows.

    With k the lesser of the matrices' lengths, the shapes are ``(..., m, k)``, ``(..., k)``, ``(..., k, n)``.

    Parameters
    ----------
    a : array
        Matrices, ``(..., m, n)``.

    Returns
    -------
    A tuple of three arrays.

    Examples
    --------
    >>> u, s, v = mx.np.linalg.svd(mx.np.array([[3, 0], [0, 4]]))
    >>> print(s)
    [4. 3.]
    """
    return tuple(F("_npi_svd", a))


def det(F: Any, a: Any) -> Any:
    """Return the determinants of square matrices.

    Parameters
    ----------
    a
        Matrices, ``(..., n, n)``.

    Returns
    -------
    An array ``(...)``.

    Examples
    --------
    >>> print(mx.np.linalg.det(mx.np.array([[1, 2], [3, 4]])))
    [-2.]
    """
    return F("_npi_det", a)


def slogdet(F: Any, a: Any) -> Any:
    """Return the signs of the determinants of square matrices, and the logarithms of their magnitudes.

    Parameters
    ----------
    a
        Matrices, ``(..., n, n)``.

    Returns
    -------
    A pair of arrays ``(...)``: of a singular matrix 0 and minus infinity.

    Examples
    --------
    >>> sign, logarithm = mx.np.linalg.slogdet(mx.np.array([[1, 2], [3, 4]]))
    >>> print(sign, logarithm)
    [-1.] [0.6931472]
    """
    return F("_npi_slogdet", a)


def inv(F: Any, a: Any) -> Any:
    """Return the inverses of square matrices.

    Parameters
    ----------
    a
        Matrices, ``(..., n, n)``.

    Returns
    -------
    Matrices of the shape of ``a``.

    Raises
    ------
    MXNetError
        For a singular matrix.

    Examples
    --------
    >>> print(mx.np.linalg.inv(mx.np.array([[2, 0], [0, 4]])))
    [[0.5  0.  ]
     [0.   0.25]]
    """
    return F("_npi_inv", a)


def solve(F: Any, a: Any, b: Any) -> Any:
    """Return the x with ``a @ x = b``, for each of the matrices in the last two axes of ``a``.

    Parameters
    ----------
    a
        Square matrices, which have an inverse.
    b
        What is on the right: matrices, in an array with as many axes as ``a``, or vectors, in one with one less.

    Returns
    -------
    An array of the shape of ``b``.

    Examples
    --------
    >>> a = mx.np.array([[2, 0], [0, 4]])
    >>> print(mx.np.linalg.solve(a, mx.np.array([2, 2])))
    [1.  0.5]
    """
    return F("_npi_solve", a, b)


def tensorsolve(F: Any, a: Any, b: Any, axes: Any = None) -> Any:
    """Return x with ``tensordot(a, x, x.ndim) = b``; ``axes`` of ``a`` are moved to its end before.

    Parameters
    ----------
    a : array
        The coefficients.
    b : array
        The right side.
    axes : tuple of ints or None
        Axes of ``a`` that are moved to its end before.

    Returns
    -------
    An array.

    Examples
    --------
    >>> mx.np.linalg.tensorsolve(mx.np.eye(6).reshape(2, 3, 2, 3), mx.np.ones((2, 3))).shape
    (2, 3)
    """
    return F("_npi_tensorsolve", a, b, a_axes=axes)


#: the orders of norms that have names -> the operator's attributes
_NAMED: dict[Any, dict[str, Any]] = {"fro": {"flag": 1}, "nuc": {"flag": 2}}


def norm(F: Any, x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Return a norm of vectors, over one axis, or of matrices, over two.

    Parameters
    ----------
    x : array
        The vectors or matrices.
    ord : number, str or None
        Which norm; None: the root of the sum of squares. Of vectors:

        - a number p: ``sum(abs(x) ** p) ** (1 / p)``; 0: how many elements are not 0;
        - inf, -inf: the greatest, the least magnitude.

        Of matrices, that is with two axes, or None for a matrix:

        - 'fro': the root of the sum of squares;
        - 'nuc': the sum of the singular values; 2, -2: the greatest, the least of them;
        - 1, -1: the greatest, the least of the columns' sums of magnitudes; inf, -inf: of the rows'.

        The texts 'inf' and '-inf' without ``axis`` are the greatest and the least magnitude of all elements.
    axis : int, pair of ints or None
        The axis of vectors, or the two of matrices; None: all elements without ``ord``, else the last two axes of a
        matrix.

    Returns
    -------
    An array without the axes.

    Raises
    ------
    TypeError
        For an axis that is neither an int nor a tuple.

    Examples
    --------
    >>> a = mx.np.array([[3, 4], [0, 0]])
    >>> print(mx.np.linalg.norm(a))
    5.0
    >>> print(mx.np.linalg.norm(a, axis=1))
    [5. 0.]
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


# -- what 1.9.1 leaves to NumPy ---------------------------------------------------------------------------------------


def cond(F: Any, x: Any, p: Any = None) -> Any:
    """Return the condition numbers of matrices: the norm of each times that of its inverse.

    Parameters
    ----------
    x : array
        Matrices, ``(..., m, n)``; square ones unless ``p`` is None, 2 or -2.
    p : number, str or None
        The norm: 2 (None), -2, 1, -1, inf, -inf, 'fro' or 'nuc', see :func:`norm`.

    Returns
    -------
    An array ``(...)``.

    Examples
    --------
    >>> print(mx.np.linalg.cond(mx.np.array([[1, 0], [0, 4]])))
    4.0
    """
    return F("_npi_cond", *F.arrays(x), p=None if p is None else str(p))


def lstsq(F: Any, a: Any, b: Any, rcond: Any = "warn") -> Any:
    """Return x with the least ``norm(a @ x - b)``, the sums of squares of that, the rank, and the singular values.

    Singular values up to ``rcond`` times the greatest count as 0: up to the precision of the type by default and for
    numbers that are not between 0 and 1, that times the greater length of ``a`` for None. There are no sums of squares,
    ``(0,)``, unless the rank is the number of columns, and less than that of rows.

    Parameters
    ----------
    a : array
        A matrix ``(m, n)``.
    b : array
        ``(m,)`` or ``(m, k)``.
    rcond
        Which singular values count as 0.

    Returns
    -------
    A tuple: x, the sums of squares, the rank, the singular values.

    Examples
    --------
    >>> a, b = mx.np.array([[0, 1], [1, 1], [2, 1]]), mx.np.array([1, 3, 5])
    >>> x, residuals, rank, s = mx.np.linalg.lstsq(a, b, rcond=None)
    >>> print(x)
    [2.0000002  0.99999976]
    """
    least = -1.0 if isinstance(rcond, str) and rcond == "warn" else rcond
    return tuple(F("_npi_lstsq", *F.arrays(a, b), rcond=least))


def matrix_rank(F: Any, A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """Return the ranks: how many singular values are greater than ``tol``, or than ``rtol`` times the greatest.

    Each is a number, or an array of one for each matrix. That of a vector is 1 unless all its elements are 0.

    Parameters
    ----------
    A : array
        Matrices, ``(..., m, n)``, or a vector.
    tol
        The absolute limit.
    hermitian
        Only False; NumPy computes the other.
    rtol
        The limit as a share of the greatest singular value.

    Returns
    -------
    An array of int64.

    Examples
    --------
    >>> print(mx.np.linalg.matrix_rank(mx.np.array([[1, 2], [2, 4]])))
    1
    """
    (A,) = F.arrays(A)
    if semantics.api == 2 and not (F.symbolic or hermitian) and A.ndim < 2:
        return F.cast(F("_np_any", A), "int64", False)
    if hermitian or (not F.symbolic and A.ndim < 2):
        raise Unsupported("matrix_rank: hermitian, or a vector")
    if tol is None and rtol is None:
        return F("_npi_matrix_rank", A)
    relative = tol is None
    return F("_npi_matrix_rank", *F.arrays(A, rtol if relative else tol), has_tol=True, relative=relative)


def multi_dot(F: Any, arrays: Any, *, out: Any = None) -> Any:
    """Return the product of matrices, in the order that takes the fewest multiplications; ends may be vectors.

    Parameters
    ----------
    arrays : list of arrays
        The factors, two or more.

    Returns
    -------
    An array.

    Examples
    --------
    >>> mx.np.linalg.multi_dot([mx.np.ones((2, 9)), mx.np.ones((9, 3)), mx.np.ones((3, 4))]).shape
    (2, 4)
    """
    return F("_npi_multi_dot", *F.arrays(*arrays), out=out)


def qr(F: Any, a: Any, mode: str = "reduced") -> Any:
    """Return Q and R with ``a = Q @ R``: orthonormal columns, and an upper triangle, which ``mode='r'`` gives alone.

    ``mode='complete'`` gives as many columns of Q as these have elements.

    Parameters
    ----------
    a : array
        Matrices, ``(..., m, n)``.
    mode
        'reduced', 'complete' or 'r'.

    Returns
    -------
    A pair Q, R; R alone with ``mode='r'``.

    Examples
    --------
    >>> q, r = mx.np.linalg.qr(mx.np.array([[3, 1], [0, 2]]))
    >>> print(abs(r))
    [[3. 1.]
     [0. 2.]]
    """
    if mode not in ("reduced", "complete", "r"):
        raise Unsupported(f"qr: mode {mode!r}")
    result = F("_npi_qr", *F.arrays(a), mode="reduced" if mode == "r" else mode)
    return result[1] if mode == "r" else tuple(result)


# -- what it lacks, as the array API standard has it ------------------------------------------------------------------


def cross(F: Any, x1: Any, x2: Any, axis: int = -1) -> Any:
    """Return the cross products of vectors of three elements along ``axis``; the other axes broadcast.

    Parameters
    ----------
    x1, x2 : array
        The vectors.
    axis
        The axis of the vectors.

    Returns
    -------
    An array of the broadcast shape.

    Examples
    --------
    >>> print(mx.np.linalg.cross(mx.np.array([1, 0, 0]), mx.np.array([0, 1, 0])))
    [0. 0. 1.]
    """
    return products.cross(F, x1, x2, axis=axis)


def diagonal(F: Any, x: Any, offset: int = 0) -> Any:
    """Return the diagonals of the matrices in the last two axes.

    Parameters
    ----------
    x : array
        Matrices, ``(..., m, n)``.
    offset
        Which diagonal: 1 is the one above the main one.

    Returns
    -------
    An array ``(..., length)``.

    Examples
    --------
    >>> print(mx.np.linalg.diagonal(mx.np.array([[1, 2], [3, 4]])))
    [1. 4.]
    """
    return F("_np_diagonal", x, offset=offset, axis1=-2, axis2=-1)


def trace(F: Any, x: Any, offset: int = 0, dtype: Any = None) -> Any:
    """Return the sums of the diagonals of the matrices in the last two axes, in the type ``dtype``.

    Parameters
    ----------
    x : array
        Matrices, ``(..., m, n)``.
    offset
        Which diagonal: 1 is the one above the main one.
    dtype
        The type in which is summed; None: that of ``x``.

    Returns
    -------
    An array ``(...)``.

    Examples
    --------
    >>> print(mx.np.linalg.trace(mx.np.array([[1, 2], [3, 4]])))
    5.0
    """
    return F("_np_sum", diagonal(F, x, offset), axis=-1, dtype=dtype)


def matrix_norm(
    F: Any, x: Any, ord: Any = "fro", axis: tuple[int, int] = (-2, -1), keepdims: bool = False
) -> Any:  # fmt: skip
    """Return the norms of the matrices in two axes, the last ones unless given; ValueError for other axes.

    Parameters
    ----------
    x : array
        The matrices.
    ord
        Which norm: see :func:`norm`.
    axis
        The two axes.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> print(mx.np.linalg.matrix_norm(mx.np.array([[3, 0], [0, 4]])))
    5.0
    """
    if not isinstance(axis, tuple) or len(axis) != 2:
        raise ValueError(f"matrix_norm: expected two axes, got axis={axis!r}")
    return norm(F, x, ord, axis, keepdims)


def vector_norm(F: Any, x: Any, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """Return the norms over axes, taken as one; of integers as float32. An ``ord`` of None is 2.

    Parameters
    ----------
    x : array
        The vectors.
    axis : None, int or tuple of ints
        Their axes; None: all.
    ord
        The order: ``sum(|x| ** ord) ** (1 / ord)``; inf is the greatest magnitude, 0 how many are not 0.

    Returns
    -------
    An array without the axes.

    Examples
    --------
    >>> print(mx.np.linalg.vector_norm(mx.np.array([3, 4])))
    5.0
    """
    return F("_npi_vector_norm", x, axis=axis, keepdims=keepdims, ord=2.0 if ord is None else float(ord))


matrix_power = of_operator("matrix_power(a, n)", mixed=True)
#: functions that NumPy computes where an argument is not supported
WITH_NUMPY: list[Callable[..., Any]] = [cond, lstsq, matrix_power, matrix_rank, multi_dot, qr]
_OPERATORS = (*("eigvals(a)", "tensorinv(a, ind=2)", "svdvals(x)"),)
FUNCTIONS: list[Callable[..., Any]] = [
    *WITH_NUMPY,
    *(cross, diagonal, trace, matrix_norm, vector_norm, matmul, matrix_transpose, outer, tensordot, vecdot),
    *(cholesky, det, eig, eigh, eigvalsh, inv, pinv, slogdet, solve, svd, tensorsolve, norm),
    *map(of_operator, _OPERATORS),
]
