"""Optimizer states of weights that are kept in parts: joining them to whole states, and splitting them."""

from __future__ import annotations

import math
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .. import ndarray as nd
from .. import optimizer as opt
from ..optimizer.states import Progress, read_states, write_states
from .layout import Part


def joined_states(
    result: Sequence[bytes], keys: Mapping[Any, tuple[tuple[int, ...], int]], optimizer: opt.Optimizer | None
) -> bytes:
    """Return the states of all workers, in their order, as those of one; ``keys`` gives shapes and numbers of parts.

    ``optimizer``: that of the store, if they have optimizers.
    """
    read = [read_states(item, optimizer) for item in result]
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


def _joined_progress(result: Sequence[Progress | None]) -> Progress:
    present = [item for item in result if item is not None]
    counts = {index: count for item in present for index, count in item.counts.items()}
    names = {index: name for item in present for index, name in item.names.items()}
    return Progress(max((item.num_update for item in present), default=0), counts, names)


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


def parted_states(updater: opt.Updater, mine: Mapping[Any, tuple[tuple[int, ...], Part | None, int]]) -> None:
    """Leave in an updater the states of this worker's parts alone."""
    for key, (shape, part, parts) in mine.items():
        if part is None:
            updater.states.pop(key, None)
            updater.states_synced.pop(key, None)
        elif key in updater.states and parts > 1:
            updater.states[key] = _cut(updater.states[key], part, shape)


def _cut(state: Any, part: Part, shape: tuple[int, ...]) -> Any:
    if isinstance(state, (tuple, list)):
        return type(state)(_cut(item, part, shape) for item in state)
    if isinstance(state, nd.NDArray) and tuple(state.shape) == shape:
        own = state.tostype("default")._t.reshape(-1)[part.start : part.stop].reshape(part.shape_in(shape))
        return nd.NDArray.from_torch(own.clone()).tostype(state.stype)
    return state
