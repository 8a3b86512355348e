"""The two products of multi-head attention, on projections that lie interleaved in memory.

Sequences come first: ``(length, batch, heads * parts * size)``, where for each head the parts (queries, keys and
values, or keys and values) follow each other. Attention is ``(batch * heads, queries, keys)``.
"""

from functools import partial
from math import prod
from typing import Any

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..kernels.products import bmm
from ..registry import get, op
from ..registry.traits import AttentionPart
from . import binary, linalg, np_elementwise, scalar  # noqa: F401  # sums and products with numbers are registered there
from .activation import softmax
from .matrix import batch_dot
from .np_products import _npi_matmul
from .np_shape import _np_reshape, _np_transpose, _npx_reshape
from .npx import masked_softmax
from .shape import reshape, swap_axis, transpose


def _check(shape: Any, heads: int, parts: int, is_loose: bool = False) -> None:
    if len(shape) != 3:
        raise MXNetShapeError(f"expected projections of 3 dimensions, got {tuple(shape)}")
    if heads < 1 or (shape[2] is not None and not is_loose and shape[2] % (heads * parts)):
        raise MXNetError(f"projections of length {shape[2]} do not divide into {heads} heads of {parts} parts")


def _times(*lengths: int | None) -> int | None:
    """Return a product of partly known lengths."""
    return None if None in lengths else prod(lengths)  # type: ignore[arg-type]


def _score_shapes(parts: tuple[int, ...], p: Any, s: Any) -> None:
    """Scores are ``(batch * heads, queries, keys)``; queries lie in the first input, keys in the last."""
    if None in s.inputs:
        return
    for shape, item in zip(s.inputs, parts, strict=True):
        _check(shape, p.heads, item, is_loose=True)
    queries, keys = s.inputs[0], s.inputs[-1]
    if len(parts) == 2:
        s.inputs[-1] = (None, queries[1], _times(queries[2], 2))
    s.out[0] = (_times(queries[1], p.heads), queries[0], keys[0])


def _value_shapes(parts: int, p: Any, s: Any) -> None:
    """Weighted values are ``(queries, batch, heads * size)``."""
    if s.inputs[0] is None or s.attention is None or len(s.attention) != 3:
        return
    _check(s.inputs[0], p.heads, parts)
    keys, batch, width = s.inputs[0]
    s.attention = (_times(batch, p.heads), keys if parts == 3 else None, keys)
    s.out[0] = (s.attention[1], batch, None if width is None else width // parts)


def _split(data: torch.Tensor, heads: int, parts: int, is_loose: bool = False) -> tuple[torch.Tensor, ...]:
    """Return each part as a view ``(batch * heads, length, size)``.

    ``is_loose``: the width need not divide. As in 1.9.1, memory is then read as if rows were as short as the parts are.
    """
    _check(data.shape, heads, parts, is_loose)
    length, batch, width = data.shape
    size = width // (heads * parts)
    if width != heads * parts * size:
        data = data.reshape(-1)[: length * batch * heads * parts * size]
    return data.reshape(length, batch * heads, parts, size).permute(2, 1, 0, 3).unbind(0)


def _scores(queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    return bmm(queries * max(queries.shape[-1], 1) ** -0.5, keys.mT)


def _values(attention: torch.Tensor, values: torch.Tensor, heads: int) -> torch.Tensor:
    """Return the weighted values as a sequence ``(queries, batch, heads * size)``."""
    if attention.shape[0] != values.shape[0] or attention.shape[2] != values.shape[1]:
        raise MXNetShapeError(f"attention {tuple(attention.shape)} is not for values {tuple(values.shape)}")
    mixed = bmm(attention, values).transpose(0, 1)
    return mixed.reshape(mixed.shape[0], values.shape[0] // heads, heads * values.shape[2])


@op(
    "_contrib_interleaved_matmul_selfatt_qk",
    full_names=("outputs",),
    shapes=partial(_score_shapes, (3,)),
    amp=("widest", None),
)
def selfatt_qk(queries_keys_values, *, heads: int):
    """Return the scores of self-attention, ``queries @ keys.T / sqrt(size)``, for all heads in one call.

    Sequences come first: one projection of the input to three times its width gives queries, keys and values. Source:
    Vaswani et al., arXiv 1706.03762.

    Parameters
    ----------
    queries_keys_values
        Queries, keys and values, ``(length, batch, heads * 3 * size)``: for each head its query, key and value one
        after the other.
    heads
        The number of heads.

    Returns
    -------
    The scores, ``(batch * heads, length, length)``, a row for each query; softmax along the last axis makes weights of
    them.

    See Also
    --------
    interleaved_matmul_selfatt_valatt : applies the weights to the values.

    Examples
    --------
    >>> qkv = mx.nd.arange(6).reshape((2, 1, 3))  # two places: query 0, key 1, value 2; and query 3, key 4, value 5
    >>> scores = mx.nd.contrib.interleaved_matmul_selfatt_qk(qkv, heads=1)
    >>> print(scores.asnumpy())
    [[[ 0.  0.]
      [ 3. 12.]]]
    >>> weights = mx.nd.softmax(scores)
    >>> mx.nd.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=1).shape
    (2, 1, 1)
    """
    queries, keys, _ = _split(queries_keys_values, heads, 3, is_loose=True)
    return _scores(queries, keys)


@op(
    "_contrib_interleaved_matmul_selfatt_valatt",
    full_names=("outputs",),
    shapes=partial(_value_shapes, 3),
    amp=("widest", None),
)
def selfatt_valatt(queries_keys_values, attention, *, heads: int):
    """Return the values of self-attention, weighted: ``attention @ values``, for all heads in one call.

    Parameters
    ----------
    queries_keys_values
        Queries, keys and values, ``(length, batch, heads * 3 * size)``: for each head its query, key and value one
        after the other.
    attention
        The weights, ``(batch * heads, queries, keys)``: softmax of the scores, as a rule.
    heads
        The number of heads.

    Returns
    -------
    An array ``(length, batch, heads * size)``, heads side by side.

    See Also
    --------
    interleaved_matmul_selfatt_qk : the scores.

    Examples
    --------
    >>> qkv = mx.nd.arange(6).reshape((2, 1, 3))  # the values are 2 and 5
    >>> weights = mx.nd.array([[[1, 0], [0.5, 0.5]]])
    >>> print(mx.nd.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=1).asnumpy().ravel())
    [2.  3.5]
    """
    if attention.shape[1:2] != queries_keys_values.shape[:1]:
        rows = queries_keys_values.shape[0]
        raise MXNetShapeError(f"attention: expected a row for each of {rows} queries, got {tuple(attention.shape)}")
    return _values(attention, _split(queries_keys_values, heads, 3)[2], heads)


@op(
    "_contrib_interleaved_matmul_encdec_qk",
    full_names=("outputs",),
    shapes=partial(_score_shapes, (1, 2)),
    amp=("widest", None),
)
def encdec_qk(queries, keys_values, *, heads: int):
    """Return the scores of attention to another sequence, ``queries @ keys.T / sqrt(size)``, for all heads in one call.

    Parameters
    ----------
    queries
        ``(length, batch, heads * size)``.
    keys_values
        Keys and values, ``(length of the other sequence, batch, heads * 2 * size)``: for each head its key and value
        one after the other.
    heads
        The number of heads.

    Returns
    -------
    The scores, ``(batch * heads, queries, keys)``.

    See Also
    --------
    interleaved_matmul_encdec_valatt : applies the weights to the values.

    Examples
    --------
    >>> queries = mx.nd.array([[[1]], [[2]]])
    >>> keys_values = mx.nd.array([[[10, 7]], [[20, 8]], [[30, 9]]])  # the keys are 10, 20 and 30
    >>> print(mx.nd.contrib.interleaved_matmul_encdec_qk(queries, keys_values, heads=1).asnumpy())
    [[[10. 20. 30.]
      [20. 40. 60.]]]
    """
    return _scores(_split(queries, heads, 1, is_loose=True)[0], _split(keys_values, heads, 2, is_loose=True)[0])


@op(
    "_contrib_interleaved_matmul_encdec_valatt",
    full_names=("outputs",),
    shapes=partial(_value_shapes, 2),
    amp=("widest", None),
)
def encdec_valatt(keys_values, attention, *, heads: int):
    """Return the values of attention to another sequence, weighted: ``attention @ values``, for all heads in one call.

    Parameters
    ----------
    keys_values
        Keys and values, ``(length of the other sequence, batch, heads * 2 * size)``: for each head its key and value
        one after the other.
    attention
        The weights, ``(batch * heads, queries, keys)``: softmax of the scores, as a rule.
    heads
        The number of heads.

    Returns
    -------
    An array ``(queries, batch, heads * size)``, heads side by side.

    See Also
    --------
    interleaved_matmul_encdec_qk : the scores.

    Examples
    --------
    >>> keys_values = mx.nd.array([[[10, 7]], [[20, 8]], [[30, 9]]])  # the values are 7, 8 and 9
    >>> weights = mx.nd.array([[[1, 0, 0], [0, 0.5, 0.5]]])
    >>> print(mx.nd.contrib.interleaved_matmul_encdec_valatt(keys_values, weights, heads=1).asnumpy().ravel())
    [7.  8.5]
    """
    return _values(attention, _split(keys_values, heads, 2)[1], heads)


# -- what the graph's pass knows of them, and of the operators that attention is written with -------------------------


def _heads(data: torch.Tensor, heads: int, parts: int) -> tuple[torch.Tensor, ...] | None:
    """Return each part as a view ``(batch, heads, length, size)``; None where the width does not divide."""
    if data.dim() != 3 or data.shape[2] % (heads * parts):
        return None
    length, batch, width = data.shape
    return data.reshape(length, batch, heads, parts, width // (heads * parts)).permute(3, 1, 2, 0, 4).unbind(0)


def _joined(mixed: torch.Tensor) -> torch.Tensor:
    """Return ``(batch, heads, queries, size)`` as a sequence."""
    return mixed.permute(2, 0, 1, 3).flatten(2)


def _with_factor(queries: torch.Tensor, keys: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, float]:
    return queries, keys, max(queries.shape[-1], 1) ** -0.5


@selfatt_qk.attention
def _(p):
    def heads(data):
        parts = _heads(data, p.heads, 3)
        return None if parts is None else _with_factor(*parts[:2])

    return AttentionPart("scores", heads=heads)


@encdec_qk.attention
def _(p):
    def heads(queries, keys_values):
        first, others = _heads(queries, p.heads, 1), _heads(keys_values, p.heads, 2)
        return None if first is None or others is None else _with_factor(first[0], others[0])

    return AttentionPart("scores", heads=heads)


@selfatt_valatt.attention
def _(p):
    def heads(data, rows):
        parts = _heads(data, p.heads, 3)
        return None if parts is None or data.shape[0] != rows else parts[2]

    return AttentionPart("values", heads=heads, join=_joined)


@encdec_valatt.attention
def _(p):
    def heads(data, rows):
        parts = _heads(data, p.heads, 2)
        return None if parts is None else parts[1]

    return AttentionPart("values", heads=heads, join=_joined)


batch_dot.attention(lambda p: None if p.transpose_a else AttentionPart("product", transposed=p.transpose_b))


_npi_matmul.attention(AttentionPart("product"))


@get("_linalg_gemm2").attention
def _(p):
    if p.transpose_a or p.axis != -2:
        return None
    return AttentionPart("product", p.alpha, transposed=p.transpose_b)


def _by_lengths(length: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor | None:
    """Return where the scores of a shape count, for so many leading ones in each row."""
    if length.shape != shape[:-1]:
        return None
    return torch.arange(shape[-1], device=length.device) < length.unsqueeze(-1)


@softmax.attention(weights=True)
def _(p):
    if p.axis != -1 or p.dtype is not None or p.temperature not in (None, 1):
        return None
    return AttentionPart("weights", mask=_by_lengths if p.use_length else None)


def _by_mask(mask: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    return mask.bool()


@masked_softmax.attention(weights=True)
def _(p):
    factor = 1 if p.temperature is None else p.temperature and 1 / p.temperature
    return AttentionPart("weights", factor, mask=_by_mask) if p.axis == -1 else None


for _name in ("_mul_scalar", "_npi_multiply_scalar"):
    get(_name).attention(lambda p: AttentionPart("scale", p.scalar))
for _name in ("_div_scalar", "_npi_true_divide_scalar"):
    get(_name).attention(lambda p: AttentionPart("scale", p.scalar and 1 / p.scalar))
for _name in ("elemwise_add", "broadcast_add", "_npi_add"):
    get(_name).attention(AttentionPart("mask"))
for _op in (reshape, _np_reshape, _npx_reshape):
    _op.attention(AttentionPart("reshape"))
for _op in (transpose, swap_axis, _np_transpose):
    _op.attention(AttentionPart("transpose"))
