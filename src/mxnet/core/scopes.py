"""Scopes that act while symbols are made: automatic names, name prefixes, and inherited attributes."""

from __future__ import annotations

import threading
from abc import ABCMeta
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, TypeVar

from .restoring import Restoring

S = TypeVar("S", "NameManager", "AttrScope")


class _Current(threading.local):
    """The scope that a thread is in, as ``value``: at first a new one."""

    def __init__(self, scope_class: type) -> None:
        self.value: Any = scope_class()


class _ScopeClass(ABCMeta):
    """Gives a kind of scope its ``current``: the scope that this thread is in.

    Programs assign to it, or to ``_current.value``.
    """

    _current: _Current

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        result = super().__new__(mcs, name, bases, members)
        if not hasattr(result, "_current"):
            result._current = _Current(result)
        return result

    @property
    def current(cls) -> Any:
        """This thread's scope."""
        return cls._current.value

    @current.setter
    def current(cls, scope: Any) -> None:
        cls._current.value = scope


def _enter(scope: S, *steps: Callable[[], object]) -> S:
    """Make a scope the current one of its class; its end takes these steps, too, of functions of C."""
    current = type(scope)._current
    close = scope._end_with(partial(setattr, current, "value", current.value), *steps)
    scope.close = close  # from here on nothing is called: a signal handler comes before, or when the block is entered
    current.value = scope
    return scope


class NameManager(Restoring, metaclass=_ScopeClass):
    """Gives names to symbols that were made without one: ``fullyconnected0``, ``fullyconnected1``, ...

    ``NameManager.current`` is this thread's manager.
    """

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}

    __enter__ = _enter

    def get(self, name: str | None, hint: str) -> str:
        """Return ``name``, or, where it is empty, ``hint`` with the next number of that hint."""
        if name:
            return name
        count = self._counter.get(hint, 0)
        self._counter[hint] = count + 1
        return f"{hint}{count}"


class Prefix(NameManager):
    """A name manager that puts ``prefix`` before every name, given ones too. Variables keep their names."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        """Return the prefixed name (see :meth:`NameManager.get`)."""
        return self._prefix + super().get(name, hint)


class AttrScope(Restoring, metaclass=_ScopeClass):
    """Attributes for all symbols made inside: ``with mx.AttrScope(ctx_group='dev1'):``. Values are strings.

    ``AttrScope.current`` is this thread's scope. Inside another scope, the outer one's attributes hold too.
    """

    #: how many graphs inside nodes have been made, by name; programs may set it anew
    _subgraph_names: ClassVar[defaultdict[str, int]] = defaultdict(int)

    def __init__(self, **attributes: str) -> None:
        for value in attributes.values():
            if not isinstance(value, str):
                raise ValueError("Attributes need to be string")
        self._attr: dict[str, str] = attributes

    def get(self, attr: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return ``attr`` merged over the scope's attributes."""
        return {**self._attr, **(attr or {})}

    def __enter__(self) -> AttrScope:
        outer: AttrScope = AttrScope.current
        attrs = self._attr
        self._attr = {**outer._attr, **attrs}  # not its ``get``, which programs redefine
        return _enter(self, partial(setattr, self, "_attr", attrs))
