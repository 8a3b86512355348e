"""Activation functions and softmaxes."""

from functools import partial
from typing import Annotated, Literal

import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.compat import quirks
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF, rounded
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import AlsoAccepted, Double
from ..core.rng import generator
from ..core.tracing import traced
from ..kernels import one_thread, short_rows
from ..kernels.activation import tanh
from ..registry import op
from ..registry.rules import elementwise
from ..registry.traits import Clamp
from ._axes import one_axis
from ._elementwise import softsign
from ._families import of_output

#: Above this input, log(1 + exp(x)) is x in every type.
_SOFTPLUS_LINEAR = 40.0
_SELU_LAMBDA = 1.0507009873554804934193349852946
_SELU_ALPHA = 1.6732632423543772848170429916717


class _Softsign(torch.autograd.Function):
    """``x / (1 + |x|)`` with its gradient in four passes, which is eight of PyTorch's for the three functions."""

    @staticmethod
    def forward(ctx, data):
        ctx.save_for_backward(data)
        return softsign(data)

    @staticmethod
    def backward(ctx, grad):
        (data,) = ctx.saved_tensors
        size = data.abs() + 1
        return grad / (size * size)  # PyTorch's square of float16 takes five times as long


def _softsign(x):
    recorded = torch.is_grad_enabled() and x.requires_grad
    return _Softsign.apply(x) if (recorded or traced()) and not torch_compat.transforms_active() else softsign(x)


_ACTIVATIONS = {
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "tanh": tanh,
    "softrelu": lambda x: F.softplus(x, threshold=_SOFTPLUS_LINEAR),
    "softsign": _softsign,
    "log_sigmoid": F.logsigmoid,
    "mish": F.mish,
}


#: MXNet 2 has the last two
_ActType = Annotated[Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"], AlsoAccepted(("log_sigmoid", "mish"))]


@op(
    "Activation",
    full_names=("outputs",),
    shapes=elementwise,
    aliases=("_npx_activation",),
    amp="any",
    amp_exception=("act_type", ("softrelu",)),
)
def activation(data, *, act_type: _ActType):
    """Apply a function to every element.

    Parameters
    ----------
    data
        The input, of any shape.
    act_type
        Which function: 'relu' max(x, 0), 'sigmoid' 1 / (1 + exp(-x)), 'tanh', 'softrelu' log(1 + exp(x)), 'softsign' x
        / (1 + |x|), 'log_sigmoid' log(1 / (1 + exp(-x))), 'mish' x * tanh(log(1 + exp(x))).

    Returns
    -------
    An array of the shape and dtype of ``data``.

    See Also
    --------
    LeakyReLU : functions with a parameter, among them elu, selu and gelu.

    Examples
    --------
    >>> x = mx.nd.array([-1, 0, 2])
    >>> print(mx.nd.Activation(x, act_type="relu").asnumpy())
    [0. 0. 2.]
    >>> print(mx.nd.Activation(x, act_type="softsign").asnumpy())
    [-0.5        0.         0.6666667]
    """
    return _ACTIVATIONS[act_type](data)


activation.specialized(lambda p: _ACTIVATIONS[p.act_type])


activation.layer(lambda p: Clamp(0, None) if p.act_type == "relu" else None)


activation.overwritable(False, inplace=lambda p: (torch.relu_,) if p.act_type == "relu" else ())


_VJPS = {
    "relu": of_output("threshold_backward", 0),
    "sigmoid": of_output("sigmoid_backward"),
    "tanh": of_output("tanh_backward"),
}


@activation.vjp(when=lambda p: p.act_type in _VJPS)
def _(b, call, p, grads):
    _VJPS[p.act_type](b, call, p, grads)


class _Selu(torch.autograd.Function):
    """SELU with 1.9.1's gradient: ``lambda * (alpha + y)`` below zero, where the derivative is ``lambda*alpha + y``."""

    @staticmethod
    def forward(ctx, data):
        out = F.selu(data)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        slopes = (_SELU_ALPHA / _SELU_LAMBDA, _SELU_LAMBDA, _SELU_LAMBDA)
        return torch_compat.elu_backward(grad, *slopes, True, out) + out.clamp(0, 0)  # NaN where the output is


def _prelu(data, gamma):
    if gamma.dim() == 1 and data.dim() > 1:
        return F.prelu(data, gamma)
    if gamma.dim() > 2 or gamma.dim() > data.dim():
        raise MXNetShapeError(f"Cannot broadcast gamma to data. gamma: {tuple(gamma.shape)}, data: {tuple(data.shape)}")
    slope = gamma.view((*gamma.shape, *(1,) * (data.dim() - gamma.dim())))
    return torch.where(data > 0, data, data * slope)


def _rrelu(data, low, high, is_train):
    if not is_train:
        slope = (low + high) / 2
        return F.leaky_relu(data, slope), torch.full_like(data, slope)
    slopes = torch.empty_like(data).uniform_(low, high, generator=generator(data.device))
    slopes = torch.where(data > 0, torch.ones_like(data), slopes)
    return data * slopes, slopes


@op(
    "LeakyReLU",
    full_names=("outputs", "input"),
    aliases=("_npx_leaky_relu",),
    stochastic=lambda p, is_train: is_train and p.act_type == "rrelu",
    initial={"gamma": '["Constant", {"value": 0.25}]'},
    amp="any",
    amp_exception=("act_type", ("elu", "selu")),
)
def leaky_relu(
    data,
    gamma=None,
    *,
    act_type: Literal["elu", "gelu", "leaky", "prelu", "rrelu", "selu"] = "leaky",
    slope: float = 0.25,
    lower_bound: float = 0.125,
    upper_bound: float = 0.334,
    is_train: bool,
):
    """Apply a rectifier that does not stop at zero.

    Above zero it is ``x`` (but for ``selu`` and ``gelu``), below

    * ``leaky``: ``slope * x``;
    * ``prelu``: ``gamma * x``, ``gamma`` learnt: ``(C,)`` one per channel (axis 1), ``(1,)`` for all, or ``(N, C)``;
    * ``elu``: ``slope * (exp(x) - 1)``;
    * ``selu``: ``1.0507 * 1.67326 * (exp(x) - 1)``, and ``1.0507 * x`` above (quirk ``selu_gradient``: 1.9.1's);
    * ``gelu``: ``x * Phi(x)`` everywhere, ``Phi`` the normal distribution function;
    * ``rrelu``: ``a * x``, ``a`` drawn for every element from ``[lower_bound, upper_bound)`` in training, their mean
      otherwise. Second output: the slopes.

    Parameters
    ----------
    data
        The input; 'prelu' needs at least two axes for one slope per channel.
    gamma
        The learnt slopes of 'prelu'.
    act_type
        Which function.
    slope
        The slope below zero of 'leaky', the scale of 'elu'.
    lower_bound
        The least slope of 'rrelu'.
    upper_bound
        The greatest slope of 'rrelu'.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([-2, 0, 3])
    >>> print(mx.nd.LeakyReLU(x, act_type="leaky", slope=0.1).asnumpy())
    [-0.2  0.   3. ]
    >>> print(mx.nd.LeakyReLU(x, act_type="elu", slope=1).asnumpy())
    [-0.86466473  0.          3.        ]
    """
    if act_type == "leaky":
        return F.leaky_relu(data, rounded(slope, data.dtype))
    if act_type == "prelu":
        return _prelu(data, gamma)
    if act_type == "elu":
        return F.elu(data, rounded(slope, data.dtype))
    if act_type == "selu":
        return _Selu.apply(data) if quirks.selu_gradient else F.selu(data)
    if act_type == "gelu":
        return one_thread.gelu(data)
    return _rrelu(data, lower_bound, upper_bound, is_train)


@leaky_relu.specialized
def _(p):
    slope = p.slope
    return {
        "leaky": lambda x: F.leaky_relu(x, rounded(slope, x.dtype)),
        "elu": lambda x: F.elu(x, rounded(slope, x.dtype)),
        "gelu": one_thread.gelu,
        "prelu": _prelu,
    }.get(p.act_type)


leaky_relu.inputs(lambda p: ("data", "gamma") if p.act_type == "prelu" else ("data",))


leaky_relu.outputs(lambda p: ("output", "mask") if p.act_type == "rrelu" else ("output",))


@leaky_relu.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if p.act_type == "prelu" and s.data is not None and s.gamma is None:
        s.gamma = (s.data[1] if len(s.data) > 1 else s.data[0],)
    if p.act_type == "rrelu":
        s.out[1] = s.data


def _types_of_softmax(p, t):
    t.out[0] = p.dtype if p.dtype is not None else t.data
    if p.dtype is None:
        t.data = t.out[0]


SoftmaxType = Literal["float16", "float32", "float64"]


def _scale(temperature, sign=1):
    return sign if temperature is None else sign / temperature if temperature else torch.inf


def _scaled(data, axis, scale):
    """Return ``data * scale``, less a number for each row along ``axis``, which a softmax does not see."""
    if not data.is_floating_point():
        raise MXNetError(f"This operation only support floating point types, not {NAME_OF_TORCH[data.dtype]}")
    if scale == 1:
        return data
    if abs(scale) > 1 and data.numel():  # products might be too large for the type
        greatest = (data.amax if scale > 0 else data.amin)(axis, keepdim=True).detach()
        data = data - greatest.masked_fill(greatest.isinf(), 0)
        if scale != torch.inf:  # with an infinite factor, the greatest would be NaN
            most = torch.finfo(torch.promote_types(data.dtype, torch.float32)).max
            scale = min(max(scale, -most), most)
    return data * scale


def _result_type(data, dtype):
    return None if dtype is None or TORCH_OF[dtype] is data.dtype else TORCH_OF[dtype]


def _softmax(data, axis, temperature, dtype, sign=1):
    return short_rows.softmax(_scaled(data, axis, _scale(temperature, sign)), axis, _result_type(data, dtype))


def _masked_softmax(data, length, axis, temperature, dtype):
    """Softmax over the first ``length`` entries along ``axis``; what lies beyond is 0."""
    axis = one_axis(axis, data.dim())
    device = torch.arange(data.shape[axis], device=data.device).view(-1, *(1,) * (data.dim() - 1 - axis))
    if length.shape != data.shape[:axis] + data.shape[axis + 1 :]:
        raise MXNetShapeError(f"length: expected {tuple(data.shape)} without axis {axis}, got {tuple(length.shape)}")
    beyond = device >= length.unsqueeze(axis)
    scale = _scale(temperature)
    scores = _scaled(data.masked_fill(beyond, -torch.inf if scale > 0 else torch.inf), axis, scale)
    scores = scores.masked_fill(beyond, -torch.inf)
    return short_rows.softmax(scores, axis, _result_type(data, dtype)).masked_fill(beyond, 0)


@op("softmax", full_names=("outputs", "input"), aliases=("_npx_softmax",), types=_types_of_softmax, amp="full")
def softmax(
    data,
    length=None,
    *,
    axis: int = -1,
    temperature: Double | None = None,
    dtype: SoftmaxType | None = None,
    use_length: bool | None = False,
):
    """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1.

    Parameters
    ----------
    data
        The scores.
    length
        With ``use_length``, how many leading entries along the axis count, an array of integers of the shape of
        ``data`` without ``axis``; the others get 0.
    axis
        The axis whose entries sum to 1.
    temperature
        What the scores are divided by; None: 1. A greater one makes the result more even.
    dtype
        The data type of the result; None: that of ``data``.
    use_length
        Whether ``length`` is given.

    Returns
    -------
    An array of the shape of ``data``.

    See Also
    --------
    log_softmax : its logarithm, more exact.
    SoftmaxOutput : softmax whose gradient is that of the cross entropy.

    Examples
    --------
    >>> scores = mx.nd.array([[1, 1, 1], [0, 1, 2]])
    >>> print(mx.nd.softmax(scores).asnumpy())
    [[0.33333334 0.33333334 0.33333334]
     [0.09003057 0.24472848 0.66524094]]
    >>> print(mx.nd.softmax(scores, mx.nd.array([3, 2], dtype="int32"), use_length=True).asnumpy())
    [[0.33333334 0.33333334 0.33333334]
     [0.26894143 0.7310586  0.        ]]
    """
    if use_length:
        return _masked_softmax(data, length, axis, temperature, dtype)
    return _softmax(data, axis, temperature, dtype)


softmax.inputs(lambda p: ("data", "length") if p.use_length else ("data",))


@softmax.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if p.use_length and s.data is not None:
        axis = one_axis(p.axis, len(s.data))
        s.length = s.data[:axis] + s.data[axis + 1 :]


@op(
    "log_softmax",
    aliases=("_npx_log_softmax",),
    types=_types_of_softmax,
    shapes=elementwise,
    full_names=("input",),
    amp="full",
    attributes_of=softmax,
)
def log_softmax(data, *, axis, temperature, dtype, use_length):
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false.

    Parameters
    ----------
    data
        The scores.
    axis
        The axis whose exponentials sum to 1.
    temperature
        What the scores are divided by; None: 1.
    dtype
        The data type of the result; None: that of ``data``.
    use_length
        Only False.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.log_softmax(mx.nd.array([0, 1, 2])).asnumpy())
    [-2.407606   -1.4076059  -0.40760595]
    """
    _refuse_length(use_length)
    return short_rows.log_softmax(_scaled(data, axis, _scale(temperature)), axis, _result_type(data, dtype))


@op("softmin", full_names=("outputs",), types=_types_of_softmax, shapes=elementwise, amp="full", attributes_of=softmax)
def softmin(data, *, axis, temperature, dtype, use_length):
    """Return ``softmax(-data / temperature)`` along ``axis``. ``use_length`` must be false.

    Parameters
    ----------
    data
        The scores.
    axis
        The axis whose entries sum to 1.
    temperature
        What the scores are divided by; None: 1.
    dtype
        The data type of the result; None: that of ``data``.
    use_length
        Only False.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.softmin(mx.nd.array([0, 1, 2])).asnumpy())
    [0.66524094 0.24472848 0.09003057]
    """
    _refuse_length(use_length)
    return _softmax(data, axis, temperature, dtype, sign=-1)


def _specialize(op, kernel, sign=1):
    @op.specialized
    def _(p):
        axis, scale = p.axis, _scale(p.temperature, sign)
        operator = partial(op.call, **{key: p[key] for key in op.attrs})
        if p.use_length or p.dtype is not None or abs(scale) > 1:
            return None
        if scale == 1:
            return lambda x: kernel(x, axis) if x.is_floating_point() else operator(x)
        return lambda x: kernel(x * scale, axis) if x.is_floating_point() else operator(x)


_specialize(softmax, short_rows.softmax)
_specialize(softmin, short_rows.softmax, -1)
_specialize(log_softmax, short_rows.log_softmax)


for _op in (softmax, log_softmax, softmin):
    _op.types(_op.types.answer, assumed=lambda p: p.dtype)


def _vjp_of_softmax(backward):
    """Return the rule of a softmax of scores in their own type, which are not scaled."""

    def rule(b, call, p, grads):
        b.add(call.args[0], b.call(backward, grads[0], b.value(call), p.axis))

    return rule


def _is_plain(p):
    return not p.use_length and p.dtype is None and _scale(p.temperature) == 1


softmax.vjp(when=_is_plain)(_vjp_of_softmax(short_rows.softmax_backward))
log_softmax.vjp(when=_is_plain)(_vjp_of_softmax(short_rows.log_softmax_backward))


def _refuse_length(use_length):
    if use_length:
        raise MXNetError("use_length needs an input of lengths, which only softmax has")


@op("SoftmaxActivation", full_names=("outputs",), shapes=elementwise, amp="full")
def softmax_activation(data, *, mode: Literal["channel", "instance"] = "instance"):
    """Apply softmax along one axis: the name of MXNet's first releases for :func:`softmax`.

    Parameters
    ----------
    mode
        'instance': along the last axis; 'channel': along axis 1, of data with at least 3 axes.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    See Also
    --------
    softmax : along any axis.

    Examples
    --------
    >>> print(mx.nd.SoftmaxActivation(mx.nd.array([[0, 0], [0, 20]])).asnumpy().round(2))
    [[0.5 0.5]
     [0.  1. ]]
    """
    if mode == "channel" and data.ndim < 3:
        raise MXNetShapeError(f"data: mode 'channel' needs 3 dimensions or more, got {tuple(data.shape)}")
    out = short_rows.softmax(data, 1 if mode == "channel" else -1)
    if quirks.softmax_activation_gradient and mode == "instance" and data.ndim > 2 and data.requires_grad:
        return _AlongChannels.apply(data, out.detach())
    return out


class _AlongChannels(torch.autograd.Function):
    """What has been computed, with the gradient of a softmax along axis 1."""

    @staticmethod
    def forward(ctx, data, out):
        ctx.save_for_backward(out)
        return out.view_as(out)

    @staticmethod
    def backward(ctx, head):
        (out,) = ctx.saved_tensors
        return out * (head - (head * out).sum(1, keepdim=True)), None
