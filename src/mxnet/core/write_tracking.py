"""Write tracking: what was prepared from an array, a packed weight for one, notices when the array is written to.

Arrays are written in place behind PyTorch's back: a tensor that a graph has saved may change, as in MXNet, so its
version counter stays. Every such write therefore asks :func:`writable` for the tensor to write to. Whoever prepares
something from a tensor

1. takes its :func:`stamp`; from then on, each write to its memory gives it another one;
2. does not prepare anything while :func:`write_under_way`, since that write may have begun before the stamp;
3. uses what was prepared as long as the stamp stays the same.

What is known of memory stands on its storage: it goes with it, and new memory at the same address knows nothing of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import torch

from . import torch_compat

#: on the storage of an array that has a stamp: an object that stands for the last write to it
_LAST_WRITE = "remx_last_write"
#: on a storage that others, NumPy for one, may write to without our notice
_SHARED = "remx_shared"
_NAME = "writable"
#: whether there are stamps at all, without which a write need not look for one
_tracking = False
#: from so many bytes on, memory lies apart from the heap, where moving it about would leave gaps
_APART = 1 << 25


def _facts(t: torch.Tensor) -> dict[str, Any]:
    """Return what is known of the memory of ``t``: PyTorch keeps the attributes of a storage as long as the memory."""
    return t.untyped_storage().__dict__


def writable(t: torch.Tensor) -> torch.Tensor:
    """Return ``t`` apart from its history, to be written to now.

    The function that calls this must do the write itself, or in calls of its own, before it returns: as long as it
    runs there is a :func:`write_under_way`.
    """
    note_write(t)
    return t.data


def note_write(t: torch.Tensor) -> None:
    """Give ``t`` another stamp: for a function that writes again to what :func:`writable` gave it before."""
    if _tracking:
        facts = _facts(t)
        if _LAST_WRITE in facts:
            facts[_LAST_WRITE] = object()


_writable = writable  # under another name: to look for functions that name it is not to write


def write_under_way() -> bool:
    """Return whether a thread, this one included, is in a function that writes to arrays: one that names `writable`."""
    # no name may hold a frame at the end: this function's own would be a cycle, which keeps all its callers' values
    frames: list[FrameType | None] = list(sys._current_frames().values())
    while frames:
        frame = frames.pop()
        while frame is not None:
            code = frame.f_code
            if code is _writable.__code__ or (_NAME in code.co_names and frame.f_globals.get(_NAME) is _writable):
                frames.clear()
                del frame
                return True
            frame = frame.f_back
    return False


def stamp(t: torch.Tensor) -> tuple[object, int, Any] | None:
    """Return what differs for another tensor, and after a write; None where there is no knowing of writes."""
    global _tracking
    facts = _facts(t)
    if _SHARED in facts:
        return None
    write = facts.get(_LAST_WRITE)
    if write is None:
        if t.is_shared():  # type: ignore[no-untyped-call] # with other processes
            share(t)
            return None
        _tracking = True
        write = facts.setdefault(_LAST_WRITE, object())
    version = torch_compat.version(t)
    return None if version is None else (write, t.data_ptr(), version)


def share(t: torch.Tensor) -> None:
    """Remember that others may write to the memory of ``t``, which has no stamp from now on."""
    _facts(t)[_SHARED] = True


class Kept:
    """What a function makes of tensors, kept until one of them is written to, or others come."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self.make = make
        #: the stamps of the tensors, and what was made; in one tuple, for many threads
        self._kept: tuple[Any, Any] = (None, None)

    def __call__(self, *tensors: torch.Tensor) -> Any:
        stamps = [stamp(each) for each in tensors]
        made_from, made = self._kept
        if made_from != stamps or None in stamps:
            made = self.make(*tensors)
            if None not in stamps and not write_under_way():
                self._kept = (stamps, made)
        return made


def hand_over(source: torch.Tensor, target: torch.Tensor) -> None:
    """Write ``source``, which the caller will not use again, into ``target``, which is of its shape.

    Nothing is copied where the memory of both is theirs alone, so that nobody can tell: the target gets the source's.
    """
    if (
        target.nbytes >= _APART
        and source.dtype is target.dtype
        and source.device == target.device
        and source.device.type == "cpu"
        and source.is_contiguous()
        and target.is_contiguous()
        and _is_alone(source)
        and _is_alone(target)
        and _SHARED not in _facts(target)
        and not target.is_shared()  # type: ignore[no-untyped-call]
    ):
        target.data = source  # other memory, and so another stamp
    else:
        writable(target).copy_(source)


def _is_alone(t: torch.Tensor) -> bool:
    """Return whether a tensor is the only one on its memory, and needs all of it."""
    memory = t.untyped_storage()  # counts as another
    return memory.nbytes() == t.nbytes and torch_compat.storage_users(memory) == 2
