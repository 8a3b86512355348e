"""Convolutions on CPUs, where another algorithm is faster than PyTorch's choice.

1x1 convolutions, which PyTorch computes by BLAS with one thread, are computed by oneDNN if BLAS is slow (see
:mod:`.products`). Where it is not, small convolutions are one product of the filters and the columns of what each
place of the result reads: of one image, where oneDNN's reorders of data and filters take longer, of one channel, of
which its kernels read eight, and 1x1 ones of many images. Where half precision is slow, it is computed in float32.
"""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import KERNELS, Grid, Kernel, kernel, sizes
from .half import are_slow_half, in_float32
from .one_thread import SMALL_PRODUCT, note, small_in_one_thread
from .products import PRODUCT

#: images of a batch from which on PyTorch computes 1x1 convolutions by oneDNN with one thread
BLAS_IMAGES = 16


#: multiplications with which a product of columns is faster: of 1x1 kernels, of data of one channel, of one image, and
#: of transposes
POINTS, CHANNEL, IMAGE, TRANSPOSED = (
    sizes(f"columns_of_{name}") for name in ("points", "channel", "image", "transposed")
)
COLUMNS = bool(POINTS or CHANNEL or IMAGE)
#: multiplications with which columns give the data's gradient, and transposes, faster, of so few channels that oneDNN's
#: kernels, which write eight, throw the half of their work away
FEW, FEW_CHANNELS = sizes("columns_of_few"), 4
#: elements of one image with which PyTorch's own kernel, for contiguous data, is faster than channels-last format
ONE_IMAGE = sizes("one_image")
#: what they are divided by where gradients are recorded, whose gain is greater
RECORDED = 16


@kernel(plain=torch.conv2d)
def conv2d(
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: tuple[int, int] = (1, 1),
    pad: tuple[int, int] = (0, 0),
    dilate: tuple[int, int] = (1, 1),
    groups: int = 1,
) -> torch.Tensor:
    """Return ``torch.conv2d(data, weight, bias, stride, pad, dilate, groups)``, up to rounding."""
    if not data.is_cpu:
        if data.is_cuda and data.dim() == 4 and data.stride(1) == 1:  # cuDNN would lay it out in both directions
            weight = weight.contiguous(memory_format=torch.channels_last)
        return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)
    if traced():
        return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)
    if data.requires_grad or weight.requires_grad:
        multiplications = data.numel() * weight.numel() // max(data.shape[1], 1)  # the most, with a stride of 1
        note(multiplications, data, weight)
        if multiplications < SMALL_PRODUCT.stop and torch.is_grad_enabled():  # threads sleep between recorded calls
            return _convolved_by_one(data, weight, bias, stride, pad, dilate, groups)
    return _convolved(data, weight, bias, stride, pad, dilate, groups)


def _convolved(
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: tuple[int, int],
    pad: tuple[int, int],
    dilate: tuple[int, int],
    groups: int,
) -> torch.Tensor:
    if data.dtype is not torch.float32 and (
        are_slow_half(data, weight, bias) or _is_strided_depthwise(data, weight, bias, stride)
    ):
        return in_float32(conv2d, data, weight, bias, stride, pad, dilate, groups)
    if COLUMNS and groups == 1 and dilate == (1, 1) and _is_for_columns(data, weight, stride, pad):
        return _columns(data, weight, bias, stride, pad)
    if data.requires_grad and groups == 1 and dilate == (1, 1) and _has_few_channels(data, weight, stride):
        return _of_few_channels(data, weight, bias, stride, pad)
    if weight.shape[2:] == (1, 1) and PRODUCT and _is_left_to_blas(data, weight, stride):
        dilate = (2, 2)  # without effect on a 1x1 kernel, but PyTorch uses oneDNN for dilated ones
    return torch.conv2d(data, weight, bias, stride, pad, dilate, groups)


_convolved_by_one = small_in_one_thread(_convolved, checks=False)


class _CastChannelsLast(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, data: Any, dtype: torch.dtype) -> torch.Tensor:
        ctx.dtype = data.dtype
        return data.to(dtype, memory_format=torch.channels_last)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        return grads[0].to(ctx.dtype, memory_format=torch.contiguous_format), None


_cast = torch_compat.eager_apply(_CastChannelsLast)


def cast_channels_last(data: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return ``data`` of four axes in another type, channels last, by one kernel; its gradient is cast back so, too.

    A leaf's gradient, which is kept in the leaf's format, needs no copy then.
    """
    return _cast(data, dtype)


class _LaidOut(torch.autograd.Function):
    """Weights of equal shapes, but for the number of filters, channels last: one kernel, and one for the gradients."""

    @staticmethod
    def forward(ctx: Any, *weights: Any) -> tuple[torch.Tensor, ...]:
        ctx.shape, ctx.filters = weights[0].shape[1:], [w.shape[0] for w in weights]
        joined = torch.cat([w.permute(0, 2, 3, 1) for w in weights])
        return tuple([part.permute(0, 3, 1, 2) for part in joined.split_with_sizes(ctx.filters)])

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[torch.Tensor, ...]:
        # of three axes, that the result does not take the format of four
        rows = torch.cat([grad.permute(0, 2, 3, 1).flatten(1, 2).mT for grad in grads])
        return tuple([part.view(-1, *ctx.shape) for part in rows.split_with_sizes(ctx.filters)])


_lay_out = torch_compat.eager_apply(_LaidOut)


def lay_out_together(*weights: torch.Tensor) -> Sequence[torch.Tensor]:
    """Return convolutions' weights, on a GPU several of one shape channels last, laid out by one kernel."""
    if traced():
        return weights
    result, alike = list(weights), defaultdict[tuple[Any, ...], list[int]](list)
    for i, w in enumerate(weights):
        if w.is_cuda and w.dim() == 4 and not w.is_contiguous(memory_format=torch.channels_last):
            alike[w.shape[1:], w.dtype, w.device, w.requires_grad].append(i)
    for places in alike.values():
        if len(places) > 1:
            for i, laid_out in zip(places, _lay_out(*[weights[i] for i in places]), strict=True):
                result[i] = laid_out
    return result


def _is_for_columns(data: torch.Tensor, weight: torch.Tensor, stride: tuple[int, int], pad: tuple[int, int]) -> bool:
    """Return whether a product of columns is faster than oneDNN."""
    (images, _, height, width), (_, channels, *lengths) = data.shape, weight.shape
    if lengths == [1, 1]:
        limits = POINTS if images >= BLAS_IMAGES and max(stride) == 1 else None
    elif channels == 1:
        limits = CHANNEL
    else:
        limits = IMAGE if images == 1 and lengths != [3, 3] else None
    if not limits or data.dtype is not torch.float32 or not data.is_cpu:
        return False
    if data.stride(1) == 1 or not data.is_contiguous():  # in channels-last format, with one channel, too
        return False
    tall, wide = lengths
    places = ((height + 2 * pad[0] - tall) // stride[0] + 1) * ((width + 2 * pad[1] - wide) // stride[1] + 1)
    multiplications = images * places * weight.numel() * max(stride)  # strided columns take longer to write
    recorded = torch.is_grad_enabled() and (data.requires_grad or weight.requires_grad)
    return (multiplications // RECORDED if recorded and limits is CHANNEL else multiplications) in limits


def _has_few_channels(data: torch.Tensor, weight: torch.Tensor, stride: tuple[int, int]) -> bool:
    """Return whether the gradient of the data is computed faster by columns."""
    channels = weight.shape[1]
    if not 0 < channels <= FEW_CHANNELS or data.dtype is not torch.float32 or not torch.is_grad_enabled():
        return False
    if (data.shape[0] == 1 and is_small_image(data)) or (max(stride) == 1 and not data.is_contiguous()):
        return False  # PyTorch does so, too; and in channels-last format it pays less
    return data.numel() * weight.numel() // (channels * stride[0] * stride[1]) in FEW


class _FewChannels(torch.autograd.Function):
    """A convolution whose data's gradient is a product that gives columns."""

    @staticmethod
    def forward(ctx: Any, data: Any, weight: Any, bias: Any, stride: Any, pad: Any) -> torch.Tensor:
        ctx.save_for_backward(data, weight)
        ctx.steps = stride, pad
        return torch.conv2d(data, weight, bias, stride, pad)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        (data, weight), (stride, pad), needs = ctx.saved_tensors, ctx.steps, list(ctx.needs_input_grad[:3])
        to_data = None
        if not torch.is_grad_enabled():
            only, needs[0] = [True, False, False], False
            to_data = torch_compat.gradient_by_columns(grads[0], data, weight, weight.shape[2:], stride, pad, only)[0]
        arguments = [len(weight)], stride, pad, (1, 1), False, [0, 0], 1, needs
        others = torch_compat.convolution_backward(grads[0], data, weight, *arguments) if any(needs) else (None,) * 3
        return others[0] if to_data is None else to_data, *others[1:], None, None


_of_few_channels = torch_compat.eager_apply(_FewChannels)


def _small(images: int, channels: int, filters: int, length: int, size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return images and filters ``(size, size)``."""
    return torch.randn(images, channels, length, length), torch.randn(filters, channels, size, size)


def _columns(
    data: torch.Tensor, weight: torch.Tensor, bias: Any = None, stride: Any = (1, 1), pad: Any = (0, 0)
) -> torch.Tensor:
    return torch_compat.convolve_by_columns(data, weight, weight.shape[2:], bias, stride, pad)


for _name, _arguments in {
    "points": lambda n: _small(16, round((n / 4096) ** 0.5), round((n / 4096) ** 0.5), 16, 1),
    "channel": lambda n: _small(max(1, n >> 17), 1, 8, 28, 5),
    "image": lambda n: _small(1, 16, max(1, n >> 15), 12, 5),
}.items():
    KERNELS[f"columns_of_{_name}"] = Kernel(_columns, torch.conv2d, Grid("multiplications", _arguments, (17, 23)))
KERNELS["columns_of_few"] = Kernel(
    lambda data, weight: (_of_few_channels if data.requires_grad else torch.conv2d)(data, weight, None, (2, 2), (1, 1)),
    lambda data, weight: torch.conv2d(data, weight, None, (2, 2), (1, 1)),
    Grid("multiplications", lambda n: _small(max(1, n >> 19), 3, min(48, n >> 14), 30, 4), (17, 27), only="backward"),
)


def _by_onednn(plain: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """Return a convolution of another rank, or a transpose of one: of data, weight, and what ``plain`` takes."""

    @kernel(plain=plain)
    @functools.wraps(plain)
    def convolve(data: torch.Tensor, weight: torch.Tensor, *arguments: Any, **options: Any) -> torch.Tensor:
        if traced():
            return plain(data, weight, *arguments, **options)
        note(math.inf, data, weight)
        if are_slow_half(data, weight):
            return in_float32(plain, data, weight, *arguments, **options)
        return plain(data, weight, *arguments, **options)

    return convolve


def is_small_image(data: torch.Tensor) -> bool:
    """Return whether the convolution of ``data``, one image, is faster in its usual format than in channels-last.

    Predictions by several threads are not: PyTorch's kernel for such images uses one.
    """
    small = data.numel() in ONE_IMAGE and data.is_cpu and data.dtype is torch.float32
    return small and (torch.is_grad_enabled() or torch.get_num_threads() == 1)


def _of_one_image(data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return torch.conv2d(data if is_small_image(data) else data.contiguous(memory_format=torch.channels_last), weight)


KERNELS["one_image"] = Kernel(
    _of_one_image,
    lambda data, weight: torch.conv2d(data.contiguous(memory_format=torch.channels_last), weight),
    Grid("elements", lambda size: _small(1, 8, 8, round((size / 8) ** 0.5), 3), (8, 16)),
)
conv1d = _by_onednn(torch.conv1d)
conv3d = _by_onednn(torch.conv3d)
conv_transpose1d = _by_onednn(torch.conv_transpose1d)
_transpose2d = _by_onednn(torch.conv_transpose2d)


@kernel(plain=_transpose2d)
def conv_transpose2d(
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: tuple[int, int] = (1, 1),
    pad: tuple[int, int] = (0, 0),
    adj: tuple[int, int] = (0, 0),
    groups: int = 1,
    dilate: tuple[int, int] = (1, 1),
) -> torch.Tensor:
    """Return ``torch.conv_transpose2d(data, weight, bias, stride, pad, adj, groups, dilate)``, up to rounding."""
    multiplications = data.numel() * weight.numel() // max(1, weight.shape[0])
    if (
        (multiplications in TRANSPOSED or (weight.shape[1] <= FEW_CHANNELS and multiplications in FEW))
        and groups == 1
        and data.dtype is torch.float32
        and data.is_cpu
        and data.is_contiguous()
        and not traced()
    ):
        return _transposed_columns(data, weight, bias, stride, pad, adj, dilate)
    return _transpose2d(data, weight, bias, stride, pad, adj, groups, dilate)


def _small_transposed(size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return images of 16 channels, and eight filters for each ``(4, 4)``."""
    return torch.randn(max(1, size >> 17), 16, 8, 8), torch.randn(16, 8, 4, 4)


def _transposed_columns(
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: Any = None,
    stride: Any = (2, 2),
    pad: Any = (1, 1),
    adj: Any = (0, 0),
    dilate: Any = (1, 1),
) -> torch.Tensor:
    others = bias, stride, pad, adj, dilate
    return torch_compat.transpose_by_columns(data, weight, weight.shape[2:], *others)


KERNELS["columns_of_transposed"] = Kernel(
    _transposed_columns,
    lambda data, weight: torch.conv_transpose2d(data, weight, None, 2, 1),
    Grid("multiplications", _small_transposed, (17, 23)),
)
conv_transpose3d = _by_onednn(torch.conv_transpose3d)


def _is_strided_depthwise(data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, stride: Any) -> bool:
    """Return whether oneDNN computes the gradient of bfloat16 data as if each filter saw all channels."""
    return (
        data.dtype is weight.dtype is torch.bfloat16
        and (bias is None or bias.dtype is torch.bfloat16)
        and weight.shape[1] == 1
        and max(stride) > 1
        and data.is_cpu
        and data.requires_grad
        and torch.is_grad_enabled()
    )


def _is_left_to_blas(data: torch.Tensor, weight: torch.Tensor, stride: Any) -> bool:
    """Return whether PyTorch computes a 1x1 convolution by BLAS, and it is large."""
    return (
        data.shape[0] < BLAS_IMAGES
        and max(stride) == 1
        and data.numel() * weight.shape[0] in PRODUCT
        and torch.get_num_threads() == 1
        and data.is_cpu
        and data.dtype is torch.float32
    )
