"""Values in sparse storage, and their conversion to and from dense tensors.

``row_sparse``  :class:`Rows`: some rows of an array, and their indices
``csr``         :class:`Csr`: the stored elements of a matrix, row after row

A value that a user built may be invalid: kernels take what :func:`checked` returns. Values are immutable; writing to an
array in sparse storage replaces its value.

To PyTorch's autograd such an array is its *stand-in*: a sparse tensor of its shape without elements. Gradients of
stand-ins are dense, or sparse tensors of the rows (or elements) that are not zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.autograd_functions import save_object, saved_object
from ..core.errors import MXNetError

INDEX = torch.int64


class Rows:
    """Rows ``data`` ``(k, ...)`` of an array of ``shape`` at ascending ``indices`` ``(k,)``; other rows are zero."""

    __slots__ = ("data", "indices", "ready", "shape", "source")
    storage = "row_sparse"

    def __init__(
        self, data: torch.Tensor, indices: torch.Tensor, shape: Sequence[int], ready: Any = None, source: Any = None
    ) -> None:
        self.data, self.indices, self.shape = data, indices, tuple(shape)
        #: the checked form of the value; True: the value itself
        self.ready = ready
        #: the stand-in, if the value is differentiated
        self.source: torch.Tensor | None = source

    @property
    def aux(self) -> tuple[torch.Tensor, ...]:
        """The tensors that say where the data stand, in MXNet's order."""
        return (self.indices,)

    @property
    def terms(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Rows and their indices, before rows of equal indices are summed."""
        return self.data, self.indices

    def replace(self, data: torch.Tensor) -> Rows:
        """Return other numbers at the same places."""
        return Rows(data, self.indices, self.shape, self.ready)

    def map(self, fn: Any) -> Rows:
        """Return the value with each of its tensors replaced by a function of it."""
        return Rows(fn(self.data), fn(self.indices), self.shape, self.ready is True or None)

    @property
    def values(self) -> torch.Tensor:
        """The data, of which gradients reach the stand-in."""
        return self.data if self.source is None else _Stored.apply(self.source, self)  # type: ignore[no-untyped-call]

    def coo(self, grad: torch.Tensor) -> torch.Tensor:
        """Return a gradient of the data as one of the stand-in."""
        return coo_rows(self.indices, grad, self.shape)

    def gather(self, grad: torch.Tensor) -> torch.Tensor:
        """Return the data's part of a gradient of the stand-in."""
        if not grad.is_sparse:
            return grad.index_select(0, self.indices)
        return take_rows(from_coo(grad, self.storage), self.indices)

    @property
    def stores_all(self) -> bool:
        """Whether all rows are stored."""
        return self.data.shape[0] == self.shape[0]

    def rows_at(self, where: torch.Tensor) -> torch.Tensor:
        """Return the rows at positions in range, which may repeat; those that are not stored are zero."""
        if self.stores_all:
            return self.data.index_select(0, where)
        return _looked_up(self.data, self.indices, where)

    def dense(self, data: torch.Tensor | None = None) -> torch.Tensor:
        """Return the whole array, differentiable with respect to ``data``."""
        data = self.data if data is None else data
        full = data.new_zeros(self.shape)
        return full.index_copy(0, self.indices, data) if len(self.indices) else full + data.sum()

    def problem(self, full: bool = True) -> str | None:
        """Return what is wrong with the value, None if nothing is; ``full``: look at every index."""
        k = self.data.shape[0]
        if self.indices.dim() != 1 or self.indices.shape[0] != k:
            return f"{k} rows of data with indices of shape {tuple(self.indices.shape)}"
        if tuple(self.data.shape[1:]) != self.shape[1:]:
            return f"data of shape {tuple(self.data.shape)} are no rows of an array of shape {self.shape}"
        if not k or not full:
            return None
        return _out_of_range("row", self.indices, self.shape[0]) or _disorder("row", self.indices)

    def in_order(self) -> Rows:
        """Return the value with ascending indices."""
        order = torch.argsort(self.indices)
        return Rows(self.data[order], self.indices[order], self.shape, True)


class Terms(Rows):
    """Rows in any order, maybe with equal indices: these are summed when data or indices are first read."""

    __slots__ = ("_terms",)

    def __init__(self, rows: torch.Tensor, where: torch.Tensor, shape: Sequence[int]) -> None:
        self._terms, self.shape, self.ready, self.source = (rows, where), tuple(shape), True, None

    @property
    def terms(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Rows and their indices, before rows of equal indices are summed."""
        return self._terms

    def __getattr__(self, name: str) -> torch.Tensor:  # for slots that are not filled yet
        if name not in ("data", "indices"):
            raise AttributeError(name)
        self.data, self.indices = self._terms = _summed(*self._terms)
        return self.data if name == "data" else self.indices


class Csr:
    """A matrix of ``shape``: row ``i`` stores ``data[indptr[i] : indptr[i + 1]]`` in columns ``indices`` of that slice.

    Columns ascend in each row.
    """

    __slots__ = ("_rows", "data", "indices", "indptr", "ready", "shape", "source")
    storage = "csr"

    def __init__(
        self,
        data: torch.Tensor,
        indptr: torch.Tensor,
        indices: torch.Tensor,
        shape: Sequence[int],
        ready: Any = None,
        source: Any = None,
    ) -> None:
        self.data, self.indptr, self.indices, self.shape = data, indptr, indices, tuple(shape)
        self.ready = ready
        self.source: torch.Tensor | None = source
        self._rows: torch.Tensor | None = None

    @property
    def aux(self) -> tuple[torch.Tensor, ...]:
        """The tensors that say where the data stand, in MXNet's order."""
        return (self.indptr, self.indices)

    def replace(self, data: torch.Tensor) -> Csr:
        """Return other numbers at the same places."""
        return Csr(data, self.indptr, self.indices, self.shape, self.ready)

    def map(self, fn: Any) -> Csr:
        """Return the value with each of its tensors replaced by a function of it."""
        return Csr(fn(self.data), fn(self.indptr), fn(self.indices), self.shape, self.ready is True or None)

    @property
    def values(self) -> torch.Tensor:
        """The data, of which gradients reach the stand-in."""
        return self.data if self.source is None else _Stored.apply(self.source, self)  # type: ignore[no-untyped-call]

    @property
    def rows(self) -> torch.Tensor:
        """The row of each stored element."""
        if self._rows is None:
            self._rows = torch.repeat_interleave(self.indptr.diff())
        return self._rows

    @property
    def flat(self) -> torch.Tensor:
        """The index of each stored element in the flattened matrix."""
        return self.rows * self.shape[1] + self.indices

    def coo(self, grad: torch.Tensor) -> torch.Tensor:
        """Return a gradient of the data as one of the stand-in."""
        return torch.sparse_coo_tensor(torch.stack([self.rows, self.indices]), grad, self.shape, check_invariants=False)

    def gather(self, grad: torch.Tensor) -> torch.Tensor:
        """Return the data's part of a gradient of the stand-in."""
        if not grad.is_sparse:
            return grad.reshape(-1)[self.flat]
        result = from_coo(grad, self.storage)
        return _looked_up(result.data, result.flat, self.flat)

    def dense(self, data: torch.Tensor | None = None) -> torch.Tensor:
        """Return the whole matrix, differentiable with respect to ``data``."""
        data = self.data if data is None else data
        if len(self.shape) != 2:
            return data.new_zeros(self.shape)
        full = data.new_zeros(math.prod(self.shape))
        full = full.index_copy(0, self.flat, data) if len(self.indices) else full + data.sum()
        return full.view(self.shape)

    def problem(self, full: bool = True) -> str | None:
        """Return what is wrong with the value, None if nothing is; ``full``: look at every column."""
        if len(self.shape) != 2:
            return None if not self.data.numel() else f"a csr array has 2 axes, not shape {self.shape}"
        rows, columns = self.shape
        indptr, k = self.indptr, self.data.shape[0] if self.data.dim() else 0
        if self.data.dim() != 1 or self.indices.dim() != 1 or self.indices.shape[0] != k:
            return f"data of shape {tuple(self.data.shape)} with indices of shape {tuple(self.indices.shape)}"
        if indptr.dim() != 1 or indptr.shape[0] != rows + 1:
            return f"indptr of shape {tuple(indptr.shape)}, expected ({rows + 1},) for {rows} rows"
        if bool(indptr[0] != 0) or bool((indptr.diff() < 0).any()):
            return "indptr must begin with 0 and never decrease"
        if int(indptr[-1]) != k:
            return f"indptr ends with {int(indptr[-1])}, there are {k} elements"
        if not k or not full:
            return None
        return _out_of_range("column", self.indices, columns) or _disorder("column", self.indices, self.rows)

    def in_order(self) -> Csr:
        """Return the matrix with ascending columns in each row."""
        order = torch.argsort(self.flat)
        return Csr(self.data[order], self.indptr, self.indices[order], self.shape, True)


Sparse = Rows | Csr
_UNSORTED = "must ascend"


def _out_of_range(what: str, indices: torch.Tensor, length: int) -> str | None:
    low, high = (int(n) for n in torch.aminmax(indices))
    if low < 0 or high >= length:
        return f"{what} index {low if low < 0 else high} is out of range for {length} {what}s"
    return None


def _disorder(what: str, indices: torch.Tensor, group: torch.Tensor | None = None) -> str | None:
    wrong = indices.diff() <= 0
    if group is not None:
        wrong &= group.diff() == 0
    if not bool(wrong.any()):
        return None
    i = int(wrong.nonzero()[0, 0])
    where = "" if group is None else f" in row {int(group[i])}"
    return f"{what} indices {_UNSORTED}{where}, {int(indices[i + 1])} comes after {int(indices[i])}"


def checked(value: Sparse) -> Any:
    """Return a valid value: every index in range, unique and in order. Each value is checked only once.

    Unsorted indices are sorted. Raises :class:`MXNetError` for other faults.
    """
    if value.ready is None:
        wrong = value.problem()
        if wrong is None:
            value.ready = True
        elif _UNSORTED in wrong:
            ordered = value.in_order()
            again = ordered.problem()
            if again is not None:
                raise MXNetError(f"a {value.storage} array: {again.replace(_UNSORTED, 'must not repeat')}")
            value.ready = ordered
        else:
            raise MXNetError(f"a {value.storage} array: {wrong}")
    return value if value.ready is True else value.ready


# -- to and from dense --------------------------------------------------------------------------------------------


def empty(storage: str, shape: Sequence[int], dtype: torch.dtype, device: torch.device) -> Any:
    """Return an array of zeros, none of them stored."""
    indices = torch.empty(0, dtype=INDEX, device=device)
    if storage == "row_sparse":
        return Rows(torch.empty((0, *shape[1:]), dtype=dtype, device=device), indices, shape, True)
    indptr = torch.zeros((shape[0] + 1) if shape else 1, dtype=INDEX, device=device)
    return Csr(torch.empty(0, dtype=dtype, device=device), indptr, indices, shape, True)


def all_rows(t: torch.Tensor) -> Rows:
    """Return a dense array in row-sparse storage with all rows stored, zeros too, on the same memory."""
    return Rows(t, torch.arange(len(t), dtype=INDEX, device=t.device), tuple(t.shape), True)


def from_dense(t: torch.Tensor, storage: str) -> Any:
    """Return a dense array in sparse storage: its nonzero rows or elements."""
    stored = t.detach() != 0
    if storage == "row_sparse":
        if t.dim() > 1:
            stored = stored.flatten(1).any(1)
        indices = stored.nonzero().reshape(-1)
        return Rows(t.index_select(0, indices), indices, tuple(t.shape), True)
    if t.dim() != 2:
        raise MXNetError(f"a csr array has 2 axes, not shape {tuple(t.shape)}")
    places = stored.nonzero()
    return csr_of_places(t[stored], places[:, 0], places[:, 1].contiguous(), t.shape)


def csr_of_places(data: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor, shape: Sequence[int]) -> Csr:
    """Return the matrix of elements whose positions are unique and in order."""
    return Csr(data, _sums(torch.bincount(rows, minlength=shape[0])), columns, tuple(shape), True)


def _sums(counts: torch.Tensor) -> torch.Tensor:
    """Return the cumulative sums of counts, from 0 on."""
    sums = counts.new_zeros(len(counts) + 1, dtype=INDEX)
    torch.cumsum(counts, 0, out=sums[1:])
    return sums


def cast(value: Any, storage: str) -> Any:
    """Return a value, dense or sparse, in another storage; between sparse ones by way of dense."""
    if isinstance(value, (Rows, Csr)):
        if value.storage == storage:
            return value
        value = checked(value)
        value = densified(value)
    return value if storage == "default" else from_dense(value, storage)


# -- rows ---------------------------------------------------------------------------------------------------------


def _looked_up(data: torch.Tensor, places: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """Return ``rows`` of ``data``, given the ascending indices ``places``; zeros if missing."""
    if not len(places):
        return data.new_zeros((len(rows), *data.shape[1:]))
    result = torch.searchsorted(places, rows).clamp_(max=len(places) - 1)
    present = places[result] == rows
    picked = data.index_select(0, result)
    return picked if bool(present.all()) else picked * present.reshape(-1, *(1,) * (data.dim() - 1)).to(data.dtype)


def take_rows(table: Any, rows: torch.Tensor) -> torch.Tensor:
    """Return the rows ``rows`` (in range) of a table, dense or :class:`Rows`; rows that are not stored are zero.

    A table with a stand-in gets a row-sparse gradient.
    """
    if isinstance(table, Rows):
        if table.source is not None:
            return _Taken.apply(table.source, table, rows)  # type: ignore[no-untyped-call]
        return table.rows_at(rows)
    return table.index_select(0, rows)


def rows_of_gradient(grad: torch.Tensor, where: torch.Tensor, shape: Sequence[int]) -> Rows:
    """Return the gradient of a table, given that of its rows at the positions ``where``, which may repeat."""
    return Terms(_own(grad.reshape(-1, *shape[1:])), where.reshape(-1), shape)


def joined_rows(first: Rows, second: Rows) -> Rows:
    """Return the sum of two gradients of one table."""
    (rows, where), (more, others) = first.terms, second.terms
    return Terms(torch.cat([rows, more]), torch.cat([where, others]), first.shape)


def _own(rows: torch.Tensor) -> torch.Tensor:
    """Return rows in memory that nothing beside them and one tensor uses: others, such as a head gradient, change."""
    return rows if torch_compat.are_alone([rows], 2)[0] else rows.clone()


def coo_rows(indices: torch.Tensor, rows: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
    """Return a row-sparse gradient; indices may repeat."""
    return torch.sparse_coo_tensor(indices.reshape(1, -1), rows, tuple(shape), check_invariants=False)


def from_coo(grad: torch.Tensor, storage: str) -> Any:
    """Return a sparse gradient as a value in a storage; elements of equal indices are summed."""
    if storage == "row_sparse":
        if grad.sparse_dim() != 1:
            return from_dense(grad.to_dense(), storage)
        return Terms(_own(grad._values()), grad._indices()[0], grad.shape)
    if grad.sparse_dim() != 2:
        return from_dense(grad.to_dense(), storage)
    grad = grad.coalesce()
    places = grad._indices()
    return csr_of_places(grad._values(), places[0], places[1].contiguous(), tuple(grad.shape))


#: so many indices are sorted in the time that it takes to look whether they are in order
_SOME = 1024


def _summed(rows: torch.Tensor, where: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return rows with those of equal indices summed, and the ascending unique indices."""
    count = where.shape[0]
    if count < 2 or (count > _SOME and bool((where.diff() > 0).all())):
        return rows, where
    unique, inverse = torch.unique(where, return_inverse=True)
    if len(unique) == count:
        return torch.empty_like(rows).index_copy_(0, inverse, rows), unique
    return rows.new_zeros((len(unique), *rows.shape[1:])).index_add_(0, inverse, rows), unique


def add_scaled(table: torch.Tensor, value: Rows, factor: float) -> None:
    """Do ``table += factor * value`` in place; half-precision rows of equal indices are summed before."""
    rows, where = value.terms if table.dtype in _ADDED_SINGLY else (value.data, value.indices)
    if table.dim() == 1:
        table.index_add_(0, where, rows, alpha=factor)
        return
    rows = rows * factor
    if rows.numel() < _FEW:  # scatter_add_ sorts the indices, and starts threads five times
        table.index_put_((where,), rows, accumulate=True)
    else:  # half the time of index_add_
        table.scatter_add_(0, where.view(-1, *(1,) * (table.dim() - 1)).expand_as(rows), rows)


_ADDED_SINGLY = (torch.float32, torch.float64)
#: elements of rows that are added to a table one by one
_FEW = 1 << 12


def merged(values: Sequence[Rows]) -> torch.Tensor:
    """Return the ascending indices of all rows that any of the values stores."""
    if len(values) == 1 or all(value.indices is values[0].indices for value in values):
        return values[0].indices
    return torch.unique(torch.cat([value.indices for value in values]))


def add_rows(first: Rows, second: Rows) -> Rows:
    """Return the sum of two values."""
    where = merged((first, second))
    total = _looked_up(first.data, first.indices, where) if where is not first.indices else first.data.clone()
    if where is second.indices:
        total = total + second.data
    elif len(second.indices):
        total = total.index_add(0, torch.searchsorted(where, second.indices), second.data)
    return Rows(total, where, first.shape, True)


# -- autograd -----------------------------------------------------------------------------------------------------


def stand_in(value: Sparse) -> torch.Tensor:
    """Return the tensor that stands for an array in sparse storage in autograd."""
    data = value.data
    if isinstance(value, Rows):
        places, none = torch.empty((1, 0), dtype=INDEX, device=data.device), data.new_empty((0, *value.shape[1:]))
    else:
        places, none = torch.empty((len(value.shape), 0), dtype=INDEX, device=data.device), data.new_empty(0)
    return torch.sparse_coo_tensor(places, none, value.shape, check_invariants=False)


def packed(value: Sparse) -> torch.Tensor:
    """Return the stand-in of a result, with the autograd history of its data."""
    if value.data.requires_grad:
        return _Packed.apply(value.data, value)  # type: ignore[no-untyped-call]
    return stand_in(value)


def linked_to_dense(dense: torch.Tensor, value: Sparse) -> torch.Tensor:
    """Return the stand-in of a value that was made from a dense tensor, differentiable with respect to it."""
    return _LinkedToDense.apply(dense, value)  # type: ignore[no-untyped-call]


def densified(value: Sparse) -> torch.Tensor:
    """Return a checked value as a dense array; the gradient of its stand-in is dense."""
    if value.source is not None:
        return _Dense.apply(value.source, value)  # type: ignore[no-untyped-call]
    return value.dense()


class _Stored(torch.autograd.Function):
    """The data of a value as a function of its stand-in."""

    @staticmethod
    def forward(ctx: Any, source: Any, value: Any) -> torch.Tensor:
        save_object(ctx, value)
        data: torch.Tensor = value.data
        return data.view_as(data)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return saved_object(ctx).coo(grads[0]), None


class _Dense(torch.autograd.Function):
    """The dense array as a function of the stand-in."""

    @staticmethod
    def forward(ctx: Any, source: Any, value: Any) -> torch.Tensor:
        return value.dense()

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return grads[0], None


class _Taken(torch.autograd.Function):
    """Rows of a table as a function of its stand-in."""

    @staticmethod
    def forward(ctx: Any, source: Any, table: Any, rows: Any) -> torch.Tensor:
        save_object(ctx, (rows, table.shape))
        return table.rows_at(rows)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        rows, shape = saved_object(ctx)
        return coo_rows(rows, grads[0], shape), None, None


class _LinkedToDense(torch.autograd.Function):
    """A placeholder as a function of the dense tensor that was converted."""

    @staticmethod
    def forward(ctx: Any, dense: Any, value: Any) -> torch.Tensor:
        return stand_in(value)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return grads[0].to_dense() if grads[0].is_sparse else grads[0], None


class _Packed(torch.autograd.Function):
    """A stand-in as a function of the data."""

    @staticmethod
    def forward(ctx: Any, data: Any, value: Any) -> torch.Tensor:
        save_object(ctx, value)
        return stand_in(value)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return saved_object(ctx).gather(grads[0]), None
