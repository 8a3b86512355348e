"""Casts of mixed precision: left out or moved to where they are smaller, joined, and those of weights cached.

Mixed precision casts the inputs of each operator by itself: between two layers in half precision, what only moves
elements (``Reshape``, ``transpose``) has a cast to float32 before it and one back after it. A cast to float32 goes
behind such an operator, a cast to half precision before it; of two casts in a row the one to float32, which has every
number of the half types, is left out; so are casts to float32 of values that are never half. Values stay the same.

What is left is joined with others, or with what follows: few kernels on a GPU in place of many. Variables are cast
together, once in each run. A sum of float32 and half precision takes both as they are: PyTorch widens the numbers as it
adds them.
"""

import operator
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

import torch

from ...core.dtypes import TORCH_OF
from ...core.interruptions import attempt
from ...core.write_tracking import Seen, may_cache, took
from ...kernels.casts import cast_together
from ...registry.infer import infer_types
from ...registry.traits import Sum
from ..call_graph import (
    OUTPUT,
    CallGraph,
    Value,
    cast_of_variable,
    cast_target,
    is_part,
    may_alias_input,
    operator_of,
    with_name,
)
from .base import Lowered, Pass

_WIDE = "float32"


def move_casts(lowered: Lowered) -> int:
    """Move casts and leave them out; return how many."""
    graph = lowered.graph
    result = _left_out(graph)
    for call in graph.nodes:
        while cast_target(call) == _WIDE and (user := _only_user(call)) is not None and _moves(user):
            call = _exchanged(graph, call, user)[1]
            result += 1
    for call in reversed(graph.nodes):
        while cast_target(call) not in (None, _WIDE) and _only_user(before := call.args[0]) is call and _moves(before):
            call = _exchanged(graph, before, call)[0]
            result += 1
    return result + _left_out(graph)


def _left_out(graph: CallGraph) -> int:
    """Leave out casts to float32 that change nothing, or that another cast follows; return how many."""
    wide: set[Value] = set()  # what is never half: float32, or a type that mixed precision does not cast
    result = 0
    for call in graph.nodes:
        node = operator_of(call)
        if node is None:
            if is_part(call) and not wide.isdisjoint(call.args):
                wide.add(call)
        elif not node.op.is_cast:
            if wide.issuperset(call.all_input_nodes) and _gives_wide(node):
                wide.add(call)
        elif cast_target(call) is None:
            if wide.issuperset(call.args) and not any(map(_is_output, call.users)):
                for part in list(call.users):
                    part.replace_all_uses_with(call.args[part.args[1]])
                    graph.erase_node(part)
                graph.erase_node(call)
                result += 1
            elif not wide.isdisjoint(call.args):
                wide.add(call)
        elif cast_target(before := call.args[0]) == _WIDE:
            call.args = before.args
            result += 1
            if not before.users:
                graph.erase_node(before)
        elif cast_target(call) == _WIDE and before in wide and not _is_output(call):
            call.replace_all_uses_with(before)
            graph.erase_node(call)
            result += 1
        elif cast_target(call) == _WIDE:
            wide.add(call)
    return result


def _only_user(value: Value) -> Value | None:
    return next(iter(value.users)) if len(value.users) == 1 else None


def _is_output(value: Value) -> bool:
    return any(user.op == OUTPUT for user in value.users)


def _moves(value: Value) -> bool:
    """Return whether a value is a call that moves the elements of its only argument."""
    node = operator_of(value)
    if node is None or not node.op.attention or len(value.flat_args) != 1:
        return False
    part = node.op.attention.of(node.params)
    return part is not None and part.kind in ("reshape", "transpose")


def _gives_wide(node: Any) -> bool:
    """Return whether an operator gives float32 for float32."""
    facts = [_WIDE] * len(node.inputs), [None] * node.num_outputs
    types = attempt(lambda: infer_types(node.op, node.params, *facts), Exception, runs_user_code=True)
    return types is not None and all(item == _WIDE for item in types[1])  # None: it takes other types


def _exchanged(graph: CallGraph, first: Value, second: Value) -> tuple[Value, Value]:
    """Let two calls, of which the second is the only user of the first, change their order; return them so."""
    with graph.inserting_before(second):
        start = graph.node_copy(second, lambda _: first.args[0])
        end = graph.node_copy(first, lambda _: start)
    second.replace_all_uses_with(end)
    graph.erase_node(second)
    graph.erase_node(first)
    return start, end


MOVE_CASTS = Pass(
    "move_casts",
    move_casts,
    assumes="nobody observes values inside the graph",
    effect="casts to float32 after what moves elements and to half precision before it, and nothing in vain",
    needs=("is_cast",),
)


#: the most variables of one call, whose gradients in half precision wait for each other
_MOST = 32
#: types of two arrays that PyTorch, as MXNet, widens to float32
_WIDENED = [{torch.float32, torch.float16}, {torch.float32, torch.bfloat16}]


def join_casts(lowered: Lowered) -> int:
    """Join casts; return how many calls cast variables, and how many sums cast nothing."""
    uncast = sum([_add_uncast(lowered.graph, call) for call, *_ in lowered.layers(Sum)])
    casts: dict[str, list[tuple[Value, Value, Callable[[Any], Any]]]] = {}
    for call, _ in lowered.calls(attrgetter("is_cast")):
        variable, cast = cast_of_variable(call)
        name = cast_target(call)
        if variable is not None and cast is not None and name is not None:
            casts.setdefault(name, []).append((call, variable, cast))
    joined = [
        _cast_together(lowered.graph, name, items[start : start + _MOST])
        for name, items in casts.items()
        for start in range(0, len(items), _MOST)
    ]
    return uncast + sum(joined)


def _cast_together(graph: CallGraph, name: str, casts: Sequence[tuple[Value, Value, Callable[[Any], Any]]]) -> bool:
    calls, variables, functions = zip(*casts, strict=True)
    if len(calls) == 1:
        return False
    with graph.inserting_before(calls[0]):
        joined = graph.call_function(cast_together(functions, TORCH_OF[name]), variables)
        parts = [graph.call_function(operator.getitem, (joined, i)) for i in range(len(calls))]
    for call, part in zip(calls, parts, strict=True):
        call.replace_all_uses_with(part)
        graph.erase_node(call)
    return True


def _add_uncast(graph: CallGraph, call: Value) -> bool:
    """Let a sum take what is cast to float32, or to the widest type, for it alone."""
    if len(call.args) != 2 or call.kwargs:
        return False
    casts = _common_cast(*call.args) or _single_casts(*call.args)
    if casts is None:
        return False
    sources, widen = casts
    add = call.target

    def add_widened(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        if {a.dtype, b.dtype} in _WIDENED and a.shape == b.shape:
            return torch.add(a, b)
        result: torch.Tensor = add(*widen(a, b))
        return result

    unused = [call, *call.args, *[part.args[0] for part in call.args if is_part(part)]]
    with graph.inserting_before(call):
        call.replace_all_uses_with(graph.call_function(with_name(add_widened, "add_widened"), sources))
    for value in dict.fromkeys(unused):
        if not value.users and value not in sources:
            graph.erase_node(value)
    return True


#: what is cast, two values, and the function that casts it
_Casts = tuple[tuple[Value, ...], Callable[..., Any]]


def _common_cast(a: Value, b: Value) -> _Casts | None:
    """Return the cast to the widest type whose results two values are, if nothing else uses them.

    Not where both may be half: their sum is another operator's, which may overwrite one of them.
    """
    if not (is_part(a) and is_part(b) and len(a.users) == len(b.users) == 1 and a.args[0] is b.args[0]):
        return None
    cast = a.args[0]
    node = operator_of(cast)
    if node is None or not node.op.is_cast or cast.kwargs.get("cast_narrow") or len(cast.args) != 2:
        return None
    if not any(map(_is_wide, cast.args)):
        return None
    return (cast.args, cast.target) if (a.args[1], b.args[1]) == (0, 1) else None


def _is_wide(value: Value) -> bool:
    """Return whether a value is computed of what mixed precision casts to float32."""
    call = value.args[0] if is_part(value) else value
    return any(cast_target(source) == "float32" for source in call.args)


def _single_casts(*values: Value) -> _Casts | None:
    """Return the cast to float32 that one of two values is, if nothing else uses it."""
    which = [cast_target(value) == "float32" and len(value.users) == 1 for value in values]
    if sum(which) != 1:
        return None
    i = which.index(True)
    cast = partial(values[i].target, **values[i].kwargs)
    sources = tuple([value.args[0] if k == i else value for k, value in enumerate(values)])
    return sources, (lambda a, b: (a, cast(b))) if i else (lambda a, b: (cast(a), b))


JOIN_CASTS = Pass(
    "join_casts",
    join_casts,
    assumes="nobody observes values inside the graph",
    effect="casts variables together, and their gradients back; sums take two types as they are",
    needs=("is_cast",),
)


# -- casts of weights to half precision at inference, cached until a weight is written to ------------------------------
# Mixed precision puts a cast after every weight. A cast is cached when it sees the same tensor a second time, so that
# casts of data, which are new at each call, are not.


#: number of elements below which a cast is faster than the look-up
_FEW = 1 << 13


def keep_casts(lowered: Lowered) -> int:
    """Cache the results of casts of variables; return how many."""
    result = 0
    for call, _ in lowered.calls(attrgetter("is_cast")):
        variable, cast = cast_of_variable(call)
        if variable is not None and cast is not None and not any(map(_may_write, call.users)):
            kept = KeptCast(cast)
            lowered.caching.append(kept)
            call.target, call.args, call.kwargs = with_name(kept, f"kept_{call.name}"), (variable,), {}
            result += 1
    return result


def _may_write(user: Value) -> bool:
    """Return whether a call may write to its inputs, or hand out their memory to be written to."""
    node = operator_of(user)
    return may_alias_input(user) or node.op.mutates or node.op.bound


class KeptCast:
    """A cast whose result is cached. Several threads may call it at a time."""

    _ready: tuple[Seen, torch.Tensor] | None = None

    def __init__(self, cast: Callable[[torch.Tensor], torch.Tensor]) -> None:
        self.cast = cast
        self._before: Seen | None = None

    def __call__(self, value: torch.Tensor) -> torch.Tensor:
        if value.numel() < _FEW:
            return self.cast(value)
        ready, before = self._ready, self._before
        if ready is not None and ready[0].same([value]):
            return took(ready[1])
        again = before is not None and before.same([value])
        result = self.cast(value)
        if not may_cache():
            return result
        if again and before is not None and result is not value:
            self._ready = before, result
        elif not again:
            self._ready, self._before = None, Seen([value])
        return result


KEEP_CASTS = Pass(
    "keep_casts",
    keep_casts,
    assumes="inference, no gradient",
    effect="caches large weights in half precision beside the originals",
    needs=("is_cast",),
    without_gradient=True,
)
