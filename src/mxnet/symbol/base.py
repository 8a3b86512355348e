"""The base class of symbols, which hold graph outputs."""

from __future__ import annotations

from typing import TypeVar

from .graph import Heads

S = TypeVar("S", bound="SymbolBase")


class SymbolBase:
    """A list of outputs of graph nodes; ``handle`` gives them, opaque, and makes another symbol on the same nodes."""

    __slots__ = ("__weakref__", "_heads")

    _heads: Heads

    def __init__(self, handle: Heads) -> None:
        self._heads = handle

    @property
    def handle(self) -> Heads:
        """The outputs; only to be passed on to another symbol."""
        return self._heads

    @handle.setter
    def handle(self, handle: Heads) -> None:
        self._heads = handle
