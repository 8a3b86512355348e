"""The layout of values over workers: small ones whole, by their key; large ones in equal parts, one on each worker."""

from __future__ import annotations

import math
import pickle
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from .. import ndarray as nd
from .. import optimizer as opt
from ..core import environment
from ..optimizer.states import Progress, read_states, write_states


def large() -> int:
    """Return from how many elements on a value is split: ``MXNET_KVSTORE_BIGARRAY_BOUND`` (1,000,000)."""
    return environment.integer("MXNET_KVSTORE_BIGARRAY_BOUND", 1_000_000)


@dataclass(frozen=True)
class Part:
    """The elements from ``start`` to ``stop`` of a flattened value, kept by worker ``owner``."""

    owner: int
    start: int
    stop: int

    @property
    def size(self) -> int:
        """How many elements it has."""
        return self.stop - self.start

    def shape_in(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Return the part's shape in a value of a shape: whole rows, or elements in a line where it cuts rows."""
        rest = shape[1:]
        row = math.prod(rest)
        if self.size == math.prod(shape):
            return shape
        return (self.size // row, *rest) if by_rows(self, row) else (self.size,)

    def rows_in(self, shape: tuple[int, ...]) -> range:
        """Return the indices of the rows that the part has of a value of a shape."""
        row = math.prod(shape[1:]) or 1
        return range(self.start // row, self.stop // row)


def by_rows(part: Part, row: int) -> bool:
    """Return whether a part begins and ends with whole rows of so many elements."""
    return row > 0 and not part.start % row and not part.stop % row


def parts_of(key: Any, shape: tuple[int, ...], workers: int, unsplit: bool = False) -> tuple[Part, ...]:
    """Return the parts of a value, in order: one where ``unsplit``, or where the value is small.

    A split value is cut between rows, unless there are fewer of them than workers.
    """
    size = math.prod(shape)
    if unsplit or workers == 1 or size < max(large(), workers):
        hashed = key * 9973 if isinstance(key, int) else zlib.crc32(str(key).encode())
        return (Part(hashed % workers, 0, size),)
    unit = size // shape[0] if shape[0] >= workers else 1
    ends = [size // unit * (i + 1) // workers * unit for i in range(workers)]
    return tuple(Part(i, start, stop) for i, (start, stop) in enumerate(zip([0, *ends], ends, strict=False)))


# -- optimizer states of weights that are kept in parts ------------------------------------------------------


def joined_states(
    workers_states: Sequence[bytes], keys: Mapping[Any, tuple[tuple[int, ...], int]], optimizer: opt.Optimizer | None
) -> bytes:
    """Return the states of all workers, in their order, as those of one; ``keys`` gives shapes and numbers of parts.

    ``optimizer``: that of the store, if they have optimizers.
    """
    read = [read_states(item, optimizer) for item in workers_states]
    contents = [content for content, _ in read]
    states = [content[0] if optimizer else content for content in contents]
    joined: dict[Any, Any] = {}
    for key, (shape, parts) in keys.items():
        pieces = [state[key] for state in states if key in state]
        if pieces:
            joined[key] = pieces[0] if parts == 1 else _join(pieces, shape)
    if not optimizer:
        return write_states(joined, _joined_progress([progress for _, progress in read]))
    optimizer_state = contents[0][1]
    for _, other in contents[1:]:
        optimizer_state._index_update_count.update(other._index_update_count)
        optimizer_state.num_update = max(optimizer_state.num_update, other.num_update)
    return pickle.dumps((joined, optimizer_state))


def _joined_progress(items: Sequence[Progress | None]) -> Progress:
    known = [item for item in items if item is not None]
    counts = {index: count for item in known for index, count in item.counts.items()}
    names = {index: name for item in known for index, name in item.names.items()}
    return Progress(max((item.num_update for item in known), default=0), counts, names)


def _join(pieces: Sequence[Any], shape: tuple[int, ...]) -> Any:
    first = pieces[0]
    if isinstance(first, (tuple, list)):
        return type(first)(_join(item, shape) for item in zip(*pieces, strict=True))
    if not isinstance(first, nd.NDArray):
        return first
    flat = torch.cat([piece.tostype("default")._t.reshape(-1) for piece in pieces])
    if flat.numel() != math.prod(shape):
        return first  # one number for the whole weight
    return nd.NDArray.from_torch(flat.reshape(shape)).tostype(first.stype)


def parted_states(updater: opt.Updater, owned: Mapping[Any, tuple[tuple[int, ...], Part | None, int]]) -> None:
    """Leave in an updater the states of this worker's parts alone."""
    for key, (shape, part, parts) in owned.items():
        if part is None:
            updater.states.pop(key, None)
            updater.states_synced.pop(key, None)
        elif key in updater.states and parts > 1:
            updater.states[key] = _cut(updater.states[key], part, shape)


def _cut(state: Any, part: Part, shape: tuple[int, ...]) -> Any:
    if isinstance(state, (tuple, list)):
        return type(state)(_cut(item, part, shape) for item in state)
    if isinstance(state, nd.NDArray) and tuple(state.shape) == shape:
        elements = state.tostype("default")._t.reshape(-1)[part.start : part.stop].reshape(part.shape_in(shape))
        return nd.NDArray.from_torch(elements.clone()).tostype(state.stype)
    return state
