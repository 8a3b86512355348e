"""How many threads an operator's loops take, by calling thread.

PyTorch's loops over more than 32,768 elements take all threads of OpenMP. An image has a few more: two threads gain
nothing there, and lose a lot where the other processors are busy, with threads that decode, with workers or with other
programs. The loop ends with its last thread. The others spin meanwhile, and for milliseconds after (GNU's OpenMP), and
take the processor from threads that have work.
"""

import ctypes
from collections.abc import Callable, Iterator
from functools import cache

import torch

from ..restoring import restoring


@cache
def thread_limit() -> Callable[[int], object] | None:
    """Return OpenMP's function for the calling thread alone, None where it is not found or is not PyTorch's."""
    threads = torch.get_num_threads()
    try:
        result = ctypes.PyDLL(None).omp_set_num_threads
        result.restype = None
        result(threads + 1)
        works = torch.get_num_threads() == threads + 1
        result(threads)
    except (AttributeError, OSError, TypeError):
        return None
    return result if works else None


def only_one_thread() -> None:
    """Let all loops that the calling thread begins from now on run in it, where OpenMP allows it."""
    limit = thread_limit()
    if limit is not None:
        torch.get_num_threads()  # which sets the number once for each thread: before, not after
        limit(1)


@restoring
def one_thread() -> Iterator[None]:
    """Let loops that begin inside this context run in the calling thread; those of other threads are as before."""
    threads = torch.get_num_threads()
    limit = thread_limit()
    if threads == 1 or limit is None:
        yield
        return
    try:
        limit(1)
        yield
    finally:
        limit(threads)
