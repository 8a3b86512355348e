"""Operators that move elements: shapes, slices, repetitions, reductions over axes."""

from __future__ import annotations

import numpy as np

from ..draw import ANY, FLOATS, REAL, Draw
from . import Made, recipe


@recipe("sum", "mean", "prod", "nansum", "nanprod", "max", "min", types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    shape = d.shape()
    axes = d.pick((None, d.axis(len(shape)), d.axes(len(shape)), ()))
    data = d.uniform(0.5, 1.6, shape) if "prod" in name else d.array(shape)
    return [data], {**d.some(axis=axes), **d.flags("keepdims", "exclude")}


@recipe("norm", types=FLOATS, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    n = len(shape)
    axis = d.pick((None, d.axis(n), tuple(sorted(d.random.permutation(n)[:2].tolist())) if n > 1 else 0))
    return [d.normal(shape)], {**d.some(axis=axis, ord=d.pick((1, 2))), **d.flags("keepdims")}


@recipe("argmax", "argmin", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], {**d.some(axis=d.axis(len(shape))), **d.flags("keepdims")}


@recipe("argmax_channel", types=FLOATS)
def _(d: Draw) -> Made:
    return [d.array(d.shape(2))], {}


@recipe("moments", types=("float32", "float64"))
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.normal(shape)], {**d.some(axes=d.axes(len(shape)) or (0,)), **d.flags("keepdims")}


@recipe("_np_cumsum", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape()
    attrs = d.some(axis=d.pick((None, d.integer(0, len(shape) - 1))))
    return [d.uniform(-3, 3, shape)], attrs | ({} if d.dtype == "uint8" else d.some(dtype=d.dtype))


@recipe("sort", "argsort", "topk", types=FLOATS + ("int32", "int64", "uint8"))
def _(d: Draw, name: str) -> Made:
    shape = d.shape()
    data = d.distinct(shape) if d.dtype != "uint8" else np.asarray(
        d.random.permutation(int(np.prod(shape))) % 251).reshape(shape).astype("uint8")  # fmt: skip
    axis = d.pick((None, d.axis(len(shape)), -1))
    attrs = d.some(is_ascend=d.chance(0.5), axis=axis)
    if name != "sort":
        attrs |= d.some(dtype=d.pick(("float32", "float64", "int32", "int64")))
    if name == "topk":
        given = attrs.get("axis", -1)
        length = int(np.prod(shape)) if given is None else shape[given]
        attrs |= d.some(k=d.integer(0, length), ret_typ=d.pick(("value", "indices", "mask", "both")))
    return [data], attrs


@recipe("Reshape", types=ANY, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    kind = d.integer(0, 5)
    if kind == 0:
        target = (*shape[:-1], -1) if 0 not in shape else shape
    elif kind == 1:
        target = (0, -1) if len(shape) > 1 and 0 not in shape else (-1,)
    elif kind == 2:
        target = (-3, -2) if len(shape) > 1 else (-2,)
    elif kind == 3:
        target = (-4, 1, -1, -2)
    elif kind == 4:
        target = tuple(int(n) for n in d.random.permutation(shape))
    else:
        target = (*([0] * (len(shape) - 1)), -1)
    return [d.array(shape)], {"shape": target, **({"reverse": d.chance(0.5)} if d.chance(0.3) else {})}


@recipe("Flatten", types=ANY, zeros=True)
def _(d: Draw) -> Made:
    return [d.array(d.shape())], {}


@recipe("reshape_like", types=REAL, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    if d.chance(0.6):
        return [d.array(shape), d.array(tuple(d.random.permutation(shape).tolist()))], {}
    a, b = d.size(1, 4), d.size(1, 4)
    return [d.array((a * b, 3)), d.array((a, b, 2))], {"lhs_begin": 0, "lhs_end": 1, "rhs_begin": 0, "rhs_end": 2}


@recipe("transpose", types=ANY, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], d.some(axes=tuple(int(i) for i in d.random.permutation(len(shape))))


@recipe("SwapAxis", types=REAL, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], d.some(dim1=d.axis(len(shape)), dim2=d.axis(len(shape)))


@recipe("expand_dims", types=ANY, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    return [d.array(shape)], {"axis": d.integer(-len(shape) - 1, len(shape))}


@recipe("squeeze", types=ANY, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape()
    ones = [i for i, n in enumerate(shape) if n == 1]
    axis = d.pick((None, d.pick(ones), tuple(ones))) if ones else None
    return [d.array(shape)], d.some(axis=axis)


@recipe("broadcast_axis", types=REAL)
def _(d: Draw) -> Made:
    shape = d.broadcastable(d.shape(1, 4))
    axes = tuple(i for i, n in enumerate(shape) if n == 1 and d.chance(0.7))
    return [d.array(shape)], {"axis": axes, "size": tuple(d.size(1, 3) for _ in axes)}


@recipe("broadcast_to", "broadcast_like", types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    target = d.shape()
    data = d.array(d.broadcastable(target))
    if name == "broadcast_like":
        return [data, d.array(target)], {}
    kept = tuple(0 if n == m and m != 0 and d.chance(0.4) else n for n, m in zip(target, data.shape, strict=True))
    return [data], {"shape": target if d.zeros else kept}


@recipe("tile", types=REAL, zeros=True)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4, 4)
    return [d.array(shape)], {"reps": tuple(d.integer(1, 3) for _ in range(d.integer(1, 4)))}


@recipe("repeat", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], {"repeats": d.integer(1, 4), **d.some(axis=d.axis(len(shape)))}


@recipe("stack", "Concat", "_rnn_param_concat", types=REAL, zeros=True)
def _(d: Draw, name: str) -> Made:
    shape = d.shape(1, 4)
    number = d.integer(1, 4)
    if name == "stack":
        inputs = [d.array(shape) for _ in range(number)]
        return inputs, {"axis": d.integer(-len(shape) - 1, len(shape)), "num_args": number}
    if name == "_rnn_param_concat":
        shape = shape[:1]
    axis = d.axis(len(shape)) if name == "Concat" else 0
    shapes = [tuple(d.size() if i == axis % len(shape) else n for i, n in enumerate(shape)) for _ in range(number)]
    return [d.array(s) for s in shapes], {"dim": axis, "num_args": number}


@recipe("reverse", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], {"axis": d.pick((d.axes(len(shape)) or (0,), d.integer(0, len(shape) - 1)))}


@recipe("Pad", types=FLOATS)
def _(d: Draw) -> Made:
    shape = tuple(d.size(2, 5) + 1 for _ in range(d.integer(4, 5)))
    width = (0, 0, 0, 0) + tuple(d.integer(0, 1) for _ in range(2 * len(shape) - 4))
    attrs = {"mode": d.pick(("constant", "edge", "reflect")), "pad_width": width}
    return [d.array(shape)], attrs | d.some(constant_value=d.number(-2, 2))


@recipe("slice", "_slice_assign_scalar", "_slice_assign", types=REAL)
def _(d: Draw, name: str) -> Made:
    shape = d.shape()
    count = d.integer(1, len(shape))
    steps = tuple(d.pick((1, 1, 2, -1, -2)) for _ in range(count))
    bounds = [d.part(n) if s > 0 else (n - 1, None) for n, s in zip(shape, steps, strict=False)]
    attrs = {"begin": tuple(b for b, _ in bounds), "end": tuple(e for _, e in bounds)}
    if min(steps) < 0 or d.chance(0.5):
        attrs["step"] = steps
    else:
        steps = (1,) * count
    data = d.array(shape)
    if name == "slice":
        return [data], attrs
    if name == "_slice_assign_scalar":
        return [data], {**attrs, "scalar": d.integer(0, 5)}
    part = data[tuple(slice(b, e, s) for (b, e), s in zip(bounds, steps, strict=True))]
    return [data, d.array(part.shape)], attrs


@recipe("slice_axis", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape()
    axis = d.axis(len(shape))
    begin, end = d.part(shape[axis])
    return [d.array(shape)], {"axis": axis, "begin": begin or 0, "end": end}


@recipe("slice_like", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape()
    axes = d.axes(len(shape))
    like = tuple(d.integer(1, n) if i in axes or not axes else d.size() for i, n in enumerate(shape))
    return [d.array(shape), d.array(like)], {"axes": axes} if axes else {}


@recipe("SliceChannel", "_split_v2", types=REAL)
def _(d: Draw, name: str) -> Made:
    shape = list(d.shape(2, 5, 4))
    axis, parts = d.integer(0, len(shape) - 1), d.integer(1, 3)
    one = d.chance(0.3)
    if name == "_split_v2" and d.chance(0.5):
        shape[axis] += 1
        cuts = tuple(sorted({d.integer(1, shape[axis] - 1) for _ in range(parts)}))
        return [d.array(shape)], {"indices": (0, *cuts), "axis": axis}
    shape[axis] = parts if one else parts * shape[axis]
    attrs = {"axis": axis - (len(shape) if d.chance(0.3) else 0), "squeeze_axis": one}
    count = {"num_outputs": parts} if name == "SliceChannel" else {"indices": (), "sections": parts}
    return [d.array(shape)], {**count, **attrs}


@recipe("depth_to_space", "space_to_depth", types=FLOATS)
def _(d: Draw, name: str) -> Made:
    block, n, c, h, w = d.integer(1, 3), d.size(), d.size(1, 3), d.size(1, 3), d.size(1, 3)
    deep = name == "depth_to_space"
    shape = (n, c * block**2, h, w) if deep else (n, c, h * block, w * block)
    return [d.array(shape)], {"block_size": block}


@recipe("diag", types=REAL)
def _(d: Draw) -> Made:
    shape = tuple(d.integer(2, 5) for _ in range(d.integer(1, 4)))
    attrs = d.some(k=d.integer(-1, 1))
    if len(shape) > 2 and d.chance(0.6):
        first, second = (int(i) for i in d.random.permutation(len(shape))[:2])
        attrs |= {"axis1": first, "axis2": second}
    return [d.array(shape)], attrs


@recipe("SequenceMask", "SequenceLast", "SequenceReverse", types=FLOATS)
def _(d: Draw, name: str) -> Made:
    shape = d.shape(2 if name == "SequenceMask" else 3, 4)
    axis = d.integer(0, 1) if name != "SequenceReverse" else 0
    attrs = {"axis": axis} if name != "SequenceReverse" and d.chance(0.7) else {}
    axis = attrs.get("axis", 0)
    inputs = [d.normal(shape)]
    if d.chance(0.7):
        inputs.append(d.whole(1, shape[axis], (shape[1 - axis],), d.pick((d.dtype, "float32", "int32"))))
        attrs["use_sequence_length"] = True
    if name == "SequenceMask":
        attrs |= d.some(value=d.number(-2, 2))
    return inputs, attrs


@recipe("_contrib_index_array", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], d.some(axes=d.axes(len(shape)) or (0,))


@recipe("_contrib_arange_like", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.array(shape)], d.some(
        start=d.number(-2, 2), step=d.number(0.5, 2), axis=d.pick((None, d.axis(len(shape))))
    )
