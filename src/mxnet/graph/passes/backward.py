"""The backward pass in training: losses start it, and where every operator has a vjp rule it is a graph of its own.

The gradient of losses at the end of a graph needs no head gradient, so PyTorch's autograd starts from their inputs:
losses run outside of autograd, and the lowered graph returns their inputs after its outputs.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch

from ...core.errors import MXNetError, reason
from ...core.interruptions import explained
from ...registry.op import Params
from ..autodiff import derive
from ..call_graph import FUNCTION, OUTPUT, Value, operator_of, undifferentiated
from .base import Lowered, Pass
from .channels_last import to_contiguous


class Loss(NamedTuple):
    """A loss of a lowered graph, with the positions of its inputs and output among the graph's results."""

    node: Any
    params: Params
    inputs: tuple[int, ...]
    output: int

    def start(self, results: Sequence[torch.Tensor]) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Return the inputs that require a gradient, each with its gradient."""
        inputs = [results[i] for i in self.inputs]
        if not any(item.requires_grad for item in inputs):
            return []
        pairs = zip(inputs, self.gradients(results), strict=True)
        return [(item, grad) for item, grad in pairs if grad is not None and item.requires_grad]

    def gradients(self, results: Sequence[torch.Tensor]) -> Sequence[torch.Tensor | None]:
        """Return the gradients of the inputs; call it without recording. Raises :class:`MXNetError` if it fails."""
        inputs = [results[i] for i in self.inputs]
        with explained(self._failed, Exception):
            result: Sequence[torch.Tensor | None] = self.node.op.gradient(
                self.params, inputs, (results[self.output],), (None,)
            )
        return result

    def _failed(self, error: Exception) -> MXNetError:
        return MXNetError(f"node {self.node.name!r}, operator {self.node.op.name}: backward failed: {reason(error)}")


def losses(lowered: Lowered) -> int:
    """Move losses that are only used as outputs outside of autograd; return how many."""
    if not lowered.is_train or lowered.needs_grad is None:
        return 0
    results = lowered.results
    for call in dict.fromkeys(map(_unwrapped, results)):
        if not _starts(call):
            continue
        node, first = call.node, len(results)
        call.target = undifferentiated(node.op)
        results += [*call.args, call]
        last = len(results) - 1
        lowered.losses.append(Loss(node, node.params.kept(), tuple(range(first, last)), last))
    lowered.results = results
    return len(lowered.losses)


def record_nothing(lowered: Lowered) -> None:
    """Turn losses back into ordinary calls, in a graph that runs without autograd."""
    taken_out = {id(loss.node): loss.node.op.fn for loss in lowered.losses}
    for call in lowered.graph.nodes if taken_out else ():
        if id(call.node) in taken_out and call.op == FUNCTION:
            call.target = taken_out[id(call.node)]


def _unwrapped(head: Value) -> Value:
    """Return an output before its conversion to the usual memory format."""
    return head.args[0] if head.target is to_contiguous else head


def _starts(call: Value) -> bool:
    node = operator_of(call)
    if node is None or node.op.gradient is None or not node.op.loss.of(node.params):
        return False
    return node.op.one_output and all(user.op == OUTPUT or user.target is to_contiguous for user in call.users)


LOSSES = Pass(
    "losses",
    losses,
    assumes="the caller differentiates, and starts the losses itself (executors do)",
    effect="runs losses outside of autograd; the graph returns their inputs after its outputs",
)


# -- the backward graph, if every operator that gradients flow through has a vjp rule ----------------------------------


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
