"""Memory of the C library: what it does with freed memory, and zeros that take none before they are written."""

import ctypes
import mmap
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
import torch

from .interruptions import attempt

#: the codes of glibc's limits: freed memory at the end of the heap that stays, and how many blocks lie apart from it
_TRIM_THRESHOLD, _MMAP_MAX = -1, -4
_RETAINED = 1 << 30
#: bytes of the largest block whose release raises those limits, with some for its header
_LARGEST_RAISING = (32 << 20) - (64 << 10)
#: bytes from which on zeros are worth a way of their own
_MANY = 1 << 18


def zeros(shape: Sequence[int], dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return zeros which, where they are many and on a processor, take memory from the system when they are written.

    PyTorch writes its zeros at once. A network that only predicts never writes the gradients that it was given.
    """
    size = prod(shape) * dtype.itemsize
    if device.type != "cpu" or size < _MANY:
        return torch.zeros(tuple(shape), dtype=dtype, device=device)
    # not from the C library, whose freed memory would have to be written
    memory = attempt(lambda: _mapped(size), OSError, OverflowError)
    if memory is None:  # not so much: PyTorch says so
        return torch.zeros(tuple(shape), dtype=dtype, device=device)
    # without a base: a tensor that is alone on its memory may be given another one (:func:`.write_tracking.hand_over`)
    return torch.from_numpy(np.frombuffer(memory, np.uint8)).view(dtype).view(tuple(shape)).data


def _mapped(size: int) -> mmap.mmap:
    """Return memory of which a process that is forked gets a copy."""
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


@cache
def _function(name: str) -> Callable[..., Any] | None:
    try:
        result: Callable[..., Any] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None  # a C library other than GNU's
    return result


def give_back_unused() -> None:
    """Give freed memory back to the system, where the C library can (GNU's; elsewhere this does nothing).

    Tensors of ever other sizes leave gaps between them that no later one fits into, and the process grows. This
    takes milliseconds: call it now and then.
    """
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def raise_limits() -> None:
    """Let GNU's C library keep freed memory up to its own limits, 64 MB in blocks of up to 32, for what comes next.

    It begins with 128 kB, and raises that when a larger block is freed (``mallopt(3)``, ``M_MMAP_THRESHOLD``). So this
    frees one, which nothing was written to and which takes no memory. Limits that the user has set stay. Without it a
    prediction takes memory from the system anew for what lies between its operators, or not, by what ran before.
    """
    torch.empty(_LARGEST_RAISING, dtype=torch.uint8)


def keep_freed() -> bool:
    """Let GNU's C library keep up to 1 GB of freed memory for what comes next, instead of 128 kB.

    Step after step needs the same memory. Without this, each takes it from the system anew, page by page, which costs
    up to a quarter of a training step, and a third of a prediction from large batches. What lies between blocks in use
    stays, too, so that a process holds up to a third more.

    It holds for the whole process and for good, so nothing does it unasked: call it once at the beginning of a program,
    set ``MXNET_KEEP_FREED=1`` before mxnet is imported, or hybridize with ``static_alloc=True``, with which MXNet keeps
    the memory of a graph. Returns whether the C library took the limits; another one than GNU's has none.
    """
    limit = _function("mallopt")
    return limit is not None and bool(limit(_TRIM_THRESHOLD, _RETAINED) and limit(_MMAP_MAX, 0))
