"""Functions of each element, and of two or more arrays element by element."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .....core.dtypes import NAMES
from .....core.errors import MXNetError
from .....ops.elementwise_table import BINARY, TO_BOOL, UNARY, Binary
from ..graph import Graph, translate_rows, translates

Rule = Callable[..., Any]
_UNARY = {row.onnx: row.operators[0] for row in UNARY if isinstance(row.onnx, str) and not row.extension} | {
    "BitwiseNot": "_npi_bitwise_not", "Identity": "_copy", "Not": "_npi_logical_not", "Relu": "relu",
    "Round": "_npi_around",
}  # fmt: skip


def _plain(short: str) -> Rule:
    return lambda g, n, x: x if isinstance(x, list) else g.op(short, x)


for _name, _short in _UNARY.items():
    translates(_name)(_plain(_short))


def scaled(g: Graph, x: Any, factor: float) -> Any:
    """Return ``x * factor``."""
    return x if factor == 1 else g.op("_mul_scalar", x, scalar=factor)


def shifted(g: Graph, x: Any, value: float) -> Any:
    """Return ``x + number``."""
    return x if value == 0 else g.op("_plus_scalar", x, scalar=value)


def above(g: Graph, x: Any, limit: float) -> Any:
    """Return where ``x > limit``."""
    return g.op("_npi_greater_scalar", x, scalar=limit)


def choose(g: Graph, condition: Any, x: Any, y: Any) -> Any:
    """Return ``x`` where a condition holds, else ``y``; numbers stand for themselves."""
    if isinstance(x, (int, float)):
        return g.op("_npi_where_lscalar", condition, y, scalar=float(x))
    if isinstance(y, (int, float)):
        return g.op("_npi_where_rscalar", condition, x, scalar=float(y))
    return g.op("_npi_where", condition, x, y)


@translates("IsInf")
def _(g, n, x):
    negative, positive = n.get("detect_negative", 1), n.get("detect_positive", 1)
    short = {(1, 1): "isinf", (0, 1): "isposinf", (1, 0): "isneginf"}.get((negative, positive))
    return g.op(f"_npi_{short}", x) if short else _none(g, x)


def _none(g: Graph, x: Any) -> Any:
    return g.op("_npi_greater", g.op("_mul_scalar", g.op("_npi_isinf", x), scalar=0.0), np.zeros(1, "float64"))


@translates("Selu")
def _(g, n, x):
    alpha, gamma = n.get("alpha", 1.6732632423543772), n.get("gamma", 1.0507009873554805)
    return scaled(g, g.op("LeakyReLU", x, act_type="elu", slope=alpha), gamma)


@translates("Celu")
def _(g, n, x):
    alpha = n.get("alpha", 1.0)
    low = scaled(g, g.op("expm1", scaled(g, g.op("_minimum_scalar", x, scalar=0.0), 1 / alpha)), alpha)
    return g.op("elemwise_add", g.op("relu", x), low)


@translates("Gelu")
def _(g, n, x):
    if n.text("approximate", "none") == "none":
        return g.op("LeakyReLU", x, act_type="gelu")
    cube = g.op("elemwise_mul", x, g.op("square", x))
    inner = scaled(g, g.op("elemwise_add", x, scaled(g, cube, 0.044715)), (2 / np.pi) ** 0.5)
    return g.op("elemwise_mul", scaled(g, x, 0.5), shifted(g, g.op("tanh", inner), 1.0))


@translates("Shrink")
def _(g, n, x):
    bias, limit = n.get("bias", 0.0), n.get("lambd", 0.5)
    low = choose(g, g.op("_npi_less_scalar", x, scalar=-limit), shifted(g, x, bias), 0.0)
    return choose(g, above(g, x, limit), shifted(g, x, -bias), low)


@translates("Clip")
def _(g, n, x, low=None, high=None):
    low, high = (n.get(k) if v is None else v for k, v in (("min", low), ("max", high)))
    if isinstance(low, (np.ndarray, float, type(None))) and isinstance(high, (np.ndarray, float, type(None))):
        limits = [float(d) if v is None else float(v) for v, d in ((low, -np.inf), (high, np.inf))]
        if "float" in g.dtype(x) and limits[0] <= limits[1]:
            return g.op("clip", x, a_min=limits[0], a_max=limits[1])
    if low is not None:
        x = g.op("_npi_maximum", x, np.asarray(low, g.dtype(x)) if not hasattr(low, "_heads") else low)
    if high is not None:
        x = g.op("_npi_minimum", x, np.asarray(high, g.dtype(x)) if not hasattr(high, "_heads") else high)
    return x


def type_name(code: int) -> str:
    """Return the name of the data type with this number in ONNX."""
    from onnx import TensorProto, helper

    dtype = "bfloat16" if code == TensorProto.BFLOAT16 else helper.tensor_dtype_to_np_dtype(code).name
    if dtype not in NAMES or code == TensorProto.STRING:
        raise MXNetError(f"the data type {TensorProto.DataType.Name(code)} is not one of MXNet's")
    return dtype


# -- two arrays and more -----------------------------------------------------------------------------------------------


def two(g: Graph, row: Binary, x: Any, y: Any) -> Any:
    """Return an operator of two arrays that broadcast."""
    if g.rank(x) == g.rank(y) or "float" not in g.dtype(x):
        same = g.shape(x) == g.shape(y) and None not in g.shape(x)
        return g.op(row.arrays[0 if same else 1], x, y)
    return g.op(row.numpy_operators[0], x, y)


def _arithmetic(row: Binary) -> Rule:
    return lambda g, n, x, y: two(g, row, x, y)


def _compared(short: str) -> Rule:
    return lambda g, n, x, y: g.op(short, x, y)


for _row in BINARY:
    if isinstance(_row.onnx, str) and _row.promotion is TO_BOOL:
        translates(_row.onnx)(_compared(_row.numpy_operators[0]))
    elif isinstance(_row.onnx, str) and _row.special and _row.onnx != "Pow":
        translates(_row.onnx)(_arithmetic(_row))
for _name in ("And", "Or", "Xor"):
    for _op_type in (_name, f"Bitwise{_name}"):
        translates(_op_type)(_compared(f"_npi_bitwise_{_name.lower()}"))


@translates("Pow")
def _(g, n, x, y):
    dtype = g.dtype(x)
    if g.dtype(y) != dtype:
        y = y.astype(dtype) if isinstance(y, np.ndarray) else g.op("Cast", y, dtype=dtype)
    if isinstance(y, np.ndarray) and y.size == 1 and "float" in dtype and g.rank(x) >= y.ndim:
        return g.op("_power_scalar", x, scalar=float(y.reshape(())))
    return g.op("broadcast_power", x, y)


@translates("Mod")
def _(g, n, x, y):
    if not n.get("fmod", 0):
        return g.op("_npi_mod", x, y)
    quotient = g.op("trunc", g.op("_npi_true_divide", x, y))
    return g.op("_npi_subtract", x, g.op("_npi_multiply", y, quotient))


def _folded(short: str) -> Rule:
    def translate(g: Graph, n: Any, *xs: Any) -> Any:
        result = xs[0] if len(xs) > 1 else g.op("_copy", xs[0])
        for item in xs[1:]:
            result = g.op(short, result, item)
        return result

    return translate


translates("Max")(_folded("broadcast_maximum"))
translates("Min")(_folded("broadcast_minimum"))
translates("Sum")(_folded("_npi_add"))


# what is one expression
translate_rows(
    {
        "Softplus": lambda g, n, x: g.op("Activation", x, act_type="softrelu"),
        "Elu": lambda g, n, x: g.op("LeakyReLU", x, act_type="elu", slope=n.get("alpha", 1.0)),
        "LeakyRelu": lambda g, n, x: g.op("LeakyReLU", x, act_type="leaky", slope=n.get("alpha", 0.01)),
        "ThresholdedRelu": lambda g, n, x: choose(g, above(g, x, n.get("alpha", 1.0)), x, 0.0),
        "PRelu": lambda g, n, x, slope: choose(g, above(g, x, 0.0), x, g.op("_npi_multiply", x, slope)),
        "HardSigmoid": lambda g, n, x: g.op("hard_sigmoid", x, alpha=n.get("alpha", 0.2), beta=n.get("beta", 0.5)),
        "HardSwish": lambda g, n, x: g.op("elemwise_mul", x, g.op("hard_sigmoid", x, alpha=1 / 6, beta=0.5)),
        "Mish": lambda g, n, x: g.op("elemwise_mul", x, g.op("tanh", g.op("Activation", x, act_type="softrelu"))),
        "Swish": lambda g, n, x: g.op("elemwise_mul", x, g.op("sigmoid", scaled(g, x, n.get("alpha", 1.0)))),
        "Cast": lambda g, n, x: g.op("Cast", x, dtype=type_name(n["to"])),
        "CastLike": lambda g, n, x, like: g.op("Cast", x, dtype=g.dtype(like)),
        "Mean": lambda g, n, *xs: scaled(g, _folded("_npi_add")(g, n, *xs), 1 / len(xs)),
        "Where": lambda g, n, condition, x, y: g.op("_npi_where", condition, x, y),
    }
)


# -- integers that stand for real ones, by a scale and a number for zero: computed in float32, as runtimes do ----------

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
