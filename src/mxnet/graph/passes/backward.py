"""The backward pass is written down once, where all operators on the gradients' way say how."""

from __future__ import annotations

from ..autodiff import derive
from .base import Lowered, Pass
from .losses import record_nothing


def backward(lowered: Lowered) -> int:
    """Write the backward graph; return the number of its calls, 0 where PyTorch has to differentiate."""
    if not lowered.is_train or lowered.wanted is None:
        return 0
    results, derivative = derive(lowered.graph, lowered.number, lowered.losses, lowered.wanted)
    if derivative is None:
        return 0
    lowered.results, lowered.derivative = results, derivative
    record_nothing(lowered)
    return derivative.size


BACKWARD = Pass(
    "backward",
    backward,
    assumes="the caller takes the gradients from the backward graph, not from PyTorch",
    effect="writes down the backward pass of operators that say how (Op.vjp); what it needs comes out of the graph",
)
