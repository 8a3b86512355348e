"""Fast and plain forms of a computation, and the switch between them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

#: whether only plain forms are taken, in this process
PLAIN = os.environ.get("MXNET_PLAIN_KERNELS", "0") not in ("", "0")


class Kernel(NamedTuple):
    """A computation: its fast form, which looks at device, type and size, and the plain one, for all of them."""

    fast: Callable[..., Any]
    plain: Callable[..., Any]


#: by name
KERNELS: dict[str, Kernel] = {}


def kernel(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say of the fast form that follows which plain one computes the same; the one that is switched on is returned."""

    def choose(fast: Callable[..., Any]) -> Callable[..., Any]:
        KERNELS[fast.__name__] = Kernel(fast, plain)
        return plain if PLAIN else fast

    return choose


def on_cpu(t: torch.Tensor) -> bool:
    """Return whether a tensor is on a processor."""
    return t.is_cpu
