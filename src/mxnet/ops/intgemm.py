"""Matrices of int8 for fast products: how real ones become such, and their product.

Weights are prepared once. 1.9.1 then keeps them in an order of memory that depends on the processor; here they stay
in rows.
"""

from typing import Literal

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import AtLeastOne
from ..kernels.integer import LARGEST, multiply, quotient
from ..registry import op
from ._families import first_type
from .linear import fully_connected
from .quantize import expect_type, single


def _amax(data):
    return data.abs().amax().reshape(1)


@op("_contrib_intgemm_maxabsolute", aliases=("_npx_intgemm_maxabsolute",), extension=True, differentiable=False)
def intgemm_maxabsolute(data):
    """Return the greatest absolute value of an array, for ``intgemm_prepare_data``.

    Parameters
    ----------
    data
        The numbers, float32.

    Returns
    -------
    An array ``(1,)``.

    Examples
    --------
    >>> print(mx.nd.contrib.intgemm_maxabsolute(mx.nd.array([1, -3, 2])).asnumpy())
    [3.]
    """
    expect_type("data", data, torch.float32)
    return _amax(data)


@intgemm_maxabsolute.shapes
def _(p, s):
    s.out[0] = (1,)


def _rounded(values, maxabs):
    scaled = values * quotient(LARGEST[torch.int8], single("maxabs", maxabs))
    return scaled.round().clamp(-LARGEST[torch.int8], LARGEST[torch.int8]).to(torch.int8)


@op("_contrib_intgemm_prepare_data", aliases=("_npx_intgemm_prepare_data",), extension=True, differentiable=False)
def intgemm_prepare_data(data, maxabs):
    """Round numbers to int8, -127 to 127.

    Parameters
    ----------
    data
        The numbers, float32.
    maxabs
        What 127 stands for, ``(1,)``: the greatest absolute value, or less, to clip numbers.

    Returns
    -------
    An array of the shape of ``data``, int8.

    Examples
    --------
    >>> print(mx.nd.contrib.intgemm_prepare_data(mx.nd.array([1, -2, 0.5]), mx.nd.array([2])).asnumpy())
    [  64 -127   32]
    """
    expect_type("data", data, torch.float32)
    return _rounded(data, maxabs)


@op("_contrib_intgemm_prepare_weight", aliases=("_npx_intgemm_prepare_weight",), extension=True, differentiable=False)
def intgemm_prepare_weight(weight, maxabs=None, *, already_quantized: bool = False):
    """Round a weight to int8, ready for ``intgemm_fully_connected``.

    Parameters
    ----------
    weight
        The weight, ``(..., K)``, float32, or int8 where ``already_quantized``. The last axis must be a multiple of 64
        long, and there must be a multiple of 8 rows.
    maxabs
        What 127 stands for, ``(1,)``: the greatest absolute value, or less, to clip numbers. Not given where
        ``already_quantized``.
    already_quantized
        Whether ``weight`` is int8.

    Returns
    -------
    An array of the shape of ``weight``, int8. (1.9.1 orders it as the processor likes it.)

    Examples
    --------
    >>> weight = mx.nd.ones((8, 64)) * 0.5
    >>> prepared = mx.nd.contrib.intgemm_prepare_weight(weight, mx.nd.array([1]))
    >>> print(prepared[0, 0].asnumpy(), prepared.shape)
    [64] (8, 64)
    """
    width = weight.shape[-1] if weight.dim() else 0
    if weight.dim() < 2 or width % 64 or not width or weight.numel() // width % 8:
        raise MXNetShapeError(
            f"weight: expected rows in a multiple of 8, of a multiple of 64, got shape {tuple(weight.shape)}"
        )
    if already_quantized:
        expect_type("weight", weight, torch.int8)
        return weight.clone()
    expect_type("weight", weight, torch.float32)
    if maxabs is None:
        raise MXNetError("maxabs: expected, as the weight is not already quantized")
    return _rounded(weight, maxabs)


intgemm_prepare_weight.inputs(lambda p: ("weight",) if p.already_quantized else ("weight", "maxabs"))


@op("_contrib_intgemm_take_weight", aliases=("_npx_intgemm_take_weight",), extension=True, differentiable=False)
def intgemm_take_weight(weight, indices):
    """Return some rows of a prepared weight, as of the words that may come.

    Parameters
    ----------
    weight
        The weight, as ``intgemm_prepare_weight`` gives it.
    indices
        The rows, a multiple of 8 of them.

    Returns
    -------
    An array of int8, as prepared.

    Raises
    ------
    MXNetError
        For another number of rows.

    Examples
    --------
    >>> weight = mx.nd.contrib.intgemm_prepare_weight(mx.nd.ones((16, 64)), mx.nd.array([1]))
    >>> mx.nd.contrib.intgemm_take_weight(weight, mx.nd.arange(8, dtype='int32')).shape
    (8, 64)
    """
    expect_type("weight", weight, torch.int8)
    if indices.numel() % 8:
        raise MXNetShapeError(f"indices: expected a multiple of 8, got {indices.numel()}")
    return weight[indices.long()]


@op("_contrib_intgemm_fully_connected", aliases=("_npx_intgemm_fully_connected",), extension=True, differentiable=False)
def intgemm_fully_connected(
    data,
    weight,
    scaling=None,
    bias=None,
    *,
    num_hidden: AtLeastOne,
    no_bias: bool = False,
    flatten: bool = True,
    out_type: Literal["float32", "int32"] = "float32",
):
    """Return ``data @ weight.T`` of int8, times a scale, plus a bias.

    Parameters
    ----------
    data
        The input, int8 as ``intgemm_prepare_data`` gives it; float32 are brought to int8 by their own greatest value.
    weight
        The weight, ``(num_hidden, K)``, as ``intgemm_prepare_weight`` gives it.
    scaling
        What the sums are multiplied by, ``(1,)``: ``maxabs / 127`` of the weight, times that of the data where these
        are int8. Not given with ``out_type='int32'``.
    bias
        What is added, ``(num_hidden,)``, in ``out_type``; not given with ``no_bias``.
    num_hidden
        The number of results of a sample.
    flatten
        Whether all axes but the first are taken as one; if not, the last axis alone is replaced.
    out_type
        'float32'; or 'int32', the sums as they are.

    Returns
    -------
    An array ``(N, num_hidden)``.

    Examples
    --------
    >>> data, weight = mx.nd.ones((1, 64)), mx.nd.ones((8, 64)) * 0.5
    >>> top = mx.nd.contrib.intgemm_maxabsolute(weight)
    >>> prepared = mx.nd.contrib.intgemm_prepare_weight(weight, top)
    >>> out = mx.nd.contrib.intgemm_fully_connected(data, prepared, top / 127, num_hidden=8, no_bias=True)
    >>> print(out[0, :2].asnumpy())
    [32. 32.]
    """
    tensors = [item for item in (scaling, bias) if item is not None]
    bias = tensors.pop() if not no_bias else None
    scaling = tensors.pop() if tensors else None
    expect_type("weight", weight, torch.int8)
    if data.dtype is torch.float32:
        amax = _amax(data)
        data, scaling = _rounded(data, amax), scaling * (amax / LARGEST[torch.int8])
    expect_type("data", data, torch.int8)
    if weight.shape[0] != num_hidden:
        raise MXNetShapeError(f"weight: expected ({num_hidden}, ...), got {tuple(weight.shape)}")
    sums = multiply(data.flatten(1) if flatten else data, weight).to(torch.int32)
    if out_type == "int32":
        return sums if bias is None else sums + bias
    out = sums.to(torch.float32) * single("scaling", scaling)
    return out if bias is None else out + bias


@intgemm_fully_connected.inputs
def _(p):
    names = ("data", "weight", *(("scaling",) if p.out_type == "float32" else ()))
    return names if p.no_bias else (*names, "bias")


@intgemm_fully_connected.shapes
def _(p, s):
    fully_connected.shapes.of(p, s)
    s.scaling = (1,)


@intgemm_maxabsolute.types
def _(p, t):
    t.inputs[0], t.out[0] = "float32", "float32"


@intgemm_prepare_data.types
def _(p, t):
    t.inputs[0], t.inputs[1], t.out[0] = "float32", "float32", "int8"


@intgemm_prepare_data.shapes
def _(p, s):
    first_type(p, s)
    s.maxabs = (1,)


@intgemm_prepare_weight.types
def _(p, t):
    t.weight, t.maxabs, t.out[0] = "int8" if p.already_quantized else "float32", "float32", "int8"


@intgemm_prepare_weight.shapes
def _(p, s):
    first_type(p, s)
    s.maxabs = (1,)


@intgemm_take_weight.types
def _(p, t):
    t.weight, t.out[0] = "int8", "int8"


intgemm_take_weight.shapes(lambda p, s, weight, indices: (*indices, *weight[1:]))


@intgemm_fully_connected.types
def _(p, t):
    t.weight, t.out[0] = "int8", p.out_type
    t.scaling, t.bias = "float32", p.out_type
