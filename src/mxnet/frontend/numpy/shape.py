"""Functions that rearrange arrays: shapes, orders of axes, joining and splitting."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.errors import MXNetAxisError, Unsupported, expected
from .. import of_operator


def swapaxes(F: Any, a: Any, axis1: int, axis2: int) -> Any:
    """Return ``a`` with two axes exchanged.

    Parameters
    ----------
    axis1, axis2
        The axes, negative ones counted from the last.

    Returns
    -------
    A copy with the axes exchanged, in the dtype of ``a``.

    Examples
    --------
    >>> a = mx.np.arange(6).reshape(1, 2, 3)
    >>> mx.np.swapaxes(a, 0, 2).shape
    (3, 2, 1)
    """
    return F("_npi_swapaxes", a, dim1=axis1, dim2=axis2)


def broadcast_to(F: Any, array: Any, shape: Any) -> Any:
    """Return ``array``, or a number, broadcast to ``shape``.

    Parameters
    ----------
    array : array or number
        What is broadcast.
    shape : int or tuple of ints
        The shape of the result; where the input's axis has another length, that must be 1.

    Returns
    -------
    A new array of ``shape``: unlike NumPy's, not a view.

    Examples
    --------
    >>> print(mx.np.broadcast_to(mx.np.array([1, 2, 3]), (2, 3)))
    [[1. 2. 3.]
     [1. 2. 3.]]
    """
    if isinstance(array, (int, float, np.generic)):
        return F("_npi_full", shape=_as_tuple(shape), value=float(array))
    return F("_npi_broadcast_to", array, shape=_as_tuple(shape))


def _as_tuple(value: Any) -> Any:
    if isinstance(value, (int, np.integer)):
        return (value,)
    return value if isinstance(value, (float, str)) else tuple(value)  # text is read like an operator's


def ravel(F: Any, x: Any, order: str = "C") -> Any:
    """Return the flat array; ``order`` can only be ``'C'``.

    Parameters
    ----------
    x : array or number
        The input.
    order
        Only ``'C'``, row by row.

    Returns
    -------
    An array of one axis with all elements.

    Raises
    ------
    NotImplementedError
        For another ``order``.

    Examples
    --------
    >>> print(mx.np.ravel(mx.np.array([[1, 2], [3, 4]])))
    [1. 2. 3. 4.]
    """
    if order != "C":
        raise NotImplementedError(f"order {order} is not supported")
    if isinstance(x, (int, float, np.generic)):
        return np.reshape(x, -1)
    return F("_np_reshape", x, newshape=-1)


def tile(F: Any, A: Any, reps: Any) -> Any:
    """Return ``A`` repeated ``reps`` times along each axis.

    Parameters
    ----------
    A : array or number
        The input.
    reps : int or tuple of ints
        How often it is repeated along each axis. Where there are more numbers than axes, axes of length 1 are put
        before the array's; where there are fewer, they are of the last axes.

    Returns
    -------
    An array in the dtype of ``A``.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.tile(a, (1, 2)))
    [[1. 2. 1. 2.]
     [3. 4. 3. 4.]]
    """
    if isinstance(A, (int, float, np.generic)):
        return np.tile(A, reps)
    return F("_npi_tile", A, reps=_as_tuple(reps))


def flip(F: Any, m: Any, axis: Any = None, out: Any = None) -> Any:
    """Return ``m`` with the order of its elements reversed along ``axis``; along all axes where that is None.

    Parameters
    ----------
    m : array or number
        The input.
    axis : None, int or tuple of ints
        The axes to reverse; None: all.

    Returns
    -------
    A copy with the elements in the reverse order.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.flip(a, axis=1))
    [[2. 1.]
     [4. 3.]]
    """
    if isinstance(m, (int, float, np.generic)):
        return np.flip(m, axis)
    return F("_npi_flip", m, axis=axis, out=out)


def flipud(F: Any, m: Any) -> Any:
    """Return ``m`` with its rows, or what else its first axis has, in the reverse order.

    Returns
    -------
    A copy of the shape of ``m``.

    Examples
    --------
    >>> print(mx.np.flipud(mx.np.array([[1, 2], [3, 4]])))
    [[3. 4.]
     [1. 2.]]
    """
    return F("_npi_flip", m, axis=0)


def fliplr(F: Any, m: Any) -> Any:
    """Return ``m``, of two axes or more, with its columns in the reverse order.

    Returns
    -------
    A copy of the shape of ``m``.

    Examples
    --------
    >>> print(mx.np.fliplr(mx.np.array([[1, 2], [3, 4]])))
    [[2. 1.]
     [4. 3.]]
    """
    return F("_npi_flip", m, axis=1)


def diag_indices_from(F: Any, arr: Any) -> Any:
    """Return the indices of the main diagonal, a tuple of one array for each axis.

    Of a symbol, one symbol with a row for each axis.

    Parameters
    ----------
    arr
        An array with at least two axes of one length.

    Returns
    -------
    A tuple of integer arrays, to index with.

    Examples
    --------
    >>> a = mx.np.zeros((3, 3))
    >>> a[mx.np.diag_indices_from(a)] = 1
    >>> print(a)
    [[1. 0. 0.]
     [0. 1. 0.]
     [0. 0. 1.]]
    """
    result = F("_npi_diag_indices_from", arr)
    return result if F.symbolic else tuple(result)


# -- joining ----------------------------------------------------------------------------------------------------------


def concatenate(F: Any, seq: Any, axis: int | None = 0, out: Any = None) -> Any:
    """Return arrays of one type joined along ``axis``; flat, where that is None.

    Parameters
    ----------
    seq : sequence of arrays
        Arrays of one dtype and of one shape except along ``axis``.
    axis : int or None
        The axis along which they are joined; None: they are made flat first.

    Returns
    -------
    An array in their dtype.

    See Also
    --------
    stack : joins along a new axis.

    Examples
    --------
    >>> a, b = mx.np.array([[1, 2]]), mx.np.array([[3, 4]])
    >>> print(mx.np.concatenate([a, b]))
    [[1. 2.]
     [3. 4.]]
    >>> print(mx.np.concatenate([a, b], axis=1))
    [[1. 2. 3. 4.]]
    """
    return F("_npi_concatenate", *_arrays(seq), axis=axis, out=out)


def append(F: Any, arr: Any, values: Any, axis: int | None = None) -> Any:
    """Return ``values`` joined to the end of ``arr`` along ``axis``; both flat, where that is None.

    Parameters
    ----------
    arr
        The array that comes first.
    values : array
        What follows it.
    axis : int or None
        The axis along which they are joined; None: both are made flat first.

    Returns
    -------
    A new array; ``arr`` stays as it is.

    Examples
    --------
    >>> print(mx.np.append(mx.np.array([1, 2]), mx.np.array([3])))
    [1. 2. 3.]
    """
    return concatenate(F, [arr, values], axis)


def stack(F: Any, arrays: Any, axis: int = 0, out: Any = None) -> Any:
    """Return arrays of one shape joined along a new axis.

    Parameters
    ----------
    arrays : sequence of arrays
        Arrays of one shape and dtype.
    axis : int
        The position of the new axis in the result.

    Returns
    -------
    An array with one axis more.

    See Also
    --------
    concatenate : joins along an axis that is there.

    Examples
    --------
    >>> a, b = mx.np.array([1, 2]), mx.np.array([3, 4])
    >>> print(mx.np.stack([a, b]))
    [[1. 2.]
     [3. 4.]]
    >>> print(mx.np.stack([a, b], axis=-1))
    [[1. 3.]
     [2. 4.]]
    """
    return F("_npi_stack", *_arrays(arrays), axis=axis, out=out)


def vstack(F: Any, arrays: Any, out: Any = None) -> Any:
    """Return arrays joined along the first axis, vectors being rows.

    Parameters
    ----------
    arrays : sequence of arrays
        Arrays of one shape except along that axis.

    Returns
    -------
    An array with two axes or more.

    Examples
    --------
    >>> print(mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])]))
    [[1. 2.]
     [3. 4.]]
    """
    return F("_npi_vstack", *_arrays(arrays), out=out)


def row_stack(F: Any, arrays: Any) -> Any:
    """Return arrays joined along the first axis, vectors being rows.

    Parameters
    ----------
    arrays : sequence of arrays
        Arrays of one shape except along that axis.

    Returns
    -------
    An array with two axes or more.

    See Also
    --------
    vstack : the same.

    Examples
    --------
    >>> print(mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])]))
    [[1. 2.]
     [3. 4.]]
    """
    return F("_npi_vstack", *_arrays(arrays))


def hstack(F: Any, arrays: Any) -> Any:
    """Return arrays joined along the second axis, vectors along their only one.

    Parameters
    ----------
    arrays : sequence of arrays
        Arrays of one shape except along that axis.

    Returns
    -------
    An array with as many axes as the inputs.

    Examples
    --------
    >>> print(mx.np.hstack([mx.np.array([1, 2]), mx.np.array([3, 4])]))
    [1. 2. 3. 4.]
    >>> print(mx.np.hstack([mx.np.array([[1], [2]]), mx.np.array([[3], [4]])]))
    [[1. 3.]
     [2. 4.]]
    """
    return F("_npi_hstack", *_arrays(arrays))


def dstack(F: Any, arrays: Any) -> Any:
    """Return arrays joined along the third axis.

    Parameters
    ----------
    arrays : sequence of arrays
        Arrays of one shape except along that axis.

    Returns
    -------
    An array with three axes or more: of vectors of length n one of shape (1, n, count).

    Examples
    --------
    >>> mx.np.dstack([mx.np.ones((2, 3)), mx.np.zeros((2, 3))]).shape
    (2, 3, 2)
    """
    return F("_npi_dstack", *_arrays(arrays))


def column_stack(F: Any, tup: Any) -> Any:
    """Return a matrix whose columns are vectors, or those of matrices.

    Parameters
    ----------
    tup : sequence of arrays
        Vectors and matrices with one number of rows.

    Returns
    -------
    A matrix.

    Examples
    --------
    >>> print(mx.np.column_stack([mx.np.array([1, 2]), mx.np.array([3, 4])]))
    [[1. 3.]
     [2. 4.]]
    """
    return F("_npi_column_stack", *_arrays(tup))


def _arrays(arrays: Any) -> list[Any]:
    """Return what is to be joined: a sequence, or one array whose first axis is taken apart."""
    if not isinstance(arrays, Iterable):
        raise TypeError(expected("arrays", "a sequence of arrays", arrays))
    return list(arrays)


for _function in (concatenate, stack, vstack, row_stack, hstack, dstack, column_stack):
    _function.joins = True  # type: ignore[union-attr]


# -- splitting ---------------------------------------------------------------------------------------------------------


def split(F: Any, ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return a list of parts along ``axis``: so many equal ones, or those between the indices.

    Parameters
    ----------
    ary : array
    indices_or_sections : int, or tuple, list or set of ints
    axis : int
        The axis that is cut.

    Returns
    -------
    A list of copies.

    Raises
    ------
    ValueError
        Where a number of parts does not divide the length.

    Examples
    --------
    >>> a = mx.np.arange(6)
    >>> print(mx.np.split(a, 3))
    [array([0., 1.]), array([2., 3.]), array([4., 5.])]
    >>> print(mx.np.split(a, (1, 2)))
    [array([0.]), array([1.]), array([2., 3., 4., 5.])]
    """
    if not F.symbolic and not -ary.ndim <= axis < ary.ndim:
        raise MXNetAxisError(f"split: axis {axis} of an array with {ary.ndim}")
    if isinstance(indices_or_sections, (int, np.integer)):
        _check_equal(F, ary, indices_or_sections, axis)
    return _parts(F, ary, indices_or_sections, axis)


def array_split(F: Any, ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return a list of parts along ``axis`` as :func:`split`; where it does not divide, the first ones are longer.

    Parameters
    ----------
    ary : array
    indices_or_sections : int, or tuple, list or set of ints
    axis : int
        The axis that is cut.

    Returns
    -------
    A list of copies.

    Examples
    --------
    >>> print(mx.np.array_split(mx.np.arange(5), 2))
    [array([0., 1., 2.]), array([3., 4.])]
    """
    return _parts(F, ary, indices_or_sections, axis)


def vsplit(F: Any, ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the first axis.

    Parameters
    ----------
    ary : array
    indices_or_sections : int, or tuple, list or set of ints

    Returns
    -------
    A list of copies.

    Raises
    ------
    ValueError
        For an array with fewer than two axes.

    Examples
    --------
    >>> [part.shape for part in mx.np.vsplit(mx.np.ones((4, 3)), 2)]
    [(2, 3), (2, 3)]
    """
    _need_axes(F, ary, 2, "vsplit")
    return split(F, ary, indices_or_sections, 0)


def hsplit(F: Any, ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the second axis, of a vector along its only one.

    Parameters
    ----------
    ary : array
    indices_or_sections : int, or tuple, list or set of ints

    Returns
    -------
    A list of copies.

    Examples
    --------
    >>> [part.shape for part in mx.np.hsplit(mx.np.ones((4, 3)), 3)]
    [(4, 1), (4, 1), (4, 1)]
    """
    _need_axes(F, ary, 1, "hsplit")
    if not F.symbolic:
        return split(F, ary, indices_or_sections, min(1, ary.ndim - 1))
    return _named_split(F, "_npi_hsplit", ary, indices_or_sections, 1)


def dsplit(F: Any, ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the third axis.

    Parameters
    ----------
    ary : array
    indices_or_sections : int, or tuple, list or set of ints

    Returns
    -------
    A list of copies.

    Raises
    ------
    ValueError
        For an array with fewer than three axes.

    Examples
    --------
    >>> [part.shape for part in mx.np.dsplit(mx.np.ones((2, 3, 4)), 2)]
    [(2, 3, 2), (2, 3, 2)]
    """
    _need_axes(F, ary, 3, "dsplit")
    return split(F, ary, indices_or_sections, 2)


def _need_axes(F: Any, ary: Any, count: int, name: str) -> None:
    if not F.symbolic and ary.ndim < count:
        raise ValueError(f"{name} only works on arrays of {count} or more dimensions")


def _check_equal(F: Any, ary: Any, sections: Any, axis: int) -> None:
    if sections <= 0:
        raise ValueError("number sections must be larger than 0")
    if not F.symbolic and ary.shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")


def _parts(F: Any, ary: Any, where: Any, axis: int) -> Any:
    return _named_split(F, "_npi_split", ary, where, axis)


def _named_split(F: Any, op: str, ary: Any, where: Any, axis: int) -> Any:
    if isinstance(where, (int, np.integer)):
        if where <= 0:
            raise ValueError("number sections must be larger than 0")
        parts = F(op, ary, indices=[], axis=axis, squeeze_axis=False, sections=where)
    elif isinstance(where, (list, tuple, set)):
        parts = F(op, ary, indices=(0, *where), axis=axis, squeeze_axis=False, sections=0)
    else:
        raise ValueError("indices_or_sections must be either int, or tuple / list / set of ints")
    return [parts] if F.is_array(parts) else list(parts)


def astype(F: Any, x: Any, dtype: Any, copy: bool = True) -> Any:
    """Return the values in another data type, the array itself where it has that type and ``copy`` is False.

    Parameters
    ----------
    dtype
        The new data type.
    copy
        Whether an array that has the type is copied too.

    Returns
    -------
    An array of the shape of ``x``.

    Examples
    --------
    >>> print(mx.np.astype(mx.np.array([1.7, -1.7]), 'int32'))
    [ 1 -1]
    """
    F.expect("x", x)
    return F.cast(x, dtype, copy)


# -- what 1.9.1 leaves to NumPy, or lacks -----------------------------------------------------------------------------


def unstack(F: Any, x: Any, axis: int = 0) -> Any:
    """Return the parts along an axis, a tuple. A symbol, whose lengths are not known, is refused.

    Parameters
    ----------
    axis
        The axis that is taken apart.

    Returns
    -------
    A tuple of copies with one axis less.

    Examples
    --------
    >>> print(mx.np.unstack(mx.np.array([[1, 2], [3, 4]])))
    (array([1., 2.]), array([3., 4.]))
    """
    if F.symbolic:
        raise Unsupported("unstack: the lengths of a symbol are not known: use split, which takes their number")
    if not -x.ndim <= axis < x.ndim:
        raise MXNetAxisError(f"unstack: axis {axis} of an array with {x.ndim}")
    count = x.shape[axis]
    parts = F("_npi_split", x, indices=[], axis=axis, squeeze_axis=True, sections=count) if count else ()
    return (parts,) if F.is_array(parts) else tuple(parts)


def block(F: Any, arrays: Any) -> Any:
    """Return an array put together of nested lists of blocks: the innermost are joined along the last axis.

    Parameters
    ----------
    arrays : nested lists of arrays
        The innermost lists are joined along the last axis, those around them along the one before, and so on.

    Returns
    -------
    An array.

    Examples
    --------
    >>> a, b = mx.np.ones((2, 2)), mx.np.zeros((2, 1))
    >>> print(mx.np.block([[a, b], [b.T, mx.np.array([[5]])]]))
    [[1. 1. 0.]
     [1. 1. 0.]
     [0. 0. 5.]]
    """
    leaves: list[Any] = []

    def numbers(value: Any) -> Any:
        if isinstance(value, list):
            return [numbers(item) for item in value]
        if not F.is_array(value):
            raise TypeError(f"block: expected nested lists of arrays, got {type(value).__name__}")
        leaves.append(value)
        return len(leaves) - 1

    nesting = str(numbers(arrays))  # which fills the leaves
    return F("_npi_block", *leaves, nesting=nesting)


def broadcast_arrays(F: Any, *args: Any) -> Any:
    """Return the arrays broadcast to the shape that all of them fit, a list; ValueError where there is none.

    Parameters
    ----------
    *args : arrays
        The inputs.

    Returns
    -------
    A list of new arrays of one shape.

    Examples
    --------
    >>> a, b = mx.np.broadcast_arrays(mx.np.ones((3, 1)), mx.np.ones((1, 2)))
    >>> a.shape, b.shape
    ((3, 2), (3, 2))
    """
    return _listed(F, F("_npi_broadcast_arrays", *args)) if args else []


def meshgrid(F: Any, *xi: Any, **kwargs: Any) -> Any:
    """Return the coordinates of a grid along axes ``xi``, a list: one array of the grid's shape for each.

    ``indexing='xy'`` exchanges the first two axes of the grid, ``'ij'`` does not. ``sparse`` and ``copy`` take their
    defaults only (NotImplementedError).

    Parameters
    ----------
    *xi : arrays of one axis
        The coordinates along each axis of the grid.
    **kwargs
        ``indexing``; ``sparse`` and ``copy`` with their defaults.

    Returns
    -------
    A list of as many arrays as ``xi``, all of the grid's shape.

    Examples
    --------
    >>> x, y = mx.np.meshgrid(mx.np.array([1, 2, 3]), mx.np.array([10, 20]))
    >>> print(x)
    [[1. 2. 3.]
     [1. 2. 3.]]
    >>> print(y)
    [[10. 10. 10.]
     [20. 20. 20.]]
    """
    sparse, copies, indexing = kwargs.pop("sparse", False), kwargs.pop("copy", True), kwargs.pop("indexing", "xy")
    if kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if sparse:
        raise NotImplementedError(f"sparse={sparse} is not implemented")
    if not copies:
        raise NotImplementedError(f"copy={copies} is not implemented")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    return _listed(F, F("_npi_meshgrid", *xi, indexing=indexing)) if xi else []


def _listed(F: Any, result: Any) -> list[Any]:
    return [result] if F.is_array(result) else list(result)


matrix_transpose = of_operator("matrix_transpose(x)")
#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [of_operator("rollaxis(a, axis, start=0)", mixed=True)]
FUNCTIONS = [
    astype, matrix_transpose, unstack, block, broadcast_arrays, meshgrid, swapaxes, broadcast_to, ravel, tile, flip,
    diag_indices_from, concatenate, append, stack, vstack, row_stack, hstack, dstack, column_stack, split, array_split,
    vsplit, hsplit, dsplit, of_operator("expand_dims(a, axis)"), of_operator("rot90(m, k=1, axes=(0, 1))"),
    of_operator("tril(m, k=0)"), of_operator("triu(m, k=0)"), flipud, fliplr,
    *WITH_NUMPY,
]  # fmt: skip
