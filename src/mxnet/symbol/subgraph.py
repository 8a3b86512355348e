"""A graph inside a node: the body of a loop, a branch of a condition."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.dtypes import NAME_OF_TORCH
from ..core.semantics import semantics
from ..graph.program import Program
from . import graph, inference
from .node import Entry, topological

Function = Callable[..., tuple[torch.Tensor, ...]]
Answer = tuple[list[Any], list[Any]]
#: how many answers of inference a graph keeps: those around it ask the same again and again
_CACHED = 64


class Subgraph:
    """A graph as a function of its variables, which it takes in the order of ``names``. It never changes."""

    def __init__(self, heads: Sequence[Entry]) -> None:
        self.heads = tuple(heads)
        self.nodes = topological(self.heads)
        self.names = list(graph.variables(self.nodes))
        #: the names of the variables that running the graph may write to
        self.states = [node.inputs[i].node.name for node in self.nodes for i in node.states()]
        #: the full names of the outputs
        self.outputs = [head.node.list_outputs()[head.index] for head in self.heads]
        self._program = Program(self.nodes, self.heads, self.names, shapes=self._open_shapes)
        self._answers: dict[Any, Answer] = {}

    def function(self, device: torch.device, is_train: bool) -> Function:
        """Return the function from tensors on ``device`` to the outputs, which says where it fails."""

        def call(*tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
            return tuple(self._program(tensors, is_train, device))

        return call

    def _open_shapes(self, nodes: Sequence[Any], known: Sequence[Any]) -> list[Any]:
        result = self._shapes(known)
        return [result[Entry(node)] for node in nodes]

    def _shapes(self, ins: Sequence[Any]) -> inference.Inference:
        kwargs = {name: None if x is None else tuple(x) for name, x in zip(self.names, ins, strict=True)}
        return inference.shapes(self.heads, kwargs, semantics.np_shape)

    def shapes(self, ins: Sequence[Any]) -> Answer:
        """Return what follows about the shapes of variables and outputs from those of the variables."""
        return self._answer((semantics.np_shape, *ins), lambda: self._shapes(ins))

    def types(self, ins: Sequence[Any]) -> Answer:
        """Return what follows about the data types of variables and outputs from those of the variables."""
        return self._answer(
            ("types", *ins), lambda: inference.types(self.heads, dict(zip(self.names, ins, strict=True)))
        )

    def _answer(self, question: Any, infer: Callable[[], inference.Inference]) -> Answer:
        if question not in self._answers:
            result = infer()
            if len(self._answers) == _CACHED:
                self._answers.clear()
            self._answers[question] = (
                [result.variable(name) for name in self.names],
                [result[head] for head in self.heads],
            )
        return self._answers[question]

    def facts(self, inputs: Sequence[torch.Tensor]) -> list[tuple[Any, str | None]]:
        """Return the shape and data type of each output for these inputs."""
        shapes = self.shapes([t.shape for t in inputs])[1]
        return list(zip(shapes, self.types([NAME_OF_TORCH[t.dtype] for t in inputs])[1], strict=True))
