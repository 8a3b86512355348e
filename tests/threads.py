"""Functions in threads of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """Return ``work(0)`` to ``work(count - 1)`` from threads that start together; raise what one of them raises."""
    start = threading.Barrier(count)

    def run(index: int) -> Any:
        start.wait()
        return work(index)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def in_a_thread(function: Callable[[], Any]) -> Any:
    """Return what a function returns in a thread of its own."""
    return in_threads(1, lambda _: function())[0]
