"""Running a lowered graph node by node, for those who want to see every value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch import fx

#: ``see(node, inputs, outputs)``: called after each operator with its tensors
See = Callable[[Any, list[Any], list[Any]], None]


class Observer(fx.Interpreter):
    """Runs a lowered graph and shows each operator's application to ``see``."""

    def __init__(self, module: fx.GraphModule, see: See) -> None:
        super().__init__(module)
        self.extra_traceback = False
        self.see = see
        #: the node whose operator raised, and its inputs
        self.failed: tuple[Any, list[Any]] | None = None

    def run_node(self, n: fx.Node) -> Any:
        """Run one node of the FX graph."""
        if n.op != "call_function" or "node" not in n.meta:
            return super().run_node(n)
        inputs = [self.env[each] for each in n.args if isinstance(each, fx.Node)]
        try:
            result = super().run_node(n)
        except Exception:
            self.failed = n.meta["node"], inputs
            raise
        self.see(n.meta["node"], inputs, list(result) if isinstance(result, (tuple, list)) else [result])
        return result
