"""Showing every value of a run to a callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from ..ndarray import NDArray
from ..runtime.graph_errors import describe
from ..runtime.observe import Observer
from .program import Program


class Name(str):
    """A name as a callback receives it: a string that programs written for MXNet may also ``decode``."""

    __slots__ = ()

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """Return the string itself."""
        return str(self)


class Monitor:
    """Calls ``callback(name, array)`` for each output of each operator, named as ``fc1_output``.

    With ``monitor_all`` also for each input before it: variables under their own name, then under the operator's
    name for it (``fc1_weight``).
    """

    def __init__(self, callback: Callable[[str, NDArray], Any], monitor_all: bool, program: Program) -> None:
        self.callback = callback
        self.monitor_all = monitor_all
        self.program = program

    def run(self, module: fx.GraphModule, *inputs: Any) -> tuple[torch.Tensor, ...]:
        """Run a lowered graph, showing what it computes."""
        observer = Observer(module, self._see)
        try:
            return observer.run(*inputs)
        except Exception as error:
            if observer.failed is None:
                raise  # the callback's own
            raise describe(*observer.failed, error) from error

    def _see(self, node: Any, inputs: list[Any], outputs: list[Any]) -> None:
        if self.monitor_all:
            for name, (source, _), tensor in zip(node.list_inputs(), node.inputs, inputs, strict=False):
                if source.op is None:
                    self._show(source.name, tensor, node)
                self._show(f"{node.name}_{name}", tensor, node)
        for name, tensor in zip(node.list_outputs(), outputs, strict=False):
            self._show(name, tensor, node)

    def _show(self, name: str, tensor: Any, node: Any) -> None:
        if isinstance(tensor, torch.Tensor):
            self.callback(Name(name), NDArray._wrap(tensor.detach(), self.program.context(node)))
