"""Inference on a processor: a convolution takes what follows it along, and its weights are prepared once.

In a graph for inference, batch normalization of a convolution's result is another convolution: its weights are scaled,
its bias shifted. An addition and an activation after it are part of the same oneDNN kernel, and the weights lie in the
order which that kernel wants. All of that is made from the weights once (those that get gradients are first seen to
stay as they are), and made again when they have changed (``core/write_tracking.py``). Where a gradient is asked for,
the graph runs as it was written.

Rounding differs by some units in the last place from operators run one by one. The kernels' activations make zeros of
NaNs, so a graph whose data or weights are not all finite runs as it was written, too; only a NaN that arises within
the graph by overflow can get lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import fx

from ...core import torch_compat
from ...core.write_tracking import stamp, write_under_way
from ...kernels.choice import PLAIN
from ..calls import is_first_output, operator_of
from .base import Lowered, Pass


class Activation(NamedTuple):
    """The activation that follows, as oneDNN calls it."""

    name: str = "none"
    bounds: tuple[float, ...] = ()


def fuse_convolution(lowered: Lowered) -> int:
    """Put one call in the place of each convolution and what follows it; return how many."""
    backend: Any = torch.backends.mkldnn
    if PLAIN or not backend.is_available():
        return 0
    found = [node for node in lowered.graph.nodes if _is_convolution(node)]
    for node in found:
        _Chain(node).replace(lowered.graph)
    return len(found)


def _finite_inputs(graph: fx.Graph) -> Callable[..., bool]:
    """Return the function that says whether what enters fused convolutions is finite."""
    entrances = _entrances(graph)

    def holds(*inputs: Any) -> bool:
        return all(_is_finite(inputs[i]) for i in entrances)

    return holds


def _entrances(graph: fx.Graph) -> list[int]:
    """Return the positions of the inputs that the data of fused convolutions are computed from.

    Their weights, which are looked at when they are prepared, are not among them.
    """
    seen: set[fx.Node] = set()
    waiting = [node for node in graph.nodes if "fused" in node.meta]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            weights = node.args[1:7] if "fused" in node.meta else ()
            waiting += [each for each in node.all_input_nodes if each not in weights]
    return [i for i, node in enumerate(n for n in graph.nodes if n.op == "placeholder") if node in seen]


def _is_finite(value: Any) -> bool:
    """Return whether no value of a tensor is infinite or NaN; what cannot be told fast, or is not fused, counts so."""
    if not isinstance(value, torch.Tensor) or value.dtype is not torch.float32 or value.device.type != "cpu":
        return True
    return math.isfinite(value.sum().item())


def _operator(node: fx.Node) -> Any:
    """Return the graph's node that an FX node is a call of, None for others and for what is fused already."""
    return None if "fused" in node.meta else operator_of(node)


def _is_convolution(node: fx.Node) -> bool:
    """Return whether a node is a convolution of images whose weights are variables."""
    found = _operator(node)
    return (
        found is not None
        and found.op.convolution_of(found.params) is not None
        and all(isinstance(a, fx.Node) and a.op == "placeholder" for a in node.args[1:])
    )


class _Chain:
    """A convolution and the nodes after it that are fused into it."""

    def __init__(self, convolution: fx.Node) -> None:
        self.convolution = self.last = convolution
        self.norm: fx.Node | None = None
        self.affine: Callable[..., Any] | None = None
        self.sum: fx.Node | None = None
        self.activation = Activation()
        self.activates: fx.Node | None = None
        self._take_norm()
        self._take_sum()
        self._take_activation()

    def _next(self) -> tuple[fx.Node, Any] | None:
        """Return the one node that uses the last one, and the graph's node that it calls."""
        users = list(self.last.users)
        found = _operator(users[0]) if len(users) == 1 else None
        return None if found is None else (users[0], found)

    def _take_norm(self) -> None:
        after = self._next()
        affine = None if after is None else after[1].op.affine_of(after[1].params)
        if after is None or affine is None or after[0].args[0] is not self.last:
            return
        call = after[0]
        users = list(call.users)
        parameters = call.args[1:5]
        if (
            len(users) == 1
            and is_first_output(users[0])
            and all(isinstance(a, fx.Node) and a.op == "placeholder" for a in parameters)
        ):
            self.norm, self.affine, self.last = call, affine, users[0]

    def _take_sum(self) -> None:
        after = self._next()
        if after is not None and after[1].op.is_sum and after[0].args[0] is not after[0].args[1]:
            self.sum = self.last = after[0]

    def _take_activation(self) -> None:
        after = self._next()
        found = None if after is None else _activation(after[1])
        if after is not None and found is not None and (self.sum is None or found.name == "relu"):
            self.activation, self.activates, self.last = found, after[0], after[0]

    def replace(self, graph: fx.Graph) -> None:
        """Put one call in the place of the chain."""
        data, weight, *rest = self.convolution.args
        inputs = [data, weight, rest[0] if rest else None]
        inputs += self.norm.args[1:5] if self.norm is not None else [None] * 4
        steps = [(step.target, dict(step.kwargs)) for step in (self.convolution, self.norm, self.activates) if step]
        before = self._before_sum()
        if self.sum is not None:
            inputs.append(next(a for a in self.sum.args if a is not before))
        with graph.inserting_before(self.last):
            call = graph.call_function(self._function(steps), tuple(inputs))
        call.meta.update(node=_operator(self.last) or _operator(self.norm or self.convolution), fused=True)
        self.last.replace_all_uses_with(call)
        for node in dict.fromkeys((self.last, self.activates, self.sum, before, self.norm, self.convolution)):
            if node is not None and not node.users:
                graph.erase_node(node)

    def _before_sum(self) -> fx.Node:
        """Return the node that the convolution, normalized or not, ends with."""
        if self.norm is None:
            return self.convolution
        return next(iter(self.norm.users))

    def _function(self, steps: list[Any]) -> Callable[..., torch.Tensor]:
        node = _operator(self.convolution)
        geometry = node.op.convolution_of(node.params)
        add: Any = None if self.sum is None else self.sum.target
        fused = FusedConvolution(steps, geometry, self.affine, self.activation, add)

        def convolution(*tensors: Any) -> Any:
            return fused(*tensors)

        name = f"fused_{self.convolution.name}"
        convolution.__name__ = convolution.__qualname__ = name
        return convolution


def _activation(node: Any) -> Activation | None:
    """Return the activation that a node is, None for others."""
    bounds = node.op.clamp_of(node.params)
    if bounds == (0, None):
        return Activation("relu")
    return None if bounds is None or None in bounds else Activation("hardtanh", bounds)


#: the stamps of weights, and what was prepared from them: weight and bias
_Ready = tuple[list[Any], torch.Tensor | None, torch.Tensor | None]
_NOTHING: _Ready = ([], None, None)


class FusedConvolution:
    """A convolution with its normalization, a sum and an activation, called with tensors.

    Called as ``f(data, weight, bias, gamma, beta, mean, var[, other])``; those that do not exist are None.
    """

    def __init__(
        self,
        steps: list[tuple[Callable[..., Any], dict[str, Any]]],
        geometry: tuple[Any, ...],
        affine: Callable[..., Any] | None,
        activation: Activation,
        add: Callable[..., Any] | None,
    ) -> None:
        self.steps, self.geometry, self.affine, self.activation, self.add = steps, geometry, affine, activation, add
        #: the stamps of the weights that were seen last
        self._seen: list[Any] = []
        #: in one tuple, since several threads may call
        self._ready: _Ready = _NOTHING

    def __call__(self, data: torch.Tensor, *rest: Any) -> Any:
        weights, other = rest[:6], (rest[6] if len(rest) > 6 else None)
        if not self._fits(data, weights, other):
            return self._plainly(data, weights, other)
        stamps = [None if w is None else stamp(w) for w in weights]
        made_from, weight, bias = self._ready
        if made_from != stamps:
            weight, bias = self._prepare(data, weights, stamps)
            if weight is None:
                return self._plainly(data, weights, other)
        name, bounds = self.activation
        if other is None:
            return torch_compat.onednn_convolution(data, weight, bias, *self.geometry, name, bounds, "")
        return torch_compat.onednn_convolution_and_sum(
            data, other, weight, bias, *self.geometry, "add", None, None if name == "none" else name, bounds, ""
        )

    def _fits(self, data: torch.Tensor, weights: tuple[Any, ...], other: torch.Tensor | None) -> bool:
        if data.dtype is not torch.float32 or data.device.type != "cpu" or data.dim() != 4 or not data.numel():
            return False
        if other is not None and not self._same_shape(data, weights[0], other):
            return False
        if not torch.is_grad_enabled():
            return True
        return not any(t is not None and t.requires_grad for t in (data, other, *weights))

    def _same_shape(self, data: torch.Tensor, weight: torch.Tensor, other: torch.Tensor) -> bool:
        pads, strides, dilations, _ = self.geometry
        space = tuple(
            (n + 2 * pad - dilation * (k - 1) - 1) // stride + 1
            for n, k, pad, stride, dilation in zip(
                data.shape[2:], weight.shape[2:], pads, strides, dilations, strict=True
            )
        )
        return other.dtype is torch.float32 and tuple(other.shape) == (data.shape[0], weight.shape[0], *space)

    def _prepare(
        self, data: torch.Tensor, weights: tuple[Any, ...], stamps: list[Any]
    ) -> tuple[torch.Tensor | None, torch.Tensor | None]:
        """Return the kernel's weights and bias; None where they cannot be prepared, or should not be yet.

        That takes about as long as what PyTorch does with them at every call that is not fused. Weights that get
        gradients are prepared when they are seen a second time unchanged: the first call may be one of training.
        """
        self._ready = _NOTHING
        if weights[0].dtype is not torch.float32 or any(
            w is not None and s is None for w, s in zip(weights, stamps, strict=True)
        ):
            return None, None
        if weights[0].requires_grad and self._seen != stamps:
            self._seen = stamps
            return None, None
        if write_under_way():
            return None, None
        weight, bias, *parameters = weights
        with torch.no_grad():
            if self.affine is not None:
                weight, bias = self._scaled(weight, bias, *parameters)
            if not _is_finite(weight) or (bias is not None and not _is_finite(bias)):
                return None, None
            packed = torch_compat.onednn_pack_weight(weight, *self.geometry, list(data.shape))
        self._ready = (stamps, packed, bias)
        return packed, bias

    def _scaled(self, weight: Any, bias: Any, *parameters: Any) -> tuple[Any, Any]:
        """Return the weights and bias of the convolution that normalizes, too."""
        assert self.affine is not None
        scale, shift = self.affine(*(each.double() for each in parameters))
        if bias is not None:
            shift = shift + bias.double() * scale
        return weight * scale.float().view(-1, 1, 1, 1), shift.float()

    def _plainly(self, data: torch.Tensor, weights: tuple[Any, ...], other: torch.Tensor | None) -> Any:
        """Run the operators one after the other."""
        steps = iter(self.steps)
        convolve, kwargs = next(steps)
        weight, bias, *parameters = weights
        out = convolve(data, weight, **kwargs) if bias is None else convolve(data, weight, bias, **kwargs)
        if self.affine is not None:
            normalize, kwargs = next(steps)
            out = normalize(out, *parameters, **kwargs)[0]
        if self.add is not None:
            out = self.add(out, other)
        for activate, kwargs in steps:
            out = activate(out, **kwargs)
        return out


FUSE_CONVOLUTION = Pass(
    "fuse_convolution",
    fuse_convolution,
    assumes="inference on a processor with oneDNN, no gradient, finite inputs, and nobody watches values inside",
    effect="computes convolution, batch normalization, sum and activation by one kernel with prepared weights",
    without_gradient=True,
    guard=_finite_inputs,
)
