"""Run a lowered graph call by call, to show every value to an observer."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from ..core.observers import graph_observers, observed
from ..core.placement import widened
from .call_graph import INPUT, METHOD, OUTPUT, CallGraph, Value, has_value, last_uses, mapped

#: ``see(node, inputs, outputs)`` is called after each operator with its tensors
See = Callable[[Any, list[Any], list[Any]], None]
#: ``watch(node, i, tensor)`` is called for each input of an operator before it runs
Watch = Callable[[Any, int, torch.Tensor], None]


class Observer:
    """Runs a lowered graph and shows each operator to ``see`` and to the registered observers.

    With ``watch``, every operator gets its own alias of each input that requires a gradient: a hook on the alias sees
    this operator's gradient alone.
    """

    def __init__(self, graph: CallGraph, see: See | None = None, watch: Watch | None = None) -> None:
        self.graph = graph
        self.see = see
        self.watch = watch
        #: the node whose operator raised, and its inputs
        self.failed: tuple[Any, list[Any]] | None = None

    def run(self, *inputs: Any) -> Any:
        """Return the results of the graph."""
        values: dict[Value, Any] = {}
        order = self.graph.nodes
        ends, arguments = last_uses(order), iter(inputs)
        for value in order:
            values[value] = self._value(value, values, arguments)
            for item in ends.get(value, ()):
                if value.op != OUTPUT:
                    del values[item]
        return values[order[-1]]

    def _value(self, value: Value, values: dict[Value, Any], inputs: Iterator[Any]) -> Any:
        if value.op == INPUT:
            return next(inputs)
        args: tuple[Any, ...] = mapped(value.args, values.__getitem__)
        kwargs: dict[str, Any] = mapped(value.kwargs, values.__getitem__)
        if value.op == OUTPUT:
            return args[0]
        if value.op == METHOD:
            return getattr(args[0], value.target)(*args[1:], **kwargs)
        if value.node is None:
            return value.target(*args, **kwargs)
        return self._observed(value, [values[arg] for arg in value.args if type(arg) is Value], args, kwargs)

    def _observed(self, value: Value, inputs: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        node = value.node
        if self.watch is not None:
            args = self._watched(value, args, self.watch)
        call, tensors = _without_constants(value, args)
        try:
            result = observed(node.op.name, node.attrs, call, tensors, kwargs, graph_observers)
        except Exception as error:
            result = widened(call, tensors, kwargs, error)
            if result is None:
                self.failed = node, inputs
                raise
        if self.see is not None:
            self.see(node, inputs, list(result) if isinstance(result, (tuple, list)) else [result])
        return result

    @staticmethod
    def _watched(value: Value, args: tuple[Any, ...], watch: Watch) -> tuple[Any, ...]:
        """Return the arguments of an operator, aliases of those that require a gradient."""
        watched, tensor_index = list(args), 0
        for position, source in enumerate(value.args):
            if type(source) is not Value:
                continue
            item = watched[position]
            if isinstance(item, torch.Tensor):
                watched[position] = item.view_as(item) if item.requires_grad else item
                watch(value.node, tensor_index, watched[position])
            tensor_index += 1
        return tuple(watched)


def _without_constants(value: Value, args: tuple[Any, ...]) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the function of an operator's inputs alone, and these: passes give some functions constants, too."""
    target = value.target
    positions = [i for i, source in enumerate(value.args) if source is None or has_value(source)]
    if len(positions) == len(args):
        return target, args

    def call(*inputs: Any, **kwargs: Any) -> Any:
        arguments = list(args)
        for i, item in zip(positions, inputs, strict=True):
            arguments[i] = item
        return target(*arguments, **kwargs)

    return call, tuple([args[i] for i in positions])


def input_names(node: Any) -> Sequence[str]:
    """Return the names of a node's inputs in MXNet's monitor."""
    names: Sequence[str] = node.list_inputs()
    is_single = len(names) == 1 and node.op.variadic is None and "input" not in node.op.full_names
    return ("input0",) if is_single else names
