"""Operators whose attributes decide what they do become functions that have decided (:attr:`.Traits.specialized`).

An operator's function reads its attributes in each call: which form a reshape takes, whether a shape is one of MXNet's
codes, how PyTorch wraps a number. Beside small arrays and kernels of GPUs that is a part of the processor's time.
"""

from collections.abc import Callable
from typing import Any

from ...kernels.choice import PLAIN
from ..call_graph import target
from .base import Lowered, Pass


def specialize(lowered: Lowered) -> int:
    """Replace the functions of operators; return how many."""
    if PLAIN:
        return 0
    functions = dict[int, Callable[..., Any] | None]()
    changed = 0
    for call, node in lowered.calls(lambda op: op.specialized):
        if call.target not in (target(node.op, True), target(node.op, False)):
            continue
        params = node.params
        if id(params) not in functions:
            functions[id(params)] = node.op.specialized.of(params)
        function = functions[id(params)]
        if function is not None:
            call.target, call.kwargs = function, {}
            changed += 1
    return changed


SPECIALIZE = Pass(
    "specialize",
    specialize,
    assumes="nothing",
    effect="calls functions that are made for an operator's attributes, which they need not read",
    needs=("specialized",),
)
