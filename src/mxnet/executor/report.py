"""What an executor will do and need, found without doing it: the graph is run on tensors that have no values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core.dtypes import TORCH_OF
from ..runtime.observe import Observer
from .binding import Bound
from .program import META


class Survey:
    """The nodes of a graph with the bytes of their results and whether a gradient flows through them.

    ``wanted`` tells for each argument whether its gradient is asked for.
    """

    def __init__(self, bound: Bound, wanted: Sequence[bool]) -> None:
        self.program = bound.program
        self.bytes: dict[int, int] = {}
        self.differentiable: set[int] = set()
        inputs: list[Any] = [
            _empty(fact).requires_grad_(want and _is_float(fact))
            for fact, want in zip(bound.facts.arguments, wanted, strict=True)
        ]
        inputs += [_empty(fact) for fact in bound.facts.states]
        module = bound.program.module(True, meta=True)
        inputs += bound.facts.open_shapes(module)
        with torch.set_grad_enabled(any(wanted)):
            outputs = Observer(module, self._see).run(*inputs)
        #: for each output whether a gradient flows from it
        self.heads = tuple(output.requires_grad for output in outputs)

    def _see(self, node: Any, _: list[Any], outputs: list[Any]) -> None:
        self.bytes[id(node)] = sum(each.nbytes for each in outputs if each._base is None)
        if any(each.requires_grad for each in outputs):
            self.differentiable.add(id(node))

    def total_bytes(self) -> int:
        """Return about what the results take: all that gradients need, and the most of the rest at one time."""
        kept = self._kept()
        nodes = [node for node in self.program.nodes if id(node) in self.bytes]
        last = {id(source): i for i, node in enumerate(nodes) for source, _ in node.inputs}
        last.update((id(head.node), len(nodes)) for head in self.program.heads)
        ends: dict[int, int] = {}
        now = most = 0
        for i, node in enumerate(nodes):
            if id(node) not in kept:
                now += self.bytes[id(node)]
                end = last.get(id(node), i)
                ends[end] = ends.get(end, 0) + self.bytes[id(node)]
            most = max(most, now)
            now -= ends.pop(i, 0)
        return most + sum(self.bytes[each] for each in kept)

    def _kept(self) -> set[int]:
        """Return the nodes that a gradient comes through."""
        kept: set[int] = set()
        waiting = [head.node for head, flows in zip(self.program.heads, self.heads, strict=True) if flows]
        while waiting:
            node = waiting.pop()
            if id(node) in self.differentiable and id(node) not in kept:
                kept.add(id(node))
                waiting += [source for source, _ in node.inputs]
        return kept


def _empty(fact: tuple[Any, str | None]) -> torch.Tensor:
    return torch.empty(fact[0], dtype=TORCH_OF[fact[1] or "float32"], device=META)


def _is_float(fact: tuple[Any, str | None]) -> bool:
    return TORCH_OF[fact[1] or "float32"].is_floating_point


def text(bound: Bound, wanted: Sequence[bool]) -> str:
    """Return a readable text of the graph and the memory that its results will take."""
    program = bound.program
    lines = ["Symbol Outputs:"]
    lines += [f"\toutput[{i}]={head.node.name}({head.index})" for i, head in enumerate(program.heads)]
    for node in program.nodes:
        if node.op is None:
            lines.append(f"Variable:{node.name}")
            continue
        lines += ["--------------------", f"Op:{node.op.name}, Name={node.name}", "Inputs:"]
        lines += [f"\targ[{i}]={source.name}({index})" for i, (source, index) in enumerate(node.inputs)]
        lines += ["Attrs:", *(f"\t{key}={value}" for key, value in sorted(node.attrs.items()))] if node.attrs else []
    megabytes = Survey(bound, wanted).total_bytes() >> 20
    return "\n".join([*lines, f"Total {megabytes} MB allocated", ""])
