"""Operators that change shapes, orders of axes and elements."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import write_rows, writes
from .tensors import FORMS, by_function

Dims = list[Any]


def to_output(g: Any, x: Any, fallback: Any = None) -> Any:
    """Return ``x`` in the shape of the output, as inference found it; ``fallback()`` gives the lengths where that has
    left more than one open.
    """
    shape = g.outs[0].shape
    if shape is not None and shape.count(None) < 2:
        return g.reshape(x, [-1 if d is None else d for d in shape])
    if fallback is None:
        g.refuse(f"its shape {shape} has more than one length that is not known")
    return g.reshape(x, fallback())


def _product(g: Any, lengths: Sequence[Any]) -> Any:
    if all(isinstance(d, int) for d in lengths):
        return math.prod(lengths)
    result = g.vector([lengths[0]])
    for length in lengths[1:]:
        result = g.Mul(result, g.vector([length]))
    return result


def _lengths(g: Any, x: Any, spec: Sequence[int], reverse: bool, codes: dict[str, int]) -> Dims:
    """Return the lengths that the codes of a reshape make of those of ``x``; see ``mxnet.ops.shape.reshaped``."""
    dims = g.lengths(x)
    codes_left = list(spec)
    if reverse:
        dims.reverse()
        codes_left.reverse()
    result: Dims = []
    at, rest = 0, iter(codes_left)
    for code in rest:
        if code == codes["rest"]:
            result += dims[at:]
            at = len(dims)
        elif code == codes["merge"]:
            result.append(_product(g, dims[at : at + 2]))
            at += 2
        elif code == codes["split"]:
            result += _split(g, dims[at], next(rest), next(rest))
            at += 1
        elif code == codes["copy"]:
            result.append(dims[at])
            at += 1
        elif code == codes["skip"]:
            at += 1
        else:
            result.append(code)
            at += 1
    return result[::-1] if reverse else result


def _split(g: Any, length: Any, first: int, second: int) -> Dims:
    if first == -1:
        return [length // second if isinstance(length, int) else g.Div(length, [second]), second]
    if second == -1:
        return [first, length // first if isinstance(length, int) else g.Div(length, [first])]
    return [first, second]


_CLASSIC = {"copy": 0, "rest": -2, "merge": -3, "split": -4, "skip": -100}
_NUMPY = {"copy": -2, "skip": -3, "rest": -4, "merge": -5, "split": -6}


by_function(
    "_np_reshape", "transpose", "_np_transpose", "SwapAxis", "_np_moveaxis", "_np_roll", "_npi_rot90", "reverse",
    "_npi_flip", "_np_atleast_1d", "_np_atleast_2d", "_np_atleast_3d", "_npi_concatenate", "stack", "_npi_stack",
    "tile", "where", "SliceChannel", "_npi_dsplit",
)  # fmt: skip


@writes("Reshape")
def _(g, p, x):
    return to_output(g, x, (lambda: _lengths(g, x, p.shape, p.reverse, _CLASSIC)) if p.shape else None)


@writes("reshape_like")
def _(g, p, x, like):
    first, last = _span(p.lhs_begin, p.lhs_end, x.rank)
    begin, end = _span(p.rhs_begin, p.rhs_end, like.rank)
    if (first, last, begin, end) == (0, x.rank, 0, like.rank):
        return g.Reshape(x, g.shape(like))
    return g.reshape(x, [*g.lengths(x)[:first], *g.lengths(like)[begin:end], *g.lengths(x)[last:]])


def _span(begin: int | None, end: int | None, rank: int) -> tuple[int, int]:
    last = rank if end is None else end % rank if end < 0 else end
    return (0 if begin is None else begin % rank), last


@writes("squeeze", "_np_squeeze")
def _(g, p, x):
    axes = p.axis
    if axes is None:
        axes = [i for i, d in enumerate(g.static(x)) if d == 1]
    result = g.squeeze(x, *axes)
    return g.reshape(result, (1,)) if g.outs[0].shape == (1,) and len(axes) == x.rank else result


def _expanded(g: Any, x: Any, lengths: Sequence[Any]) -> Any:
    return g.Expand(x, g.vector(lengths))


@writes("broadcast_axis")
def _(g, p, x):
    lengths: Dims = [1] * x.rank
    for axis, size in zip(p.axis, p.size, strict=True):
        lengths[axis] = size
    return _expanded(g, x, lengths)


@writes("broadcast_like")
def _(g, p, x, like):
    if p.lhs_axes is None and p.rhs_axes is None:
        return g.Expand(x, g.shape(like))
    lengths: Dims = [1] * x.rank
    for mine, other in zip(p.lhs_axes, p.rhs_axes, strict=True):
        lengths[mine] = g.length(like, other)
    return _expanded(g, x, lengths)


# -- orders of elements ------------------------------------------------------------------------------------------------


def flipped(g: Any, x: Any, axes: Sequence[int]) -> Any:
    """Return ``x`` with the order of its elements reversed along axes."""
    for axis in axes:
        x = g.slice(x, axis, -1, None, -1)
    return x


@writes("Pad")
def _(g, p, x):
    widths = [*p.pad_width[::2], *p.pad_width[1::2]]
    return g.Pad(x, widths, g.scalar(p.constant_value, x.dtype) if p.mode == "constant" else None, mode=p.mode)


# -- joining and splitting ---------------------------------------------------------------------------------------------


@writes("_npi_hstack")
def _(g, p, *xs):
    flat = [g.reshape(x, (1,)) if not x.rank else x for x in xs]
    return g.concat(flat, 0 if flat[0].rank == 1 else 1)


@writes("_npi_dstack")
def _(g, p, *xs):
    deep = [g.reshape(x, (1, -1, 1)) if x.rank < 2 else g.unsqueeze(x, 2) if x.rank == 2 else x for x in xs]
    return g.concat(deep, 2)


def split(g: Any, x: Any, axis: int, sizes: Sequence[int], squeeze: bool) -> list[Any]:
    """Return ``x`` cut into parts of these lengths."""
    parts = g.Split(x, list(sizes), axis=axis, outputs=len(sizes)) if len(sizes) > 1 else [x]
    if squeeze:
        return [g.Squeeze(part, [axis]) for part in parts]
    return list(parts) if len(parts) > 1 else [g.Identity(x)]


def _cut(g: Any, p: Any, x: Any, axis: int) -> list[Any]:
    (length,) = g.static(x, axis)
    if p.sections > 0:
        short, longer = divmod(length, p.sections)
        sizes = [short + 1] * longer + [short] * (p.sections - longer)
    else:
        ends = (*p.indices[1:], length)
        sizes = [end - start for start, end in zip(p.indices, ends, strict=True)]
    return split(g, x, axis, sizes, p.squeeze_axis)


# -- parts -------------------------------------------------------------------------------------------------------------


@writes("slice")
def _(g, p, x):
    steps = p.step or (None,) * len(p.begin)
    starts, ends, axes, strides = [], [], [], []
    for axis, (first, last, step) in enumerate(zip(p.begin, p.end, steps, strict=True)):
        step = step or 1
        if first is last is None and step == 1:
            continue
        axes.append(axis)
        strides.append(step)
        starts.append((2**63 - 1 if step < 0 else 0) if first is None else first)
        ends.append((-(2**63) if step < 0 else 2**63 - 1) if last is None else last)
    if not axes:
        return x
    if x.data is not None and len(axes) == 1:
        return g.slice(x, axes[0], p.begin[axes[0]], p.end[axes[0]], strides[0])
    return g.Slice(x, starts, ends, axes, strides)


@writes("slice_like")
def _(g, p, x, like):
    if p.axes is None:
        return x
    axes = [a % x.rank for a in p.axes] if p.axes else list(range(x.rank))
    return g.Slice(x, [0] * len(axes), g.vector([g.length(like, a) for a in axes]), axes)


@writes("_slice_assign", "_slice_assign_scalar")
def _(g, p, x, value=None):
    shape = g.static(x)
    index = _index(shape, p.begin, p.end, p.step)
    flat = index.reshape(-1).tolist()
    if value is None:
        updates = g.constant(np.full(len(flat), p.scalar, x.dtype))
    else:
        updates = g.reshape(value, (-1,))
    result = g.ScatterElements(g.reshape(x, (-1,)), flat, updates, axis=0)
    return g.reshape(result, shape)


def _index(shape: Sequence[int], begin: Any, end: Any, step: Any) -> np.ndarray:
    """Return the flat positions of the part that a slice takes."""
    steps = step or (None,) * len(begin)
    slices = tuple(slice(*item) for item in zip(begin, end, steps, strict=True))
    return np.arange(math.prod(shape)).reshape(shape)[slices]


@writes("Crop")
def _(g, p, x, like=None):
    size = g.static(like, 2, 3) if like is not None else p.h_w
    starts = p.offset
    if p.center_crop:
        starts = [(full - part) // 2 for full, part in zip(g.static(x, 2, 3), size, strict=True)]
    ends = [start + part for start, part in zip(starts, size, strict=True)]
    return g.Slice(x, list(starts), ends, [2, 3])


# what is one expression
write_rows(
    {
        "_npx_reshape": lambda g, p, x: to_output(g, x, lambda: _lengths(g, x, p.newshape, p.reverse, _NUMPY)),
        "Flatten": lambda g, p, x: g.Flatten(x, axis=1) if x.rank > 1 else g.reshape(x, (-1, 1)),
        "expand_dims": lambda g, p, x: g.unsqueeze(x, p.axis),
        "broadcast_to": lambda g, p, x: _expanded(g, x, [n or 1 for n in p.shape]),
        "_npi_broadcast_to": lambda g, p, x: _expanded(g, x, [1 if n == -2 else n for n in p.shape]),
        "depth_to_space": lambda g, p, x: g.DepthToSpace(x, blocksize=p.block_size, mode="DCR"),
        "space_to_depth": lambda g, p, x: g.SpaceToDepth(x, blocksize=p.block_size),
        "Concat _rnn_param_concat": lambda g, p, *xs: g.concat(xs, p.dim),
        "_npi_vstack": lambda g, p, *xs: g.concat([g.reshape(x, (1, -1)) if x.rank < 2 else x for x in xs], 0),
        "_npi_column_stack": lambda g, p, *xs: g.concat([g.reshape(x, (-1, 1)) if x.rank < 2 else x for x in xs], 1),
        "_split_v2": lambda g, p, x: _cut(g, p, x, p.axis % x.rank),
        "_npi_hsplit": lambda g, p, x: _cut(g, p, x, min(1, x.rank - 1)),
        "repeat": lambda g, p, x: FORMS["repeat_interleave"](g, x, p.repeats, p.axis),
        "slice_axis": lambda g, p, x: g.slice(x, p.axis, p.begin, p.end),
    }
)
