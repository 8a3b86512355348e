"""Updating many weights in few operations, for optimizers that update batches of them.

What a step needs to know of the weights is found out once, and holds as long as they, their gradients and their
states stay the same arrays.

Small weights are copied to one long array, which an elementwise rule moves at once: what decides the time of a step
over hundreds of small weights is the number of operations, not of elements. Large ones are moved a part at a time, so
that what is computed on the way stays in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import attrgetter, is_
from types import NoneType
from typing import Any
from weakref import ref

import torch

from .. import ndarray as nd
from ..core import torch_compat
from ..core.dtypes import HALVES
from ..core.params import parser
from ..core.threads.pool import thread_limit
from ..core.write_tracking import all_writable, all_writable_again
from ..eager import tape
from ..kernels.choice import PLAIN
from ..ops._updates import wide

#: elements of small weights that are concatenated at most, and of a large one that are updated at a time
JOINED, MOVED = 1 << 15, 1 << 18
#: the same on another device than the processor, where a call takes longer than it computes
JOINED_ON_DEVICE = 1 << 24
#: How a state that has one array, or none, differs from a tuple.
NOTHING, ARRAY = "nothing", "array"

#: By column, data type and device: room for joined values. The batches of an update use it one after the other.
Room = dict[tuple[int, torch.dtype, torch.device], torch.Tensor]
#: The joined values of a column, and the parts of it that are the values of each weight.
Joined = tuple[torch.Tensor, list[torch.Tensor]]
#: Who redefines one of these expects to be asked about each weight.
_REDEFINABLE = frozenset(
    ("update", "update_multi_precision", "_update_count", "_get_lr", "_get_lrs", "_get_wd", "_get_wds")
)

#: elements after which a batch of weights is full, which bounds the memory for copies of gradients
BATCH = 1 << 18
_methods = attrgetter(*sorted(_REDEFINABLE))
_read_number = parser(float)
_NUMBERS = {int, float}


@dataclass
class Batch:
    """Weights of one rate, decay, type and device, all small or all large, with gradients and states, as tensors.

    ``positions`` are those among the weights of the update. Of half-precision weights, ``weights``, ``grads`` and
    ``states`` are in float32, ``halves`` what the program holds. ``states`` has a row for each weight, in the ``form``
    of its first state.
    """

    lr: float
    wd: float
    ctx: Any
    form: Any
    small: bool
    buffers: Room
    positions: list[int] = field(default_factory=list)
    weights: list[torch.Tensor] = field(default_factory=list)
    grads: list[torch.Tensor] = field(default_factory=list)
    states: list[tuple[torch.Tensor | None, ...]] = field(default_factory=list)
    halves: list[torch.Tensor] = field(default_factory=list)
    #: half-precision states, and what they are in float32
    narrow: list[tuple[torch.Tensor, torch.Tensor]] = field(default_factory=list)
    length: int = 0
    #: whether a gradient is not the program's own, but a copy of it in another order of memory
    copied: bool = False

    @cached_property
    def columns(self) -> list[list[torch.Tensor]]:
        """Each state of all weights, lists that nobody changes."""
        return [list(column) for column in zip(*self.states, strict=True)]

    @cached_property
    def groups(self) -> list[Group]:
        """Groups of small weights that together are not long, or each large weight as a group."""
        divided: list[list[int]] = []
        limit = JOINED if self.weights[0].is_cpu else JOINED_ON_DEVICE
        length = limit
        for i, weight in enumerate(self.weights):
            length += weight.numel()
            if length > limit:
                divided.append([])
                length = weight.numel()
            divided[-1].append(i)
        return [Group(self.buffers, chosen) for chosen in divided]

    def pieces(self) -> Iterator[tuple[Any, Any, Any]]:
        """Give weight, gradient and state as arrays to update in place: small weights joined, large ones divided."""
        for group in self.groups:
            if len(group.chosen) > 1:
                yield from self._joined(group)
            else:
                yield from self._divided(group.chosen[0])

    def _joined(self, group: Group) -> Iterator[tuple[Any, Any, Any]]:
        weight, grad = group.take(0, self.weights), group.take(1, self.grads)
        columns = self.columns
        states = [None if column[0] is None else group.take(2 + k, column) for k, column in enumerate(columns)]
        yield self._array(weight), self._array(grad), self._state(states)
        group.give(0, self.weights)
        for k, column in enumerate(columns):
            if column[0] is not None:
                group.give(2 + k, column)

    def _divided(self, i: int) -> Iterator[tuple[Any, Any, Any]]:
        weight = self.weights[i]
        tensors = [weight, self.grads[i], *self.states[i]]
        length = weight.numel()
        if length <= MOVED or weight.device.type != "cpu":
            parts: list[list[torch.Tensor | None]] = [tensors]
        else:
            flat = [None if tensor is None else tensor.view(-1) for tensor in tensors]
            starts = range(0, length, MOVED)
            parts = [[None if item is None else item[n : n + MOVED] for item in flat] for n in starts]
        for first, grad, *state in parts:
            yield self._array(first), self._array(grad), self._state(state)

    def _array(self, tensor: Any) -> Any:
        return None if tensor is None else nd.NDArray._wrap(tensor, self.ctx)

    def _state(self, tensors: Sequence[Any]) -> Any:
        if self.form is NOTHING:
            return None
        return self._array(tensors[0]) if self.form is ARRAY else tuple(map(self._array, tensors))

    def run_fused(self, run: Callable[..., None], rescale: float, wd: float = 0.0, clip: float | None = None) -> None:
        """Call ``run(weights, grads, *columns)``, one of PyTorch's fused kernels, with ``rescale * grad + wd * weight``
        clipped to ``[-clip, clip]`` as gradients: where that differs from them, with copies, a group after the other.

        For small weights it runs on one thread: the kernels start threads anew for each weight.
        """
        threads = torch.get_num_threads()
        limit = thread_limit() if self.small and self.weights[0].is_cpu else None
        try:
            if limit is not None:
                limit(1)
            if rescale == 1.0 and not wd and clip is None:
                run(self.weights, self.grads, *self.columns)
                return
            for group in self.groups:
                grads = group.scaled_grads(self, rescale, wd, clip)
                run(group.of(self.weights), grads, *[group.of(column) for column in self.columns])
        finally:
            if limit is not None:
                limit(threads)


@lru_cache(maxsize=64)
def _lengths_on(device: torch.device, lengths: tuple[int, ...]) -> torch.Tensor:
    """Return lengths as a tensor, which is not to be written to: copying them to a GPU would wait for it."""
    return torch.tensor(lengths, device=device)


class Group:
    """Some weights of a batch, and room for their values and those of their states, joined."""

    __slots__ = ("_lengths", "_views", "buffers", "chosen")

    def __init__(self, buffers: Room, chosen: list[int]) -> None:
        self.buffers = buffers
        self.chosen = chosen
        self._views: dict[tuple[int, torch.dtype], Joined] = {}
        self._lengths: torch.Tensor | None = None

    def of(self, column: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Return what a column of the batch has for these weights."""
        return list(column) if len(column) == len(self.chosen) else [column[i] for i in self.chosen]

    def take(self, number: int, column: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the values of a column, which has this number, joined; of one weight those themselves."""
        tensors = self.of(column)
        if len(tensors) == 1:
            return tensors[0].view(-1)
        joined, views = self._joined(number, tensors)
        torch_compat.copy_many(views, tensors)
        return joined

    def give(self, number: int, column: Sequence[torch.Tensor]) -> None:
        """Write the values that :meth:`take` joined, as they are now, back to the column."""
        tensors = self.of(column)
        if len(tensors) > 1:
            torch_compat.copy_many(tensors, self._joined(number, tensors)[1])

    def norms(self, values: torch.Tensor) -> torch.Tensor:
        """Return the 2-norm of each weight's part of joined values."""
        norms: torch.Tensor
        if len(self.chosen) == 1:
            norms = values.norm().view(1)
            return norms
        if self._lengths is None:
            lengths = tuple(item.numel() for item in next(iter(self._views.values()))[1])
            self._lengths = _lengths_on(values.device, lengths)
        squares = torch.segment_reduce(values.double().square(), "sum", lengths=self._lengths)
        norms = squares.sqrt_().to(values.dtype)
        return norms

    def spread(self, numbers: torch.Tensor, length: int) -> torch.Tensor:
        """Return joined values that are one number for each weight."""
        return numbers if self._lengths is None else torch.repeat_interleave(numbers, self._lengths, output_size=length)

    def _joined(self, number: int, tensors: Sequence[torch.Tensor]) -> Joined:
        like = tensors[0]
        result = self._views.get((number, like.dtype))
        if result is None:
            key, buffers = (number, like.dtype, like.device), self.buffers
            length = sum([item.numel() for item in tensors])
            if key not in buffers or len(buffers[key]) < length:
                buffers[key] = torch.empty(max(length, JOINED), dtype=like.dtype, device=like.device)
            joined = buffers[key][:length]
            result = self._views[number, like.dtype] = joined, list(torch_compat.unflatten(joined, tensors))
        return result

    def scaled_grads(self, batch: Batch, rescale: float, wd: float, clip: float | None) -> list[torch.Tensor]:
        """Return copies of the gradients: ``rescale * grad + wd * weight``, clipped to ``[-clip, clip]``."""
        is_single = len(self.chosen) == 1
        joined = self.of(batch.grads)[0] * rescale if is_single else self.take(1, batch.grads).mul_(rescale)
        if wd:
            joined.add_(self.of(batch.weights)[0] if is_single else self.take(0, batch.weights), alpha=wd)
        if clip is not None:
            joined.clamp_(-clip, clip)
        return [joined] if is_single else self._joined(1, batch.grads)[1]


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
        for i, (reference, tensor) in enumerate(zip(self.tensors, now, strict=True)):
            if reference() is not tensor:
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
    tensors = [weight._t for weight in weights]
    # not on processors, where new values may take the place of arrays that are alone on their memory
    written = (all_writable_again if tensors[0].is_cuda else all_writable)(tensors)
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
    buffers: Any = {}
    for i, (row, lr, wd, weight) in enumerate(zip(rows, rates, decays, weights, strict=True)):
        w, g, parts, form, half, copied, narrow = row
        size = w.numel()
        on_cpu = w.is_cpu
        small = size <= JOINED or not on_cpu
        key = (lr, wd, w.dtype, w.device, form, half is None, small)
        batch = latest.get(key)
        if batch is None or batch.length > (BATCH if on_cpu else JOINED_ON_DEVICE):
            batch = latest[key] = Batch(lr, wd, weight._ctx, form, small, buffers)
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
