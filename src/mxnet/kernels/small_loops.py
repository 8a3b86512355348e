"""Functions of PyTorch's that start all threads however small the arrays are: small ones run in the calling thread.

To wake a thread takes some twenty microseconds, ten times as long as such a loop; beside other processes that compute,
the loop ends only when the thread has got a processor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import torch

from ..core.threads.limit import thread_limit
from ..core.tracing import traced
from .choice import KERNELS, Kernel, sizes

#: elements of a loop that one thread computes faster than others wake
SMALL_LOOP = sizes("small_loop")

_Function = TypeVar("_Function", bound=Callable[..., Any])


def small_in_one_thread(function: _Function) -> _Function:
    """Return ``function(data, ...)`` to run in the calling thread alone for data of few elements."""
    if not SMALL_LOOP:
        return function

    @wraps(function)
    def call(data: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        # as one_thread does, whose context would take a sixth of a small call
        if (
            not data.is_cpu
            or traced()
            or (threads := torch.get_num_threads()) == 1
            or data.numel() not in SMALL_LOOP
            or (limit := thread_limit()) is None
        ):
            return function(data, *args, **kwargs)
        limit(1)
        try:
            return function(data, *args, **kwargs)
        finally:
            limit(threads)

    return call  # type: ignore[return-value]


softmax = small_in_one_thread(torch.softmax)
log_softmax = small_in_one_thread(torch.log_softmax)
gelu = small_in_one_thread(torch.nn.functional.gelu)
KERNELS["small_loop"] = Kernel(softmax, torch.softmax)  # its gain is not seen in a loop, where no thread sleeps
