"""The short ways of operators that programs call often on small arrays (see :meth:`mxnet.registry.Op.direct`).

Each is the PyTorch function that the operator comes to, for floating-point tensors and attributes of the usual kind.
What an operator has to check is left to PyTorch's own checks where they are as strict: after any error the operator
itself is asked. Numbers are those of the operator, to the bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn import functional as F

from ..core.dtypes import TORCH_OF
from ..registry.op import get
from . import activation, arrange, elementwise_attrs, indexing, linear, matrix, norm, reduce, slicing  # noqa: F401 - registered
from ._large_linear import linear as linear_layer
from ._rows import LARGE
from .shape import reshaped

Direct = Callable[..., Any]


Rule = Callable[[Any], Direct | None]


def _direct(name: str, records: bool = False) -> Callable[[Rule], Rule]:
    return lambda rule: get(name).direct(rule, records)


class _NotThisWay(Exception):
    """These tensors need the operator itself."""


def copied(x: torch.Tensor) -> torch.Tensor:
    """Return a copy in C order."""
    return x.clone() if x.is_contiguous() else x.contiguous()


def _with_axis(made: torch.Tensor) -> torch.Tensor:
    """Return a new tensor with at least one axis: there are no arrays without."""
    if made.dim():
        return made
    return made.view(1) if made.requires_grad else made.resize_(1)


# -- reductions -----------------------------------------------------------------------------------------------


def _reduction(name: str, whole: Direct, along: Callable[..., torch.Tensor], empty: bool = True) -> None:
    """Give a reduction its short way, ``whole(x)`` and ``along(x, axes, keepdims)``; ``empty``: of no elements too."""

    def rule(p: Any) -> Direct | None:
        axes, keep = p.axis, p.keepdims
        if p.get("exclude") or (keep and not axes) or p.get("out_dtype"):
            return None

        def call(x: torch.Tensor) -> torch.Tensor:
            if not empty and not x.numel():
                raise _NotThisWay
            return _with_axis(along(x, axes, keep) if axes else whole(x))

        return call

    get(name).direct(rule, records=True)


_reduction("sum", torch.sum, torch.sum)
_reduction("mean", torch.mean, torch.mean)
_reduction("max", torch.max, torch.amax, empty=False)
_reduction("min", torch.min, torch.amin, empty=False)


@_direct("norm", records=True)
def _norm(p: Any) -> Direct | None:
    order, axes, keep = p.ord, p.axis or None, p.keepdims
    if order not in (1, 2) or p.out_dtype or (keep and not axes):
        return None

    def call(x: torch.Tensor) -> Any:
        return _with_axis(torch.linalg.vector_norm(x, order, axes, keep))

    return call


def _place_of(kernel: Direct) -> Rule:
    def rule(p: Any) -> Direct | None:
        axis, keep = p.axis, p.keepdims
        if axis is None:
            return None

        def call(x: torch.Tensor) -> Any:
            return _with_axis(kernel(x, axis, keep).type(x.dtype))

        return call

    return rule


get("argmax").direct(_place_of(torch.argmax))
get("argmin").direct(_place_of(torch.argmin))


# -- layers ---------------------------------------------------------------------------------------------------


def _over_axis(kernel: Direct) -> Rule:
    def rule(p: Any) -> Direct | None:
        if p.use_length or p.dtype is not None or p.temperature not in (None, 1):
            return None
        axis = p.axis
        return lambda x: kernel(x, axis)

    return rule


get("softmax").direct(_over_axis(torch.softmax), records=True)
get("log_softmax").direct(_over_axis(torch.log_softmax), records=True)


@_direct("FullyConnected", records=True)
def _fully_connected(p: Any) -> Direct:
    hidden, any_rank = p.num_hidden, not p.flatten

    def call(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        if weight.size(0) != hidden or not (any_rank or data.dim() == 2):
            raise _NotThisWay
        return linear_layer(data, weight, bias)

    return call


@_direct("Activation", records=True)
def _activation(p: Any) -> Direct | None:
    return {"relu": torch.relu, "sigmoid": torch.sigmoid, "tanh": torch.tanh}.get(p.act_type)


@_direct("LeakyReLU")
def _leaky_relu(p: Any) -> Direct | None:
    slope = p.slope
    return (lambda x: F.leaky_relu(x, slope)) if p.act_type == "leaky" else None


@_direct("LayerNorm")
def _layer_norm(p: Any) -> Direct | None:
    eps = p.eps
    if p.axis != -1 or p.output_mean_var:
        return None
    return lambda x, gamma, beta: torch.native_layer_norm(x, gamma.shape, gamma, beta, eps)[0]


# -- products, arrays put together ----------------------------------------------------------------------------


@_direct("dot", records=True)
def _dot(p: Any) -> Direct | None:
    if p.transpose_a:
        return (lambda a, b: torch.mm(a.t(), b.t())) if p.transpose_b else (lambda a, b: torch.mm(a.t(), b))
    return (lambda a, b: torch.mm(a, b.t())) if p.transpose_b else torch.mm


@_direct("batch_dot", records=True)
def _batch_dot(p: Any) -> Direct | None:
    return None if p.transpose_a or p.transpose_b else torch.bmm


@_direct("Concat", records=True)
def _concat(p: Any) -> Direct:
    dim = p.dim

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        made = torch.cat(tensors, dim)
        rank = made.dim()
        for t in tensors:
            if t.dim() != rank:
                raise _NotThisWay
        return made

    return call


@_direct("stack", records=True)
def _stack(p: Any) -> Direct:
    axis = p.axis
    return lambda *tensors: torch.stack(tensors, axis)


@_direct("clip", records=True)
def _clip(p: Any) -> Direct | None:
    low, high = p.a_min, p.a_max
    return (lambda x: torch.clamp(x, low, high)) if low <= high else None


@_direct("where", records=True)
def _where(p: Any) -> Direct:
    def call(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        shape = x.shape
        if condition.shape != shape or y.shape != shape or x.dtype is not y.dtype:
            raise _NotThisWay
        return torch.where(condition.bool(), x, y)

    return call


@_direct("Cast")
def _cast(p: Any) -> Direct:
    kind = TORCH_OF[p.dtype]
    return lambda x: copied(x) if x.dtype is kind else x.type(kind)


# -- shapes ---------------------------------------------------------------------------------------------------


@_direct("Reshape")
def _reshape(p: Any) -> Direct | None:
    spec, reverse = p.shape, p.reverse
    return (lambda x: copied(x).resize_(reshaped(tuple(x.shape), spec, reverse))) if spec else None  # type: ignore[arg-type]


@_direct("Flatten")
def _flatten(p: Any) -> Direct:
    def call(x: torch.Tensor) -> torch.Tensor:
        size = x.numel()
        if not size:
            raise _NotThisWay
        length = x.size(0)
        return copied(x).resize_((length, size // length))

    return call


@_direct("expand_dims")
def _expand_dims(p: Any) -> Direct:
    axis = p.axis
    return lambda x: copied(x).unsqueeze_(axis)


@_direct("squeeze")
def _squeeze(p: Any) -> Direct | None:
    if p.axis is not None:
        return None

    def call(x: torch.Tensor) -> torch.Tensor:
        return _with_axis(copied(x).squeeze_())

    return call


@_direct("transpose")
def _transpose(p: Any) -> Direct | None:
    axes = p.axes
    if not axes or min(axes) < 0:
        return None
    return lambda x: copied(x.permute(axes))


@_direct("slice_axis")
def _slice_axis(p: Any) -> Direct | None:
    axis, begin, end = p.axis, p.begin, p.end
    if end is None or not 0 <= begin < end:
        return None
    return lambda x: copied(x.narrow(axis, begin, end - begin))


# -- positions: those out of range are an error on a processor, and clipped by the operator ------------------------


@_direct("take", records=True)
def _take(p: Any) -> Direct | None:
    axis = p.axis
    if p.mode != "clip":
        return None

    def call(a: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
        if indices.dim() != 1 or not a.is_cpu:
            raise _NotThisWay
        return a.index_select(axis, indices.long())

    return call


@_direct("Embedding", records=True)
def _embedding(p: Any) -> Direct:
    shape = p.input_dim, p.output_dim

    def call(data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        if weight.shape != shape or not weight.is_cpu or (weight.requires_grad and weight.numel() >= LARGE):
            raise _NotThisWay
        return torch.embedding(weight, data.long())

    return call


@_direct("pick", records=True)
def _pick(p: Any) -> Direct | None:
    axis, keep = p.axis, p.keepdims
    if axis != -1 or p.mode != "clip":
        return None

    def call(data: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
        if index.shape != data.shape[:-1] or data.dim() < 2 or not data.is_cpu:
            raise _NotThisWay
        made = data.gather(-1, index.long().unsqueeze(-1))
        return made if keep else made.squeeze_(-1)

    return call


@_direct("one_hot")
def _one_hot(p: Any) -> Direct | None:
    depth, on, off, kind = p.depth, p.on_value, p.off_value, TORCH_OF[p.dtype]
    if depth < 1 or not kind.is_floating_point:
        return None

    def call(indices: torch.Tensor) -> torch.Tensor:
        if not indices.is_cpu:
            raise _NotThisWay
        hot = torch.full((*indices.shape, depth), off, dtype=kind)
        return hot.scatter_(-1, indices.long().unsqueeze_(-1), on)

    return call
