"""Helpers of the passes: make, name and classify the calls of a lowered graph."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from torch import fx

from ..core.naming import named

#: set an attribute of a call without the search for it in its graph that FX adds, which arguments do not change
_set_args, _set_kwargs = fx.Node.args.__set__, fx.Node.kwargs.__set__  # type: ignore[attr-defined]


def called(
    graph: fx.Graph, function: Callable[..., Any] | str, arguments: Sequence[Any], name: str | None = None
) -> fx.Node:
    """Return a new call of a function, or of a method of the first argument, given by name.

    Arguments are set afterwards: FX is slow to check those that a node is created with.
    """
    call = graph.create_node("call_method" if isinstance(function, str) else "call_function", function, name=name)
    _set_args(call, tuple(arguments))
    return call


def set_kwargs(call: fx.Node, kwargs: dict[str, Any]) -> None:
    """Set the keyword arguments of a call."""
    _set_kwargs(call, kwargs)


def with_name(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function called ``name`` that calls another one: FX writes calls by their function's name."""

    @named(name)
    def call(*tensors: Any, **kwargs: Any) -> Any:
        return function(*tensors, **kwargs)

    return call


def only(result: Any, _: int) -> Any:
    """Return the only result of an operator that may have several, which may be in a tuple."""
    return result[0] if isinstance(result, tuple) else result


def operator_of(call: fx.Node) -> Any:
    """Return the graph's node that an FX node is the call of, None for other FX nodes."""
    result = call.meta.get("node") if call.op == "call_function" else None
    return result if result is not None and result.op is not None else None


def may_alias_input(call: fx.Node) -> bool:
    """Return whether a call's results may share memory with its inputs (parts of results always may)."""
    node = operator_of(call)
    return node is None or bool(node.op.view)


def cast_of_variable(value: Any) -> tuple[fx.Node | None, Callable[[Any], Any] | None]:
    """Return ``(variable, cast)`` for a variable (cast: None) or a mixed-precision cast of one, else two Nones."""
    if not isinstance(value, fx.Node):
        return None, None
    if value.op == "placeholder":
        return value, None
    node = operator_of(value)
    source = value.args[0] if node is not None and node.op.is_amp_cast and len(value.args) == 1 else None
    if not isinstance(source, fx.Node) or source.op != "placeholder" or not node.op.one_output:
        return None, None
    function: Any = value.target
    return source, partial(function, **value.kwargs)


def is_part(value: fx.Node) -> bool:
    """Return whether a value is an element of a call's results."""
    return value.target in (operator.getitem, only)


def is_first_output(value: fx.Node) -> bool:
    """Return whether a value is the first element of a call's results."""
    return is_part(value) and bool(value.args[1] == 0)


def copy_of(graph: fx.Graph) -> fx.Graph:
    """Return a copy of a graph, with the ``meta`` of its nodes."""
    result = fx.Graph()
    copies: dict[fx.Node, fx.Node] = {}
    result.output(result.graph_copy(graph, copies))
    for before, after in copies.items():
        after.meta = dict(before.meta)
    return result
