"""Matrix products: fully connected layers, ``dot``, attention."""

from typing import Any

from . import writes
from .tensors import by_function


@writes("FullyConnected")
def _(g, p, x, weight, bias=None):
    x, weight, is_matrix = dense_operands(g, p, x, weight, x.is_float)
    return dense(g, is_matrix, x, weight, bias)


def dense_operands(g: Any, p: Any, data: Any, weight: Any, is_float: bool = True) -> tuple[Any, Any, bool]:
    """Return data and weight in the form that the product takes, and whether that is Gemm (matrices of floats)."""
    if p.flatten and data.rank != 2:
        data = g.Flatten(data, axis=1, shape=(data.shape[0], weight.shape[1]))
    if is_float and (p.flatten or data.rank == 2):
        return data, weight, True
    return data, g.transpose(weight, (1, 0)), False


def dense(g: Any, is_matrix: bool, data: Any, weight: Any, bias: Any) -> Any:
    """Write a fully connected layer of operands from :func:`dense_operands`."""
    shape = g.outs[0].shape
    if is_matrix:
        return g.Gemm(data, weight, bias, transB=1, shape=shape)
    result = g.MatMul(data, weight, shape=shape)
    return result if bias is None else g.Add(result, bias, shape=shape)


@writes("dot")
def _(g, p, a, b):
    a = g.transpose(a, (*range(1, a.rank), 0)) if p.transpose_a and a.rank > 1 else a
    b = g.transpose(b, (b.rank - 1, *range(b.rank - 1))) if p.transpose_b and b.rank > 1 else b
    return contracted(g, a, b)


def contracted(g: Any, a: Any, b: Any) -> Any:
    """The sum of products over the last axis of ``a`` and the first of ``b``."""
    if a.rank <= 2 and b.rank <= 2:
        result = g.MatMul(a, b)
        return g.reshape(result, (1,)) if g.outs[0].shape == (1,) and a.rank == b.rank == 1 else result
    rows, columns = g.lengths(a)[:-1], g.lengths(b)[1:]
    length = g.length(b, 0)
    result = g.MatMul(g.reshape(a, (-1, length)), g.reshape(b, (length, -1)))
    return g.reshape(result, (*rows, *columns))


@writes("_linalg_det")
def _(g, p, a):
    result = g.Det(a)
    return g.reshape(result, (1,)) if a.rank == 2 else result


by_function(
    "batch_dot", "_linalg_gemm", "_linalg_gemm2", "_linalg_syrk", "khatri_rao", "_npi_tril", "diag", "_np_diag",
    "_np_diagflat", "_np_diagonal", "_np_trace", "_linalg_extractdiag", "_linalg_makediag",
    "_contrib_interleaved_matmul_selfatt_qk", "_contrib_interleaved_matmul_selfatt_valatt",
    "_contrib_interleaved_matmul_encdec_qk", "_contrib_interleaved_matmul_encdec_valatt",
)  # fmt: skip
