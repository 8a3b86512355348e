"""Quantized graphs: fuse batch normalization with the ReLU after it, and let sums overwrite their addend."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from ...kernels.quantized_normalization import QuantizedNormalization
from ...registry.traits import QuantizedAffine, QuantizedLayer
from ..call_graph import Value, is_first_output, is_part, may_alias_input, operator_of, with_name
from .base import Lowered, Pass


def fuse_quantized(lowered: Lowered) -> int:
    """Fuse quantized normalizations and ReLUs, and let sums overwrite their addends; return how many."""
    graph, result = lowered.graph, _mark_donated(lowered)
    for call, _, form in lowered.layers(QuantizedAffine):
        relu = _relu_after(call)
        call.target, call.kwargs = _function(call, form, relu), {}
        if relu is not None:
            relu.replace_all_uses_with(call)
            parts: list[Any] = list(dict.fromkeys(relu.args))
            for item in (relu, *parts):
                graph.erase_node(item)
        result += 1
    return result


def _mark_donated(lowered: Lowered) -> int:
    """Let calls overwrite their addend where nothing uses it afterwards; return how many."""
    calls, result = lowered.layers(QuantizedLayer), 0
    position = {call: i for i, call in enumerate(lowered.graph.nodes)} if calls else {}
    for call, _, layer in calls:
        if layer.added is None:
            continue
        value: Any = call.args[layer.added]
        if call.args.count(value) == 1 and _is_new(value) and all(
            not may_alias_input(user) and position[user] <= position[call] for user in value.users
        ):  # fmt: skip
            call.kwargs = {**call.kwargs, "owned": True}
            result += 1
    return result


def _is_new(value: Value) -> bool:
    """Return whether a value has memory of its own, and is the only name for it."""
    if not is_first_output(value):
        return False
    maker: Any = value.args[0]
    node = operator_of(maker)
    is_layer = node is not None and node.op.layer_of(QuantizedLayer, node.params)
    return bool(is_layer) and sum(map(is_first_output, maker.users)) == 1


def _relu_after(call: Value) -> Value | None:
    """Return the ReLU that is the only user of a call's results, value and range."""
    users = {user for part in call.users if is_part(part) for user in part.users}
    if len(users) != 1 or not all(map(is_part, call.users)):
        return None
    (last,) = users
    node = operator_of(last)
    numbers = [part.args[1] for part in last.args if isinstance(part, Value) and part.args[:1] == (call,)]
    return last if node is not None and node.op.is_relu(node.params) and numbers == [0, 1, 2] else None


def _function(call: Value, form: QuantizedAffine, relu: Value | None) -> Callable[..., Any]:
    """Return the function that replaces a normalization and its ReLU."""
    normalize: Any = call.target
    kwargs = dict(call.kwargs)
    activate: Any = None if relu is None else partial(relu.target, **relu.kwargs)
    fast, (least, greatest) = QuantizedNormalization(*form, relu is not None), form.ends

    def normalized(data: torch.Tensor, *rest: torch.Tensor) -> Any:
        *parameters, low, high = rest
        result = fast(data, parameters, max(abs(low.item()), abs(high.item()))) if data.is_cpu else None
        if result is not None:
            return result, torch.full_like(low, least), torch.full_like(high, greatest)
        new = normalize(data, *rest, **kwargs)
        return new if activate is None else activate(*new)

    return with_name(normalized, f"normalized_{call.name}")


FUSE_QUANTIZED = Pass(
    "fuse_quantized",
    fuse_quantized,
    assumes="inference, and nobody observes values inside the graph",
    effect="in quantized graphs, fuses batch normalization and ReLU, and lets sums overwrite their addend",
    needs=(QuantizedAffine, QuantizedLayer),
    without_gradient=True,
)
