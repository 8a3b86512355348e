"""Names of functions that a factory makes."""

from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def named(name: str, doc: str | None = None) -> Callable[[_Function], _Function]:
    """Decorate a function that a factory makes: give it a name of its own, and its documentation if there is one."""

    def decorate(function: _Function) -> _Function:
        function.__name__ = function.__qualname__ = name
        if doc is not None:
            function.__doc__ = doc
        return function

    return decorate


def method_of(class_name: str) -> Callable[[_Function], _Function]:
    """Decorate a function that becomes a method of a class: errors of its arguments name the class, as Python's do."""

    def decorate(function: _Function) -> _Function:
        function.__qualname__ = f"{class_name}.{function.__name__}"
        return function

    return decorate


def name_rule(function: _Function, name: str) -> _Function:
    """Give a ``def _`` or a lambda its name, which profiles and tracebacks show; return it."""
    if getattr(function, "__name__", "") in ("_", "<lambda>"):
        function.__name__ = function.__qualname__ = name
        code: CodeType = function.__code__
        function.__code__ = code.replace(co_name=name, co_qualname=name)
    return function
