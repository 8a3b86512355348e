"""Hooks of the nodes of PyTorch's graph that few backward passes need, and what every pass does for such a node.

A hook takes 8 microseconds in each pass. The nodes of a graph that runs as a whole get theirs when a pass begins that
needs them; a pass from any result does what it has to do for all of them, as MXNet's pass over a graph does.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import torch

from ..core import torch_compat
from ..core.backward_mode import is_training
from ..core.restoring import restoring


class _Node(NamedTuple):
    #: of PyTorch's graph
    node: Any
    #: what changes the gradients of a pass that is not in training, or is differentiated itself
    hook: Callable[..., Any]
    #: what another pass does
    do: Callable[[], None] | None


class _Recorded(threading.local):
    #: the nodes of the graph that this thread runs and records; None: it runs none
    nodes: list[_Node] | None = None


_recorded = _Recorded()


def hook_node(node: Any, hook: Callable[..., Any], do: Callable[[], None] | None = None) -> None:
    """Let ``hook`` see the gradients of a node, as one of PyTorch's does.

    Where the node is one of a graph that runs as a whole, only of passes that are not in training or that are
    differentiated themselves; other passes call ``do``, which a hook of a node on its own has to do itself.
    """
    if _recorded.nodes is None:
        node.register_hook(hook)
    else:
        _recorded.nodes.append(_Node(node, hook, do))


@cache
def _tells_passes() -> bool:
    return torch_compat.has("backward_task")


@restoring
def graph_of_nodes() -> Iterator[Callable[[Sequence[torch.Tensor]], bool]]:
    """A block in which a graph runs and is recorded; the function that it gives takes the results.

    It returns whether there were such nodes. Where PyTorch does not tell one pass from another, each is on its own.
    """
    before, nodes = _recorded.nodes, list[_Node]()
    _recorded.nodes = nodes if _tells_passes() else None
    try:
        yield partial(_watch, nodes)
    finally:
        _recorded.nodes = before


def _watch(nodes: list[_Node], results: Sequence[torch.Tensor]) -> bool:
    begins = _Begin(nodes)
    for node in dict.fromkeys([result.grad_fn for result in results]) if nodes else ():
        if node is not None:
            node.register_prehook(begins)
    return bool(nodes)


class _Begin:
    """Called where a pass begins, at one or several results: does what is to be done once in each pass."""

    def __init__(self, nodes: list[_Node]) -> None:
        self.nodes = nodes
        self.last: int | None = None

    def __call__(self, _: Any) -> None:
        number = torch_compat.backward_task()
        if number == self.last:
            return
        self.last = number
        if is_training() is False or torch.is_grad_enabled():
            for node, hook, _do in self.nodes:
                node.register_hook(hook)
            self.nodes = []  # from now on each is on its own
        for item in reversed(self.nodes):
            if item.do is not None:
                item.do()
