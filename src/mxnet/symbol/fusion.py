"""Fusing layers of a graph, as MXNet's graph backend for processors does before and after it is quantized.

A convolution takes its normalization, a sum and an activation along, a fully connected layer its activation; each
becomes one node with the graph of them inside. In a quantized graph such nodes then give the calibrated range
themselves, or real numbers, and need nothing behind them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from ..registry.op import get
from ..registry.rules import elementwise
from ..registry.traits import Affine, Fusing, Sum
from .graph import Heads
from .node import Entry, Node, topological
from .rewrite import Replacement, Rewriter, rewrite
from .subgraph import Subgraph

#: the attributes that give a calibrated range
_RANGE = frozenset(("min_calib_range", "max_calib_range"))


class _Group(NamedTuple):
    """The nodes that become one, the layer first; what they are called together; the attributes of the new node."""

    nodes: list[Node]
    name: str
    attrs: dict[str, str]


class _Uses:
    """The users of each node's outputs."""

    def __init__(self, heads: Heads) -> None:
        self.nodes = topological(heads)
        self.users: dict[Node, list[Node | None]] = {}
        self.indices: dict[Node, set[int]] = {}
        for user, entry in [*((n, e) for n in self.nodes for e in n.inputs), *((None, e) for e in heads)]:
            self.users.setdefault(entry.node, []).append(user)
            self.indices.setdefault(entry.node, set()).add(entry.index)

    def only_user(self, node: Node) -> Node | None:
        """Return the only user of a node's first output, if no other output is used."""
        users = self.users.get(node, [])
        return users[0] if len(users) == 1 and self.indices[node] == {0} else None

    def feeds(self, node: Node) -> Node | None:
        """Return the one node that takes all the outputs which are taken of a node, each once."""
        users = self.users.get(node, [])
        return users[0] if users and len(set(users)) == 1 and len(users) == len(self.indices[node]) else None


class _Fusing:
    def __init__(self, heads: Heads, is_quantized: bool) -> None:
        self.heads, self.is_quantized = heads, is_quantized
        self.uses = _Uses(heads)
        self.fused: set[Node] = set()
        #: by operator, how many there are
        self.numbers: dict[str, int] = {}

    def groups(self) -> list[_Group]:
        result = []
        for node in self.uses.nodes:
            fused = None if node.op is None else node.op.fusing.of(node.params)
            if fused is not None and fused.op is not None and node not in self.fused:
                group = self._group(node, fused)
                self.fused.update(group.nodes)
                result.append(group)
        return result

    def _behind(self, node: Node) -> Node | None:
        result = self.uses.only_user(node)
        return None if result is None or result in self.fused or result.inputs.count(Entry(node)) != 1 else result

    def _is_activation(self, node: Node | None, of_convolution: bool) -> TypeGuard[Node]:
        if node is None or node.op is None or len(node.inputs) != 1:
            return False
        fusing = node.op.fusing.of(node.params)
        goes_on = fusing.convolutions or not of_convolution
        return fusing.activation and goes_on and (fusing.quantized or not self.is_quantized)

    def _group(self, node: Node, fusing: Fusing) -> _Group:
        """Return the layer with what can be fused with it."""
        fused, of_convolution = fusing.op or "", fusing.sums
        nodes, words, facts = [node], "", []
        if "heads" in node.params:
            return self._named(
                nodes, fused, "", {"enable_float_output": "False", "heads": node.attrs["heads"], "quantized": "False"}
            )

        def take(item: Node, word: str, fact: str) -> None:
            nonlocal words
            nodes.append(item)
            words += word
            facts.append(fact)

        following = self._behind(node)
        if not of_convolution:
            if self._is_activation(following, False):
                take(following, "_eltwise", "with_eltwise")
            return self._named(nodes, fused, words, dict.fromkeys(facts, "True"))
        if self._normalizes(following, node):
            take(following, "_bn", "with_bn")
            following = self._behind(following)
        if self._is_activation(following, True):
            take(following, "_act", "with_act")
        elif following is not None and self._adds(following, nodes):
            take(following, "_add", "with_sum")
            following = self._behind(following)
            if self._is_activation(following, True):
                take(following, "_act", "with_postsum_act")
        return self._named(nodes, fused, words, dict.fromkeys(sorted(facts), "true"))

    def _normalizes(self, node: Node | None, layer: Node) -> TypeGuard[Node]:
        if node is None or node.op is None or node.inputs[0].node is not layer:
            return False
        return node.op.layer_of(Affine, node.params) is not None

    def _adds(self, node: Node, nodes: Sequence[Node]) -> bool:
        if node.op is None or not node.op.layer_of(Sum, node.params) or node.op.shapes.answer is not elementwise:
            return False
        # that input depends on none of the nodes, each of which only the next one uses
        return sum(entry.node is not nodes[-1] for entry in node.inputs) == 1

    def _named(self, nodes: list[Node], fused: str, suffix: str, attrs: dict[str, str]) -> _Group:
        index = self.numbers.get(fused, 0)
        self.numbers[fused] = index + 1
        return _Group(nodes, f"{fused.removeprefix('_')}{suffix}_{index}", attrs)


def _is_left_out(node: Node) -> bool:
    """Return whether a node copies the result of an operator, and is left out."""
    return node.op is not None and node.op.fusing.of(node.params).left_out and node.inputs[0].node.op is not None


def _without_copies(heads: Heads) -> Heads:
    """Return a graph without the nodes that copy what an operator gives, which would stand between layers."""
    nodes = topological(heads)
    more = {entry.node for entry in [*heads, *(e for node in nodes for e in node.inputs)] if entry.index}

    def rule(node: Node, new: Rewriter) -> Replacement:
        if _is_left_out(node) and node not in more:
            return [new(node.inputs[0])]
        return node.replace(inputs=map(new, node.inputs))

    return rewrite(heads, rule)


def fuse(heads: Heads, is_quantized: bool = False) -> Heads:
    """Return a graph with layers fused; ``is_quantized``: it will be quantized, which fewer activations allow."""
    heads = _without_copies(heads)
    groups = _Fusing(heads, is_quantized).groups()
    last = {group.nodes[-1]: group for group in groups}
    order = {group.nodes[-1]: i for i, group in enumerate(groups)}
    inside = {node for group in groups for node in group.nodes}

    def rule(node: Node, new: Rewriter) -> Replacement:
        if node in last:
            return _fused(last[node], new, order)
        return None if node in inside else node.replace(inputs=map(new, node.inputs))

    return rewrite(heads, rule)


def _fused(group: _Group, new: Rewriter, order: Mapping[Node, int]) -> Node:
    """Return the node of a group, with its graph inside.

    ``order`` numbers the groups by their last nodes. What a group of higher number gives has the name inside that it
    had before, as 1.9.1 writes it.
    """
    position = order[group.nodes[-1]]
    inner: dict[Node, Node] = {}
    inputs: list[Entry] = []
    seen: dict[str, int] = {}
    names: dict[tuple[Node, int], str] = {}

    def number(node: Node) -> None:
        for i, entry in enumerate(node.inputs):
            if entry.node in members:
                number(entry.node)
            else:
                known = entry if order.get(entry.node, -1) > position else new(entry)
                name = known.node.output_name(known.index)
                seen[name] = seen.get(name, -1) + 1
                names[node, i] = f"{name}{seen[name]}"

    def variable(node: Node, i: int) -> Entry:
        inputs.append(new(node.inputs[i]))
        return Entry(Node(None, names[node, i]))

    members = set(group.nodes)
    number(group.nodes[-1])
    for node in group.nodes:
        entries = list(enumerate(node.inputs))
        if node.op and node.op.layer_of(Sum, node.params):
            entries.sort(key=lambda item: item[1].node not in inner)
        inner[node] = node.replace(
            inputs=[Entry(inner[e.node], e.index) if e.node in inner else variable(node, i) for i, e in entries]
        )
        inner[node].versions = (0,) * len(entries)
    name = group.name
    fused = group.nodes[0].op
    assert fused is not None
    layer = Node(get(fused.fusing.of(group.nodes[0].params).op or ""), name, group.attrs, inputs)
    layer.subgraphs = (Subgraph((Entry(inner[group.nodes[-1]]),)),)
    layer.versions = tuple(entry.node.mutations for entry in inputs)
    return layer


# -- after quantizing ----------------------------------------------------------------------------------------------


def fold_requantize(heads: Heads) -> Heads:
    """Return a quantized graph whose layers give the calibrated range, or real numbers, themselves where they can."""
    return _align(_fold(_fold(heads, "requantize"), "dequantize"))


def work_on_ranges(node: Node) -> str | None:
    """Return what a node does with ranges: see :class:`.Fusing`."""
    return None if node.op is None else node.op.fusing.of(node.params).ranges


def _fold(heads: Heads, work: str) -> Heads:
    """Return the graph without those nodes doing ``work`` that the layer before them can do."""
    uses = _Uses(heads)
    folded: dict[Node, Node] = {}
    attrs: dict[Node, dict[str, Any]] = {}
    for node in uses.nodes:
        if work_on_ranges(node) == work:
            layer = node.inputs[0].node
            changed = _doing_both(layer, node) if uses.feeds(layer) is node else None
            if changed is not None:
                folded[node], attrs[layer] = layer, dict(sorted(changed.items()))

    def rule(node: Node, new: Rewriter) -> Replacement:
        if node in folded:
            return new(Entry(folded[node])).node
        return node.replace(inputs=map(new, node.inputs), attrs=attrs.get(node))

    return rewrite(heads, rule)


def _doing_both(layer: Node, node: Node) -> dict[str, Any] | None:
    """Return the attributes with which a layer does the work of a node that requantizes or dequantizes its result too.

    None where it cannot.
    """
    if node.op is None or layer.op is None or work_on_ranges(layer) != "makes":
        return None
    if node.op.attrs.keys() >= _RANGE:
        added = {key: node.attrs[key] for key in _RANGE if key in node.attrs}
        possible = len(added) == len(_RANGE) and layer.op.attrs.keys() >= _RANGE
    else:
        added = {"enable_float_output": "True"}
        possible = "enable_float_output" in layer.op.attrs and layer.attrs.keys() >= _RANGE
    attributes = {key: value for key, value in layer.attrs.items() if key not in _RANGE}
    return attributes | added if possible else None


def _align(heads: Heads) -> Heads:
    """Give what goes into one join a common range: joining is then only copying."""
    uses = _Uses(heads)
    seen: set[Node] = set()
    for node in reversed(uses.nodes):  # a join within another one has the outer one's range
        if work_on_ranges(node) != "joins" or node in seen:
            continue
        sources = _sources(node, uses, seen)
        if sources:
            low = min(sources, key=lambda n: float(n.attrs["min_calib_range"])).attrs["min_calib_range"]
            high = max(sources, key=lambda n: float(n.attrs["max_calib_range"])).attrs["max_calib_range"]
            for source in sources:
                source.set_attr("min_calib_range", low)
                source.set_attr("max_calib_range", high)
    return heads


def _sources(join: Node, uses: _Uses, seen: set[Node]) -> list[Node]:
    """Return the nodes with a range of their own whose outputs go into ``join`` alone, or through others like it.

    Those others are added to ``seen``.
    """
    inside, pending = {join}, [join]
    result: dict[Node, None] = {}
    while pending:
        for source in {entry.node: None for entry in pending.pop().inputs}:
            if source.op is None or not inside.issuperset(uses.users[source]):
                continue
            if work_on_ranges(source) == "joins":
                inside.add(source)
                pending.append(source)
            elif "min_calib_range" in source.attrs:
                result[source] = None
    seen |= inside
    return list(result)
