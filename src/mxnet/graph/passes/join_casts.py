"""Variables that mixed precision casts to half precision are cast together: few kernels on a GPU in place of many."""

import operator
from collections.abc import Callable
from typing import Any

from ...core.dtypes import HALF_NAMES, TORCH_OF
from ...kernels.casts import cast_together
from ..call_graph import Value
from ..calls import cast_of_variable, cast_target
from .base import Lowered, Pass

#: the most variables of one call, whose gradients in half precision wait for each other
_MOST = 32


def join_casts(lowered: Lowered) -> int:
    """Let one call cast up to :data:`_MOST` variables, in the order of their first uses; return how many calls do."""
    graph = lowered.graph
    casts: dict[str, list[tuple[Value, Value, Callable[[Any], Any]]]] = {}
    for call, _ in lowered.calls(lambda op: op.amp_exception == "cast"):
        variable, cast = cast_of_variable(call)
        name = cast_target(call)
        if variable is not None and cast is not None and name in HALF_NAMES:
            casts.setdefault(name, []).append((call, variable, cast))
    result = 0
    for name, items in casts.items():
        for start in range(0, len(items), _MOST):
            calls, variables, functions = zip(*items[start : start + _MOST], strict=True)
            if len(calls) > 1:
                with graph.inserting_before(calls[0]):
                    joined = graph.call_function(cast_together(functions, TORCH_OF[name]), variables)
                    parts = [graph.call_function(operator.getitem, (joined, i)) for i in range(len(calls))]
                for call, part in zip(calls, parts, strict=True):
                    call.replace_all_uses_with(part)
                    graph.erase_node(call)
                result += 1
    return result


JOIN_CASTS = Pass(
    "join_casts",
    join_casts,
    assumes="nobody observes values inside the graph",
    effect="casts variables to half precision together, and their gradients back",
)
