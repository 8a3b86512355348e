"""Memory that the C library keeps for later."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


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
