"""The gradients of the operators that small networks are made of, as calls of a backward graph.

They are computed by what PyTorch's differentiation calls too, so their values are the same; sums over the uses of
one weight are added up in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import torch
from torch import fx

from ..ops._axes import reduction_axes, with_kept_axes
from ..ops._large_linear import data_gradient
from ..ops._rows import dense_gradient_of_table, gradient_of_table
from ..ops.indexing import positions

_aten = torch.ops.aten

# -- what a backward graph calls -----------------------------------------------------------------------------------


def fully_connected_data(grad: torch.Tensor, weight: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a fully connected layer's data."""
    found = data_gradient(grad if grad.dim() == 2 else grad.reshape(-1, grad.shape[-1]), weight)
    return found if found.shape == data.shape else found.view(data.shape)


def fully_connected_weight(grad: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a fully connected layer's weight."""
    rows = _rows(grad)
    return rows.t().mm(_as_rows(data, rows))


def more_of_weight(total: torch.Tensor, grad: torch.Tensor, data: torch.Tensor) -> torch.Tensor:
    """Add the gradient of a fully connected layer's weight to that of the uses before."""
    rows = _rows(grad)
    return total.addmm_(rows.t(), _as_rows(data, rows))


def column_sums(grad: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a bias."""
    return _rows(grad).sum(0)


def more_of_bias(total: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    """Add the gradient of a bias to that of the uses before."""
    return total.add_(_rows(grad).sum(0))


def _rows(grad: torch.Tensor) -> torch.Tensor:
    return grad if grad.dim() == 2 else grad.reshape(-1, grad.shape[-1])


def _as_rows(data: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    return data if data.dim() == 2 else data.reshape(rows.shape[0], -1)


def through_rectifier(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a rectifier's input."""
    found: torch.Tensor = _aten.threshold_backward(grad, out, 0)
    return found


def joined(axis: int, stacked: bool, *parts: torch.Tensor | None) -> torch.Tensor:
    """Return the gradient of what was cut into parts: zeros where a part has none."""
    one = next(part for part in parts if part is not None)
    given = [torch.zeros_like(one) if part is None else part for part in parts]
    return torch.stack(given, axis) if stacked else torch.cat(given, axis)


def lengths_along(axis: int, *parts: torch.Tensor) -> list[int]:
    """Return how long each part is along an axis."""
    return [part.shape[axis] for part in parts]


def shape_of(data: torch.Tensor) -> torch.Size:
    """Return the shape."""
    return data.shape


def embedded(gradient: Callable[..., torch.Tensor], grad: torch.Tensor, data: torch.Tensor, number: int) -> Any:
    """Return the gradient of an embedding's weight, of ``number`` rows."""
    return gradient(grad, positions(data, number, "clip"), number)


def spread(grad: torch.Tensor, shape: Sequence[int], axis: Any, exclude: bool, mean: bool) -> torch.Tensor:
    """Return the gradient of what was summed up along axes, or whose mean was taken."""
    axes = reduction_axes(axis, len(shape), exclude)
    found = with_kept_axes(grad, axes, shape).expand(shape)
    return found / (found.numel() // max(grad.numel(), 1)) if mean else found


# -- the rules: rule(backward, call, params, gradients of the outputs by number) ------------------------------------

Rule = Callable[[Any, fx.Node, Any, Mapping[int, fx.Node]], None]


def _fully_connected(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    data, weight, *bias = call.args
    grad = grads[0]
    if b.wants(weight):
        b.accumulate(weight, fully_connected_weight, more_of_weight, (grad, b.value(data)))
    for each in bias:
        if b.wants(each):
            b.accumulate(each, column_sums, more_of_bias, (grad,))
    if b.wants(data):
        b.add(data, b.call(fully_connected_data, grad, b.value(weight), b.value(data)))


def _of_output(function: Callable[..., Any], b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    b.add(call.args[0], b.call(function, grads[0], b.value(call)))


_FUNCTIONS: dict[str, Rule] = {
    "relu": partial(_of_output, through_rectifier),
    "sigmoid": partial(_of_output, _aten.sigmoid_backward.default),
    "tanh": partial(_of_output, _aten.tanh_backward.default),
}


def _activation(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    _FUNCTIONS[p.act_type](b, call, p, grads)


def _hand_on(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    for each in call.args:
        b.add(each, grads[0])


def _difference(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    left, right = call.args
    b.add(left, grads[0])
    if b.wants(right):
        b.add(right, b.call(torch.neg, grads[0]))


def _product(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    left, right = call.args
    for one, other in ((left, right), (right, left)):
        if b.wants(one):
            b.add(one, b.call(torch.mul, grads[0], b.value(other)))


def _negative(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    b.add(call.args[0], b.call(torch.neg, grads[0]))


def _scaled(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    b.add(call.args[0], b.call(torch.mul, grads[0], p.scalar))


def _cut(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    parts = [grads.get(i) for i in range(p.num_outputs)]
    b.add(call.args[0], b.call(joined, p.axis, p.squeeze_axis, *parts))


def _concatenated(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    lengths = b.value(b.beside(call, lengths_along, p.dim, *call.args))
    parts = b.call(torch.split, grads[0], lengths, p.dim)
    for i, each in enumerate(call.args):
        if b.wants(each):
            b.add(each, b.part(parts, i))


def _reshaped(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    (data,) = call.args
    b.add(data, b.call(torch.reshape, grads[0], b.value(b.beside(call, shape_of, data))))


def _swapped(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    b.add(call.args[0], b.call(torch.swapaxes, grads[0], p.dim1, p.dim2))


def _embedding(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    data, weight = call.args
    if not b.wants(weight):
        return
    # only what is not added to others may be sparse
    gradient = gradient_of_table if b.is_argument_used_once(weight) else dense_gradient_of_table
    b.add(weight, b.call(embedded, gradient, grads[0], b.value(data), p.input_dim))


def _dropout(b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    if p.p <= 0:
        b.add(call.args[0], grads[0])
    else:
        b.add(call.args[0], b.call(torch.mul, grads[0], b.value(b.output(call, 1))))


def _reduced(mean: bool, b: Any, call: fx.Node, p: Any, grads: Mapping[int, fx.Node]) -> None:
    (data,) = call.args
    b.add(data, b.call(spread, grads[0], b.value(b.beside(call, shape_of, data)), p.axis, p.exclude, mean))


#: by operator; a graph with another one on the way of a gradient is differentiated by PyTorch
RULES: dict[str, Rule] = {
    "Activation": _activation,
    "Concat": _concatenated,
    "Dropout": _dropout,
    "Embedding": _embedding,
    "Flatten": _reshaped,
    "FullyConnected": _fully_connected,
    "Reshape": _reshaped,
    "SliceChannel": _cut,
    "SwapAxis": _swapped,
    "_copy": _hand_on,
    "_minus_scalar": _hand_on,
    "_mul_scalar": _scaled,
    "_plus_scalar": _hand_on,
    "_rminus_scalar": _negative,
    "add_n": _hand_on,
    "elemwise_add": _hand_on,
    "elemwise_mul": _product,
    "elemwise_sub": _difference,
    "expand_dims": _reshaped,
    "mean": partial(_reduced, True),
    "negative": _negative,
    "squeeze": _reshaped,
    "sum": partial(_reduced, False),
    **_FUNCTIONS,
}


def rule_of(node: Any) -> Rule | None:
    """Return the rule for a graph's node, None where PyTorch has to differentiate it."""
    if node.op.name == "Activation" and node.params.act_type not in _FUNCTIONS:
        return None
    return RULES.get(node.op.name) if node.op.gradient is None and node.op.bind is None else None
