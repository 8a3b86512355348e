"""Helpers of the passes: make, name and classify the calls of a lowered graph."""

import operator
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from ..core.naming import named
from ..registry.op import Op
from .call_graph import FUNCTION, INPUT, Value, identifier


def with_name(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function called ``name`` that calls another one: code names calls by their function."""

    @named(name)
    def call(*tensors: Any, **kwargs: Any) -> Any:
        return function(*tensors, **kwargs)

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


@cache
def target(op: Op, on_cpu: bool) -> Callable[..., Any]:
    """Return the function that calls of ``op`` name, on a CPU or elsewhere."""
    call = op.cpu_call if on_cpu else op.call
    is_named = getattr(call, "__name__", "").isidentifier()
    return call if is_named else with_name(call, identifier(op.name))


@cache
def undifferentiated(op: Op) -> Callable[..., Any]:
    """Return the operator's function on detached inputs."""
    fn = op.fn

    def call(*tensors: Any, **kwargs: Any) -> Any:
        return fn(*[t.detach() if t is not None and t.requires_grad else t for t in tensors], **kwargs)

    return with_name(call, fn.__name__)


def starts_unseen(nodes: Iterable[Any], heads: Iterable[Any]) -> bool:
    """Return whether a call whose gradient is to run in any case leads to heads where PyTorch finds no way to it.

    See :attr:`.BoundOp.starts`. It leads there through integers, shapes or indices alone.
    """
    starts = {id(node) for node in nodes if node.op is not None and node.bound.starts}
    waiting, seen = [head.node for head in heads] if starts else [], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) not in seen and node.op is not None and not node.bound.gives_integers:
            seen.add(id(node))
            read_only = node.op.read_only.of(node.bound.params)
            waiting += (source for i, source in enumerate(node.sources) if i not in read_only)
    return not starts <= seen


def only(result: Any, _: int) -> Any:
    """Return the only result of an operator that may have several, which may be in a tuple."""
    return result[0] if isinstance(result, tuple) else result


def operator_of(call: Value) -> Any:
    """Return the graph's node that a value is the call of, None for other values."""
    result = call.node if call.op == FUNCTION else None
    return result if result is not None and result.op is not None else None


def may_alias_input(call: Value) -> bool:
    """Return whether a call's results may share memory with its inputs (parts of results always may)."""
    node = operator_of(call)
    return node is None or bool(node.op.view)


def cast_of_variable(value: Any) -> tuple[Value | None, Callable[[Any], Any] | None]:
    """Return ``(variable, cast)`` for a variable (cast: None) or a mixed-precision cast of one, else two Nones."""
    if not isinstance(value, Value):
        return None, None
    if value.op == INPUT:
        return value, None
    node = operator_of(value)
    source = value.args[0] if node is not None and node.op.amp_exception == "cast" and len(value.args) == 1 else None
    if not isinstance(source, Value) or source.op != INPUT or not node.op.one_output:
        return None, None
    function: Any = value.target
    return source, partial(function, **value.kwargs)


def cast_target(value: Any) -> str | None:
    """Return the type that a call casts its only argument to for mixed precision, None for other values."""
    node = operator_of(value) if isinstance(value, Value) else None
    return node.params.dtype if node is not None and node.op.amp_exception == "cast" and node.op.one_output else None


def is_part(value: Value) -> bool:
    """Return whether a value is an element of a call's results."""
    return value.target in (operator.getitem, only)


def is_first_output(value: Value) -> bool:
    """Return whether a value is the first element of a call's results."""
    return is_part(value) and bool(value.args[1] == 0)
