"""Operators of ``mx.npx`` that MXNet 2 has and 1.9.1 has not, and its names of operators that both have."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Double
from ..registry import op
from ..registry.rules import elementwise
from ._families import first_type

# -- softmax over what a mask leaves -------------------------------------------------------------------------------


def _scores(data, mask, axis, temperature):
    """Return what the softmax is taken of, with -inf where the mask is not but in rows without any, and the mask."""
    mask = mask.bool().expand(data.shape)
    if temperature is not None and temperature != 1:
        data = data / temperature
    return data.masked_fill(~mask, -torch.inf).masked_fill(~mask.any(axis, keepdim=True), 0), mask


@op("_npx_masked_softmax", own=True, aliases=("masked_softmax",), types=first_type, amp="full")
def masked_softmax(data, mask, *, axis: int = -1, temperature: Double | None = 1.0, normalize: bool = True):
    """Return the softmax of ``data / temperature`` along ``axis`` over the entries where ``mask`` is true.

    The others get 0, and so does all where no entry is left. ``mask`` broadcasts. ``normalize`` is without effect: the
    largest entry is always subtracted before ``exp``.
    """
    scores, mask = _scores(data, mask, axis, temperature)
    return torch.softmax(scores, axis).masked_fill(~mask, 0)


@op("_npx_masked_log_softmax", own=True, aliases=("masked_log_softmax",), types=first_type, amp="full")
def masked_log_softmax(data, mask, *, axis: int = -1, temperature: Double | None = 1.0, normalize: bool = True):
    """Return the logarithm of :func:`masked_softmax`: -inf where ``mask`` is false."""
    scores, mask = _scores(data, mask, axis, temperature)
    return torch.log_softmax(scores, axis).masked_fill(~mask, -torch.inf)


# -- writing at indices ----------------------------------------------------------------------------------------------


def _same_shape(p, s):
    s.out[0] = s.inputs[0]


def _places(a, ind):
    """Return indices as one tensor for each of the first axes of ``a``, each checked."""
    rows = ind.long().reshape(ind.shape[0] if ind.dim() else 1, -1)
    if len(rows) > a.dim():
        raise MXNetShapeError(f"ind: indices for {len(rows)} axes, but the array has {a.dim()}")
    if not rows.is_meta:
        for axis, row in enumerate(rows):
            size = a.shape[axis]
            wrong = (row < -size) | (row >= size)
            if bool(wrong.any()):
                bad = int(row[wrong][0])
                raise MXNetError(f"index {bad} is out of bounds for axis {axis} with size {size}")
    return tuple(rows)


def _values(a, places, val):
    """Return ``val`` as it is written: one entry of the remaining axes for each index."""
    shape = (len(places[0]), *a.shape[len(places) :])
    try:
        return val.to(a.dtype).expand(shape)
    except RuntimeError:
        raise MXNetShapeError(f"val: shape {tuple(val.shape)} does not broadcast to {shape}") from None


@op("_npx_index_update", own=True, host_sync="check", types=first_type, shapes=_same_shape)
def index_update(a, ind, val):
    """Return a copy of ``a`` with ``val`` at the indices ``ind``, one row for each of the first axes (Source: MXNet 2).

    ``val`` broadcasts to the indexed part. A one-dimensional ``ind`` is one index.
    """
    places = _places(a, ind)
    return a.index_put(places, _values(a, places, val))


@op("_npx_index_add", own=True, host_sync="check", types=first_type, shapes=_same_shape)
def index_add(a, ind, val):
    """Return a copy of ``a`` with ``val`` added at the indices ``ind``, as often as they occur."""
    places = _places(a, ind)
    return a.index_put(places, _values(a, places, val), accumulate=True)


# -- attention in a sliding window (Beltagy et al., arXiv 2004.05150) ----------------------------------------------


def _window(length, dilation, w, symmetric):
    """Return the key that each place, head and offset looks at, ``(L, H, W)``."""
    offsets = torch.arange(-w, (w if symmetric else 0) + 1, device=dilation.device)
    places = torch.arange(length, device=dilation.device)
    return places[:, None, None] + offsets * dilation.long()[:, None]


def _looked_at(values, positions):
    """Return the entries ``(B, L, H, W, D)`` of ``values``, ``(B, L, H, D)``, zero beyond its ends."""
    length, heads = values.shape[1:3]
    inside = (positions >= 0) & (positions < length)
    head = torch.arange(heads, device=values.device)[:, None]
    return values[:, positions.clamp(0, length - 1), head] * inside[..., None].to(values.dtype)


@op("_contrib_sldwin_atten_score", own=True, aliases=("_npx_sldwin_atten_score",), types=lambda p, t: _float_first(t))
def sldwin_atten_score(query, key, dilation, *, w: int, symmetric: bool):
    """Return the products of queries and the keys in their windows, ``(B, L, H, 2w + 1)``, or ``(B, L, H, w + 1)``.

    ``query`` and ``key`` are ``(B, L, H, D)``, ``dilation`` ``(H,)`` are the distances between the keys of a window.
    With ``symmetric`` it has ``w`` keys on each side, else those before. Beyond the ends products are 0.
    """
    keys = _looked_at(key, _window(key.shape[1], dilation, w, symmetric))
    return torch.einsum("blhd,blhwd->blhw", query, keys)


@op(
    "_contrib_sldwin_atten_context",
    own=True,
    aliases=("_npx_sldwin_atten_context",),
    types=lambda p, t: _float_first(t),
)
def sldwin_atten_context(score, value, dilation, *, w: int, symmetric: bool):
    """Return the sums of the values in the windows, weighted by ``score`` (see :func:`sldwin_atten_score`)."""
    values = _looked_at(value, _window(value.shape[1], dilation, w, symmetric))
    return torch.einsum("blhw,blhwd->blhd", score, values)


@op(
    "_contrib_sldwin_atten_mask_like", own=True, aliases=("_npx_sldwin_atten_mask_like",), types=first_type,
    shapes=_same_shape,
)  # fmt: skip
def sldwin_atten_mask_like(score, dilation, valid_length, *, w: int, symmetric: bool):
    """Return 1 where a place and the key that it looks at are within ``valid_length``, ``(B,)``, and 0 elsewhere."""
    length = score.shape[1]
    positions = _window(length, dilation, w, symmetric)
    limit = valid_length.long()[:, None, None, None]
    own = torch.arange(length, device=score.device)[:, None, None]
    return ((positions >= 0) & (positions < limit) & (own < limit)).to(score.dtype)


def _float_first(t):
    t.out[0] = t.inputs[0]
    t.inputs[0] = t.out[0]
    t.inputs[1] = t.inputs[0]


# -- element by element -----------------------------------------------------------------------------------------------


@op("digamma", own=True, aliases=("_npx_digamma",), shapes=elementwise, amp="full")
def digamma(data):
    """Return the derivative of ``log |gamma(x)|``."""
    return torch.digamma(data)


@op("log_sigmoid", own=True, aliases=("_npx_log_sigmoid",), shapes=elementwise, amp="full")
def log_sigmoid(data):
    """Return ``log(1 / (1 + exp(-x)))``."""
    return F.logsigmoid(data)


@op("mish", own=True, aliases=("_npx_mish",), shapes=elementwise, amp="full")
def mish(data):
    """Return ``x * tanh(log(1 + exp(x)))`` (Misra, arXiv 1908.08681)."""
    return F.mish(data)


#: names of ``mx.npx`` -> operators of all releases
NAMES = {
    "add_n": "add_n",
    "batch_norm_with_relu": "_contrib_BatchNormWithReLU",
    "bipartite_matching": "_contrib_bipartite_matching",
    "box_decode": "_contrib_box_decode",
    "box_encode": "_contrib_box_encode",
    "box_iou": "_contrib_box_iou",
    "box_nms": "_contrib_box_nms",
    "broadcast_greater": "broadcast_greater",
    "broadcast_like": "broadcast_like",
    "contrib_calibrate_entropy": "_contrib_calibrate_entropy",
    "contrib_quantize": "_contrib_quantize",
    "contrib_quantize_v2": "_contrib_quantize_v2",
    "ctc_loss": "CTCLoss",
    "deformable_convolution": "_contrib_DeformableConvolution",
    "group_norm": "GroupNorm",
    "instance_norm": "InstanceNorm",
    "interleaved_matmul_encdec_qk": "_contrib_interleaved_matmul_encdec_qk",
    "interleaved_matmul_encdec_valatt": "_contrib_interleaved_matmul_encdec_valatt",
    "interleaved_matmul_selfatt_qk": "_contrib_interleaved_matmul_selfatt_qk",
    "interleaved_matmul_selfatt_valatt": "_contrib_interleaved_matmul_selfatt_valatt",
    "modulated_deformable_convolution": "_contrib_ModulatedDeformableConvolution",
    "norm": "norm",
    "pad": "Pad",
    "quantized_act": "_contrib_quantized_act",
    "quantized_conv": "_contrib_quantized_conv",
    "quantized_elemwise_add": "_contrib_quantized_elemwise_add",
    "quantized_elemwise_mul": "_contrib_quantized_elemwise_mul",
    "quantized_embedding": "_contrib_quantized_embedding",
    "quantized_flatten": "_contrib_quantized_flatten",
    "quantized_fully_connected": "_contrib_quantized_fully_connected",
    "quantized_pooling": "_contrib_quantized_pooling",
    "requantize": "_contrib_requantize",
    "round_ste": "_contrib_round_ste",
    "scalar_poisson": "_random_poisson",
    "sequence_last": "SequenceLast",
    "sequence_reverse": "SequenceReverse",
    "sign_ste": "_contrib_sign_ste",
    "slice_channel": "SliceChannel",
    "slice_like": "slice_like",
    "softsign": "softsign",
    "stop_gradient": "BlockGrad",
    "sync_batch_norm": "_contrib_SyncBatchNorm",
    "tensor_poisson": "_sample_poisson",
}
