"""Element-wise operators on arrays in sparse storage: which keep zeros zero, and so compute what is stored alone.

The combinations are those of MXNet 1.9.1; of the others dense arrays are made.
"""

import torch

from ..core.errors import MXNetError
from ..kernels import sparse
from ..registry import OPS
from . import binary, elementwise, elementwise_attrs, scalar  # noqa: F401 # the operators
from .elementwise_table import BINARY, KEEPS_ZERO, RECORDED, SPARSE_GRADIENT, TO_BOOL, UNARY
from .storage import copied

_SPARSE = ("row_sparse", "csr")


# -- of one array -------------------------------------------------------------------------------------------------


def _of_stored(op):
    return lambda p, x: x.replace(op.call(x.values))


#: how stored values are computed -> what the form says of recorded calls and gradients in a storage
_FORMS = {
    KEEPS_ZERO: lambda storage: {},
    SPARSE_GRADIENT: lambda storage: {"gradients": storage},
    RECORDED: lambda storage: {"gradients": storage, "records": True},
}
for _row in UNARY:
    if _row.sparse in _FORMS:
        for _stype in _SPARSE:
            OPS[_row.name].sparse(_stype, _stype, **_FORMS[_row.sparse](_stype))(_of_stored(OPS[_row.name]))
for _stype in _SPARSE:
    for _name in ("_copy", "make_loss", "BlockGrad", "_copyto"):
        OPS[_name].sparse(_stype, _stype, gradients=None if _name == "make_loss" else _stype)(copied)
    OPS["zeros_like"].sparse(_stype, _stype, gradients=_stype)(
        lambda p, x: sparse.empty(x.storage, x.shape, x.data.dtype, x.data.device)
    )
    OPS["_identity_with_attr_like_rhs"].sparse(f"{_stype} {_stype}", _stype)(lambda p, x, like: copied(p, x))
    OPS["_identity_with_attr_like_rhs"].sparse(f"{_stype} default", "default")(lambda p, x, like: sparse.densified(x))
OPS["_identity_with_attr_like_rhs"].storages(lambda p, storages: (storages[1],))


@OPS["clip"].sparse("row_sparse", "row_sparse", records=True)
@OPS["clip"].sparse("csr", "csr", records=True)
def _clip(p, x):
    """Clip what is stored; 1.9.1 refuses bounds that do not leave zeros zero. Zeros have a gradient, too."""
    if not p.a_min <= 0 <= p.a_max:
        raise MXNetError(f"clip: zeros of a {x.storage} array would become others with bounds {p.a_min} and {p.a_max}")
    bounds = {"a_min": p.a_min, "a_max": p.a_max}
    if x.source is not None:
        return OPS["clip"].call(sparse.densified(x), **bounds)
    return x.replace(OPS["clip"].call(x.data, **bounds))


# -- of an array and a number -------------------------------------------------------------------------------------


def _with_number(op):
    attributes = tuple(op.attrs)
    return lambda p, x: x.replace(op.call(x.values, **{key: p[key] for key in attributes}))


def _densely(op):
    attributes = tuple(op.attrs)
    return lambda p, x: op.call(sparse.densified(x), **{key: p[key] for key in attributes})


for _row in BINARY:
    if not _row.classic or _row.number is None or _row.number.keeps_zero is None:
        continue
    _name, _keeps = _row.numbers[0], _row.number.keeps_zero
    for _stype in _SPARSE:
        OPS[_name].sparse(
            _stype,
            _stype,
            when=lambda p, keeps=_keeps: keeps(p.scalar),
            gradients=None if _row.promotion is TO_BOOL else _stype,
        )(_with_number(OPS[_name]))
for _stype in _SPARSE:
    for _name in ("_scatter_plus_scalar", "_scatter_minus_scalar"):
        OPS[_name].sparse(_stype, _stype)(_with_number(OPS[_name]))
    for _name in ("_plus_scalar", "_minus_scalar"):  # here 1.9.1 has a kernel for dense results, and says nothing of it
        OPS[_name].sparse(_stype, "default", records=True)(_densely(OPS[_name]))


# -- of two arrays ------------------------------------------------------------------------------------------------


def _rows_of_both(fn):
    """Return what computes the rows that either value stores."""

    def call(p, lhs, rhs):
        where = sparse.merged((lhs, rhs))
        return sparse.Rows(fn(sparse.take_rows(lhs, where), sparse.take_rows(rhs, where)), where, lhs.shape, True)

    return call


def _elements_of_both(fn):
    """Return what computes the elements that either matrix stores, without those that come to zero."""

    def call(p, lhs, rhs):
        positions = torch.unique(torch.cat([lhs.flat, rhs.flat]))
        result = fn(*(sparse._looked_up(x.data, x.flat, positions) for x in (lhs, rhs)))
        keep = result != 0
        positions, width = positions[keep], max(lhs.shape[1], 1)
        rows = torch.div(positions, width, rounding_mode="floor")
        return sparse.csr_of_places(result[keep], rows, positions % width, lhs.shape)

    return call


for _name in (*(row.arrays[0] for row in BINARY if row.keeps_zero), "_grad_add"):
    _fn = OPS[_name].call
    for _stype, _form in (("row_sparse", _rows_of_both), ("csr", _elements_of_both)):
        _grad = f"{_stype} {_stype}" if _name in ("elemwise_add", "elemwise_sub") else None
        OPS[_name].sparse(f"{_stype} {_stype}", _stype, gradients=_grad)(_form(_fn))


def _both_dense(fn):
    def call(p, lhs, rhs):
        return fn(*(x if isinstance(x, torch.Tensor) else sparse.densified(x) for x in (lhs, rhs)))

    return call


for _name in ("elemwise_add", "elemwise_sub", "elemwise_div"):
    for _inputs in ("default row_sparse|csr", "row_sparse|csr default"):
        OPS[_name].sparse(_inputs, "default", records=True)(_both_dense(OPS[_name].call))
OPS["elemwise_div"].sparse("row_sparse row_sparse", "default", records=True)(_both_dense(OPS["elemwise_div"].call))
for _name in ("broadcast_add", "broadcast_sub"):
    for _inputs in ("default csr", "csr default"):
        OPS[_name].sparse(_inputs, "default", records=True)(_both_dense(OPS[_name].call))


for _stype in _SPARSE:
    OPS["elemwise_mul"].sparse(f"{_stype} default", _stype)(lambda p, x, y: x.replace(x.values * x.gather(y)))
    OPS["elemwise_mul"].sparse(f"default {_stype}", _stype)(lambda p, x, y: y.replace(y.gather(x) * y.values))


def _spread(name):
    """Return what combines a csr matrix with a dense array of its shape, a row, a column or a number."""
    fn = OPS[name].call

    def call(p, x, y):
        if name == "broadcast_div" and tuple(x.shape) == tuple(y.shape):
            raise MXNetError("use elemwise_div for the division of a csr array by a dense one of its shape")
        out_shape = torch.broadcast_shapes(x.shape, tuple(y.shape))
        if tuple(out_shape) != x.shape:
            return sparse.from_dense(fn(sparse.densified(x), y), "csr")
        return x.replace(fn(x.values, y.broadcast_to(x.shape)[x.rows, x.indices]))

    return call


for _name in ("broadcast_mul", "broadcast_div"):
    OPS[_name].sparse("csr default", "csr", records="rows")(_spread(_name))


@OPS["_scatter_elemwise_div"].sparse("row_sparse default", "row_sparse", records=True)
def _(p, x, y):
    return x.replace(x.values / y.index_select(0, x.indices))


@OPS["_scatter_elemwise_div"].sparse("row_sparse row_sparse|csr", "row_sparse")
def _(p, x, y):
    return x.replace(x.values / sparse.densified(y).index_select(0, x.indices))


# -- of any number of arrays --------------------------------------------------------------------------------------


@OPS["add_n"].sparse("row_sparse", "row_sparse", gradients="row_sparse")
def _(p, *values):
    where = sparse.merged(values)
    total = sparse.take_rows(values[0], where).clone()
    for value in values[1:]:
        total.index_add_(0, torch.searchsorted(where, value.indices), value.data)
    return sparse.Rows(total, where, values[0].shape, True)


@OPS["add_n"].sparse("default csr default", "default", records=True)
def _(p, first, matrix, last):
    return first + sparse.densified(matrix) + last


@OPS["where"].sparse("csr default default", "default")
def _(p, condition, x, y):
    return OPS["where"].call(condition.dense(), x, y)


@OPS["_contrib_quadratic"].sparse("csr", "csr", when=lambda p: p.c == 0, records=True)
def _(p, x):
    return x.replace(p.a * torch.square(x.values) + p.b * x.values)
