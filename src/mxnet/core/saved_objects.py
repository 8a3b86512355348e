"""Objects that PyTorch's autograd saves for a backward pass, and lets go of with the tensors that it saved."""

from __future__ import annotations

from typing import Any

import torch


def save_object(ctx: Any, value: Any, *tensors: torch.Tensor | None) -> None:
    """Save an object, and tensors behind it: an attribute of ``ctx`` would stay as long as a result of the call."""
    carrier = torch.empty(0)
    carrier.saved_object = value  # type: ignore[attr-defined]
    ctx.save_for_backward(carrier, *tensors)


def saved_object(ctx: Any) -> Any:
    """Return the object that :func:`save_object` saved."""
    return ctx.saved_tensors[0].saved_object
