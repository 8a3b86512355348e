"""A convolution at inference on CPUs, fused with what follows it: one oneDNN kernel with packed weights.

The weights include the batch normalization after the convolution, and are packed in the kernel's memory format
(``packed_weight.py``). They are made from the program's weights once, and again when those change
(``core/write_tracking.py``); weights with gradients must first be seen unchanged. The plain form, one operator after
the other, serves calls with gradients and data of other types and devices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch

from ..core import torch_compat
from ..core.write_tracking import Seen
from .packed_weight import PackedWeight


class Activation(NamedTuple):
    """The activation that follows, by oneDNN's name."""

    name: str = "none"
    bounds: tuple[float, ...] = ()


#: the types that the kernel supports
_TYPES = (torch.float32, torch.bfloat16)


def is_finite(value: Any) -> bool:
    """Return whether no value of a tensor is infinite or NaN; True for what is never fused."""
    if not isinstance(value, torch.Tensor) or value.dtype not in _TYPES or value.device.type != "cpu":
        return True
    return math.isfinite(value.sum(dtype=torch.float32).item())


#: the weights, and the packed weight and bias made from them
_Ready = tuple[Seen | None, PackedWeight | None, torch.Tensor | None]
_NOTHING: _Ready = (None, None, None)


class Workspace:
    """Memory in which the weights of a graph's convolutions are scaled, one after the other, at the graph's first run.

    Allocating it for each would take longer than the scaling, because the system maps new memory page by page. The
    graph's last convolution closes the workspace, which frees the memory; later ones allocate their own. Several
    threads may run a graph for the first time; each gets other memory.
    """

    #: its size in float32 elements, which few weights exceed; pages that are never written take no memory
    SIZE = 1 << 22

    def __init__(self) -> None:
        #: buffers that no thread uses, None when closed
        self._free: list[torch.Tensor] | None = []

    @contextmanager
    def lend(self, count: int) -> Iterator[torch.Tensor]:
        """Lend memory for at least ``count`` elements until the end of the block."""
        free = self._free
        if free is None or count > self.SIZE:
            yield torch.empty(count, dtype=torch.float32)
            return
        try:
            memory = free.pop()
        except IndexError:
            memory = torch.empty(self.SIZE, dtype=torch.float32)
        yield memory
        free.append(memory)

    def close(self) -> None:
        """Free the memory."""
        self._free = None


class FusedConvolution:
    """A convolution with its normalization, a sum and an activation, called with tensors.

    Called as ``f(data, weight, bias, gamma, beta, mean, var[, other])``; missing ones are None. ``casts`` are functions
    applied to weight and bias, or None. The last convolution of a graph ``closes`` its ``workspace``.
    """

    #: one tuple, so that threads see all or nothing of a change
    _ready: _Ready = _NOTHING

    def __init__(
        self,
        steps: list[tuple[Callable[..., Any], dict[str, Any]]],
        geometry: tuple[Any, ...],
        affine: Callable[..., Any] | None,
        activation: Activation,
        add: Callable[..., Any] | None,
        casts: Sequence[Callable[[torch.Tensor], torch.Tensor] | None],
        workspace: Workspace,
        closes: bool,
    ) -> None:
        self.steps, self.geometry, self.affine, self.activation, self.add = steps, geometry, affine, activation, add
        self.casts, self.workspace, self.closes = casts, workspace, closes
        #: the weights of the last call that packed, or could have
        self._seen: Seen | None = None

    def __call__(self, data: torch.Tensor, *rest: Any) -> Any:
        weights, other = rest[:6], (rest[6] if len(rest) > 6 else None)
        if not self._fits(data, weights, other):
            return self._run_plain(data, weights, other)
        made_from, packed, bias = self._ready
        if made_from is None or not made_from.same(weights):
            packed, bias = self._pack_weights(data, weights)
        if packed is None or packed.dtype is not data.dtype:
            return self._run_plain(data, weights, other)
        weight = packed.for_shape(data.shape)
        name, bounds = self.activation
        if other is None:
            return torch_compat.onednn_convolution(data, weight, bias, *self.geometry, name, bounds, "")
        return torch_compat.onednn_convolution_and_sum(
            data, other, weight, bias, *self.geometry, "add", None, None if name == "none" else name, bounds, ""
        )

    def _fits(self, data: torch.Tensor, weights: tuple[Any, ...], other: torch.Tensor | None) -> bool:
        if data.dtype not in _TYPES or data.device.type != "cpu" or data.dim() != 4 or not data.numel():
            return False
        if data.dtype is torch.bfloat16 and not self._has_bfloat16():
            return False
        if other is not None and not self._same_shape(data, weights[0], other):
            return False
        if not torch.is_grad_enabled():
            return True
        return not any(t is not None and t.requires_grad for t in (data, other, *weights))

    def _has_bfloat16(self) -> bool:
        # grouped convolutions with a sum are PyTorch's own, which has no fused activations in bfloat16
        return torch_compat.multiplies_bfloat16() and (self.add is None or self.geometry[-1] == 1)

    def _same_shape(self, data: torch.Tensor, weight: torch.Tensor, other: torch.Tensor) -> bool:
        pads, strides, dilations, _ = self.geometry
        space = tuple(
            (n + 2 * pad - dilation * (k - 1) - 1) // stride + 1
            for n, k, pad, stride, dilation in zip(
                data.shape[2:], weight.shape[2:], pads, strides, dilations, strict=True
            )
        )
        return other.dtype is data.dtype and tuple(other.shape) == (data.shape[0], weight.shape[0], *space)

    def _pack_weights(
        self, data: torch.Tensor, weights: tuple[Any, ...]
    ) -> tuple[PackedWeight | None, torch.Tensor | None]:
        """Return the packed weight and the bias; two Nones if they cannot be packed, or should not be yet.

        Packing takes about as long as it saves a call. Weights that get gradients and have changed since the last call
        are packed only when they come again unchanged.
        """
        self._ready = _NOTHING
        now, before = Seen(weights), self._seen
        if weights[0].dtype not in _TYPES or not now.is_known(weights):
            return None, None
        self._seen = now
        if weights[0].requires_grad and before is not None and before.stamps != now.stamps:
            return None, None
        (weight, bias), parameters = self._cast(weights), weights[2:]
        dtype = weight.dtype
        if dtype not in _TYPES or (bias is not None and bias.dtype is not dtype):
            return None, None
        with torch.no_grad():
            if self.affine is None:
                ready = self._pack(weight, bias, data.shape)
            else:
                with self.workspace.lend(weight.numel()) as memory:
                    weight, bias = self._scaled(memory, *weights[:2], *parameters)
                    ready = self._pack(weight.to(dtype), bias.to(dtype), data.shape)
        if self.closes:
            self.workspace.close()
        self._ready = (now, *ready)
        return ready

    def _pack(
        self, weight: torch.Tensor, bias: torch.Tensor | None, shape: torch.Size
    ) -> tuple[PackedWeight | None, torch.Tensor | None]:
        """Return the packed weight and the bias; two Nones if they are not all finite."""
        if not is_finite(weight) or (bias is not None and not is_finite(bias)):
            return None, None
        return PackedWeight(weight, shape, self._packed), bias

    def _cast(self, weights: tuple[Any, ...]) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the cast weight and bias."""
        weight, bias = (
            w if w is None or cast is None else cast(w) for w, cast in zip(weights[:2], self.casts, strict=True)
        )
        return weight, bias

    def _packed(self, weight: torch.Tensor, shape: list[int]) -> torch.Tensor:
        packed: torch.Tensor = torch_compat.onednn_pack_weight(weight, *self.geometry, shape)
        return packed

    def _scaled(self, memory: torch.Tensor, weight: Any, bias: Any, *parameters: Any) -> tuple[Any, Any]:
        """Return weight and bias with the batch normalization folded in; the weight is in ``memory``."""
        assert self.affine is not None
        scale, shift = self.affine(*(parameter.double() for parameter in parameters))
        if bias is not None:
            shift = shift + bias.double() * scale
        # channels-last, as packing takes it without a copy
        filters, channels, height, width = weight.shape
        scaled = memory[: weight.numel()].view(filters, height, width, channels).permute(0, 3, 1, 2)
        return torch.mul(weight, scale.float().view(-1, 1, 1, 1), out=scaled), shift.float()

    def _run_plain(self, data: torch.Tensor, weights: tuple[Any, ...], other: torch.Tensor | None) -> Any:
        """Run the operators one after the other."""
        steps = iter(self.steps)
        convolve, kwargs = next(steps)
        (weight, bias), parameters = self._cast(weights), weights[2:]
        out = convolve(data, weight, **kwargs) if bias is None else convolve(data, weight, bias, **kwargs)
        if self.affine is not None:
            normalize, kwargs = next(steps)
            out = normalize(out, *parameters, **kwargs)[0]
        if self.add is not None:
            out = self.add(out, other)
        for activate, kwargs in steps:
            out = activate(out, **kwargs)
        return out
