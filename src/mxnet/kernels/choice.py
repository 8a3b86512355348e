"""The switch between the fast and plain forms of a computation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import torch

from ..core import environment

_Form = TypeVar("_Form", bound=Callable[..., Any])
#: whether this process uses plain forms only
PLAIN = environment.flag("MXNET_PLAIN_KERNELS", False)


class Kernel(NamedTuple):
    """A computation: its fast form, which chooses by device, type and size, and its plain form."""

    fast: Callable[..., Any]
    plain: Callable[..., Any]


#: by name
KERNELS: dict[str, Kernel] = {}


def kernel(plain: Any) -> Callable[[_Form], _Form]:
    """Decorate a fast form: name the plain form that computes the same. Returns the form that is switched on."""

    def choose(fast: _Form) -> _Form:
        KERNELS[fast.__name__] = Kernel(fast, plain)
        chosen: _Form = plain if PLAIN else fast
        return chosen

    return choose


def has_onednn() -> bool:
    """Return whether this PyTorch has oneDNN, and fast forms are switched on."""
    backend: Any = torch.backends.mkldnn
    return not PLAIN and bool(backend.is_available())


def on_cpu(t: torch.Tensor) -> bool:
    """Return whether a tensor is on the CPU."""
    return t.is_cpu
