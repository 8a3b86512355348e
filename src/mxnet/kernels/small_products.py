"""Small matrix products by one thread.

MKL divides products from some 10,000 multiplications on among its threads. To wake a thread takes longer than what it
then does, and beside other processes that compute, the product waits until it gets a processor: the step of a network
of small layers took up to four times as long. Its thread limit is that of the calling thread, and touches no loop
of PyTorch's own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import torch

from ..core import torch_compat
from .choice import KERNELS, Kernel, sizes

#: multiplications from which on MKL divides a product among threads
SHARED_PRODUCT = 1 << 13
#: those of them with which one thread is nearly as fast
SMALL_PRODUCT = range(SHARED_PRODUCT, sizes("small_product").stop)


class _Recorded(threading.local):
    #: multiplications of the largest product recorded since the last backward pass; 0: none
    largest: float = 0


recorded = _Recorded()


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


def backward_pass(run: Callable[..., None], heads: Any, grads: Any, retain_graph: bool) -> None:
    """Call ``run(heads, grads, retain_graph)``, a backward pass: in one thread if all products recorded are small."""
    largest = recorded.largest
    if not retain_graph:
        recorded.largest = 0
    if not SMALL_PRODUCT.start <= largest < SMALL_PRODUCT.stop:  # it may be infinity
        run(heads, grads, retain_graph)
        return
    before = torch_compat.limit_products(1)
    try:
        run(heads, grads, retain_graph)
    finally:
        torch_compat.limit_products(before)
