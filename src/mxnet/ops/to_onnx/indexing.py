"""Operators that take elements by position, or put them there, and those that make arrays."""

from typing import Any

import numpy as np
import torch

from ...core.semantics import semantics
from . import write_rows, writes
from .elementwise import count
from .tensors import by_function


def positions(g: Any, index: Any, length: Any, mode: str) -> Any:
    """Return positions as int64 and in range: clipped, or wrapped around."""
    integer = g.cast(index, "int64")
    if mode == "raise":
        return integer
    if mode == "wrap":
        return g.Mod(integer, length if not isinstance(length, int) else g.scalar(length, "int64"), shape=index.shape)
    one = g.scalar(1, "int64")
    last = g.scalar(length - 1, "int64") if isinstance(length, int) else g.Sub(g.squeeze(length, 0), one)
    return g.Max(g.Min(integer, last), g.scalar(0, "int64"), shape=index.shape)


@writes("take")
def _(g, p, x, index):
    axis = p.axis % x.rank
    return g.Gather(x, positions(g, index, g.length(x, axis), p.mode), axis=axis)


@writes("Embedding", "_contrib_SparseEmbedding")
def rows(g: Any, p: Any, index: Any, weight: Any) -> Any:
    """The rows of a weight at some positions."""
    return g.Gather(weight, positions(g, index, p.input_dim, "clip"), axis=0)


def _picked(g: Any, x: Any, index: Any, axis: int, mode: str) -> Any:
    if index.rank < x.rank:
        index = g.unsqueeze(index, axis)
    elif index.rank == x.rank == 1:
        index = g.reshape(index, (1,))
    return g.GatherElements(x, positions(g, index, g.length(x, axis), mode), axis=axis)


@writes("pick")
def _(g, p, x, index):
    axis = p.axis % x.rank
    result = _picked(g, x, index, axis, p.mode)
    return result if p.keepdims or x.rank == 1 else g.squeeze(result, axis)


@writes("batch_take")
def _(g, p, x, index):
    result = _picked(g, x, g.reshape(index, (-1, 1)), 1, "clip")
    return g.reshape(result, g.lengths(index))


@writes("one_hot")
def _(g, p, index):
    dtype = p.dtype if p.dtype in ("float32", "int32", "int64") else "float32"
    integer = g.cast(index, "int64")
    hot = g.Equal(g.unsqueeze(integer, index.rank), g.constant(np.arange(p.depth)))
    return g.Where(hot, g.scalar(p.on_value, dtype), g.scalar(p.off_value, dtype), dtype=dtype)


def _columns(g: Any, index: Any) -> Any:
    """Return indices as ONNX has them: those of one element lie together."""
    return g.transpose(g.cast(index, "int64"), (*range(1, index.rank), 0))


def _strides(shape: Any) -> list[int]:
    return [int(np.prod(shape[i + 1 :])) for i in range(len(shape))]


@writes("_ravel_multi_index")
def _(g, p, x):
    steps = np.array(_strides(p.shape)).reshape(-1, 1)
    return g.reduce("ReduceSum", g.Mul(g.cast(x, "int64"), steps), [0])


@writes("_unravel_index")
def _(g, p, x):
    flat, rows = g.cast(x, "int64"), []
    if semantics.api == 1:
        flat = g.reshape(flat, (-1,))
    for step in _strides(p.shape):
        rows.append(g.unsqueeze(g.Div(flat, step), 0))
        flat = g.Mod(flat, step)
    return g.concat(rows, 0)


@writes("fill_element_0index")
def _(g, p, x, values, index):
    column = g.reshape(g.cast(index, "int64"), (-1, 1))
    return g.ScatterElements(x, column, g.reshape(values, (-1, 1)), axis=1)


@writes("_onehot_encode")
def _(g, p, index, like):
    return g.Equal(g.reshape(g.cast(index, "int64"), (-1, 1)), count(g, g.length(like, 1)))


@writes("_contrib_index_array")
def _(g, p, x):
    axes = range(x.rank) if p.axes is None else [a % x.rank for a in p.axes]
    shape = g.shape(x)
    parts = []
    for axis in axes:
        steps = g.unsqueeze(count(g, g.length(x, axis)), *range(1, x.rank - axis))
        parts.append(g.unsqueeze(g.Expand(steps, shape, shape=x.shape), x.rank))
    return g.concat(parts, x.rank)


# -- constants ---------------------------------------------------------------------------------------------------------


@writes("_arange", "_linspace", "_eye", "_npi_identity", "_npi_eye", "_npi_arange", "_npi_logspace", "_npi_indices",
        "_npi_hanning", "_npi_hamming", "_npi_blackman")  # fmt: skip
def computed(g, p, shape=None):
    """What the operator makes, as a constant."""
    result = g.static(g.outs[0]) if shape is None else shape
    injected = {"device": torch.device("cpu"), "out_shape": result}
    new = g.op.call(**g.op.call_kwargs(p), **{key: injected[key] for key in g.op.injected})
    return g.constant(new.numpy())


@writes("_zeros", "_ones", "_full", "_zeros_without_dtype", "_npi_zeros", "_npi_ones")
def _(g, p):
    # what begins a recurrent network is as long as the batch: it broadcasts where that is not known
    return computed(g, p, tuple(1 if d is None else d for d in g.outs[0].shape))


@writes("_npi_full_like")
def _(g, p, x):
    dtype = g.outs[0].dtype if g.outs[0].dtype != "?" else x.dtype
    return g.filled(g.lengths(x), p.fill_value, dtype)


by_function("_contrib_arange_like")


# what is one expression
write_rows(
    {
        "gather_nd": lambda g, p, x, index: g.GatherND(x, _columns(g, index)),
        "scatter_nd": lambda g, p, x, index: g.ScatterND(g.filled(p.shape, 0, x.dtype), _columns(g, index), x),
        "_scatter_set_nd": lambda g, p, x, updates, index: g.ScatterND(x, _columns(g, index), updates),
        "_contrib_index_copy": lambda g, p, x, index, rows: g.ScatterND(
            x, g.unsqueeze(g.cast(index, "int64"), 1), rows
        ),
        "_contrib_boolean_mask": lambda g, p, x, index: g.Compress(x, g.cast(index, "bool"), axis=0),
        "_npx_nonzero": lambda g, p, x: g.Transpose(g.NonZero(x if x.rank else g.reshape(x, (1,))), perm=[1, 0]),
    }
)
