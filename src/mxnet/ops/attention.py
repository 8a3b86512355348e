"""The two products of multi-head attention, on projections that lie interleaved in memory.

Sequences come first: ``(length, batch, heads * parts * size)``, where for each head the parts (queries, keys and
values, or keys and values) follow each other. Attention is ``(batch * heads, queries, keys)``.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..kernels.products import bmm
from ..registry import op


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
    named_outputs=True,
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
    named_outputs=True,
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
    named_outputs=True,
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
    named_outputs=True,
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
