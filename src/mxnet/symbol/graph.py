"""A graph's order and properties, and the base class of symbols, which hold graph outputs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..core.collector import paused
from ..core.errors import MXNetError, nearest
from ..registry.op import Op
from .node import Entry, Node, topological

Heads = tuple[Entry, ...]


class Positions(NamedTuple):
    """Where facts about a graph stand in one list: those about variables first, then those about operators' outputs."""

    #: the names of the variables, of which those of one name share a position
    names: list[str]
    #: by node, the position of its first output
    first: dict[Node, int]
    #: the operators, and by operator the positions of its inputs
    operators: list[Node]
    inputs: list[tuple[int, ...]]


class Order:
    """The nodes of a graph, inputs first, with what follows from its structure. Names and attributes may change."""

    def __init__(self, heads: Iterable[Entry]) -> None:
        self.nodes = topological(heads)
        self.variables = [node for node in self.nodes if node.op is None]
        #: the operators, each once
        self.operators = {node.op for node in self.nodes if node.op is not None}
        mutating = {op for op in self.operators if op.mutates}
        self._mutating = [node for node in self.nodes if node.op in mutating] if mutating else []
        self._positions: Positions | None = None

    def names(self) -> tuple[list[str], list[str]]:
        """Return the names of arguments and of auxiliary states, each once."""
        states = mutated(self._mutating)
        names = dict.fromkeys([node.name for node in self.variables])
        return [name for name in names if name not in states], [name for name in names if name in states]

    def positions(self) -> Positions:
        """Return where facts about the graph stand, as long as no variable is renamed."""
        names = [node.name for node in self.variables]
        if self._positions is None or self._positions.names != names:
            self._positions = self._assigned(names)
        return self._positions

    def _assigned(self, names: list[str]) -> Positions:
        numbers = {name: i for i, name in enumerate(dict.fromkeys(names))}
        first = {node: numbers[node.name] for node in self.variables}
        operators = [node for node in self.nodes if node.op is not None]
        inputs, size = list[tuple[int, ...]](), len(numbers)
        has_one = {op for op in self.operators if op.one_output}
        for node in operators:
            if any(node.indices):
                pairs = zip(node.sources, node.indices, strict=True)
                inputs.append(tuple([first[source] + index for source, index in pairs]))
            else:
                inputs.append(tuple(map(first.__getitem__, node.sources)))
            first[node] = size
            size += 1 if node.op in has_one else node.num_outputs
        return Positions(names, first, operators, inputs)


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


def mutated(nodes: Iterable[Node]) -> set[str]:
    """Return the names of the variables that some operator mutates: the auxiliary states."""
    mutating = [node for node in nodes if node.op is not None and node.op.mutates]
    return {node.sources[i].name for node in mutating for i in node.states()}


def atomic(node: Node) -> Heads:
    """Return a node's operator with its attributes, without name and inputs."""
    bare = Node(node.op, "", dict(node.attrs))
    bare.subgraphs = node.subgraphs
    return tuple(Entry(bare, i) for i in range(bare.num_visible))


def variables(nodes: Iterable[Node]) -> dict[str, list[Node]]:
    """Return the variables by name, in order of first use.

    Variables of one name are one input of the graph, however many nodes stand for it: this is how weights are
    shared by composing copies of one symbol. Graphs that are bound must not have two others of one name
    (:func:`refuse_equal_names`).
    """
    result: dict[str, list[Node]] = {}
    for node in nodes:
        if node.op is None:
            result.setdefault(node.name, []).append(node)
    return result


def refuse_equal_names(variables: Mapping[str, Sequence[Node]], nodes: Iterable[Node]) -> None:
    """Raise :class:`MXNetError` if two of the variables, given by name, have one name, unless they are copies."""
    for name, same in variables.items():
        for other in same[1:]:
            if other.identity != same[0].identity:
                first, second = (_described(item, nodes) for item in (same[0], other))
                raise MXNetError(
                    f"two variables are called {name!r}: {first}, and {second}. Give one of them, or its layer, "
                    "another name; to share one array, pass one variable to both layers, or apply copies of one symbol"
                )


def _described(variable: Node, nodes: Iterable[Node]) -> str:
    """Return where a variable is used, and which file it was read from."""
    sources = "".join(f", read from {file.source}" for file in variable.files)
    for node in nodes:
        for entry, name in zip(node.inputs, node.list_inputs(), strict=True):
            if entry.node is variable and node.op is not None:
                return f"{name} of {node.op.name} {node.name!r}{sources}"
    return f"an output{sources}"


def internals(order: Order) -> Heads:
    """Return every output that a user can see of every node, inputs first."""
    make: Callable[..., Entry] = tuple.__new__  # in a third of the time of a call of the class
    several = {op for op in order.operators if not op.one_output or op.visible}
    with paused(len(order.nodes)):
        if not several:
            return tuple([make(Entry, (node, 0)) for node in order.nodes])
        return tuple([Entry(node, i) for node in order.nodes for i in range(node.num_visible)])


def output_names(heads: Sequence[Entry]) -> list[str]:
    """Return the full names of outputs: ``fc1_output``, ``split0_output1``, a variable's own name."""
    endings: dict[Op | None, str] = {None: ""}
    result = []
    for node, index in heads:
        op = node.op
        ending = endings.get(op)
        if ending is None:
            if op is not None and op.one_output:
                ending = endings[op] = f"_{node.bound.outputs[0]}"
            else:
                result.append(node.output_name(index))
                continue
        result.append(node.name + ending if node.name else node.output_name(index))
    return result


def check_names(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise MXNetError for a keyword of ``what`` (as ``InferShape``) that is none of the known names."""
    known = list(known)
    present = set(known)
    for name in names:
        if name not in present:
            listed = "".join(f"\n\t[{i}]{item}" for i, item in enumerate(known))
            raise MXNetError(
                f"{what}Keyword argument name {name} not found.\nCandidate arguments:{listed}{nearest(name, known)}"
            )
