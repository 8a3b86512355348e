"""Matrix products: fully connected layers, ``dot``, attention."""

import math
from typing import Any

import numpy as np

from . import write_rows, writes


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


def swapped(g: Any, x: Any) -> Any:
    """Return ``x`` with its last two axes exchanged."""
    return g.transpose(x, (*range(x.rank - 2), x.rank - 1, x.rank - 2))


@writes("batch_dot", "_linalg_gemm2", "_linalg_gemm")
def _(g, p, a, b, c=None):
    moved = p.get("axis", -2) not in (-2, a.rank - 2)
    if moved:
        a, b, c = (item and g.transpose(item, _to_end(p.axis, a.rank)) for item in (a, b, c))
    a = swapped(g, a) if p.transpose_a else a
    b = swapped(g, b) if p.transpose_b else b
    result = g.MatMul(a, b)
    if c is not None or p.get("alpha", 1) != 1:
        result = g.Mul(result, p.alpha)
    if c is not None:
        result = g.Add(result, g.Mul(c, p.beta))
    return g.transpose(result, _from_end(p.axis, a.rank)) if moved else result


def _to_end(axis: int, rank: int) -> list[int]:
    """Return the order of axes that moves ``axis`` to the place before the last."""
    axis %= rank
    rest = [i for i in range(rank) if i != axis]
    return [*rest[:-1], axis, rest[-1]]


def _from_end(axis: int, rank: int) -> list[int]:
    order = _to_end(axis, rank)
    return [order.index(i) for i in range(rank)]


@writes("_linalg_syrk")
def _(g, p, a):
    other = swapped(g, a)
    return g.Mul(g.MatMul(other, a) if p.transpose else g.MatMul(a, other), p.alpha)


@writes("khatri_rao")
def _(g, p, *xs):
    result = xs[0]
    for item in xs[1:]:
        result = g.reshape(g.Mul(g.unsqueeze(result, 1), g.unsqueeze(item, 0)), (-1, g.length(item, 1)))
    return result


@writes("_linalg_det")
def _(g, p, a):
    result = g.Det(a)
    return g.reshape(result, (1,)) if a.rank == 2 else result


# -- attention: projections of all heads interleaved, (length, batch, heads * parts * size) --------------------------


def _parts(g: Any, x: Any, heads: int, parts: int) -> list[Any]:
    """Return the parts of an interleaved projection, each ``(batch * heads, length, size)``."""
    length, batch = g.length(x, 0), g.length(x, 1)
    (width,) = g.static(x, 2)
    size = width // heads // parts
    split = g.reshape(x, (length, batch, heads, parts, size))
    result = []
    for i in range(parts):
        one = g.squeeze(g.slice(split, 3, i, i + 1), 3)
        result.append(g.reshape(g.transpose(one, (1, 2, 0, 3)), (-1, length, size)))
    return result


def _scores(g: Any, queries: Any, keys: Any) -> Any:
    size = queries.shape[2]
    return g.MatMul(g.Mul(queries, 1 / math.sqrt(size), shape=queries.shape), swapped(g, keys))


def _mixed(g: Any, attention: Any, values: Any, heads: int, batch: Any) -> Any:
    size = values.shape[2]
    length = g.length(attention, 1)
    mixed = g.reshape(g.MatMul(attention, values), (batch, heads, length, size))
    return g.reshape(g.transpose(mixed, (2, 0, 1, 3)), (length, batch, heads * size))


@writes("_contrib_interleaved_matmul_selfatt_qk")
def _(g, p, x):
    return _scores(g, *_parts(g, x, p.heads, 3)[:2])


@writes("_contrib_interleaved_matmul_encdec_qk")
def _(g, p, queries, keys_values):
    (item,) = _parts(g, queries, p.heads, 1)
    return _scores(g, item, _parts(g, keys_values, p.heads, 2)[0])


@writes("_contrib_interleaved_matmul_selfatt_valatt", "_contrib_interleaved_matmul_encdec_valatt")
def _(g, p, values, attention):
    count = 3 if "selfatt" in g.op.name else 2
    return _mixed(g, attention, _parts(g, values, p.heads, count)[-1], p.heads, g.length(values, 1))


# -- diagonals and triangles -------------------------------------------------------------------------------------------


def diagonal(g: Any, x: Any, offset: int, axis1: int, axis2: int) -> Any:
    """Return the diagonals of the matrices in two axes, as last axis."""
    first, second = axis1 % x.rank, axis2 % x.rank
    rest = [a for a in range(x.rank) if a not in (first, second)]
    n, m = g.static(x, first, second)
    rows = np.arange(max(-offset, 0), min(n, m - offset))
    flat = g.reshape(g.transpose(x, [*rest, first, second]), [*(g.length(x, a) for a in rest), n * m])
    return g.Gather(flat, (rows * m + rows + offset).tolist(), axis=len(rest))


def _on_diagonal(g: Any, x: Any, offset: int) -> Any:
    """Return the matrices with the last axis of ``x`` on a diagonal."""
    (n,) = g.static(x, x.rank - 1)
    size = n + abs(offset)
    mask = np.zeros((n, size, size), x.dtype)
    rows = np.arange(n)
    mask[rows, rows + max(-offset, 0), rows + max(offset, 0)] = 1
    flat = g.MatMul(g.unsqueeze(x, x.rank - 1), mask.reshape(n, size * size))
    return g.reshape(flat, [*g.lengths(x)[:-1], size, size])


@writes("_npi_tril")
def _(g, p, x):
    if x.rank == 1:
        (n,) = g.static(x, 0)
        x = g.Expand(g.unsqueeze(x, 0), [n, n], shape=(n, n))
    n, m = g.static(x, -2, -1)
    return g.Where(g.constant(np.tri(n, m, p.k, dtype=bool)), x, g.scalar(0, x.dtype), dtype=x.dtype)


# what is one expression
write_rows(
    {
        "diag": lambda g, p, x: _on_diagonal(g, x, p.k) if x.rank == 1 else diagonal(g, x, p.k, p.axis1, p.axis2),
        "_np_diag": lambda g, p, x: _on_diagonal(g, x, p.k) if x.rank == 1 else diagonal(g, x, p.k, 0, 1),
        "_np_diagflat": lambda g, p, x: _on_diagonal(g, g.reshape(x, (-1,)), p.k),
        "_np_diagonal": lambda g, p, x: diagonal(g, x, p.offset, p.axis1, p.axis2),
        "_np_trace": lambda g, p, x: g.reduce("ReduceSum", diagonal(g, x, p.offset, p.axis1, p.axis2), [-1]),
        "_linalg_extractdiag": lambda g, p, x: diagonal(g, x, p.offset, -2, -1),
        "_linalg_makediag": lambda g, p, x: _on_diagonal(g, x, p.offset),
    }
)
