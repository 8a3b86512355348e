"""Scopes that act while symbols are made: automatic names, name prefixes, and inherited attributes."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, ClassVar, TypeVar

S = TypeVar("S", bound="Scope")


class Scope:
    """A context manager that is the current one of its kind in its thread; scopes nest."""

    _local: ClassVar[threading.local]
    _before: Any

    def __enter__(self: S) -> S:
        self._before = getattr(self._local, "value", None)
        self._local.value = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._local.value = self._before


class NameManager(Scope):
    """Gives names to symbols that were made without one: ``fullyconnected0``, ``fullyconnected1``, ..."""

    _local = threading.local()

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}

    def get(self, name: str | None, hint: str) -> str:
        """Return ``name``, or, where it is empty, ``hint`` with the next number of that hint."""
        if name:
            return name
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return f"{hint}{number}"

    @staticmethod
    def current() -> NameManager:
        """Return this thread's manager."""
        found = getattr(NameManager._local, "value", None)
        if found is None:
            found = NameManager._local.value = NameManager()
        return found


class Prefix(NameManager):
    """A name manager that puts ``prefix`` before every name, given ones too."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        """Return the prefixed name (see :meth:`NameManager.get`)."""
        return self._prefix + super().get(name, hint)


class AttrScope(Scope):
    """Attributes for all symbols made inside: ``with mx.AttrScope(ctx_group='dev1'):``. Values are strings."""

    _local = threading.local()

    def __init__(self, **attributes: str) -> None:
        for value in attributes.values():
            if not isinstance(value, str):
                raise ValueError("Attributes need to be string")
        self._attr: dict[str, str] = {k if k.startswith("__") else f"__{k}__": v for k, v in attributes.items()}

    def get(self, attr: dict[str, str] | None) -> dict[str, str]:
        """Return ``attr`` merged over the scope's attributes."""
        return {**self._attr, **(attr or {})}

    def __enter__(self) -> AttrScope:
        outer = AttrScope.current()._attr
        super().__enter__()
        self._attr = {**outer, **self._attr}
        return self

    @staticmethod
    def current() -> AttrScope:
        """Return this thread's scope."""
        found = getattr(AttrScope._local, "value", None)
        if found is None:
            found = AttrScope._local.value = AttrScope()
        return found
