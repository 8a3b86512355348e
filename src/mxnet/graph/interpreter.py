"""Run a lowered graph node by node, and show every value or operator to an observer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import fx

from ..core.observers import graph_observers, observed
from ..registry.widening import widened

#: ``see(node, inputs, outputs)`` is called after each operator with its tensors
See = Callable[[Any, list[Any], list[Any]], None]
#: ``watch(node, i, tensor)`` is called for each input of an operator before it runs
Watch = Callable[[Any, int, torch.Tensor], None]


class Observer(fx.Interpreter):
    """Runs a lowered graph and shows each operator to ``see`` and to the registered observers.

    With ``watch``, every operator gets its own alias of each input that requires a gradient: a hook on the alias sees
    this operator's gradient alone.
    """

    def __init__(self, module: fx.GraphModule, see: See | None = None, watch: Watch | None = None) -> None:
        super().__init__(module)
        self.extra_traceback = False
        self.see = see
        self.watch = watch
        #: the node whose operator raised, and its inputs
        self.failed: tuple[Any, list[Any]] | None = None

    def run_node(self, n: fx.Node) -> Any:
        """Run one node of the FX graph."""
        if n.op != "call_function" or "node" not in n.meta:
            return super().run_node(n)
        node, inputs = n.meta["node"], [self.env[arg] for arg in n.args if isinstance(arg, fx.Node)]
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        try:
            result = observed(node.op.name, node.attrs, n.target, args, kwargs, graph_observers)  # type: ignore[arg-type]
        except Exception as error:
            result = widened(n.target, args, kwargs, error)  # type: ignore[arg-type]
            if result is None:
                self.failed = node, inputs
                raise
        if self.see is not None:
            self.see(node, inputs, list(result) if isinstance(result, (tuple, list)) else [result])
        return result

    def fetch_args_kwargs_from_env(self, n: fx.Node) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of a node of the FX graph."""
        args, kwargs = super().fetch_args_kwargs_from_env(n)
        if self.watch is None or n.op != "call_function" or "node" not in n.meta:
            return args, kwargs
        watched, count = list(args), 0
        for position, source in enumerate(n.args):
            if not isinstance(source, fx.Node):
                continue
            value = watched[position]
            if isinstance(value, torch.Tensor):
                watched[position] = value.view_as(value) if value.requires_grad else value
                self.watch(n.meta["node"], count, watched[position])
            count += 1
        return tuple(watched), kwargs


def input_names(node: Any) -> Sequence[str]:
    """Return the names of a node's inputs in MXNet's monitor."""
    names: Sequence[str] = node.list_inputs()
    alone = len(names) == 1 and node.op.variadic is None and not node.op.named_input
    return ("input0",) if alone else names
