"""Lazy updates of several weights: the rows that have a gradient are moved together, by the rule for dense weights."""

from collections.abc import Sequence
from operator import is_
from typing import Any, NamedTuple

import torch

from ..core.semantics import semantics
from ..core.write_tracking import writable
from ..kernels import sparse
from . import multi_tensor
from .multi_tensor import ARRAY, NOTHING, Batch, UpdatePlan, update_many

#: the data types that optimizers compute with as they are
_DTYPES = (torch.float32, torch.float64)
#: the form of a state that is no tuple, by the number of its arrays
_FORMS = (NOTHING, ARRAY)


class _Table(NamedTuple):
    """The memory of a weight and of its states."""

    memories: list[torch.Tensor]
    #: see :class:`.Batch`
    form: Any


class RowsPlan:
    """Weights with row-sparse gradients as tables, and the plan of those with dense ones beside them.

    It holds as long as the arrays and what they store stay the same.
    """

    def __init__(self, by_rows: list[int], others: list[int], arrays: list[Any], tables: list[_Table]) -> None:
        self.by_rows, self.others, self.tables = by_rows, others, tables
        #: the plan of the others
        self.plan: UpdatePlan | None = None
        self._arrays, self._stored = arrays, [*map(_stored, arrays)]

    def holds(self, arrays: Sequence[Any]) -> bool:
        """Return whether these are the arrays it was made for, weights and states, and store what they did."""
        return (
            len(arrays) == len(self._arrays)
            and all(map(is_, arrays, self._arrays))
            and all(map(is_, map(_stored, arrays), self._stored))
        )


def _stored(array: Any) -> Any:
    return array._t if array._sparse is None else array._sparse


def update_with_rows(
    optimizer: Any, indices: Sequence[Any], weights: Any, grads: Any, states: Any, plan: RowsPlan | None
) -> RowsPlan | None:
    """Do what :func:`.update_many` does, if some of the gradients are row-sparse."""
    by_rows = [i for i, grad in enumerate(grads) if grad._sparse is not None]
    if not by_rows or semantics.api == 2 or not multi_tensor.may_update_many(optimizer):
        return None
    count = multi_tensor.common_count(optimizer, indices)
    keys, row_weights, gradients, row_states = _chosen(by_rows, indices, weights, grads, states)
    decays = multi_tensor.numbers(optimizer._get_wds(keys))
    if count is None or not all(map(optimizer._moves_rows, [array.stype for array in row_weights], decays)):
        return None
    arrays = [*row_weights, *multi_tensor.arrays_of(row_states)]
    if plan is None or plan.by_rows != by_rows or not plan.holds(arrays):
        tables = [table for table in map(_table, row_weights, row_states) if table is not None]
        if len(tables) < len(row_weights):
            return None
        others = [i for i in range(len(indices)) if i not in {*by_rows}]
        plan = RowsPlan(by_rows, others, arrays, tables)
    values = [sparse.checked(grad._sparse) for grad in gradients]
    for table, value in zip(plan.tables, values, strict=True):
        if value.storage != "row_sparse" or value.shape != table.memories[0].shape:
            return None
    if plan.others:
        rest = _chosen(plan.others, indices, weights, grads, states)
        plan.plan = update_many(optimizer, rest[0], rest[1], rest[2], rest[3], plan.plan)
        if plan.plan is None:
            return None
    _move(optimizer, keys, row_weights, plan.tables, values, decays, count)
    return plan


def _chosen(positions: Sequence[int], *columns: Sequence[Any]) -> list[list[Any]]:
    return [[column[i] for i in positions] for column in columns]


def _table(weight: Any, state: Any) -> _Table | None:
    """Return a weight as a table; None where its arrays do not fit, or do not store all rows."""
    parts = state if type(state) is tuple else () if state is None else (state,)
    memories = []
    for array in (weight, *parts):
        memory = _all_rows(array)
        if memory is None or memory.shape != weight.shape or array.stype != weight.stype:
            return None
        if memory.dtype not in _DTYPES or memory.dtype is not weight._t.dtype:
            return None
        memories.append(memory)
    return _Table(memories, (False,) * len(parts) if type(state) is tuple else _FORMS[len(parts)])


def _all_rows(array: Any) -> torch.Tensor | None:
    """Return the memory of all rows of an array; None for no array, or a row-sparse one that does not store them all.

    The caller compares shapes.
    """
    if array is None:
        return None
    value = array._sparse
    if value is None:
        return array._t
    return value.data if sparse.checked(value) is value else None  # else in another order


def _move(
    optimizer: Any,
    indices: Sequence[Any],
    weights: Sequence[Any],
    tables: Sequence[_Table],
    grads: Sequence[sparse.Rows],
    decays: Sequence[float],
    count: int,
) -> None:
    optimizer._update_count(indices)
    rates = multi_tensor.numbers(optimizer._get_lrs(indices))
    joined: dict[Any, list[int]] = {}
    for i, (table, grad) in enumerate(zip(tables, grads, strict=True)):
        factor = optimizer._added_by(rates[i], decays[i])
        memory = table.memories[0]
        if factor is None:
            key = rates[i], decays[i], table.form, memory.dtype, memory.device, memory.shape[1:]
            joined.setdefault(key, []).append(i)
        else:  # rows of equal indices need not be summed
            sparse.add_scaled(writable(memory), grad, factor)
    for (lr, wd, form, *_), group in joined.items():
        batch = Batch(lr, wd, weights[group[0]]._ctx, form, True, {})
        _move_joined(optimizer, batch, [tables[i] for i in group], [grads[i] for i in group], count + 1)


def _move_joined(
    optimizer: Any, batch: Batch, tables: Sequence[_Table], grads: Sequence[sparse.Rows], count: int
) -> None:
    """Move the rows of tables of one rate, decay, type and width as one weight."""
    where = [grad.indices for grad in grads]
    columns = [
        _joined([memory.index_select(0, rows) for memory, rows in zip(column, where, strict=True)])
        for column in zip(*(table.memories for table in tables), strict=True)
    ]
    batch.weights, batch.states = [columns[0]], [tuple(columns[1:])]
    batch.grads = [_joined([grad.data for grad in grads])]
    optimizer._step_batch(batch, count)
    sizes = [rows.shape[0] for rows in where]
    for k, column in enumerate(columns):
        parts = (column,) if len(tables) == 1 else column.split_with_sizes(sizes)
        for table, rows, part in zip(tables, where, parts, strict=True):
            writable(table.memories[k]).index_copy_(0, rows, part)


def _joined(parts: Sequence[torch.Tensor]) -> torch.Tensor:
    return parts[0] if len(parts) == 1 else torch.cat(list(parts))
