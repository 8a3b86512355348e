"""Batches of weights that an optimizer updates in few operations: joining them, and splitting the results.

Small weights are copied to one long array, which an elementwise rule moves at once: what decides the time of a step
over hundreds of small weights is the number of operations, not of elements. Large ones are moved a part at a time, so
that what is computed on the way stays in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import torch

from .. import ndarray as nd
from ..core import torch_compat
from ..core.threads.limit import thread_limit

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
    room: Room
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
        most = JOINED if self.weights[0].is_cpu else JOINED_ON_DEVICE
        length = most
        for i, weight in enumerate(self.weights):
            length += weight.numel()
            if length > most:
                divided.append([])
                length = weight.numel()
            divided[-1].append(i)
        return [Group(self.room, chosen) for chosen in divided]

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
        """Call ``run(weights, grads, columns)``, one of PyTorch's fused kernels, with ``rescale * grad + wd * weight``
        clipped to ``[-clip, clip]`` as gradients: where that differs from them, with copies, a group after the other.

        For small weights it runs on one thread: the kernels start threads anew for each weight.
        """
        threads = torch.get_num_threads()
        limit = thread_limit() if self.small and self.weights[0].is_cpu else None
        try:
            if limit is not None:
                limit(1)
            if rescale == 1.0 and not wd and clip is None:
                run(self.weights, self.grads, self.columns)
                return
            for group in self.groups:
                grads = group.scaled_grads(self, rescale, wd, clip)
                run(group.of(self.weights), grads, [group.of(column) for column in self.columns])
        finally:
            if limit is not None:
                limit(threads)


@lru_cache(maxsize=64)
def _lengths_on(device: torch.device, lengths: tuple[int, ...]) -> torch.Tensor:
    """Return lengths as a tensor, which is not to be written to: copying them to a GPU would wait for it."""
    return torch.tensor(lengths, device=device)


class Group:
    """Some weights of a batch, and room for their values and those of their states, joined."""

    __slots__ = ("_lengths", "_views", "chosen", "room")

    def __init__(self, room: Room, chosen: list[int]) -> None:
        self.room = room
        self.chosen = chosen
        self._views: dict[tuple[int, torch.dtype], Joined] = {}
        self._lengths: torch.Tensor | None = None

    def of(self, column: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Return what a column of the batch has for these weights."""
        return list(column) if len(column) == len(self.chosen) else [column[i] for i in self.chosen]

    def take(self, number: int, column: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the values of a column, which has this number, joined; of one weight those themselves."""
        own = self.of(column)
        if len(own) == 1:
            return own[0].view(-1)
        joined, views = self._joined(number, own)
        torch_compat.copy_many(views, own)
        return joined

    def give(self, number: int, column: Sequence[torch.Tensor]) -> None:
        """Write the values that :meth:`take` joined, as they are now, back to the column."""
        own = self.of(column)
        if len(own) > 1:
            torch_compat.copy_many(own, self._joined(number, own)[1])

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

    def _joined(self, number: int, own: Sequence[torch.Tensor]) -> Joined:
        like = own[0]
        result = self._views.get((number, like.dtype))
        if result is None:
            key, room = (number, like.dtype, like.device), self.room
            length = sum([item.numel() for item in own])
            if key not in room or len(room[key]) < length:
                room[key] = torch.empty(max(length, JOINED), dtype=like.dtype, device=like.device)
            joined = room[key][:length]
            result = self._views[number, like.dtype] = joined, list(torch_compat.unflatten(joined, own))
        return result

    def scaled_grads(self, batch: Batch, rescale: float, wd: float, clip: float | None) -> list[torch.Tensor]:
        """Return copies of the gradients: ``rescale * grad + wd * weight``, clipped to ``[-clip, clip]``."""
        alone = len(self.chosen) == 1
        joined = self.of(batch.grads)[0] * rescale if alone else self.take(1, batch.grads).mul_(rescale)
        if wd:
            joined.add_(self.of(batch.weights)[0] if alone else self.take(0, batch.weights), alpha=wd)
        if clip is not None:
            joined.clamp_(-clip, clip)
        return [joined] if alone else self._joined(1, batch.grads)[1]
