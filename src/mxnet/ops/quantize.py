"""Quantize, dequantize, requantize, and the search for good ranges; the types and ranges of quantized layers.

A quantized value stands for ``value * scale``. The scale is ``amax / quantized_range``: the absolute maximum of the
range of the floats, divided by 127.5 for int8 and by 255.5 for uint8.
"""

from functools import partial
from typing import Literal

import torch

from ..core.errors import MXNetError
from ..kernels.integer import LARGEST, QUANTIZED_RANGE, amax_of, quotient, round_into
from ..registry import op
from ..registry.traits import Fusing
from ._divergence import best_threshold
from ._families import first_type

OutType = Literal["auto", "int8", "uint8"]
_TYPES = {"int8": torch.int8, "uint8": torch.uint8}


def ranges(s, *names):
    """Set the shape ``(1,)`` for the inputs of these names, and for the second and third output."""
    for name in names:
        setattr(s, name, (1,))
    s.out.fill((1,), 1)


def single(name, value):
    """Return an input that has to be float32 of shape ``(1,)``. Raises :class:`MXNetError` for another."""
    if value.shape != (1,):
        raise MXNetError(f"{name}: expected shape (1,), got {tuple(value.shape)}")
    expect_type(name, value, torch.float32)
    return value


def expect_type(name, value, *dtypes):
    """Raise :class:`MXNetError` unless an input has one of these types."""
    if value.dtype not in dtypes:
        expected = " or ".join(str(dtype).removeprefix("torch.") for dtype in dtypes)
        raise MXNetError(f"{name}: expected {expected}, got {str(value.dtype).removeprefix('torch.')}")


def one_of(what, dtype, *names):
    """Raise :class:`MXNetError` if an input's type is known and none of these."""
    if dtype is not None and dtype not in names:
        raise MXNetError(f"{what}: expected {' or '.join(names)}, got {dtype}")


def calibrated(low, high):
    """Return whether a calibrated range is given."""
    return low is not None and high is not None


def chosen_type(p):
    """Return the type that ``out_type`` means: ``auto`` is uint8 for calibrated ranges without negative numbers."""
    return _name(p.out_type, p.min_calib_range, p.max_calib_range)


def _name(out_type, low, high):
    if out_type == "auto":
        return "uint8" if calibrated(low, high) and low >= 0 else "int8"
    return out_type


def _chosen(out_type, low, high):
    return _TYPES[_name(out_type, low, high)]


def calibrated_ends(low, high, device=None):
    """Return the ends of a calibrated range as arrays."""
    return tuple(torch.full((1,), end, dtype=torch.float32, device=device) for end in (low, high))


def _values_and_range(source):
    """Return the type rule of outputs ``(values, low, high)``: ``source(p)`` is the type of the values."""

    def rule(p, t):
        t.out[0], t.out[1], t.out[2] = source(p), "float32", "float32"

    return rule


def ends_of(data, low, high):
    """Return the range to quantize data in: the calibrated one if given, else that of float data, or of the type."""
    if calibrated(low, high):
        return calibrated_ends(low, high, data.device)
    if data.dtype is torch.float32:
        return tuple(item.reshape(1) for item in torch.aminmax(data.detach()))
    high = torch.full((1,), QUANTIZED_RANGE[data.dtype], dtype=torch.float32, device=data.device)
    return torch.zeros_like(high) if data.dtype is torch.uint8 else -high, high


def ends_in(dtype, low, high, amax):
    """Return the range of values quantized to ``dtype``: symmetric for int8, ``(low, high)`` for uint8."""
    return (low, high) if dtype is torch.uint8 else (-amax, amax)


def requantized_amax(data, scale, low, high):
    """Return the absolute maximum of the range to requantize to: the calibrated one if given, else that of the data."""
    if calibrated(low, high):
        return torch.full_like(scale, max(abs(low), abs(high)))
    return amax_of(*(item.reshape(1).to(torch.float32) * scale for item in torch.aminmax(data)))


# -- quantize ----------------------------------------------------------------------------------------------------


@op("_contrib_quantize", differentiable=False)
def quantize(data, min_range, max_range, *, out_type: Literal["int8", "uint8"] = "uint8"):
    """Round numbers of a given range to integers of 8 bits.

    A number x becomes ``x / max(abs(min_range), abs(max_range))`` times 127 (int8) or 255 (uint8), rounded.

    Parameters
    ----------
    data
        The numbers, float32.
    min_range
        The least number to quantize, ``(1,)``; what is below is clipped.
    max_range
        The greatest number to quantize, ``(1,)``; what is above is clipped.
    out_type
        'uint8', for numbers that are not negative, or 'int8'.

    Returns
    -------
    A list of three: the integers, of the shape of ``data``, and the least and the greatest number that they stand for,
    ``(1,)`` each. For int8 these are as far from 0.

    See Also
    --------
    quantize_v2 : finds the range itself.
    dequantize : the way back.

    Examples
    --------
    >>> values, low, high = mx.nd.contrib.quantize(
    ...     mx.nd.array([-1, 0, 0.5, 1]), mx.nd.array([-1]), mx.nd.array([1]), out_type='int8')
    >>> print(values.asnumpy(), low.asnumpy(), high.asnumpy())
    [-127    0   64  127] [-1.] [1.]
    """
    expect_type("data", data, torch.float32)
    low, high = single("min_range", min_range), single("max_range", max_range)
    dtype = _TYPES[out_type]
    amax = amax_of(low, high)
    values = round_into(data * quotient(LARGEST[dtype], amax), dtype)
    return values, *(end.clone() for end in ends_in(dtype, low, high, amax))


@quantize.types
def _(p, t):
    t.inputs.fill("float32")
    _values_and_range(lambda p: p.out_type)(p, t)


@op("_contrib_quantize_v2", differentiable=False)
def quantize_v2(
    data, *, out_type: OutType = "int8", min_calib_range: float | None = None, max_calib_range: float | None = None
):
    """Round numbers to integers of 8 bits, in a range that calibration found or in their own.

    The greatest absolute value of the range becomes 127 (int8) or 255 (uint8).

    Parameters
    ----------
    data
        The numbers, float32; int8 and uint8 are passed on.
    out_type
        'int8'; 'uint8', for numbers that are not negative; 'auto': uint8 where a calibrated range has no negative
        numbers, else int8.
    min_calib_range
        The least number to quantize, as calibration found it; None: that of ``data``.
    max_calib_range
        The greatest number to quantize, as calibration found it; None: that of ``data``.

    Returns
    -------
    A list of three: the integers, of the shape of ``data``, and the least and the greatest number that they stand for,
    ``(1,)`` each.

    See Also
    --------
    dequantize : the way back.

    Examples
    --------
    >>> values, low, high = mx.nd.contrib.quantize_v2(mx.nd.array([-1, 0, 0.5, 2]))
    >>> print(values.asnumpy(), low.asnumpy(), high.asnumpy())
    [-64   0  32 127] [-2.] [2.]
    >>> print(mx.nd.contrib.dequantize(values, low, high).asnumpy().round(2))
    [-1.    0.    0.5   1.99]
    """
    expect_type("data", data, torch.float32, torch.uint8, torch.int8)
    dtype = _chosen(out_type, min_calib_range, max_calib_range)
    low, high = ends_of(data, min_calib_range, max_calib_range)
    if data.dtype is not torch.float32:
        return data.to(dtype, copy=True), low, high
    amax = amax_of(low, high)
    return round_into(data * quotient(QUANTIZED_RANGE[dtype], amax), dtype), *ends_in(dtype, low, high, amax)


@quantize_v2.types
def _(p, t):
    one_of("data", t.data, "float32", "uint8", "int8")
    _values_and_range(chosen_type)(p, t)


@op("_contrib_quantize_asym", amp=None, differentiable=False, outputs=("output", "scale", "shift"))
def quantize_asym(data, *, min_calib_range: float | None = None, max_calib_range: float | None = None):
    """Round numbers to uint8 so that their least one becomes 0 and their greatest one 255.

    ``values = data * scale + shift``.

    Parameters
    ----------
    data
        The numbers, float32.
    min_calib_range
        The least number to quantize, as calibration found it; None: that of ``data``.
    max_calib_range
        The greatest number to quantize, as calibration found it; None: that of ``data``.

    Returns
    -------
    A list of three: the integers, of the shape of ``data``, the scale and the shift, ``(1,)`` each.

    Examples
    --------
    >>> values, scale, shift = mx.nd.contrib.quantize_asym(mx.nd.array([-1, 0, 1]))
    >>> print(values.asnumpy(), scale.asnumpy(), shift.asnumpy())
    [  0 128 255] [127.5] [127.5]
    """
    expect_type("data", data, torch.float32)
    low, high = ends_of(data, min_calib_range, max_calib_range)
    scale = quotient(LARGEST[torch.uint8], high - low)
    shift = LARGEST[torch.uint8] - high * scale
    return round_into(data * scale + shift, torch.uint8), scale, shift


@quantize_asym.types
def _(p, t):
    t.inputs[0] = "float32"
    _values_and_range(lambda p: "uint8")(p, t)


@op("_contrib_requantize", differentiable=False, fusing=Fusing(ranges="requantize"), attributes_of=quantize_v2)
def requantize(data, min_range, max_range, *, out_type, min_calib_range, max_calib_range):
    """Round int32, sums of products as quantized layers give them, to integers of 8 bits.

    Parameters
    ----------
    data
        The integers, int32.
    min_range
        The least number that int32 stands for, ``(1,)``, float32.
    max_range
        The greatest number that int32 stands for, ``(1,)``, float32.
    out_type
        'int8'; 'uint8', for numbers that are not negative; 'auto': uint8 where a calibrated range has no negative
        numbers, else int8.
    min_calib_range
        The least number to keep, as calibration found it; None: that of ``data``.
    max_calib_range
        The greatest number to keep, as calibration found it; None: that of ``data``.

    Returns
    -------
    A list of three: the integers, of the shape of ``data``, and the least and the greatest number that they stand for,
    ``(1,)`` each.

    Examples
    --------
    >>> sums = mx.nd.array([-100, 50], dtype='int32')  # of a range in which int32's greatest number is 2**31
    >>> values, low, high = mx.nd.contrib.requantize(sums, mx.nd.array([-2**31]), mx.nd.array([2**31]))
    >>> print(values.asnumpy(), low.asnumpy(), high.asnumpy())
    [-127   64] [-100.] [100.]
    """
    expect_type("data", data, torch.int32)
    low, high = single("min_range", min_range), single("max_range", max_range)
    dtype = _chosen(out_type, min_calib_range, max_calib_range)
    scale = amax_of(low, high) / QUANTIZED_RANGE[torch.int32]
    amax = requantized_amax(data, scale, min_calib_range, max_calib_range)
    values = round_into(data.to(torch.float32) * (scale * quotient(LARGEST[dtype], amax)), dtype)
    return values, *ends_in(dtype, torch.zeros_like(amax), amax, amax)


@requantize.types
def _(p, t):
    t.inputs[0], t.inputs[1], t.inputs[2] = "int32", "float32", "float32"
    _values_and_range(chosen_type)(p, t)


for _op in (quantize, quantize_v2, requantize):
    _op.outputs(("output0", "output1", "output2"))
# -- and back ----------------------------------------------------------------------------------------------------


@op("_contrib_dequantize", differentiable=False, fusing=Fusing(ranges="dequantize"))
def dequantize(data, min_range, max_range, *, out_type: Literal["float32"] = "float32"):
    """Return the numbers that integers of 8 bits stand for.

    Parameters
    ----------
    data
        The integers, int8 or uint8.
    out_type
        Only 'float32'.

    Returns
    -------
    An array of the shape of ``data``, float32.

    See Also
    --------
    quantize_v2 : the other way.

    Examples
    --------
    >>> values = mx.nd.array([-127, 0, 127], dtype='int8')
    >>> print(mx.nd.contrib.dequantize(values, mx.nd.array([-2]), mx.nd.array([2])).asnumpy().round(2))
    [-1.99  0.    1.99]
    """
    expect_type("data", data, torch.uint8, torch.int8)
    amax = amax_of(single("min_range", min_range), single("max_range", max_range))
    return data.to(torch.float32) * (amax / QUANTIZED_RANGE[data.dtype])


@dequantize.types
def _(p, t):
    one_of("data", t.data, "uint8", "int8")
    t.inputs[1], t.inputs[2], t.out[0] = "float32", "float32", "float32"


for _op in (quantize, quantize_v2, quantize_asym, requantize, dequantize):

    @_op.shapes
    def _(p, s):
        first_type(p, s)
        ranges(s, "min_range", "max_range")


# -- the search for a range ----------------------------------------------------------------------------------------


@op("_contrib_calibrate_entropy", amp=None, differentiable=False, host_sync="host", outputs=("threshold", "divergence"))
def calibrate_entropy(hist, hist_edges, *, num_quantized_bins: int = 255):
    """Return where numbers are best cut off before they are quantized, by their histogram.

    Of all ranges of whole bins around zero, the one is taken whose counts, brought into ``num_quantized_bins`` levels,
    differ least (Kullback-Leibler) from the counts with everything outside put on the ends.

    Parameters
    ----------
    hist
        How many numbers each bin has, an odd number of bins around zero, float32.
    hist_edges
        The ends of the bins, one more than bins, float32.
    num_quantized_bins
        How many levels integers have: 255.

    Returns
    -------
    Two arrays ``(1,)``: the greatest absolute value to keep, and the divergence that it leaves.

    Examples
    --------
    >>> counts, edges = np.histogram([0.1] * 50 + [-0.1] * 50 + [0.3, 8.0], bins=1001, range=(-8, 8))
    >>> counts, edges = mx.nd.array(counts), mx.nd.array(edges)
    >>> threshold, divergence = mx.nd.contrib.calibrate_entropy(counts, edges, num_quantized_bins=255)
    >>> print(threshold.asnumpy().round(2))
    [3.76]
    """
    expect_type("hist", hist, torch.float32)
    expect_type("hist_edges", hist_edges, torch.float32)
    if hist_edges.numel() != hist.numel() + 1:
        raise MXNetError(
            f"hist_edges: expected {hist.numel() + 1} numbers, one more than hist, got {hist_edges.numel()}"
        )
    if hist.is_meta:
        return hist.new_empty(1), hist.new_empty(1)
    threshold, divergence = best_threshold(
        hist.detach().cpu().numpy().ravel(), hist_edges.detach().cpu().numpy().ravel(), num_quantized_bins
    )
    return hist.new_tensor([threshold]), hist.new_tensor([divergence])


@calibrate_entropy.types
def _(p, t):
    t.inputs.fill("float32")
    t.out.fill("float32")


@calibrate_entropy.shapes
def _(p, s):
    s.out[0], s.out[1] = (1,), (1,)


# -- what quantized layers have in common: the types of their integers, and the ranges of inputs and results -----------


INT8_TYPES = (torch.int8, torch.uint8)
OUTPUTS = ("output", "min_output", "max_output")
#: registers an operator whose result has a range
quantized_op = partial(op, differentiable=False, outputs=OUTPUTS)


def float_ranges(t, first):
    """Set float32 for the inputs from the ``first`` on, and for the second and third output."""
    t.inputs.fill("float32", first)
    t.out.fill("float32", 1)


def range_amax(prefix, low, high):
    """Return the absolute maximum of the range of an input, ``min_prefix`` to ``max_prefix``."""
    return amax_of(single(f"min_{prefix}", low), single(f"max_{prefix}", high))
