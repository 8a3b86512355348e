"""Operators about storage itself: casts between storages, and what only sparse arrays have."""

from typing import Literal

import torch

from ..core.autograd_functions import save_object, saved_object
from ..core.errors import MXNetError
from ..core.params import OptShape
from ..kernels import sparse
from ..registry import op
from ..registry.rules import elementwise, gives
from ._axes import check_range, reduction_axes
from ._families import first_type

Storage = Literal["csr", "default", "row_sparse"]


def copied(p, x):
    """Return a sparse value with data of its own."""
    return x.replace(x.values.clone())


@op("cast_storage", aliases=("_sparse_cast_storage",), shapes=elementwise, view=True)
def cast_storage(data, *, stype: Storage):
    """Return ``data`` in storage ``stype``: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'`` (of two axes).

    Rows, or elements, that are zero are not stored. One sparse storage cannot become the other.

    Parameters
    ----------
    stype
        The storage: 'default' (dense), 'row_sparse', or 'csr' for two axes.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Raises
    ------
    MXNetError
        Where one sparse storage should become the other.

    Examples
    --------
    >>> x = mx.nd.array([[0, 0], [1, 0], [0, 0]])
    >>> rows = mx.nd.cast_storage(x, 'row_sparse')
    >>> rows
    <BLANKLINE>
    <RowSparseNDArray 3x2 @cpu(0)>
    >>> print(rows.indices.asnumpy())
    [1]
    """
    return data


@cast_storage.storages
def _(p, storages):
    if p.stype != "default" and storages[0] not in ("default", p.stype):
        raise MXNetError(f"cast_storage: storage {storages[0]} cannot become {p.stype}")
    return (p.stype,)


for _to in ("row_sparse", "csr"):
    cast_storage.sparse(_to, "default", when=lambda p: p.stype == "default", records=True)(
        lambda p, x: sparse.densified(x)
    )
    cast_storage.sparse(_to, _to, when=lambda p, to=_to: p.stype == to, gradients=_to)(copied)
    cast_storage.sparse("default", _to, when=lambda p, to=_to: p.stype == to, gradients=_to)(
        lambda p, x: sparse.from_dense(x, p.stype)
    )


@op("_sparse_retain", types=first_type, shapes=first_type)
def sparse_retain(data, indices):
    """Return a row-sparse array that has some rows of another, and only them; those not stored are zeros.

    The gradient is the head gradient's rows there.

    Parameters
    ----------
    data
        A row-sparse array.
    indices
        The positions of the rows.

    Returns
    -------
    A row-sparse array of the shape of ``data``.

    Raises
    ------
    MXNetError
        For positions out of range, and for arrays in another storage.

    Examples
    --------
    >>> x = mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [0, 2]), shape=(4, 2))
    >>> print(mx.nd.sparse.retain(x, mx.nd.array([2])).asnumpy())
    [[0. 0.]
     [0. 0.]
     [3. 4.]
     [0. 0.]]
    """
    if data.device.type != "meta":
        raise MXNetError("_sparse_retain takes an array in row_sparse storage")
    return torch.empty_like(data)


@sparse_retain.sparse("row_sparse default", "row_sparse", records=True, gradients="row_sparse default")
def _(p, data, indices):
    rows = indices.reshape(-1).to(sparse.INDEX)
    check_range(rows, 0, data.shape[0] - 1, "_sparse_retain: indices")
    return sparse.Rows(sparse.take_rows(data, rows), rows, data.shape)


@op("_square_sum", amp="full")
def square_sum(data, *, axis: OptShape = None, keepdims: bool = False, exclude: bool = False):
    """Return the sums of squares of a row-sparse matrix along ``axis`` 0 or 1.

    With ``axis=1, keepdims=True`` the result is row-sparse. Raises :class:`MXNetError` for other storages.

    Parameters
    ----------
    data
        A row-sparse matrix.

    Returns
    -------
    An array in the dtype of ``data``.
    """
    axes = _axes_of(axis, exclude, data.dim())
    if data.device.type != "meta":
        raise MXNetError("_square_sum takes an array in row_sparse storage, along axis 0 or 1")
    return torch.square(data).sum(axes, keepdim=keepdims)


def _axes_of(axis, exclude: bool, ndim: int) -> list[int]:
    axes = reduction_axes(axis, ndim, exclude)
    return list(range(ndim) if axes is None else axes)


def _one_axis(axis: int, keeps: bool | None = None):
    def holds(p):
        return _axes_of(p.axis, p.exclude, 2) == [axis] and keeps in (None, p.keepdims)

    return holds


def _gradient_of_squares(grad, x):
    """Return the gradient of an array, given that of the sums of squares of its rows: only rows that this has."""
    return sparse.Rows(x.rows_at(grad.indices).mul_(grad.data).mul_(2), grad.indices, x.shape, True)


class _SquareSums(torch.autograd.Function):
    """The stand-in of the sums of squares of rows, as a function of that of the array."""

    @staticmethod
    def forward(ctx, source, x, sums):
        save_object(ctx, x)
        return sparse.stand_in(sums)

    @staticmethod
    def backward(ctx, grad):
        x = saved_object(ctx)
        rows = sparse.from_coo(grad, "row_sparse") if grad.is_sparse else sparse.all_rows(grad)
        rows = _gradient_of_squares(rows, x)
        return sparse.coo_rows(rows.indices, rows.data, x.shape), None, None


def _vjp_of_squares(b, call, p, grads):
    (x,) = call.args
    b.add(x, b.call(_gradient_of_squares, grads[0], b.value(x)), sparse.joined_rows)


@square_sum.sparse(
    "row_sparse", "row_sparse", when=_one_axis(1, True), records=True, gradients="row_sparse", vjp=_vjp_of_squares
)
def _(p, x):
    sums = sparse.Rows(torch.square(x.data).sum(1, keepdim=True), x.indices, (x.shape[0], 1), True)
    if x.source is not None:
        sums.source = _SquareSums.apply(x.source, x, sums)
    return sums


@square_sum.sparse("row_sparse", "default", when=_one_axis(1, False), records=True, gradients="row_sparse")
def _(p, x):
    sums = torch.square(x.values).sum(1)
    return sums.new_zeros(x.shape[0]).index_copy(0, x.indices, sums)


@square_sum.sparse("row_sparse", "default", when=_one_axis(0), records=True, gradients="row_sparse")
def _(p, x):
    return torch.square(x.values).sum(0, keepdim=p.keepdims)


@op("_contrib_getnnz", types=gives("int64"))
def getnnz(data, *, axis: int | None = None):
    """Return how many elements a csr array stores: ``(1,)``, or with ``axis=1`` in each row; int64.

    Parameters
    ----------
    data
        A csr array.
    axis
        None: of the whole array; 1: of each row.

    Returns
    -------
    An array of int64, ``(1,)`` or one number for each row.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [2, 3]]).tostype('csr')
    >>> print(mx.nd.contrib.getnnz(x).asnumpy(), mx.nd.contrib.getnnz(x, axis=1).asnumpy())
    [3] [1 2]
    """
    if axis not in (None, 1):
        reason = "is not supported yet" if axis == 0 else "does not exist: None, 0 and 1 do"
        raise MXNetError(f"getnnz with axis = {axis} {reason}")
    if data.device.type != "meta":
        raise MXNetError("getnnz takes an array in csr storage")
    return torch.empty(1 if axis is None else data.shape[0], dtype=torch.int64, device=data.device)


@getnnz.sparse("csr", "default")
def _(p, x):
    getnnz(torch.empty(x.shape, device="meta"), axis=p.axis)  # checks the axis
    return x.indptr.diff() if p.axis == 1 else x.indptr[-1:].clone()
