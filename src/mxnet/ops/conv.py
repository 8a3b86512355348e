"""Convolution and its transpose, in one to three dimensions.

Data are ``(N, C, *space)`` and weights ``(F, C/groups, *kernel)``; in the channel-last layouts data are
``(N, *space, C)`` and weights ``(F, *kernel, C/groups)``. Channel-last data are handed to the kernels as views,
so nothing is copied.
"""

from typing import Literal

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import NonNegativeLong, Positive, Shape
from ..core.shapes import show
from ..core.tracing import cached
from ..kernels.conv import conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d
from ..registry import op
from ..registry.rule_class import only_if
from ..registry.rules import type_of_data, with_bias
from ..registry.traits import Convolution, Deconvolution
from ._fast_paths import UseOperator
from ._pointwise_conv import convolve_skipping, skips_elements, transpose_skipping

Layout = Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC"]
Tune = Literal["fastest", "limited_workspace", "off"]

#: the longest axis, and step, that kernels take
_LONGEST = 2**31 - 1
_CONV = {1: conv1d, 2: conv2d, 3: conv3d}
_TRANSPOSED = {1: conv_transpose1d, 2: conv_transpose2d, 3: conv_transpose3d}


def per_axis(name, value, kernel, default):
    """Return one entry per spatial axis: the ``default`` where nothing was given."""
    if not value:
        return (default,) * len(kernel)
    if len(value) != len(kernel):
        raise MXNetError(f"{name} {value} and kernel {kernel} must have as many dimensions")
    return value


def per_axes(kernel, stride, dilate, pad):
    """Return stride, dilation and padding with one entry per spatial axis."""
    return per_axis("stride", stride, kernel, 1), per_axis("dilate", dilate, kernel, 1), per_axis("pad", pad, kernel, 0)


def check_kernel(kernel, least=1, most=3):
    """Raise :class:`MXNetError` where a kernel has other than ``least`` to ``most`` dimensions."""
    if not least <= len(kernel) <= most:
        expected = least if least == most else f"{least} to {most}"
        raise MXNetError(f"kernel: expected {expected} dimensions, got {tuple(kernel)}")


def check_positive(**lengths):
    """Raise :class:`MXNetShapeError` where a length along an axis is zero or less."""
    for name, value in lengths.items():
        if any(n < 1 for n in value):
            raise MXNetShapeError(f"{name}: expected lengths of 1 or more, got {tuple(value)}")


def channel_last(layout):
    """Return whether a layout has its channels at the end."""
    return layout is not None and layout[1] != "C"


def check_layout(layout, kernel):
    """Raise :class:`MXNetError` where a layout has another number of axes than the data of such a kernel."""
    if layout is not None and len(layout) != len(kernel) + 2:
        raise MXNetError(f"Invalid layout {layout} for data of {len(kernel) + 2} dimensions")


def to_channel_first(tensor):
    """Return a view with the last axis moved to place 1."""
    return tensor.movedim(-1, 1)


def to_channel_last(tensor):
    """Return a view with axis 1 moved to the end."""
    return tensor.movedim(1, -1)


def _check_weight(name, weight, filters, axis, kernel, last):
    got = tuple(weight.shape[1:-1] if last else weight.shape[2:])
    if got != kernel or weight.shape[axis] != filters:
        raise MXNetShapeError(f"{name}: weight {tuple(weight.shape)} is not of num_filter={filters}, kernel={kernel}")


def _is_two_dimensional(p):
    return len(p.kernel) == 2 and not channel_last(p.layout)


@op(
    "Convolution",
    full_names=("outputs",),
    aliases=("_npx_convolution",),
    types=type_of_data,
    overwritable=lambda p: not channel_last(p.layout),
    amp="low",
)
def convolution(
    data,
    weight,
    bias=None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: Positive,
    num_group: Positive = 1,
    workspace: NonNegativeLong = 1024,
    no_bias: bool = False,
    cudnn_tune: Tune | None = None,
    cudnn_off: bool = False,
    layout: Layout | None = None,
):
    """Convolve data with filters over one, two or three axes, and add a bias.

    As in all deep-learning libraries the filters are not flipped (a cross-correlation). For images::

        out[n, f, y, x] = bias[f] + sum over c, i, j of
            weight[f, c, i, j] * data[n, c, y*stride[0] + i*dilate[0] - pad[0], x*stride[1] + j*dilate[1] - pad[1]]

    The length along an axis becomes ``(n + 2*pad - dilate*(kernel-1) - 1) // stride + 1``.

    Parameters
    ----------
    data
        The input, ``(N, C, W)``, ``(N, C, H, W)`` or ``(N, C, D, H, W)``, or as ``layout`` says.
    weight
        The filters, ``(num_filter, C / num_group, *kernel)``; ``(num_filter, *kernel, C / num_group)`` where the
        layout has the channels last.
    bias
        What is added to each channel of the result, ``(num_filter,)``; not given with ``no_bias``.
    kernel
        The size of the window, one number for each spatial axis: ``(3, 3)``; how many there are decides whether
        data are sequences, images or volumes.
    stride
        How far the window moves from one result to the next, for each axis; (): 1.
    dilate
        The distance between the elements of a window, for each axis, 2 to skip every second one (an atrous
        convolution); (): 1, they are neighbours.
    pad
        How many zeros are put before and after the data along each axis; (): none.
    num_filter
        The number of filters, which is the number of channels of the result.
    num_group
        Into how many groups the channels are divided, each with filters of its own; the number of channels makes a
        depthwise convolution. Divides the channels and ``num_filter``.
    no_bias
        Whether there is no ``bias``.
    layout
        The order of the axes of data and result: N the batch, C the channels, D, H, W depth, height and width; None:
        channels second, ``'NCHW'``.
    workspace, cudnn_tune, cudnn_off
        Without effect: PyTorch chooses its algorithms.

    Returns
    -------
    The result, ``(N, num_filter, *lengths)`` or as ``layout`` says, in the type of ``data``.

    Raises
    ------
    MXNetError
        Where shapes do not fit: the number of channels, the kernel's number of axes, a window larger than the padded
        data.

    See Also
    --------
    Deconvolution : its transpose.
    gluon.nn.Conv2D : the layer, with parameters.

    Examples
    --------
    >>> data = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mean = mx.nd.ones((1, 1, 2, 2)) / 4
    >>> print(mx.nd.Convolution(data, mean, kernel=(2, 2), stride=(2, 2), num_filter=1, no_bias=True).asnumpy())
    [[[[ 2.5  4.5]
       [10.5 12.5]]]]
    """
    stride, dilate, pad, may_skip, last = _window(kernel, stride, dilate, pad, layout)
    if data.dim() != len(kernel) + 2:
        check_rank(kernel, data.shape)
    if last or weight.shape[2:] != kernel or weight.shape[0] != num_filter:
        _check_weight("Convolution", weight, num_filter, 0, kernel, last)
    if last:
        data, weight = to_channel_first(data), to_channel_first(weight)
    convolve = _CONV[len(kernel)]
    if may_skip and skips_elements(weight, weight.shape[1], stride, pad):
        out = convolve_skipping(convolve, data, weight, bias, stride, num_group)
    else:
        out = convolve(data, weight, bias, stride, pad, dilate, num_group)
    return to_channel_last(out) if last else out


@cached(1024)
def _window(kernel, stride, dilate, pad, layout):
    """Return stride, dilation and padding of each axis, whether elements may be skipped, whether channels are last."""
    stride, dilate, pad = per_axes(kernel, stride, dilate, pad)
    check_layout(layout, kernel)
    check_kernel(kernel)
    may_skip = max(kernel) == 1 and max(stride) > 1
    return stride, dilate, pad, may_skip, channel_last(layout)


@convolution.fast_path(records=True)
def _(p):
    rank = len(p.kernel) + 2
    try:
        stride, dilate, pad, may_skip, last = _window(p.kernel, p.stride, p.dilate, p.pad, p.layout)
    except MXNetError:  # which the operator raises at each call
        return None
    if last or may_skip:
        return None
    filters, kernel, groups, convolve = p.num_filter, p.kernel, p.num_group, _CONV[len(p.kernel)]

    def call(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        if weight.shape[2:] != kernel or weight.shape[0] != filters or data.dim() != rank:
            raise UseOperator
        return convolve(data, weight, bias, stride, pad, dilate, groups)

    return call


def fits_kernel(*names):
    """Return the rule that attributes of these names, where given, have an entry for each axis of the kernel."""

    def check(p):
        check_kernel(p.kernel)
        for name in names:
            per_axis(name, p[name], p.kernel, 0)

    return check


convolution.attributes(fits_kernel("stride", "dilate", "pad"))


@convolution.layer
def _geometry(p):
    if not _is_two_dimensional(p):
        return None
    return Convolution(tuple(p.pad) or (0, 0), tuple(p.stride) or (1, 1), tuple(p.dilate) or (1, 1), p.num_group)


convolution.inputs(with_bias("data", "weight"))


def _split(shape, last):
    """Return batch, channels and space of a shape in the layout."""
    return (shape[0], shape[-1], shape[1:-1]) if last else (shape[0], shape[1], shape[2:])


def _join(batch, channels, space, last):
    return (batch, *space, channels) if last else (batch, channels, *space)


def _divided(name, count, groups):
    if count is None:
        return None
    if count % groups:
        raise MXNetShapeError(f"{name} ({count}) is not divisible by num_group ({groups})")
    return count // groups


_LAYOUTS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
_AXES = {1: "(N, C, W)", 2: "(N, C, H, W)", 3: "(N, C, D, H, W)"}


def check_rank(kernel, data):
    """Refuse a shape of data that has not an axis for each length of the kernel, and two more."""
    if len(data) != len(kernel) + 2:
        axes = f", such as {_AXES[len(kernel)]}," if len(kernel) in _AXES else ""
        hint = f"; kernel={(*kernel,) * (len(data) - 2)}?" if len(kernel) == 1 and len(data) > 3 else ""
        raise MXNetShapeError(
            f"data: expected {len(kernel) + 2} dimensions{axes} for kernel {kernel}, got {show(tuple(data))}{hint}"
        )


def _check_channels(s, expected, axis, p):
    """Refuse a weight for another number of channels than the data have; ``axis``: the weight's axis of channels."""
    weight, channels = s.weight, expected[axis]
    if not weight or len(weight) != len(expected) or None in (weight[axis], channels) or weight[axis] == channels:
        return
    groups = p.num_group if axis else 1
    raise MXNetShapeError(
        f"weight: expected {show(expected)}, got {show(weight)}: it takes {weight[axis] * groups} channels, "
        f"data {show(s.data)} has {channels * groups} (layout {p.layout or _LAYOUTS[len(p.kernel)]})"
    )


def _check_geometry(p, shape):
    """Raise for sizes that are none, or not for data of a shape; return whether the channels come last."""
    check_rank(p.kernel, shape)
    check_layout(p.layout, p.kernel)
    check_positive(kernel=p.kernel, stride=p.stride, dilate=p.dilate)
    return channel_last(p.layout)


@convolution.shapes
def _(p, s, data):
    last = _check_geometry(p, data)
    steps = list(zip(p.kernel, *per_axes(p.kernel, p.stride, p.dilate, p.pad), strict=True))
    if s.out[0] is not None:  # what the output says of the batch, and of the space where the stride is 1
        batch, _, space = _split(s.out[0], last)
        back = [
            n - 1 + d * (k - 1) + 1 - 2 * m if n and t == 1 else None
            for n, (k, t, d, m) in zip(space, steps, strict=True)
        ]
        s.data = _join(batch, None, back, last)
    batch, channels, space = _split(s.data, last)
    weight = _join(p.num_filter, _divided("channels", channels, p.num_group), p.kernel, last)
    _check_channels(s, weight, -1 if last else 1, p)
    s.weight = weight
    s.bias = (_divided("num_filter", p.num_filter, p.num_group) and p.num_filter,)
    s.out[0] = _join(batch, p.num_filter, [_conv_length(n, *step) for n, step in zip(space, steps, strict=True)], last)


def _conv_length(n, kernel, stride, dilate, pad):
    if n is None:
        return None
    reach = dilate * (kernel - 1) + 1
    if n + 2 * pad < reach:
        raise MXNetShapeError(f"kernel size exceed input: {reach} over {n} padded by {pad}")
    return (n + 2 * pad - reach) // stride + 1


@op("Convolution_v1", full_names=("outputs",), amp="full", attributes_of=convolution, layer=_geometry)
def convolution_v1(
    data, weight, bias=None, *, layout: Literal["NCDHW", "NCHW", "NDHWC", "NHWC"] | None = None, **attributes
):
    """Convolve as ``Convolution`` does, over two or three axes: the name that its first form kept.

    Parameters
    ----------
    data
        The input, ``(N, C, H, W)`` or ``(N, C, D, H, W)``, or as ``layout`` says.
    weight
        The filters, ``(num_filter, C / num_group, *kernel)``.
    bias
        What is added to each channel of the result; not given with ``no_bias``.
    kernel
        The size of the window, one number for each spatial axis.
    stride
        How far the window moves from one result to the next; (): 1.
    dilate
        The distance between the elements of a window; (): 1, they are neighbours.
    pad
        How many zeros are put before and after the data along each axis; (): none.
    num_filter
        The number of filters, which is the number of channels of the result.
    num_group
        Into how many groups the channels are divided, each with filters of its own.
    no_bias
        Whether there is no ``bias``.
    layout
        The order of the axes; None: channels second.
    workspace, cudnn_tune, cudnn_off
        Without effect.

    Returns
    -------
    The result, ``(N, num_filter, *lengths)``, in the type of ``data``.

    See Also
    --------
    Convolution : the form for new programs, with the formula.

    Examples
    --------
    >>> data = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> mean = mx.nd.ones((1, 1, 2, 2)) / 4
    >>> print(mx.nd.Convolution_v1(data, mean, kernel=(2, 2), stride=(2, 2), num_filter=1, no_bias=True).asnumpy())
    [[[[ 2.5  4.5]
       [10.5 12.5]]]]
    """
    return convolution.fn(data, weight, bias, layout=layout, **attributes)


convolution_v1.attributes(lambda p: check_kernel(p.kernel, 2))
convolution_v1.inputs(lambda p: convolution.list_inputs(p))
convolution_v1.shapes(convolution.shapes.answer)


# -- the transpose -------------------------------------------------------------------------------------------


def _padding(p_kernel, stride, dilate, pad, adj, target, space):
    """Return the padding and the extra length per axis; a target length decides both."""
    if not any(target):
        _check_adj(adj, stride)
        return pad, adj
    pads, adjs = list(pad), list(adj)
    for i, (n, k, t, d, target_length) in enumerate(zip(space, p_kernel, stride, dilate, target, strict=True)):
        if target_length:
            spare = t * (n - 1) + d * (k - 1) + 1 - target_length
            if spare < 0:
                raise MXNetError(f"too big target shape: {target[i]} of at most {target_length + spare}")
            pads[i], adjs[i] = (spare + 1) // 2, spare % 2
    _check_adj(adjs, stride)
    return pads, adjs


def _check_adj(adj, stride):
    if any(a >= t for a, t in zip(adj, stride, strict=True)):
        raise MXNetError(f"adj {tuple(adj)} must be smaller than the stride {tuple(stride)}")


@op(
    "Deconvolution",
    full_names=("outputs",),
    aliases=("_npx_deconvolution",),
    types=type_of_data,
    amp=("low", "full"),
)
def deconvolution(
    data,
    weight,
    bias=None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    adj: Shape = (),
    target_shape: Shape = (),
    num_filter: Positive,
    num_group: Positive = 1,
    workspace: NonNegativeLong = 512,
    no_bias: bool = True,
    cudnn_tune: Tune | None = None,
    cudnn_off: bool = False,
    layout: Layout | None = None,
):
    """Apply the transpose of a convolution: what a convolution's gradient does to its input.

    The length along an axis becomes ``(n - 1)*stride - 2*pad + dilate*(kernel-1) + 1 + adj``.

    Parameters
    ----------
    data
        The input, ``(N, C, W)``, ``(N, C, H, W)`` or ``(N, C, D, H, W)``, or as ``layout`` says.
    weight
        The filters, ``(C, num_filter / num_group, *kernel)``; with channels last ``(C, *kernel, num_filter /
        num_group)``.
    bias
        What is added to each channel of the result, ``(num_filter,)``; not given with ``no_bias``, which is the default
        here.
    kernel
        The size of the filters, one number for each spatial axis.
    stride
        How far apart the inputs lie in the result, for each axis; 2 doubles the lengths; (): 1.
    dilate
        The distance between the elements of a filter, for each axis; (): 1.
    pad
        How much is cut off the result at both ends of each axis; (): nothing.
    adj
        How many elements are added at the end of each axis, less than ``stride``: several lengths of a convolution's
        input give one length of its result; (): none.
    target_shape
        The lengths of the result, from which ``pad`` and ``adj`` then follow; (): they are as given.
    num_filter
        The number of channels of the result.
    num_group
        Into how many groups the channels are divided, each with filters of its own.
    no_bias
        Whether there is no ``bias``.
    layout
        The order of the axes: N the batch, C the channels, D, H, W depth, height and width; None: channels second.
    workspace, cudnn_tune, cudnn_off
        Without effect: PyTorch chooses its algorithms.

    Returns
    -------
    The result, ``(N, num_filter, *lengths)`` or as ``layout`` says.

    See Also
    --------
    Convolution : the convolution itself.

    Examples
    --------
    >>> data, ones = mx.nd.array([[[1, 2]]]), mx.nd.ones((1, 1, 2))
    >>> print(mx.nd.Deconvolution(data, ones, kernel=(2,), stride=(2,), num_filter=1).asnumpy())
    [[[1. 1. 2. 2.]]]
    """
    stride = per_axis("stride", stride, kernel, 1)
    dilate = per_axis("dilate", dilate, kernel, 1)
    check_layout(layout, kernel)
    check_rank(kernel, data.shape)
    last = channel_last(layout)
    if last:
        data, weight = to_channel_first(data), to_channel_first(weight)
    _check_weight("Deconvolution", weight, num_filter // num_group, 1, kernel, False)
    pad, adj = _padding(
        kernel,
        stride,
        dilate,
        per_axis("pad", pad, kernel, 0),
        per_axis("adj", adj, kernel, 0),
        per_axis("target_shape", target_shape, kernel, 0),
        data.shape[2:],
    )
    transposed = _TRANSPOSED[len(kernel)]
    if skips_elements(weight, weight.shape[1], stride, pad):
        out = transpose_skipping(transposed, data, weight, bias, stride, adj, num_group)
    else:
        out = transposed(data, weight, bias, stride, pad, adj, num_group, dilate)
    return to_channel_last(out) if last else out


deconvolution.layer(only_if(_is_two_dimensional, Deconvolution()))
deconvolution.attributes(fits_kernel("stride", "dilate", "pad", "adj"))
deconvolution.inputs(with_bias("data", "weight"))


@deconvolution.shapes
def _(p, s, data):
    last = _check_geometry(p, data)
    if s.out[0] is not None:
        s.data = _join(_split(s.out[0], last)[0], None, [None] * len(p.kernel), last)
    batch, channels, space = _split(s.data, last)
    _divided("channels", channels, p.num_group)
    weight = _join(channels, _divided("num_filter", p.num_filter, p.num_group), p.kernel, last)
    _check_channels(s, weight, 0, p)
    s.weight = weight
    s.bias = (p.num_filter,)
    s.out[0] = _join(batch, p.num_filter, _transposed_lengths(p, space), last)


def _transposed_lengths(p, space):
    """Return the lengths of the result, None for those of unknown axes."""
    stride, dilate, pad = per_axes(p.kernel, p.stride, p.dilate, p.pad)
    adj, target = per_axis("adj", p.adj, p.kernel, 0), per_axis("target_shape", p.target_shape, p.kernel, 0)
    if None not in space:
        pad, adj = _padding(p.kernel, stride, dilate, pad, adj, target, space)
    elif not any(target):
        _check_adj(adj, stride)
    lengths = [
        (target_length or None) if n is None or target_length else t * (n - 1) + d * (k - 1) + 1 - 2 * m + a
        for n, k, t, d, m, a, target_length in zip(space, p.kernel, stride, dilate, pad, adj, target, strict=True)
    ]
    if any(n is not None and n < 0 for n in lengths):
        raise MXNetShapeError(f"data: kernel {p.kernel} and pad {p.pad} leave lengths {tuple(lengths)}")
    if max(*stride, *dilate, *(n or 0 for n in lengths)) > _LONGEST:
        raise MXNetShapeError(
            f"stride {tuple(stride)} and dilate {tuple(dilate)} make lengths {tuple(lengths)}: up to {_LONGEST} are "
            "possible"
        )
    return lengths
