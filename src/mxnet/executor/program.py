"""A symbol made ready to run: its graph as it is now, lowered when it is first needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import fx

from ..core.context import Context
from ..core.errors import MXNetError
from ..graph.autodiff import Derivative, derive
from ..graph.compile import Compilation, from_environment
from ..graph.lower import ON_LOWERED, lower
from ..graph.passes.fuse_convolution import for_inference
from ..graph.passes.losses import Loss, TakeOut
from ..symbol.graph import mutated, output_names, variables
from ..symbol.node import Entry, Node, topological
from .merge import merge_equal


class Running(NamedTuple):
    """What runs a program: a function, the lowered graph it is made of, and the losses that start by themselves.

    The function's results are the outputs and, after them, what the losses need, and what ``derivative`` needs: the
    backward pass, where it is not PyTorch's.
    """

    run: Callable[..., Any]
    module: fx.GraphModule
    losses: Sequence[Loss] = ()
    derivative: Derivative | None = None


class Run(NamedTuple):
    """A run: PyTorch's outputs and what the losses need, what went in, by which graph, and its losses."""

    results: list[torch.Tensor]
    inputs: list[Any]
    is_train: bool
    losses: Sequence[Loss]
    derivative: Derivative | None


class Program:
    """What executors of one symbol on the same devices share; later changes of the symbol do not touch it.

    ``contexts`` are the devices by the ``ctx_group`` attribute of nodes; nodes without one are on ``ctx``.
    """

    def __init__(self, heads: Sequence[Entry], ctx: Context, contexts: Mapping[str, Context] | None) -> None:
        self.ctx = ctx
        self.contexts = dict(contexts or {})
        self.output_names = output_names(heads)
        names = variables(topological(heads))
        states = mutated(topological(heads))
        self.arguments = [name for name in names if name not in states]
        self.states = [name for name in names if name in states]
        self._context_of_name = {name: self.context(nodes[0]) for name, nodes in names.items()}
        self.given_heads = tuple(heads)
        share = os.environ.get("MXNET_ELIMINATE_COMMON_EXPR", "1") != "0"
        self.heads = merge_equal(heads) if share else self.given_heads
        self.nodes = topological(self.heads)
        #: the outputs that may be views of an argument: nothing but operators that return views lies between
        self.may_alias = [i for i, head in enumerate(self.heads) if self._may_alias(head.node)]
        #: compiles what is lowered from now on; None: as ``MXNET_BACKEND`` says
        self.compilation: Compilation | None = None
        #: the numbers of the arguments that get gradients
        self.wanted: frozenset[int] = frozenset()
        self.random = any(node.op is not None and node.op.stochastic for node in self.nodes)
        self._modules: dict[bool, fx.GraphModule] = {}
        self._running: dict[bool, Running] = {}
        self._bound: dict[int, Callable[..., Any]] = {}

    @staticmethod
    def _may_alias(node: Node) -> bool:
        waiting, seen = [node] if node.op is not None else [], set()
        while waiting:
            node = waiting.pop()
            if node.op is None:
                return True
            if node.op.view and id(node) not in seen:
                seen.add(id(node))
                waiting += [source for source, _ in node.inputs]
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

    def context_of(self, name: str) -> Context:
        """Return where the variable of this name lives."""
        return self._context_of_name[name]

    def felt_by(self, arguments: Collection[str]) -> set[int]:
        """Return the ids of the nodes at which a head gradient is felt by some of these arguments.

        It is not where the way to them leads through losses, which start by themselves, or through operators whose
        gradient is zero.
        """
        felt: set[int] = set()
        for node in self.nodes:
            if node.op is None:
                if node.name in arguments:
                    felt.add(id(node))
            elif any(id(source) in felt for source, _ in node.inputs) and not (
                node.op.is_loss(node.params) or node.op.blocks_gradient(node.params)
            ):
                felt.add(id(node))
        return felt

    def carriers(self, arguments: Collection[str]) -> list[Node]:
        """Return the operators that a gradient comes through on its way from an output or a loss to these arguments."""
        felt = self.felt_by(arguments)
        carriers: dict[int, Node] = {}
        waiting = [head.node for head in self.heads if id(head.node) in felt]
        for node in self.nodes:
            if node.op is not None and node.op.is_loss(node.params):
                waiting += [source for source, _ in node.inputs if id(source) in felt]
        while waiting:
            node = waiting.pop()
            if node.op is not None and id(node) not in carriers:
                carriers[id(node)] = node
                waiting += [source for source, _ in node.inputs if id(source) in felt]
        return list(carriers.values())

    def check_differentiable(self, arguments: Collection[str]) -> None:
        """Raise :class:`MXNetError` where an operator without gradient stands between the outputs and the arguments."""
        for node in self.carriers(arguments):
            if node.op is not None and not node.op.differentiable:
                raise MXNetError(
                    f"node {node.name!r}: operator {node.op.name} is non-differentiable, so the gradients of what it "
                    "is computed from cannot be had: give those arguments grad_req 'null', or use BlockGrad"
                )

    @property
    def devices(self) -> set[torch.device]:
        """All devices that take part."""
        return {each.torch_device for each in (self.ctx, *self.contexts.values())}

    def module(self, is_train: bool) -> fx.GraphModule:
        """Return the lowered graph for training or for inference."""
        if is_train not in self._modules:
            self._modules[is_train] = self._lower(is_train)
        return self._modules[is_train]

    def running(self, is_train: bool) -> Running:
        """Return what runs the graph: for training losses start by themselves, for inference operators are fused."""
        found = self._running.get(is_train)
        if found is None:
            found = self._running[is_train] = self._trained() if is_train else self._inferred()
        if ON_LOWERED and found.losses and not (self.compilation or from_environment()):
            # a profiler times the gradients of operators, as PyTorch differentiates them
            module = self.module(is_train)
            return Running(module.forward, module)
        return found

    def _trained(self) -> Running:
        take_out, derivatives = TakeOut(), []
        compiled = self.compilation or from_environment()

        def finish(graph: fx.Graph) -> None:
            take_out(graph)
            if compiled is None and not self.contexts:
                derivatives.append(derive(graph, take_out.losses, self.wanted))

        module = self._lower(True, finish)
        if not take_out.losses:
            self._modules.setdefault(True, module)
        run = module.forward if compiled is None else compiled(module)
        return Running(run, module, take_out.losses, *derivatives)

    def _inferred(self) -> Running:
        module = self.module(False)
        return Running(self._compiled(module) or for_inference(module), module)

    def _compiled(self, module: fx.GraphModule) -> Callable[..., Any] | None:
        wish = self.compilation or from_environment()
        return None if wish is None else wish(module)

    def _lower(self, is_train: bool, finish: Callable[[fx.Graph], None] | None = None) -> fx.GraphModule:
        here = self.ctx.torch_device
        place = (lambda node: self.context(node).torch_device) if self.contexts else (lambda node: here)
        variables = [*self.arguments, *self.states]
        return lower(self.nodes, self.heads, variables, is_train, place, self._bound, finish)
