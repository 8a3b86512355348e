"""Rules that write gradients down, which several operators have (:meth:`mxnet.registry.Op.vjp`).

The gradients are computed by what PyTorch's differentiation calls too, so their values are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def of_output(function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> Callable[..., None]:
    """Return the rule of an operator whose input has the gradient ``function(head gradient, output)``."""

    def rule(b: Any, call: Any, p: Any, grads: Any) -> None:
        b.add(call.args[0], b.call(function, grads[0], b.value(call)))

    return rule


def _through_relu(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    found: torch.Tensor = torch.ops.aten.threshold_backward(grad, out, 0)
    return found


#: the rule of ``max(x, 0)``
relu_vjp = of_output(_through_relu)


def handed_on(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the head gradient to all inputs."""
    for each in call.args:
        b.add(each, grads[0])


def negated(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the negative head gradient to the one input."""
    b.add(call.args[0], b.call(torch.neg, grads[0]))


def shape_of(data: torch.Tensor) -> torch.Size:
    """Return the shape."""
    return data.shape


def reshaped_back(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the head gradient in the shape of the one input."""
    (data,) = call.args
    b.add(data, b.call(torch.reshape, grads[0], b.value(b.beside(call, shape_of, data))))
