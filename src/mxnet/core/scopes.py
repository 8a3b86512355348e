"""Scopes that act while symbols are made: automatic names, name prefixes, and inherited attributes."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping
from types import TracebackType
from typing import Any, ClassVar, TypeVar

S = TypeVar("S", bound="Scope")


class _Current(threading.local):
    """The scope that a thread is in, as ``value``: at first a new one."""

    def __init__(self, kind: type) -> None:
        self.value: Any = kind()


class _ScopeClass(type):
    """Gives a kind of scope its ``current``: the scope that this thread is in.

    Programs assign to it, or to ``_current.value``.
    """

    _current: _Current

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        result = super().__new__(mcs, name, bases, members)
        if bases and not hasattr(result, "_current"):
            result._current = _Current(result)
        return result

    @property
    def current(cls) -> Any:
        """This thread's scope."""
        return cls._current.value

    @current.setter
    def current(cls, scope: Any) -> None:
        cls._current.value = scope


class Scope(metaclass=_ScopeClass):
    """A context manager that is the current one of its kind in its thread; scopes nest."""

    def __init__(self) -> None:
        self._outer: list[Any] = []

    def __enter__(self: S) -> S:
        self._outer.append(type(self).current)
        type(self).current = self
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        type(self).current = self._outer.pop()


class NameManager(Scope):
    """Gives names to symbols that were made without one: ``fullyconnected0``, ``fullyconnected1``, ...

    ``NameManager.current`` is this thread's manager.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counter: dict[str, int] = {}

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


class AttrScope(Scope):
    """Attributes for all symbols made inside: ``with mx.AttrScope(ctx_group='dev1'):``. Values are strings.

    ``AttrScope.current`` is this thread's scope. Inside another scope, the outer one's attributes hold too.
    """

    #: how many graphs inside nodes have been made, by name; programs may set it anew
    _subgraph_names: ClassVar[defaultdict[str, int]] = defaultdict(int)

    def __init__(self, **attributes: str) -> None:
        super().__init__()
        for value in attributes.values():
            if not isinstance(value, str):
                raise ValueError("Attributes need to be string")
        self._attr: dict[str, str] = attributes
        self._own: list[dict[str, str]] = []

    def get(self, attr: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return ``attr`` merged over the scope's attributes."""
        return {**self._attr, **(attr or {})}

    def __enter__(self) -> AttrScope:
        outer: AttrScope = AttrScope.current
        self._own.append(self._attr)
        self._attr = outer.get(self._attr)
        return super().__enter__()

    def __exit__(
        self, exc_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(exc_type, error, trace)
        self._attr = self._own.pop()
