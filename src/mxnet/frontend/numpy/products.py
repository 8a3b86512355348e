"""Products of arrays: of vectors, matrices and tensors, and polynomials."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.shapes import as_tuple
from ...util import check_ufunc_options
from .. import of_operator


def dot(F: Any, a: Any, b: Any, out: Any = None) -> Any:
    """Return the sum of products over the last axis of ``a`` and the last but one of ``b`` (a vector's only one).

    An array without axes multiplies all elements of the other; ``out`` receives the result.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.

    Returns
    -------
    An array of shape ``a.shape[:-1] + b.shape[:-2] + b.shape[-1:]``.

    Examples
    --------
    >>> a, b = mx.np.array([[1, 2], [3, 4]]), mx.np.array([10, 1])
    >>> print(mx.np.dot(a, b))
    [12. 34.]
    """
    return F("_np_dot", a, b, out=out)


def matmul(F: Any, a: Any, b: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return the matrix products over the last two axes, the axes before them broadcast: what ``a @ b`` is.

    A vector is a row on the left and a column on the right. Arrays without axes are refused.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.
    **kwargs
        NumPy's other arguments of ufuncs: only their defaults.

    Returns
    -------
    An array of the broadcast axes and, of matrices m x k and k x n, the axes m and n.

    Examples
    --------
    >>> a, b = mx.np.array([[1, 2], [3, 4]]), mx.np.array([[0, 1], [1, 0]])
    >>> print(mx.np.matmul(a, b))
    [[2. 1.]
     [4. 3.]]
    >>> mx.np.matmul(mx.np.ones((5, 2, 3)), mx.np.ones((3, 4))).shape
    (5, 2, 4)
    """
    check_ufunc_options("matmul", kwargs)
    return F("_npi_matmul", a, b, out=out)


def inner(F: Any, a: Any, b: Any) -> Any:
    """Return the sum of products over the last axes of both arrays.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.

    Returns
    -------
    An array of shape ``a.shape[:-1] + b.shape[:-1]``.

    Examples
    --------
    >>> print(mx.np.inner(mx.np.array([1, 2]), mx.np.array([10, 1])))
    12.0
    """
    return tensordot(F, a, b, [-1, -1])


def outer(F: Any, a: Any, b: Any) -> Any:
    """Return the matrix of the products of each element of ``a`` with each of ``b``, both taken as flat.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.

    Returns
    -------
    A matrix ``(a.size, b.size)``.

    Examples
    --------
    >>> print(mx.np.outer(mx.np.array([1, 2]), mx.np.array([10, 1])))
    [[10.  1.]
     [20.  2.]]
    """
    return tensordot(F, F("_np_reshape", a, newshape=-1), F("_np_reshape", b, newshape=-1), 0)


def vdot(F: Any, a: Any, b: Any) -> Any:
    """Return the sum of the products of two arrays with as many elements, both taken as flat.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.

    Returns
    -------
    An array without axes.

    Examples
    --------
    >>> print(mx.np.vdot(mx.np.array([1, 2]), mx.np.array([10, 1])))
    12.0
    """
    return tensordot(F, F("_np_reshape", a, newshape=-1), F("_np_reshape", b, newshape=-1), 1)


def tensordot(F: Any, a: Any, b: Any, axes: Any = 2) -> Any:
    """Return the sum of products over ``axes``: the last of ``a`` with the first of ``b``, by their number.

    Or a pair: the axes (or axis) of ``a``, and those of ``b``, in the same order.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.
    axes : int, or two lists of ints
        How many axes, the last of ``a`` and the first of ``b``; or which of ``a``, and which of ``b``.

    Returns
    -------
    An array with the remaining axes of ``a``, then those of ``b``.

    Examples
    --------
    >>> a, b = mx.np.ones((2, 3, 4)), mx.np.ones((4, 3, 5))
    >>> mx.np.tensordot(a, b, axes=[[1, 2], [1, 0]]).shape
    (2, 5)
    """
    if isinstance(axes, (int, np.integer)):
        return F("_npi_tensordot_int_axes", a, b, axes=int(axes))
    if not isinstance(axes, Sequence) or isinstance(axes, str) or len(axes) != 2:
        raise ValueError(f"axes: expected a number, or one list of axes for each array, got {axes!r}")
    left, right = map(as_tuple, axes)
    return F("_npi_tensordot", a, b, a_axes_summed=left, b_axes_summed=right)


def einsum(F: Any, *operands: Any, **kwargs: Any) -> Any:
    """Return the sum of products that Einstein's notation says: ``einsum('ij,jk->ik', a, b)`` is ``a @ b``.

    Parameters
    ----------
    *operands
        The subscripts, ``'ij,jk->ik'``, and an array for each term before the arrow. A letter that the result lacks is
        summed over; ``'...'`` stands for further axes, which broadcast.
    **kwargs
        ``out``; ``optimize``, which only says whether the order of several products may be chosen by their sizes
        (False): the result is the same to rounding.

    Returns
    -------
    An array with the axes after the arrow; without an arrow, the letters that occur once, in alphabetical order.

    Examples
    --------
    >>> a, b = mx.np.array([[1, 2], [3, 4]]), mx.np.array([10, 1])
    >>> print(mx.np.einsum("ij,j->i", a, b))
    [12. 34.]
    >>> print(mx.np.einsum("ii", a))
    5.0
    """
    out, optimize = kwargs.pop("out", None), kwargs.pop("optimize", False)
    if kwargs:
        raise TypeError(f"einsum() got an unexpected keyword argument {next(iter(kwargs))!r}")
    subscripts, *arrays = operands
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum: expected text such as 'ij,jk->ik' first, got {type(subscripts).__name__}")
    return F("_npi_einsum", *arrays, subscripts=subscripts, optimize=int(bool(optimize)), num_args=len(arrays), out=out)


def polyval(F: Any, p: Any, x: Any) -> Any:
    """Return the polynomial with the coefficients ``p``, the highest power's first, at each element of ``x``.

    Parameters
    ----------
    p : array
        The coefficients, the highest power's first.
    x : array
        Where the polynomial is evaluated.

    Returns
    -------
    An array of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.polyval(mx.np.array([2, 0, 1]), mx.np.array([0, 1, 3])))
    [ 1.  3. 19.]
    """
    if F.is_array(p) and F.is_array(x):
        return F("_npi_polyval", p, x)
    if not F.is_array(p) and not F.is_array(x):
        return np.polyval(p, x)
    raise TypeError(f"polyval: expected two arrays, got {type(p).__name__} and {type(x).__name__}")


def cross(F: Any, a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    """Return the cross products of vectors of two or three elements along an axis; the others broadcast.

    Of two vectors of two elements it is the third element alone.

    Parameters
    ----------
    a : array
        The first factor.
    b : array
        The second factor.
    axisa, axisb
        The axes of the vectors.
    axisc
        The axis of the result's vectors.
    axis
        One axis in the place of the three.

    Returns
    -------
    An array of vectors, or without that axis of vectors of two elements.

    Examples
    --------
    >>> print(mx.np.cross(mx.np.array([1, 0, 0]), mx.np.array([0, 1, 0])))
    [0. 0. 1.]
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    return F("_npi_cross", a, b, axisa=axisa, axisb=axisb, axisc=axisc)


kron, vecdot = of_operator("kron(a, b)"), of_operator("vecdot(x1, x2, axis=-1)")
matvec, vecmat = of_operator("matvec(x1, x2)"), of_operator("vecmat(x1, x2)")
FUNCTIONS = [matmul, inner, outer, vdot, tensordot, einsum, polyval, kron, vecdot, matvec, vecmat, cross]
