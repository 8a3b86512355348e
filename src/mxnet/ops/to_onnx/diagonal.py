"""Diagonals of matrices, matrices with something on a diagonal, and triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import writes


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


@writes("diag")
def _(g, p, x):
    return _on_diagonal(g, x, p.k) if x.rank == 1 else diagonal(g, x, p.k, p.axis1, p.axis2)


@writes("_np_diag")
def _(g, p, x):
    return _on_diagonal(g, x, p.k) if x.rank == 1 else diagonal(g, x, p.k, 0, 1)


@writes("_np_diagflat")
def _(g, p, x):
    return _on_diagonal(g, g.reshape(x, (-1,)), p.k)


@writes("_np_diagonal")
def _(g, p, x):
    return diagonal(g, x, p.offset, p.axis1, p.axis2)


@writes("_np_trace")
def _(g, p, x):
    return g.reduce("ReduceSum", diagonal(g, x, p.offset, p.axis1, p.axis2), [-1])


@writes("_linalg_extractdiag")
def _(g, p, x):
    return diagonal(g, x, p.offset, -2, -1)


@writes("_linalg_makediag")
def _(g, p, x):
    return _on_diagonal(g, x, p.offset)


@writes("_npi_tril")
def _(g, p, x):
    if x.rank == 1:
        (n,) = g.static(x, 0)
        x = g.Expand(g.unsqueeze(x, 0), [n, n], shape=(n, n))
    n, m = g.static(x, -2, -1)
    return g.Where(g.constant(np.tri(n, m, p.k, dtype=bool)), x, g.scalar(0, x.dtype), dtype=x.dtype)
