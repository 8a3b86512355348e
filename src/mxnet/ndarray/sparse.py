"""``mx.nd.sparse``: arrays in sparse storage, the functions that make them, and the operators of that name."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ..base import NDArrayHandle, NotSupportedForSparseNDArray, numeric_types  # noqa: F401  (imported by programs)
from ..core.context import Context, current_context  # noqa: F401
from ..core.dtypes import PRIVATE as _PRIVATE
from ..core.errors import MXNetError
from ..core.interruptions import explained
from ..core.naming import named
from ..core.params import hidden
from ..eager.arithmetic import ARITHMETIC
from ..kernels import sparse as _values
from ..ops import elementwise_texts as texts
from . import creation as _dense
from ._call import operators as _operators
from .ndarray import NDArray
from .sparse_arrays import BaseSparseNDArray, CSRNDArray, RowSparseNDArray, _pair

if TYPE_CHECKING:
    from .._stubs.nd_sparse import *
    from ..ops.elementwise_table import Binary
else:  # checkers know the names from the stubs
    _operator, __dir__ = _operators(globals(), "sparse")

    def __getattr__(name: str) -> Any:
        if name in _PRIVATE:
            return _PRIVATE[name]
        return _operator("retain" if name == "gs_retain" else name)


_CLASSES = {"row_sparse": RowSparseNDArray, "csr": CSRNDArray}
_INTS = (int, np.integer)
#: how many elements an array may have, those that are not stored included: positions fit into int64
_MOST = (1 << 62) - 1


def csr_matrix(arg1: Any, shape: Any = None, ctx: Context | None = None, dtype: Any = None) -> CSRNDArray:
    """Return a new :class:`CSRNDArray`: a matrix of which each row stores its elements that are not zero.

    Parameters
    ----------
    arg1 : tuple, array or nested lists
        What it is made of:

        - ``(data, indices, indptr)``: the elements row by row, their columns, and where each row begins among them
          (one number more than there are rows);
        - ``(data, (row, col))``: the elements and their places, in any order;
        - ``(M, N)``, a shape: nothing is stored;
        - a CSRNDArray, a SciPy ``csr_matrix``, or what makes a dense array of two axes.
    shape : tuple of two ints
        The shape; None: it follows from the indices.
    ctx
        The device; None: the current one.
    dtype
        The data type; None: that of the NDArray or NumPy array given, else float32; of ``(data, (row, col))`` the one
        that NumPy gives the data.

    Returns
    -------
    A CSRNDArray. The three arrays are taken as they are: ``check_format`` looks at them, and operators refuse wrong
    ones.

    Raises
    ------
    ValueError
        For another shape than ``shape``, and for what does not fit together.

    Examples
    --------
    >>> x = mx.nd.sparse.csr_matrix(([1, 2, 3], [1, 0, 2], [0, 1, 3]), shape=(2, 3))
    >>> print(x.asnumpy())
    [[0. 1. 0.]
     [2. 0. 3.]]
    >>> y = mx.nd.sparse.csr_matrix(([1, 2], ([0, 1], [2, 0])), shape=(2, 3))
    >>> print(y.indices.asnumpy(), y.indptr.asnumpy())
    [2 0] [0 1 2]
    """
    if isinstance(arg1, tuple):
        if len(arg1) == 2:
            if isinstance(arg1[1], tuple):
                return _csr_from_places(arg1[0], *arg1[1], shape, ctx, dtype)
            return _zeros_of("csr", arg1, shape, ctx, dtype)
        if len(arg1) == 3:
            if isinstance(arg1[0], _INTS):
                raise IndexError(f"csr_matrix: a shape has two axes, got {arg1}")
            return _csr_from_parts(*arg1, shape, ctx, dtype)
        raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
    if isinstance(arg1, RowSparseNDArray):
        raise ValueError("Unexpected input type: RowSparseNDArray")
    if isinstance(arg1, CSRNDArray) or _is_scipy_csr(arg1):
        _same_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    return _from_dense(arg1, "csr", shape, ctx, dtype)


def row_sparse_array(arg1: Any, shape: Any = None, ctx: Context | None = None, dtype: Any = None) -> RowSparseNDArray:
    """Return a new :class:`RowSparseNDArray`: an array that stores some of its rows; the others are zeros.

    Parameters
    ----------
    arg1 : tuple, array or nested lists
        What it is made of:

        - ``(data, indices)``: the rows, and their positions in ascending order;
        - a shape: nothing is stored;
        - a RowSparseNDArray, or what makes a dense array.
    shape : tuple of ints
        The shape; None: it follows from the indices.
    ctx
        The device; None: the current one.
    dtype
        The data type; None: that of the NDArray or NumPy array given, else float32.

    Returns
    -------
    A RowSparseNDArray. The two arrays are taken as they are: ``check_format`` looks at them, and operators refuse wrong
    ones.

    Raises
    ------
    ValueError
        For another shape than ``shape``.

    Examples
    --------
    >>> x = mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [0, 2]), shape=(4, 2))
    >>> print(x.asnumpy())
    [[1. 2.]
     [0. 0.]
     [3. 4.]
     [0. 0.]]
    """
    if isinstance(arg1, tuple):
        if len(arg1) < 2:
            raise ValueError(f"Unexpected length of input tuple: {len(arg1)}")
        if len(arg1) > 2 or isinstance(arg1[0], _INTS):
            return _zeros_of("row_sparse", arg1, shape, ctx, dtype)
        return _rows_from_parts(*arg1, shape, ctx, dtype)
    if isinstance(arg1, CSRNDArray):
        raise ValueError("Unexpected input type: CSRNDArray")
    if isinstance(arg1, RowSparseNDArray):
        _same_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    return _from_dense(arg1, "row_sparse", shape, ctx, dtype)


def array(source_array: Any, ctx: Context | None = None, dtype: Any = None) -> Any:
    """Return a copy of an array in sparse storage, or of a SciPy ``csr_matrix`` (put in order, repeated places summed).

    Parameters
    ----------
    source_array
        The array.
    ctx
        The device; None: the current one.
    dtype
        The data type; None: that of ``source_array``.

    Returns
    -------
    An array in the same storage.

    Raises
    ------
    ValueError
        For other sources: see :func:`mxnet.nd.array`.

    Examples
    --------
    >>> import scipy.sparse
    >>> mx.nd.sparse.array(scipy.sparse.csr_matrix([[0, 2.], [0, 0]]))
    <BLANKLINE>
    <CSRNDArray 2x2 @cpu(0)>
    """
    where = _dense._context_of(ctx)
    if isinstance(source_array, BaseSparseNDArray):
        return _dense._copied(source_array, where, source_array._t.dtype if dtype is None else _dense._dtype(dtype))
    assert not isinstance(source_array, NDArray), (
        "Please use `tostype` to create RowSparseNDArray or CSRNDArray from an NDArray"
    )
    if _is_scipy_csr(source_array):
        source = source_array.copy()
        source.sum_duplicates()
        source.sort_indices()
        out_dtype = source.dtype if dtype is None else dtype
        parts = source.data, source.indices, source.indptr
        return _csr_from_parts(*parts, source.shape, where, out_dtype)
    if isinstance(source_array, (np.ndarray, np.generic)):
        raise ValueError(f"Please use mx.nd.array to create an NDArray with source_array of type {type(source_array)}")
    raise ValueError(f"Unexpected source_array type: {type(source_array)}")


def zeros(stype: str, shape: Any, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> Any:
    """Return an array of zeros, of which nothing is stored.

    Parameters
    ----------
    stype
        The storage: 'csr', 'row_sparse', or 'default' (dense).
    shape : tuple of ints
        The shape.
    ctx
        The device; None: the current one.
    dtype
        The data type; None: float32.
    **kwargs
        Further arguments are refused.

    Returns
    -------
    An array.

    Raises
    ------
    ValueError
        For a storage that there is not.

    Examples
    --------
    >>> mx.nd.sparse.zeros('row_sparse', (4, 2))
    <BLANKLINE>
    <RowSparseNDArray 4x2 @cpu(0)>
    """
    if stype == "default":
        return _dense._filled("zeros", 0, shape, ctx, dtype, kwargs)
    if stype not in _CLASSES:
        raise ValueError(f"unknown storage type: {stype}")
    for key in kwargs:
        if not hidden(key):
            raise MXNetError(f"Cannot find argument '{key}', in operator _zeros")
    where = _dense._context_of(ctx)
    _refuse_negative(shape)
    dims, out_dtype = _lengths(_dense.full_shape(tuple(shape), "zeros")), _dense._dtype(dtype)
    with explained(
        lambda error: MXNetError(f"zeros: there is not enough memory for a {stype} array of shape {dims}"), RuntimeError
    ):
        value = _values.empty(stype, dims, out_dtype, where.device_for(out_dtype))
    return _CLASSES[stype]._of(value, where)


def empty(stype: str, shape: Any, ctx: Context | None = None, dtype: Any = None) -> Any:
    """Return an array of zeros, of which nothing is stored.

    Parameters
    ----------
    stype
        The storage: 'csr' or 'row_sparse'.
    shape : int or tuple of ints
        The shape.
    ctx
        The device; None: the current one.
    dtype
        The data type; None: float32.

    Returns
    -------
    An array.

    See Also
    --------
    zeros : the same.

    Examples
    --------
    >>> mx.nd.sparse.empty('csr', (4, 2))
    <BLANKLINE>
    <CSRNDArray 4x2 @cpu(0)>
    """
    if stype not in _CLASSES:
        raise Exception(f"unknown stype : {stype}")  # as in 1.9.1
    return zeros(stype, (shape,) if isinstance(shape, _INTS) else shape, ctx, dtype)


# -- from parts -----------------------------------------------------------------------------------------------


def _is_scipy_csr(source: Any) -> bool:
    """Return whether it is a SciPy matrix in compressed rows; SciPy is not imported to find out."""
    return type(source).__module__.startswith("scipy.sparse") and getattr(source, "format", None) == "csr"


def _same_shape(actual: Any, expected: Any) -> None:
    if expected is not None and tuple(actual) != tuple(expected):
        raise ValueError(f"Shape mismatch: the source has shape {tuple(actual)}, shape={tuple(expected)} was asked for")


def _extent(indices: torch.Tensor, what: str = "indices") -> int:
    """Return the least length in which all of some indices are positions; ValueError for none, and negative ones."""
    if not indices.numel():
        raise ValueError(f"invalid shape: it does not follow from {what}, of which there are none")
    low, high = (int(n) for n in torch.aminmax(indices))
    if low < 0:
        raise ValueError(f"invalid shape: it does not follow from the negative index {low}")
    return high + 1


def _lengths(shape: Any) -> tuple[int, ...]:
    """Return a shape as integers; ValueError for dimensions that no array has."""
    result = tuple(map(operator.index, shape))
    if any(n < 0 for n in result) or math.prod(n or 1 for n in result) > _MOST:
        raise ValueError(f"invalid shape: {result} has a negative length, or more than {_MOST} elements")
    return result


def _refuse_negative(lengths: Sequence[Any]) -> None:
    """Raise OverflowError, as 1.9.1, for a negative length."""
    if any(isinstance(n, (int, np.integer)) and n < 0 for n in lengths):
        raise OverflowError(f"a negative length in shape {tuple(lengths)}")


def _zeros_of(stype: str, dims: tuple[Any, ...], shape: Any, ctx: Context | None, dtype: Any) -> Any:
    lengths = tuple(map(operator.index, dims))
    _same_shape(lengths, shape)
    _refuse_negative(lengths)
    return zeros(stype, lengths, ctx, dtype)


def _value_dtype(source: Any, dtype: Any) -> torch.dtype:
    """Return the dtype of new data: the given one, that of arrays, or float32."""
    if dtype is None and isinstance(source, NDArray):
        return source._t.dtype
    return _dense._dtype(dtype if dtype is not None else source.dtype if isinstance(source, np.ndarray) else None)


def _part(source: Any, dtype: torch.dtype, device: torch.device, copy: bool = True) -> torch.Tensor:
    if isinstance(source, NDArray):
        t = source._t if source._sparse is None else _values.checked(source._sparse).dense()
        return t.detach().to(device, dtype, copy=copy)
    return _dense._tensor_of(source, dtype).to(device)


def _values_of(source: Any, dtype: Any, ctx: Context, copy: bool = True) -> torch.Tensor:
    dtype = _value_dtype(source, dtype)
    return _part(source, dtype, ctx.device_for(dtype), copy)


def _csr_from_parts(data: Any, indices: Any, indptr: Any, shape: Any, ctx: Context | None, dtype: Any) -> CSRNDArray:
    where = _dense._context_of(ctx)
    numbers = _values_of(data, dtype, where)
    columns, starts = (_part(item, _values.INDEX, numbers.device) for item in (indices, indptr))
    if shape is None:
        shape = (len(starts) - 1, _extent(columns))
    shape = _lengths(shape)
    if len(shape) != 2 or numbers.dim() != 1 or columns.dim() != 1 or starts.dim() != 1:
        raise ValueError(
            f"invalid shape: csr_matrix of shape {shape} with data {tuple(numbers.shape)}, indices "
            f"{tuple(columns.shape)} and indptr {tuple(starts.shape)}"
        )
    if len(numbers) != len(columns):
        raise MXNetError(f"csr_matrix: {len(numbers)} elements of data with {len(columns)} indices")
    return CSRNDArray._of(_values.Csr(numbers, starts, columns, shape), where)


def _csr_from_places(data: Any, rows: Any, columns: Any, shape: Any, ctx: Context | None, dtype: Any) -> CSRNDArray:
    where = _dense._context_of(ctx)
    if not isinstance(data, NDArray):
        data = np.asarray(data)  # whose type is that of the result, as in SciPy
    numbers = _values_of(data, dtype, where)
    across, down = (_part(item, _values.INDEX, numbers.device) for item in (rows, columns))
    if not numbers.dim() == across.dim() == down.dim() == 1 or not len(numbers) == len(across) == len(down):
        raise ValueError(
            f"csr_matrix: data {tuple(numbers.shape)}, rows {tuple(across.shape)} and columns {tuple(down.shape)} have "
            "to be of one length"
        )
    if shape is None:
        shape = tuple(_extent(item, "rows and columns") for item in (across, down))
    shape = _lengths(shape)
    for what, result, length in (("row", across, shape[0]), ("column", down, shape[1])):
        if len(result) and (int(result.min()) < 0 or int(result.max()) >= length):
            raise ValueError(f"csr_matrix: a {what} index is out of range for {length} {what}s")
    positions, inverse = torch.unique(across * shape[1] + down, return_inverse=True)
    total = numbers.new_zeros(len(positions)).index_add_(0, inverse, numbers)
    width = max(shape[1], 1)
    rows = torch.div(positions, width, rounding_mode="floor")
    with explained(
        lambda error: MXNetError(f"csr_matrix: there is not enough memory for the rows of shape {shape}"), RuntimeError
    ):
        value = _values.csr_of_places(total, rows, positions % width, shape)
    return CSRNDArray._of(value, where)


def _rows_from_parts(data: Any, indices: Any, shape: Any, ctx: Context | None, dtype: Any) -> RowSparseNDArray:
    where = _dense._context_of(ctx)
    rows = _values_of(data, dtype, where)
    places = _part(indices, _values.INDEX, rows.device)
    if shape is None:
        shape = (_extent(places), *rows.shape[1:])
    shape = _lengths(shape)
    if rows.dim() != len(shape) or places.dim() != 1 or (not places.numel() and rows.numel()):
        raise ValueError(
            f"invalid shape: row_sparse_array of shape {shape} with data {tuple(rows.shape)} and indices "
            f"{tuple(places.shape)}"
        )
    if not places.numel():
        return RowSparseNDArray._of(_values.empty("row_sparse", shape, rows.dtype, rows.device), where)
    if len(rows) != len(places) or tuple(rows.shape[1:]) != shape[1:]:
        raise MXNetError(
            f"row_sparse_array: data of shape {tuple(rows.shape)} are not {len(places)} rows of an array of shape "
            f"{shape}"
        )
    return RowSparseNDArray._of(_values.Rows(rows, places, shape), where)


def _from_dense(source: Any, stype: str, shape: Any, ctx: Context | None, dtype: Any) -> Any:
    where = _dense._context_of(ctx)
    try:
        values = _values_of(source, dtype, where, copy=False)
    except TypeError as error:
        raise TypeError(f"source_array must be array like object: {error}") from None
    if stype == "csr" and values.dim() != 2:
        raise ValueError(
            f"To convert to a CSR, the NDArray should be 2 Dimensional. Current shape is {tuple(values.shape)}"
        )
    if not values.dim():
        raise MXNetError(f"{stype}: an array without axes has no rows")
    _same_shape(tuple(values.shape), shape)
    if isinstance(source, NDArray) and source._slot:
        return _dense._copied(source, where, values.dtype).tostype(stype)
    return _CLASSES[stype]._of(_values.from_dense(values, stype), where)


# -- arithmetic -----------------------------------------------------------------------------------------------


def _arithmetic(row: Binary) -> Any:
    name = row.function
    method, mirrored = _pair(*row.arrays, *row.numbers)

    @named(name, texts.of_arrays_or_numbers(row, f"sparse.{name}"))
    def compute(lhs: Any, rhs: Any) -> Any:
        if isinstance(lhs, NDArray):
            return method(lhs, rhs)
        if isinstance(rhs, NDArray):
            return mirrored(rhs, lhs)
        return getattr(operator, row.special)(lhs, rhs)

    return compute


add, subtract, multiply, divide = (_arithmetic(row) for row in ARITHMETIC[:4])
