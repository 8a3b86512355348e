"""Operators that look up, choose and scatter by position, and those that create arrays."""

from __future__ import annotations

import numpy as np

from ..draw import FLOATS, REAL, Draw
from . import Made, recipe

_INDEX = ("float32", "float64", "int32", "int64")


@recipe("take", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    axis, mode = d.axis(len(shape)), d.pick(("clip", "wrap", "raise"))
    reach = 0 if mode == "raise" else 3
    indices = d.whole(-reach, shape[axis] - 1 + reach, d.shape(1, 3, 4), d.pick(_INDEX))
    return [d.array(shape), indices], {**d.some(axis=axis, mode=mode)} if reach else {"axis": axis, "mode": mode}


@recipe("pick", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    axis = d.axis(len(shape))
    keep = d.chance(0.5)
    rest = tuple(1 if keep else -1 for _ in range(1))
    kept = [n for i, n in enumerate(shape) if i != axis % len(shape)]
    if keep:
        kept.insert(axis % len(shape), rest[0])
    if not kept:
        kept = [1]
    index = d.whole(-2, shape[axis] + 1, kept, d.pick(_INDEX))
    return [d.array(shape), index], {"axis": axis, "keepdims": keep, **d.some(mode=d.pick(("clip", "wrap")))}


@recipe("one_hot", types=_INDEX)
def _(d: Draw) -> Made:
    depth = d.integer(1, 6)
    attrs = d.some(on_value=d.integer(0, 3), off_value=d.integer(0, 3), dtype=d.pick(("float32", "float64", "int32")))
    return [d.whole(-1, depth, d.shape(1, 4))], {"depth": depth, **attrs}


@recipe("Embedding", types=FLOATS)
def _(d: Draw) -> Made:
    rows, columns = d.integer(1, 6), d.integer(1, 5)
    data = d.whole(-1, rows, d.shape(1, 3, 4), d.pick(("float32", "int32", "int64")))
    attrs = {"input_dim": rows, "output_dim": columns, "dtype": d.dtype}
    return [data, d.array((rows, columns))], attrs


@recipe("batch_take", types=FLOATS)
def _(d: Draw) -> Made:
    rows, columns = d.size(), d.size()
    return [d.array((rows, columns)), d.whole(0, columns - 1, (rows,), "int32")], {}


@recipe("gather_nd", types=REAL)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    number = d.integer(1, len(shape))
    indices = _positions(d, shape[:number], d.shape(1, 2, 4))
    return [d.array(shape), indices], {}


def _positions(d: Draw, lengths: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    rows = [d.whole(0, n - 1, shape, "int64") for n in lengths]
    return np.stack(rows).astype(d.pick(_INDEX))


@recipe("scatter_nd", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    number, count = d.integer(1, len(shape)), d.integer(1, 4)
    size = int(np.prod(shape[:number]))
    chosen = d.random.permutation(size)[: min(count, size)]  # each position once: else any value may win
    indices = np.stack(np.unravel_index(chosen, shape[:number])).astype(d.pick(_INDEX))
    return [d.array((len(chosen), *shape[number:])), indices], {"shape": shape}


@recipe("_ravel_multi_index", "_unravel_index", types=("float32", "int32", "int64", "float64"))
def _(d: Draw, name: str) -> Made:
    shape = d.shape(1, 4)
    if name == "_unravel_index":
        return [d.whole(0, int(np.prod(shape)) - 1, d.shape(1, 1))], {"shape": shape}
    return [_positions(d, shape, (d.size(),)).astype(d.dtype)], {"shape": shape}


@recipe("_contrib_index_copy", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    chosen = d.random.permutation(shape[0])[: d.integer(1, shape[0])].astype(d.pick(("int32", "int64")))
    return [d.array(shape), chosen, d.array((len(chosen), *shape[1:]))], {}


@recipe("_contrib_boolean_mask", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape(1, 4)
    mask = d.whole(0, 1, shape[:1], d.pick(("float32", "int32")))
    mask[d.integer(0, shape[0] - 1)] = 1
    return [d.array(shape), mask], {}


@recipe("_zeros", "_ones", "_full", types=REAL)
def _(d: Draw, name: str) -> Made:
    attrs = {"shape": d.shape(), **d.some(dtype=d.dtype)}
    return [], attrs | ({"value": d.integer(0, 5)} if name == "_full" else {})


@recipe("_arange", types=("float32", "float64", "int32", "int64"))
def _(d: Draw) -> Made:
    start = d.integer(-5, 5)
    attrs = {"start": start, "stop": start + d.integer(1, 9), **d.some(step=d.pick((0.5, 1, 2, 1.5)), dtype=d.dtype)}
    if d.dtype.startswith("int") and attrs.get("step") in (0.5, 1.5):
        attrs["step"] = 1
    return [], attrs | d.some(repeat=d.integer(1, 3))


@recipe("_linspace", types=("float32", "float64"))
def _(d: Draw) -> Made:
    attrs = {"start": d.number(-3, 3), "stop": d.number(-3, 3), "num": d.integer(1, 9)}
    return [], attrs | d.flags("endpoint") | d.some(dtype=d.dtype)


@recipe("_eye", types=REAL)
def _(d: Draw) -> Made:
    return [], {"N": d.integer(1, 6), **d.some(M=d.integer(0, 6), k=d.integer(-7, 7), dtype=d.dtype)}


@recipe("_histogram", types=("float32", "float64", "int32"))
def _(d: Draw) -> Made:
    data = d.normal(d.shape())
    if d.chance(0.5):
        return [data, np.sort(d.distinct((d.integer(2, 6),)))], {}
    return [data], {"bin_cnt": d.integer(1, 8), "range": (-2.0, 3.0)}


@recipe("khatri_rao", types=FLOATS)
def _(d: Draw) -> Made:
    columns = d.size()
    return [d.normal((d.size(1, 4), columns)) for _ in range(d.integer(1, 3))], {}
