"""Deducing the shapes, or the data types, of everything in a graph from what is known of some of it.

Facts flow in both directions: every node tells what follows about its inputs and outputs, and whoever shares a
changed one is asked again, until nothing changes. Equal questions (the steps of an unrolled network) are asked once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.dtypes import NAMES, from_code
from ..core.errors import MXNetError
from ..core.params import OptShape, parser
from ..core.shapes import PartialShape, from_mxnet, show, unify
from ..registry.infer import infer_shapes, infer_types
from ..registry.op import Op, Params
from ..registry.slots import unify_types
from .node import Entry, Node, topological

#: a partial shape, or a data type's name; None is "unknown"
Fact = Any
Answer = tuple[Sequence[Fact], Sequence[Fact]]


class Domain(NamedTuple):
    """What is deduced: how to merge two facts, read a variable's own, ask an operator, and write a fact."""

    attribute: str
    merge: Callable[[Fact, Fact], Fact]
    read: Callable[[str], Fact]
    ask: Callable[[Op, Params, Sequence[Fact], Sequence[Fact]], Answer]
    show: Callable[[Fact], str]


class Inference:
    """Facts about all outputs of all nodes of a graph. Raises :class:`MXNetError` where they contradict each other."""

    def __init__(self, heads: Iterable[Entry], domain: Domain, given: Mapping[str, Fact]) -> None:
        self.nodes = topological(heads)
        self._domain = domain
        self._facts: list[Fact] = []
        self._first: dict[int, int] = {}
        #: by variable name, where its fact stands
        self.variables: dict[str, int] = {}
        for node in self.nodes:
            self._place(node, given)
        self._inputs = [tuple(self._first[id(e.node)] + e.index for e in node.inputs) for node in self.nodes]
        self._memo: dict[Any, Answer] = {}
        self._spread()

    def __getitem__(self, entry: Entry) -> Fact:
        """Return the fact about an output."""
        return self._facts[self._first[id(entry.node)] + entry.index]

    def variable(self, name: str) -> Fact:
        """Return the fact about a variable."""
        return self._facts[self.variables[name]]

    # -- set-up ---------------------------------------------------------------------------------------------

    def _place(self, node: Node, given: Mapping[str, Fact]) -> None:
        """Give a node's outputs their places. Variables of one name share a place."""
        if node.op is not None:
            self._first[id(node)] = len(self._facts)
            self._facts += [None] * node.num_outputs
            return
        place = self.variables.setdefault(node.name, len(self._facts))
        if place == len(self._facts):
            self._facts.append(given.get(node.name))
        self._first[id(node)] = place
        if given.get(node.name) is None and self._domain.attribute in node.attrs:
            self._merge_own(node, place)

    def _merge_own(self, node: Node, place: int) -> None:
        text = node.attrs[self._domain.attribute]
        try:
            own = self._domain.read(text)
            self._facts[place] = self._domain.merge(self._facts[place], own)
        except (ValueError, MXNetError) as error:
            raise MXNetError(f"variable {node.name}: attribute {self._domain.attribute} is {text!r}: {error}") from None

    # -- the fixpoint ---------------------------------------------------------------------------------------

    def _spread(self) -> None:
        users: list[list[int]] = [[] for _ in self._facts]
        for i, node in enumerate(self.nodes):
            if node.op is not None:
                for place in {*self._inputs[i], *self._outputs(node)}:
                    users[place].append(i)
        waiting = deque(i for i, node in enumerate(self.nodes) if node.op is not None)
        queued = [node.op is not None for node in self.nodes]
        while waiting:
            i = waiting.popleft()
            queued[i] = False
            for place in self._visit(i):
                for user in users[place]:
                    if user != i and not queued[user]:
                        queued[user] = True
                        waiting.append(user)

    def _outputs(self, node: Node) -> range:
        first = self._first[id(node)]
        return range(first, first + node.num_outputs)

    def _visit(self, i: int) -> list[int]:
        """Ask node ``i`` what follows; return the places where something new was learned."""
        node, facts = self.nodes[i], self._facts
        places = (*self._inputs[i], *self._outputs(node))
        ins, outs = self._ask(node, [facts[p] for p in self._inputs[i]], [facts[p] for p in self._outputs(node)])
        changed = []
        for place, new in zip(places, (*ins, *outs), strict=True):
            if new is not None and new != facts[place]:
                facts[place] = self._domain.merge(facts[place], new)
                changed.append(place)
        return changed

    def _ask(self, node: Node, ins: list[Fact], outs: list[Fact]) -> Answer:
        assert node.op is not None
        key = (node.op, tuple(node.attrs.items()), node.subgraphs, tuple(ins), tuple(outs))
        answer = self._memo.get(key)
        if answer is None:
            try:
                answer = self._memo[key] = self._domain.ask(node.op, node.params, ins, outs)
            except (MXNetError, IndexError, TypeError, ValueError) as error:  # rules index shapes of any rank
                raise self._explain(node, ins, error) from error
        return answer

    def _explain(self, node: Node, ins: list[Fact], error: Exception) -> MXNetError:
        assert node.op is not None
        lines = [f"Error in operator {node.name} ({node.op.name}): {error}"]
        for name, entry, fact in list(zip(node.list_inputs(), node.inputs, ins, strict=True))[:8]:
            source = entry.node.list_outputs()[entry.index]
            lines.append(f"  {name} = {source}: {self._domain.show(fact)}")
        return MXNetError("\n".join(lines))


# -- shapes -------------------------------------------------------------------------------------------------

_read_tuple = parser(OptShape)


def shapes(heads: Iterable[Entry], given: Mapping[str, PartialShape], np_shape: bool = False) -> Inference:
    """Deduce shapes, ``given`` those of variables. Without ``np_shape`` a length of 0 is an unknown one."""

    def ask(op: Op, params: Params, ins: Sequence[PartialShape], outs: Sequence[PartialShape]) -> Answer:
        new_ins, new_outs = infer_shapes(op, params, ins, outs)
        if not np_shape:
            new_outs = [each if each == () else from_mxnet(_zero_for_none(each)) for each in new_outs]
        return new_ins, new_outs

    def read(text: str) -> PartialShape:
        return None if text == "None" else from_mxnet(_read_tuple(text), np_shape)

    return Inference(heads, Domain("__shape__", unify, read, ask, show), given)


def _zero_for_none(shape: PartialShape) -> PartialShape:
    return None if shape is None else tuple(0 if length is None else length for length in shape)


# -- data types ---------------------------------------------------------------------------------------------


def types(heads: Iterable[Entry], given: Mapping[str, str | None]) -> Inference:
    """Deduce data types (MXNet's names), ``given`` those of variables."""
    return Inference(heads, Domain("__dtype__", unify_types, _read_type, infer_types, str), given)


def _read_type(text: str) -> str | None:
    if text in NAMES:
        return text
    code = int(text)
    return None if code < 0 else from_code(code)
