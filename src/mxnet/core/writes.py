"""What is prepared from arrays must notice that they were written to.

Arrays are written in place behind PyTorch's back: a tensor that a graph has saved may change, as in MXNet, so its
version counter stays. Every such write therefore goes through :func:`writable`, which counts the writes to the memory
that someone watches; :func:`stamp` changes when there was one.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

#: by address of a storage that is watched: how often it was written to
_writes: dict[int, int] = {}
#: addresses of storages that others, NumPy for one, may write to without our notice
_shared: set[int] = set()
#: from so many bytes on, memory lies apart from the heap (:mod:`.memory`), where moving it about would leave gaps
_APART = 1 << 25
_number_of_users: Callable[[int], int] = torch._C._storage_Use_Count


def _address(t: torch.Tensor) -> int:
    return t.untyped_storage().data_ptr()


def writable(t: torch.Tensor) -> torch.Tensor:
    """Return ``t`` apart from its history, to be written to now."""
    if _writes:
        address = _address(t)
        if address in _writes:
            _writes[address] += 1
    return t.data


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
        and _address(target) not in _shared
        and not target.is_shared()  # type: ignore[no-untyped-call]
    ):
        writable(target)
        target.data = source
    else:
        writable(target).copy_(source)


def _is_alone(t: torch.Tensor) -> bool:
    """Return whether a tensor is the only one on its memory, and needs all of it."""
    memory = t.untyped_storage()  # counts as another
    return memory.nbytes() == t.nbytes and _number_of_users(memory._cdata) == 2


def watch(t: torch.Tensor) -> None:
    """Count the writes to the memory of ``t`` from now on."""
    _writes.setdefault(_address(t), 0)


def share(t: torch.Tensor) -> None:
    """Remember that others may write to the memory of ``t``: nothing can be prepared from it for long."""
    _shared.add(_address(t))


def stamp(t: torch.Tensor) -> tuple[int, int, int] | None:
    """Return what differs for another tensor, and after a write to watched memory; None where there is no knowing."""
    address = _address(t)
    if address in _shared:
        return None
    return t.data_ptr(), t._version, _writes.get(address, -1)
