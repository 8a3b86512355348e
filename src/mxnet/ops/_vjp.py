"""Rules that write gradients down, which several operators have (:meth:`mxnet.registry.Op.vjp`).

The gradients are computed by what PyTorch's differentiation calls too, so their values are the same.
"""

from collections.abc import Callable
from typing import Any

import torch

from ..core import torch_compat


def of_output(function: str | Callable[..., torch.Tensor], *rest: float) -> Callable[..., None]:
    """Return the rule of an operator whose input has the gradient ``function(head gradient, output, *rest)``.

    A name is that of a function in ``core/torch_compat``.
    """

    def rule(b: Any, call: Any, p: Any, grads: Any) -> None:
        chosen = torch_compat.chosen(function) if isinstance(function, str) else function
        b.add(call.args[0], b.call(chosen, grads[0], b.value(call), *rest))

    return rule


def handed_on(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the head gradient to all inputs."""
    for arg in call.args:
        b.add(arg, grads[0])


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
