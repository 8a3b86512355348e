"""Integers that stand for real ones, by a scale and a number for zero: computed in float32, as runtimes do."""

from __future__ import annotations

from typing import Any

import numpy as np

from .....core.errors import MXNetError
from ..graph import Graph, translates
from .elements import type_name

_EIGHT = ("int8", "uint8")


@translates("QuantizeLinear")
def _(g, n, x, scale, zero=None):
    dtype = g.dtype(zero) if zero is not None else type_name(n.get("output_dtype", 0) or _UINT8)
    if dtype not in _EIGHT:
        raise MXNetError(f"numbers of the type {dtype} are not supported: expected {' or '.join(_EIGHT)}")
    scale = _spread(g, n, _cast(g, scale, "float32"), x)
    result = g.op("_npi_around", g.op("_npi_true_divide", _cast(g, x, "float32"), scale))
    if not _is_zero(zero):
        result = g.op("_npi_add", result, _spread(g, n, _cast(g, zero, "float32"), x))
    ends = np.iinfo(dtype)
    return g.op("Cast", g.op("clip", result, a_min=float(ends.min), a_max=float(ends.max)), dtype=dtype)


@translates("DequantizeLinear")
def _(g, n, x, scale, zero=None):
    dtype = type_name(n["output_dtype"]) if n.get("output_dtype") else g.dtype(scale)
    result = x
    if not _is_zero(zero):
        wide = "int32" if g.dtype(x) == "int32" else "float32"  # the difference fits
        result = g.op("_npi_subtract", _cast(g, x, wide), _spread(g, n, _cast(g, zero, wide), x))
    scale = _spread(g, n, _cast(g, scale, "float32"), x)
    return _cast(g, g.op("_npi_multiply", _cast(g, result, "float32"), scale), dtype)


#: ONNX's code of uint8, the default type
_UINT8 = 2


def _is_zero(zero: Any) -> bool:
    return zero is None or (isinstance(zero, np.ndarray) and not zero.any())


def _cast(g: Graph, value: Any, dtype: str) -> Any:
    """Return a value as numbers of another type."""
    if g.dtype(value) == dtype:
        return value
    return value.astype(dtype) if isinstance(value, np.ndarray) else g.op("Cast", value, dtype=dtype)


def _spread(g: Graph, n: Any, value: Any, x: Any) -> Any:
    """Return what holds for all of ``x``, for each place along an axis, or for each block of them, so that it
    broadcasts.
    """
    own, block = g.static(value), n.get("block_size", 0)
    if not own:
        return value
    rank = g.rank(x)
    axis = n.get("axis", 1) % max(rank, 1)
    if block:
        lead = (None,) * axis
        wide = g.op("repeat", value, repeats=block, axis=axis)
        return g.op("slice", wide, begin=(*lead, 0), end=(*lead, g.static(x)[axis]))
    if len(own) != 1 or (own[0] == 1 and rank):
        return value
    shape = tuple(-1 if i == axis else 1 for i in range(rank))
    return value.reshape(shape) if isinstance(value, np.ndarray) else g.op("_np_reshape", value, newshape=shape)
