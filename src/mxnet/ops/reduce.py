"""Reductions over axes: sums, means, products, extremes, norms and where extremes are.

``axis`` is one axis, several, or none: all of them, which gives shape ``(1,)``.
``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given. Results have the
data type of the input, integers included.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.naming import named
from ..core.params import DType, Shape
from ..core.tracing import traced
from ..kernels.choice import on_cpu
from ..kernels.masking import equal
from ..registry import Op, op
from ..registry.manual import write
from ..registry.op import get
from ..registry.rules import elementwise
from ._axes import one_axis, reduction_axes, with_kept_axes
from ._families import refuse_bool, shape_of, zero_gradient
from ._fast_paths import UseOperator, with_axis
from ._mathematics import norm_over

#: what the docstring of each says
_AXES = {"axis": "The axis, or the axes, over which is reduced; None or (): all."}
_RESULT = "An array without the axes, in the dtype of ``data``; of shape ``(1,)`` where none is left."
#: what a reduction over the last axis of ``[[1, 2], [4, 3]]`` gives
_SHOWN = {
    "sum": "[3. 7.]", "mean": "[1.5 3.5]", "prod": "[ 2. 12.]", "nansum": "[3. 7.]", "nanprod": "[ 2. 12.]",
    "max": "[2. 4.]", "min": "[1. 3.]",
}  # fmt: skip
Kernel = Callable[[torch.Tensor, "tuple[int, ...] | None", bool], torch.Tensor]


def _finish(result: torch.Tensor) -> torch.Tensor:
    """Give a full reduction its shape: MXNet's own operators know no results without axes."""
    return result.reshape(1)


def _reduce(kernel: Kernel, data: torch.Tensor, axis: Shape | None, keepdims: bool, exclude: bool) -> torch.Tensor:
    axes = reduction_axes(axis, data.ndim, exclude) if axis else None
    if axes is None:
        if keepdims:
            return kernel(data, tuple(range(data.ndim)), True)
        return _finish(kernel(data, None, False))
    return kernel(data, axes, keepdims) if axes else data.clone()


def _refuse_nothing(shape: Any) -> None:
    if 0 in shape:
        raise MXNetError(f"an extreme needs elements, got shape {list(shape)}")


def _shapes(p: Any, s: Any, data: Any) -> Any:
    """Deduce the result's shape (PyTorch's own deduction loads sympy)."""
    return _reduced(data, reduction_axes(p.axis, len(data), p.exclude), p.keepdims)


def _reduced(shape: Any, axes: tuple[int, ...] | None, keepdims: bool) -> tuple[int | None, ...]:
    """Return what is remaining of a partial shape without ``axes`` (None: all)."""
    if keepdims:
        return tuple(1 if axes is None or i in axes else length for i, length in enumerate(shape))
    remaining = () if axes is None else tuple(length for i, length in enumerate(shape) if i not in axes)
    return remaining or (1,)


def _extreme_shapes(p: Any, s: Any, data: Any) -> Any:
    _refuse_nothing(data)
    return _shapes(p, s, data)


def reduction(name: str, kernel: Kernel, value: str, aliases: tuple[str, ...] = (), rule: Any = _shapes) -> Op:
    """Register a reduction; ``kernel(data, axes, keepdims)``, where axes None means all."""

    example = f">>> x = mx.nd.array([[1, 2], [4, 3]])\n>>> print(mx.nd.{name}(x, axis=1).asnumpy())\n{_SHOWN[name]}"

    @named(name, write(f"Return {value} over ``axis``.", _AXES, _RESULT, example))
    def fn(data, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False):
        return _reduce(kernel, data, axis, keepdims, exclude)

    return op(name, aliases=aliases, shapes=rule)(fn)


def _sum(x, axes, keep):
    if x.is_floating_point():  # the short forms are the fast ones
        return torch.sum(x) if axes is None else torch.sum(x, axes, keep)
    return torch.sum(x, dim=axes, keepdim=keep, dtype=x.dtype)


def _mean(x, axes, keep):
    if x.is_floating_point():
        if axes is not None and not traced() and {x.shape[a] for a in axes} == {1}:
            return torch.sum(x, axes, keep)  # of one element each, as in losses: equal, and faster with its gradient
        return torch.mean(x) if axes is None else torch.mean(x, axes, keep)
    count = math.prod([x.shape[a] for a in (range(x.ndim) if axes is None else axes)])
    return torch.div(_sum(x, axes, keep), count, rounding_mode="trunc").to(x.dtype)


def prod_over(x, axes, keep):
    """Return the product over ``axes`` (None: all) in the type of ``x``."""
    if axes is None:
        return torch.prod(x, dtype=x.dtype)
    for a in reversed(axes):
        x = torch.prod(x, dim=a, keepdim=keep, dtype=x.dtype)
    return x


def _nansum(x, axes, keep):
    return torch.nansum(x, dim=axes, keepdim=keep, dtype=x.dtype)


def _nanprod(x, axes, keep):
    return prod_over(torch.where(torch.isnan(x), 1, x).to(x.dtype), axes, keep)


def _max(x, axes, keep):
    _refuse_nothing(x.shape)
    return torch.amax(x, axes or (), keep)


def _min(x, axes, keep):
    _refuse_nothing(x.shape)
    return torch.amin(x, axes or (), keep)


_sum_op = reduction("sum", _sum, "the sum", ("_sparse_sum", "sum_axis"))
_mean_op = reduction("mean", _mean, "the mean", ("_sparse_mean",))
_prod_op = reduction("prod", prod_over, "the product")
reduction("nansum", _nansum, "the sum of what is not NaN")
reduction("nanprod", _nanprod, "the product of what is not NaN")
_max_op = reduction("max", _max, "the greatest element", ("max_axis",), _extreme_shapes)
_min_op = reduction("min", _min, "the least element", ("min_axis",), _extreme_shapes)


def extreme_gradient(inputs, outputs, head_grads, axes):
    """Give the gradient to every element that equals the extreme, ties included, undivided."""
    data = inputs[0]
    chosen = equal(data, with_kept_axes(outputs[0], axes, data.shape))
    return (with_kept_axes(head_grads[0], axes, data.shape) * chosen,)


def _to_every_extreme(p, inputs, outputs, head_grads):
    return extreme_gradient(inputs, outputs, head_grads, reduction_axes(p.axis, inputs[0].ndim, p.exclude))


_max_op.backward(_to_every_extreme)
_min_op.backward(_to_every_extreme)


def _fast_reduction(over_all: Callable[..., Any], along: Callable[..., Any], empty: bool = True) -> Callable[..., Any]:
    """Return the rule of a fast path: ``over_all(x)`` or ``along(x, axes, keepdims)``; ``empty``: of none too."""

    def rule(p: Any) -> Callable[..., Any] | None:
        axes, keep = p.axis, p.keepdims
        if p.exclude or (keep and not axes):
            return None
        where = axes[0] if axes and len(axes) == 1 else axes  # PyTorch reads a number in less time than a tuple

        def call(x: torch.Tensor) -> torch.Tensor:
            if not empty and not x.numel():
                raise UseOperator
            if axes:
                result = along(x, where, keep)
                return result if result.dim() else with_axis(result)
            return along(x, 0, True) if x.dim() == 1 else with_axis(over_all(x))

        return call

    return rule


def _prod_along(x: torch.Tensor, axis: int | tuple[int, ...], keep: bool) -> torch.Tensor:
    if not isinstance(axis, int):
        raise UseOperator
    return torch.prod(x, axis, keep)


_sum_op.fast_path(_fast_reduction(torch.sum, torch.sum), records=True)
_mean_op.fast_path(_fast_reduction(torch.mean, torch.mean), records=True)
_prod_op.fast_path(_fast_reduction(torch.prod, _prod_along), records=True)
_max_op.fast_path(_fast_reduction(torch.max, torch.amax, empty=False), records=True)
_min_op.fast_path(_fast_reduction(torch.min, torch.amin, empty=False), records=True)


def _spread(grad: torch.Tensor, shape: Any, axis: Any, exclude: bool, mean: bool) -> torch.Tensor:
    """Return the gradient of what was summed up along axes, or whose mean was taken."""
    result = with_kept_axes(grad, reduction_axes(axis, len(shape), exclude), shape).expand(shape)
    return result / (result.numel() // max(grad.numel(), 1)) if mean else result


def _reduction_vjp(mean: bool, b: Any, call: Any, p: Any, grads: Any) -> None:
    (data,) = call.args
    b.add(data, b.call(_spread, grads[0], b.value(b.add_forward(call, shape_of, data)), p.axis, p.exclude, mean))


_sum_op.vjp(partial(_reduction_vjp, False))
_mean_op.vjp(partial(_reduction_vjp, True))
_mean_op.averaged(lambda p: None if p.keepdims else lambda ndim: reduction_axes(p.axis, ndim, p.exclude))


def _norm_type(p, t):
    t.out[0] = p.out_dtype or t.data
    if not p.out_dtype:
        t.data = t.out[0]


@op("norm", aliases=("_sparse_norm",), types=_norm_type, amp="full")
def norm(data, *, ord: int = 2, axis: Shape | None = None, out_dtype: DType | None = None, keepdims: bool = False):
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``.

    The gradient of a norm of zero is zero (1.9.1 gives NaN there).

    Parameters
    ----------
    ord
        1 or 2.
    axis
        The axis, or two of matrices; None: all elements.
    out_dtype
        The data type of the result; None: that of ``data``.

    Returns
    -------
    An array without the axes; ``(1,)`` where none is left.

    Examples
    --------
    >>> print(mx.nd.norm(mx.nd.array([[3, 4], [0, 0]])).asnumpy())
    [5.]
    >>> print(mx.nd.norm(mx.nd.array([[3, 4], [0, 0]]), ord=1, axis=1).asnumpy())
    [7. 0.]
    """
    if ord not in (1, 2):
        raise MXNetError("norm only supports ord=1 and ord=2")
    wide = data if data.is_floating_point() else data.double()
    result = _reduce(lambda x, axes, keep: norm_over(x, ord, axes, keep), wide, axis, keepdims, False)
    return result.to(TORCH_OF[out_dtype] if out_dtype else data.dtype)


norm.shapes(lambda p, s, data: _reduced(data, reduction_axes(p.axis, len(data)), p.keepdims))


@norm.fast_path(records=True)
def _(p):
    order, axes, keep = p.ord, p.axis or None, p.keepdims
    if order not in (1, 2) or p.out_dtype or (keep and not axes):
        return None
    return lambda x: with_axis(norm_over(x, order, axes, keep))


def _arg(kernel: Callable[..., torch.Tensor], data: torch.Tensor, axis: int | None, keepdims: bool) -> torch.Tensor:
    if data.dtype is torch.bool:
        refuse_bool(data)
    if axis is not None:
        result = kernel(data, one_axis(axis, data.ndim), keepdims).to(data.dtype)
        return result if result.ndim else _finish(result)
    index = kernel(data).to(data.dtype)
    return index.reshape((1,) * data.ndim) if keepdims else _finish(index)


@op("argmax", backward=zero_gradient)
def argmax(data, *, axis: int | None = None, keepdims: bool = False):
    """Return where the greatest element is along ``axis`` (of the flattened array if None); of ties, the first.

    The positions have the data type of ``data``. The gradient is zero.

    Parameters
    ----------
    axis
        The axis; None: the array is taken as flat.

    Returns
    -------
    An array without the axis, in the dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.argmax(mx.nd.array([[3, 1, 2], [4, 6, 5]]), axis=1).asnumpy())
    [0. 1.]
    """
    return _arg(torch.argmax, data, axis, keepdims)


@op("argmin", backward=zero_gradient)
def argmin(data, *, axis: int | None = None, keepdims: bool = False):
    """Return where the least element is along ``axis`` (of the flattened array if None); of ties, the first.

    The positions have the data type of ``data``. The gradient is zero.

    Parameters
    ----------
    axis
        The axis; None: the array is taken as flat.

    Returns
    -------
    An array without the axis, in the dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.argmin(mx.nd.array([[3, 1, 2], [4, 6, 5]]), axis=1).asnumpy())
    [1. 0.]
    """
    return _arg(torch.argmin, data, axis, keepdims)


@argmax.shapes
@argmin.shapes
def _(p, s, data):
    axes = None if p.axis is None else (one_axis(p.axis, len(data)),)
    _refuse_nothing(data if axes is None else [data[i] for i in axes])
    return _reduced(data, axes, p.keepdims)


def _fast_position(kernel: Callable[..., torch.Tensor]) -> Callable[..., Any]:
    def rule(p: Any) -> Callable[..., Any] | None:
        axis, keep = p.axis, p.keepdims
        return None if axis is None else lambda x: with_axis(kernel(x, axis, keep).type(x.dtype))

    return rule


argmax.fast_path(_fast_position(torch.argmax))
argmin.fast_path(_fast_position(torch.argmin))


@op("argmax_channel", differentiable=False)
def argmax_channel(data):
    """Return where the greatest element is along axis 1, in the data type of ``data``. It has no gradient.

    Parameters
    ----------
    data
        An array with two axes or more, the channels second: ``(N, C, ...)``.

    Returns
    -------
    An array ``(N, ...)`` of indices.

    See Also
    --------
    argmax : along any axis.

    Examples
    --------
    >>> print(nd.argmax_channel(nd.array([[0.1, 0.7, 0.2], [0.8, 0.1, 0.1]])).asnumpy())
    [1. 0.]
    """
    return _arg(torch.argmax, data.detach(), 1, False)


@argmax_channel.shapes
def _(p, s, data):
    axis = one_axis(1, len(data))
    _refuse_nothing([data[axis]])
    return _reduced(data, (axis,), False)


@op("moments", full_names=("input",), amp="full", outputs=("output0", "output1"))
def moments(data, *, axes: Shape | None = None, keepdims: bool = False):
    """Return the mean and the variance (the mean squared distance from it, divided by n) over ``axes``.

    Parameters
    ----------
    axes
        The axes over which they are taken, which go; None: all. An empty tuple is refused.

    Returns
    -------
    The pair mean and variance.

    Examples
    --------
    >>> mean, variance = nd.moments(nd.array([[1, 3], [5, 5]]), axes=1)
    >>> print(mean.asnumpy(), variance.asnumpy())
    [2. 5.] [1. 0.]
    """
    result = _moment_axes(axes, data.ndim)
    mean = _mean(data, result, True)
    if data.is_floating_point():
        variance = torch.var(data, dim=result, correction=0, keepdim=True)
    else:
        variance = _mean(torch.square(data - mean), result, True)
    if keepdims:
        return mean, variance
    if len(result) == data.ndim:
        return _finish(mean.reshape(())), _finish(variance.reshape(()))
    return mean.squeeze(result), variance.squeeze(result)


def _moment_axes(axes: Shape | None, ndim: int) -> tuple[int, ...]:
    if not axes:
        raise MXNetError("Empty axes is not supported, if you would like to do global moments, please pass all axes")
    return reduction_axes(axes, ndim) or tuple(range(ndim))


moments.shapes(lambda p, s, data: s.out.fill(_reduced(data, _moment_axes(p.axes, len(data)), p.keepdims)))


@op(
    "_np_cumsum",
    aliases=("cumsum",),
    types=lambda p, t: p.dtype or ("int64" if t.a == "bool" else t.a),
    shapes=lambda p, s: None if p.axis is None else elementwise(p, s),
    full_names=("input",),
)
def cumsum(a, *, axis: int | None = None, dtype: DType | None = None):
    """Return the running sums along ``axis``, or of the flattened array where it is None, in ``dtype`` or a's own.

    Parameters
    ----------
    axis : int or None
        The axis; None: the array is taken as flat.
    dtype
        The data type of the result; None: that of ``a``.

    Returns
    -------
    An array of the shape of ``a``; a vector where ``axis`` is None.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.cumsum(a))
    [ 1.  3.  6. 10.]
    >>> print(mx.np.cumsum(a, axis=0))
    [[1. 2.]
     [4. 6.]]
    """
    out_dtype = TORCH_OF[dtype] if dtype else torch.int64 if a.dtype is torch.bool else a.dtype
    a, axis = (a.reshape(-1), 0) if axis is None else (a, one_axis(axis, a.ndim))
    if out_dtype is torch.float16 and on_cpu(a):
        return _HalfSums.apply(a.to(out_dtype), axis)  # type: ignore[no-untyped-call]
    return torch.cumsum(a if out_dtype.is_floating_point else a.detach(), axis, dtype=out_dtype)


class _HalfSums(torch.autograd.Function):
    """Running sums that are rounded to float16 at every step, as 1.9.1 and NumPy do; PyTorch's are float32 inside."""

    @staticmethod
    def forward(ctx: Any, a: torch.Tensor, axis: int) -> torch.Tensor:
        ctx.axis = axis
        return torch.from_numpy(np.cumsum(a.detach().numpy(), axis))

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return torch.cumsum(grad.flip(ctx.axis), ctx.axis).flip(ctx.axis), None


for _name in ("sum", "mean", "prod", "nansum", "nanprod"):
    get(_name).amp = "full"
