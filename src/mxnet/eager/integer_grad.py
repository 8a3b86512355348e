"""Gradients of integer arrays, which MXNet has and PyTorch has not.

An integer array that a variable of integers leads to has a handle in its slot: a tensor of float64 and of the array's
shape, without values, which PyTorch differentiates in its place. A recorded call with such an array among its inputs
is one node of PyTorch's graph from handles to handles and floating-point results; so is one that turns floats into
integers, a cast. Its gradient is that of the same operator over the real numbers, at the integers that it was
called with; the gradient of an integer array is cut off, as in MXNet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.autograd_functions import save_object, saved_object
from ..core.errors import MXNetError
from ..registry.bound import INTEGERS, BoundOp

#: ``vjp(inputs, results, places, head_grads)``: the gradients of the inputs at ``places``
Vjp = Callable[[Sequence[Any], Sequence[torch.Tensor], Sequence[int], Sequence[Any]], Sequence[torch.Tensor | None]]


def handle_like(t: torch.Tensor) -> torch.Tensor:
    """Return a new handle for an array of integers."""
    return torch.zeros((), dtype=torch.float64, device=t.device).expand(t.shape)


def link(vjp: Vjp, inputs: Sequence[Any], slots: Sequence[Any], result: Any) -> tuple[Any, list[Any]]:
    """Return a call's result as part of PyTorch's graph, and the handle of each output: None for floats.

    ``inputs``: tensors, None for those left out; ``slots``: of those that are there.
    """
    results = list(result) if type(result) is tuple else [result]
    integer = not any(t.is_floating_point() for t in results)
    positions, sources = [], []
    rest = iter(slots)
    for i, t in enumerate(inputs):
        slot = None if t is None else next(rest)
        if slot is not None and (slot.handle is not None or (integer and t.requires_grad)):
            positions.append(i)
            sources.append(t if slot.handle is None else slot.handle)
    detached = [None if t is None else t.detach() for t in inputs]
    new = _Call.apply(vjp, detached, positions, len(sources), *sources, *results)  # type: ignore[no-untyped-call]
    tensors, handles = [], []
    for t, linked in zip(results, new, strict=True):
        integers = not t.is_floating_point()
        tensors.append(t if integers else linked)
        handles.append(linked if integers else None)
    return (tuple(tensors) if type(result) is tuple else tensors[0]), handles


class _Call(torch.autograd.Function):
    """A recorded call, from the handles of its inputs (and its floating-point results) to handles and results."""

    @staticmethod
    def forward(ctx: Any, vjp: Vjp, inputs: Any, positions: Any, count: int, *tensors: Any) -> Any:
        results = tensors[count:]
        save_object(ctx, (vjp, inputs, positions, [t.detach() for t in results]))
        return tuple(t.view_as(t) if t.is_floating_point() else handle_like(t) for t in results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        vjp, inputs, positions, results = saved_object(ctx)
        result = vjp(inputs, results, positions, [g.to(t.dtype) for g, t in zip(grads, results, strict=True)])
        cut = [None if g is None else g.to(inputs[i].dtype) for i, g in zip(positions, result, strict=True)]
        through = [g if t.is_floating_point() else None for g, t in zip(grads, results, strict=True)]
        return (None, None, None, None, *cut, *through)


def of_function(fn: Callable[..., Any]) -> Vjp:
    """Return the gradient of a function of tensors over the real numbers: by PyTorch, in float64."""

    def vjp(inputs: Sequence[Any], results: Any, positions: Sequence[int], head_grads: Sequence[Any]) -> Sequence[Any]:
        with torch.enable_grad():
            reals: list[Any] = [None if t is None else t.double() for t in inputs]
            variables = [reals[i].requires_grad_() for i in positions]
            result = fn(*reals)
        result = result if isinstance(result, (tuple, list)) else (result,)
        pairs = [(m, g.to(m.dtype)) for m, g in zip(result, head_grads, strict=False) if m.requires_grad]
        if not pairs:
            return [None] * len(positions)
        return torch.autograd.grad([m for m, _ in pairs], variables, [g for _, g in pairs], allow_unused=True)

    return vjp


def of_operator(bound: BoundOp, kwargs: dict[str, Any]) -> Vjp:
    """Return the gradient of an operator over the real numbers, which types of integers among its attributes are."""
    op = bound.op
    if op.blocks.of(bound.params) or getattr(op.gradient, "floats_only", False):
        return lambda inputs, results, positions, head_grads: [None] * len(positions)
    reals = {k: "float64" if isinstance(v, str) and v in INTEGERS else v for k, v in kwargs.items()}

    def fn(*tensors: Any) -> Any:
        try:
            return op.call(*tensors, **reals)
        except MXNetError as error:
            raise MXNetError(f"operator {op.name} has no gradient for integers: {error}") from error

    return of_function(fn)
