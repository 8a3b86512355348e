"""Normalization of numbers of 8 bits at inference takes the ReLU behind it along: one pass over the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from ...kernels.quantized_normalization import QuantizedNormalization
from ...registry.traits import QuantizedAffine
from ..calls import is_part, operator_of
from .base import Lowered, Pass


def fuse_quantized(lowered: Lowered) -> int:
    """Rewrite quantized normalizations and the ReLUs behind them; return how many."""
    graph, found = lowered.graph, 0
    for call in list(graph.nodes):
        node = operator_of(call)
        form = None if node is None else node.op.quantized_affine_of(node.params)
        if form is None:
            continue
        relu = _relu_after(call)
        call.target, call.kwargs = _function(call, form, relu), {}
        if relu is not None:
            relu.replace_all_uses_with(call)
            parts: list[Any] = list(dict.fromkeys(relu.args))
            for each in (relu, *parts):
                graph.erase_node(each)
        found += 1
    return found


def _relu_after(call: fx.Node) -> fx.Node | None:
    """Return the ReLU that alone uses all results of a call."""
    users = {user for part in call.users if is_part(part) for user in part.users}
    if len(users) != 1 or not all(map(is_part, call.users)):
        return None
    (last,) = users
    node = operator_of(last)
    numbers = [part.args[1] for part in last.args if isinstance(part, fx.Node) and part.args[:1] == (call,)]
    return last if node is not None and node.op.is_relu(node.params) and numbers == [0, 1, 2] else None


def _function(call: fx.Node, form: QuantizedAffine, relu: fx.Node | None) -> Callable[..., Any]:
    """Return what takes the place of a normalization and its ReLU."""
    normalize: Any = call.target
    kwargs = dict(call.kwargs)
    activate: Any = None if relu is None else relu.target
    activate_kwargs = {} if relu is None else dict(relu.kwargs)
    fast, (least, greatest) = QuantizedNormalization(*form, relu is not None), form.ends

    def normalized(data: torch.Tensor, *rest: torch.Tensor) -> Any:
        *parameters, low, high = rest
        found = fast(data, parameters, max(abs(low.item()), abs(high.item()))) if data.is_cpu else None
        if found is not None:
            return found, torch.full_like(low, least), torch.full_like(high, greatest)
        made = normalize(data, *rest, **kwargs)
        return made if activate is None else activate(*made, **activate_kwargs)

    normalized.__name__ = normalized.__qualname__ = f"normalized_{call.name}"
    return normalized


FUSE_QUANTIZED = Pass(
    "fuse_quantized",
    fuse_quantized,
    assumes="inference, and nobody watches values inside of the graph",
    effect="computes normalization of numbers of 8 bits, and the ReLU behind it, by one kernel",
    without_gradient=True,
)
