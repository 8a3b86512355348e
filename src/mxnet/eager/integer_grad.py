"""Gradients of integer arrays, which MXNet has and PyTorch has not.

Nodes of integer results carry the function that made them. A backward pass that ends in integer variables runs
those functions again on float64 tensors and differentiates that; the gradients are cut to the variables' types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.errors import MXNetError
from .grad_node import GradNode


def replayable(fn: Callable[..., Any], tensors: Sequence[Any]) -> Callable[..., Any] | None:
    """Return ``fn`` for the node of its call on ``tensors``; None if PyTorch differentiates it: one is of floats."""
    for t in tensors:
        if t is None or t.is_floating_point():
            return None
    return fn


def backward(heads: Sequence[Any], head_grads: Sequence[Any], variables: Sequence[Any]) -> None:
    """Deliver the gradients of integer arrays with respect to the integer variables that they depend on.

    Raises :class:`MXNetError` where the way between them leaves the integers.
    """
    leaves = {id(v): v.leaf.double().requires_grad_() for v in variables}
    values = dict(leaves)
    tensors = [_value(h._slot, values) for h in heads]
    grads = [torch.ones_like(t) if g is None else g._t.double() for t, g in zip(tensors, head_grads, strict=True)]
    found = torch.autograd.grad(tensors, list(leaves.values()), grads, allow_unused=True)
    for variable, leaf, grad in zip(variables, leaves.values(), found, strict=True):
        variable.accept(torch.zeros_like(leaf) if grad is None else grad)


def _value(head: Any, values: dict[int, torch.Tensor]) -> torch.Tensor:
    """Return the float64 value of a slot; what is known already is in ``values``, by id."""
    stack = [head]
    while stack:
        slot = stack[-1]
        waiting = [s for s in _inputs(slot) if id(s) not in values]
        if waiting:
            stack.extend(waiting)
            continue
        if id(slot) not in values:
            values[id(slot)] = _run(slot, [values[id(s)] for s in _inputs(slot)])
        stack.pop()
    return values[id(head)]


def _inputs(slot: Any) -> Sequence[Any]:
    return slot.inputs if isinstance(slot, GradNode) else ()


def _run(slot: Any, inputs: list[torch.Tensor]) -> torch.Tensor:
    if isinstance(slot, GradNode):
        if slot.fn is not None:
            made: Any = inputs[0] if slot.op == "Cast" else slot.fn(*inputs)
            found: torch.Tensor = made[slot.index] if isinstance(made, (tuple, list)) else made
            return found
        if slot.op is None and slot.attributes is not None:
            return slot.attributes.double()  # type: ignore[no-any-return]
    raise MXNetError("cannot differentiate from floating-point arrays to an array of integers")
