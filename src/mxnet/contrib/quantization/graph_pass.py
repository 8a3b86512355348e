"""Rewrite a graph with quantized layers, and set their calibrated ranges.

The trait ``quantized`` of an operator names its quantized form. A value is quantized once for all nodes that take it
quantized, and dequantized once for all others.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...core.errors import MXNetError
from ...registry.op import get
from ...registry.traits import Quantized
from ...symbol.fusion import work_on_ranges
from ...symbol.graph import Heads
from ...symbol.node import Entry, Node, topological
from ...symbol.rewrite import Rewriter, copy
from ..amp.cast_pass import _entry_name

#: what the names of quantized nodes begin with
_QUANTIZED = "quantized_"
#: a quantized value and its range
_Triple = tuple[Entry, Entry, Entry]


class QuantizationOptions(NamedTuple):
    """The options: which nodes and operators stay in float32, which parameters are quantized beforehand."""

    excluded: frozenset[str]
    excluded_ops: frozenset[str]
    offline: frozenset[str]
    dtype: str
    #: ``full``: all operators that have a quantized form; ``smart``: those that must, and others between them
    mode: str
    channel_wise: bool


def _forms(nodes: Sequence[Node], heads: Heads, plan: QuantizationOptions) -> dict[Node, Quantized]:
    """Return the quantized forms of the nodes to quantize."""
    others = {entry.node for node in nodes for entry in node.inputs if entry.index} | {e.node for e in heads if e.index}
    forms = {}
    for node in nodes:
        form = None if node.op is None else node.op.quantized.of(node.params)
        if form is None or plan.excluded & names(node) or (node.op and node.op.name in plan.excluded_ops):
            continue
        if node not in others or form.shifted:
            forms[node] = form
    if plan.mode == "full":
        return forms
    if plan.mode != "smart":
        raise MXNetError(f"unrecognized quantize mode: {plan.mode}, expected full or smart")
    after, before = _reached(nodes, forms), _leading(nodes, forms)
    return {node: form for node, form in forms.items() if form.must or (node in after and node in before)}


def names(node: Node) -> set[str]:
    """Return the name of a node and those of the nodes that were fused into it."""
    return {node.name} | {item.name for graph in node.subgraphs for item in graph.nodes if item.op is not None}


def _reached(nodes: Sequence[Node], forms: Mapping[Node, Quantized]) -> set[Node]:
    """Return the nodes after a layer that must be quantized, through nodes that can be."""
    result: set[Node] = set()
    for node in nodes:
        if node in forms and any(e.node in result or (e.node in forms and forms[e.node].must) for e in node.inputs):
            result.add(node)
    return result


def _leading(nodes: Sequence[Node], forms: Mapping[Node, Quantized]) -> set[Node]:
    """Return the nodes before a layer that must be quantized, through nodes that can be."""
    result: set[Node] = set()
    for node in reversed(nodes):
        if node in result or (node in forms and forms[node].must):
            result.update(e.node for e in node.inputs if e.node in forms)
    return result


class _Pass:
    """The rewriting of one graph; the keys are entries of the old graph."""

    def __init__(self, forms: Mapping[Node, Quantized], plan: QuantizationOptions) -> None:
        self.forms, self.plan = forms, plan
        self.same = Rewriter(self.visit)
        self.triples: dict[Entry, _Triple] = {}
        self.shifted: dict[Entry, _Triple] = {}
        self.back: dict[Entry, Entry] = {}
        #: the names of the values to calibrate
        self.layers: list[str] = []

    def real(self, entry: Entry) -> Entry:
        """Return a value in float32."""
        if entry.node not in self.forms or self.forms[entry.node].shifted:
            return self.same(entry)
        if entry not in self.back:
            name = f"{entry.node.name}_dequantize"
            self.back[entry] = Entry(Node(get("_contrib_dequantize"), name, {}, self.triples[entry]))
        return self.back[entry]

    def _known(self, entry: Entry) -> str:
        return entry.node.list_outputs()[entry.index]

    def quantized(self, entry: Entry, shifted: bool) -> _Triple:
        """Return a value quantized, and its range."""
        if shifted:
            return self._quantize(entry, self.shifted, "_contrib_quantize_asym", {})
        if entry in self.triples:
            return self.triples[entry]
        if entry.node.op is None and entry.node.name in self.plan.offline:
            name = f"{entry.node.name}_quantize"
            parts = [Node(None, item) for item in (name, f"{name}_min", f"{name}_max")]
            for part in parts:  # copies of one weight have one quantized weight
                part.identity = entry.node.identity, part.name
            self.triples[entry] = Entry(parts[0]), Entry(parts[1]), Entry(parts[2])
            return self.triples[entry]
        return self._quantize(entry, self.triples, "_contrib_quantize_v2", {"out_type": self.plan.dtype})

    def _quantize(self, entry: Entry, quantized: dict[Entry, _Triple], op: str, attrs: dict[str, str]) -> _Triple:
        if entry not in quantized:
            self.layers.append(self._known(entry))
            node = Node(get(op), f"{_entry_name(entry)}_quantize", attrs, [self.real(entry)])
            quantized[entry] = Entry(node, 0), Entry(node, 1), Entry(node, 2)
        return quantized[entry]

    def visit(self, node: Node) -> Node:
        """Return the node of the new graph: with float32 inputs, or its quantized form."""
        form = self.forms.get(node)
        if form is None:
            return node.replace(inputs=map(self.real, node.inputs))
        positions = range(len(node.inputs))
        chosen = positions if form.inputs is None else form.inputs(node.params, self.plan.channel_wise)
        triples = {i: self.quantized(node.inputs[i], form.shifted) for i in positions if i in set(chosen)}
        values = [triples[i][0] if i in triples else self.real(node.inputs[i]) for i in positions]
        ends = [end for triple in triples.values() for end in triple[1:]]
        attrs = dict(node.attrs) | dict(form.attrs(self.plan.channel_wise) if form.attrs else {})
        quantized = node.replace(op=get(form.op), name=f"{_QUANTIZED}{node.name}", attrs=attrs, inputs=[*values, *ends])
        if form.shifted:
            return quantized
        out, last = Entry(node), quantized
        if form.sums or form.calibrated:
            self.layers.append(self._known(out))
        if form.sums:
            sums = [Entry(quantized, i) for i in range(3)]
            last = Node(get("_contrib_requantize"), f"requantize_{node.name}", {"out_type": self.plan.dtype}, sums)
        self.triples[out] = Entry(last, 0), Entry(last, 1), Entry(last, 2)
        return quantized


def quantize(heads: Heads, plan: QuantizationOptions) -> tuple[Heads, list[str]]:
    """Return a graph with quantized layers, and the names of the values to calibrate.

    Its inputs and outputs are float32, its offline parameters int8, with ``_quantize`` after their names.
    """
    walk = _Pass(_forms(topological(heads), heads, plan), plan)
    walk.same.run(heads)
    return tuple(map(walk.real, heads)), walk.layers


def calibrate(heads: Heads, thresholds: Mapping[str, tuple[Any, Any]]) -> Heads:
    """Return a copy of a quantized graph with the ranges of ``thresholds``, by the names of values."""
    result = copy(heads)
    nodes = topological(result)
    # the range of sums, which stay int32, is that of the requantize behind them
    sums = {node.inputs[0].node for node in nodes if work_on_ranges(node) == "requantize"}
    for node in nodes:
        name = "" if node in sums else _range_of(node)
        if name in thresholds:
            low, high = (float(_number(threshold)) for threshold in thresholds[name])
            # 1.9.1 always writes six decimals, which makes small ranges zero
            form = ".9g" if 0 < max(abs(low), abs(high)) < 1e-3 else "f"
            node.set_attr("min_calib_range", f"{low:{form}}")
            node.set_attr("max_calib_range", f"{high:{form}}")
    return result


def _number(value: Any) -> Any:
    return value.reshape(-1)[0] if hasattr(value, "reshape") else value


def _range_of(node: Node) -> str:
    """Return the name of the value whose calibrated range a node takes, empty for others."""
    if node.op is None or "min_calib_range" not in node.op.attrs:
        return ""
    for prefix in ("requantize_", _QUANTIZED):
        if node.name.startswith(prefix):
            return f"{node.name[len(prefix) :]}_output"
    if not node.name.endswith("_quantize"):  # a fused layer that stays as it is
        return ""
    source = node.inputs[0]
    return source.node.list_outputs()[source.index].removeprefix(_QUANTIZED)


def parameters(heads: Heads, params: Mapping[str, Any], quantized: Any) -> dict[str, Any]:
    """Return the parameters of a quantized graph; ``quantized(array)`` gives ``(values, minimum, maximum)``.

    Raises KeyError for a weight or bias that is missing.
    """
    result: dict[str, Any] = {}
    ready: dict[str, Sequence[Any]] = {}
    for name in _variables(heads):
        for suffix, i in (("_quantize", 0), ("_quantize_min", 1), ("_quantize_max", 2)):
            original = name.removesuffix(suffix)
            if original != name and original in params and name not in params:
                if original not in ready:
                    ready[original] = quantized(params[original])
                result[name] = ready[original][i]
                break
        else:
            if name in params:
                result[name] = params[name]
            elif name.endswith(("weight_quantize", "bias_quantize")):
                raise KeyError(name.removesuffix("_quantize"))
    return result


def _variables(heads: Heads) -> Iterable[str]:
    return dict.fromkeys(node.name for node in topological(heads) if node.op is None)
