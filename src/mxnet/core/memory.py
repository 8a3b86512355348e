"""What the C library does with freed memory: GNU's can be told to keep it for the next step, and to give it back."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

#: GNU's numbers of its limits: for freed memory at the end of the heap that stays, and for pieces apart from the heap
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT, _LARGE = 1 << 30, 1 << 25


@cache
def _function(name: str) -> Callable[..., Any] | None:
    try:
        found: Callable[..., Any] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None  # a C library other than GNU's
    return found


def give_back_unused() -> None:
    """Give freed memory back to the system, where the C library can (GNU's; elsewhere this does nothing).

    Tensors of ever other sizes leave gaps between them that no later one fits into, and the process grows. This
    takes milliseconds: call it now and then.
    """
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def keep_freed() -> bool:
    """Let GNU's C library keep up to 1 GB of freed memory for what comes next, instead of 128 kB.

    Step after step needs the same memory. Without this, each takes it from the system anew, page by page, which costs
    up to a sixth of a training step. Pieces beyond 32 MB still come and go by themselves.

    It holds for the whole process and for good, so nothing does it unasked: call it once at the beginning of a program,
    or set ``MXNET_KEEP_FREED=1`` before mxnet is imported. Returns whether the C library took the limits; another one
    than GNU's has none.
    """
    limit = _function("mallopt")
    return limit is not None and bool(limit(_TRIM_THRESHOLD, _KEPT) and limit(_MMAP_THRESHOLD, _LARGE))
