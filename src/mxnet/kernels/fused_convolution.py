"""A convolution at inference, fused with what follows it.

The weights include the batch normalization after the convolution. They are made from the program's weights once, and
again when those change (``core/write_tracking.py``); weights with gradients must first be seen unchanged. On CPUs with
oneDNN one kernel convolves, adds and activates, with weights packed in its memory format; elsewhere the result of the
convolution is added to and activated in place. The plain form, one operator after the other, serves calls with
gradients and data of other types.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch

from ..core import torch_compat
from ..core.write_tracking import Seen, caches, may_cache, took
from .choice import HAS_ONEDNN


class Activation(NamedTuple):
    """The activation that follows, by oneDNN's name."""

    name: str = "none"
    bounds: tuple[float, ...] = ()


#: the types that are fused on CPUs, and on other devices
_TYPES = (torch.float32, torch.bfloat16)
_OTHER_TYPES = (*_TYPES, torch.float16)
_CPU = torch.device("cpu")


def is_finite(value: Any) -> bool:
    """Return whether no value of a tensor is infinite or NaN; True for what oneDNN's kernel never takes."""
    return not isinstance(value, torch.Tensor) or not _by_onednn(value) or _all_finite(value)


def _all_finite(values: torch.Tensor) -> bool:
    return math.isfinite(values.sum(dtype=torch.float32).item())


def _is_fused(value: torch.Tensor) -> bool:
    """Return whether values of this type and device are fused."""
    return value.dtype in (_TYPES if value.is_cpu else _OTHER_TYPES)


def _by_onednn(data: torch.Tensor) -> bool:
    """Return whether oneDNN's kernel takes data of this type and device."""
    return data.is_cpu and data.dtype in _TYPES and HAS_ONEDNN


class _Prepared:
    """A convolution with what was made of its weights, the sum and the activation after it."""

    def __init__(
        self,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        shape: torch.Size,
        geometry: tuple[Any, ...],
        activation: Activation,
    ) -> None:
        self.dtype = weight.dtype
        self._weight, self._bias = self._laid_out(weight, shape, geometry), bias
        self._geometry, self._activation = geometry, activation

    @staticmethod
    def _laid_out(weight: torch.Tensor, shape: torch.Size, geometry: tuple[Any, ...]) -> Any:
        """Return the weight in memory as the convolution wants it, for data of a shape."""
        raise NotImplementedError

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None) -> torch.Tensor:
        """Convolve data, add ``other`` if there is one, and activate."""
        raise NotImplementedError


class _ByOneDNN(_Prepared):
    """Convolves, adds and activates by one kernel of oneDNN's."""

    @staticmethod
    def _laid_out(weight: torch.Tensor, shape: torch.Size, geometry: tuple[Any, ...]) -> PackedWeight:
        def pack(weight: torch.Tensor, shape: list[int]) -> torch.Tensor:
            return torch_compat.onednn_pack_weight(weight, *geometry, shape)

        return PackedWeight(weight, shape, pack)

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None) -> torch.Tensor:
        weight, (name, bounds) = self._weight.for_shape(data.shape), self._activation
        out: torch.Tensor
        if other is None:
            out = torch_compat.onednn_convolution(data, weight, self._bias, *self._geometry, name, bounds, "")
        else:
            activates = None if name == "none" else name
            out = torch_compat.onednn_convolution_and_sum(
                data, other, weight, self._bias, *self._geometry, "add", None, activates, bounds, ""
            )
        return out


class _InPlace(_Prepared):
    """Convolves with a weight in channels-last memory, as the data are; adds and activates in place."""

    @staticmethod
    def _laid_out(weight: torch.Tensor, shape: torch.Size, geometry: tuple[Any, ...]) -> torch.Tensor:
        return weight.contiguous(memory_format=torch.channels_last)

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None) -> torch.Tensor:
        pads, strides, dilations, groups = self._geometry
        out = torch.conv2d(data, self._weight, self._bias, strides, pads, dilations, groups)
        if other is not None:
            out.add_(other)
        name, bounds = self._activation
        return out if name == "none" else out.relu_() if name == "relu" else out.clamp_(*bounds)


#: the weights, and the convolution with what was made from them
_Ready = tuple[Seen | None, _Prepared | None]
_NOTHING: _Ready = (None, None)


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
    def lend(self, count: int, device: torch.device = _CPU) -> Iterator[torch.Tensor]:
        """Lend memory for at least ``count`` elements until the end of the block."""
        free = self._free
        if free is None or count > self.SIZE or device != _CPU:
            yield torch.empty(count, dtype=torch.float32, device=device)
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
        made_from, convolve = self._ready
        if made_from is None or not made_from.same(weights):
            convolve = self._prepare(data, weights)
        if convolve is None or convolve.dtype is not data.dtype:
            return self._run_plain(data, weights, other)
        return took(convolve)(data, other)

    def _fits(self, data: torch.Tensor, weights: tuple[Any, ...], other: torch.Tensor | None) -> bool:
        if not _is_fused(data) or data.dim() != 4 or not data.numel() or not caches():
            return False
        if data.dtype is torch.bfloat16 and data.is_cpu and not self._has_bfloat16():
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

    def _prepare(self, data: torch.Tensor, weights: tuple[Any, ...]) -> _Prepared | None:
        """Return the convolution with these weights; None if it cannot be made of them, or should not be yet.

        Packing takes about as long as it saves a call. Weights that get gradients and have changed since the last call
        are packed only when they come again unchanged.
        """
        if not may_cache():
            return None
        self._ready = _NOTHING
        now, before = Seen(weights), self._seen
        if not _is_fused(weights[0]) or not now.is_known(weights):
            return None
        self._seen = now
        if weights[0].requires_grad and before is not None and before.stamps != now.stamps:
            return None
        (weight, bias), parameters = self._cast(weights), weights[2:]
        dtype = weight.dtype
        if not _is_fused(weight) or (bias is not None and bias.dtype is not dtype):
            return None
        with torch.no_grad():
            if self.affine is None:
                result = self._prepared_for(weight, bias, data)
            else:
                with self.workspace.lend(weight.numel(), weight.device) as memory:
                    weight, bias = self._scaled(memory, *weights[:2], *parameters)
                    result = self._prepared_for(weight.to(dtype), bias.to(dtype), data)
        if self.closes:
            self.workspace.close()
        self._ready = (now, result)
        return result

    def _prepared_for(self, weight: torch.Tensor, bias: torch.Tensor | None, data: torch.Tensor) -> _Prepared | None:
        """Return the convolution of data of this shape, type and device; None if its weights are not all finite."""
        if not _all_finite(weight) or (bias is not None and not _all_finite(bias)):
            return None
        form = _ByOneDNN if _by_onednn(data) else _InPlace
        return form(weight, bias, data.shape, self.geometry, self.activation)

    def _cast(self, weights: tuple[Any, ...]) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the cast weight and bias."""
        weight, bias = (
            w if w is None or cast is None else cast(w) for w, cast in zip(weights[:2], self.casts, strict=True)
        )
        return weight, bias

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


#: the number of data shapes that weights are packed for; for others oneDNN reorders them at every call
PACKED_SHAPES = 64


class PackedWeight:
    """A weight packed by ``pack(weight, shape)`` in the memory format of oneDNN's kernel for each shape of data.

    Batches of one and of four may need different formats; a kernel reorders a weight of another format at every call,
    which can take longer than the convolution. Equal formats share memory.
    It is packed for the first shape at once, and for another when that comes a second time: packing takes about as long
    as it saves a call. Several threads may call :meth:`for_shape`.
    """

    def __init__(
        self, weight: torch.Tensor, shape: torch.Size, pack: Callable[[torch.Tensor, list[int]], torch.Tensor]
    ) -> None:
        self._pack = pack
        self.dtype = weight.dtype
        self._first = pack(weight, list(shape))
        #: by order of memory, from the second packing on
        self._of_order: dict[bytes, torch.Tensor] = {}
        #: by shape, as plain tuples: Python's garbage collector does not track these
        self._of_shape = {tuple(shape): self._first}
        #: shapes that have been seen
        self._seen = {tuple(shape)}

    def for_shape(self, shape: torch.Size) -> torch.Tensor:
        """Return the weight for data of a shape."""
        result = self._of_shape.get(shape)
        return self._for_another(shape) if result is None else result

    def _for_another(self, shape: torch.Size) -> torch.Tensor:
        if shape not in self._seen:
            if len(self._seen) < PACKED_SHAPES:
                self._seen.add(tuple(shape))
            return self._first
        with torch.no_grad():
            weight = self._first.to_dense().contiguous(memory_format=torch.channels_last)
            packed = self._pack(weight, list(shape))
        self._of_order = self._of_order or {torch_compat.onednn_order(self._first): self._first}
        packed = self._of_order.setdefault(torch_compat.onednn_order(packed), packed)
        self._of_shape[tuple(shape)] = packed
        return packed
