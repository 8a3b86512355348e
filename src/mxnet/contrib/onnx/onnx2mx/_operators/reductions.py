"""Reductions, searching, sorting and products of matrices."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .....ops.elementwise_table import BY_NAME
from ..graph import Graph, translates
from .elements import scaled, shifted, two


def axes_of(g: Graph, n: Any, axes: Any) -> tuple[int, ...] | None:
    """Return the axes that an attribute or an input names; None: none are named."""
    result = n.get("axes") if axes is None else g.constant(axes, "axes").reshape(-1).tolist()
    return None if result is None else tuple(int(a) for a in result)


def _sum(g: Graph, x: Any, **where: Any) -> Any:
    return g.op("_np_sum", x, **where)


def _log_sum_exp(g: Graph, x: Any, **where: Any) -> Any:
    kwargs = {**where, "keepdims": True}
    top = g.op("_np_max", x, **kwargs)
    total = _sum(g, g.op("exp", g.op("_npi_subtract", x, top)), **where)
    if not where["keepdims"]:
        top = g.op("_np_sum", top, **where)
    return g.op("_npi_add", g.op("log", total), top)


_REDUCTIONS: dict[str, Callable[..., Any]] = {
    "ReduceSum": _sum,
    "ReduceMean": lambda g, x, **where: g.op("_npi_mean", x, **where),
    "ReduceProd": lambda g, x, **where: g.op("_np_prod", x, **where),
    "ReduceMax": lambda g, x, **where: _extreme(g, "_np_max", x, **where),
    "ReduceMin": lambda g, x, **where: _extreme(g, "_np_min", x, **where),
    "ReduceL1": lambda g, x, **where: _sum(g, g.op("abs", x), **where),
    "ReduceL2": lambda g, x, **where: g.op("sqrt", _sum(g, g.op("square", x), **where)),
    "ReduceLogSum": lambda g, x, **where: g.op("log", _sum(g, x, **where)),
    "ReduceLogSumExp": _log_sum_exp,
    "ReduceSumSquare": lambda g, x, **where: _sum(g, g.op("square", x), **where),
}


def _extreme(g: Graph, short: str, x: Any, **where: Any) -> Any:
    dtype = g.dtype(x)
    if dtype != "bool":
        return g.op(short, x, **where)
    return g.op("_np_any" if short == "_np_max" else "_np_all", x, **where)


def _declare(name: str, make: Callable[..., Any]) -> None:
    def translate(g: Graph, n: Any, x: Any, axes: Any = None) -> Any:
        result = axes_of(g, n, axes)
        if not result and n.get("noop_with_empty_axes", 0):
            return make(g, x, axis=(), keepdims=True) if name not in ("ReduceSum", "ReduceMean") else g.op("_copy", x)
        if 0 in g.shape(x) and name in ("ReduceMax", "ReduceMin"):
            return _of_nothing(g, x, result, bool(n.get("keepdims", 1)), name)
        return make(g, x, axis=result or None, keepdims=bool(n.get("keepdims", 1)))

    translates(name)(translate)


def _of_nothing(g: Graph, x: Any, axes: Any, keepdims: bool, name: str) -> Any:
    shape = g.static(x)
    gone = {a % len(shape) for a in (axes or range(len(shape)))}
    result_shape = [1 if i in gone else d for i, d in enumerate(shape) if keepdims or i not in gone]
    dtype = np.dtype(g.dtype(x))
    limit = {"f": (-np.inf, np.inf)}.get(dtype.kind) or (
        (np.iinfo(dtype).min, np.iinfo(dtype).max) if dtype.kind != "b" else (0, 1)
    )
    return np.full(g.sized(*result_shape), limit[0] if name == "ReduceMax" else limit[1], dtype)


for _name, _make in _REDUCTIONS.items():
    _declare(_name, _make)


def _arg_extreme(short: str) -> Callable[..., Any]:
    def translate(g: Graph, n: Any, x: Any) -> Any:
        axis, keep = n.get("axis", 0) % g.rank(x), bool(n.get("keepdims", 1))
        if not n.get("select_last_index", 0):
            return g.op(short, x, axis=axis, keepdims=keep)
        (length,) = g.static(x)[axis : axis + 1]
        result = g.op(short, g.op("_npi_flip", x, axis=(axis,)), axis=axis, keepdims=keep)
        return g.op("_rminus_scalar", result, scalar=length - 1)

    return translate


translates("ArgMax")(_arg_extreme("_npi_argmax"))
translates("ArgMin")(_arg_extreme("_npi_argmin"))


@translates("Hardmax")
def _(g, n, x):
    axis = n.get("axis", 1 if n.opset < 13 else -1) % g.rank(x)
    if n.opset < 13:
        return _as_matrix(g, x, axis, lambda m: _hardmax(g, m, 1))
    return _hardmax(g, x, axis)


def _hardmax(g: Graph, x: Any, axis: int) -> Any:
    (depth,) = g.static(x)[axis : axis + 1]
    hot = g.op("one_hot", g.op("_npi_argmax", x, axis=axis), depth=depth, dtype=g.dtype(x))
    return g.op("_np_moveaxis", hot, source=(g.rank(x) - 1,), destination=(axis,))


def _as_matrix(g: Graph, x: Any, axis: int, make: Callable[..., Any]) -> Any:
    shape = g.static(x)
    matrix = g.op("_np_reshape", x, newshape=(int(np.prod(shape[:axis])), -1))
    return g.op("_np_reshape", make(matrix), newshape=shape)


def _softmax(short: str) -> Callable[..., Any]:
    def translate(g: Graph, n: Any, x: Any) -> Any:
        rank = g.rank(x)
        axis = n.get("axis", 1 if n.opset < 13 else -1) % rank
        if n.opset < 13 and axis != rank - 1:
            return _as_matrix(g, x, axis, lambda m: g.op(short, m, axis=1))
        return g.op(short, x, axis=axis)

    return translate


translates("Softmax")(_softmax("softmax"))
translates("LogSoftmax")(_softmax("log_softmax"))


@translates("TopK")
def _(g, n, x, k=None):
    count = n.get("k") if k is None else int(g.constant(k, "k").reshape(()))
    axis = n.get("axis", -1) % g.rank(x)
    least = not n.get("largest", 1)
    return list(g.op("topk", x, axis=axis, k=count, ret_typ="both", is_ascend=least, dtype="int64"))


def _running(g: Graph, n: Any, x: Any, axis: Any) -> Any:
    at = int(g.constant(axis, "axis").reshape(())) % g.rank(x)
    x = g.op("_npi_flip", x, axis=(at,)) if n.get("reverse", 0) else x
    result = g.op("_np_cumsum", x, axis=at)
    if n.get("exclusive", 0):
        result = g.op("_npi_subtract", result, x)
    return g.op("_npi_flip", result, axis=(at,)) if n.get("reverse", 0) else result


translates("CumSum")(_running)


# -- products ----------------------------------------------------------------------------------------------------------


@translates("MatMul")
def _(g, n, a, b):
    if isinstance(b, np.ndarray) and b.ndim == 2 and g.rank(a) >= 2 and "float" in g.dtype(a):
        return _fully_connected(g, a, b.T.copy(), None)
    return g.op("_npi_matmul", a, b)


def _fully_connected(g: Graph, a: Any, weight: Any, bias: Any) -> Any:
    facts = {"num_hidden": g.static(weight)[0], "flatten": False}
    if bias is None:
        return g.op("FullyConnected", a, weight, no_bias=True, **facts)
    return g.op("FullyConnected", a, weight, bias, **facts)


@translates("Gemm")
def _(g, n, a, b, c=None):
    alpha, beta = n.get("alpha", 1.0), n.get("beta", 1.0)
    a = g.op("transpose", a, axes=(1, 0)) if n.get("transA", 0) else a
    b = (b if n.get("transB", 0) else b.T.copy()) if isinstance(b, np.ndarray) else b
    constant = isinstance(b, np.ndarray)
    if not constant and not n.get("transB", 0):
        b = g.op("transpose", b, axes=(1, 0))
    if alpha != 1:
        b = b * np.asarray(alpha, b.dtype) if constant else scaled(g, b, alpha)
    if c is not None and beta != 1:
        c = c * np.asarray(beta, c.dtype) if isinstance(c, np.ndarray) else scaled(g, c, beta)
    hidden = g.static(b)[0]
    if c is not None and g.shape(c) == (hidden,):
        return _fully_connected(g, a, b, c)
    result = _fully_connected(g, a, b, None)
    return result if c is None else two(g, BY_NAME["add"], result, c)


@translates("Einsum")
def _(g, n, *xs):
    return g.op("_npi_einsum", *xs, subscripts=n.text("equation", ""))


@translates("Det")
def _(g, n, x):
    result = g.op("_linalg_det", x)
    return g.op("_np_reshape", result, newshape=()) if g.rank(x) == 2 else result


@translates("LpNormalization")
def _(g, n, x):
    axis = (n.get("axis", -1) % g.rank(x),)
    size = g.op("abs", x) if n.get("p", 2) == 1 else g.op("square", x)
    total = g.op("_np_sum", size, axis=axis, keepdims=True)
    total = total if n.get("p", 2) == 1 else g.op("sqrt", total)
    safe = g.op("_npi_where_rscalar", g.op("_npi_not_equal_scalar", total, scalar=0.0), total, scalar=1.0)
    return g.op("_npi_true_divide", x, safe)


@translates("MeanVarianceNormalization")
def _(g, n, x):
    axes = tuple(n.get("axes", (0, 2, 3)))
    centred = g.op("_npi_subtract", x, g.op("_npi_mean", x, axis=axes, keepdims=True))
    deviation = g.op("sqrt", g.op("_npi_mean", g.op("square", centred), axis=axes, keepdims=True))
    return g.op("_npi_true_divide", centred, shifted(g, deviation, 1e-9))


# -- Fourier transforms ------------------------------------------------------------------------------------------------


def _transformed(g: Graph, x: Any, length: int, inverse: bool, half: bool) -> Any:
    """Return the Fourier transform along the last axis but one of ``(..., n, 1 or 2)``, a product with its matrix.

    ``half``: only the first half of the result is given or, of the inverse, is there.
    """
    count, parts = g.static(x)[-2:]
    used = min(count, length)
    times, waves = (used, length // 2 + 1) if half and not inverse else (used, length)
    g.sized(times, waves, 4)
    angle = 2 * np.pi * np.outer(np.arange(times), np.arange(waves)) / length
    cos, sin = np.cos(angle), np.sin(angle) if inverse else -np.sin(angle)
    if inverse:
        cos, sin = cos / length, sin / length
    if half and inverse:  # what is not given is the mirror image
        counts = np.where((np.arange(times) == 0) | (2 * np.arange(times) == length), 1, 2)[:, None]
        cos, sin = cos * counts, sin * counts
        matrix = np.stack([cos, -sin][:parts], 1)[:, :, :, None]
    else:
        matrix = np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)][:parts], 1)
    rows = g.op("_np_reshape", _first(g, x, used), newshape=(*g.static(x)[:-2], used * parts))
    weight = np.ascontiguousarray(matrix.reshape(used * parts, -1).astype(g.dtype(x)))
    result = g.op("_npi_matmul", rows, weight)
    return g.op("_np_reshape", result, newshape=(*g.static(x)[:-2], waves, matrix.shape[-1]))


def _first(g: Graph, x: Any, count: int) -> Any:
    lead = (None,) * (g.rank(x) - 2)
    return g.op("slice", x, begin=(*lead, 0), end=(*lead, count))


@translates("DFT")
def _(g, n, x, length=None, axis=None):
    rank, inverse, half = g.rank(x), bool(n.get("inverse", 0)), bool(n.get("onesided", 0))
    at = (n.get("axis", 1) if n.opset < 20 else -2) if axis is None else int(g.constant(axis, "axis").reshape(()))
    at %= rank
    order = [*(i for i in range(rank) if i not in (at, rank - 1)), at, rank - 1]
    count = g.static(x)[at]
    full = 2 * (count - 1) if half and inverse else count
    full = full if length is None else int(g.constant(length, "the length").reshape(()))
    result = _transformed(g, g.op("transpose", x, axes=tuple(order)), full, inverse, half)
    return g.op("transpose", result, axes=tuple(int(i) for i in np.argsort(order)))


@translates("STFT")
def _(g, n, x, step, window=None, length=None):
    size = g.static(window)[0] if length is None else int(g.constant(length, "the length").reshape(()))
    stride = int(g.constant(step, "the step").reshape(()))
    g.sized((g.static(x)[1] - size) // stride + 1, size)
    frames = np.arange((g.static(x)[1] - size) // stride + 1)[:, None] * stride + np.arange(size)
    result = g.op("take", x, frames, axis=1)
    if window is not None:
        result = g.op("_npi_multiply", result, g.op("_np_reshape", window, newshape=(1, 1, size, 1)))
    return _transformed(g, result, size, False, bool(n.get("onesided", 1)))
