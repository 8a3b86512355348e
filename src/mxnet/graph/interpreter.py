"""Run a lowered graph call by call: before its code is worth generating, or to show every value to an observer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import torch

from ..core.observers import graph_observers, observed
from ..registry.widening import widened
from .call_graph import FUNCTION, INPUT, METHOD, OUTPUT, CallGraph, Value, has_value, last_uses, mapped

#: ``see(node, inputs, outputs)`` is called after each operator with its tensors
See = Callable[[Any, list[Any], list[Any]], None]
#: ``watch(node, i, tensor)`` is called for each input of an operator before it runs
Watch = Callable[[Any, int, torch.Tensor], None]


class Steps:
    """A graph as a list of calls: made several times as fast as code is generated, and run a little slower.

    Arguments and results stand in one list of values: the inputs first, then constants and what is computed.
    """

    def __init__(self, graph: CallGraph) -> None:
        self.graph = graph
        values = graph.nodes
        inputs = [value for value in values if value.op == INPUT]
        self._positions = {value: i for i, value in enumerate(inputs)}
        self._count = len(inputs)
        #: the values after the inputs when a run begins
        self._room: list[Any] = []
        #: by step its function, the position of its only argument or what takes several out of the values, the keyword
        #: arguments or None, the position of the result, those of values that nothing needs afterwards, and the call
        self._steps: list[tuple[Any, Any, dict[str, Any] | None, int, tuple[int, ...], Value]] = []
        ends = last_uses(values)
        for value in values:
            if value.op in (FUNCTION, METHOD):
                function = value.target if value.op == FUNCTION else _method(value.target)
                self._add(function, value.args, value.kwargs, value, ends.get(value, ()))
            elif value.op == OUTPUT:
                self._result = self._position(value.args[0], value)

    def _add(
        self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], call: Value, last: Sequence[Value]
    ) -> int:
        """Add a step; return the position of its result."""
        positions, before = self._positions, len(self._steps)
        if call.flat_args is args:
            arguments = [positions[item] for item in args]
        else:
            arguments = [positions[item] if type(item) is Value else self._position(item, call) for item in args]
        if kwargs and any(map(has_value, kwargs.values())):
            arguments += [self._position(item, call) for item in kwargs.values()]
            function, kwargs = _by_position(function, tuple(kwargs)), {}
        joined = [step[3] for step in self._steps[before:]]
        result = self._new(None)
        positions[call] = result
        ended = (*[positions[item] for item in last], *joined)
        take = arguments[0] if len(arguments) == 1 and not kwargs else _taker(arguments)
        self._steps.append((function, take, kwargs or None, result, ended, call))
        return result

    def _position(self, item: Any, call: Value) -> int:
        """Return the position of an argument of a call."""
        if type(item) is Value:
            return self._positions[item]
        if type(item) in (tuple, list) and has_value(item):
            return self._add(_tuple if type(item) is tuple else _list, item, {}, call, ())
        return self._new(item)

    def _new(self, value: Any) -> int:
        self._room.append(value)
        return self._count + len(self._room) - 1

    def __call__(self, *inputs: Any) -> Any:
        """Return the results of the graph."""
        values = [*inputs, *self._room]
        for step in self._steps:
            function, take, kwargs, result, ended, _ = step
            if type(take) is int:
                values[result] = function(values[take])
            elif kwargs is None:
                values[result] = function(*take(values))
            else:
                values[result] = function(*take(values), **kwargs)
            for i in ended:
                values[i] = None
        return values[self._result]

    def computed(self, values: Sequence[Any]) -> dict[Value, Any]:
        """Return what the values of the graph are in a run's list."""
        return {value: values[i] for value, i in self._positions.items()}


def _taker(positions: Sequence[int]) -> Callable[[Any], Any]:
    """Return the function that takes the values at some positions out of a list."""
    if len(positions) > 1:
        return itemgetter(*positions)
    return itemgetter(slice(positions[0], positions[0] + 1) if positions else slice(0))


def _tuple(*items: Any) -> tuple[Any, ...]:
    return items


def _list(*items: Any) -> list[Any]:
    return list(items)


@cache
def _method(name: str) -> Callable[..., Any]:
    """Return a function that calls a method of its first argument."""

    def call(item: Any, *args: Any) -> Any:
        return getattr(item, name)(*args)

    return call


def _by_position(function: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """Return a function whose last arguments are the keyword arguments of these names."""
    count = len(names)

    def call(*args: Any) -> Any:
        return function(*args[:-count], **dict(zip(names, args[-count:], strict=True)))

    return call


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
        watched, count = list(args), 0
        for position, source in enumerate(value.args):
            if type(source) is not Value:
                continue
            item = watched[position]
            if isinstance(item, torch.Tensor):
                watched[position] = item.view_as(item) if item.requires_grad else item
                watch(value.node, count, watched[position])
            count += 1
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
    alone = len(names) == 1 and node.op.variadic is None and not node.op.named_input
    return ("input0",) if alone else names
