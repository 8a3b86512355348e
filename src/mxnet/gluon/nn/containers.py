"""Blocks that run other blocks one after the other."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from ...core.semantics import semantics
from ...core.shared_methods import Shared
from ..block import Block, HybridBlock


def list_children(block: Block) -> str:
    """Return a container's text: its class, and a numbered line for each child."""
    lines = (f"  ({key}): {child!r}".replace("\n", "\n  ") for key, child in block._children.items())
    return "{}(\n{}\n)".format(type(block).__name__, "\n".join(lines))


class _Row(metaclass=Shared):
    """What is common to `Sequential` and `HybridSequential`: adding, counting and indexing children."""

    _children: Any
    _prefix: str

    def add(self, *blocks: Block) -> None:
        """Append blocks; each runs on what the one before it returns."""
        for block in blocks:
            self.register_child(block)  # type: ignore[attr-defined]

    def _run(self, children: Iterable[Any], x: Any, *args: Any) -> Any:
        """Return what the last child makes of ``x``.

        In MXNet 2, and wherever more than one value is given, a child gets each of several values as an argument.
        """
        if args or semantics.api != 1:
            return self._run_on_several(children, (x, *args) if args else x)
        for child in children:
            x = child(x)
        return x

    def _run_on_several(self, children: Iterable[Any], values: Any) -> Any:
        for child in children:
            values = child(*values) if isinstance(values, (tuple, list)) else child(values)
        return values

    def _part(self, blocks: list[Any]) -> Any:
        """Return a container like this one, of some of its blocks. They and their parameters are shared."""
        part = type(self)(prefix=self._prefix)  # type: ignore[call-arg]
        with part.name_scope():  # type: ignore[attr-defined]
            part.add(*blocks)
        return part

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, key: int | slice) -> Any:
        """Return one child, or for a slice a container of its children."""
        chosen = list(self._children.values())[key]
        return self._part(chosen) if isinstance(key, slice) else chosen

    def __repr__(self) -> str:
        return list_children(self)  # type: ignore[arg-type]


class Sequential(_Row, Block):
    """Run blocks one after the other.

    ``net[0]`` is the first block, ``net[1:]`` a network of the others, ``len(net)`` their number.

    See Also
    --------
    HybridSequential : of hybrid blocks alone, which can run as one graph.

    Examples
    --------
    >>> net = nn.Sequential()
    >>> net.add(nn.Dense(10, activation="relu"), nn.Dense(2))
    >>> net.initialize()
    >>> net(nd.ones((4, 5))).shape
    (4, 2)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def forward(self, x: Any, *args: Any) -> Any:
        """Return what the last child makes of ``x``; ``x`` itself when there are no children."""
        return self._run(self._children.values(), x, *args)

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Hybridize the children, and warn when all could be: then `HybridSequential` makes one graph of them."""
        children = self._children.values()
        if children and all(isinstance(child, HybridBlock) for child in children):
            message = f"{self.prefix}: a Sequential of HybridBlocks alone runs faster as a HybridSequential."
            warnings.warn(message, stacklevel=2)
        super().hybridize(active, **kwargs)


class HybridSequential(_Row, HybridBlock):
    """Run hybrid blocks one after the other; hybridized, they are one graph.

    ``net[0]`` is the first block, ``net[1:]`` a network of the others, ``len(net)`` their number.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.Dense(10, activation="relu"), nn.Dense(2))
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(nd.ones((4, 5))).shape
    (4, 2)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        """Return what the last child makes of ``x``."""
        return self._run(self._children.values(), x, *args)
