"""Insert casts into a graph, so that chosen operators run in half precision.

The type of a value is half precision, float32, or unknown (variables, and results of operators that take any type on
values of unknown type). Each value is cast at most once to each type.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ...registry.infer import infer_types
from ...registry.op import get
from ...symbol.graph import Heads
from ...symbol.node import Entry, Node
from ...symbol.rewrite import Rewriter

FULL = "float32"


class CastOptions(NamedTuple):
    """The options: the half-precision type, and the operators and variables concerned."""

    low: str
    low_ops: frozenset[str]
    full_ops: frozenset[str]
    widest_ops: frozenset[str]
    #: the nodes that stay in float32, by name
    excluded: frozenset[str]
    #: whether a node's attributes make it need float32
    needs_full: Callable[[Node], bool]
    #: variables that may change their type instead of being cast
    castable: frozenset[str]


def _entry_name(entry: Entry) -> str:
    node = entry.node
    if node.op is None or "outputs" in node.op.full_names:
        return node.list_outputs()[entry.index]
    return f"{node.name}_{entry.index}"


class _Pass:
    """The rewriting of one graph; the keys are entries of the old graph."""

    def __init__(self, plan: CastOptions) -> None:
        self.plan = plan
        #: gives a value in the new graph, without a cast
        self.same = Rewriter(self.visit)
        #: by value, its form in each of the two types
        self.low: dict[Entry, Entry] = {}
        self.full: dict[Entry, Entry] = {}
        #: by value, the type that it has without a cast, if known
        self.own: dict[Entry, str] = {}

    def _cast(self, entry: Entry, dtype: str, casts: dict[Entry, Entry]) -> Entry:
        if entry not in casts:
            name = f"{_entry_name(entry)}_amp_cast_{dtype}"
            casts[entry] = Entry(Node(get("amp_cast"), name, {"dtype": dtype}, [self.same(entry)]))
        return casts[entry]

    def as_low(self, entry: Entry) -> Entry:
        """Return the value in half precision."""
        if entry.node.op is None and entry.node.name in self.plan.castable:
            return self.low.setdefault(entry, self.same(entry))
        return self._cast(entry, self.plan.low, self.low)

    def as_full(self, entry: Entry) -> Entry:
        """Return the value in float32."""
        return self._cast(entry, FULL, self.full)

    def visit(self, node: Node) -> Node:
        """Return the node of the new graph, and note the types of its outputs."""
        if node.op is None:
            return self._replace(node, (), [FULL if node.name in self.plan.excluded else None])
        name = node.op.name
        if node.name not in self.plan.excluded and self.plan.needs_full(node):
            return self._replace(node, map(self.as_full, node.inputs), [FULL] * node.num_outputs)
        if node.name in self.plan.excluded or name in self.plan.full_ops:
            return self._full(node)
        if name in self.plan.low_ops:
            return self._low(node)
        return self._widest(node) if name in self.plan.widest_ops else self._any(node)

    def _replace(self, node: Node, inputs: Iterable[Entry], types: Iterable[str | None]) -> Node:
        new_inputs = list(inputs)
        for i in node.states():  # the operator writes to them, and must not get a copy
            new_inputs[i] = self.same(node.inputs[i])
        new = node.replace(inputs=new_inputs)
        for index, dtype in enumerate(types):
            entry = Entry(node, index)
            if dtype in (self.plan.low, FULL):
                self.own[entry] = dtype
                (self.full if dtype == FULL else self.low)[entry] = Entry(new, index)
        return new

    def _full(self, node: Node) -> Node:
        # a variable is float32 unless declared otherwise
        inputs = [self.same(e) if e.node.op is None and e not in self.full else self.as_full(e) for e in node.inputs]
        return self._replace(node, inputs, [FULL] * node.num_outputs)

    def _deduced(self, node: Node, first: str) -> tuple[list[str | None], list[str | None]]:
        assert node.op is not None
        present = [first, *[None] * (len(node.inputs) - 1)]
        return infer_types(node.op, node.params, present, [None] * node.num_outputs)

    def _low(self, node: Node) -> Node:
        if not node.inputs:
            return self._any(node)
        types, outputs = self._deduced(node, self.plan.low)
        inputs = []
        for entry, dtype in zip(node.inputs, types, strict=True):
            if dtype == self.plan.low:
                inputs.append(self.as_low(entry))
            else:
                inputs.append(self.as_full(entry) if self.own.get(entry) == self.plan.low else self.same(entry))
        return self._replace(node, inputs, outputs)

    def _widest(self, node: Node) -> Node:
        known = all(entry in self.low or entry in self.full for entry in node.inputs)
        if not known:
            first = _entry_name(node.inputs[0])
            attrs = {"num_outputs": str(len(node.inputs))}
            wide = Node(get("amp_multicast"), f"{first}_amp_multicast", attrs, map(self.same, node.inputs))
            return self._replace(node, [Entry(wide, i) for i in range(len(node.inputs))], ())
        if any(entry in self.full for entry in node.inputs):
            return self._replace(node, map(self.as_full, node.inputs), [FULL] * node.num_outputs)
        return self._replace(node, map(self.as_low, node.inputs), [self.plan.low] * node.num_outputs)

    def _known(self, entry: Entry) -> str | None:
        """Return the value's type: half precision if it was cast to that once, as in MXNet; else float32, or None."""
        if entry in self.low:
            return self.plan.low
        return FULL if entry in self.full else None

    def _any(self, node: Node) -> Node:
        first = self._known(node.inputs[0]) if node.inputs else None
        outputs = self._deduced(node, first)[1] if first is not None else []
        return self._replace(node, map(self.same, node.inputs), outputs)


def insert_casts(heads: Heads, plan: CastOptions) -> Heads:
    """Return a copy of a graph with ``amp_cast`` and ``amp_multicast`` nodes; its outputs are float32."""
    walk = _Pass(plan)
    walk.same.run(heads)
    return tuple(map(walk.as_full, heads))
