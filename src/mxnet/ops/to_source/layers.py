"""Layers with parameters, and pooling."""

from typing import Any

import torch
from torch.nn import functional as F

from ...core.text import literal
from ..conv import channel_last, per_axes, per_axis
from ..rnn import layout_of, unpack
from . import first_alone, options, short, source, source_rows


def _geometry(c: Any) -> tuple[Any, Any, Any]:
    if channel_last(c.p.layout):
        raise c.refusal(f"layout {c.p.layout}: channels come second in PyTorch")
    return tuple(map(short, per_axes(c.p.kernel, c.p.stride, c.p.dilate, c.p.pad)))


def _convolution(c: Any, kind: str, function: str, wide: int, **spread: tuple[Any, Any]) -> str:
    """Return the call of a layer ``kind`` of ``wide`` channels, or of the function that its name begins with."""
    p, n = c.p, len(c.p.kernel)
    settings = options(**spread, bias=(not p.no_bias, True))
    layer = c.layer(f"nn.{kind}{n}d({wide}, {p.num_filter}, {short(p.kernel)}{settings})", weight=1, **_bias(c))
    return f"{layer}({c[0]})" if layer else f"F.{function}{n}d({c[0]}, {c[1]}{_given_bias(c)}{options(**spread)})"


@source("Convolution", "Convolution_v1")
def _(c):
    (stride, dilate, pad), groups = _geometry(c), (c.p.num_group, 1)
    wide = c.shape(1)[1] * c.p.num_group
    spread = {"stride": (stride, 1), "padding": (pad, 0), "dilation": (dilate, 1), "groups": groups}
    return _convolution(c, "Conv", "conv", wide, **spread)


@source("Deconvolution")
def _(c):
    (stride, dilate, pad), groups = _geometry(c), (c.p.num_group, 1)
    if any(c.p.target_shape or ()):
        raise c.refusal("target_shape has no counterpart: give pad and adj")
    adj = short(per_axis("adj", c.p.adj, c.p.kernel, 0))
    spread = {"stride": (stride, 1), "padding": (pad, 0), "output_padding": (adj, 0), "groups": groups}
    return _convolution(c, "ConvTranspose", "conv_transpose", c.shape(1)[0], **spread, dilation=(dilate, 1))


def _bias(c: Any) -> dict[str, int]:
    return {} if c.p.no_bias else {"bias": 2}


def _given_bias(c: Any) -> str:
    return "" if c.p.no_bias else f", {c[2]}"


@source("FullyConnected")
def _(c):
    data = c[0]
    if c.p.flatten and len(c.shape(0)) != 2:
        data = f"torch.flatten({data}, 1)" if len(c.shape(0)) > 1 else f"{data}.reshape(-1, 1)"
    out, wide = c.shape(1)
    layer = c.layer(f"nn.Linear({wide}, {out}{options(bias=(not c.p.no_bias, True))})", weight=1, **_bias(c))
    return f"{layer}({data})" if layer else f"F.linear({data}, {c[1]}{_given_bias(c)})"


@source("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm")
def _(c):
    p, rank = c.p, len(c.shape(0))
    if p.get("axis", 1) % rank != 1 or p.output_mean_var:
        raise c.refusal("PyTorch normalizes channels, which come second, and gives no statistics")
    length = {2: 1, 3: 1, 4: 2, 5: 3}[rank]
    settings = options(eps=(p.eps, 1e-5), momentum=(round(1 - p.momentum, 12), 0.1))
    sources = {"weight": 1, "bias": 2, "running_mean": 3, "running_var": 4}
    ones = ("weight",) if p.fix_gamma else ()
    if p.use_global_stats:
        gamma = "None" if p.fix_gamma else c[1]
        return f"F.batch_norm({c[0]}, {c[3]}, {c[4]}, {gamma}, {c[2]}, eps={literal(p.eps)})"
    layer = c.layer(f"nn.BatchNorm{length}d({c.shape(1)[0]}{settings})", ones=ones, **sources)
    if layer is None:
        raise c.refusal("its parameters or statistics are shared with another layer")
    return f"{layer}({c[0]})"


@source("LayerNorm")
def _(c):
    if c.p.axis not in (-1, len(c.shape(0)) - 1) or c.p.output_mean_var:
        raise c.refusal("PyTorch normalizes along the last axis, and gives no statistics")
    settings = options(eps=(c.p.eps, 1e-5))
    layer = c.layer(f"nn.LayerNorm({c.shape(1)[0]}{settings})", weight=1, bias=2)
    return f"{layer}({c[0]})" if layer else f"F.layer_norm({c[0]}, {c[1]}.shape, {c[1]}, {c[2]}{settings})"


source("InstanceNorm")(lambda c: f"F.instance_norm({c[0]}, weight={c[1]}, bias={c[2]}, eps={literal(c.p.eps)})")


@source("GroupNorm")
def _(c):
    if c.p.output_mean_var:
        raise c.refusal("PyTorch gives no statistics")
    item = c.shape(0)[1] // c.p.num_groups
    scale, shift = (f"{c[i]}.repeat_interleave({item})" for i in (1, 2))
    return f"F.group_norm({c[0]}, {c.p.num_groups}, {scale}, {shift}, eps={literal(c.p.eps)})"


@source("Embedding", "_contrib_SparseEmbedding")
def _(c):
    p = c.p
    index = f"{c[0]}.long().clamp(0, {p.input_dim - 1})"
    layer = c.layer(f"nn.Embedding({p.input_dim}, {p.output_dim})", weight=1)
    return f"{layer}({index})" if layer else f"F.embedding({index}, {c[1]})"


@source("Dropout", reads=first_alone)
def _(c):
    if c.p.mode != "training" or c.p.axes:
        raise c.refusal("only mode='training' without axes has a counterpart")
    return f"F.dropout({c[0]}, {literal(c.p.p)}, training=self.training)"


_RECURRENT = {"lstm": "nn.LSTM({}{})", "gru": "nn.GRU({}{})", "rnn_tanh": "nn.RNN({}{})", "rnn_relu": "nn.RNN({}{})"}


def _recurrent_reads(operators: Any) -> tuple[int, ...]:
    """Return data and states, without those that are zeros: PyTorch's layers begin with them."""
    return (0,) if set(operators[2:]) == {"_zeros"} else (0, *range(2, len(operators)))


@source("RNN", reads=_recurrent_reads)
def _(c):
    p = c.p
    if p.use_sequence_length or p.projection_size or p.lstm_state_clip_min is not None:
        raise c.refusal("use_sequence_length, projection_size and lstm_state_clip_min have no counterpart here")
    wide, directions = c.shape(0)[2], 2 if p.bidirectional else 1
    groups = unpack(c.constant(1), layout_of(p), wide)
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    sources = {
        f"{name}_l{i // directions}{'_reverse' if i % directions else ''}": value
        for i, group in enumerate(groups)
        for name, value in zip(names, group, strict=True)
    }
    kind = (p.mode.removeprefix("rnn_"), "tanh") if p.mode.startswith("rnn_") else (None, None)
    dropout, both = (p.p if p.num_layers > 1 else 0.0, 0.0), (p.bidirectional, False)
    settings = options(num_layers=(p.num_layers, 1), nonlinearity=kind, dropout=dropout, bidirectional=both)
    layer = c.hold(_RECURRENT[p.mode].format(f"{wide}, {p.state_size}", settings), sources)
    states = "" if c.reads == (0,) else f", ({c[2]}, {c[3]})" if p.mode == "lstm" else f", {c[2]}"
    call = f"{layer}({c[0]}{states})"
    if not p.state_outputs:
        return f"{call}[0]"
    c.unpack = "{}, ({}, {})" if p.mode == "lstm" else "{}, {}"
    return call


@source("Pooling", "Pooling_v1")
def _(c):
    p, pooling = c.p, c.p.pool_type
    n = len(c.shape(0)) - 2
    if channel_last(p.get("layout")):
        raise c.refusal(f"layout {p.get('layout')}: channels come second in PyTorch")
    if p.global_pool:
        if pooling in ("max", "avg"):
            return f"F.adaptive_{pooling}_pool{n}d({c[0]}, 1)"
        axes = tuple(range(2, n + 2))
        if pooling == "sum":
            return f"{c[0]}.sum({axes}, keepdim=True)"
        return f"torch.linalg.vector_norm({c[0]}, {p.p_value}, {axes}, keepdim=True)"
    stride, pad = (short(per_axis(name, p[name], p.kernel, d)) for name, d in (("stride", 1), ("pad", 0)))
    counts = p.get("count_include_pad")
    more = options(padding=(pad, 0), ceil_mode=(p.pooling_convention == "full", False))
    if pooling == "avg":
        more += options(count_include_pad=(counts is None or bool(counts), True))
    if pooling == "sum":
        more += ", divisor_override=1"
    name = f"{'avg' if pooling == 'sum' else pooling}_pool{n}d"
    if (
        pooling == "lp"
        or (pooling == "sum" and n == 1)
        or not _fits(name, c.shape(0), c.out_shape(0), short(p.kernel), stride, pad, p)
    ):
        raise c.refusal(f"{pooling} pooling with these windows has no counterpart")
    return f"F.{name}({c[0]}, {short(p.kernel)}, {stride}{more})"


def _fits(name: str, shape: Any, expected: Any, kernel: Any, stride: Any, pad: Any, p: Any) -> bool:
    """Return whether a pooling of PyTorch's takes these windows, and as many."""
    try:
        result = getattr(F, name)(
            torch.empty(shape, device="meta"), kernel, stride, pad, ceil_mode=p.pooling_convention == "full"
        )
    except RuntimeError:
        return False
    return result.shape == expected


# -- images that are resized, warped, and cut into columns -------------------------------------------------------------


@source("_contrib_BilinearResize2D")
def _(c):
    size = c.out_shape(0)[2:]
    if 1 in size and not c.p.align_corners:
        raise c.refusal("a single row or column is the first one, not the middle")
    return f"F.interpolate({c[0]}, size={size}, mode='bilinear'{options(align_corners=(c.p.align_corners, None))})"


def _grid(c: Any, theta: str) -> str:
    """Return the text of an affine grid, with x and y last."""
    height, width = c.p.target_shape
    return f"F.affine_grid({theta}.view(-1, 2, 3), ({theta}.shape[0], 1, {height}, {width}), align_corners=True)"


@source("GridGenerator")
def _(c):
    if c.p.transform_type != "affine":
        raise c.refusal("transform_type='warp' has no counterpart")
    return f"{_grid(c, c[0])}.permute(0, 3, 1, 2)"


@source("im2col")
def _(c):
    p = c.p
    if len(p.kernel) != 2:
        raise c.refusal("images alone have a counterpart")
    stride, dilate, pad = map(short, per_axes(p.kernel, p.stride, p.dilate, p.pad))
    return f"F.unfold({c[0]}, {short(p.kernel)}{options(dilation=(dilate, 1), padding=(pad, 0), stride=(stride, 1))})"


# what is one expression
source_rows(
    {
        "_contrib_AdaptiveAvgPooling2D": lambda c: f"F.adaptive_avg_pool2d({c[0]}, {short(c.out_shape(0)[2:])})",
        "BilinearSampler": lambda c: f"F.grid_sample({c[0]}, {c[1]}.permute(0, 2, 3, 1), align_corners=True)",
        "SpatialTransformer": lambda c: f"F.grid_sample({c[0]}, {_grid(c, c[1])}, align_corners=True)",
        "space_to_depth": lambda c: (
            f"{c[0]}.unflatten(3, (-1, {c.p.block_size})).unflatten(2, (-1, {c.p.block_size}))"
            ".permute(0, 3, 5, 1, 2, 4).flatten(1, 3)"
        ),
        "depth_to_space": lambda c: (
            f"{c[0]}.unflatten(1, ({c.p.block_size}, {c.p.block_size}, -1)).permute(0, 3, 4, 1, 5, 2)"
            ".flatten(4, 5).flatten(2, 3)"
        ),
    }
)
