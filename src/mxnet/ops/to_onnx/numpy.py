"""Operators of the NumPy interface, and of linear algebra, that have no classic counterpart."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ..linalg import _positions
from . import write_rows, writes
from .elementwise import number as to_type
from .linear import contracted
from .tensors import by_function

by_function(
    "_npi_tensordot", "_npi_tensordot_int_axes", "_npi_polyval", "_npi_delete", "_npi_diag_indices_from", "_npi_norm",
    "_linalg_sumlogdiag", "_linalg_trmm",
)  # fmt: skip


@writes("_np_dot")
def _(g, p, a, b):
    if not (a.rank and b.rank):
        return g.Mul(a, b)
    at = max(b.rank - 2, 0)
    return contracted(g, a, g.transpose(b, (at, *(i for i in range(b.rank) if i != at))))


@writes("_npi_einsum")
def _(g, p, *xs):
    if xs[0].dtype == "bool":
        g.refuse("einsum of booleans is not supported")
    terms = p.subscripts.replace(" ", "").partition("->")[0].split(",")
    open_ranks = {x.rank - len(t.replace("...", "")) for x, t in zip(xs, terms, strict=True) if "..." in t}
    if len(open_ranks) > 1:
        g.refuse(f"... must stand for as many axes everywhere in {p.subscripts!r}")
    return g.Einsum(*xs, equation=p.subscripts.replace(" ", ""))


def _chosen(g: Any, condition: Any, x: Any, y: Any, number: float) -> Any:
    """Return ``x`` where a condition holds, else ``y``, of which one is None: a number, in the type of the other.

    Integers beside a fraction become float64.
    """
    array = y if x is None else x
    if not array.is_float and not float(number).is_integer():
        array = g.cast(array, "float64")
    value = g.scalar(to_type(number, array.dtype), array.dtype)
    choices = (value, array) if x is None else (array, value)
    return g.Where(g.cast(condition, "bool"), *choices, dtype=array.dtype)


@writes("_npi_boolean_mask_assign_scalar")
def _(g, p, x, mask):
    start = p.start_axis % x.rank if x.rank else 0
    mask = g.unsqueeze(g.cast(mask, "bool"), *range(mask.rank, x.rank - start))
    return g.Where(mask, g.scalar(to_type(p.value, x.dtype), x.dtype), x, dtype=x.dtype)


@writes("_npi_pad")
def _(g, p, x):
    widths = p.pad_width[: x.rank]
    if p.mode == "constant":
        sides = [low for low, _ in widths] + [high for _, high in widths]
        return g.Pad(x, sides, g.scalar(to_type(p.constant_value, x.dtype), x.dtype))
    for axis, (low, high) in enumerate(widths):
        if low or high:
            x = _padded(g, x, axis, low, high, p.mode)
    return x


def _padded(g: Any, x: Any, axis: int, low: int, high: int, mode: str) -> Any:
    (length,) = g.static(x, axis)
    if mode in ("maximum", "minimum"):
        op_type = "ReduceMax" if mode == "maximum" else "ReduceMin"
        edge = g.reduce(op_type, x, [axis], keepdims=True)
        repeats = (g.Tile(edge, [n if i == axis else 1 for i in range(x.rank)]) for n in (low, high))
        first, last = repeats
        result = g.Concat(first, x, last, axis=axis)
    else:
        result = g.Gather(x, np.pad(np.arange(length), (low, high), mode).tolist(), axis=axis)
    shape = tuple(length + low + high if i == axis else d for i, d in enumerate(x.shape))
    return result.of_shape(shape)


@writes("_npi_diff")
def _(g, p, x):
    for _ in range(p.n):
        x = g.Sub(g.slice(x, p.axis, 1, None), g.slice(x, p.axis, 0, -1), shape=(None,) * x.rank)
    return x


@writes("_npi_unique")
def _(g, p, x):
    if p.axis is not None and not -x.rank <= p.axis < x.rank:
        g.refuse(f"axis {p.axis} is out of range")
    flat = p.axis is None
    axis, dtypes = None if flat else p.axis % x.rank, (x.dtype, "int64", "int64", "int64")
    result = g.Unique(x, axis=axis, sorted=1, outputs=4, dtype=dtypes)
    flags = (True, p.return_index, p.return_inverse, p.return_counts)
    new = [item for item, requested in zip(result, flags, strict=True) if requested]
    return new if len(new) > 1 else new[0]


@writes("_contrib_allclose")
def _(g, p, a, b):
    near = g.LessOrEqual(g.Abs(g.Sub(a, b)), g.Add(g.Mul(g.Abs(b), p.rtol), p.atol))
    near = g.Or(near, g.Equal(a, b))
    if p.equal_nan:
        near = g.Or(near, g.And(g.IsNaN(a), g.IsNaN(b)))
    return g.reduce("ReduceMin", g.cast(near, "int32"), range(a.rank))


# -- linear algebra ----------------------------------------------------------------------------------------------------


def _triangle(p: Any, size: int) -> np.ndarray:
    rows, columns = _positions(size, p.offset, p.lower, torch.device("cpu"))
    return (rows * size + columns).numpy()


@writes("_linalg_extracttrian")
def _(g, p, a):
    (n,) = g.static(a, -1)
    flat = g.reshape(a, [*g.lengths(a)[:-2], n * n])
    return g.Gather(flat, _triangle(p, n).tolist(), axis=a.rank - 2)


@writes("_linalg_maketrian")
def _(g, p, a):
    (length,) = g.static(a, -1)
    side = int((np.sqrt(8 * length + 1) - 1) // 2)
    size = side + abs(p.offset)
    spread = np.zeros((length, size * size), a.dtype)
    spread[np.arange(length), _triangle(p, size)] = 1
    return g.reshape(g.MatMul(a, spread), [*g.lengths(a)[:-1], size, size])


# -- random numbers ----------------------------------------------------------------------------------------------------


def _noise(g: Any, op: str, like: Any, **attributes: float) -> Any:
    """Return random numbers in the shape of the output, or of ``like``."""
    dtype = "float64" if g.outs[0].dtype == "float64" else "float32"
    count = g.type_number(dtype)
    if like is not None:
        return g.node(f"{op}Like", (like,), dtype_attribute=count, dtype=dtype, **attributes)
    return g.node(op, (), shape_attribute=list(g.static(g.outs[0])), dtype_attribute=count, dtype=dtype, **attributes)


def _uniform(g: Any, like: Any = None) -> Any:
    return _noise(g, "RandomUniform", like, low=0.0, high=1.0)


def _normal(g: Any, like: Any = None) -> Any:
    return _noise(g, "RandomNormal", like, mean=0.0, scale=1.0)


def _exponential(g: Any, like: Any = None) -> Any:
    return g.Neg(g.Log(g.Sub(g.scalar(1, "float32"), _uniform(g, like))))


def _log_exponential(g: Any, like: Any = None) -> Any:
    return g.Log(g.Max(_exponential(g, like), float(np.finfo("float32").tiny)))


def _gumbel(g: Any, like: Any = None) -> Any:
    return g.Neg(_log_exponential(g, like))


def _logistic(g: Any, like: Any = None) -> Any:
    return g.Sub(_log_exponential(g, like), _log_exponential(g, like))


#: by operators: the noise, the parameters, and what makes draws of both
_DRAWS: dict[str, tuple[Callable[..., Any], tuple[str, ...], Callable[..., Any]]] = {
    "_random_uniform _random_uniform_like _sample_uniform _npi_uniform _npi_uniform_n": (
        _uniform, ("low", "high"), lambda g, u, low, high: g.Add(g.Mul(u, g.Sub(high, low)), low),
    ),
    "_random_normal _random_normal_like _sample_normal _npi_normal _npi_normal_n": (
        _normal, ("loc", "scale"), lambda g, u, mean, deviation: g.Add(g.Mul(u, deviation), mean),
    ),
    "_random_exponential _random_exponential_like _sample_exponential": (
        _exponential, ("lam",), lambda g, e, rate: g.Div(e, rate),
    ),
    "_npi_gumbel": (_gumbel, ("loc", "scale"), lambda g, u, place, scale: g.Add(g.Mul(u, scale), place)),
    "_npi_logistic": (_logistic, ("loc", "scale"), lambda g, u, place, scale: g.Add(g.Mul(u, scale), place)),
    "_npi_exponential": (_exponential, ("scale",), lambda g, e, scale: g.Mul(e, scale)),
    "_npi_rayleigh": (_exponential, ("scale",), lambda g, e, scale: g.Mul(g.Sqrt(g.Mul(e, 2)), scale)),
    "_npi_pareto": (_exponential, ("a",), lambda g, e, a: g.Sub(g.Exp(g.Div(e, a)), 1)),
    "_npi_weibull": (_exponential, ("a",), lambda g, e, a: g.Pow(e, g.Reciprocal(a))),
    "_npi_powerd": (_exponential, ("a",), lambda g, e, a: g.Exp(g.Neg(g.Div(e, a)))),
}  # fmt: skip


def _drawn(noise: Callable[..., Any], parameters: Sequence[str], draw: Callable[..., Any]) -> Callable[..., Any]:
    """Return the rule of draws whose parameters are attributes, or inputs where those are None or not there."""

    def rule(g: Any, p: Any, *args: Any) -> Any:
        left, attributes = list(args), [p.get(name) for name in parameters]
        result = noise(g, left.pop(0) if len(left) > attributes.count(None) else None)
        rank = len(g.outs[0].shape or ()) if g.op.name.startswith("_sample") else 0  # several draws of each
        values = [
            g.scalar(item, result.dtype) if item is not None else g.unsqueeze(x := left.pop(0), *range(x.rank, rank))
            for item in attributes
        ]
        return draw(g, result, *(g.cast(value, result.dtype) for value in values))

    return rule


for _names, _row in _DRAWS.items():
    writes(*_names.split())(_drawn(*_row))


@writes("_random_randint")
def _(g, p):
    low, high = p.low, p.high
    if high - low > 2**24:
        g.refuse(f"integers of {high - low} values: ONNX's random numbers of float32 tell 2**24 apart")
    drawn = g.Min(g.Floor(g.Mul(_uniform(g), float(high - low))), float(high - low - 1))
    return g.Add(g.cast(drawn, g.outs[0].dtype), low)


@writes("_npi_bernoulli")
def _(g, p, prob=None):
    value = p.logit if p.is_logit else p.prob
    chance = g.cast(prob, "float32") if value is None else g.scalar(value, "float32")
    return g.cast(g.Less(_uniform(g), g.Sigmoid(chance) if p.is_logit else chance), "float32")


@writes("_sample_multinomial")
def _(g, p, x):
    (classes,) = g.static(x, -1)
    count = int(np.prod(p.shape)) if p.shape else 1
    rows = g.Log(g.reshape(x, (-1, classes)))
    drawn = g.Multinomial(rows, sample_size=count, dtype_attribute=g.type_number("int64"), dtype="int64")
    result = g.reshape(drawn, [*g.lengths(x)[:-1], *p.shape] or (1,))
    if not p.get_prob:
        return result
    chosen = g.GatherElements(rows, drawn, axis=1)
    return result, g.reshape(chosen, [*g.lengths(x)[:-1], *p.shape] or (1,))


# what is one expression
write_rows(
    {
        "_npi_matmul": lambda g, p, a, b: g.MatMul(a, b),
        "_npi_where": lambda g, p, condition, x, y: g.Where(g.cast(condition, "bool"), x, y, dtype=x.dtype),
        "_npi_where_lscalar": lambda g, p, condition, x: _chosen(g, condition, None, x, p.scalar),
        "_npi_where_rscalar": lambda g, p, condition, x: _chosen(g, condition, x, None, p.scalar),
        "_npi_where_scalar2": lambda g, p, condition: _chosen(g, condition, g.scalar(p.x, "float32"), None, p.y),
    }
)
