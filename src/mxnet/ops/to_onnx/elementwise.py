"""Functions of each element: of one array, of two, of an array and a number; activations, softmaxes and loss layers."""

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from ...registry.op import OPS
from .._elementwise_onnx import real, rounded_away
from ..elementwise_table import (
    BINARY,
    BY_NAME,
    FLOAT_ONLY,
    INT_ONLY,
    INT_TRUNCATES,
    KEEPS,
    TO_BOOL,
    UNARY,
    ZERO,
    Binary,
    Unary,
)
from . import write_rows, writes
from .tensors import by_function


def _unary(row: Unary) -> Callable[..., Any]:
    onnx: Any = row.onnx
    to_integers = row.promotion is KEEPS and row.gradient is ZERO

    def rule(g: Any, p: Any, x: Any) -> Any:
        if to_integers and not x.is_float:
            return g.Identity(x)
        if isinstance(onnx, str):
            return g.node(onnx, (x if row.promotion is KEEPS else real(g, x),), shape=x.shape)
        return onnx(g, x if row.promotion in (KEEPS, INT_ONLY, TO_BOOL) else real(g, x))

    return rule


for _row in UNARY:
    if _row.onnx is not None:
        writes(*_row.operators)(_unary(_row))


@writes("_copy", "BlockGrad", "_copyto", "_np_copy", "cast_storage", "make_loss", "_contrib_gradientmultiplier",
        reads=1)  # fmt: skip
@writes("_identity_with_attr_like_rhs", reads=1)
def identity(g, p, x):
    """The input itself."""
    return x


@writes("Dropout")
def _(g, p, x):
    if p.mode == "training":
        return x
    return g.Dropout(x, g.scalar(p.p, x.dtype), g.constant(np.array(True)))


@writes("_npi_around")
def _(g, p, x):
    if not x.is_float:
        return g.Identity(x)
    scale = 10.0**p.decimals
    return g.Round(x) if not p.decimals else g.Div(g.Round(g.Mul(x, scale)), scale)


@writes("clip")
def _(g, p, x):
    if p.a_min > p.a_max:
        low, high = (g.scalar(_within(bound, x), x.dtype) for bound in (p.a_min, p.a_max))
        return g.Where(g.Greater(x, high), high, g.Where(g.Less(x, low), low, x, dtype=x.dtype), dtype=x.dtype)
    return g.Clip(x, g.scalar(_within(p.a_min, x), x.dtype), g.scalar(_within(p.a_max, x), x.dtype))


def _within(value: float, x: Any) -> float:
    """Return a bound as the type of ``x`` can hold it."""
    if x.is_float:
        return value
    limits = np.iinfo(x.dtype)
    return int(min(max(value, limits.min), limits.max))


@writes("Cast", "amp_cast")
def _(g, p, x):
    return g.cast(g.cast(x, "int64") if x.is_float and p.dtype == "uint8" else x, p.dtype)


@writes("smooth_l1")
def _(g, p, x):
    square, x = p.scalar * p.scalar, real(g, x)
    size = g.Abs(x)
    inner = g.Mul(g.Mul(x, x), 0.5 * square)
    return g.Where(g.Less(size, 1 / square), inner, g.Sub(size, 0.5 / square), dtype=x.dtype)


by_function("_contrib_div_sqrt_dim", "amp_multicast", "_npi_nan_to_num", "_contrib_sign_ste")


# what is one expression
write_rows(
    {
        "_contrib_round_ste": lambda g, p, x: rounded_away(g, real(g, x)),
        "hard_sigmoid": lambda g, p, x: g.HardSigmoid(x, alpha=p.alpha, beta=p.beta),
        "_contrib_quadratic": lambda g, p, x: g.Add(g.Mul(x, g.Add(g.Mul(x, p.a), p.b)), p.c),
        "shape_array": lambda g, p, x: g.shape(x) if x.shape is None or None in x.shape else g.Identity(g.shape(x)),
        "size_array": lambda g, p, x: g.reshape(g.Size(x), (1,)),
        "zeros_like": lambda g, p, x: g.filled(g.lengths(x), 0, x.dtype),
        "ones_like": lambda g, p, x: g.filled(g.lengths(x), 1, x.dtype),
    }
)


# -- activation functions, softmaxes, and what loss layers give in prediction ------------------------------------------


_ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh", "softrelu": "Softplus", "softsign": "Softsign"}


@writes("Activation")
def _(g, p, x):
    if p.act_type == "log_sigmoid":
        return g.Neg(g.Softplus(g.Neg(x)))
    if p.act_type == "mish":
        return g.Mul(x, g.Tanh(g.Softplus(x)))
    return g.node(_ACTIVATIONS[p.act_type], (x,))


@writes("LeakyReLU")
def _(g, p, x, gamma=None):
    if p.act_type == "leaky":
        return g.LeakyRelu(x, alpha=p.slope)
    if p.act_type == "elu":
        return g.Elu(x, alpha=p.slope)
    if p.act_type == "selu":
        return g.Selu(x)
    if p.act_type == "gelu":
        if g.opset >= 20:
            return g.Gelu(x)
        return g.Mul(g.Mul(x, 0.5), g.Add(g.Erf(g.Div(x, math.sqrt(2))), 1))
    if p.act_type == "rrelu":
        slope = (p.lower_bound + p.upper_bound) / 2
        return g.LeakyRelu(x, alpha=slope), g.filled(g.lengths(x), slope, x.dtype)
    start = 1 if gamma.rank == 1 and x.rank > 1 else 0  # a vector has one slope for each channel
    return g.PRelu(x, g.unsqueeze(gamma, *range(gamma.rank, x.rank - start)))


def softmax(g: Any, x: Any, axis: int, temperature: float | None, dtype: str | None, op: str = "Softmax") -> Any:
    """Softmax or its logarithm."""
    if temperature not in (None, 1):
        x = g.Mul(x, 1 / temperature if temperature else math.inf)
    return g.node(op, (g.cast(x, dtype or x.dtype),), axis=axis)


@writes("softmax")
def _(g, p, x, length=None):
    if not p.use_length:
        return softmax(g, x, p.axis, p.temperature, p.dtype)
    axis = p.axis % x.rank
    beyond = g.Not(within_length(g, x, length, axis))
    hidden = g.Where(beyond, g.scalar(-math.inf, x.dtype), x, dtype=x.dtype)
    result = softmax(g, hidden, p.axis, p.temperature, p.dtype)
    return g.Where(beyond, g.scalar(0, result.dtype), result, dtype=result.dtype)


def places(g: Any, x: Any, axis: int, dtype: str = "int64") -> Any:
    """The positions along an axis, in a shape that broadcasts against ``x``."""
    steps = count(g, g.length(x, axis))
    return g.cast(g.unsqueeze(steps, *range(1, x.rank - axis)), dtype)


def count(g: Any, length: Any) -> Any:
    """The integers below a length, a number or a vector of one."""
    if isinstance(length, int):
        return g.constant(np.arange(length, dtype="int64"))
    return g.Range(g.scalar(0, "int64"), g.squeeze(length, 0), g.scalar(1, "int64"), shape=(None,))


def within_length(g: Any, x: Any, length: Any, axis: int) -> Any:
    """Whether positions along ``axis`` lie below ``length``, which has the other axes of ``x``."""
    return g.Less(places(g, x, axis), g.cast(g.unsqueeze(length, axis), "int64"))


@writes("SoftmaxOutput", reads=1)
def _(g, p, x):
    if p.multi_output:
        return g.Softmax(x, axis=1)
    if p.preserve_shape or x.rank == 2:
        return g.Softmax(x, axis=-1)
    flat = g.Softmax(g.Flatten(x, axis=1, shape=(None, None)), axis=-1)
    return g.reshape(flat, g.lengths(x))


writes("LogisticRegressionOutput", reads=1)(lambda g, p, x: g.Sigmoid(x))
_LOSSES = "LinearRegressionOutput", "MAERegressionOutput", "SVMOutput", "MakeLoss", "IdentityAttachKLSparseReg"
writes(*_LOSSES, reads=1)(identity)


@writes("softmax_cross_entropy")
def _(g, p, x, label):
    scores = g.LogSoftmax(x, axis=-1)
    index = g.unsqueeze(g.cast(label, "int64"), 1)
    return g.Neg(g.reshape(g.reduce("ReduceSum", g.GatherElements(scores, index, axis=1)), (1,)))


# what is one expression
write_rows(
    {
        "log_softmax": lambda g, p, x: softmax(g, x, p.axis, p.temperature, p.dtype, "LogSoftmax"),
        "softmin": lambda g, p, x: softmax(g, g.Neg(x), p.axis, p.temperature, p.dtype),
        "SoftmaxActivation": lambda g, p, x: g.Softmax(x, axis=1 if p.mode == "channel" else -1),
    }
)


# -- operators of two arrays, or of an array and a number --------------------------------------------------------------


Two = Callable[..., Any]


def _binary(row: Binary) -> Two:
    """Return what writes the function of two values of one type; comparisons make booleans, cast where asked."""
    onnx: Any = row.onnx
    return (lambda g, x, y: g.node(onnx, (x, y))) if isinstance(onnx, str) else onnx


def _divide(g: Any, x: Any, y: Any) -> Any:
    out_dtype = g.outs[0].dtype
    if "float" in out_dtype:
        x, y = g.cast(x, out_dtype), g.cast(y, out_dtype)
    return g.Div(x, y)


def _promoted(g: Any, p: Any, x: Any, y: Any = None) -> Any:
    """Return values in the type in which they are computed with each other, or with the number of ``p``."""
    if y is None:
        dtype = "float64" if not x.is_float and not p.is_int else "int64" if x.dtype == "bool" else x.dtype
        return (_computable(g, g.cast(x, dtype)),)
    if x.dtype != y.dtype:  # the NumPy interface promotes
        out_dtype = g.outs[0].dtype
        dtype = out_dtype if out_dtype not in ("?", "bool") else x.dtype if x.is_float else y.dtype
        x, y = g.cast(x, dtype), g.cast(y, dtype)
    return _computable(g, x), _computable(g, y)


def _computable(g: Any, x: Any) -> Any:
    """Return integers of one byte, which ONNX Runtime does not compute with, as those of four."""
    return g.cast(x, "int32") if x.dtype in ("int8", "uint8") else x


def _real(g: Any, p: Any, *xs: Any) -> Any:
    """Return values as floating-point numbers, of the type of the result if that is one."""
    dtype = g.outs[0].dtype if "float" in g.outs[0].dtype else "float32"
    return [g.cast(x, dtype) for x in xs]


def _as_they_are(g: Any, p: Any, *xs: Any) -> Any:
    return xs


def number(value: float, dtype: str) -> float:
    """Return a number as a type holds it; as an integer it is cut off, and wrapped where the type has no sign."""
    if "float" in dtype:
        return value
    return bool(value) if dtype == "bool" else int(value) & 0xFF if dtype == "uint8" else int(value)


def _of_arrays(write: Two, typed: Callable[..., Any]) -> Callable[..., Any]:
    return lambda g, p, x, y: write(g, *typed(g, p, x, y))


def _of_number(write: Two, typed: Callable[..., Any], swapped: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        (y,) = typed(g, p, x)
        value = g.scalar(number(p.scalar, x.dtype if x.dtype == "uint8" and not y.is_float else y.dtype), y.dtype)
        return write(g, value, y) if swapped else write(g, y, value)

    return rule


def _declare(row: Binary) -> None:
    write, typed = _divide if row.onnx == "Div" else _binary(row), _promoted
    if row.classic:
        index, reflected = row.numbers
        writes(*row.arrays)(_of_arrays(write, typed))
        writes(*(name for name in (index, f"_scatter{index}") if name in OPS))(_of_number(write, typed, swapped=False))
        if not row.swapped:
            writes(reflected)(_of_number(write, typed, swapped=True))
    if (row.numpy_promotion or row.promotion) in (FLOAT_ONLY, INT_TRUNCATES):
        typed = _real
    elif row.promotion is INT_ONLY:
        typed = _as_they_are
    both, index, reflected = row.numpy_operators
    if row.shared != "all":
        writes(both)(_of_arrays(write, typed))
    if not row.shared:
        writes(index)(_of_number(write, typed, swapped=False))
    if not row.swapped:
        writes(reflected)(_of_number(write, typed, swapped=True))


for _row in BINARY:
    if _row.onnx is not None:
        _declare(_row)
writes("_grad_add")(_of_arrays(_binary(BY_NAME["add"]), _promoted))
writes("_scatter_elemwise_div")(_of_arrays(_divide, _promoted))


@writes("_rdiv_scalar", "_npi_rtrue_divide_scalar", "_rpower_scalar")
def _(g, p, x):
    value = p.scalar if x.is_float or not p.is_int else int(p.scalar)
    x = x if x.is_float else g.cast(x, "float64")  # integers are computed as real ones here
    return g.node("Pow" if "power" in g.op.name else "Div", (g.scalar(value, x.dtype), x))


@writes("add_n")
def _(g, p, *xs):
    return g.Sum(*xs) if len(xs) > 1 and xs[0].is_float else reduce(g.Add, xs)
