"""Updating many weights in few operations, for optimizers that update batches of them.

What a step needs to know of the weights is found out once, and holds as long as they, their gradients and their
states stay the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter, is_
from types import NoneType
from typing import Any
from weakref import ref

import torch

from .. import ndarray as nd
from ..core import torch_compat
from ..core.dtypes import HALVES
from ..core.params import parser
from ..core.write_tracking import all_writable
from ..eager import tape
from ..kernels.choice import PLAIN
from ..ops._updates import wide
from .batch import ARRAY, JOINED, JOINED_ON_DEVICE, NOTHING, Batch

#: Who redefines one of these expects to be asked about each weight.
_REDEFINABLE = frozenset(
    ("update", "update_multi_precision", "_update_count", "_get_lr", "_get_lrs", "_get_wd", "_get_wds")
)

#: elements after which a batch of weights is full, which bounds the memory for copies of gradients
BATCH = 1 << 18
_methods = attrgetter(*sorted(_REDEFINABLE))
_read_number = parser(float)
_NUMBERS = {int, float}


class UpdatePlan:
    """The batches of one list of weights, and the tensors that they consist of."""

    def __init__(self, weights: Sequence[Any], grads: Sequence[Any], states: Sequence[Any]) -> None:
        self.weights, self.grads, self.states = list(weights), list(grads), list(states)
        #: the tensors of weights and gradients, which are not held: other ones may take their place
        self.tensors = [ref(array._t) for array in (*weights, *grads)]
        self.kinds = [(array._t.dtype, array._t.shape) for array in weights] * 2
        self.arrays_of_states = [*arrays_of(self.states)]
        self.tensors_of_states = [array._t for array in self.arrays_of_states]
        self.rates: list[float] = []
        self.decays: list[float] = []
        self.batches: list[Batch] = []

    def holds(self, weights: Sequence[Any], grads: Sequence[Any], states: Sequence[Any]) -> bool:
        """Return whether these are the arrays it was made for, and their tensors are, or fit as, those of then."""
        if not (
            len(weights) == len(self.weights)
            and all(map(is_, weights, self.weights))
            and all(map(is_, grads, self.grads))
            and all(map(is_, states, self.states))
            and all(map(is_, [array._t for array in self.arrays_of_states], self.tensors_of_states))
        ):
            return False
        now = [array._t for array in (*weights, *grads)]
        if all(map(is_, [reference() for reference in self.tensors], now)):
            return True
        for i, tensor in enumerate(now):
            if tensor is not self.tensors[i]():
                if (tensor.dtype, tensor.shape) != self.kinds[i] or not tensor.is_contiguous():
                    return False
                self.tensors[i] = ref(tensor)
        return True

    def refresh(self, written: list[torch.Tensor], rates: list[float], decays: list[float]) -> bool:
        """Take the tensors of this step, and new rates and decays; return False where they do not fit a batch."""
        if rates != self.rates or decays != self.decays:
            for batch in self.batches:
                pairs = {(rates[i], decays[i]) for i in batch.positions}
                if len(pairs) > 1:
                    return False
                ((batch.lr, batch.wd),) = pairs
            self.rates, self.decays = rates, decays
        for batch in self.batches:
            batch.weights = [written[i] for i in batch.positions]
            batch.grads = [self.grads[i]._t for i in batch.positions]
        return True

    def release(self) -> None:
        """Forget the weights that were written to, as long as which live a write is under way, and the gradients."""
        if any(batch.halves or batch.copied for batch in self.batches):  # gradients are converted for each step
            self.weights, self.batches = [], []
        for batch in self.batches:
            batch.weights, batch.grads = [], []


def update_many(
    optimizer: Any, indices: Sequence[Any], weights: Any, grads: Any, states: Any, plan: UpdatePlan | None = None
) -> UpdatePlan | None:
    """Update many weights through ``optimizer._step_batch``; return the plan to hand over with the same weights.

    Return None, with nothing done, where they have to be updated one by one: sparse or recorded arrays, an optimizer
    that redefines a part of the update or scales gradients by an array, weights with different counts of updates.
    """
    if not may_update_many(optimizer):
        return None
    count = common_count(optimizer, indices)
    if count is None:
        return None
    rows = None
    holds = plan is not None and plan.holds(weights, grads, states)
    if not holds and not _dense(weights, grads):
        return None
    written = all_writable([weight._t for weight in weights])
    if plan is None or not holds:
        rows = _rows(optimizer, written, grads, states)
        if rows is None:
            return None
        plan = UpdatePlan(weights, grads, states)
    optimizer._update_count(indices)
    rates, decays = numbers(optimizer._get_lrs(indices)), numbers(optimizer._get_wds(indices))
    if rows is not None or not plan.refresh(written, rates, decays):
        rows = rows or _rows(optimizer, written, grads, states)
        plan.rates, plan.decays = rates, decays
        plan.batches = _batches(rows, rates, decays, weights)
    try:
        for batch in plan.batches:
            optimizer._step_batch(batch, count + 1)
            if batch.halves:
                torch_compat.copy_many(batch.halves, batch.weights)
            if batch.narrow:
                torch_compat.copy_many(*zip(*batch.narrow, strict=True))
    finally:
        plan.release()
    return plan


def arrays_of(states: Sequence[Any]) -> Iterator[Any]:
    """Give the arrays of states."""
    for state in states:
        if isinstance(state, tuple):
            yield from arrays_of(state)
        elif state is not None:
            yield state


def may_update_many(optimizer: Any) -> bool:
    """Return whether an optimizer updates several weights at once now, if the weights permit it."""
    return not PLAIN and not tape.state.recording and _as_defined(optimizer)


def _as_defined(optimizer: Any) -> bool:
    cls = type(optimizer)
    return (
        getattr(cls, "_step_batch", None) is not None
        and _REDEFINABLE.isdisjoint(vars(optimizer))
        and isinstance(optimizer.rescale_grad, (int, float))
        and isinstance(optimizer.clip_gradient, (int, float, NoneType))
        and _are_ours(_methods(cls))
    )


@lru_cache(maxsize=256)
def _are_ours(methods: tuple[Any, ...]) -> bool:
    return all(method.__module__.startswith("mxnet.optimizer.") for method in methods)


def numbers(values: list[Any]) -> list[float]:
    """Return rates as numbers, read as attributes of operators are: they may be arrays without axes."""
    return values if set(map(type, values)) <= _NUMBERS else [*map(_read_number, values)]


def _dense(weights: Sequence[Any], grads: Sequence[Any]) -> bool:
    classes = {*map(type, weights), *map(type, grads)}
    return all(issubclass(cls, nd.NDArray) and cls.stype is nd.NDArray.stype for cls in classes)


def common_count(optimizer: Any, indices: Sequence[Any]) -> int | None:
    """Return how often each of the weights was updated; None if they differ, or one comes twice."""
    begin, table = optimizer.begin_num_update, optimizer._index_update_count
    counts = {begin if count is None else count for count in set(map(table.get, indices))}
    return counts.pop() if len(counts) == 1 and len(set(indices)) == len(indices) else None


def _rows(optimizer: Any, written: Any, grads: Any, states: Any) -> list[tuple[Any, ...]] | None:
    """Return weight, gradient, state, form of the state, half-precision weight or None, and whether the gradient was
    copied; the arrays as tensors. None where they do not fit together.
    """
    rows = []
    parts: tuple[Any, ...]
    form: Any
    mixed = optimizer.multi_precision
    for w, grad, state in zip(written, grads, states, strict=True):
        g, half, copied = grad._t, None, False
        narrow: list[tuple[Any, Any]] = []
        if g.dtype is not w.dtype or g.shape != w.shape or not w.is_contiguous():
            return None
        if not g.is_contiguous():
            g, copied = g.contiguous(), True
        if mixed and w.dtype is torch.float16:
            state, copy = optimizer._split_state(state)
            half, w = w, copy._t
        if state is None:
            parts, form = (), NOTHING
        elif type(state) is tuple:
            parts = tuple([None if part is None else part._t for part in state])
            form = tuple([part is None for part in state])
        else:
            parts, form = (state._t,), ARRAY
        if w.dtype in HALVES:
            wide_parts = tuple(None if part is None else wide(part) for part in parts)
            narrow = [pair for pair in zip(parts, wide_parts, strict=True) if pair[0] is not pair[1]]
            half, w, parts = w, wide(w), wide_parts
        for part in parts:
            if part is not None and (part.shape != w.shape or part.dtype is not w.dtype or not part.is_contiguous()):
                return None
        rows.append((w, g, parts, form, half, copied, narrow))
    return rows


def _batches(rows: Any, rates: Sequence[float], decays: Sequence[float], weights: Any) -> list[Batch]:
    result: list[Batch] = []
    latest: dict[Any, Batch] = {}
    room: Any = {}
    for i, (row, lr, wd, weight) in enumerate(zip(rows, rates, decays, weights, strict=True)):
        w, g, parts, form, half, copied, narrow = row
        size = w.numel()
        on_cpu = w.is_cpu
        small = size <= JOINED or not on_cpu
        key = (lr, wd, w.dtype, w.device, form, half is None, small)
        batch = latest.get(key)
        if batch is None or batch.length > (BATCH if on_cpu else JOINED_ON_DEVICE):
            batch = latest[key] = Batch(lr, wd, weight._ctx, form, small, room)
            result.append(batch)
        batch.length += size
        batch.copied |= copied
        batch.positions.append(i)
        batch.weights.append(w)
        batch.states.append(parts)
        batch.grads.append(g if half is None else g.to(w.dtype))
        if half is not None:
            batch.halves.append(half)
            batch.narrow.extend(narrow)
    return result
