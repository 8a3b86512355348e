"""Normalization layers."""

import math
from functools import cache, partial
from math import prod
from typing import Literal

import torch

from ..core import torch_compat
from ..core.backward_mode import is_training
from ..core.compat import quirks
from ..core.constants import constant_like
from ..core.dtypes import HALF_NAMES
from ..core.errors import MXNetAxisError, MXNetShapeError
from ..core.params import Double, Positive
from ..core.semantics import semantics
from ..core.tracing import traced
from ..kernels.choice import PLAIN
from ..kernels.layer_norm import normalize_last
from ..kernels.local_response import local_response
from ..kernels.moving_statistics import move_statistics
from ..kernels.node_hooks import hook_node
from ..kernels.one_thread import small_in_one_thread
from ..registry import op
from ..registry.op import Params
from ..registry.rules import elementwise
from ..registry.traits import Affine, Traceable
from ._axes import one_axis, vectors
from ._fast_paths import UseOperator

_by_group = small_in_one_thread(lambda *args: torch_compat.native_group_norm(*args))
_by_moving = small_in_one_thread(lambda *args: torch_compat.batch_norm(*args))
_in_one_thread = (
    small_in_one_thread(lambda *args: torch_compat.native_batch_norm(*args)),
    small_in_one_thread(lambda *args: torch_compat.native_batch_norm_backward(*args)),
)


def _by_channel(x):
    """Return whether PyTorch sums up each channel in one thread, so that their number changes no digit.

    In channels-last memory, the more threads, the shorter the sums, and the more exact.
    """
    return x.dim() > 2 and x.is_contiguous() and x.stride(1) > 1 and x.shape[1] > 1


# -- batch normalization -------------------------------------------------------------------------------------


def batch_norm_types(p, t):
    """Parameters and statistics of half-precision data are float32."""
    _types_with_full_parameters(t, HALF_NAMES)


def first_batch_norm_types(p, t):
    """Parameters and statistics of float16 data are float32, of bfloat16 data they have its type."""
    _types_with_full_parameters(t, ("float16",))


def _types_with_full_parameters(t, halves):
    t.data = t.out[0]
    t.out[0] = t.data
    if t.data is None:
        return
    others = "float32" if t.data in halves else t.data
    for i in range(1, len(t.inputs)):
        t.inputs[i] = others
    for i in range(1, len(t.out)):
        t.out[i] = others


def batch_norm_shapes(p, s):
    """Parameters and statistics have the length of the data's channels, or a shape of as many numbers."""
    s.data = s.out[0]
    s.out[0] = s.data
    if s.data is None:
        return
    axis = p.get("axis", 1)
    if not -len(s.data) <= axis < len(s.data):
        raise MXNetAxisError(f"axis {axis} is out of range for data {s.data}")
    channels = s.data[axis]
    for i, shape in enumerate(s.inputs):
        if i and (shape is None or None in shape or prod(shape) != channels):
            s.inputs[i] = (channels,)
    for i in range(1, len(s.out)):
        s.out[i] = (channels,)


def _channels_second(data, axis):
    """Return data with the channels as second axis; of one axis, those of one sample."""
    if data.dim() == 1:
        return data.unsqueeze(0)
    return data if axis == 1 else data.movedim(axis, 1)


def _as_data(out, data, axis):
    """Return what has its channels as second axis in the order of ``data``."""
    if data.dim() == 1:
        return out.squeeze(0)
    return out if axis == 1 else out.movedim(1, axis)


def _by_channels(tensor):
    """Return a tensor of parameters or statistics as a vector: like 1.9.1, layers take them in any shape."""
    return tensor if tensor.dim() == 1 else tensor.reshape(-1)


def differentiates_batch(p):
    """Return whether the gradient is that of normalizing by the batch's own statistics."""
    training = is_training()
    if p.use_global_stats or training is False:
        return False
    return p.is_train or bool(training and quirks.batch_norm_gradient)


#: how the statistics begin
NORM_INITIAL = {"moving_mean": '["zero", {}]', "moving_var": '["one", {}]'}


@op(
    "BatchNorm",
    full_names=("outputs",),
    aliases=("_npx_batch_norm",),
    aux=("moving_mean", "moving_var"),
    types=batch_norm_types,
    initial=NORM_INITIAL,
    overwritable=lambda p: p.axis == 1,
    amp="any",
)
def batch_norm(
    data,
    gamma,
    beta,
    moving_mean,
    moving_var,
    *,
    eps: Double = 1e-3,
    momentum: float = 0.9,
    fix_gamma: bool = True,
    use_global_stats: bool = False,
    output_mean_var: bool = False,
    axis: int = 1,
    cudnn_off: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    is_train: bool,
):
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, channel by channel along ``axis``.

    In training, mean and (biased) variance are the batch's; the *backward* pass moves ``moving_mean`` and
    ``moving_var`` towards them: ``moving = momentum * moving + (1 - momentum) * batch``, also where every gradient
    that leads to the layer is zero or blocked (a comparison, BlockGrad). Otherwise, and with
    ``use_global_stats``, the moving ones are taken. ``fix_gamma`` sets the stored ``gamma`` to 1.
    The gradient is that of what was computed, or, after ``backward(train_mode=False)``, of normalizing by the moving
    ones, which then stay. (1.9.1 differentiates as in training unless told otherwise: quirk ``batch_norm_gradient``.)
    Outputs with ``output_mean_var``: also the mean and ``1 / sqrt(var + eps)``, which get no gradient.
    Statistics and parameters of float16 data are float32. The other attributes are without effect.
    Source: Ioffe and Szegedy, arXiv 1502.03167; details as in MXNet 1.9.1.

    Parameters
    ----------
    data
        The input, of any number of axes.
    gamma
        The scale of each channel, ``(C,)``, or as many numbers in another shape; so are the three after it.
    beta
        The offset of each channel, ``(C,)``.
    moving_mean
        The moving mean of each channel, ``(C,)``: a state, changed in training.
    moving_var
        The moving variance of each channel, ``(C,)``: a state, changed in training.
    eps
        What is added to the variance.
    momentum
        How much of a moving value stays at each step of training; the batch's has the rest.
    fix_gamma
        Whether ``gamma`` is 1 and learns nothing: what is stored in it is set to 1. True by default here, unlike in
        layers.
    use_global_stats
        Whether the moving values are used in training too, and stay as they are: to freeze the layer.
    output_mean_var
        Whether mean and ``1 / sqrt(var + eps)`` are returned too.
    axis
        The axis of the channels.
    cudnn_off, min_calib_range, max_calib_range
        Without effect.

    Returns
    -------
    The normalized data, of the shape and dtype of ``data``; a list of three arrays with ``output_mean_var``.

    Examples
    --------
    >>> data, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mean, var = mx.nd.array([2, 20]), mx.nd.array([1, 100])
    >>> print(mx.nd.BatchNorm(data, ones, zeros, mean, var, eps=0.0001).asnumpy().round(2))
    [[-1. -1.]
     [ 1.  1.]]
    """
    channels = data.shape[one_axis(axis, data.dim())]
    gamma, beta, moving_mean, moving_var = map(_by_channels, (gamma, beta, moving_mean, moving_var))
    vectors(channels, gamma=gamma, beta=beta, moving_mean=moving_mean, moving_var=moving_var)
    if fix_gamma:
        gamma.data.fill_(1)
    if not is_train or use_global_stats:
        return _normalize_by_moving(data, gamma, beta, moving_mean, moving_var, eps, axis, output_mean_var)
    x = _channels_second(data, axis)
    normalize_batch = _in_one_thread[0] if _by_channel(x) else torch_compat.native_batch_norm
    out, mean, inverse = normalize_batch(x, gamma, beta, None, None, True, 0.0, eps)
    return _as_data(out, data, axis), mean, inverse


@batch_norm.backward
def batch_norm_gradient(p, inputs, outputs, head_grads):
    """Return the gradients of the inputs, and, in training, move the statistics towards the batch's."""
    data, *parameters = inputs
    gamma, moving_mean, moving_var = (_by_channels(parameters[i]) for i in (0, 2, 3))
    _, mean, inverse = outputs
    axis = p.get("axis", 1)
    head = torch.zeros_like(data) if head_grads[0] is None else head_grads[0]
    x, grad = _channels_second(data, axis), _channels_second(head, axis)
    if not x.numel():  # PyTorch's kernel divides by it, which ends the process
        return data.new_zeros(data.shape), *map(torch.zeros_like, parameters[:2]), None, None
    if not _is_in_order(grad, _order_of(x)):
        grad = torch.empty_like(x).copy_(grad)
    trains = differentiates_batch(p)
    if trains and p.is_train:
        move_statistics(p.momentum, p.eps, moving_mean, moving_var, mean, inverse)
    else:  # PyTorch's kernel for processors takes these from the moving ones itself, that for GPUs does not
        mean, inverse = moving_mean, (moving_var + p.eps).rsqrt()
    if torch.is_grad_enabled():  # the gradients are differentiated themselves, which PyTorch's kernel admits once
        backward = torch_compat.differentiable_batch_norm_backward
    elif _by_channel(x) and grad.is_contiguous():
        backward = _in_one_thread[1]
    else:
        backward = torch_compat.native_batch_norm_backward
    grads = backward(grad, x, gamma, moving_mean, moving_var, mean, inverse, trains, p.eps, [True, True, True])
    to_gamma = torch.zeros_like(gamma) if p.fix_gamma else grads[1]
    to_parameters = (
        g if t is None or t.dim() == 1 else g.view_as(t) for g, t in zip((to_gamma, grads[2]), parameters, strict=False)
    )
    return _as_data(grads[0], data, axis), *to_parameters, None, None


@batch_norm.fast_path
def _(p):
    eps, fix_gamma = p.eps, p.fix_gamma
    if p.axis != 1 or p.output_mean_var:
        return None

    def call(data, gamma, beta, mean, var):
        if data.dim() < 2 or not gamma.dim() == beta.dim() == mean.dim() == var.dim() == 1:
            raise UseOperator
        if fix_gamma:
            gamma.data.fill_(1)
        return _by_moving(data, gamma, beta, mean, var, False, 0.0, eps, False)

    return call


batch_norm_gradient.takes_none = True
batch_norm_gradient.reads_outputs = (1, 2)  # the normalized data may be let go, or written over


@cache
def _hooks_know_inputs() -> bool:
    return not PLAIN and torch_compat.has("batch_norm_inputs")


@batch_norm.differentiated_by_torch
def normalize_and_record(
    data, gamma, beta, moving_mean, moving_var, *, eps=1e-3, momentum=0.9, fix_gamma=True, use_global_stats=False,
    output_mean_var=False, axis=1, is_train, **_,
):  # fmt: skip
    """Normalize by the batch's statistics; that PyTorch computes the gradient saves half of a small layer's time."""
    if (
        not is_train or use_global_stats or output_mean_var or axis != 1 or data.dim() < 2 or not data.numel()
        or not (data.requires_grad or beta.requires_grad) or traced() or not _hooks_know_inputs()
        or not (data.shape[1:2] == gamma.shape == beta.shape == moving_mean.shape == moving_var.shape)
    ):  # fmt: skip
        return None
    if fix_gamma:
        gamma = gamma.data.fill_(1)
    normalize_batch = _in_one_thread[0] if _by_channel(data) else torch_compat.native_batch_norm
    outputs = out, mean, inverse = normalize_batch(data, gamma, beta, None, None, True, 0.0, eps)
    states, order = (moving_mean, moving_var, mean, inverse), _order_of(data)
    hook = partial(_after_gradient, eps, momentum, fix_gamma, order, states)
    if order is None:
        hook_node(out.grad_fn, hook, partial(move_statistics, momentum, eps, *states))
    else:
        out.grad_fn.register_hook(hook)
    return outputs


def _after_gradient(eps, momentum, fix_gamma, order, states, grads, head_grads):
    """Move the statistics after PyTorch's gradient; where another one is asked for, give the rule's."""
    if is_training() is not False and not torch.is_grad_enabled() and _is_in_order(head_grads[0], order):
        move_statistics(momentum, eps, *states)
        return None
    data, gamma = torch_compat.batch_norm_inputs()
    attributes = {"eps": eps, "fix_gamma": fix_gamma, "is_train": True, "momentum": momentum}
    p, (moving_mean, moving_var, mean, inverse) = Params(batch_norm.defaults | attributes), states
    others = batch_norm_gradient(p, (data, gamma, None, moving_mean, moving_var), (None, mean, inverse), head_grads)
    return tuple(None if g is None else other for g, other in zip(grads, others, strict=False))


def _order_of(data):
    """Return the strides of data with axes of length 1, None for others.

    The strides of these axes fit several orders in memory: PyTorch's kernel takes two of them for one.
    """
    return data.stride() if 1 in data.shape else None


def _is_in_order(grad, strides):
    """Return whether a gradient lies in memory as data of such strides does; None, one that is blocked, may."""
    if strides is None or grad is None or grad.stride() == strides:
        return True
    return all(n == 1 or a == b for n, a, b in zip(grad.shape, grad.stride(), strides, strict=True))


@batch_norm.layer
def scale_and_shift_of(p):
    """Return what makes scale and shift of the parameters and the moving statistics."""
    if p.get("axis", 1) != 1:
        return None
    eps, fix_gamma = p.eps, p.fix_gamma

    def scale_and_shift(gamma, beta, mean, var):
        gamma, beta, mean, var = map(_by_channels, (gamma, beta, mean, var))
        scale = (var + eps).rsqrt_()
        if fix_gamma:
            gamma.data.fill_(1)
        else:
            scale.mul_(gamma)
        return scale, torch.addcmul(beta, mean, scale, value=-1)

    return Affine(scale_and_shift)


def traceable_norm(finish=None, third_is_variance=False):
    """Return the rule of a batch normalization for compilers.

    ``finish(out, mean, inverse, eps)`` makes the operator's outputs; they are these three without it.
    """

    def prepare(data, gamma, *_):
        gamma.data.fill_(1)

    def rule(p, is_train, count):
        def moved(moving_mean, moving_var, mean, third, *_):
            var = third if third_is_variance else torch_compat.variance(third, p.eps)
            states = ((moving_mean, mean), (moving_var, var))
            return tuple(moving.lerp(batch.view_as(moving), 1 - p.momentum) for moving, batch in states)

        kwargs = {"eps": p.eps, "axis": p.get("axis", 1), "fix_gamma": p.fix_gamma, "finish": finish}
        fix = prepare if p.fix_gamma else None
        if is_train and not p.use_global_stats:
            return Traceable(_normalize_by_batch, kwargs, 3, fix, moved)
        return Traceable(
            _normalize_by_moving, kwargs | {"output_mean_var": third_is_variance or p.output_mean_var}, None, fix
        )

    return rule


def _normalize_by_batch(data, gamma, beta, eps, axis, fix_gamma, finish):
    """Return the normalized data, the batch's means, and its inverse standard deviations."""
    x = _channels_second(data, axis)
    weight = None if fix_gamma else _by_channels(gamma)
    out, mean, inverse = torch_compat.native_batch_norm(x, weight, _by_channels(beta), None, None, True, 0.0, eps)
    results = _as_data(out, data, axis), mean.detach(), inverse.detach()
    return results if finish is None else finish(*results, eps)


def _normalize_by_moving(
    data, gamma, beta, moving_mean, moving_var, eps, axis, output_mean_var, fix_gamma=False, finish=None
):
    """Return what the operator does outside of training."""
    x = _channels_second(data, axis)
    gamma, beta, moving_mean, moving_var = map(_by_channels, (gamma, beta, moving_mean, moving_var))
    out = _by_moving(x, None if fix_gamma else gamma, beta, moving_mean, moving_var, False, 0.0, eps, False)
    mean, inverse = moving_mean, moving_var
    if output_mean_var:
        mean, inverse = moving_mean.clone(), (moving_var + eps).rsqrt()
    results = _as_data(out, data, axis), mean, inverse
    return results if finish is None else finish(*results, eps)


def with_variance(out, mean, inverse, eps):
    """Return the outputs of the forms whose third output is the variance."""
    return out, mean, torch_compat.variance(inverse, eps)


batch_norm.traceable(traceable_norm())


@op(
    "BatchNorm_v1",
    full_names=("outputs", "gradients"),
    aux=("moving_mean", "moving_var"),
    types=first_batch_norm_types,
    overwritable=True,
    initial=NORM_INITIAL,
)
def batch_norm_v1(
    data,
    gamma,
    beta,
    moving_mean,
    moving_var,
    *,
    eps: float = 1e-3,
    momentum: float = 0.9,
    fix_gamma: bool = True,
    use_global_stats: bool = False,
    output_mean_var: bool = False,
    is_train: bool,
):
    """Normalize as ``BatchNorm`` does along axis 1: MXNet's first form, whose third output is the variance itself.

    Parameters
    ----------
    data
        The input, ``(N, C, ...)``.
    gamma
        The scale of each channel.
    beta
        The offset of each channel.
    moving_mean
        The moving mean of each channel, which training changes.
    moving_var
        The moving variance of each channel, which training changes.
    eps
        A small number that is added to the variance.
    momentum
        What part of the moving mean and variance stays at each step of training.
    fix_gamma
        Whether the scale is 1, whatever ``gamma`` is, and has the gradient 0.
    use_global_stats
        Whether the moving mean and variance are used in training, too.
    output_mean_var
        Whether the mean and the variance are returned, too.

    Returns
    -------
    An array of the shape of ``data``; with ``output_mean_var`` a list of it, the mean and the variance.

    See Also
    --------
    BatchNorm : the form for new programs.

    Examples
    --------
    >>> layer = mx.sym.BatchNorm_v1(mx.sym.Variable('data'), name='norm')
    >>> layer.list_arguments()
    ['data', 'norm_gamma', 'norm_beta']
    >>> layer.list_auxiliary_states()
    ['norm_moving_mean', 'norm_moving_var']
    """
    out, mean, inverse = batch_norm.fn(
        data,
        gamma,
        beta,
        moving_mean,
        moving_var,
        eps=eps,
        fix_gamma=fix_gamma,
        use_global_stats=use_global_stats,
        output_mean_var=True,
        is_train=is_train,
    )
    return out, mean, torch_compat.variance(inverse, eps)


@batch_norm_v1.backward
def variance_form_gradient(p, inputs, outputs, head_grads):
    """Return the gradients of the inputs where the third output is the variance."""
    out, mean, var = outputs
    return batch_norm_gradient(p, inputs, (out, mean, (var + p.eps).rsqrt()), head_grads)


variance_form_gradient.reads_outputs = (1, 2)
batch_norm_v1.layer(scale_and_shift_of)
batch_norm_v1.traceable(traceable_norm(with_variance, third_is_variance=True))


for _op in (batch_norm, batch_norm_v1):
    _op.shapes(batch_norm_shapes)
    _op.outputs(("output", "mean", "var"))
    _op.visible(lambda p: 3 if p.output_mean_var else 1)


# -- layer, instance and group normalization -----------------------------------------------------------------


@op("LayerNorm", full_names=("outputs",), aliases=("_npx_layer_norm",), amp="full")
def layer_norm(data, gamma, beta, *, axis: int = -1, eps: float = 1e-5, output_mean_var: bool = False):
    """Return ``gamma * (data - mean) / std + beta`` with ``std = sqrt(var + eps)``, both taken along ``axis``.

    ``gamma`` and ``beta`` have the length of ``axis``. Outputs with ``output_mean_var``: also mean and std, in the
    shape of ``data`` with ``axis`` of length 1; they get no gradient. Source: Ba et al., arXiv 1607.06450.

    Parameters
    ----------
    data
        The input.
    gamma
        The scale of each position along ``axis``.
    beta
        The offset of each position along ``axis``.
    axis
        The axis along which mean and variance are taken.
    eps
        What is added to the variance.
    output_mean_var
        Whether mean and standard deviation are returned too.

    Returns
    -------
    The normalized data, of the shape and dtype of ``data``; a list of three arrays with ``output_mean_var``.

    Examples
    --------
    >>> data = mx.nd.array([[1, 2, 3], [10, 20, 30]])
    >>> print(mx.nd.LayerNorm(data, mx.nd.ones(3), mx.nd.zeros(3)).asnumpy().round(3))
    [[-1.225  0.     1.225]
     [-1.225  0.     1.225]]
    """
    shape = data.shape
    is_last = axis in (-1, len(shape) - 1)
    if not (shape and is_last and gamma.shape == beta.shape == shape[-1:]):  # mostly without the calls
        vectors(shape[one_axis(axis, len(shape))], gamma=gamma, beta=beta)
    x = data if is_last else data.movedim(axis, -1)
    out, mean, inverse = normalize_last(x, gamma, beta, eps)
    if x is data:
        std = inverse
    else:
        out, mean, std = (t.movedim(-1, axis) for t in (out, mean, inverse))
    return out, mean, std.reciprocal() if output_mean_var else std


@layer_norm.specialized
def _(p):
    eps, operator = p.eps, partial(layer_norm.call, axis=p.axis, eps=p.eps)
    if p.axis != -1 or p.output_mean_var:
        return None

    def call(data, gamma, beta):
        if gamma.dim() != 1:
            return operator(data, gamma, beta)
        return normalize_last(data, gamma, beta, eps)  # PyTorch compares the lengths

    return call


@layer_norm.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if s.data is None:
        return
    axis = p.axis + len(s.data) if p.axis < 0 else p.axis
    if not 0 <= axis < len(s.data):
        raise MXNetAxisError(f"axis {p.axis} is out of range for data {s.data}")
    s.gamma = s.beta = (s.data[axis],)
    s.out[1] = s.out[2] = (*s.data[:axis], 1, *s.data[axis + 1 :])


@op("InstanceNorm", full_names=("outputs", "gradients"), amp="full")
def instance_norm(data, gamma, beta, *, eps: float = 1e-3):
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, the statistics taken per instance and channel.

    ``data`` is ``(N, C, *space)``, ``gamma`` and ``beta`` are ``(C,)``. Two hidden outputs: mean and
    ``1 / sqrt(var + eps)``, ``(N * C,)``. Source: Ulyanov et al., arXiv 1607.08022.

    Parameters
    ----------
    data
        The input, ``(N, C, *space)``.
    gamma
        The scale of each channel, ``(C,)``.
    beta
        The offset of each channel, ``(C,)``.
    eps
        What is added to the variance.

    Returns
    -------
    The normalized data, of the shape and dtype of ``data``.

    Examples
    --------
    >>> data = mx.nd.array([[[1, 3], [10, 30]]])
    >>> print(mx.nd.InstanceNorm(data, mx.nd.ones(2), mx.nd.zeros(2)).asnumpy().round(2))
    [[[-1.  1.]
      [-1.  1.]]]
    """
    if data.dim() < 3:
        raise MXNetShapeError(f"data: expected at least 3 dimensions, got {tuple(data.shape)}")
    n = data.shape[0]
    if data.shape[1]:  # without channels MXNet looks at no parameter
        vectors(data.shape[1], gamma=gamma, beta=beta)
    if data.numel() == 0:
        zeros = data.new_zeros(n * data.shape[1])
        return data * data.sum(), zeros, zeros.clone()
    one = data.reshape(1, n * data.shape[1], -1)
    out, mean, inverse = torch_compat.native_batch_norm(
        one, gamma.repeat(n), beta.repeat(n), None, None, True, 0.0, eps
    )
    return out.view(data.shape), mean.detach(), inverse.detach()


instance_norm.types(instance_norm.types.answer, assumed="float32")


@instance_norm.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if s.data is not None:
        s.gamma = s.beta = (s.data[1],)
        s.out[1] = s.out[2] = (None if None in s.data[:2] else s.data[0] * s.data[1],)


@op("GroupNorm", full_names=("outputs",), amp="full")
def group_norm(data, gamma, beta, *, num_groups: int = 1, eps: float = 1e-5, output_mean_var: bool = False):
    """Return ``gamma * (data - mean) / std + beta``, ``std = sqrt(var + eps)``, per instance and group of channels.

    ``data`` is ``(N, C, *space)``; ``gamma`` and ``beta`` are ``(num_groups,)``, one number per group, as in 1.9.1, or
    ``(C,)``, as in MXNet 2.
    Outputs with ``output_mean_var``: also mean and std, ``(N, num_groups)``; they get no gradient.
    Source: Wu and He, arXiv 1803.08494.

    Parameters
    ----------
    data
        The input, ``(N, C, *space)``.
    gamma
        The scales.
    beta
        The offsets.
    num_groups
        Into how many groups the channels are divided; divides their number.
    eps
        What is added to the variance.
    output_mean_var
        Whether mean and standard deviation are returned too.

    Returns
    -------
    The normalized data, of the shape and dtype of ``data``.

    Examples
    --------
    >>> data = mx.nd.arange(8).reshape((1, 4, 2))
    >>> print(mx.nd.GroupNorm(data, mx.nd.ones(2), mx.nd.zeros(2), num_groups=2).asnumpy().round(3))
    [[[-1.342 -0.447]
      [ 0.447  1.342]
      [-1.342 -0.447]
      [ 0.447  1.342]]]
    """
    _check_groups(data.shape, num_groups)
    n, channels = data.shape[:2]
    by_channel = len(gamma) == channels
    vectors(channels if by_channel else num_groups, gamma=gamma, beta=beta)
    item, x = channels // num_groups, data.contiguous()
    weights = (gamma, beta) if by_channel else (gamma.repeat_interleave(item), beta.repeat_interleave(item))
    out, mean, inverse = _by_group(x, *weights, n, channels, prod(data.shape[2:]), num_groups, eps)
    inverse = inverse.detach()
    return out, mean.detach(), inverse.reciprocal() if output_mean_var else inverse


def _check_groups(shape, groups):
    if len(shape) < 3:
        raise MXNetShapeError(f"data: expected at least 3 dimensions, got {tuple(shape)}")
    if groups < 1 or (shape[1] is not None and shape[1] % groups):
        raise MXNetShapeError(f"{shape[1]} channels cannot be divided into {groups} groups")


@group_norm.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if s.data is None:
        return
    _check_groups(s.data, p.num_groups)
    known = s.gamma or s.beta
    by_channel = semantics.api == 2 if known is None or None in known else known == (s.data[1],)
    s.gamma = s.beta = (s.data[1] if by_channel else p.num_groups,)
    s.out[1] = s.out[2] = (s.data[0], p.num_groups)


for _op in (layer_norm, group_norm):
    _op.outputs(("output", "mean", "std"))
    _op.visible(lambda p: 3 if p.output_mean_var else 1)
instance_norm.outputs(("output", "mean", "var"))
instance_norm.visible(1)


# -- without parameters --------------------------------------------------------------------------------------

_L2_AXES = {
    "instance": lambda ndim: tuple(range(1, ndim)),
    "channel": lambda ndim: (1,),
    "spatial": lambda ndim: tuple(range(2, ndim)),
}


def _l2_axes(mode, ndim):
    if mode != "instance" and ndim < 3:
        raise MXNetShapeError(f"At least 3 dimensions required in {mode} mode, got {ndim}")
    return _L2_AXES[mode](ndim)


@op("L2Normalization", full_names=("outputs", "input", "gradients"), amp="full")
def l2_normalization(data, *, eps: float = 1e-10, mode: Literal["channel", "instance", "spatial"] = "instance"):
    """Return ``data / sqrt(sum(data**2) + eps)``.

    The sum runs over an instance (axis 0 apart), over the channels (axis 1), or over the space (axes 2 and up).
    Hidden output: the norms.

    Parameters
    ----------
    data
        The input.
    eps
        What is added to the sum.
    mode
        Over what the sum runs: 'instance', 'channel' or 'spatial'.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.L2Normalization(mx.nd.array([[3, 4]])).asnumpy())
    [[0.6 0.8]]
    """
    norm = _l2_norms(data, _l2_axes(mode, data.dim()), eps, mode)
    return data / norm, norm.detach()


def _l2_norms(data, axes, eps, mode):
    if axes and mode != "channel" and data.dtype in (torch.float32, torch.float64) and eps >= 0:
        norm = torch.linalg.vector_norm(data, 2, axes, keepdim=True)  # one pass; slow along one axis within
        return torch.hypot(norm, constant_like(math.sqrt(eps), norm))
    squares = data.square().sum(axes, keepdim=True) if axes else data.square()
    return squares.add(eps).sqrt()


@l2_normalization.fast_path
def _(p):
    eps, mode = p.eps, p.mode
    return lambda data: data / _l2_norms(data, _l2_axes(mode, data.dim()), eps, mode)


@l2_normalization.backward
def l2_gradient(p, inputs, outputs, head_grads):
    """Return ``(h - y * sum(h * y)) / norm``, y being the output: half of the passes that PyTorch's gradient takes."""
    (data,), (out, norm), (head, _) = inputs, outputs, head_grads
    axes = _l2_axes(p.mode, data.dim())
    if head is None:
        return (None,)
    if torch.is_grad_enabled():  # to be differentiated: the norms depend on the data
        norm = _l2_norms(data, axes, p.eps, p.mode)
    products = head * out
    sums = products.sum(axes, keepdim=True) if axes else products
    return (torch.addcmul(head, out, sums, value=-1).div_(norm),)


l2_gradient.takes_none = True


def odd_window(p):
    """Return an odd number of channels and the ``alpha`` with which LRN over these is that of ``p``."""
    channels = (p.nsize - 1) // 2 * 2 + 1
    return channels, p.alpha * channels / p.nsize


@op("LRN", full_names=("outputs", "input"), shapes=lambda p, s: elementwise(p, s), amp=("full", "any"))
def lrn(data, *, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0, nsize: Positive):
    """Return ``data * (knorm + alpha/nsize * sum(data**2)) ** -beta``.

    The sum runs over ``nsize`` neighbouring channels of ``(N, C, H, W)``, one less if ``nsize`` is even. Hidden output:
    what is raised to ``-beta``. Source: Krizhevsky et al., "ImageNet classification with deep convolutional neural
    networks", 2012.

    Parameters
    ----------
    data
        The input, ``(N, C, H, W)``.
    alpha
        The factor of the sum.
    beta
        The exponent.
    knorm
        What the sum is added to.
    nsize
        The number of neighbouring channels, usually odd.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> mx.nd.LRN(mx.nd.ones((1, 4, 2, 2)), nsize=3).shape
    (1, 4, 2, 2)
    """
    if data.dim() != 4:
        raise MXNetShapeError(f"data: expected (N, C, H, W), got {tuple(data.shape)}")
    half = min((nsize - 1) // 2, data.shape[1])  # there is nothing beyond
    return local_response(data, alpha / nsize, beta, knorm, half)


for _op, _hidden in ((l2_normalization, "norm"), (lrn, "tmp_norm")):
    _op.outputs(lambda p, hidden=_hidden: ("output", hidden))
    _op.visible(1)


@l2_normalization.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if s.data is not None:
        summed = _l2_axes(p.mode, len(s.data))
        s.out[1] = tuple(1 if i in summed else n for i, n in enumerate(s.data))
