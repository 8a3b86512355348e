"""``device=``, MXNet 2's name of the argument ``ctx``."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def takes_device(function: F) -> F:
    """Let a function with an argument ``ctx`` (or ``ctx_list``) take it as ``device`` (``device_list``), too."""
    signature = inspect.signature(function)
    old = next(name for name in ("ctx", "ctx_list") if name in signature.parameters)
    new = old.replace("ctx", "device")
    position = list(signature.parameters).index(old)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if new in kwargs:
            device = kwargs.pop(new)
            if device is not None:
                if old in kwargs or len(args) > position:
                    raise TypeError(f"{function.__name__}: {old} and {new} are the same argument")
                kwargs[old] = device
        return function(*args, **kwargs)

    keyword = inspect.Parameter(new, inspect.Parameter.KEYWORD_ONLY, default=None, annotation="Any")
    parameters = list(signature.parameters.values())
    at = next((i for i, p in enumerate(parameters) if p.kind is p.VAR_KEYWORD), len(parameters))
    call.__signature__ = signature.replace(parameters=[*parameters[:at], keyword, *parameters[at:]])  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]
