"""Quantized layers: each takes int8 or uint8 arrays with their ranges, and gives a result with its range.

Convolution and the fully connected layer are in :mod:`.quantized_products`.

A scale is the absolute maximum of the range, here divided by 127 for int8, by 255 for uint8, and by ``2**31 - 1`` for
int32, the type of products.
"""

from functools import partial
from math import prod
from typing import Literal

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import AtLeastOne
from ..core.shapes import known
from ..kernels.integer import QUANTIZED_RANGE, amax_of, as_int8, joint_scales, quotient, round_into, scaled_into
from ..registry import get, op
from ..registry.rule_class import only_if
from ..registry.traits import Clamp, Fusing, Quantized, QuantizedAffine
from . import binary  # noqa: F401  # sums and products are registered there
from ._families import first_type
from .activation import activation
from .indexing import embedding
from .matrix import concat
from .norm import batch_norm
from .pool import pooling
from .quantize import (
    INT8_TYPES,
    OUTPUTS,
    calibrated,
    expect_type,
    float_ranges,
    one_of,
    quantized_op,
    range_amax,
    ranges,
    single,
)
from .quantized_products import product_range
from .shape import flatten

# -- layers that keep the range of their input -------------------------------------------------------------------------


def _keeps_type(p, t):
    t.out[0] = t.data
    float_ranges(t, 1)


def _three_shapes(p, s):
    ranges(s, "min_data", "max_data")


def _same_range(low, high):
    return single("min_data", low).clone(), single("max_data", high).clone()


@quantized_op("_contrib_quantized_pooling", fusing=Fusing(ranges="joins"), attributes_of=pooling)
def quantized_pooling(
    data, min_data, max_data, *, kernel, pool_type, pooling_convention, global_pool, count_include_pad, **attributes
):
    """Reduce each window of integers of 8 bits to their maximum or rounded average, as ``Pooling`` does.

    If padding counts, the average of a window that extends beyond the padded data (``pooling_convention='full'``) is
    also over the whole kernel.

    Parameters
    ----------
    data
        The input, int8 or uint8, ``(N, C, *space)``.
    kernel
        The size of the window, one number for each spatial axis; not needed with ``global_pool``.
    pool_type
        What is made of a window: its greatest element ('max') or its mean ('avg'); 'sum' and 'lp' are refused.
    global_pool
        Whether one window covers everything, whatever ``kernel`` says.
    pooling_convention
        How the length ``1 + (n + 2*pad - kernel) / stride`` is rounded: down ('valid') or up ('full'); 'same': it is
        ``n / stride`` rounded up.
    pad
        How much padding is put before and after each axis, which no maximum counts; (): none.
    p_value
        Without effect: of 'lp', which is refused.
    count_include_pad
        Whether 'avg' counts padding as zeros (True and None), or only elements of the data.

    Returns
    -------
    A list of three: the integers, in the dtype of ``data``, and the range of ``data``, two arrays ``(1,)``.

    Examples
    --------
    >>> data = mx.nd.array([[[[1, 2], [3, 5]]]], dtype='int8')
    >>> pooled, low, high = mx.nd.contrib.quantized_pooling(
    ...     data, mx.nd.array([-1]), mx.nd.array([1]), kernel=(2, 2), pool_type='avg')
    >>> print(pooled.asnumpy(), low.asnumpy(), high.asnumpy())
    [[[[3]]]] [-1.] [1.]
    """
    if pool_type not in ("max", "avg"):
        raise MXNetError(f"quantized_pooling: expected pool_type max or avg, got {pool_type}")
    if not data.is_meta:  # shapes are inferred with any type
        expect_type("data", data, *INT8_TYPES)
    hangs_over = (
        pool_type == "avg" and pooling_convention == "full" and not global_pool and count_include_pad is not False
    )
    pooled = pooling.fn(
        data if pool_type == "max" else data.to(torch.float32),
        kernel=kernel,
        pool_type="sum" if hangs_over else pool_type,
        global_pool=global_pool,
        pooling_convention=pooling_convention,
        count_include_pad=count_include_pad,
        **attributes,
    )
    if hangs_over:
        pooled = pooled / prod(kernel)
    values = pooled.round() if pool_type == "avg" else pooled[0] if isinstance(pooled, tuple) else pooled
    return (values.to(data.dtype), *_same_range(min_data, max_data))


@quantized_op("_contrib_quantized_act", full_names=("outputs",), layer=Clamp(0, None))
def quantized_act(data, min_data, max_data, *, act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]):
    """Set negative integers of 8 bits to 0.

    Parameters
    ----------
    data
        The input, int8 or uint8.
    act_type
        Only 'relu'.

    Returns
    -------
    A list of three: the integers, in the dtype of ``data``, and the range of ``data``, two arrays ``(1,)``.

    Examples
    --------
    >>> data = mx.nd.array([-3, 0, 3], dtype='int8')
    >>> values, low, high = mx.nd.contrib.quantized_act(data, mx.nd.array([-1]), mx.nd.array([1]), act_type='relu')
    >>> print(values.asnumpy())
    [0 0 3]
    """
    if act_type != "relu":
        raise MXNetError(f"quantized_act: expected act_type relu, got {act_type}")
    expect_type("data", data, *INT8_TYPES)
    return (data.clamp(min=0), *_same_range(min_data, max_data))


@quantized_op("_contrib_quantized_flatten", full_names=("outputs",))
def quantized_flatten(data, min_data, max_data):
    """Make a matrix of quantized data, one row for each sample.

    Parameters
    ----------
    data
        The input, int8 or uint8, ``(N, ...)``.

    Returns
    -------
    A list of three: the integers ``(N, K)``, in the dtype of ``data``, and the range of ``data``, two arrays ``(1,)``.

    Examples
    --------
    >>> data = mx.nd.zeros((2, 3, 4), dtype='int8')
    >>> values, low, high = mx.nd.contrib.quantized_flatten(data, mx.nd.array([-1]), mx.nd.array([1]))
    >>> values.shape
    (2, 12)
    """
    return (data.reshape(data.shape[0], -1).clone(), *_same_range(min_data, max_data))


for _op in (quantized_pooling, quantized_act, quantized_flatten):
    _op.types(_keeps_type)
for _op in (quantized_pooling, quantized_flatten):
    _op.shapes(_three_shapes)


@quantized_act.shapes
def _(p, s):
    first_type(p, s)
    _three_shapes(p, s)


@quantized_op("_contrib_quantized_embedding", amp=None)
def quantized_embedding(
    data,
    weight,
    min_weight,
    max_weight,
    *,
    input_dim: AtLeastOne,
    output_dim: AtLeastOne,
    dtype: Literal["bfloat16", "float16", "float32", "float64", "int32", "int64", "int8", "uint8"] = "float32",
    sparse_grad: bool = False,
):
    """Return the rows of an int8 table at some positions, as ``Embedding`` does.

    Parameters
    ----------
    data
        Positions, an array of any shape; whole numbers from 0 to ``input_dim - 1``.
    weight
        The table, int8, ``(input_dim, output_dim)``.
    input_dim
        The number of rows.
    output_dim
        The length of a row.
    dtype
        Without effect: the result is int8.
    sparse_grad
        Without effect.

    Returns
    -------
    A list of three: the rows, int8, ``data.shape + (output_dim,)``, and the range of ``weight``, two arrays ``(1,)``.

    Examples
    --------
    >>> table = mx.nd.array([[1, 2], [3, 4]], dtype='int8')
    >>> rows, low, high = mx.nd.contrib.quantized_embedding(
    ...     mx.nd.array([1, 0]), table, mx.nd.array([-1]), mx.nd.array([1]), input_dim=2, output_dim=2)
    >>> print(rows.asnumpy())
    [[3 4]
     [1 2]]
    """
    expect_type("weight", weight, torch.int8)
    rows = embedding.fn(data, weight, input_dim=input_dim, output_dim=output_dim)
    return rows, single("min_weight", min_weight).clone(), single("max_weight", max_weight).clone()


@quantized_embedding.types
def _(p, t):
    t.weight, t.out[0] = "int8", "int8"
    float_ranges(t, 2)


@quantized_embedding.shapes
def _(p, s):
    embedding.shapes.of(p, s)
    ranges(s, "min_weight", "max_weight")


# -- concatenation, sums and products element by element ---------------------------------------------------------------


@quantized_op("_contrib_quantized_concat", count="num_args", fusing=Fusing(ranges="joins"))
def quantized_concat(*data, dim: int = 1):
    """Join arrays of integers of 8 bits along an axis, in a range that holds all of theirs.

    The result is uint8 if all are, else int8.

    Parameters
    ----------
    *data
        The arrays; then the least and the greatest number that each stands for, ``min0, max0, min1, max1`` ...,
        ``(1,)`` each.
    dim
        The axis along which they are joined.

    Returns
    -------
    A list of three: the integers, and the least and the greatest number that they stand for, ``(1,)`` each.

    Examples
    --------
    >>> a, b = mx.nd.array([[127]], dtype='int8'), mx.nd.array([[127]], dtype='int8')
    >>> one, two = mx.nd.array([1]), mx.nd.array([2])
    >>> values, low, high = mx.nd.contrib.quantized_concat(a, b, -one, one, -two, two, num_args=2)
    >>> print(values.asnumpy(), low.asnumpy(), high.asnumpy())
    [[ 64 127]] [-2.] [2.]
    """
    count = len(data) // 3
    if len(data) != 3 * count or not count:
        raise MXNetError(f"quantized_concat: expected arrays and two numbers for each, got {len(data)} inputs")
    arrays, lows, highs = data[:count], data[count::2], data[count + 1 :: 2]
    for i, item in enumerate(arrays):
        expect_type(f"arg{i}", item, *INT8_TYPES)
    ends = [(single("min", low), single("max", high)) for low, high in zip(lows, highs, strict=True)]
    dtype = torch.uint8 if all(array.dtype is torch.uint8 for array in arrays) else torch.int8
    low, high, scales = joint_scales(ends, [array.dtype for array in arrays], dtype)
    parts = [scaled_into(item, scale, dtype) for item, scale in zip(arrays, scales, strict=True)]
    return torch.cat(parts, dim), low, high


@quantized_concat.inputs(checked=False)  # the operator counts them itself
def _(p):
    count = p.num_args
    return tuple([f"arg{i}" for i in range(count)] + [f"{end}{i}" for i in range(count) for end in ("min", "max")])


@quantized_concat.types
def _(p, t):
    count = p.num_args
    if None not in t.inputs[:count]:
        t.out[0] = "uint8" if set(t.inputs[:count]) == {"uint8"} else "int8"
    float_ranges(t, count)


@quantized_concat.shapes
def _(p, s):
    s.inputs.fill((1,), p.num_args)
    s.out.fill((1,), 1)
    arrays = s.inputs[: p.num_args]
    if all(map(known, arrays)) and len({len(array) for array in arrays}) == 1:
        joined = list(arrays[0])
        joined[p.dim] = sum(array[p.dim] for array in arrays)
        s.out[0] = tuple(joined)


def _two_shapes(p, s):
    s.out[0] = s.lhs
    s.out[0] = s.rhs
    s.lhs, s.rhs = s.out[0], s.out[0]
    ranges(s, "lhs_min", "lhs_max", "rhs_min", "rhs_max")


def _constant(value, like):
    return torch.full_like(like, value)


def _amaxes_of_pair(lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max):
    """Return the largest magnitudes of two arrays of 8 bits and of one shape, and refuse others."""
    expect_type("lhs", lhs, *INT8_TYPES)
    expect_type("rhs", rhs, *INT8_TYPES)
    if lhs.shape != rhs.shape:
        raise MXNetShapeError(f"expected two arrays of one shape, got {tuple(lhs.shape)} and {tuple(rhs.shape)}")
    left = amax_of(single("lhs_min", lhs_min), single("lhs_max", lhs_max))
    return left, amax_of(single("rhs_min", rhs_min), single("rhs_max", rhs_max))


@quantized_op("_contrib_quantized_elemwise_add", shapes=_two_shapes, fusing=Fusing(ranges="makes"))
def quantized_elemwise_add(
    lhs,
    rhs,
    lhs_min,
    lhs_max,
    rhs_min,
    rhs_max,
    *,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Add two arrays of integers of 8 bits, each with its own range.

    Parameters
    ----------
    lhs
        The first operand, int8 or uint8.
    rhs
        The second operand, int8 or uint8, of the same shape.

    Returns
    -------
    A list of three: the sums, with a calibrated range int8 (uint8 if both are), else int32; and the least and the
    greatest number that they stand for, ``(1,)`` each.

    Examples
    --------
    >>> a, b = mx.nd.array([127, 0], dtype='int8'), mx.nd.array([127, 127], dtype='int8')  # 1 and 0; 1 and 1
    >>> low, high = mx.nd.array([-1]), mx.nd.array([1])
    >>> values, low, high = mx.nd.contrib.quantized_elemwise_add(
    ...     a, b, low, high, low, high, min_calib_range=-2, max_calib_range=2)
    >>> print(values.asnumpy(), low.asnumpy(), high.asnumpy())
    [127  64] [-2.] [2.]
    """
    left, right = _amaxes_of_pair(lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max)
    if calibrated(min_calib_range, max_calib_range):
        low, high = _constant(min_calib_range, left), _constant(max_calib_range, left)
        dtype = torch.uint8 if lhs.dtype is torch.uint8 and rhs.dtype is torch.uint8 else torch.int8
    else:
        high = left + right
        low, dtype = -high, torch.int32
    amax = amax_of(low, high)
    total = 0
    for item, amax_of_input in ((lhs, left), (rhs, right)):
        part = item.to(torch.float32) * (amax_of_input * QUANTIZED_RANGE[dtype] / (amax * QUANTIZED_RANGE[item.dtype]))
        # as in 1.9.1, which converts an array to the type of the result before it adds
        total = total + (round_into(part, dtype) if dtype is torch.int8 and item.dtype is torch.uint8 else part)
    values = total.round().to(torch.int32) if dtype is torch.int32 else round_into(total, dtype)
    return values, low, high


@quantized_elemwise_add.types
def _(p, t):
    one_of("lhs", t.lhs, "int8", "uint8")
    one_of("rhs", t.rhs, "int8", "uint8")
    if not calibrated(p.min_calib_range, p.max_calib_range):
        t.out[0] = "int32"
    elif None not in t.inputs[:2]:
        t.out[0] = "uint8" if set(t.inputs[:2]) == {"uint8"} else "int8"
    float_ranges(t, 2)


@op(
    "_contrib_quantized_elemwise_mul", amp=None, shapes=_two_shapes, differentiable=False, fusing=Fusing(ranges="makes")
)
def quantized_elemwise_mul(
    lhs,
    rhs,
    lhs_min,
    lhs_max,
    rhs_min,
    rhs_max,
    *,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    enable_float_output: bool = False,
):
    """Multiply two arrays of integers of 8 bits, each with its own range.

    Parameters
    ----------
    lhs
        The first operand, int8 or uint8.
    rhs
        The second operand, int8 or uint8, of the same shape.
    enable_float_output
        Whether the products are returned as float32, alone.

    Returns
    -------
    A list of three: the products, with a calibrated range int8, else int32; and the least and the greatest number that
    they stand for, ``(1,)`` each.

    Examples
    --------
    >>> a, b = mx.nd.array([127, 0], dtype='int8'), mx.nd.array([127, 127], dtype='int8')  # 2 and 0; 2 and 2
    >>> low, high = mx.nd.array([-2]), mx.nd.array([2])
    >>> values, low, high = mx.nd.contrib.quantized_elemwise_mul(
    ...     a, b, low, high, low, high, min_calib_range=-8, max_calib_range=8)
    >>> print(values.asnumpy(), low.asnumpy(), high.asnumpy())
    [63  0] [-8.] [8.]
    """
    left, right = _amaxes_of_pair(lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max)
    scale = (left / QUANTIZED_RANGE[lhs.dtype]) * (right / QUANTIZED_RANGE[rhs.dtype])
    if enable_float_output:
        return lhs.to(torch.float32) * rhs.to(torch.float32) * scale
    product = lhs.to(torch.int32) * rhs.to(torch.int32)
    if not calibrated(min_calib_range, max_calib_range):
        return product, *product_range(lhs.dtype, left, right, rhs.dtype)
    low, high = _constant(min_calib_range, left), _constant(max_calib_range, left)
    factor = scale * quotient(QUANTIZED_RANGE[torch.int8], amax_of(low, high))
    # truncated, as in 1.9.1
    return round_into((product.to(torch.float32) * factor).trunc(), torch.int8), low, high


quantized_elemwise_mul.outputs(lambda p: OUTPUTS[:1] if p.enable_float_output else OUTPUTS)


@quantized_elemwise_mul.types
def _(p, t):
    if p.enable_float_output:
        t.out[0] = "float32"
    else:
        t.out[0] = "int8" if calibrated(p.min_calib_range, p.max_calib_range) else "int32"
    float_ranges(t, 2)


# -- normalization -----------------------------------------------------------------------------------------------------


def normalizes(gamma, beta, mean, var, eps):
    """Return the scale and shift of a batch normalization."""
    scale = gamma / torch.sqrt(var + eps)
    shift = beta - mean * scale
    return scale / (1 + eps) ** 0.5, shift  # as in 1.9.1, which normalizes by the variance, and then again by one of 1


@quantized_op("_contrib_quantized_batch_norm", amp=None, aux=("moving_mean", "moving_var"), attributes_of=batch_norm)
def quantized_batch_norm(
    data, gamma, beta, moving_mean, moving_var, min_data, max_data, *, eps, min_calib_range, max_calib_range, **unused
):
    """Normalize integers of 8 bits by the moving statistics, into a calibrated range of int8.

    ``gamma`` is used even with ``fix_gamma``.

    Parameters
    ----------
    data
        The input, int8 or uint8, ``(N, C, ...)``.
    gamma
        The scale of each channel, ``(C,)``, float32.
    beta
        The offset of each channel, ``(C,)``, float32.
    moving_mean
        The mean of each channel, ``(C,)``, float32.
    moving_var
        The variance of each channel, ``(C,)``, float32.
    eps
        What is added to the variance.
    min_calib_range
        The least number that the result is to stand for, as calibration found it; to be given.
    max_calib_range
        The greatest number that the result is to stand for, as calibration found it; to be given.
    momentum, fix_gamma, use_global_stats, output_mean_var, axis, cudnn_off
        Without effect.

    Returns
    -------
    A list of three: the integers, int8, and the least and the greatest number that they stand for, ``(1,)`` each.

    Raises
    ------
    MXNetError
        Without a calibrated range.

    Examples
    --------
    >>> data = mx.nd.array([[127], [-127]], dtype='int8')  # 2 and -2
    >>> one, zero = mx.nd.ones(1), mx.nd.zeros(1)
    >>> values, low, high = mx.nd.contrib.quantized_batch_norm(
    ...     data, one, one, zero, one, mx.nd.array([-2]), mx.nd.array([2]), min_calib_range=-4, max_calib_range=4)
    >>> print(mx.nd.contrib.dequantize(values, low, high).asnumpy().round(1).ravel())  # beta is 1
    [ 3. -1.]
    """
    if not calibrated(min_calib_range, max_calib_range):
        raise MXNetError("quantized_batch_norm: expected min_calib_range and max_calib_range: calibrate the graph")
    expect_type("data", data, *INT8_TYPES)
    statistics = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    for name, item in statistics.items():
        expect_type(name, item, torch.float32)
        if item.shape != data.shape[1:2]:
            raise MXNetShapeError(f"{name}: expected {tuple(data.shape[1:2])}, got {tuple(item.shape)}")
    data_scale = range_amax("data", min_data, max_data) / QUANTIZED_RANGE[torch.int8]
    low, high = _constant(min_calib_range, data_scale), _constant(max_calib_range, data_scale)
    scale, shift = normalizes(gamma, beta, moving_mean, moving_var, eps)
    inverse = quotient(QUANTIZED_RANGE[torch.int8], amax_of(low, high))
    channels = [1, -1, *[1] * (data.dim() - 2)]
    data = as_int8(data).to(torch.float32)
    values = data * (scale * data_scale * inverse).view(channels) + (shift * inverse).view(channels)
    return round_into(values, torch.int8), low, high


@quantized_batch_norm.layer
def _(p):
    ends = p.min_calib_range, p.max_calib_range
    return QuantizedAffine(partial(normalizes, eps=p.eps), ends) if calibrated(*ends) else None


@quantized_batch_norm.types
def _(p, t):
    one_of("data", t.data, "int8", "uint8")
    t.out[0] = "int8"
    float_ranges(t, 1)


@quantized_batch_norm.shapes
def _(p, s):
    if s.data is not None:
        s.gamma = s.beta = s.moving_mean = s.moving_var = (s.data[1],)
        s.out[0] = s.data
    ranges(s, "min_data", "max_data")


# -- the operators that they replace -----------------------------------------------------------------------------------


pooling.quantized(only_if(lambda p: p.pool_type in ("max", "avg"), Quantized("_contrib_quantized_pooling")))
activation.quantized(only_if(lambda p: p.act_type == "relu", Quantized("_contrib_quantized_act")))
flatten.quantized(Quantized("_contrib_quantized_flatten"))
concat.quantized(only_if(lambda p: p.dim > 0, Quantized("_contrib_quantized_concat")))
get("elemwise_add").quantized(Quantized("_contrib_quantized_elemwise_add", sums=True))
get("elemwise_mul").quantized(Quantized("_contrib_quantized_elemwise_mul", sums=True))
batch_norm.quantized(
    only_if(lambda p: p.axis == 1, Quantized("_contrib_quantized_batch_norm", lambda p, _: (0,), calibrated=True))
)
embedding.quantized(Quantized("_contrib_quantized_embedding", lambda p, _: (1,)))
