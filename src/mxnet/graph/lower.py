"""Lowering: a graph of operator nodes becomes one graph of calls, one operator call a line.

A graph is given by its heads, pairs of node and output number. Of a node, only ``op``, ``name``, ``bound``,
``params``, ``inputs``, ``sources``, ``indices`` and ``num_outputs`` are read.
"""

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import torch

from ..core.errors import MXNetError
from ..core.shapes import known
from ..registry.infer import infer_shapes
from ..registry.op import Op
from .call_graph import CallGraph, Value, identifier, single_result, target, undifferentiated, with_name
from .passes.base import Lowered

Place = Callable[[Any], torch.device]
#: nodes times heads from which on nobody looks whether operators of zero gradient are in the way of others'
_LONG = 1 << 18


def lower(
    nodes: Iterable[Any],
    heads: Sequence[Any],
    variables: Sequence[str],
    is_train: bool,
    device_of: Place,
    bound: dict[int, Callable[..., Any]] | None = None,
    needs_grad: frozenset[int] | None = None,
) -> Lowered:
    """Return the graph of calls: a function of one tensor per variable that returns a tuple of the heads.

    ``nodes`` are all nodes that the heads depend on, in topological order. ``variables`` names the inputs in order;
    variables of one name are one input. ``device_of`` gives the device of a node; a value is copied once to each other
    device that needs it. The values of calls and inputs have the graph's node in ``node``. ``bound``
    holds the functions that operators make for one node (``op.bind``); lowerings with the same dict share them.
    ``needs_grad``: see :class:`Lowered`. Raises :class:`MXNetError` for a variable that is not among ``variables``.

    ``open`` of the result lists the nodes whose output shape depends on the graph around them (``_zeros`` of shape
    ``(0, 4)``); after the variables, the function takes that shape for each, as a tuple.
    """
    lowering = _Lowering(variables, is_train, device_of, {} if bound is None else bound)
    open_nodes = lowering.run(list(nodes), heads)
    return Lowered(lowering.graph, is_train, open_nodes, needs_grad, lowering.on_cpu)


class _Facts(NamedTuple):
    """What lowering asks of an operator."""

    #: None: it makes one for each node
    function: Callable[..., Any] | None
    one_output: bool
    injected: bool


def own_function(bound: dict[int, Callable[..., Any]], node: Any) -> Callable[..., Any]:
    """Return the function that an operator makes for a node, from ``bound`` after the first time."""
    if id(node) not in bound:
        bound[id(node)] = with_name(node.op.bound.of(node.params), identifier(node.op.name))
    return bound[id(node)]


class _Lowering:
    """The state of one lowering."""

    def __init__(
        self, variables: Sequence[str], is_train: bool, place: Place, bound: dict[int, Callable[..., Any]]
    ) -> None:
        self.graph = CallGraph()
        self.bound = bound
        self.is_train = is_train
        self.place = place
        self.inputs = {name: self.graph.placeholder(name) for name in variables}
        #: by node, the placeholder of its output shape
        self.open: dict[int, Value] = {}
        #: whether all values are on CPUs
        self.on_cpu = False
        #: whether there are calls whose gradient is to run (see :attr:`.BoundOp.starts`), and some head leads to one
        #: only through an operator whose gradient is zero
        self.starts = False
        #: these nodes, and those behind them
        self.behind_starts: set[int] = set()
        #: by operator, what lowering asks of it for each call
        self.facts: dict[Op, _Facts] = {}
        #: by node, the value of each output on its own device, None for one that is not used
        self.values: dict[int, list[Value | None]] = {}
        #: by node, output and device, a copy of it
        self.copies: dict[tuple[int, int, torch.device], Value] = {}
        #: by node, its device, if there are several
        self.devices: dict[int, torch.device] = {}
        #: the outputs that are used, by node and number, if operators have several
        self.used: set[tuple[int, int]] = set()

    def run(self, nodes: Sequence[Any], heads: Sequence[Any]) -> list[Any]:
        """Write all calls; return the open nodes."""
        operators = {node.op for node in nodes if node.op is not None}
        if not all(op.one_output for op in operators):
            self.used = {(id(source), index) for node in nodes for source, index in node.inputs}
            self.used.update((id(node), index) for node, index in heads)
        self.starts = any(op.loss or op.aux for op in operators) and _leads_through_blocks(nodes, heads)
        devices = [self.place(node) for node in nodes]
        self.on_cpu = all(device.type == "cpu" for device in set(devices))
        if len(set(devices)) > 1:
            self.devices = {id(node): device for node, device in zip(nodes, devices, strict=True)}
        if any("out_shape" in op.injected for op in operators):
            for node in nodes:
                if node.op is not None and "out_shape" in node.op.injected and not _own_shape(node):
                    self.open[id(node)] = self.graph.placeholder(f"{node.name}_shape")
        for node, device in zip(nodes, devices, strict=True):
            if node.op is None:
                self._variable(node)
            else:
                self._apply(node, device)
        self.graph.output(tuple([self.values[id(node)][index] for node, index in heads]))
        return [node for node in nodes if id(node) in self.open]

    def _variable(self, node: Any) -> None:
        try:
            value = self.inputs[node.name]
        except KeyError:
            raise MXNetError(f"the graph's variable {node.name!r} is not among its inputs") from None
        value.node = value.node or node
        self.values[id(node)] = [value]

    def _apply(self, node: Any, device: torch.device) -> None:
        op, values = node.op, self.values
        facts = self.facts.get(op)
        if facts is None:
            facts = self.facts[op] = _Facts(
                None if op.bound else target(op, self.on_cpu), op.one_output, bool(op.injected)
            )
        if self.devices:
            arguments = tuple([self._input(source, index, device) for source, index in node.inputs])
        else:
            pairs = zip(node.sources, node.indices, strict=True)
            arguments = tuple([values[id(source)][index] for source, index in pairs])
        function = facts.function or own_function(self.bound, node)
        if self.starts and (node.bound.starts or any(id(s) in self.behind_starts for s in node.sources)):
            self.behind_starts.add(id(node))
        elif facts.function is not None and op.gradient is not None and op.blocks.of(node.params):
            function = undifferentiated(op)
        kwargs = self._injected(node, device) if facts.injected else {} if op.bound else node.bound.kwargs
        call = self.graph.call_function(function, arguments, kwargs, node.name)
        call.node = node
        if facts.one_output:
            values[id(node)] = [call]
            return
        count = node.num_outputs
        take, used = operator.getitem if count > 1 else single_result, self.used
        values[id(node)] = [
            self.graph.call_function(take, (call, i)) if (id(node), i) in used else None for i in range(count)
        ]

    def _input(self, source: Any, index: int, device: torch.device) -> Value | None:
        value = self.values[id(source)][index]
        if self.devices[id(source)] == device:
            return value
        key = id(source), index, device
        if key not in self.copies:
            self.copies[key] = self.graph.call_method("to", (value, device))
        return self.copies[key]

    def _injected(self, node: Any, device: torch.device) -> dict[str, Any]:
        """Return the attributes, and the function's injected arguments."""
        op, kwargs = node.op, {} if node.op.bound else dict(node.bound.kwargs)
        if "is_train" in op.injected:
            kwargs["is_train"] = self.is_train
        if "device" in op.injected:
            kwargs["device"] = device
        if "out" in op.injected:
            kwargs["out"] = None
        if id(node) in self.open:
            kwargs["out_shape"] = self.open[id(node)]
        return kwargs


def _leads_through_blocks(nodes: Sequence[Any], heads: Sequence[Any]) -> bool:
    """Return whether a head leads to a call that starts only through operators whose gradient is zero.

    Where it takes long to find out, it may.
    """
    blocking = {id(node) for node in nodes if node.op is not None and node.op.blocks.of(node.params)}
    if not blocking or len(nodes) * len(heads) > _LONG:
        return bool(blocking)

    def differentiated(node: Any) -> Iterable[Any]:
        if node.op is None or id(node) in blocking or node.bound.gives_integers:
            return ()
        read_only = node.op.read_only.of(node.params)
        return [source for i, source in enumerate(node.sources) if i not in read_only]

    starts = {id(node) for node in nodes if node.op is not None and node.bound.starts}
    return any(
        not starts.isdisjoint(_led_to(head, lambda node: node.sources) - _led_to(head, differentiated))
        for head, _ in heads
    )


def _led_to(head: Any, sources: Callable[[Any], Iterable[Any]]) -> set[int]:
    """Return the nodes that are found from a head, itself among them; ``sources``: which of a node are looked at."""
    pending, seen = [head], set[int]()
    while pending:
        node = pending.pop()
        if id(node) not in seen:
            seen.add(id(node))
            pending += sources(node)
    return seen


def _own_shape(node: Any) -> bool:
    """Return whether the attributes alone determine the output shapes."""
    return all(map(known, infer_shapes(node.op, node.params, [None] * len(node.inputs), [None] * node.num_outputs)[1]))
