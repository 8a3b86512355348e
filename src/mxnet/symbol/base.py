"""The base class of symbols, which hold graph outputs."""

from __future__ import annotations

from typing import TypeVar

from .graph import Heads, Order

S = TypeVar("S", bound="SymbolBase")


class SymbolBase:
    """A list of outputs of graph nodes; ``handle`` gives them, opaque, and makes another symbol on the same nodes."""

    __slots__ = ("__weakref__", "_heads", "_order")

    _heads: Heads
    #: the heads that it belongs to, and :meth:`_ordered`
    _order: tuple[Heads, Order]

    def __init__(self, handle: Heads) -> None:
        self._heads = handle

    def _ordered(self) -> Order:
        """Return the nodes in order, which is found once."""
        heads = self._heads
        try:
            known, order = self._order
        except AttributeError:
            pass
        else:
            if known is heads:
                return order
        self._order = heads, Order(heads)
        return self._order[1]

    @property
    def handle(self) -> Heads:
        """The outputs; only to be passed on to another symbol."""
        return self._heads

    @handle.setter
    def handle(self, handle: Heads) -> None:
        self._heads = handle
