"""Products of the NumPy interface: of vectors, matrices and tensors, and polynomials.

Types are promoted as in arithmetic, which 1.9.1 refuses. Types of floats and, unlike in 1.9.1, float16 and integers
are multiplied on processors too; booleans in ``einsum`` alone, where a sum is "any" and a product is "all".
"""

import re
from functools import reduce
from math import inf

import torch

from ..core.errors import MXNetError, MXNetLinAlgError, MXNetShapeError
from ..core.params import Ints
from ..core.tracing import traced
from ..kernels.half import are_slow_half, in_float32
from ..kernels.one_thread import note
from ..kernels.products import contract, matmul, product
from ..registry import op
from ._axes import one_axis
from ._families import refuse_bool
from ._np_families import promote, promote_as_numpy, promote_or_share, to_numpy_promoted, to_promoted


def _contracted(name, a, b, a_axes, b_axes):
    """Return the sum of products over pairs of axes; the axes that are left are those of ``a``, then those of ``b``."""
    a, b = _factors(a, b)
    for i, j in zip(a_axes, b_axes, strict=True):
        if a.shape[i] != b.shape[j]:
            raise MXNetShapeError(
                f"operator {name}: axis {i} of a has length {a.shape[i]}, axis {j} of b has {b.shape[j]}, "
                f"of shapes {tuple(a.shape)} and {tuple(b.shape)}: expected equal lengths"
            )
    return contract(a, b, a_axes, b_axes)


def _factors(a, b):
    """Return two arrays in their promoted type, which is not bool."""
    a, b = to_promoted(a, b)
    refuse_bool(a)
    return a, b


@op("_np_dot", types=promote_or_share, integers_on_host=True)
def _np_dot(a, b):
    """Return the sum of products over the last axis of ``a`` and the last but one of ``b`` (a vector's only one).

    An array without axes multiplies all elements of the other.

    Parameters
    ----------
    a
        The first factor.
    b
        The second factor.

    Returns
    -------
    An array of shape ``a.shape[:-1] + b.shape[:-2] + b.shape[-1:]``, in the dtype to which both are promoted.

    Examples
    --------
    >>> a, b = mx.np.array([[1, 2], [3, 4]]), mx.np.array([10, 1])
    >>> print(mx.np.dot(a, b))
    [12. 34.]
    >>> print(mx.np.dot(b, b))
    101.0
    """
    a, b = _factors(a, b)
    if not (a.ndim and b.ndim):
        return a * b
    if a.ndim == b.ndim == 2 and a.shape[1] == b.shape[0]:
        return matmul(a, b)
    return _contracted("_np_dot", a, b, [a.ndim - 1], [max(b.ndim - 2, 0)])


@_np_dot.shapes
def _(p, s):
    if s.a and s.b:  # both have axes: those that are summed over are of one length
        a, b = s.a, s.b
        at = max(len(b) - 2, 0)
        s.a, s.b = (*a[:-1], b[at]), (*b[:at], a[-1], *b[at + 1 :])


_np_dot.fast_path(records=True)(lambda p: product)


@op("_npi_matmul", types=promote_or_share, integers_on_host=True, outputs=("out",))
def _npi_matmul(a, b):
    """Return the matrix products over the last two axes, the axes before them broadcast.

    A vector is a row on the left and a column on the right; its axis is not in the result.
    """
    a, b = _factors(a, b)
    if not (a.ndim and b.ndim):
        raise MXNetShapeError("operator _npi_matmul: Multiplication by scalars is not allowed, use '*'")
    if a.shape[-1] != b.shape[max(b.ndim - 2, 0)]:
        raise MXNetShapeError(f"operator _npi_matmul: shapes {tuple(a.shape)} and {tuple(b.shape)} do not match")
    return matmul(a, b)


_npi_matmul.fast_path(records=True)(lambda p: matmul)


@op("_npi_tensordot", types=promote_or_share, integers_on_host=True)
def _npi_tensordot(a, b, *, a_axes_summed: Ints, b_axes_summed: Ints):
    """Return the sum of products over the axes listed for ``a`` and for ``b``, the first with the first, and so on."""
    if len(a_axes_summed) != len(b_axes_summed):
        raise MXNetError(
            f"operator _npi_tensordot: {len(a_axes_summed)} axes of a and {len(b_axes_summed)} of b: expected as many"
        )
    left = [one_axis(i, a.ndim, "axis of a:") for i in a_axes_summed]
    return _contracted("_npi_tensordot", a, b, left, [one_axis(i, b.ndim, "axis of b:") for i in b_axes_summed])


@op("_npi_tensordot_int_axes", types=promote_or_share, integers_on_host=True)
def _npi_tensordot_int_axes(a, b, *, axes: int):
    """Return the sum of products over the last ``axes`` axes of ``a`` and the first of ``b``; of none for 0."""
    count = max(axes, 0)
    if count > min(a.ndim, b.ndim):
        raise MXNetShapeError(
            f"operator _npi_tensordot_int_axes: arrays of shapes {tuple(a.shape)} and {tuple(b.shape)} do not both "
            f"have {count} axes"
        )
    return _contracted("_npi_tensordot_int_axes", a, b, list(range(a.ndim - count, a.ndim)), list(range(count)))


_TERM = re.compile(r"[A-Za-z]*(?:\.\.\.)?[A-Za-z]*")


def _check_subscripts(subscripts: str, operands: tuple[torch.Tensor, ...]) -> str:
    """Return the subscripts without spaces; raise :class:`MXNetError` for what is none."""
    text = subscripts.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    for term in (*terms, right):
        if not _TERM.fullmatch(term):
            raise MXNetError(f"einsum: expected letters with at most one '...', got {term!r} in {subscripts!r}")
    if len(terms) != len(operands):
        raise MXNetError(f"einsum: {subscripts!r} is for {len(terms)} arrays, got {len(operands)}")
    for i, (term, operand) in enumerate(zip(terms, operands, strict=True)):
        letters = len(term.replace("...", ""))
        if letters > operand.ndim or ("..." not in term and letters != operand.ndim):
            raise MXNetError(f"einsum: {term!r} does not name the axes of array {i}, of shape {tuple(operand.shape)}")
    named = right.replace("...", "")
    if arrow and len(set(named)) != len(named):
        raise MXNetError(f"einsum: an axis stands twice in the result of {subscripts!r}")
    strange = set(named) - set(left)
    if strange:
        raise MXNetError(f"einsum: {sorted(strange)} of the result are in no array of {subscripts!r}")
    if arrow and "..." in left and "..." not in right:
        raise MXNetError(f"einsum: the result of {subscripts!r} leaves out what '...' stands for")
    return text


@op("_npi_einsum", count="num_args", types=promote_or_share, integers_on_host=True)
def _npi_einsum(*data, subscripts: str = "", optimize: int = 0):
    """Return the sum of products that Einstein's notation says: ``'ij,jk->ik'`` is the product of two matrices.

    Axes with one letter have one length, or length 1. Without ``->`` the result has the letters that stand once, in
    alphabetical order, after the axes of ``...``. ``optimize`` leaves the result as it is: several arrays are
    multiplied in pairs either way.
    """
    text, data = _check_subscripts(subscripts, data), to_promoted(*data)
    if data[0].dtype is torch.bool:
        return torch.einsum(text, *(array.long() for array in data)) != 0
    if traced():
        return torch.einsum(text, *data).to(data[0].dtype)
    note(inf, *data)
    if are_slow_half(*data):
        return in_float32(lambda *arrays: torch.einsum(text, *arrays), *data)
    result = torch.einsum(text, *data).to(data[0].dtype)  # a sum of integers is int64
    return (
        result.clone() if any(result.data_ptr() == array.data_ptr() for array in data if not array.is_meta) else result
    )


@op("_npi_polyval", shapes=lambda p, s: s.x)
def _npi_polyval(p, x):
    """Return the polynomial with the coefficients ``p``, the highest power's first, at each element of ``x``."""
    refuse_bool(x)
    if p.ndim != 1:
        raise MXNetShapeError(f"operator _npi_polyval: p has to be a 1-D array, got shape {tuple(p.shape)}")
    value = torch.zeros_like(x)
    for coefficient in p:
        value = value * x + coefficient
    return value


# -- products that 1.9.1 lacks, of the type that arithmetic gives -----------------------------------------------------


@op("_npi_kron", extension=True, types=promote)
def _npi_kron(a, b):
    """Return the Kronecker product: each element of ``a`` times the whole of ``b``.

    Parameters
    ----------
    b
        The second factor.

    Returns
    -------
    An array whose lengths are the products of both.

    Examples
    --------
    >>> print(mx.np.kron(mx.np.array([1, 10]), mx.np.array([1, 2])))
    [ 1.  2. 10. 20.]
    """
    return torch.kron(*(item.contiguous() for item in to_promoted(a, b)))


@op("_npi_vecdot", extension=True, types=promote, integers_on_host=True)
def _npi_vecdot(x1, x2, *, axis: int = -1):
    """Return the sums of products along ``axis``, the others broadcast.

    Parameters
    ----------
    x1
        The first factor.
    x2
        The second factor.

    Returns
    -------
    An array without the axis.

    Examples
    --------
    >>> print(mx.np.vecdot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([10, 1])))
    [12. 34.]
    """
    left, right = to_promoted(x1.movedim(axis, -1), x2.movedim(axis, -1))
    if left.shape[-1] != right.shape[-1]:
        raise MXNetShapeError(f"operator _npi_vecdot: lengths {left.shape[-1]} and {right.shape[-1]} differ")
    return (left * right).sum(-1, dtype=left.dtype)


@op("_npi_matvec", extension=True, types=promote, integers_on_host=True)
def _npi_matvec(x1, x2):
    """Return the products of matrices and vectors, in the last axes.

    Parameters
    ----------
    x1
        Matrices, ``(..., m, n)``.
    x2
        Vectors, ``(..., n)``.

    Returns
    -------
    Vectors, ``(..., m)``.

    Examples
    --------
    >>> print(mx.np.matvec(mx.np.array([[1, 2], [3, 4]]), mx.np.array([10, 1])))
    [12. 34.]
    """
    x1, x2 = to_promoted(x1, x2)
    return torch.matmul(x1, x2.unsqueeze(-1)).squeeze(-1)


@op("_npi_vecmat", extension=True, types=promote, integers_on_host=True)
def _npi_vecmat(x1, x2):
    """Return the products of vectors and matrices, in the last axes.

    Parameters
    ----------
    x1
        Vectors, ``(..., m)``.
    x2
        Matrices, ``(..., m, n)``.

    Returns
    -------
    Vectors, ``(..., n)``.

    Examples
    --------
    >>> print(mx.np.vecmat(mx.np.array([10, 1]), mx.np.array([[1, 2], [3, 4]])))
    [13. 24.]
    """
    x1, x2 = to_promoted(x1, x2)
    return torch.matmul(x1.unsqueeze(-2), x2).squeeze(-2)


@op("_npi_cross", extension=True, types=promote)
def _npi_cross(a, b, *, axisa: int = -1, axisb: int = -1, axisc: int = -1):
    """Return the cross products of vectors of three elements along an axis; the others broadcast.

    Vectors of two lie in the plane of the first two axes; of two such vectors it is the third element alone.
    """
    a, b = to_promoted(a.movedim(axisa, -1), b.movedim(axisb, -1))
    if not {a.shape[-1], b.shape[-1]} <= {2, 3}:
        raise MXNetShapeError(
            f"Both input arrays must be (arrays of) vectors of 2 or 3 dimensions, but they are {a.shape[-1]} and "
            f"{b.shape[-1]} dimensional instead."
        )
    if a.shape[-1] == b.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    a, b = (torch.nn.functional.pad(item, (0, 3 - item.shape[-1])) for item in (a, b))
    return torch.linalg.cross(*torch.broadcast_tensors(a, b)).movedim(-1, axisc).contiguous()


@op("_npi_multi_dot", extension=True, count="num_args", types=promote_as_numpy, integers_on_host=True)
def _npi_multi_dot(*arrays):
    """Return the product of matrices, in the order that takes the fewest multiplications; ends may be vectors."""
    if len(arrays) < 2:
        raise MXNetShapeError("operator _npi_multi_dot: expected at least two arrays")
    for i, item in enumerate(arrays):
        if item.ndim not in ((1, 2) if i in (0, len(arrays) - 1) else (2,)):
            raise MXNetLinAlgError(f"multi_dot: array {i}: expected a matrix, got shape {tuple(item.shape)}")
    arrays = to_numpy_promoted(*arrays)
    return torch.linalg.multi_dot(arrays) if arrays[0].is_floating_point() else reduce(torch.matmul, arrays)
