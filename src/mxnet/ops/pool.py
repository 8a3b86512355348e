"""Pooling in one to three dimensions."""

from functools import lru_cache, partial
from math import prod
from typing import Literal

import torch
from torch.nn import functional as F

from ..core.autograd_functions import save_object, saved_object
from ..core.dtypes import HALVES
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Shape
from ..core.tracing import traced
from ..kernels.enlarge import are_summed, sum_blocks
from ..kernels.pooling import (
    LITTLE,
    MAX,
    UNTRACED_AVG,
    UNTRACED_MAX,
    convolved,
    faster_by_convolution,
    faster_by_slices,
    max_of_slices,
    pool,
)
from ..registry import op
from ._fast_paths import UseOperator
from .conv import (
    channel_last,
    check_kernel,
    check_layout,
    check_positive,
    check_rank,
    to_channel_first,
    to_channel_last,
)
from .conv import per_axis as _entry_per_axis

PoolType = Literal["avg", "lp", "max", "sum"]
Layout = Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"]


@lru_cache(maxsize=1024)
def _known_windows(space, kernel, stride, pad, convention):
    return _Windows(space, kernel, stride, pad, convention)


def _windows(*geometry):
    return _Windows(*geometry) if traced() else _known_windows(*geometry)


def per_axis(name, value, kernel, default):
    """Return one entry per axis: the ``default`` where nothing was given. Entries beyond the kernel's are ignored."""
    return _entry_per_axis(name, value[: len(kernel)], kernel, default)


def check_window(p):
    """Raise :class:`MXNetError` where there is no window of the kernel, or no step between two."""
    if p.kernel or not p.global_pool:
        check_kernel(p.kernel)
    for name in ("kernel", "stride"):
        if 0 in p[name]:
            raise MXNetError(f"{name}: expected lengths other than zero, got {tuple(p[name])}")


def _length(n, kernel, stride, pad, convention):
    """Return the length of an axis after pooling; ``full`` counts the window that hangs over the end."""
    if n is None:
        return None
    if convention == "same":
        return -(-n // stride)
    span = n + 2 * pad - kernel
    if span < 0:
        raise MXNetShapeError(f"kernel size ({kernel}) exceeds input ({n} padded to {n + 2 * pad})")
    return 1 + (-(-span // stride) if convention == "full" else span // stride)


class _Windows:
    """Where the windows lie: per axis, the padding on both sides that makes them all whole."""

    def __init__(self, space, kernel, stride, pad, convention):
        self.kernel, self.stride, self.low = kernel, stride, pad
        self.space = tuple(space)
        sides = list(zip(space, kernel, stride, pad, strict=True))
        self.lengths = [_length(*side, convention) for side in sides]
        self.high = [(m - 1) * t + k - n - low for m, (n, k, t, low) in zip(self.lengths, sides, strict=True)]
        floor = self.lengths == [(n + 2 * low - k) // t + 1 for n, k, t, low in sides]
        #: whether the last windows hang over the end, where PyTorch leaves out those that lie beyond
        self.ceil = convention == "full" and not floor
        inside = all((m - 1) * t < n + low for m, (n, _, t, low) in zip(self.lengths, sides, strict=True))
        #: whether PyTorch's own padding does it
        self.plain = (floor or (self.ceil and inside)) and all(low <= k // 2 for _, k, _, low in sides)
        #: whether an axis is shorter than a window, which PyTorch's averages over three axes refuse
        self.short = len(kernel) == 3 and any(n < k for n, k in zip(space, kernel, strict=True))
        #: how long the blocks are into which windows divide the input, 0 where they do not
        self.blocks = kernel[0] if not any(low or high for low, high in zip(pad, self.high, strict=True)) else 0
        if {*kernel, *stride} != {self.blocks} or len(kernel) != 2:
            self.blocks = 0
        #: whether there is one window over everything
        self.covers_input = self.kernel == self.space and not any(self.low)

    def padded(self, data, value):
        """Return the data with the padding written out (or what no window reaches cut off)."""
        sides = [side for pair in zip(reversed(self.low), reversed(self.high), strict=True) for side in pair]
        return F.pad(data, sides, value=value) if any(sides) else data

    def counts(self, include_pad, like):
        """Return how many elements each window averages over: at least 1, and padding up to ``pad`` where it counts."""
        result = torch.ones((), dtype=like.dtype, device=like.device)
        for n, low, m, k, t in zip(self.space, self.low, self.lengths, self.kernel, self.stride, strict=True):
            first = torch.arange(m, device=like.device) * t
            begin, end = (0, n + 2 * low) if include_pad else (low, low + n)
            count = (first + k).clamp(max=end) - first.clamp(min=begin)
            result = result.unsqueeze(-1) * count.clamp(min=1).to(like.dtype)
        return result


def _max(data, windows):
    ones = (1,) * len(windows.kernel)
    if not data.is_floating_point():
        return max_of_slices(data, windows)
    if not windows.plain:
        padded = windows.padded(data, torch.finfo(data.dtype).min)
        return pool(padded, "max", (windows.kernel, windows.stride, (0,) * len(ones), ones, False))
    args = windows.kernel, windows.stride, windows.low, ones, windows.ceil
    return max_of_slices(data, windows) if faster_by_slices(data, windows.kernel) else pool(data, "max", args)


def _sum(data, windows):
    kernel, stride, low = windows.kernel, windows.stride, windows.low
    if not windows.plain or windows.ceil or windows.short:
        data, low = windows.padded(data, 0.0), (0,) * len(kernel)
    if len(kernel) == 1:
        data = data.unsqueeze(-2)
        return F.avg_pool2d(data, (1, *kernel), (1, *stride), (0, *low), divisor_override=1).squeeze(-2)
    if windows.blocks and are_summed(data, windows.blocks):
        return sum_blocks(data, windows.blocks)
    if faster_by_convolution(data, kernel):
        return convolved(data, kernel, stride, low)
    return pool(data, "avg", (kernel, stride, low, False, True, 1))


def _average(data, windows, include_pad):
    if windows.covers_input and data.is_floating_point():
        return data.mean(tuple(range(2, data.dim())), keepdim=True)
    if windows.blocks and are_summed(data, windows.blocks):
        return sum_blocks(data, windows.blocks, windows.blocks**2)
    if windows.plain and faster_by_convolution(data, windows.kernel):
        if windows.ceil:
            total = convolved(windows.padded(data, 0.0), windows.kernel, windows.stride, 0)
        else:
            total = convolved(data, windows.kernel, windows.stride, windows.low)
            if include_pad or not any(windows.low):
                return total.div_(prod(windows.kernel))
        return total.div_(windows.counts(include_pad, data))
    if windows.plain and not windows.short:
        divisor = (None,) if data.dim() > 3 else ()
        return pool(data, "avg", (windows.kernel, windows.stride, windows.low, windows.ceil, include_pad, *divisor))
    return _sum(data, windows) / windows.counts(include_pad, data)


def _root(total, p):
    """Return the p-th root, negative for negative totals, with gradient 0 at 0."""
    if p == 1:
        return total
    if p == 2 and not total.requires_grad:
        return total.sqrt()
    zero = total == 0
    size = (total if p == 2 else total.abs()).masked_fill(zero, 1)
    return (size.sqrt() if p == 2 else total.sign() * size.pow(1 / 3)).masked_fill(zero, 0)


class _RootOfSquares(torch.autograd.Function):
    """The lengths of windows, with gradient 0 at 0."""

    @staticmethod
    def forward(ctx, data, windows):
        squares = data.detach().square().requires_grad_()
        with torch.enable_grad():
            total = _sum(squares, windows)
        out = total.detach().sqrt()
        save_object(ctx, (total, squares, windows), data, out)
        return out

    @staticmethod
    def backward(ctx, *grads):
        _, data, out = ctx.saved_tensors
        total, squares, windows = saved_object(ctx)
        if torch.is_grad_enabled():  # for higher derivatives
            result = _root(_sum(data.square(), windows), 2)
            return torch.autograd.grad(result, data, grads[0], create_graph=True)[0], None
        shares = (grads[0] / out).masked_fill_(out == 0, 0)
        return torch.autograd.grad(total, squares, shares, retain_graph=True)[0].mul_(data), None


def _lp(data, windows, p):
    if data.dtype in HALVES:  # powers that cancel out leave no digits of these
        return _lp(data.float(), windows, p).to(data.dtype)
    if p == 2 and data.requires_grad and torch.is_grad_enabled() and not traced() and data.numel() >= LITTLE:
        return _RootOfSquares.apply(data, windows)
    return _root(_sum(data if p == 1 else data.pow(p), windows), p)


#: the axes of space, by the number of all
_SPACE = {3: (2,), 4: (2, 3), 5: (2, 3, 4)}


def _global(data, pool_type, p):
    axes = _SPACE[data.dim()]
    if pool_type == "max":
        if not data.requires_grad:
            return data.amax(axes, keepdim=True)
        if len(axes) == 2 and not traced() and data.numel():
            return MAX[2](data, tuple(data.shape[2:]))
        return data.flatten(2).max(-1).values.view(*data.shape[:2], *(1 for _ in axes))
    if pool_type == "avg":
        return data.mean(axes, keepdim=True)
    if pool_type == "sum":
        return torch.sum(data, axes, True)
    if p == 2 and data.is_floating_point():
        return torch.linalg.vector_norm(data, 2, axes, True)
    return _root(data.pow(p).sum(axes, keepdim=True), p)


@op("Pooling", full_names=("outputs", "input"), aliases=("_npx_pooling",), amp="any", attributes=check_window)
def pooling(
    data,
    *,
    kernel: Shape = (),
    pool_type: PoolType = "max",
    global_pool: bool = False,
    cudnn_off: bool = False,
    pooling_convention: Literal["full", "same", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: Layout | None = None,
):
    """Reduce each window of the data to one number.

    Parameters
    ----------
    data
        The input, ``(N, C, W)``, ``(N, C, H, W)`` or ``(N, C, D, H, W)``, or as ``layout`` says.
    kernel
        The size of the window, one number for each spatial axis; not needed with ``global_pool``.
    pool_type
        What is made of a window: its greatest element ('max'), its mean ('avg'), its sum, or 'lp', ``sum(x**p) **
        (1/p)``.
    global_pool
        Whether one window covers everything, whatever ``kernel`` says.
    cudnn_off
        Without effect.
    pooling_convention
        How the length ``1 + (n + 2*pad - kernel) / stride`` is rounded: down ('valid') or up ('full'); 'same': it is
        ``n / stride`` rounded up (one spatial axis, no padding before).
    stride
        How far the window moves, for each axis; (): 1.
    pad
        How much padding is put before and after each axis, which no maximum counts; (): none.
    p_value
        p of 'lp': 1, 2 or 3.
    count_include_pad
        Whether 'avg' counts padding as zeros (True and None), or only elements of the data.
    layout
        The order of the axes: N the batch, C the channels, D, H, W depth, height and width; None: channels second.

    Returns
    -------
    The result, in the order of axes and the dtype of ``data``.

    Raises
    ------
    MXNetError
        For a window larger than the padded data, or padding as large as the window.

    See Also
    --------
    gluon.nn.MaxPool2D : the layer.

    Examples
    --------
    >>> data = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> print(mx.nd.Pooling(data, kernel=(2, 2), stride=(2, 2), pool_type="max").asnumpy())
    [[[[ 5.  7.]
       [13. 15.]]]]
    >>> print(mx.nd.Pooling(data, global_pool=True, pool_type="avg").asnumpy())
    [[[[7.5]]]]
    """
    if pool_type == "lp" and p_value not in (1, 2, 3):
        raise MXNetError(f"pool_type 'lp' needs p_value 1, 2 or 3, got {p_value}")
    last = channel_last(layout)
    if last:
        data = to_channel_first(data)
    if global_pool:
        if not 3 <= data.dim() <= 5:
            raise MXNetShapeError(f"data: expected 3, 4 or 5 dimensions, got {data.dim()}")
        check_layout(layout, data.shape[2:])
        out = _global(data, pool_type, p_value)
    else:
        check_layout(layout, kernel)
        out = _pool(data, kernel, pool_type, pooling_convention, stride, pad, p_value, count_include_pad)
    if last:
        out = to_channel_last(out)
    return (out, out) if pool_type == "max" and not last else out


def _pads(pad, kernel, convention, pool_type):
    """Return the padding for each axis; only sums have windows that lie in it altogether."""
    if convention == "same":
        if len(kernel) != 1 or any(pad):
            raise MXNetError("pooling_convention 'same' is for one dimension and without pad")
        return (0,)
    pad = per_axis("pad", pad, kernel, 0)
    if pool_type in ("avg", "max") and any(m >= k for m, k in zip(pad, kernel, strict=True)):
        raise MXNetError(f"pad {pad} must be smaller than the kernel {kernel}")
    return pad


def _pool(data, kernel, pool_type, convention, stride, pad, p_value, include_pad):
    check_rank(kernel, data.shape)
    stride = per_axis("stride", stride, kernel, 1)
    pad = _pads(pad, kernel, convention, pool_type)
    windows = _windows(data.shape[2:], kernel, stride, pad, convention)
    if pool_type == "max":
        return _max(data, windows)
    if pool_type == "avg":
        return _average(data, windows, include_pad is None or include_pad)
    return _sum(data, windows) if pool_type == "sum" else _lp(data, windows, p_value)


def _fast_global(pool_type, power, data):
    if data.dim() not in _SPACE or (pool_type == "lp" and power not in (1, 2, 3)):
        raise UseOperator
    return _global(data, pool_type, power)


@pooling.fast_path(records=True)
def _(p):
    if p.global_pool:
        return None if p.layout is not None else partial(_fast_global, p.pool_type, p.p_value)
    if channel_last(p.layout) or p.pool_type == "lp" or not p.kernel:
        return None
    try:
        check_layout(p.layout, p.kernel)
        steps = per_axis("stride", p.stride, p.kernel, 1), _pads(p.pad, p.kernel, p.pooling_convention, p.pool_type)
    except MXNetError:  # which the operator raises at each call
        return None
    kernel, convention, rank, is_max = p.kernel, p.pooling_convention, len(p.kernel) + 2, p.pool_type == "max"
    include_pad, is_sum = p.count_include_pad is None or p.count_include_pad, p.pool_type == "sum"

    @lru_cache(maxsize=64)
    def small_pooling(shape):
        """Return PyTorch's function and its arguments for data of few elements; none where another form is taken."""
        windows = _known_windows(shape[2:], kernel, *steps, convention)
        if prod(shape) >= LITTLE or not windows.plain or windows.short or len(shape) > 4:
            return None, ()
        if is_max:
            return UNTRACED_MAX[rank - 2], (kernel, *steps, (1,) * len(kernel), windows.ceil)
        if is_sum:
            return (None, ()) if rank < 4 or windows.ceil else (UNTRACED_AVG[2], (kernel, *steps, False, True, 1))
        if windows.covers_input:
            return None, ()
        return UNTRACED_AVG[rank - 2], (kernel, *steps, windows.ceil, include_pad)

    def call(data: torch.Tensor) -> torch.Tensor:
        shape = data.shape
        if len(shape) != rank or traced():
            raise UseOperator
        function, args = small_pooling(shape)
        if function is not None:
            return function(data, *args)
        windows = _known_windows(shape[2:], kernel, *steps, convention)
        if is_sum:
            return _sum(data, windows)
        return _max(data, windows) if is_max else _average(data, windows, include_pad)

    return call


@pooling.outputs
def _(p):
    hidden = p.pool_type == "max" and p.kernel and not channel_last(p.layout)
    return ("output", "workspace") if hidden else ("output",)


pooling.visible(1)


@pooling.shapes
def _(p, s, data):
    last = channel_last(p.layout)
    space = data[1:-1] if last else data[2:]
    if not 3 <= len(data) <= 5:
        raise MXNetShapeError(f"data: expected 3 to 5 dimensions, got {data}")
    if p.global_pool:
        pooled = (1,) * len(space)
    else:
        check_rank(p.kernel, data)
        check_layout(p.layout, p.kernel)
        check_positive(stride=p.stride)
        strides = per_axis("stride", p.stride, p.kernel, 1)
        steps = zip(space, p.kernel, strides, _pads(p.pad, p.kernel, p.pooling_convention, p.pool_type), strict=True)
        pooled = tuple(_length(n, k, t, m, p.pooling_convention) for n, k, t, m in steps)
    s.out.fill((data[0], *pooled, data[-1]) if last else (*data[:2], *pooled))


# -- the first form ------------------------------------------------------------------------------------------


def _max_of_all(data, windows):
    """Return maxima, padding being 0, whose gradient goes to every element that equals one."""
    padded = windows.padded(data, 0)
    for axis, (k, t) in enumerate(zip(windows.kernel, windows.stride, strict=True), 2):
        padded = padded.unfold(axis, k, t)
    inner = tuple(range(2 + len(windows.kernel), padded.dim()))
    top = padded.detach().amax(inner, keepdim=True)
    hits = torch.where(padded == top, padded, 0)
    return top.view(hits.shape[: inner[0]]) + (hits - hits.detach()).sum(inner)


@op("Pooling_v1", full_names=("outputs", "input"), attributes=check_window)
def pooling_v1(
    data,
    *,
    kernel: Shape = (),
    pool_type: Literal["avg", "max", "sum"] = "max",
    global_pool: bool = False,
    pooling_convention: Literal["full", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
):
    """Pool as MXNet's first form of ``Pooling`` did: two or three dimensions.

    Padding is 0 for maxima too, averages are over the whole kernel, also where it hangs over the end, and the gradient
    of a maximum goes to all elements that have it.

    Parameters
    ----------
    kernel
        The lengths of the window along each axis of space.
    pool_type
        What is computed of a window: 'max' the greatest element, 'avg' the mean, 'sum' the sum.
    global_pool
        Whether the window is the whole image; ``kernel``, ``stride`` and ``pad`` are without effect then.
    pooling_convention
        'valid': windows that hang over the end are left out; 'full': they count.
    stride
        The distance of two windows; (): 1.
    pad
        How many zeros lie around the image on each side; (): 0.

    Returns
    -------
    An array with as many axes as ``data``.

    See Also
    --------
    Pooling : the form for new programs.

    Examples
    --------
    >>> x = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> print(mx.nd.Pooling_v1(x, kernel=(2, 2), stride=(2, 2)).asnumpy())
    [[[[ 5.  7.]
       [13. 15.]]]]
    """
    if data.dim() < 4:
        raise MXNetShapeError(f"data: expected 4 or 5 dimensions, got {data.dim()}")
    if global_pool:
        kernel, stride, pad = tuple(data.shape[2:]), (), ()
    check_rank(kernel, data.shape)
    pad = per_axis("pad", pad, kernel, 0)
    windows = _windows(data.shape[2:], kernel, per_axis("stride", stride, kernel, 1), pad, pooling_convention)
    if pool_type == "max":
        return _max_of_all(data, windows)
    total = _sum(data, windows)
    return total / prod(kernel) if pool_type == "avg" else total
