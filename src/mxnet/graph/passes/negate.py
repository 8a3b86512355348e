"""Negate in the kernel that computes, as of losses, which are what is picked of logarithms, times -1."""

from collections.abc import Callable
from typing import Any

import torch

from ...registry.traits import Negated
from ..call_graph import Value, operator_of
from .base import Lowered, Pass


def negate(lowered: Lowered) -> int:
    """Let operators that can be negated at once take the place of them and of a product with -1; return how many.

    So too of the mean of that, which has one element to average in the losses of single labels.
    """
    graph, result = lowered.graph, 0
    for call, node in lowered.calls(lambda op: op.negated):
        negated = node.op.negated.of(node.params)
        product = _only_user(call)
        if negated is None or product is None or not _multiplies_by_minus_one(product):
            continue
        chained, mean = _chained(call, product), _only_user(product)
        axes = None if mean is None else _averaged_axes(mean)
        if axes is None:
            replaced, function = [product, call], _at_once(chained, negated)
        else:
            replaced, function = [mean, product, call], _averaged(chained, mean, axes, negated)
        with graph.inserting_before(replaced[0]):
            at_once = graph.call_function(function, tuple(call.args))
        replaced[0].replace_all_uses_with(at_once)
        for value in replaced:
            graph.erase_node(value)
        result += 1
    return result


def _only_user(value: Value) -> Any:
    return next(iter(value.users)) if len(value.users) == 1 else None


def _multiplies_by_minus_one(value: Value) -> bool:
    node = operator_of(value)
    part = node.op.attention.of(node.params) if node is not None and node.op.attention else None
    return part is not None and part.kind == "scale" and part.factor == -1


def _averaged_axes(value: Value) -> Callable[[int], Any] | None:
    node = operator_of(value)
    return node.op.averaged.of(node.params) if node is not None else None


def _chained(call: Value, product: Value) -> Callable[..., torch.Tensor]:
    """Return a function that does what an operator and the product with -1 behind it do."""
    first: Any = call.target
    second: Any = product.target
    kwargs, others = call.kwargs, product.kwargs
    return lambda *tensors: second(first(*tensors, **kwargs), **others)


def _at_once(chained: Callable[..., torch.Tensor], negated: Negated) -> Callable[..., torch.Tensor]:
    def minus(*tensors: torch.Tensor) -> torch.Tensor:
        result = negated.call(*tensors)
        if result is None:
            return chained(*tensors)
        return result.unsqueeze(-1) if negated.keeps_axis else result

    return minus


def _averaged(
    chained: Callable[..., torch.Tensor], mean: Value, axes: Callable[[int], Any], negated: Negated
) -> Callable[..., torch.Tensor]:
    function: Any = mean.target
    kwargs, minus = mean.kwargs, _at_once(chained, negated)

    of_one: dict[int, bool] = {}  # by the number of axes

    def averaged(*tensors: torch.Tensor) -> torch.Tensor:
        ndim = tensors[0].dim()
        if ndim not in of_one:
            of_one[ndim] = negated.keeps_axis and axes(ndim) == (ndim - 1,)
        if not of_one[ndim]:
            return function(minus(*tensors), **kwargs)
        result = negated.call(*tensors)
        return function(chained(*tensors), **kwargs) if result is None else result

    return averaged


NEGATE = Pass(
    "negate",
    negate,
    assumes="nobody observes values inside the graph",
    effect="negates what is picked of logarithms, and takes the mean of one such number, with the picking",
    needs=("negated",),
)
