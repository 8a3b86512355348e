"""Diagonals of matrices, matrices with something on a diagonal, and triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import write_rows, writes


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
