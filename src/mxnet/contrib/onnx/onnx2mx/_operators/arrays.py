"""Shapes, parts, positions and constants."""

import math
from itertools import pairwise
from typing import Any

import numpy as np

from .....core.errors import MXNetError
from ..graph import Graph, translate_rows, translates
from .elements import choose, type_name
from .reductions import axes_of


def _numbers(g: Graph, value: Any, what: str) -> list[int]:
    return [int(item) for item in g.constant(value, what).reshape(-1)]


@translates("Shape")
def _(g, n, x):
    shape = g.static(x)
    return np.array(shape[slice(n.get("start", 0), n.get("end"))], "int64")


@translates("Reshape")
def _(g, n, x, shape=None):
    new_shape = list(n["shape"]) if shape is None else _numbers(g, shape, "the new shape")
    if n.get("allowzero", 0) and 0 in new_shape:
        return g.op("_np_reshape", x, newshape=tuple(new_shape))
    if not new_shape:
        return g.op("_np_reshape", x, newshape=())
    if 0 in g.shape(x):
        in_shape = g.static(x)
        return g.op("_np_reshape", x, newshape=tuple(in_shape[i] if d == 0 else d for i, d in enumerate(new_shape)))
    return g.op("Reshape", x, shape=tuple(new_shape))


@translates("Flatten")
def _(g, n, x):
    axis, rank = n.get("axis", 1), g.rank(x)
    if axis == 1 and rank > 1:
        return g.op("Flatten", x)
    shape = g.static(x)
    axis = axis + rank if axis < 0 else axis
    return g.op("_np_reshape", x, newshape=(int(np.prod(shape[:axis])), int(np.prod(shape[axis:]))))


@translates("Transpose")
def _(g, n, x):
    rank = g.rank(x)
    order = tuple(n.get("perm", range(rank - 1, -1, -1)))
    return g.op("transpose", x, axes=order) if rank else g.op("_copy", x)


@translates("Unsqueeze")
def _(g, n, x, axes=None):
    result = axes_of(g, n, axes) or ()
    rank = g.rank(x) + len(result)
    for axis in sorted(a % rank for a in result):
        x = g.op("expand_dims", x, axis=axis)
    return x


def cut(g: Graph, x: Any, axis: int, begin: int | None, end: int | None, step: int = 1) -> Any:
    """Return a part along one axis."""
    if (begin, end, step) in ((0, None, 1), (None, None, 1)):
        return x
    lead = (None,) * axis
    return g.op("slice", x, begin=(*lead, begin), end=(*lead, end), step=(*lead, step))


@translates("Split")
def _(g, n, x, split=None):
    axis = n.get("axis", 0) % g.rank(x)
    sizes = n.get("split") if split is None else _numbers(g, split, "the lengths of the parts")
    if sizes is None:
        (length,) = g.static(x)[axis : axis + 1]
        count = n.get("num_outputs") or len(n.node.output)
        item = -(-length // count)
        sizes = [min(item, length - i * item) for i in range(count)]
    ends = np.cumsum([0, *sizes])
    return [cut(g, x, axis, int(a), int(b)) for a, b in pairwise(ends)]


@translates("Slice")
def _(g, n, x, starts=None, ends=None, axes=None, steps=None):
    first = n.get("starts") if starts is None else _numbers(g, starts, "where the part begins")
    last = n.get("ends") if ends is None else _numbers(g, ends, "where the part ends")
    along = axes_of(g, n, axes) or range(len(first))
    strides = [1] * len(first) if steps is None else _numbers(g, steps, "the steps")
    shape = g.shape(x)
    for begin, end, axis, step in zip(first, last, along, strides, strict=True):
        x = _part(g, x, axis % len(shape), shape[axis], begin, end, step)
    return x


def _part(g: Graph, x: Any, axis: int, length: int | None, begin: int, end: int, step: int) -> Any:
    if length is None:
        top = 2**31 - 1
        return cut(g, x, axis, None if abs(begin) >= top else begin, None if abs(end) >= top else end, step)
    taken = range(*slice(begin, end if not (step < 0 and end < -length) else None, step).indices(length))
    if len(taken) == length and step == 1:
        return g.op("_copy", x)
    last = taken[-1] + step if len(taken) else taken.start
    return cut(g, x, axis, taken.start, None if last < 0 else last, step) if len(taken) else cut(g, x, axis, 0, 0)


@translates("Gather")
def _(g, n, x, index):
    axis = n.get("axis", 0) % g.rank(x)
    if isinstance(index, np.ndarray) and index.ndim == 0:
        (length,) = g.shape(x)[axis : axis + 1]
        at = int(index)
        at = at + length if at < 0 and length is not None else at
        return g.op("_np_squeeze", cut(g, x, axis, at, None if at == -1 else at + 1), axis=(axis,))
    return g.op("take", x, index, axis=axis, mode="wrap")


def _everywhere(g: Graph, index: Any, axis: int, length: int) -> Any:
    """Return, for every element of ``index``, its place with ``index`` along ``axis``: ``(rank, *shape)``."""
    shape = g.sized(*g.static(index))
    places: list[Any] = list(np.indices(shape))
    places[axis] = g.op("Cast", g.op("_npi_mod_scalar", index, scalar=float(length)), dtype="int64")
    return g.op("stack", *places, axis=0, num_args=len(places))


@translates("GatherElements")
def _(g, n, x, index):
    axis = n.get("axis", 0) % g.rank(x)
    return g.op("gather_nd", x, _everywhere(g, index, axis, g.static(x)[axis]))


#: by reduction of elements that meet: the operator that joins two
_JOINED = {"add": "_npi_add", "mul": "_npi_multiply", "max": "_npi_maximum", "min": "_npi_minimum"}


def _scattered(g: Graph, n: Any, x: Any, index: Any, updates: Any) -> Any:
    """Return ``x`` with updates ``(M, ...)`` put at, or joined with what is at, positions ``(axes, M)``."""
    reduction, shape = n.text("reduction", "none"), g.static(x)
    if reduction == "none":
        return g.op("_scatter_set_nd", x, updates, index, shape=shape)
    at = g.constant(index, f"positions whose elements are joined ({reduction})")
    at = at % np.array(shape[: len(at)]).reshape(-1, 1)
    flat = np.ravel_multi_index(tuple(at), shape[: len(at)])
    order = np.argsort(flat, kind="stable")
    first = np.searchsorted(flat[order], flat[order])
    turn = np.empty(len(flat), int)
    turn[order] = np.arange(len(flat)) - first  # the elements of a turn meet none of each other
    turns = int(turn.max(initial=-1)) + 1
    g.shared.budget.check_turns(3, turns)
    for i in range(turns):
        positions = np.flatnonzero(turn == i)
        places = at[:, positions]
        new = g.op(_JOINED[reduction], g.op("gather_nd", x, places), g.op("take", updates, positions, axis=0))
        x = g.op("_scatter_set_nd", x, new, places, shape=shape)
    return x


@translates("ScatterElements", "Scatter")
def _(g, n, x, index, updates):
    axis, shape = n.get("axis", 0) % g.rank(x), g.static(x)
    flat = g.op("_np_reshape", updates, newshape=(-1,))
    if isinstance(index, np.ndarray):
        at = np.indices(index.shape)
        at[axis] = index % shape[axis]
        return _scattered(g, n, x, at.reshape(len(shape), -1), flat)
    at = g.op("_np_reshape", _everywhere(g, index, axis, shape[axis]), newshape=(len(shape), -1))
    return _scattered(g, n, x, at, flat)


def _first_axis_last(g: Graph, index: Any) -> Any:
    rank = g.rank(index)
    return g.op("transpose", index, axes=(rank - 1, *range(rank - 1)))


@translates("GatherND")
def _(g, n, x, index):
    batch = n.get("batch_dims", 0)
    at = _first_axis_last(g, index)
    if not batch:
        return g.op("gather_nd", x, at)
    shape = g.sized(*g.static(index)[:-1])
    parts = [item[None] for item in np.indices(shape)[:batch]]
    return g.op("gather_nd", x, g.op("Concat", *parts, at, dim=0, num_args=batch + 1))


@translates("ScatterND")
def _(g, n, x, index, updates):
    if isinstance(index, np.ndarray):
        axes = index.shape[-1]
        rest = g.static(x)[axes:]
        rows = g.op("_np_reshape", updates, newshape=(-1, *rest))
        return _scattered(g, n, x, np.ascontiguousarray(index.reshape(-1, axes).T), rows)
    return _scattered(g, n, x, _first_axis_last(g, index), updates)


@translates("MaxUnpool")
def _(g, n, x, index, shape=None):
    kernel, in_shape = n["kernel_shape"], g.static(x)
    rank = len(kernel)
    strides, pads = n.get("strides", [1] * rank), n.get("pads", [0] * (2 * rank))
    sides = zip(in_shape[2:], strides, kernel, pads[:rank], pads[rank:], strict=True)
    new = (*in_shape[:2], *((length - 1) * t + k - low - high for length, t, k, low, high in sides))
    at = g.op("_np_reshape", index, newshape=(1, -1))
    flat = g.op("_np_reshape", x, newshape=(-1,))
    empty = np.zeros(math.prod(g.sized(*new)), g.dtype(x))
    result = g.op("_scatter_set_nd", empty, flat, at, shape=empty.shape)
    result = g.op("_np_reshape", result, newshape=new)
    if shape is None:
        return result
    return padded(g, result, [(0, w - d) for w, d in zip(_numbers(g, shape, "the shape"), new, strict=True)])


@translates("Expand")
def _(g, n, x, shape):
    new_shape = np.broadcast_shapes(g.static(x), tuple(_numbers(g, shape, "the new shape")))
    return g.op("_npi_broadcast_to", x, shape=new_shape)


def padded(g: Graph, x: Any, widths: Any, value: float = 0.0, mode: str = "constant") -> Any:
    """Return ``x`` with padding, pairs for all axes; negative widths cut."""
    for axis, (low, high) in enumerate(widths):
        if low < 0 or high < 0:
            (length,) = g.static(x)[axis : axis + 1]
            x = cut(g, x, axis, max(-low, 0), length - max(-high, 0))
    widths = tuple((max(low, 0), max(high, 0)) for low, high in widths)
    if mode == "wrap":
        return _wrapped(g, x, widths)
    if not any(map(any, widths)):
        return g.op("_copy", x)
    return g.op("_npi_pad", x, pad_width=widths, mode=mode, constant_value=value)


def _wrapped(g: Graph, x: Any, widths: Any) -> Any:
    shape = g.static(x)
    for axis, (low, high) in enumerate(widths):
        if low or high:
            g.sized(shape[axis] + low + high)
            index = np.pad(np.arange(shape[axis]), (low, high), "wrap")
            x = g.op("take", x, index, axis=axis)
    return x


@translates("Pad")
def _(g, n, x, pads=None, value=None, axes=None):
    sides = list(n.get("pads", n.get("paddings", ()))) if pads is None else _numbers(g, pads, "the widths")
    along = range(g.rank(x)) if axes is None else [a % g.rank(x) for a in _numbers(g, axes, "axes")]
    widths = [(0, 0)] * g.rank(x)
    half = len(sides) // 2
    for i, axis in enumerate(along):
        widths[axis] = (sides[i], sides[half + i])
    mode = n.text("mode", "constant")
    if mode != "constant" or value is None or isinstance(value, np.ndarray):
        fill = n.get("value", 0.0) if value is None else float(value.reshape(()))
        return padded(g, x, widths, fill, mode)
    more = [(max(a, 0), max(b, 0)) for a, b in widths]
    g.sized(*(length + a + b for length, (a, b) in zip(g.static(x), more, strict=True)))
    inside = np.pad(np.ones(g.static(x), bool), more)
    result = padded(g, x, widths)
    if inside.shape != g.static(result):
        raise MXNetError("padding that cuts, with a value that is known when the graph runs")
    return choose(g, inside, result, value)


@translates("OneHot")
def _(g, n, index, depth, values):
    count = int(g.constant(depth, "depth").reshape(-1)[0])
    off, on = (item.item() for item in g.constant(values, "values"))
    axis, rank = n.get("axis", -1), g.rank(index) + 1
    wrapped = _from_end(g, index, count)
    result = g.op("one_hot", wrapped, depth=count, on_value=float(on), off_value=float(off), dtype=g.dtype(values))
    axis %= rank
    return result if axis == rank - 1 else g.op("_np_moveaxis", result, source=(rank - 1,), destination=(axis,))


def _from_end(g: Graph, index: Any, length: int) -> Any:
    integer = g.op("Cast", index, dtype="int64")
    below = g.op("_npi_less_scalar", integer, scalar=0.0)
    return choose(g, below, g.op("_plus_scalar", integer, scalar=float(length)), integer)


@translates("Compress")
def _(g, n, x, condition):
    positions = np.flatnonzero(g.constant(condition, "the condition"))
    if "axis" not in n:
        return g.op("take", g.op("_np_reshape", x, newshape=(-1,)), positions, axis=0)
    return g.op("take", x, positions, axis=n["axis"] % g.rank(x))


@translates("Trilu")
def _(g, n, x, k=None):
    count = 0 if k is None else int(g.constant(k, "k").reshape(()))
    rows, columns = g.static(x)[-2:]
    low = np.tri(rows, columns, count - (1 if n.get("upper", 1) else 0), dtype=bool)
    return choose(g, ~low if n.get("upper", 1) else low, x, 0.0)


@translates("ReverseSequence")
def _(g, n, x, lengths):
    time, batch = n.get("time_axis", 0), n.get("batch_axis", 1)
    order = (time, batch, *(i for i in range(g.rank(x)) if i not in (time, batch)))
    turned = g.op("transpose", x, axes=order)
    result = g.op("SequenceReverse", turned, lengths, use_sequence_length=True)
    return g.op("transpose", result, axes=tuple(int(i) for i in np.argsort(order)))


@translates("DepthToSpace", "SpaceToDepth")
def _(g, n, x):
    block, to_depth = n["blocksize"], n.node.op_type == "SpaceToDepth"
    if n.text("mode", "DCR") == "DCR":
        return g.op("space_to_depth" if to_depth else "depth_to_space", x, block_size=block)
    batch, channels, height, width = g.static(x)
    if to_depth:
        height, width = height // block, width // block
        parts, order, new = (channels, height, block, width, block), (0, 1, 3, 5, 2, 4), (height, width)
    else:
        parts, order = (channels // block**2, block, block, height, width), (0, 1, 4, 2, 5, 3)
        new = (height * block, width * block)
    x = g.op("transpose", g.op("_np_reshape", x, newshape=(batch, *parts)), axes=order)
    return g.op("_np_reshape", x, newshape=(batch, channels * block**2 if to_depth else parts[0], *new))


@translates("EyeLike")
def _(g, n, x):
    dtype = type_name(n["dtype"]) if "dtype" in n else g.dtype(x)
    rows, columns = g.sized(*g.static(x))
    return np.eye(rows, columns, k=n.get("k", 0), dtype=dtype)


@translates("CenterCropPad")
def _(g, n, x, shape):
    new_shape = _numbers(g, shape, "the new shape")
    in_shape = g.static(x)
    axes = [a % len(in_shape) for a in n.get("axes", range(len(in_shape)))]
    widths = [(0, 0)] * len(in_shape)
    for axis, target in zip(axes, new_shape, strict=True):
        more = target - in_shape[axis]
        low = more // 2 if more >= 0 else -(-more // 2)
        widths[axis] = (low, more - low)
    return padded(g, x, widths)


@translates("SequenceInsert")
def _(g, n, xs, x, at=None):
    result = list(xs)
    result.insert(len(result) if at is None else int(g.constant(at, "the position").reshape(())), x)
    return [result]


@translates("ConcatFromSequence")
def _(g, n, xs):
    axis = n["axis"]
    if n.get("new_axis", 0):
        return g.op("stack", *xs, axis=axis, num_args=len(xs))
    return g.op("Concat", *xs, dim=axis, num_args=len(xs))


@translates("Dropout")
def _(g, n, x, ratio=None, training=None):
    if training is not None and bool(g.constant(training, "training_mode").reshape(())):
        chance = 0.5 if ratio is None else float(g.constant(ratio, "ratio").reshape(()))
        if chance:
            return g.op("Dropout", x, p=chance, mode="always")
    elif n.opset >= 12 or not len(n.node.output) > 1:
        chance = n.get("ratio", 0.5) if ratio is None or not isinstance(ratio, np.ndarray) else float(ratio.reshape(()))
        result = g.op("Dropout", x, p=min(max(chance, 0.0), 1.0))
        return [result] if len(n.node.output) < 2 else [result, np.ones(g.sized(*g.static(x)), bool)]
    return [g.op("_copy", x), np.ones(g.sized(*g.static(x)), bool)]


@translates("Unique")
def _(g, n, x):
    if not n.get("sorted", 1):
        raise MXNetError("elements in the order in which they come first are not supported")
    facts = {"return_index": True, "return_inverse": True, "return_counts": True}
    return list(g.op("_npi_unique", x, axis=n.get("axis"), **facts))


def _drawn(short: str, names: dict[str, tuple[str, float]]) -> Any:
    def translate(g: Graph, n: Any, like: Any = None) -> Any:
        shape = tuple(n["shape"]) if like is None else g.static(like)
        dtype = type_name(n["dtype"]) if "dtype" in n else "float32" if like is None else g.dtype(like)
        facts = {own: n.get(name, default) for own, (name, default) in names.items()}
        return g.op(short, shape=shape, dtype=dtype, **facts)

    return translate


_UNIFORM = _drawn("_random_uniform", {"low": ("low", 0.0), "high": ("high", 1.0)})
_NORMAL = _drawn("_random_normal", {"loc": ("mean", 0.0), "scale": ("scale", 1.0)})
translates("RandomUniform", "RandomUniformLike")(_UNIFORM)
translates("RandomNormal", "RandomNormalLike")(_NORMAL)


# what is one expression
translate_rows(
    {
        "Size": lambda g, n, x: np.array(int(np.prod(g.static(x))), "int64"),
        "Squeeze": lambda g, n, x, axes=None: g.op("_np_squeeze", x, axis=axes_of(g, n, axes)),
        "Concat": lambda g, n, *xs: g.op("Concat", *xs, dim=n.get("axis", 1), num_args=len(xs)),
        "OptionalGetElement": lambda g, n, x: x if isinstance(x, list) else g.op("_copy", x),
        "Tile": lambda g, n, x, repeats: g.op("tile", x, reps=tuple(_numbers(g, repeats, "the repeats"))),
        "NonZero": lambda g, n, x: g.op("transpose", g.op("_npx_nonzero", x), axes=(1, 0)),
        "SequenceConstruct": lambda g, n, *xs: [list(xs)],
        "SequenceEmpty": lambda g, n: [[]],
        "SequenceAt": lambda g, n, xs, at: xs[int(g.constant(at, "the position").reshape(()))],
    }
)
