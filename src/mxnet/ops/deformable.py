"""Convolutions whose kernels' points are moved by offsets of their own at every place.

Source: Dai et al., arXiv 1703.06211; with a mask, Zhu et al., arXiv 1811.11168.
"""

from typing import Literal, NamedTuple

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import AtLeastOne, NonNegativeLong, Positive, Shape
from ..kernels.products import matmul
from ..registry import op
from ..registry.rules import with_bias
from .conv import check_kernel, check_layout, check_positive, per_axes
from .roi_sampled import interpolate

Layout = Literal["NCDHW", "NCHW", "NCW"]


class Geometry(NamedTuple):
    """The attributes that both operators share: ``p`` below is this, or all attributes of a call."""

    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    dilate: tuple[int, ...]
    pad: tuple[int, ...]
    num_filter: int
    num_group: int
    num_deformable_group: int
    layout: str | None


def _check_plane(p):
    """Raise :class:`MXNetError` where the kernel is not of two dimensions."""
    check_kernel(p.kernel, 2, 2)


def _stride_dilate_pad(p):
    """Return stride, dilation and padding of a two-dimensional kernel."""
    return per_axes(p.kernel, p.stride, p.dilate, p.pad)


def _lengths(space, p):
    sides = zip(space, p.kernel, *_stride_dilate_pad(p), strict=True)
    return tuple(None if n is None else (n + 2 * pad - d * (k - 1) - 1) // s + 1 for n, k, s, d, pad in sides)


def _places(offset, p, space, like):
    """Return ``(y, x)``, each ``(N * groups, kernel points, *space)``: where every point of the kernel reads."""
    (height, width), (stride, dilate, pad) = p.kernel, _stride_dilate_pad(p)
    offset = offset.reshape(-1, height * width, 2, *space)
    dtype = {"dtype": like.dtype, "device": like.device}
    y = (torch.arange(height, **dtype) * dilate[0] - pad[0]).repeat_interleave(width)[:, None, None]
    x = (torch.arange(width, **dtype) * dilate[1] - pad[1]).repeat(height)[:, None, None]
    y = y + torch.arange(space[0], **dtype)[:, None] * stride[0]
    x = x + torch.arange(space[1], **dtype) * stride[1]
    return offset[:, :, 0] + y, offset[:, :, 1] + x


def _columns(data, y, x, groups):
    """Return ``(C / groups, N * groups, kernel points, *space)``: the data at the places."""
    batch, channels, height, width = data.shape
    planes = data.reshape(batch, groups, channels // groups, height, width).permute(2, 0, 1, 3, 4).flatten(1, 2)
    return interpolate(planes, torch.arange(batch * groups, device=data.device).view(-1, 1, 1, 1), y, x)


def _product(columns, weight, bias, batch, p):
    """Return the convolution ``(N, F, *space)`` of the columns."""
    groups, space = p.num_group, columns.shape[3:]
    inner = columns.unflatten(1, (batch, -1)).permute(1, 2, 0, 3, 4, 5).reshape(batch, groups, -1, space[0] * space[1])
    out = matmul(weight.reshape(groups, p.num_filter // groups, -1), inner)
    out = out.reshape(batch, p.num_filter, *space)
    return out if bias is None else out + bias[:, None, None]


def _check(data, p, value):
    """Refuse inputs whose shapes, by name, do not fit the data and the attributes."""
    if data.dim() != 4:
        raise MXNetShapeError(f"data: expected (N, C, H, W), got {tuple(data.shape)}")
    check_layout(p.layout, p.kernel)
    expected = _shapes(tuple(data.shape), p)
    for name, tensor in value.items():
        if tensor is not None and tuple(tensor.shape) != expected[name]:
            raise MXNetShapeError(f"{name}: expected {expected[name]}, got {tuple(tensor.shape)}")


def _shapes(data, p):
    """Return the shapes of all inputs but the data, and of the output, by name."""
    check_positive(kernel=p.kernel, stride=p.stride, dilate=p.dilate)
    batch, channels, space = data[0], data[1], _lengths(data[2:], p)
    groups, filters, deformable = p.num_group, p.num_filter, p.num_deformable_group
    if channels is not None and (channels % groups or channels % deformable):
        raise MXNetShapeError(f"data: {channels} channels do not divide into {groups} and {deformable} groups")
    if filters % groups:
        raise MXNetError(f"num_filter {filters} does not divide into {groups} groups")
    if any(n is not None and n < 1 for n in space):
        raise MXNetShapeError(f"data: {data[2:]} is too small for kernel {p['kernel']}")
    points = deformable * p.kernel[0] * p.kernel[1]
    return {
        "offset": (batch, 2 * points, *space),
        "mask": (batch, points, *space),
        "weight": (filters, None if channels is None else channels // groups, *p.kernel),
        "bias": (filters,),
        "output": (batch, filters, *space),
    }


def _rule(p, s, data):
    if len(data) == 4:
        check_layout(p.layout, p.kernel)
        result = _shapes(data, p)
        s.offset, s.mask, s.weight, s.bias = (result[name] for name in ("offset", "mask", "weight", "bias"))
        s.out[0] = result["output"]


@op("_contrib_DeformableConvolution", full_names=("outputs",), shapes=_rule, amp="full")
def deformable_convolution(
    data,
    offset,
    weight,
    bias=None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: AtLeastOne,
    num_group: AtLeastOne = 1,
    num_deformable_group: AtLeastOne = 1,
    workspace: NonNegativeLong = 1024,
    no_bias: bool = False,
    layout: Layout | None = None,
):
    """Convolve images with filters whose points are moved by offsets, at every place by its own.

    As ``Convolution`` in two dimensions, reading between pixels by interpolation; with offsets of 0 the results are the
    same. Points in the last half of an edge pixel read that pixel, points outside 0. Source: Dai et al., arXiv
    1703.06211.

    Parameters
    ----------
    data
        The input, ``(N, C, H, W)``.
    offset
        How far each point of the kernel moves at each place of the result, ``(N, G * kernel points * 2, H', W')``: y
        and x in pixels, for G = ``num_deformable_group``.
    weight
        The filters, ``(num_filter, C / num_group, *kernel)``.
    bias
        What is added to each channel of the result, ``(num_filter,)``; not given with ``no_bias``.
    kernel
        The size of the window, ``(height, width)``.
    num_deformable_group
        Into how many groups the channels are divided, each with offsets of its own.

    Returns
    -------
    An array ``(N, num_filter, H', W')``.

    See Also
    --------
    Convolution : without offsets.
    ModulatedDeformableConvolution : with a mask.

    Examples
    --------
    >>> data, weight = mx.nd.arange(9).reshape((1, 1, 3, 3)), mx.nd.ones((1, 1, 1, 1))
    >>> offset = mx.nd.zeros((1, 2, 3, 3))
    >>> offset[:, 1] = 0.5  # read half a pixel to the right
    >>> out = mx.nd.contrib.DeformableConvolution(data, offset, weight, kernel=(1, 1), num_filter=1, no_bias=True)
    >>> print(out.asnumpy())
    [[[[0.5 1.5 2. ]
       [3.5 4.5 5. ]
       [6.5 7.5 8. ]]]]
    """
    p = Geometry(kernel, stride, dilate, pad, num_filter, num_group, num_deformable_group, layout)
    _check(data, p, {"offset": offset, "weight": weight, "bias": bias})
    y, x = _places(offset, p, _lengths(data.shape[2:], p), data)
    height, width = data.shape[2:]
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    y = torch.where(y < height - 1, y, height - 1)  # not clamp: in the last pixel, its middle too, there is no gradient
    x = torch.where(x < width - 1, x, width - 1)
    columns = _columns(data, y, x, num_deformable_group)
    return _product(torch.where(inside, columns, 0), weight, bias, len(data), p)


deformable_convolution.attributes(_check_plane)
deformable_convolution.inputs(with_bias("data", "offset", "weight"))


@op("_contrib_ModulatedDeformableConvolution", shapes=_rule, amp=None, attributes=_check_plane)
def modulated_deformable_convolution(
    data,
    offset,
    mask,
    weight,
    bias=None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: Positive,
    num_group: Positive = 1,
    num_deformable_group: Positive = 1,
    workspace: NonNegativeLong = 1024,
    no_bias: bool = False,
    im2col_step: Positive = 64,
    layout: Layout | None = None,
):
    """Convolve images with filters whose points are moved by offsets, and what they read is multiplied by a mask.

    As ``DeformableConvolution``; points up to a pixel outside are interpolated with 0. Source: Zhu et al., arXiv
    1811.11168.

    Parameters
    ----------
    data
        The input, ``(N, C, H, W)``.
    offset
        How far each point of the kernel moves at each place of the result, ``(N, G * kernel points * 2, H', W')``: y
        and x in pixels, for G = ``num_deformable_group``.
    weight
        The filters, ``(num_filter, C / num_group, *kernel)``.
    bias
        What is added to each channel of the result, ``(num_filter,)``; not given with ``no_bias``.
    kernel
        The size of the window, ``(height, width)``.
    num_deformable_group
        Into how many groups the channels are divided, each with offsets of its own.
    mask
        What is read times this, ``(N, G * kernel points, H', W')``, from 0 to 1 as a rule.
    im2col_step
        Without effect.

    Returns
    -------
    An array ``(N, num_filter, H', W')``.

    See Also
    --------
    DeformableConvolution : without the mask.

    Examples
    --------
    >>> data, weight = mx.nd.arange(4).reshape((1, 1, 2, 2)), mx.nd.ones((1, 1, 1, 1))
    >>> offset, half = mx.nd.zeros((1, 2, 2, 2)), mx.nd.ones((1, 1, 2, 2)) / 2
    >>> out = mx.nd.contrib.ModulatedDeformableConvolution(
    ...     data, offset, half, weight, kernel=(1, 1), num_filter=1, no_bias=True)
    >>> print(out.asnumpy())
    [[[[0.  0.5]
       [1.  1.5]]]]
    """
    p = Geometry(kernel, stride, dilate, pad, num_filter, num_group, num_deformable_group, layout)
    _check(data, p, {"offset": offset, "mask": mask, "weight": weight, "bias": bias})
    y, x = _places(offset, p, _lengths(data.shape[2:], p), data)
    columns = _columns(data, y, x, num_deformable_group) * mask.reshape(y.shape)
    return _product(columns, weight, bias, len(data), p)


modulated_deformable_convolution.inputs(with_bias("data", "offset", "mask", "weight"))
