"""Fuse batch normalization at inference with the ReLU after it, where it does not follow a convolution.

It is computed as ``data * scale + shift`` with an in-place ReLU, in half the time of the two operators. Scale and shift
are computed once, and again when a parameter was written to.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from ...core.write_tracking import Kept
from ...kernels.normalize import scale_and_shift
from ...registry.traits import Affine
from ..call_graph import INPUT, Value, is_first_output, operator_of, with_name
from .base import Lowered, Pass


def fuse_batchnorm(lowered: Lowered) -> int:
    """Fuse batch normalizations and the ReLUs after them; return how many."""
    graph, result = lowered.graph, 0
    for call, node, affine in lowered.layers(Affine):
        if len(call.users) != 1:
            continue
        (last,) = call.users
        if not is_first_output(last):
            continue
        relu = _relu_after(last)
        if relu is not None:
            last = relu
        with graph.inserting_before(last):
            new = graph.call_function(_function(call, affine.of, relu), call.args)
        new.node = operator_of(last) or node
        last.replace_all_uses_with(new)
        for item in dict.fromkeys((last, *call.users, call)):
            graph.erase_node(item)
        result += 1
    return result


def _relu_after(value: Value) -> Value | None:
    """Return the ReLU that is the only user of a value."""
    users = list(value.users)
    node = operator_of(users[0]) if len(users) == 1 else None
    return users[0] if node is not None and node.op.is_relu(node.params) else None


def _function(call: Value, affine: Callable[..., Any], relu: Value | None) -> Callable[..., Any]:
    """Return the function that replaces a normalization and its ReLU."""
    if all(isinstance(a, Value) and a.op == INPUT for a in call.args[1:5]):
        affine = Kept(affine)  # computed parameters are new tensors at every call
    normalize: Any = call.target
    kwargs = dict(call.kwargs)
    activate: Any = None if relu is None else partial(relu.target, **relu.kwargs)

    def normalized(data: torch.Tensor, *parameters: torch.Tensor) -> Any:
        out = scale_and_shift(data, affine, parameters)
        if out is None:
            out = normalize(data, *parameters, **kwargs)[0]
            return out if activate is None else activate(out)
        return out if activate is None else out.relu_()

    return with_name(normalized, f"normalized_{call.name}")


FUSE_BATCHNORM = Pass(
    "fuse_batchnorm",
    fuse_batchnorm,
    assumes="inference, no gradient, and nobody observes values inside the graph",
    effect="computes batch normalization as scale and shift, with the ReLU in place; small data as before",
    needs=(Affine,),
    without_gradient=True,
)
