"""Whether a call is being traced or transformed by PyTorch, so that it must use only what a trace can record."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import torch

from . import torch_compat

# found once: operators ask at every call
_is_compiling, _is_exporting = torch.compiler.is_compiling, torch.compiler.is_exporting
_in_dynamo = torch.compiler.is_dynamo_compiling


def traced() -> bool:
    """Return whether a tracer or a transform takes this call: values are not known, nothing is written in place.

    Tracers are ``torch.compile``, ``torch.export`` and ``torch.jit.trace``, transforms those of ``torch.func``.
    """
    return _is_compiling() or torch_compat.is_tracing() or torch_compat.transforms_active()


def exported() -> bool:
    """Return whether it becomes part of a program that others run without this library."""
    return _is_exporting() or torch.jit.is_tracing()  # type: ignore[no-untyped-call, attr-defined]


_R = TypeVar("_R")


def cached(size: int) -> Callable[[Callable[..., _R]], Callable[..., _R]]:
    """Cache the results of a function, as :func:`functools.lru_cache` does, except while it is traced.

    ``torch.compile`` warns its user of every other cache, and lengths that ``torch.export`` leaves open are no keys.
    """

    def decorate(function: Callable[..., _R]) -> Callable[..., _R]:
        known = lru_cache(size)(function)

        @wraps(function)
        def call(*args: Any) -> _R:
            if _in_dynamo() or torch_compat.is_tracing():  # the first, a constant, takes less time than `traced`
                return function(*args)
            try:
                return known(*args)
            except TypeError:  # an open length
                return function(*args)

        return call

    return decorate
