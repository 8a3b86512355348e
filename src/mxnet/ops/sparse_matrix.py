"""Products, look-ups, slices and sums of arrays in sparse storage."""

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.errors import MXNetError
from ..core.params import AtLeastOne, DType
from ..kernels import sparse
from ..registry import OPS, op
from . import indexing, linear, loss_layers, matrix, norm, reduce  # noqa: F401 # the operators

# -- dot ----------------------------------------------------------------------------------------------------------

_dot = OPS["dot"]


def _check_inner(lhs, rhs, p) -> None:
    inner = lhs.shape[0 if p.transpose_a else 1], rhs.shape[1 if p.transpose_b else 0]
    if len(rhs.shape) != 2 or len(lhs.shape) != 2 or inner[0] != inner[1]:
        raise MXNetError(f"dot: matrices that fit are expected, got {tuple(lhs.shape)} and {tuple(rhs.shape)}")


def weighted_rows(data, indices, indptr, table):
    """Return for each row of a csr matrix the sum of the table's rows that it names, times its elements."""
    if not len(indices) or not table.shape[1]:
        return table.new_zeros((len(indptr) - 1, table.shape[1])) + (data.sum() + table.sum()) * 0
    return F.embedding_bag(indices, table, indptr, mode="sum", per_sample_weights=data, include_last_offset=True)


def _times(x, table):
    """Return a csr matrix times a table, dense or row-sparse, of which only the rows in question are looked at."""
    if isinstance(table, sparse.Rows) and table.source is None and len(table.indices) == table.shape[0]:
        table = table.data
    if isinstance(table, sparse.Rows) or (table.requires_grad and indexing.wants_rows(table)):
        columns, inverse = torch.unique(x.indices, return_inverse=True)
        take = sparse.take_rows if isinstance(table, sparse.Rows) else indexing.rows_alone
        return weighted_rows(x.values, inverse, x.indptr, take(table, columns))
    return weighted_rows(x.values, x.indices, x.indptr, table)


def _transposed(x):
    """Return the transposed csr matrix, with the history of its data."""
    rows, columns = x.shape
    order = torch.argsort(x.indices, stable=True)
    return sparse.csr_of_places(x.values[order], x.indices[order], x.rows[order], (columns, rows))


def _dense_result(p) -> bool:
    return not p.transpose_b and not p.transpose_a and p.forward_stype in (None, "default")


def _gradient_of_right(grad, x, shape):
    """Return the rows of the gradient of the right matrix of a product, of a csr matrix and it, of a shape."""
    return sparse.Terms(grad.index_select(0, x.rows).mul_(x.data.unsqueeze(1)), x.indices, shape)


def _shape(table):
    return tuple(table.shape)


def _gradient_of_dot(b, call, p, grads):
    lhs, rhs = call.args
    if b.needs_gradient(rhs):
        shape = b.value(b.add_forward(call, _shape, rhs))
        b.add(rhs, b.call(_gradient_of_right, grads[0], b.value(lhs), shape), sparse.joined_rows)


@_dot.sparse(
    *("csr default|row_sparse", "default"),
    when=_dense_result,
    records="rows",
    gradients="default row_sparse",
    vjp=_gradient_of_dot,
)
def _(p, lhs, rhs):
    _check_inner(lhs, rhs, p)
    return _times(lhs, rhs)


def _transposed_to(storages):
    return lambda p: p.transpose_a and not p.transpose_b and p.forward_stype in storages


@_dot.sparse("csr default|row_sparse", "row_sparse", when=_transposed_to((None, "row_sparse")), records="rows")
def _(p, lhs, rhs):
    _check_inner(lhs, rhs, p)
    if isinstance(rhs, sparse.Rows) and rhs.source is None:  # only elements that meet a stored row make one
        met = torch.isin(lhs.rows, rhs.indices)
        lhs = sparse.csr_of_places(lhs.values[met], lhs.rows[met], lhs.indices[met], lhs.shape)
    columns, inverse = torch.unique(lhs.indices, return_inverse=True)
    compact = sparse.Csr(lhs.values, lhs.indptr, inverse, (lhs.shape[0], len(columns)), True)
    return sparse.Rows(_times(_transposed(compact), rhs), columns, (lhs.shape[1], rhs.shape[1]), True)


@_dot.sparse("csr default|row_sparse", "default", when=_transposed_to(("default",)), records="rows")
def _(p, lhs, rhs):
    _check_inner(lhs, rhs, p)
    return _times(_transposed(lhs), rhs)


@_dot.sparse(
    "default csr", "csr", when=lambda p: not (p.transpose_a or p.transpose_b) and p.forward_stype in (None, "csr"),
    records="rows",
)  # fmt: skip
def _(p, lhs, rhs):
    _check_inner(lhs, rhs, p)
    return _times(_transposed(rhs), lhs.t()).t()  # cast to csr as a whole: zeros have a gradient, too


@_dot.sparse(
    "default csr", "default", when=lambda p: not p.transpose_a and p.forward_stype == "default", records="rows"
)
def _(p, lhs, rhs):
    _check_inner(lhs, rhs, p)
    return _times(rhs if p.transpose_b else _transposed(rhs), lhs.t()).t()


@_dot.storages
def _(p, storages):
    if p.forward_stype is not None:
        return (p.forward_stype,)
    if list(storages) == ["default", "csr"] and not p.transpose_a:
        return ("csr",)
    return ("default",)


# -- look-ups -----------------------------------------------------------------------------------------------------


def _rows_of_tables(p, storages):
    return ("default", "row_sparse") if p.get("sparse_grad", True) else None


OPS["Embedding"].storages((), gradients=_rows_of_tables)


def _check_table(p, weight):
    shape = p.input_dim, p.output_dim
    if tuple(weight.shape) != shape:
        raise MXNetError(f"Embedding: expected weight of shape {shape}, got {tuple(weight.shape)}")


def _gradient_of_table(grad, data, shape):
    return sparse.rows_of_gradient(grad, data.long(), shape)


def _gradient_of_look_up(b, call, p, grads):
    data, weight = call.args
    if b.needs_gradient(weight):
        shape = p.input_dim, p.output_dim
        b.add(weight, b.call(_gradient_of_table, grads[0], b.value(data), shape), sparse.joined_rows)


@OPS["Embedding"].sparse("default row_sparse", "default", records="rows", vjp=_gradient_of_look_up)
def looked_up(p, data, weight):
    """Return rows of a row-sparse table at the positions ``data``."""
    _check_table(p, weight)
    if weight.source is None and weight.stores_all:
        return indexing.look_up_rows(torch_compat.embedding, weight.data, data, p.input_dim)
    where = indexing.positions_of_rows(data, p.input_dim)
    return sparse.take_rows(weight, where.reshape(-1)).reshape(*where.shape, p.output_dim)


def _looked_up_in_dense(p, data, weight):
    """Do the same in a dense table whose gradient is row-sparse."""
    _check_table(p, weight)
    return indexing.look_up_rows(indexing.rows_of, weight, data, p.input_dim)


OPS["Embedding"].sparse(
    "default default", "default", when=lambda p: p.sparse_grad, records=True, vjp=_gradient_of_look_up
)(_looked_up_in_dense)


@op("_contrib_SparseEmbedding", types=indexing.embedding_types, shapes=indexing.embedding_shapes)
def sparse_embedding(
    data,
    weight,
    *,
    input_dim: AtLeastOne,
    output_dim: AtLeastOne,
    dtype: DType = "float32",
    deterministic: bool = False,
):
    """Return the rows of a table at the positions ``data``, clipped to the range.

    The table's gradient is row-sparse where it is kept so.

    Parameters
    ----------
    data
        Positions, of any shape.
    weight
        The table, ``(input_dim, output_dim)``.
    input_dim
        The number of rows.
    output_dim
        The length of a row.
    dtype
        The type of a ``weight`` that nothing else determines.
    deterministic
        Without effect: it always is.

    Returns
    -------
    An array of shape ``data.shape + (output_dim,)``.

    See Also
    --------
    Embedding : with ``sparse_grad=True``, the form for new programs.

    Examples
    --------
    >>> table = mx.nd.array([[0, 0], [1, 10], [2, 20]])
    >>> print(mx.nd.contrib.SparseEmbedding(mx.nd.array([2, 1]), table, input_dim=3, output_dim=2).asnumpy())
    [[ 2. 20.]
     [ 1. 10.]]
    """
    return indexing.embedding.call(data, weight, input_dim=input_dim, output_dim=output_dim, sparse_grad=True)


sparse_embedding.storages((), gradients=_rows_of_tables)


sparse_embedding.sparse("default row_sparse", "default", records=True, vjp=_gradient_of_look_up)(looked_up)
sparse_embedding.sparse("default default", "default", records=True, vjp=_gradient_of_look_up)(_looked_up_in_dense)


@OPS["take"].sparse("csr default", "csr", when=lambda p: p.axis == 0 and p.mode != "raise", records="rows")
def _(p, x, indices):
    if indices.dim() != 1:
        raise MXNetError(f"take: rows of a csr array are taken by one axis of indices, got {tuple(indices.shape)}")
    return _rows_at(x, indexing.positions(indices, x.shape[0], p.mode))


def _rows_at(x, rows):
    """Return rows of a csr matrix."""
    counts = x.indptr.diff()[rows]
    indptr = sparse._sums(counts)
    offsets = torch.arange(int(indptr[-1]), device=rows.device) - torch.repeat_interleave(indptr[:-1], counts)
    positions = torch.repeat_interleave(x.indptr[rows], counts) + offsets
    return sparse.Csr(x.values[positions], indptr, x.indices[positions], (len(rows), x.shape[1]), True)


@OPS["slice"].sparse("csr", "csr", when=lambda p: tuple(p.step or ()) in ((), (None,), (1,)), records="rows")
def _(p, x):
    bounds = [slice(b, e).indices(n)[:2] for b, e, n in zip(p.begin, p.end, x.shape, strict=False)]
    if len(p.begin) > 2 or any(low >= high for low, high in bounds):
        raise MXNetError(f"slice: begin={p.begin}, end={p.end} leave nothing of an array of shape {x.shape}")
    (first, last), (left, right) = [*bounds, (0, x.shape[1])][:2]
    begin, end = int(x.indptr[first]), int(x.indptr[last])
    data, columns, indptr = x.values[begin:end], x.indices[begin:end], x.indptr[first : last + 1] - begin
    if (left, right) == (0, x.shape[1]):
        return sparse.Csr(data.clone(), indptr, columns.clone(), (last - first, right), True)
    keep = (columns >= left) & (columns < right)
    rows = torch.repeat_interleave(indptr.diff())
    return sparse.csr_of_places(data[keep], rows[keep], columns[keep] - left, (last - first, right - left))


@OPS["Concat"].sparse("csr", "csr", when=lambda p: p.dim == 0, records="rows")
def _(p, *matrices):
    if len({x.shape[1] for x in matrices}) > 1:
        raise MXNetError(f"concat: rows of one length are expected, got {[x.shape for x in matrices]}")
    counts = torch.cat([x.indptr.diff() for x in matrices])
    parts = torch.cat([x.values for x in matrices]), sparse._sums(counts), torch.cat([x.indices for x in matrices])
    return sparse.Csr(*parts, (sum(x.shape[0] for x in matrices), matrices[0].shape[1]), True)


# -- sums ---------------------------------------------------------------------------------------------------------


def _one_axis(p) -> bool:
    return not p.keepdims and not p.get("exclude", False) and p.axis in ((0,), (1,))


def _sums_along(x, data, axis):
    index, length = (x.indices, x.shape[1]) if axis == 0 else (x.rows, x.shape[0])
    return data.new_zeros(length).index_add(0, index, data)


OPS["sum"].sparse("csr", "default", when=_one_axis, records="rows")(lambda p, x: _sums_along(x, x.values, p.axis[0]))


@OPS["mean"].sparse("csr", "default", when=_one_axis, records="rows")
def _(p, x):
    return _sums_along(x, x.values, p.axis[0]) / x.shape[p.axis[0]]


@OPS["norm"].sparse("row_sparse|csr", "default", when=lambda p: p.axis is None and p.ord == 2, records="rows")
def _(p, x):
    return torch.linalg.vector_norm(x.values).reshape((1,) * (len(x.shape) if p.keepdims else 1))


@OPS["norm"].sparse("csr", "default", when=lambda p: p.axis in ((0,), (1,)) and not p.keepdims and p.ord == 2)
def _(p, x):
    return torch.sqrt(_sums_along(x, x.values * x.values, p.axis[0]))


# -- layers -------------------------------------------------------------------------------------------------------


@OPS["FullyConnected"].sparse("default row_sparse", "default", records="rows")
@OPS["FullyConnected"].sparse("default row_sparse default|row_sparse", "default", records="rows")
@OPS["FullyConnected"].sparse("default default row_sparse", "default", records="rows")
def _(p, data, weight, bias=None):
    dense = [x if x is None or isinstance(x, torch.Tensor) else sparse.densified(x) for x in (weight, bias)]
    if bias is not None and bias.shape == (p.num_hidden, 1):
        dense[1] = dense[1].reshape(-1)  # 1.9.1 takes it beside arrays in row-sparse storage alone
    keys = OPS["FullyConnected"].attrs
    return OPS["FullyConnected"].call(data, *dense, **{key: p[key] for key in keys})


for _name in ("LinearRegressionOutput", "LogisticRegressionOutput"):

    @OPS[_name].sparse("default csr", "default", records="rows")
    def _(p, data, label, op=OPS[_name]):
        return op.call(data, sparse.densified(label), **{key: p[key] for key in op.attrs})


@OPS["BatchNorm"].storages
def _(p, storages):
    if p.fix_gamma and any(storage != "default" for storage in storages):
        raise MXNetError("BatchNorm: fix_gamma=True is not supported for arrays in sparse storage")
    return ("default",) * 3
