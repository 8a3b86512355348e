"""Operators that take elements by position, or put them there.

Positions may have any data type; fractions are cut off. Out of range, they are clipped to the ends or wrapped
around (``mode``) where an operator has a choice.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF, number
from ..core.errors import MXNetError, MXNetIndexError
from ..core.interruptions import unless_interrupted
from ..core.params import AtLeastOne, Double, DType, Ints, Shape
from ..core.semantics import semantics
from ..core.shapes import known, unify
from ..core.tracing import traced
from ..kernels.choice import on_cpu
from ..kernels.embedding_rows import (
    added_gradient_of_table,
    gradient_of_table,
    is_looked_up,
    rows_alone,
    rows_of,
    wants_rows,
)
from ..kernels.softmax import clipped, minus_picked, picked
from ..registry import op
from ..registry.rules import dtype_attribute, gives
from ..registry.traits import Negated
from ._axes import check_range, nonzero, one_axis
from ._families import first_type, zero_gradient
from ._fast_paths import UseOperator


def positions(index: torch.Tensor, length: int, mode: str) -> torch.Tensor:
    """Return positions as int64, within ``0 ... length - 1``: clipped, wrapped around, or an error (``raise``)."""
    if mode == "clip":
        return clipped(index, length)
    integer = index if index.dtype is torch.int64 else index.long()
    if mode == "wrap":
        return torch.remainder(integer, length) if length else integer
    check_range(integer, 0, length - 1, "indices")
    return integer


def positions_of_rows(data: torch.Tensor, length: int, looks: bool = False) -> torch.Tensor:
    """Return positions in a row-sparse table, or one trained by rows, as int64; an error where one is out of range.

    ``looks``: on processors the look-up finds out, and :func:`look_up_rows` says it.
    """
    integer = data.long()
    if not (looks and on_cpu(integer)):
        check_range(integer, 0, length - 1, f"data, the positions in a row-sparse table of {length} rows")
    return integer


def look_up_rows(look_up: Callable[..., torch.Tensor], table: Any, data: torch.Tensor, length: int) -> torch.Tensor:
    """Return ``look_up(table, positions)``, PyTorch's look-up in all rows of a table, for positions of any type.

    Raises :class:`MXNetIndexError` where one is out of range.
    """
    where = positions_of_rows(data, length, looks=True)
    try:
        return look_up(table, where)
    except unless_interrupted(IndexError):
        positions_of_rows(where, length)
        raise


@op(
    "take",
    aliases=("_npi_take",),
    types=first_type,
    host_sync=lambda p: "check" if p.mode == "raise" else None,
    read_only=(1,),
)
def take(a, indices, *, axis: int = 0, mode: Literal["clip", "raise", "wrap"] = "clip"):
    """Return the slices of ``a`` at ``indices`` along ``axis``, which makes way for the axes of ``indices``.

    ``mode``: positions out of range are clipped, wrapped around, or raise :class:`MXNetError`.

    Parameters
    ----------
    a
        The array.
    indices
        Positions along the axis, whole numbers of any dtype.
    axis
        The axis whose slices are taken.
    mode
        What is done with positions out of range: 'clip' takes the nearest end, 'wrap' counts on from the beginning,
        'raise' raises an error.

    Returns
    -------
    An array of shape ``a.shape[:axis] + indices.shape + a.shape[axis+1:]``.

    Examples
    --------
    >>> a = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> print(mx.nd.take(a, mx.nd.array([0, 2])).asnumpy())
    [[1. 2.]
     [5. 6.]]
    >>> print(mx.nd.take(a, mx.nd.array([1]), axis=1).asnumpy())
    [[2.]
     [4.]
     [6.]]
    """
    axis = one_axis(axis, a.ndim)
    index = positions(indices, a.shape[axis], mode)
    if index.ndim == 1:
        return a.index_select(axis, index)
    return a.index_select(axis, index.reshape(-1)).reshape((*a.shape[:axis], *index.shape, *a.shape[axis + 1 :]))


@take.fast_path(records=True)  # positions out of range are an error here, and clipped by the operator
def _(p):
    axis = p.axis
    if p.mode != "clip":
        return None

    def call(a, indices):
        if indices.dim() != 1 or not on_cpu(a):
            raise UseOperator
        return a.index_select(axis, indices.long())

    return call


@take.shapes
def _(p, s, a, indices):
    axis = one_axis(p.axis, len(a))
    return (*a[:axis], *indices, *a[axis + 1 :])


def _batch_take_types(p: Any, t: Any) -> None:
    first_type(p, t)
    t.indices = "int32"


@op("batch_take", types=_batch_take_types, differentiable=False, read_only=(1,))
def batch_take(a, indices):
    """Return ``a[i, indices[i]]`` for every row i of a matrix; ``indices`` are int32, clipped to the row.

    Parameters
    ----------
    a
        A matrix.
    indices
        A column for each row, of int32.

    Returns
    -------
    An array of the shape of ``indices``.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> print(mx.nd.batch_take(x, mx.nd.array([0, 1, 0], dtype='int32')).asnumpy())
    [1. 4. 5.]
    """
    if indices.dtype is not torch.int32 and not indices.is_meta:  # an inference of shapes may not know the type
        raise MXNetError(f"batch_take: indices must be int32, got {NAME_OF_TORCH[indices.dtype]}")
    _check_batch_take(a.shape, indices.shape)
    return picked(a, indices.reshape(-1)).reshape(indices.shape)


@batch_take.fast_path
def _(p):
    def call(a, indices):
        if indices.dtype is not torch.int32 or a.dim() != 2 or indices.shape != a.shape[:1] or not on_cpu(a):
            raise UseOperator
        return a.gather(1, indices.long().unsqueeze_(1)).squeeze_(1)

    return call


@batch_take.shapes
def _(p, s, a, indices):
    if None not in (*a, *indices):
        _check_batch_take(a, indices)
        s.out[0] = indices


def _check_batch_take(a, indices):
    if len(a) < 2 or math.prod(a[:-1]) != math.prod(indices):
        raise MXNetError(f"batch_take: indices {list(indices)} are not one for each row of {list(a)}")


def _pick_shapes(p: Any, s: Any, data: Any) -> Any:
    if p.axis is None:
        raise MXNetError("pick: axis=None is not supported, an axis must be given")
    axis = one_axis(p.axis, len(data))
    rest = (*data[:axis], *data[axis + 1 :]) or (1,)
    keepdims_shape = (*data[:axis], 1, *data[axis + 1 :])
    s.index = keepdims_shape if s.index is not None and len(s.index) == len(data) else rest
    return keepdims_shape if p.keepdims else rest


@op("pick", aliases=("_npx_pick", "choose_element_0index"), types=first_type, shapes=_pick_shapes, read_only=(1,))
def pick(data, index, *, axis: int | None = -1, keepdims: bool = False, mode: Literal["clip", "wrap"] = "clip"):
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix.

    ``index`` has the shape of ``data`` without ``axis``, or with length 1 there.

    Parameters
    ----------
    data
        The array.
    index
        The positions along the axis.
    axis
        The axis; None: the array is taken as flat.
    mode
        What is done with positions out of range: 'clip' takes the nearest end, 'wrap' counts on from the beginning.

    Returns
    -------
    An array of the shape of ``index``, without the axis.

    Examples
    --------
    >>> print(mx.nd.pick(mx.nd.array([[1, 2, 3], [4, 5, 6]]), mx.nd.array([2, 0])).asnumpy())
    [3. 4.]
    """
    if axis is None:
        raise MXNetError("pick: axis=None is not supported, an axis must be given")
    if axis == -1 and mode == "clip" and index.dim() and index.shape == data.shape[:-1]:
        result = picked(data, index)
        return result if keepdims else result.squeeze(-1)
    axis = one_axis(axis, data.ndim)
    keepdims_shape = (*data.shape[:axis], 1, *data.shape[axis + 1 :])
    if index.shape != keepdims_shape and index.shape != (keepdims_shape[:axis] + keepdims_shape[axis + 1 :] or (1,)):
        one_hot = "; one-hot labels are no indices: sparse_label=False" if index.shape == data.shape else ""
        raise MXNetError(
            f"pick: index of shape {list(index.shape)} does not fit data {list(data.shape)}, axis {axis}: expected one "
            f"index for each {list(keepdims_shape[:axis] + keepdims_shape[axis + 1 :])}{one_hot}"
        )
    result = data.gather(axis, positions(index, data.shape[axis], mode).reshape(keepdims_shape))
    return result if keepdims or data.ndim == 1 else result.squeeze(axis)


@pick.fast_path(records=True)
def _(p):
    axis, keep = p.axis, p.keepdims
    if axis != -1 or p.mode != "clip":
        return None

    def call(data, index):
        if index.shape != data.shape[:-1] or data.dim() < 2 or not on_cpu(data):
            raise UseOperator
        result = data.gather(-1, index.long().unsqueeze(-1))
        return result if keep else result.squeeze_(-1)

    return call


@pick.negated
def _(p):
    return Negated(minus_picked, p.keepdims) if p.axis == -1 and p.mode == "clip" else None


@op("one_hot", aliases=("_npx_one_hot",), types=dtype_attribute, full_names=("input",), backward=zero_gradient)
def one_hot(indices, *, depth: int, on_value: Double = 1.0, off_value: Double = 0.0, dtype: DType = "float32"):
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere.

    An index out of range gives ``off_value`` everywhere.

    Parameters
    ----------
    indices
        The indices, of any shape.
    depth
        The length of the new axis.
    on_value
        The value at the index.
    off_value
        The value elsewhere.
    dtype
        The data type of the result.

    Returns
    -------
    An array ``indices.shape + (depth,)``.

    Examples
    --------
    >>> print(mx.nd.one_hot(mx.nd.array([1, 0, 2]), depth=3).asnumpy())
    [[0. 1. 0.]
     [1. 0. 0.]
     [0. 0. 1.]]
    """
    if depth < 0:
        raise MXNetError(f"depth: expected a length of 0 or more, got {depth}")
    out_dtype = TORCH_OF[dtype]
    on, off = number(on_value, out_dtype), number(off_value, out_dtype)
    hot = torch.full((*indices.shape, depth), off, dtype=out_dtype, device=indices.device)
    if depth == 0:
        return hot
    index = indices.long().unsqueeze(-1)
    check_range = index.clamp(0, depth - 1)
    scatter = hot.scatter if traced() else hot.scatter_
    return scatter(-1, check_range, torch.where(index == check_range, on, off).to(out_dtype))


one_hot.shapes(lambda p, s, indices: (*indices, p.depth) if p.depth >= 0 else None)


@one_hot.fast_path
def _(p):
    depth, on, off, dtype = p.depth, p.on_value, p.off_value, TORCH_OF[p.dtype]
    if depth < 1 or not dtype.is_floating_point:
        return None

    def call(indices):
        if not on_cpu(indices):
            raise UseOperator
        return torch.full((*indices.shape, depth), off, dtype=dtype).scatter_(-1, indices.long().unsqueeze_(-1), on)

    return call


def embedding_types(p: Any, t: Any) -> None:
    """Say that the result has the table's type; positions may be of any."""
    t.weight = t.out[0]
    t.out[0] = t.weight or p.dtype
    t.weight = t.out[0]


@op(
    "Embedding",
    aliases=("_npx_embedding", "_sparse_Embedding"),
    types=embedding_types,
    host_sync=lambda p: "check" if p.sparse_grad else None,
    read_only=(0,),
)
def embedding(
    data,
    weight,
    *,
    input_dim: AtLeastOne,
    output_dim: AtLeastOne,
    dtype: DType = "float32",
    sparse_grad: bool = False,
):
    """Return the rows of a table at the positions in ``data``.

    Parameters
    ----------
    data
        Positions, an array of any shape and dtype; whole numbers from 0 to ``input_dim - 1``.
    weight
        The table, ``(input_dim, output_dim)``.
    input_dim
        The number of rows: of words, users, items.
    output_dim
        The length of a row.
    dtype
        The type of a ``weight`` that nothing else determines.
    sparse_grad
        Whether the gradient of ``weight`` has only the rows that were read (row-sparse storage): for large tables. A
        position out of range is an error then, and where ``weight`` is row-sparse.

    Returns
    -------
    An array of shape ``data.shape + (output_dim,)``.

    See Also
    --------
    take : rows along any axis, with a choice for positions out of range.

    Examples
    --------
    >>> table = mx.nd.array([[0, 0], [1, 10], [2, 20]])
    >>> print(mx.nd.Embedding(mx.nd.array([2, 1]), table, input_dim=3, output_dim=2).asnumpy())
    [[ 2. 20.]
     [ 1. 10.]]
    """
    if tuple(weight.shape) != (input_dim, output_dim):
        raise MXNetError(f"Embedding: expected weight of shape {(input_dim, output_dim)}, got {tuple(weight.shape)}")
    if sparse_grad and weight.requires_grad and torch.is_grad_enabled() and wants_rows(weight):
        return look_up_rows(rows_alone, weight, data, input_dim)
    return rows_of(weight, positions(data, input_dim, "clip"))


@embedding.specialized
def _(p):
    shape = p.input_dim, p.output_dim
    operator = partial(embedding.call, input_dim=p.input_dim, output_dim=p.output_dim)
    if p.sparse_grad:
        return None

    def call(data, weight):
        if weight.shape == shape and not on_cpu(weight) and not wants_rows(weight):
            return F.embedding(clipped(data, shape[0]), weight)
        return operator(data, weight)

    return call


@embedding.fast_path(records=True)
def _(p):
    shape = p.input_dim, p.output_dim

    def call(data, weight):
        if weight.shape != shape or not is_looked_up(weight):
            raise UseOperator
        return torch_compat.embedding(weight, data.long())

    return call


def _to_table(gradient: Any, grad: torch.Tensor, data: torch.Tensor, length: int) -> torch.Tensor:
    """Return the gradient of a table of so many rows."""
    return gradient(grad, positions(data, length, "clip"), length)


@embedding.vjp
def _(b, call, p, grads):
    data, weight = call.args
    if b.needs_gradient(weight):  # only what is not added to others may be sparse
        gradient = gradient_of_table if b.is_argument_used_once(weight) else added_gradient_of_table
        b.add(weight, b.call(_to_table, gradient, grads[0], b.value(data), p.input_dim))


@embedding.shapes
def embedding_shapes(p, s):
    """Deduce the shapes of the table and of what is looked up."""
    s.weight = (p.input_dim, p.output_dim)
    if s.data is not None:
        s.out[0] = (*s.data, p.output_dim)


def _picked(name: str, indices: Sequence[int], shape: Sequence[int]) -> tuple[int, ...]:
    """Return the shape of what indices of a shape pick from data of a shape; raise where they do not fit."""
    if len(indices) < 2:
        raise MXNetError(f"{name} requires an index array with at least 2 axes, got {list(indices)}")
    if not 1 <= indices[0] <= len(shape):
        raise MXNetError(f"{name}: expected 1 to {len(shape)} indices, for the axes of the data, got {indices[0]}")
    return (*indices[1:], *shape[indices[0] :])


def _check_nd(name: str, indices: torch.Tensor, shape: Sequence[int]) -> None:
    _picked(name, indices.shape, shape)
    if not on_cpu(indices):
        for row, length in zip(indices, shape, strict=False):
            check_range(row, -length, length - 1, f"{name}: indices")


@op("gather_nd", aliases=("_npi_gather_nd", "_npx_gather_nd"), types=first_type, host_sync="check", read_only=(1,))
def gather_nd(data, indices):
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position.

    The result has the shape ``indices.shape[1:] + data.shape[m:]``. Negative positions count from the end; those
    out of range raise an error that is an ``IndexError`` too.

    Parameters
    ----------
    data
        The array.
    indices
        Positions, ``(n, ...)``: a column has the indices along the first n axes.

    Returns
    -------
    An array ``indices.shape[1:] + data.shape[n:]``.

    Examples
    --------
    >>> print(mx.nd.gather_nd(mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([[0, 1], [1, 0]])).asnumpy())
    [2. 3.]
    """
    _check_nd("gather_nd", indices, data.shape)
    try:
        return data[tuple(indices.long().unbind(0))]
    except IndexError as error:
        raise MXNetIndexError(f"gather_nd: {error}") from error


gather_nd.shapes(lambda p, s, data, indices: _picked("gather_nd", indices, data) if known(indices) else None)


@op("scatter_nd", types=first_type, host_sync="check", read_only=(1,))
def scatter_nd(data, indices, *, shape: Shape):
    """Return zeros of shape ``shape`` with ``data`` put at the positions ``indices``; see ``gather_nd``.

    Where positions repeat, one of their values is kept, and every one of them receives the gradient.

    Parameters
    ----------
    data
        The values, ``(M, ...)``.
    indices
        Positions, ``(n, M)``: a column has the indices of one value along the first n axes.
    shape
        The shape of the result.

    Returns
    -------
    An array, 0 where nothing is put.

    Examples
    --------
    >>> print(mx.nd.scatter_nd(mx.nd.array([7, 9]), mx.nd.array([[0, 1], [1, 0]]), shape=(2, 2)).asnumpy())
    [[0. 7.]
     [9. 0.]]
    """
    _check_nd("scatter_nd", indices, shape)
    unify(_picked("scatter_nd", indices.shape, shape), tuple(data.shape))
    return data.new_zeros(shape).index_put(tuple(indices.long().unbind(0)), data)


@scatter_nd.shapes
def _(p, s):
    if known(s.indices):
        s.data = _picked("scatter_nd", s.indices, p.shape)
    s.out[0] = p.shape


def _set_types(p, t):
    t.lhs = t.rhs = t.out[0] = next((item for item in (t.lhs, t.rhs, t.out[0]) if item is not None), None)


@op("_scatter_set_nd", aliases=("_npi_scatter_set_nd",), types=_set_types, differentiable=False, host_sync="check")
def _scatter_set_nd(lhs, rhs, indices, *, shape: Shape):
    """Return ``lhs``, of shape ``shape``, with ``rhs`` put at the positions ``indices``; see ``gather_nd``."""
    if tuple(lhs.shape) != shape:
        raise MXNetError(f"_scatter_set_nd: expected lhs of shape {shape}, got {tuple(lhs.shape)}")
    _check_nd("_scatter_set_nd", indices, lhs.shape)
    return lhs.index_put(tuple(indices.long().unbind(0)), rhs)


@_scatter_set_nd.shapes
def _(p, s):
    if known(s.indices):
        s.rhs = _picked("_scatter_set_nd", s.indices, p.shape)
    s.lhs = s.out[0] = p.shape


def _strides(shape: Shape) -> list[int]:
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


@op("_ravel_multi_index", aliases=("ravel_multi_index",), full_names=("input",))
def ravel_multi_index(data, *, shape: Shape = ()):
    """Return the flat position of each column of ``data``, an index of an array of shape ``shape``.

    Parameters
    ----------
    data
        The indices, ``(n, size)``: a column has those along n axes.
    shape
        The shape of the array of n axes; its first length does not matter and may be -1.

    Returns
    -------
    A vector in the dtype of ``data``.

    See Also
    --------
    unravel_index : the inverse.

    Examples
    --------
    >>> print(mx.nd.ravel_multi_index(mx.nd.array([[0, 1], [2, 0]]), shape=(2, 3)).asnumpy())
    [2. 3.]
    """
    if data.ndim != 2 or data.shape[0] != len(shape):
        raise MXNetError(
            f"ravel_multi_index: expected a matrix of {len(shape)} rows for shape {shape}, got {list(data.shape)}"
        )
    return sum(row * stride for row, stride in zip(data.long().unbind(0), _strides(shape), strict=True)).to(data.dtype)


@op("_unravel_index", aliases=("unravel_index",), full_names=("input",))
def unravel_index(data, *, shape: Shape = ()):
    """Return the index, in an array of shape ``shape``, of each flat position in ``data``.

    Parameters
    ----------
    data
        Flat positions.
    shape
        The shape of the array of n axes; its first length does not matter and may be -1.

    Returns
    -------
    An array ``(n, size)`` in the dtype of ``data``: a column has the index of one position. With MXNet 2's interface it
    is ``(n, *data.shape)``.

    See Also
    --------
    ravel_multi_index : the inverse.

    Examples
    --------
    >>> print(mx.nd.unravel_index(mx.nd.array([2, 3]), shape=(2, 3)).asnumpy())
    [[0. 1.]
     [2. 0.]]
    """
    flat, rows = data.long() if semantics.api == 2 else data.long().reshape(-1), []
    for stride in _strides(shape):
        rows.append(torch.div(flat, stride, rounding_mode="trunc"))
        flat = flat - rows[-1] * stride
    return torch.stack(rows).to(data.dtype)


@op("_contrib_index_copy", types=first_type, host_sync="check", read_only=(1,))
def index_copy(old_tensor, index_vector, new_tensor):
    """Return an array with some rows replaced.

    Parameters
    ----------
    old_tensor
        The array.
    index_vector
        The positions of the rows that are replaced.
    new_tensor
        The new rows, one for each position, at most as many as there are old ones.

    Returns
    -------
    A new array; ``old_tensor`` stays as it is.

    Examples
    --------
    >>> rows = mx.nd.array([[1, 2], [3, 4]])
    >>> print(mx.nd.contrib.index_copy(mx.nd.zeros((3, 2)), mx.nd.array([2, 0]), rows).asnumpy())
    [[3. 4.]
     [0. 0.]
     [1. 2.]]
    """
    if new_tensor.ndim and old_tensor.ndim and new_tensor.shape[0] > old_tensor.shape[0]:
        raise MXNetError(f"index_copy: {new_tensor.shape[0]} new rows for {old_tensor.shape[0]} old ones")
    check_range(index_vector, 0, len(old_tensor) - 1, "index_vector", looks=True)
    return old_tensor.index_copy(0, index_vector.long(), new_tensor)


@op("_contrib_boolean_mask", aliases=("_npi_boolean_mask",), types=first_type, host_sync="shape", read_only=(1,))
def boolean_mask(data, index, *, axis: int = 0):
    """Return the rows of ``data`` where a vector is not 0. The shape depends on the values, so a graph cannot infer it.

    Parameters
    ----------
    data
        The array.
    index
        A number for each row: 0 leaves it out.
    axis
        Only 0.

    Returns
    -------
    An array with as many rows as ``index`` has numbers other than 0.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]])
    >>> print(mx.nd.contrib.boolean_mask(x, mx.nd.array([1, 0, 1])).asnumpy())
    [[1. 2.]
     [5. 6.]]
    """
    if axis != 0:
        raise MXNetError("boolean_mask: only axis 0 is supported")
    if index.ndim != 1 or index.shape[0] != data.shape[0]:
        raise MXNetError(f"boolean_mask: index {list(index.shape)} does not fit data {list(data.shape)}")
    return data.index_select(0, nonzero(index).squeeze(1))


boolean_mask.shapes(lambda p, s, data: (None, *data[1:]))


@op("fill_element_0index", types=first_type, host_sync="check")
def fill_element_0index(lhs, mhs, rhs):
    """Return the matrix ``lhs`` with ``lhs[i, rhs[i]]`` replaced by ``mhs[i]`` for every row i.

    Parameters
    ----------
    lhs
        The matrix.
    mhs
        The new values, one for each row.
    rhs
        The columns, one for each row.

    Returns
    -------
    A matrix of the shape and dtype of ``lhs``.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3))
    >>> print(mx.nd.fill_element_0index(x, mx.nd.array([7, 9]), mx.nd.array([0, 2])).asnumpy())
    [[7. 0. 0.]
     [0. 0. 9.]]
    """
    if lhs.ndim != 2 or not tuple(rhs.shape) == tuple(mhs.shape) == (lhs.shape[0],):
        raise MXNetError(
            f"fill_element_0index: expected a matrix and a value and a position for each row, got {list(lhs.shape)}, "
            f"{list(mhs.shape)} and {list(rhs.shape)}"
        )
    check_range(rhs, 0, lhs.shape[1] - 1, "rhs", looks=True)
    return lhs.scatter(1, rhs.long().reshape(-1, 1), mhs.reshape(-1, 1))


@op("_onehot_encode", types=lambda p, t: t.rhs)
def _onehot_encode(lhs, rhs):
    """Return 1 at the positions ``lhs``, one for each row, and 0 elsewhere, in the shape and type of ``rhs``."""
    if lhs.ndim != 1 or rhs.ndim != 2 or len(lhs) != len(rhs):
        raise MXNetError(f"_onehot_encode: positions {list(lhs.shape)} do not fit rows {list(rhs.shape)}")
    chosen = lhs.long().reshape(-1, 1) == torch.arange(rhs.shape[1], device=lhs.device)
    return chosen.to(rhs.dtype)


@op("_contrib_index_array", full_names=("outputs",), types=gives("int64"))
def index_array(data, *, axes: Ints | None = None):
    """Return the index of every element of ``data``, or only its part for ``axes``, as last axis, in int64.

    Parameters
    ----------
    data
        The array whose shape is taken.
    axes
        The axes whose indices are wanted, in their order; None: all.

    Returns
    -------
    An array of int64, ``data.shape + (count of axes,)``.

    Examples
    --------
    >>> print(mx.nd.contrib.index_array(mx.nd.zeros((2, 2))).asnumpy().tolist())
    [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    """
    chosen = range(data.ndim) if axes is None else [one_axis(a, data.ndim) for a in axes]
    parts = []
    if not chosen:
        return torch.zeros((*data.shape, 0), dtype=torch.int64, device=data.device)
    for axis in chosen:
        steps = torch.arange(data.shape[axis], device=data.device)
        parts.append(steps.reshape([-1 if i == axis else 1 for i in range(data.ndim)]).expand(data.shape))
    return torch.stack(parts, -1)
