"""New values for arrays that other threads may be reading: a reader sees the old values or the new ones, none halfway.

On processors PyTorch computes at once, and no engine orders reads and writes. An array therefore gets another tensor;
who is reading the old one keeps it, whole. That is right only where nothing else is on the old memory: a view of it,
or a recorded graph, has to see the write. What a thread that computes holds for a while cannot be told from what
stays: the old tensors get a moment to become free, and arrays whose tensors do not are written to in place.
"""

import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

import torch

from ..core import torch_compat
from ..core.restoring import restoring
from ..core.write_tracking import HELD_ONCE, may_replace, note_write, references, writable
from . import tape
from .grad_node import GradSlot

#: for how long old tensors get to become free, in seconds, and after which time those are tried again that did not;
#: meanwhile others get less time: many may be held by the same
_PATIENCE, _LESS, _AGAIN = 0.2, 0.002, 60.0
#: until when there is less time
_hasty_until = 0.0
#: on a storage that something else than its array stayed on: until when waiting for it would be in vain
_ALIASED = "remx_aliased"


@restoring
def replacing_at_end() -> Iterator[list[tuple[Any, torch.Tensor]]]:
    """Give a list for arrays with their new values, which :func:`replace` gets in the end.

    After an error too: what came before it is set, as in MXNet 1.9.1.
    """
    pairs: list[tuple[Any, torch.Tensor]] = []
    try:
        yield pairs
    finally:
        replace(pairs)


def replace(pairs: Iterable[tuple[Any, torch.Tensor]]) -> None:
    """Give dense arrays the values of tensors of their shapes, all at once where that is possible.

    The caller gives up the tensors.
    """
    arrays, slots, old, new = [], [], [], []
    for array, value in {id(array): (array, value) for array, value in pairs}.values():  # the last of one array counts
        slot = array._slot  # once: a thread that records may give it another one
        if _may_replace(value, array, slot):
            arrays.append(array)
            slots.append(slot)
            old.append(array._t)
            new.append(value)
        else:
            writable(array._t).copy_(value)
    leaves = [slot and slot.leaf for slot in slots]
    for array, slot, value in zip(arrays, slots, new, strict=True):
        tape.make_leaf(slot, value)
        note_write(array._t)
    # in C: no other thread runs in between, and no handler of a signal
    deque(map(setattr, arrays, repeat("_t"), new), 0)
    try:
        _wait_until_free(old)
    finally:
        for i in [i for i in range(len(old)) if not _is_free(old, i)]:
            _write_in_place(arrays[i], slots[i], old[i], leaves[i])


def _may_replace(value: torch.Tensor, array: Any, slot: Any) -> bool:
    """Return whether a tensor can take the place of an array's, as far as is known without looking at who uses it."""
    current = array._t
    plain = slot is None or (type(slot) is GradSlot and slot.handle is None)
    aliased = current.untyped_storage().__dict__.get(_ALIASED, 0) > time.monotonic()
    return plain and not aliased and value.device.type == "cpu" and may_replace([value], [current])[0]


def _wait_until_free(old: Sequence[torch.Tensor]) -> None:
    """Wait until nobody else has any of these tensors, if other threads may be about to let go of them."""
    global _hasty_until
    remaining, begin = [*range(len(old))], time.monotonic()
    end = begin + (_LESS if begin < _hasty_until else _PATIENCE)
    while remaining := [i for i in remaining if not _is_free(old, i)]:
        if threading.active_count() == 1:
            return
        if time.monotonic() > end:
            _hasty_until = max(_hasty_until, begin + _AGAIN)
            return
        time.sleep(0.0005)


def _write_in_place(array: Any, slot: Any, before: torch.Tensor, leaf: Any) -> None:
    """Give an array its tensor back, which something else is on, and write to it."""
    value, array._t = array._t.detach(), before
    if slot is not None:
        slot.leaf = leaf
    if threading.active_count() > 1:
        before.untyped_storage().__dict__[_ALIASED] = time.monotonic() + _AGAIN
    writable(before).copy_(value)


def _is_free(tensors: Sequence[torch.Tensor], i: int) -> bool:
    """Return whether only the sequence has a tensor, and nothing else is on its memory."""
    held_once = references(tensors, i) == HELD_ONCE and torch_compat.tensor_users(tensors[i]) == 1
    return held_once and torch_compat.are_alone([tensors[i]])[0]
