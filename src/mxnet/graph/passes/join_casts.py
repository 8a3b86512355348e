"""Casts of mixed precision that are joined with others, or with what follows: few kernels on a GPU in place of many.

Variables are cast together, once in each run. A sum of float32 and half precision takes both as they are: PyTorch
widens the numbers as it adds them.
"""

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ...core.dtypes import TORCH_OF
from ...kernels.casts import cast_together
from ...registry.traits import Sum
from ..call_graph import CallGraph, Value
from ..calls import cast_of_variable, cast_target, is_part, operator_of, with_name
from .base import Lowered, Pass

#: the most variables of one call, whose gradients in half precision wait for each other
_MOST = 32
#: types of two arrays that PyTorch, as MXNet, widens to float32
_WIDENED = [{torch.float32, torch.float16}, {torch.float32, torch.bfloat16}]


def join_casts(lowered: Lowered) -> int:
    """Join casts; return how many calls cast variables, and how many sums cast nothing."""
    if not lowered.calls(lambda op: op.amp_exception == "cast"):
        return 0
    uncast = sum([_add_uncast(lowered.graph, call) for call, *_ in lowered.layers(Sum)])
    casts: dict[str, list[tuple[Value, Value, Callable[[Any], Any]]]] = {}
    for call, _ in lowered.calls(lambda op: op.amp_exception == "cast"):
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
    if node is None or node.op.amp_exception != "cast" or cast.kwargs.get("cast_narrow") or len(cast.args) != 2:
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
)
