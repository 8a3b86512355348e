"""Small loops and products that would start all threads however small the arrays are: they run in the calling thread.

To wake a thread takes some twenty microseconds, ten times as long as such a loop of PyTorch's; beside other processes
that compute, the loop ends only when the thread has got a processor. MKL divides products from some 10,000
multiplications on among its threads: the step of a network of small layers took up to four times as long. MKL's thread
limit is that of the calling thread, and touches no loop of PyTorch's own.
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import torch

from ..core import torch_compat
from ..core.threads.pool import thread_limit
from ..core.tracing import traced
from .choice import KERNELS, Kernel, sizes

#: elements of a loop that one thread computes faster than others wake
SMALL_LOOP = sizes("small_loop")
_MANY = SMALL_LOOP.stop
#: multiplications from which on MKL divides a product among threads
SHARED_PRODUCT = 1 << 13
#: those of them with which one thread is nearly as fast
SMALL_PRODUCT = range(SHARED_PRODUCT, sizes("small_product").stop)


_num_threads = torch.get_num_threads
_Function = TypeVar("_Function", bound=Callable[..., Any])


def small_in_one_thread(function: _Function, checks: bool = True) -> _Function:
    """Return ``function(data, ...)`` to run in the calling thread alone for data of few elements.

    ``checks``: whether it is to find out itself that nothing is traced.
    """
    if not SMALL_LOOP:
        return function

    @wraps(function)
    def call(data: torch.Tensor, *args: Any) -> Any:
        # as one_thread does, whose context would take a sixth of a small call
        if (
            not data.is_cpu
            or (checks and traced())
            or (threads := _num_threads()) == 1
            or data.numel() >= _MANY
            or (limit := thread_limit()) is None
        ):
            return function(data, *args)
        if not recorded.largest:
            recorded.largest = 1
        limit(1)
        try:
            return function(data, *args)
        finally:
            limit(threads)

    return call  # type: ignore[return-value]


class _Recorded(threading.local):
    #: multiplications of the largest product recorded since the last backward pass, 1 of a small loop that would start
    #: all threads; 0: neither
    largest: float = 0


recorded = _Recorded()

softmax = small_in_one_thread(torch.softmax)
log_softmax = small_in_one_thread(torch.log_softmax)
gelu = small_in_one_thread(torch.nn.functional.gelu)
KERNELS["small_loop"] = Kernel(softmax, torch.softmax)  # its gain is not seen in a loop, where no thread sleeps


def note(multiplications: float, *tensors: torch.Tensor) -> None:
    """Note a product of tensors for the next backward pass, if gradients are recorded; infinity: takes all threads."""
    if multiplications > recorded.largest and torch.is_grad_enabled():
        for t in tensors:  # `any` would take half a microsecond
            if t.requires_grad:
                recorded.largest = multiplications
                return


def multiply(
    function: Callable[..., torch.Tensor],
    multiplications: int,
    a: torch.Tensor,
    b: torch.Tensor,
    *others: torch.Tensor | None,
    **options: Any,
) -> torch.Tensor:
    """Return ``function(a, b, *others, **options)``, a product of that size, by one thread if that is faster."""
    if torch.get_num_threads() == 1:
        return function(a, b, *others, **options)
    if multiplications >= SHARED_PRODUCT:
        note(multiplications, a, b)
    if multiplications not in SMALL_PRODUCT:
        return function(a, b, *others, **options)
    before = torch_compat.limit_products(1)
    try:
        return function(a, b, *others, **options)
    finally:
        torch_compat.limit_products(before)


# its gain is not seen in a loop, where no thread sleeps
KERNELS["small_product"] = Kernel(lambda a, b: multiply(torch.mm, a.numel() * len(a), a, b), torch.mm)


def backward_pass(run: Callable[..., None], small: bool, args: tuple[Any, ...]) -> None:
    """Call ``run``, a backward pass: in one thread if all products recorded are small.

    ``small``: all else is, too, so that loops need no other threads either; ``args``: its arguments, of which the third
    says whether the graph is retained.
    """
    largest, limits = recorded.largest, []
    if not args[2]:
        recorded.largest = 0
    if SMALL_PRODUCT.start <= largest < SMALL_PRODUCT.stop:  # it may be infinity
        limits.append((torch_compat.limit_products, torch_compat.limit_products(1)))
    if small and largest < SMALL_PRODUCT.stop and (limit := thread_limit()) is not None:
        limits.append((limit, _num_threads()))
        limit(1)
    try:
        run(*args)
    finally:
        for limit, threads in limits:
            limit(threads)
