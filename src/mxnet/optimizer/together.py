"""Updating many weights in few operations, for optimizers whose rule treats every element alone.

Small weights are joined to one long array, which the rule moves at once; what decides the time of a step over
hundreds of small weights is the number of operations, not of elements. Optimizers with a fused kernel in PyTorch hand
it the weights as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch._utils import _flatten_dense_tensors as flatten
from torch._utils import _unflatten_dense_tensors as unflatten

from .. import ndarray as nd
from ..core.writes import writable
from ..runtime import tape

#: As many elements are joined at most, so that what is computed on the way stays in the processor's cache.
_JOINED_AT_MOST = 1 << 15
#: A batch that has more elements is full, which bounds the memory for copies of gradients.
_LONGEST_BATCH = 1 << 18
#: Who redefines one of these expects to be asked about each weight.
_REDEFINABLE = frozenset(
    ("update", "update_multi_precision", "_update_count", "_get_lr", "_get_lrs", "_get_wd", "_get_wds")
)
#: How a state that has one array, or none, differs from a tuple.
_NOTHING, _ARRAY = "nothing", "array"


@dataclass(slots=True)
class Batch:
    """Weights of one rate, decay, type and device, with gradients and states, as tensors.

    Of half-precision weights with a float32 copy, ``weights`` and ``grads`` are in float32, ``halves`` what the
    program holds. ``states`` has a row for each weight, in the ``form`` of its first state.
    """

    lr: float
    wd: float
    ctx: Any
    form: Any
    weights: list[torch.Tensor] = field(default_factory=list)
    grads: list[torch.Tensor] = field(default_factory=list)
    states: list[tuple[torch.Tensor | None, ...]] = field(default_factory=list)
    halves: list[torch.Tensor] = field(default_factory=list)
    length: int = 0

    def columns(self) -> list[list[torch.Tensor]]:
        """Return each state of all weights."""
        return [list(column) for column in zip(*self.states, strict=True)]

    def pieces(self) -> Iterator[tuple[Any, Any, Any]]:
        """Give weight, gradient and state as arrays to update in place: small weights joined."""
        for chosen in self._divided():
            if len(chosen) > 1:
                yield from self._joined(chosen)
            else:
                (i,) = chosen
                yield self._array(self.weights[i]), self._array(self.grads[i]), self._state(self.states[i])

    def for_fused_kernels(self) -> Iterator[Batch]:
        """Give batches that PyTorch's fused kernels are fast with: large weights, then small ones on one thread.

        On processors those kernels start their threads anew for each weight, however small.
        """
        threads = torch.get_num_threads()
        if self.weights[0].device.type != "cpu" or threads == 1:
            yield self
            return
        small = [i for i, weight in enumerate(self.weights) if weight.numel() <= _JOINED_AT_MOST]
        if len(small) < len(self.weights):
            yield self._some(sorted(set(range(len(self.weights))).difference(small)))
        if small:
            torch.set_num_threads(1)
            try:
                yield self._some(small)
            finally:
                torch.set_num_threads(threads)

    def parts(self) -> Iterator[Batch]:
        """Give batches of weights that together are not long, for rules with a part that is each weight's own."""
        return map(self._some, self._divided())

    def _some(self, chosen: Sequence[int]) -> Batch:
        lists = [[every[i] for i in chosen] for every in (self.weights, self.grads, self.states)]
        return Batch(self.lr, self.wd, self.ctx, self.form, *lists)

    def _divided(self) -> list[list[int]]:
        """Return the positions of weights to join: together they are not long."""
        divided: list[list[int]] = []
        length = _JOINED_AT_MOST
        for i, weight in enumerate(self.weights):
            length += weight.numel()
            if length > _JOINED_AT_MOST:
                divided.append([])
                length = weight.numel()
            divided[-1].append(i)
        return divided

    def _joined(self, chosen: Sequence[int]) -> Iterator[tuple[Any, Any, Any]]:
        columns = [self.weights, *self.columns()]
        parts = [[column[i] for i in chosen] for column in columns]
        flat = [None if part[0] is None else flatten(part) for part in parts]
        grad = flatten([self.grads[i] for i in chosen])
        yield self._array(flat[0]), self._array(grad), self._state(flat[1:])
        for part, moved in zip(parts, flat, strict=True):
            if moved is not None:
                torch._foreach_copy_(part, unflatten(moved, part))

    def _array(self, tensor: Any) -> Any:
        return None if tensor is None else nd.NDArray._wrap(tensor, self.ctx)

    def _state(self, tensors: Sequence[Any]) -> Any:
        if self.form is _NOTHING:
            return None
        return self._array(tensors[0]) if self.form is _ARRAY else tuple(map(self._array, tensors))

    def scaled_grads(self, rescale: float, wd: float = 0.0, clip: float | None = None) -> list[torch.Tensor]:
        """Return copies of the gradients: ``rescale * grad + wd * weight``, clipped to ``[-clip, clip]``."""
        flat = flatten(self.grads).mul_(rescale)
        if wd:
            flat.add_(flatten(self.weights), alpha=wd)
        if clip is not None:
            flat.clamp_(-clip, clip)
        return list(unflatten(flat, self.grads))


def update_together(optimizer: Any, indices: Sequence[Any], weights: Any, grads: Any, states: Any) -> bool:
    """Update many weights through ``optimizer._step_batch``.

    Return False, with nothing done, where they have to be updated one by one: sparse or recorded arrays, an optimizer
    that redefines a part of the update, weights with different counts of updates.
    """
    if not _as_defined(optimizer) or tape.state.recording or not _dense(weights, grads):
        return False
    count = _common_count(optimizer, indices)
    rows = _rows(optimizer, weights, grads, states)
    if count is None or rows is None:
        return False
    optimizer._update_count(indices)
    rates, decays = optimizer._get_lrs(indices), optimizer._get_wds(indices)
    for batch in _batches(rows, rates, decays, weights):
        optimizer._step_batch(batch, count + 1)
        if batch.halves:
            torch._foreach_copy_(batch.halves, batch.weights)
    return True


def _as_defined(optimizer: Any) -> bool:
    cls = type(optimizer)
    return (
        getattr(cls, "_step_batch", None) is not None
        and _REDEFINABLE.isdisjoint(vars(optimizer))
        and all(getattr(cls, name).__module__.startswith("mxnet.optimizer.") for name in _REDEFINABLE)
    )


def _dense(weights: Sequence[Any], grads: Sequence[Any]) -> bool:
    kinds = {*map(type, weights), *map(type, grads)}
    return all(issubclass(kind, nd.NDArray) and kind.stype is nd.NDArray.stype for kind in kinds)


def _common_count(optimizer: Any, indices: Sequence[Any]) -> int | None:
    """Return how often each of the weights was updated; None if they differ, or one comes twice."""
    begin, table = optimizer.begin_num_update, optimizer._index_update_count
    counts = {table.get(index, begin) for index in indices}
    return counts.pop() if len(counts) == 1 and len(set(indices)) == len(indices) else None


def _rows(optimizer: Any, weights: Any, grads: Any, states: Any) -> list[tuple[Any, ...]] | None:
    """Return weight, gradient, state, form of the state, and half-precision weight or None, each time as tensors."""
    rows = []
    own: tuple[Any, ...]
    form: Any
    mixed = optimizer.multi_precision
    for weight, grad, state in zip(weights, grads, states, strict=True):
        w, g, half = writable(weight._t), grad._t, None
        if g.dtype is not w.dtype or g.shape != w.shape or not w.is_contiguous():
            return None
        if not g.is_contiguous():
            g = g.contiguous()
        if mixed and w.dtype is torch.float16:
            state, copy = optimizer._split_state(state)
            half, w = w, copy._t
        if state is None:
            own, form = (), _NOTHING
        elif type(state) is tuple:
            own = tuple([None if part is None else part._t for part in state])
            form = tuple([part is None for part in state])
        else:
            own, form = (state._t,), _ARRAY
        for part in own:
            if part is not None and (part.shape != w.shape or part.dtype is not w.dtype or not part.is_contiguous()):
                return None
        rows.append((w, g, own, form, half))
    return rows


def _batches(rows: Any, rates: Sequence[float], decays: Sequence[float], weights: Any) -> list[Batch]:
    made: list[Batch] = []
    latest: dict[Any, Batch] = {}
    for (w, g, own, form, half), lr, wd, weight in zip(rows, rates, decays, weights, strict=True):
        key = (lr, wd, w.dtype, w.device, form, half is None)
        batch = latest.get(key)
        if batch is None or batch.length > _LONGEST_BATCH:
            batch = latest[key] = Batch(lr, wd, weight._ctx, form)
            made.append(batch)
        batch.length += w.numel()
        batch.weights.append(w)
        batch.states.append(own)
        batch.grads.append(g if half is None else g.to(w.dtype))
        if half is not None:
            batch.halves.append(half)
    return made
