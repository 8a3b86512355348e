"""Memory that the C library keeps for later."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import torch

_WIDEST = 33_000_000  # bytes; beyond 2**25, GNU's library takes and returns every piece by itself


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None  # a C library other than GNU's


def give_back_unused() -> None:
    """Give freed memory back to the system, where the C library can (GNU's; elsewhere this does nothing).

    Tensors of ever other sizes leave gaps between them that no later one fits into, and the process grows. This
    takes milliseconds: call it now and then.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def keep_freed() -> None:
    """Let GNU's C library keep freed memory of up to 64 MB for what comes next, instead of 256 kB at first.

    Step after step needs the same memory. Without this, each takes it from the system anew, page by page, which can
    cost a tenth of the time. The library widens its limits by itself when it sees a large piece freed: it is shown
    one, which is never touched.
    """
    torch.empty(_WIDEST, dtype=torch.uint8)
