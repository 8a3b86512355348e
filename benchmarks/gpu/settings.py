"""How large the work is, and where it is done: on a GPU, or, to try the programs, tiny and on the processor."""

from __future__ import annotations

import os

TINY = os.environ.get("BENCHMARK_TINY") == "1"
PIXELS = 32 if TINY else 224
#: the batches of the programs that are measured on processors, too, are so many times larger
TIMES = 1 if TINY else 16


def batch(size: int) -> int:
    """Return the size of a batch."""
    return min(size, 2) if TINY else size
