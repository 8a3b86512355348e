"""Functions that rearrange arrays: shapes, orders of axes, joining and splitting."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.errors import MXNetAxisError, Unsupported
from .. import of_operator


def swapaxes(F: Any, a: Any, axis1: int, axis2: int) -> Any:
    """Return ``a`` with two axes exchanged."""
    return F("_npi_swapaxes", a, dim1=axis1, dim2=axis2)


def broadcast_to(F: Any, array: Any, shape: Any) -> Any:
    """Return ``array``, or a number, broadcast to ``shape``."""
    if isinstance(array, (int, float, np.generic)):
        return F("_npi_full", shape=_as_tuple(shape), value=float(array))
    return F("_npi_broadcast_to", array, shape=_as_tuple(shape))


def _as_tuple(value: Any) -> Any:
    if isinstance(value, (int, np.integer)):
        return (value,)
    return value if isinstance(value, (float, str)) else tuple(value)  # text is read like an operator's


def ravel(F: Any, x: Any, order: str = "C") -> Any:
    """Return the flat array; ``order`` can only be ``'C'``."""
    if order != "C":
        raise NotImplementedError(f"order {order} is not supported")
    if isinstance(x, (int, float, np.generic)):
        return np.reshape(x, -1)
    return F("_np_reshape", x, newshape=-1)


def tile(F: Any, A: Any, reps: Any) -> Any:
    """Return ``A`` repeated ``reps`` times along each axis."""
    if isinstance(A, (int, float, np.generic)):
        return np.tile(A, reps)
    return F("_npi_tile", A, reps=_as_tuple(reps))


def flip(F: Any, m: Any, axis: Any = None, out: Any = None) -> Any:
    """Return ``m`` with the order of its elements reversed along ``axis``; along all axes where that is None."""
    if isinstance(m, (int, float, np.generic)):
        return np.flip(m, axis)
    return F("_npi_flip", m, axis=axis, out=out)


def diag_indices_from(F: Any, arr: Any) -> Any:
    """Return the indices of the main diagonal, a tuple of one array for each axis.

    Of a symbol, one symbol with a row for each axis.
    """
    result = F("_npi_diag_indices_from", arr)
    return result if F.symbolic else tuple(result)


# -- joining ----------------------------------------------------------------------------------------------------------


def concatenate(F: Any, seq: Any, axis: int | None = 0, out: Any = None) -> Any:
    """Return arrays of one type joined along ``axis``; flat, where that is None."""
    return F("_npi_concatenate", *_arrays(F, seq), axis=axis, out=out)


def append(F: Any, arr: Any, values: Any, axis: int | None = None) -> Any:
    """Return ``values`` joined to the end of ``arr`` along ``axis``; both flat, where that is None."""
    return concatenate(F, [arr, values], axis)


def stack(F: Any, arrays: Any, axis: int = 0, out: Any = None) -> Any:
    """Return arrays of one shape joined along a new axis."""
    return F("_npi_stack", *_arrays(F, arrays), axis=axis, out=out)


def vstack(F: Any, arrays: Any, out: Any = None) -> Any:
    """Return arrays joined along the first axis, vectors being rows."""
    return F("_npi_vstack", *_arrays(F, arrays), out=out)


def row_stack(F: Any, arrays: Any) -> Any:
    """Return arrays joined along the first axis, vectors being rows."""
    return F("_npi_vstack", *_arrays(F, arrays))


def hstack(F: Any, arrays: Any) -> Any:
    """Return arrays joined along the second axis, vectors along their only one."""
    return F("_npi_hstack", *_arrays(F, arrays))


def dstack(F: Any, arrays: Any) -> Any:
    """Return arrays joined along the third axis."""
    return F("_npi_dstack", *_arrays(F, arrays))


def column_stack(F: Any, tup: Any) -> Any:
    """Return a matrix whose columns are vectors, or those of matrices."""
    return F("_npi_column_stack", *_arrays(F, tup))


def _arrays(F: Any, arrays: Any) -> list[Any]:
    """Return what is to be joined: a sequence, or one array whose first axis is taken apart."""
    return list(arrays)


for _function in (concatenate, stack, vstack, row_stack, hstack, dstack, column_stack):
    _function.joins = True  # type: ignore[union-attr]


# -- splitting ---------------------------------------------------------------------------------------------------------


def split(F: Any, ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return a list of parts along ``axis``: so many equal ones, or those between the indices."""
    if not F.symbolic and not -ary.ndim <= axis < ary.ndim:
        raise MXNetAxisError(f"split: axis {axis} of an array with {ary.ndim}")
    if isinstance(indices_or_sections, (int, np.integer)):
        _check_equal(F, ary, indices_or_sections, axis)
    return _parts(F, ary, indices_or_sections, axis)


def array_split(F: Any, ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Return a list of parts along ``axis`` as :func:`split`; where it does not divide, the first ones are longer."""
    return _parts(F, ary, indices_or_sections, axis)


def vsplit(F: Any, ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the first axis."""
    _need_axes(F, ary, 2, "vsplit")
    return split(F, ary, indices_or_sections, 0)


def hsplit(F: Any, ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the second axis, of a vector along its only one."""
    _need_axes(F, ary, 1, "hsplit")
    if not F.symbolic:
        return split(F, ary, indices_or_sections, min(1, ary.ndim - 1))
    return _named_split(F, "_npi_hsplit", ary, indices_or_sections, 1)


def dsplit(F: Any, ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the third axis."""
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
    """Return the values in another data type, the array itself where it has that type and ``copy`` is False."""
    F.expect("x", x)
    return F.cast(x, dtype, copy)


# -- what 1.9.1 leaves to NumPy, or lacks -----------------------------------------------------------------------------


def unstack(F: Any, x: Any, axis: int = 0) -> Any:
    """Return the parts along an axis, a tuple. A symbol, whose lengths are not known, is refused."""
    if F.symbolic:
        raise Unsupported("unstack: the lengths of a symbol are not known: use split, which takes their number")
    if not -x.ndim <= axis < x.ndim:
        raise MXNetAxisError(f"unstack: axis {axis} of an array with {x.ndim}")
    count = x.shape[axis]
    parts = F("_npi_split", x, indices=[], axis=axis, squeeze_axis=True, sections=count) if count else ()
    return (parts,) if F.is_array(parts) else tuple(parts)


def block(F: Any, arrays: Any) -> Any:
    """Return an array put together of nested lists of blocks: the innermost are joined along the last axis."""
    leaves: list[Any] = []

    def numbers(value: Any) -> Any:
        if isinstance(value, list):
            return [numbers(item) for item in value]
        if not F.is_array(value):
            raise TypeError(f"block: expected nested lists of arrays, got {type(value).__name__}")
        leaves.append(value)
        return len(leaves) - 1

    nesting = str(numbers(arrays))
    return F("_npi_block", *leaves, nesting=nesting)


def broadcast_arrays(F: Any, *args: Any) -> Any:
    """Return the arrays broadcast to the shape that all of them fit, a list; ValueError where there is none."""
    return _listed(F, F("_npi_broadcast_arrays", *args)) if args else []


def meshgrid(F: Any, *xi: Any, **kwargs: Any) -> Any:
    """Return the coordinates of a grid along axes ``xi``, a list: one array of the grid's shape for each.

    ``indexing='xy'`` exchanges the first two axes of the grid, ``'ij'`` does not. ``sparse`` and ``copy`` take their
    defaults only (NotImplementedError).
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
WITH_NUMPY = [of_operator("rollaxis(a, axis, start=0)", beside=True)]
FUNCTIONS = [
    astype, matrix_transpose, unstack, block, broadcast_arrays, meshgrid, swapaxes, broadcast_to, ravel, tile, flip,
    diag_indices_from, concatenate, append, stack, vstack, row_stack, hstack, dstack, column_stack, split, array_split,
    vsplit, hsplit, dsplit, of_operator("expand_dims(a, axis)"), of_operator("rot90(m, k=1, axes=(0, 1))"),
    of_operator("tril(m, k=0)"), of_operator("triu(m, k=0)"), of_operator("flipud(m)", "_npi_flip", axis=0),
    of_operator("fliplr(m)", "_npi_flip", axis=1), *WITH_NUMPY,
]  # fmt: skip
