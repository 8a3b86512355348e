"""A symbol made ready to run: its graph as it is now, lowered when it is first needed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import torch
from torch import fx

from ..core.context import Context
from ..core.errors import MXNetError
from ..runtime.graph_module import lower
from ..symbol.graph import mutated, output_names, variables
from ..symbol.node import Entry, Node, topological
from .merge import merge_equal

META = torch.device("meta")


class Program:
    """What executors of one symbol on the same devices share; later changes of the symbol do not touch it.

    ``contexts`` are the devices by the ``ctx_group`` attribute of nodes; nodes without one are on ``ctx``.
    """

    def __init__(self, heads: Sequence[Entry], ctx: Context, contexts: Mapping[str, Context] | None) -> None:
        self.ctx = ctx
        self.contexts = dict(contexts or {})
        self.output_names = output_names(heads)
        self.needs_nothing = tuple(h.node.op is not None and h.node.op.is_loss(h.node.params) for h in heads)
        names = variables(topological(heads))
        states = mutated(topological(heads))
        self.arguments = [name for name in names if name not in states]
        self.states = [name for name in names if name in states]
        self._context_of_name = {name: self.context(nodes[0]) for name, nodes in names.items()}
        self.given_heads = tuple(heads)
        share = os.environ.get("MXNET_ELIMINATE_COMMON_EXPR", "1") != "0"
        self.heads = merge_equal(heads) if share else self.given_heads
        self.nodes = topological(self.heads)
        self.random = any(node.op is not None and node.op.random for node in self.nodes)
        self._modules: dict[tuple[bool, bool], fx.GraphModule] = {}

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

    @property
    def devices(self) -> set[torch.device]:
        """All devices that take part."""
        return {each.torch_device for each in (self.ctx, *self.contexts.values())}

    def module(self, is_train: bool, meta: bool = False) -> fx.GraphModule:
        """Return the lowered graph for training or inference; ``meta``: one that runs on meta tensors."""
        key = bool(is_train), meta
        if key not in self._modules:
            self._modules[key] = self._lower(*key)
        return self._modules[key]

    def _lower(self, is_train: bool, meta: bool) -> fx.GraphModule:
        here = META if meta else self.ctx.torch_device
        return lower(
            self.nodes,
            self.heads,
            [*self.arguments, *self.states],
            is_train,
            (lambda node: self.context(node).torch_device) if self.contexts and not meta else (lambda node: here),
        )
