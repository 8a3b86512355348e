"""A symbol's program for executors: its arguments and states, where they live, and which gradients reach them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import torch
from torch import fx

from ..core.context import Context
from ..core.errors import MXNetError
from ..graph.call_graph import METHOD, Value, is_part, operator_of, starts_unseen
from ..graph.passes import apply, enabled
from ..graph.passes.eliminate import COMMON_SUBEXPRESSIONS
from ..graph.program import Program
from ..symbol.graph import Order, output_names, refuse_equal_names, variables
from ..symbol.node import Entry, Node


class SymbolProgram(Program):
    """What executors of one symbol on the same devices share; later changes of the symbol do not touch it.

    ``contexts`` are the devices by the ``ctx_group`` attribute of nodes; nodes without one are on ``ctx``. ``compile``:
    see :class:`~mxnet.graph.program.Program`, whose inputs are the arguments and, after them, the states. ``order``:
    that of the heads, where the caller knows it.
    """

    nodes: Sequence[Node]
    heads: Sequence[Entry]

    def __init__(
        self,
        heads: Sequence[Entry],
        ctx: Context,
        contexts: Mapping[str, Context] | None,
        compile: Callable[[fx.GraphModule], Callable[..., Any]] | None = None,
        order: Order | None = None,
    ) -> None:
        self.order = order or Order(heads)
        self.ctx = ctx
        self.contexts = dict(contexts or {})
        self.output_names = output_names(heads)
        nodes = self.order.nodes
        names = variables(nodes)
        refuse_equal_names(names, nodes)
        self.arguments, self.states = self.order.names()
        #: where the variables live
        self.contexts_by_name = {name: self.context(result[0]) for name, result in names.items()}
        own_device = ctx.torch_device
        device = (lambda node: self.context(node).torch_device) if self.contexts else (lambda node: own_device)
        super().__init__(nodes, tuple(heads), [*self.arguments, *self.states], place=device, compile=compile)
        #: the pass that merges equal calls, unless it was switched off when the symbol was bound
        self._merging = [item for item in enabled("observe") if item is COMMON_SUBEXPRESSIONS]
        #: the outputs that may be views of an argument: nothing but operators that return views lies between
        self.may_alias = [i for i, head in enumerate(self.heads) if self._may_alias(head.node)]
        #: whether the gradients of some operators are to run where none comes to them
        self.starts = any(node.bound.starts for node in self.nodes if node.op is not None)
        #: whether PyTorch finds no way to some of them
        self.starts_unseen = self.starts and starts_unseen(self.nodes, self.heads)
        self.stochastic = any(node.op is not None and node.op.stochastic for node in self.nodes)

    @staticmethod
    def _may_alias(node: Node) -> bool:
        pending, seen = [node] if node.op is not None else [], set()
        while pending:
            node = pending.pop()
            if node.op is None:
                return True
            if node.op.view and id(node) not in seen:
                seen.add(id(node))
                pending += [source for source, _ in node.inputs]
        return False

    def context(self, node: Node) -> Context:
        """Return where a node computes, or a variable lives."""
        group = node.attrs.get("__ctx_group__") if self.contexts else None
        if group is None:
            return self.ctx
        try:
            return self.contexts[group]
        except KeyError:
            known = ", ".join(self.contexts)
            raise MXNetError(f"node {node.name!r} is in group {group!r}; group2ctx has only {known}") from None

    def active_nodes(self, arguments: Collection[str]) -> set[int]:
        """Return the ids of the nodes whose gradient flows to some of these arguments.

        It does not where the way to them leads through losses, which start by themselves, or through operators whose
        gradient is zero.
        """
        active: set[int] = set()
        for node in self.nodes:
            if node.op is None:
                if node.name in arguments:
                    active.add(id(node))
            elif any(id(source) in active for source, _ in node.inputs) and not (
                node.op.loss.of(node.params) or node.op.blocks.of(node.params)
            ):
                active.add(id(node))
        return active

    def on_gradient_paths(self, arguments: Collection[str]) -> list[Node]:
        """Return the operators that a gradient flows through from an output or a loss to these arguments."""
        active = self.active_nodes(arguments)
        result: dict[int, Node] = {}
        pending = [head.node for head in self.heads if id(head.node) in active]
        for node in self.nodes:
            if node.op is not None and node.op.loss.of(node.params):
                pending += [source for source, _ in node.inputs if id(source) in active]
        while pending:
            node = pending.pop()
            if node.op is not None and id(node) not in result:
                result[id(node)] = node
                pending += [source for source, _ in node.inputs if id(source) in active]
        return list(result.values())

    def check_differentiable(self, arguments: Collection[str]) -> None:
        """Raise :class:`MXNetError` where an operator without gradient stands between the outputs and the arguments."""
        for node in self.on_gradient_paths(arguments):
            if node.op is not None and not node.op.differentiable:
                raise MXNetError(
                    f"node {node.name!r}: operator {node.op.name} is non-differentiable, so the gradients of what it "
                    "is computed from cannot be had: give those arguments grad_req 'null', or use BlockGrad"
                )

    @property
    def devices(self) -> set[torch.device]:
        """All devices that take part."""
        return {item.torch_device for item in (self.ctx, *self.contexts.values())}

    @cached_property
    def optimized_heads(self) -> tuple[Entry, ...]:
        """The outputs over a graph in which equal calls are one; nodes that did not change are the given ones."""
        lowered = self.lowered(True)
        apply(self._merging, lowered)
        result: dict[Value, Entry] = {}
        for call in lowered.graph.nodes:
            node = call.node
            if is_part(call):
                result[call] = Entry(result[call.args[0]].node, call.args[1])
            elif call.op == METHOD:  # to another device
                result[call] = result[call.args[0]]
            elif operator_of(call) is not None:
                inputs = [result[arg] for arg in call.args]
                same = all(new.node is old.node for new, old in zip(inputs, node.inputs, strict=True))
                result[call] = Entry(node if same else node.replace(inputs=inputs))
            elif node is not None:
                result[call] = Entry(node)
        return tuple(result[head] for head in lowered.results)
