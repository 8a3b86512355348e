"""The nodes of a graph. A Symbol is a list of node outputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..registry.op import Op, Params


class Node:
    """One operator application, or a variable (``op`` is None).

    The structure (``op``, ``inputs``) never changes after construction, save by composition of a private copy;
    ``name`` and ``attrs`` (text, as given) may be changed through ``Symbol._set_attr``, as in MXNet.
    """

    __slots__ = ("__weakref__", "_params", "attrs", "inputs", "name", "op")

    op: Op | None
    name: str
    attrs: dict[str, str]
    inputs: tuple[Entry, ...]
    _params: Params | None

    def __init__(self, op: Op | None, name: str, attrs: dict[str, str] | None = None, inputs: Iterable[Entry] = ()) -> None:
        self.op = op
        self.name = name
        self.attrs = attrs if attrs is not None else {}
        self.inputs = tuple(inputs)
        self._params = None

    @property
    def is_variable(self) -> bool:
        """Whether the node is an input of the graph rather than a computation."""
        return self.op is None

    @property
    def params(self) -> Params:
        """The operator's attributes, typed. Raises :class:`MXNetError` where the text cannot be read."""
        if self._params is None:
            assert self.op is not None
            self._params = self.op.parse(self.attrs)
        return self._params

    def __repr__(self) -> str:
        return f"<node {self.name}: {self.op.name if self.op else 'variable'}>"


class Entry(NamedTuple):
    """One output of a node."""

    node: Node
    index: int = 0


def topological(heads: Iterable[Entry]) -> list[Node]:
    """Return all nodes that ``heads`` depend on, inputs first, in the order of a depth-first walk (no recursion)."""
    order: list[Node] = []
    seen: set[int] = set()
    stack: list[tuple[Node, Iterator[Entry]]] = []
    for head in heads:
        if id(head.node) in seen:
            continue
        seen.add(id(head.node))
        stack.append((head.node, iter(head.node.inputs)))
        while stack:
            node, rest = stack[-1]
            for entry in rest:
                if id(entry.node) not in seen:
                    seen.add(id(entry.node))
                    stack.append((entry.node, iter(entry.node.inputs)))
                    break
            else:
                order.append(node)
                stack.pop()
    return order
