"""Embedding look-ups with a row-sparse gradient, where the receiver of the gradient accepts one.

The dense gradient of a table of a million rows is a quarter of a gigabyte of new memory at each step, nearly all zeros.
A sparse one has only the rows that were looked up.
"""

from typing import Any

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.tracing import traced
from .choice import PLAIN, Grid, kernel, sizes
from .sparse import coo_rows

#: elements of a table, below which its gradient is dense
TABLE = 1 << 19
#: rows of a table per row looked up, from which on a row-sparse gradient is faster
TABLE_PER_ROW = 4
ADDED = sizes("added_gradient_of_table")

#: the attribute of a leaf whose gradient is kept in row-sparse storage
_WANTS_ROWS = "remx_wants_rows"


def _rows_of(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    if table.requires_grad and torch.is_grad_enabled() and wants_rows(table):
        return rows_alone(table, index)
    return F.embedding(index, table)


@kernel(plain=_rows_of)
def rows_of(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return the rows of ``table`` ``(length, size)`` at ``index``, which must be in range."""
    if not (table.requires_grad and torch.is_grad_enabled()):
        return F.embedding(index, table)
    if wants_rows(table):
        return rows_alone(table, index)
    if traced() or not (_few(table, index, *table.shape) and _taken_as_rows(table)):
        return F.embedding(index, table)
    return rows_alone(table, index)


def dense_gradient_of_table(grad: torch.Tensor, index: torch.Tensor, length: int) -> torch.Tensor:
    """Return the gradient of a table of ``length`` rows, given that of its rows at ``index``."""
    return torch_compat.embedding_backward(grad, index, length, -1, False)


def _some_rows(count: int) -> tuple[Any, ...]:
    return torch.randn(count, 64), torch.randint(count, (count,)), count


@kernel(plain=dense_gradient_of_table, grid=Grid("rows", _some_rows, (6, 16)))
def added_gradient_of_table(grad: torch.Tensor, index: torch.Tensor, length: int) -> torch.Tensor:
    """Return the same by adding rows, which takes a third of the time on CPUs; elsewhere the order of sums varies."""
    if not grad.is_cpu or index.numel() not in ADDED:
        return dense_gradient_of_table(grad, index, length)
    size = grad.shape[-1]
    return grad.new_zeros(length, size).index_add_(0, index.reshape(-1), grad.reshape(-1, size))


def _sparse_gradient_of_table(grad: torch.Tensor, index: torch.Tensor, length: int) -> torch.Tensor:
    """Return the same as a sparse tensor."""
    size = grad.shape[-1]
    return coo_rows(index, grad.reshape(-1, size), (length, size))


@kernel(plain=dense_gradient_of_table)
def gradient_of_table(grad: torch.Tensor, index: torch.Tensor, length: int) -> torch.Tensor:
    """Return the same, as a sparse tensor if the rows are few."""
    is_sparse = _few(grad, index, length, grad.shape[-1])
    return (_sparse_gradient_of_table if is_sparse else added_gradient_of_table)(grad, index, length)


def is_looked_up(table: torch.Tensor) -> bool:
    """Return whether ``F.embedding`` can serve a table: it checks indices (on CPUs) and has a dense gradient."""
    if not table.requires_grad:
        return table.is_cpu
    return table.is_cpu and (PLAIN or table.numel() < TABLE) and not wants_rows(table)


def wants_rows(table: torch.Tensor) -> bool:
    """Return whether the gradient of a table has row-sparse storage."""
    return table.is_leaf and getattr(table, _WANTS_ROWS, False)


def want_rows(table: torch.Tensor) -> None:
    """Give the gradient of a table, a leaf, row-sparse storage."""
    setattr(table, _WANTS_ROWS, True)


def rows_alone(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return the rows of ``table`` at ``index``, with a row-sparse gradient."""
    return _Rows.apply(table, index)  # type: ignore[no-untyped-call]


def _few(like: torch.Tensor, index: torch.Tensor, length: int, size: int) -> bool:
    """Return whether a row-sparse gradient is faster; never on devices where the order of sums varies."""
    return like.is_cpu and length * size >= TABLE and TABLE_PER_ROW * index.numel() < length


def _taken_as_rows(table: torch.Tensor) -> bool:
    """Return whether a variable has hooks for its gradient, which all accept a sparse one."""
    hooks = (torch_compat.post_accumulate_hooks(table) if table.is_leaf else None) or {}
    return bool(hooks) and all(getattr(hook, "takes_rows", False) for hook in hooks.values())


class _Rows(torch.autograd.Function):
    """Rows of a table, with a sparse gradient."""

    @staticmethod
    def forward(ctx: Any, table: Any, index: Any) -> torch.Tensor:
        ctx.save_for_backward(index)
        ctx.length = len(table)
        return F.embedding(index, table)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (index,), (grad,) = ctx.saved_tensors, grads
        again = torch.is_grad_enabled()  # for higher derivatives
        gradient = dense_gradient_of_table if again else _sparse_gradient_of_table
        return gradient(grad, index, ctx.length), None
