"""Batch normalization followed by a rectifier, and the one that devices share."""

import torch

from ..core import torch_compat
from ..core.dtypes import HALF_NAMES
from ..core.errors import MXNetAxisError, MXNetError
from ..kernels.moving_statistics import move_statistics
from ..registry import op
from .norm import (
    NORM_INITIAL,
    batch_norm,
    batch_norm_gradient,
    batch_norm_shapes,
    batch_norm_v1,
    differentiates_batch,
    first_batch_norm_types,
    scale_and_shift_of,
    traceable_norm,
    variance_form_gradient,
    vectors,
    with_variance,
)
from .workers import workers

_STATES = ("moving_mean", "moving_var")


def _types(p, t):
    t.out[3] = "bool"
    t.data = t.out[0]
    t.out[0] = t.data
    if t.data is not None:
        others = "float32" if t.data in HALF_NAMES else t.data
        t.inputs.fill(others, 1)
        t.out[1] = t.out[2] = others


def _shapes(p, s):
    s.data = s.out[0]
    s.out[0] = s.out[3] = s.data
    if s.data is None:
        return
    if not -len(s.data) <= p.axis < len(s.data):
        raise MXNetAxisError(f"axis {p.axis} is out of range for data {s.data}")
    s.inputs.fill((s.data[p.axis],), 1)
    s.out[1] = s.out[2] = (s.data[p.axis],)


@op(
    "_contrib_BatchNormWithReLU",
    aux=_STATES,
    types=_types,
    shapes=_shapes,
    initial=NORM_INITIAL,
    amp=None,
    attributes_of=batch_norm,
)
def batch_norm_with_relu(data, gamma, beta, moving_mean, moving_var, *, is_train: bool, **attributes):
    """Return what ``BatchNorm`` does, with negative numbers set to 0: ``relu(gamma * (data - mean) / sqrt(var + eps) +
    beta)``.

    Statistics are taken and moved as in ``BatchNorm``. Hidden output: where the first one is positive.

    Parameters
    ----------
    data
        The input, ``(N, C, ...)``.
    gamma
        The scale of each channel, ``(C,)``.
    beta
        The offset of each channel, ``(C,)``.
    eps
        What is added to the variance.
    momentum
        How much of a moving value stays at each step of training; the batch's has the rest.
    axis
        The axis of the channels.
    min_calib_range, max_calib_range
        Without effect.

    Returns
    -------
    An array of the shape and dtype of ``data``; a list of three with ``output_mean_var``, mean and ``1 / sqrt(var +
    eps)`` after it.

    See Also
    --------
    BatchNorm : says more of the statistics.

    Examples
    --------
    >>> data, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mean, var = mx.nd.array([2, 20]), mx.nd.array([1, 100])
    >>> print(mx.nd.contrib.BatchNormWithReLU(data, ones, zeros, mean, var).asnumpy().round(2))
    [[0. 0.]
     [1. 1.]]
    """
    out, mean, inverse = batch_norm.fn(data, gamma, beta, moving_mean, moving_var, is_train=is_train, **attributes)
    return out.relu(), mean, inverse, out > 0


@batch_norm_with_relu.backward
def _(p, inputs, outputs, head_grads):
    *normalized, positive = outputs
    return batch_norm_gradient(p, inputs, normalized, (head_grads[0] * positive, *head_grads[1:3]))


def _rectified(out, mean, inverse, eps):
    return out.relu(), mean, inverse, out > 0


batch_norm_with_relu.traceable(traceable_norm(_rectified))
batch_norm_with_relu.outputs(("output", "mean", "var", "mask"))


@op(
    "_contrib_SyncBatchNorm",
    full_names=("outputs",),
    aux=_STATES,
    types=first_batch_norm_types,
    shapes=batch_norm_shapes,
    overwritable=True,
    initial=NORM_INITIAL,
    amp="full",
    attributes_of=batch_norm_v1,
)
def sync_batch_norm(
    data, gamma, beta, moving_mean, moving_var, *, eps, fix_gamma, use_global_stats, ndev: int = 1, key: str,
    is_train: bool, **unused,
):  # fmt: skip
    """Normalize each channel as ``BatchNorm`` does, in training by the statistics of the batches of all processes.

    Where several processes train together, each with a device or more of the ``ndev``, a batch in training is that of
    all of them; they call the operator, and its backward pass, at the same time. Else each call normalizes its own
    batch. Channels are along axis 1; mean and variance get no gradient. Source: Zhang et al., "Context Encoding for
    Semantic Segmentation", 2018.

    Parameters
    ----------
    data
        The input, ``(N, C, ...)``.
    gamma
        The scale of each channel, ``(C,)``.
    beta
        The offset of each channel, ``(C,)``.
    eps
        What is added to the variance.
    momentum
        How much of a moving value stays at each step of training; the batch's has the rest.
    key
        A name of the layer, the same in all processes.
    ndev
        The number of devices that share the statistics; 1: they are this batch's.

    Returns
    -------
    An array of the shape and dtype of ``data``; a list of three with ``output_mean_var``, mean and variance after it.

    See Also
    --------
    BatchNorm : of one batch.
    gluon.contrib.nn.SyncBatchNorm : the layer.

    Examples
    --------
    >>> data, ones, zeros = mx.nd.array([[1, 10], [3, 30]]), mx.nd.ones(2), mx.nd.zeros(2)
    >>> mean, var = mx.nd.array([2, 20]), mx.nd.array([1, 100])
    >>> print(mx.nd.contrib.SyncBatchNorm(data, ones, zeros, mean, var, key='bn0').asnumpy().round(2))
    [[-1. -1.]
     [ 1.  1.]]
    """
    if is_train and not use_global_stats and _shared(ndev):
        return _normalized_together(data, gamma, beta, eps, fix_gamma, key)
    shared = {"eps": eps, "fix_gamma": fix_gamma, "use_global_stats": use_global_stats, "is_train": is_train}
    return batch_norm_v1.fn(data, gamma, beta, moving_mean, moving_var, **shared)


def _shared(ndev):
    """Return whether devices of several processes take part."""
    return 1 < workers.count <= ndev


def _sums(data, *of):
    """Return, by channel, the sums of arrays of the shape of ``data``, and how many numbers a channel has (float64)."""
    axes = [axis for axis in range(data.dim()) if axis != 1]
    sums = [item.sum(axes, dtype=torch.float64) for item in of]
    return torch.stack([*sums, torch.full_like(sums[0], data.numel() // data.shape[1])])


def _normalized_together(data, gamma, beta, eps, fix_gamma, key):
    vectors(data.shape[1], gamma=gamma, beta=beta)
    if fix_gamma:
        gamma.data.fill_(1)
    x = data.to(torch.float64) if data.dtype is torch.float64 else data.float()
    total, squares, count = workers.sum(f"the sums of the layer {key!r}", _sums(data, x, x * x))
    mean = total / count
    var = (squares / count - mean * mean).clamp_(min=0)
    mean, var = mean.to(gamma.dtype), var.to(gamma.dtype)
    return torch_compat.batch_norm(data, gamma, beta, mean, var, False, 0.0, eps, False), mean, var


@sync_batch_norm.backward
def sync_batch_norm_gradient(p, inputs, outputs, head_grads):
    """Return the gradients of the inputs, over the batches of all processes where these were normalized together."""
    if not (p.is_train and differentiates_batch(p) and _shared(p.ndev)):
        return variance_form_gradient(p, inputs, outputs, head_grads)
    if torch.is_grad_enabled():
        raise MXNetError("second derivatives of a batch that several processes share are not computed; set ndev to 1")
    data, gamma, _, moving_mean, moving_var = inputs
    _, mean, var = outputs
    inverse = (var + p.eps).rsqrt()
    move_statistics(p.momentum, p.eps, moving_mean, moving_var, mean, inverse)
    shape = (1, -1, *[1] * (data.dim() - 2))
    grad = head_grads[0].to(mean.dtype)
    normal = (data.to(mean.dtype) - mean.view(shape)) * inverse.view(shape)
    local_sums = _sums(data, grad, grad * normal)
    to_beta, to_gamma = local_sums[0].to(gamma.dtype), local_sums[1].to(gamma.dtype)
    sums = workers.sum(f"the gradients of the layer {p.key!r}", local_sums.clone())
    mean_grad, mean_product = ((item / sums[2]).to(mean.dtype).view(shape) for item in sums[:2])
    scale = (inverse if p.fix_gamma else inverse * gamma).view(shape)
    to_data = (scale * (grad - mean_grad - normal * mean_product)).to(data.dtype)
    return to_data, torch.zeros_like(gamma) if p.fix_gamma else to_gamma, to_beta, None, None


sync_batch_norm_gradient.reads_outputs = (1, 2)
sync_batch_norm.layer(scale_and_shift_of)
sync_batch_norm.traceable(traceable_norm(with_variance, third_is_variance=True))
sync_batch_norm.outputs(("output", "mean", "var"))
for _op in (batch_norm_with_relu, sync_batch_norm):
    _op.visible(lambda p: 3 if p.output_mean_var else 1)
