"""Python's collector of cycles, kept out of work that makes very many objects at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Hold back the collector while a graph is made, all of whose objects are needed.

    As objects become more, the collector goes through all of them again and again and finds nothing, which takes
    half of the time for graphs of tens of thousands of nodes. Memory of objects without cycles is freed as ever.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
