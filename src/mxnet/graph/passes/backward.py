"""Build the backward graph, if every operator that gradients flow through has a vjp rule."""

from ..autodiff import derive
from .base import Lowered, Pass
from .losses import record_nothing


def backward(lowered: Lowered) -> int:
    """Build the backward graph; return the number of its calls, 0 if PyTorch has to differentiate."""
    if not lowered.is_train or lowered.needs_grad is None:
        return 0
    results, derivative = derive(lowered.graph, lowered.number, lowered.losses, lowered.needs_grad)
    if derivative is None:
        return 0
    lowered.results, lowered.derivative = results, derivative
    record_nothing(lowered)
    return derivative.size


BACKWARD = Pass(
    "backward",
    backward,
    assumes="the caller takes the gradients from the backward graph, not from PyTorch",
    effect="builds a backward graph from the vjp rules of operators; the forward graph returns what it needs",
)
