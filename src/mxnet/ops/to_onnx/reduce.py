"""Reductions, sorting and searching."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .._axes import reduction_axes
from . import write_rows, writes
from .tensors import FORMS, by_function


def reduced(g: Any, op_type: str, x: Any, axis: Any, keepdims: bool, exclude: bool = False) -> Any:
    """Return a reduction as the operators' attributes say it; without axes it has shape (1,), if the output does."""
    axes = reduction_axes(tuple(axis) if axis else None, x.rank, exclude)
    result = g.reduce(op_type, x, range(x.rank) if axes is None else axes, keepdims)
    return g.reshape(result, (1,)) if result.shape == () and g.outs[0].shape == (1,) else result


def _wide(g: Any, op_type: str, x: Any) -> Any:
    """Return integers in a type that ONNX Runtime reduces (the result gets the type of the input)."""
    if x.is_float or (x.dtype in ("int32", "int64") and op_type != "ReduceMean"):
        return x
    return g.cast(x, "float64" if op_type == "ReduceMean" else "int64")


def _without_nan(g: Any, op_type: str, x: Any) -> Any:
    """Return ``x`` with what changes no result in the place of NaN."""
    if not x.is_float:
        return x
    value = g.scalar(0 if op_type == "ReduceSum" else 1, x.dtype)
    return g.Where(g.IsNaN(x), value, x, dtype=x.dtype, shape=x.shape)


def _classic(op_type: str, prepare: Callable[..., Any] = _wide) -> Callable[..., Any]:
    return lambda g, p, x: reduced(g, op_type, prepare(g, op_type, x), p.axis, p.keepdims, p.exclude)


for _name, _op_type in (("sum", "ReduceSum"), ("mean", "ReduceMean"), ("prod", "ReduceProd"), ("max", "ReduceMax"),
                     ("min", "ReduceMin")):  # fmt: skip
    writes(_name)(_classic(_op_type))
writes("nansum")(_classic("ReduceSum", _without_nan))
writes("nanprod")(_classic("ReduceProd", _without_nan))


by_function("norm", "argmax", "argmin", "argmax_channel", "_npi_argmax", "_npi_argmin", "_np_cumsum")


def _moments(g: Any, x: Any, axes: Iterable[int], ddof: int = 0) -> tuple[Any, Any]:
    axes = list(axes)
    mean = g.reduce("ReduceMean", x, axes, keepdims=True)
    centred = g.Sub(x, mean, shape=x.shape)
    squares = g.Mul(centred, centred, shape=x.shape)
    variance = g.reduce("ReduceMean", squares, axes, keepdims=True)
    if ddof:
        count = int(np.prod(g.static(x, *axes)))
        variance = g.Mul(variance, count / (count - ddof) if count > ddof else np.inf, shape=variance.shape)
    return mean, variance


@writes("moments")
def _(g, p, x):
    axes = reduction_axes(p.axes, x.rank) or tuple(range(x.rank))
    mean, variance = _moments(g, x, axes)
    if p.keepdims:
        return mean, variance
    if len(axes) == x.rank:
        return g.reshape(mean, (1,)), g.reshape(variance, (1,))
    return g.squeeze(mean, *axes), g.squeeze(variance, *axes)


# -- the NumPy interface --------------------------------------------------------------------------------------------


def _numpy(op_type: str) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        if p.get("initial") is not None:
            g.refuse("initial is not supported")
        out_dtype = g.outs[0].dtype
        if p.axis == ():
            return x if out_dtype in ("?", x.dtype) else g.cast(x, out_dtype)
        if out_dtype not in ("?", "bool") and op_type not in ("ReduceMax", "ReduceMin"):
            x = g.cast(x, out_dtype)
        return reduced(g, op_type, _wide(g, op_type, x) if op_type != "ReduceMean" else x, p.axis, p.keepdims)

    return rule


for _name, _op_type in (("_np_sum", "ReduceSum"), ("_npi_mean", "ReduceMean"), ("_np_prod", "ReduceProd"),
                     ("_np_max", "ReduceMax"), ("_np_min", "ReduceMin")):  # fmt: skip
    writes(_name)(_numpy(_op_type))


def _spread(root: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        out_dtype = g.outs[0].dtype
        x = g.cast(x, out_dtype if "float" in out_dtype else "float32")
        axes = reduction_axes(tuple(p.axis) if p.axis else None, x.rank)
        axes = tuple(range(x.rank)) if axes is None else axes
        _, variance = _moments(g, x, axes, p.ddof)
        result = g.Sqrt(variance, shape=variance.shape) if root else variance
        return result if p.keepdims else g.squeeze(result, *axes)

    return rule


writes("_npi_var")(_spread(False))
writes("_npi_std")(_spread(True))


def _truth(op_type: str) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        if p.axis == ():
            return g.cast(x, "bool")
        return g.cast(reduced(g, op_type, g.cast(g.cast(x, "bool"), "int32"), p.axis, p.keepdims), "bool")

    return rule


writes("_np_any")(_truth("ReduceMax"))
writes("_np_all")(_truth("ReduceMin"))


@writes("_npi_average")
def _(g, p, x, weights=None):
    if not p.weighted:
        mean = reduced(g, "ReduceMean", x, p.axis, False)
        if not p.returned:
            return mean
        g.refuse("returned=True without weights is not supported")
    axes = reduction_axes(tuple(p.axis) if p.axis else None, x.rank)
    if weights.rank == 1 and x.rank > 1 and axes is not None:
        weights = g.unsqueeze(weights, *range(1, x.rank - axes[0]))
    expanded = g.Expand(weights, g.shape(x), shape=x.shape)
    total = reduced(g, "ReduceSum", expanded, p.axis, False)
    mean = g.Div(reduced(g, "ReduceSum", g.Mul(x, expanded, shape=x.shape), p.axis, False), total)
    return (mean, total) if p.returned else mean


# -- sorting -----------------------------------------------------------------------------------------------------------


def ordered(g: Any, x: Any, k: Any, axis: int, largest: bool) -> tuple[Any, Any]:
    """Return the ``k`` first of ``x`` in order, and where they are."""
    return FORMS["topk"](g, x, k, axis, largest)


def _sorted(g: Any, p: Any, x: Any, k: int = 0) -> tuple[Any, int, Any, Any]:
    """Return what is sorted, flat where the attributes name no axis, the axis, the ``k`` first and where they are."""
    x, axis = (g.reshape(x, (-1,)), 0) if p.axis is None else (x, p.axis % x.rank)
    return x, axis, *ordered(g, x, k if k > 0 else g.length(x, axis), axis, not p.is_ascend)


@writes("topk")
def _(g, p, x):
    flat, axis, values, index = _sorted(g, p, x, p.k)
    if p.ret_typ in ("value", "both"):
        return values, index
    if p.ret_typ == "indices":
        return index
    zeros = g.filled(g.lengths(flat), 0, x.dtype)
    ones = g.Expand(g.scalar(1, x.dtype), g.Shape(index))
    return g.reshape(g.ScatterElements(zeros, index, ones, axis=axis), g.lengths(x))


# what is one expression
write_rows(
    {
        "sort": lambda g, p, x: _sorted(g, p, x)[2:],
        "argsort": lambda g, p, x: _sorted(g, p, x)[3],
    }
)
