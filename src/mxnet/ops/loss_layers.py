"""Layers that end a network: their output is a prediction, their gradient that of a loss.

The gradient of a loss layer does not depend on a head gradient: ``backward()`` starts there. Labels get no gradient.
"""

import math
from math import prod
from typing import Literal

import torch

from ..core.compat import quirks
from ..core.constants import constant_like
from ..core.dtypes import fit_to_dtype
from ..core.errors import MXNetShapeError
from ..core.params import Fraction, hidden
from ..core.shapes import show
from ..core.write_tracking import writable
from ..kernels import short_rows
from ..kernels.choice import on_cpu
from ..kernels.softmax import loss_at_labels, subtract_one_at_label
from ..registry import op
from ..registry.rules import elementwise, type_of_data
from ..registry.traits import Identity

#: elements of a softmax up to which a call takes longer than a pass
SOFTMAX = 1 << 13

Normalization = Literal["batch", "null", "valid"]


# -- softmax with cross entropy ------------------------------------------------------------------------------


def _data_shape(s):
    """Give data and output one shape; return the one that the data had before.

    A label that is the data itself has that shape, too, and the output's only the next time.
    """
    before = s.data
    s.data = s.out[0]
    s.out[0] = s.data
    return before and s.data


def _as_matrix(p, tensor):
    """Return a view ``(rows, classes)`` or, with ``multi_output``, ``(N, classes, space)``."""
    if p.multi_output:
        return tensor.reshape(tensor.shape[0], tensor.shape[1], -1)
    if p.preserve_shape or tensor.dim() < 2:
        return tensor.reshape(-1, tensor.shape[-1])
    return tensor.reshape(tensor.shape[0], -1)


@op(
    "SoftmaxOutput",
    full_names=("outputs",),
    aliases=("Softmax",),
    types=type_of_data,
    loss=lambda p: not p.out_grad,
    amp="full",
    amp_exception="scaled",
)
def softmax_output(
    data,
    label,
    *,
    grad_scale: float = 1.0,
    ignore_label: float = -1.0,
    multi_output: bool = False,
    use_ignore: bool = False,
    preserve_shape: bool = False,
    normalization: Normalization = "null",
    out_grad: bool = False,
    smooth_alpha: Fraction = 0.0,
):
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``.

    The classes lie along everything but axis 0, with ``preserve_shape`` along the last axis, with ``multi_output``
    along axis 1. ``label`` holds class numbers, one per softmax, or (in the shape of ``data``) probabilities.
    The gradient ``out - onehot(label)`` is multiplied by ``grad_scale``; it is divided by the number of softmaxes
    (``normalization='batch'``), or of labels other than ``ignore_label`` (``'valid'``); with ``multi_output`` and
    ``'null'`` by the number of positions of one instance. ``use_ignore``: labels equal to ``ignore_label`` give no
    gradient. ``smooth_alpha``: the target of the class is ``1 - alpha``, the others share ``alpha`` (not with
    ``multi_output``). None but ``grad_scale`` has an effect where labels are probabilities.

    ``out_grad``: the gradient is also multiplied by the head gradient. (1.9.1 takes the output in its place, so that
    the head gradient is lost.)

    Parameters
    ----------
    data
        The scores, ``(N, C)``; of any number of axes with ``multi_output`` or ``preserve_shape``.
    label
        The class of each sample, ``(N,)``, or probabilities of the shape of ``data``.
    grad_scale
        What the gradient is multiplied by: the weight of this loss beside others.
    ignore_label
        The label of samples without gradient, with ``use_ignore``.
    multi_output
        Whether axis 1 has the classes, and there is a label for each position of the others: ``(N, C, ...)`` and ``(N,
        ...)``.
    use_ignore
        Whether samples whose label is ``ignore_label`` get no gradient.
    preserve_shape
        Whether the last axis has the classes, whatever the number of axes.
    normalization
        What the gradient is divided by: 'null' 1, or with ``multi_output`` the number of positions of one instance;
        'batch' the number of labels, 'valid' that of labels that are not ignored.
    out_grad
        Whether the gradient that comes from above is multiplied in; if not, as a rule, it is taken as 1.
    smooth_alpha
        How much of the label's probability is spread over the other classes (label smoothing).

    Returns
    -------
    The probabilities, of the shape of ``data``.

    Examples
    --------
    >>> scores = mx.nd.array([[0, 1, 2]])
    >>> scores.attach_grad()
    >>> with autograd.record():
    ...     out = mx.nd.SoftmaxOutput(scores, mx.nd.array([2]))
    >>> out.backward()
    >>> print(out.asnumpy())
    [[0.09003057 0.24472848 0.66524094]]
    >>> print(scores.grad.asnumpy())  # the probabilities less 1 at the label
    [[ 0.09003057  0.24472848 -0.33475906]]
    """
    _check_label(data, label, multi_output)
    if multi_output:
        return short_rows.softmax(data, 1)
    if preserve_shape or data.dim() <= 2:
        return short_rows.softmax(data, -1)
    return short_rows.softmax(data.flatten(1), 1).view(data.shape)


def _probabilities(F, data, p, name):
    if p.multi_output or p.preserve_shape:
        return F.softmax(data, axis=1 if p.multi_output else -1, name=name)
    return F.reshape_like(F.softmax(F.Flatten(data), axis=-1), data, name=name)


softmax_output.loss(softmax_output.loss.answer, prediction=_probabilities)


def _check_label(data, label, multi_output):
    """Refuse a label that is of another shape than the shape rule deduces."""
    shape, of_data = label.shape, data.shape
    if multi_output:
        fits = shape in _multi_labels(of_data)
    else:
        fits = shape == of_data[:-1]
    if not fits and shape != of_data:
        raise MXNetShapeError(f"label: its shape {tuple(shape)} does not fit data of shape {tuple(of_data)}")


def _scale(p, labels, counted, label):
    """Return what the gradient is multiplied by.

    ``labels``: all of the batch, ``label``: those read, as integers, ``counted``: which of these are not ignored.
    """
    if p.normalization == "batch":
        return p.grad_scale / labels.numel()
    if p.normalization == "valid":
        if label.numel() != labels.numel():
            counted = labels.long() != int(p.ignore_label)
        return _divided(p.grad_scale, counted.sum().clamp(min=1))
    return p.grad_scale / prod(label.shape[1:])


def _divided(number, count):
    """Return ``number / count``, which multiplies by the inverse."""
    return count.reciprocal() if number == 1 else number / count


def _gradient_of_few(p, out, label):
    """Return what :func:`_class_gradient` does, in fewer operations; None where it cannot be had.

    With a scale it takes one more pass: there it is for small data.
    """
    if p.multi_output or p.smooth_alpha or p.normalization == "valid" or out.dim() != 2 or label.dim() != 1:
        return None
    count = label.numel()
    scale = p.grad_scale / count if p.normalization == "batch" and count else p.grad_scale
    if count != out.size(0) or (scale != 1 and out.numel() > SOFTMAX):
        return None
    label = label.long()
    ignored = label == int(p.ignore_label) if p.use_ignore else None
    grad = subtract_one_at_label(out, label if ignored is None else label.masked_fill(ignored, 0))
    if grad is None:
        return None
    if scale != 1:
        grad.mul_(scale)
    if ignored is not None:
        grad.masked_fill_(ignored.unsqueeze(1), 0)
    return grad


def _class_gradient(p, out, label):
    """Return the gradient for class numbers: one pass over ``out``, then one entry per softmax."""
    result = _gradient_of_few(p, out, label)
    if result is not None:
        return result
    rows, classes = out.shape[:2]
    if p.multi_output:
        smooth, across = 0.0, (rows, 1, -1)
    else:
        smooth, across = p.smooth_alpha, (-1, 1)
    count = out.numel() // max(classes, 1)
    labels = label
    if label.numel() != count:  # 1.9.1 reads one number per softmax, from the start of the labels, and counts them all
        label = label.reshape(-1)[:count]
    label = label.long().reshape(across)
    counted = label != int(p.ignore_label) if p.use_ignore or p.normalization == "valid" else None
    scale = _scale(p, labels, counted, label)
    share = smooth / (classes - 1) if classes > 1 else 0.0  # of each of the others
    grad = torch.sub(out, share).mul_(scale) if share else out * scale
    position = label.clamp(0, classes - 1)
    hits = position == label  # labels out of range hit nothing
    rest = -(1 - smooth - share)
    if isinstance(scale, torch.Tensor):
        target = torch.addcmul(constant_like(0.0, out), hits, scale.to(out.dtype), value=rest)
    else:
        target = hits.to(out.dtype).mul_(scale * rest)
    grad.scatter_add_(1, position, target)
    if not p.use_ignore:
        return grad
    return grad.masked_fill_(~counted, 0) if on_cpu(grad) else torch.where(counted, grad, constant_like(0, grad))


@softmax_output.backward
def _(p, inputs, outputs, head_grads):
    (data, label), out = inputs, outputs[0]
    if label.dim() == data.dim() and label.shape == data.shape:
        grad = (out - label) * p.grad_scale if p.grad_scale != 1 else out - label
    elif out.dim() == 2 and not p.multi_output:
        grad = _class_gradient(p, out, label)
    else:
        grad = _class_gradient(p, _as_matrix(p, out), label).reshape(out.shape)
    if p.out_grad:
        grad = grad * (out if quirks.softmax_output_out_grad else head_grads[0])
    return grad, None


@softmax_output.shapes
def _(p, s):
    data, label = _data_shape(s), s.label
    if data is None or (label is not None and _fits(label, data)):
        return  # a label of the data's shape holds probabilities
    if not p.multi_output:
        s.label = data[:-1] if len(data) > 1 else data
        return
    allowed = _multi_labels(data)
    fitting = allowed if label is None else [item for item in allowed if _fits(label, item)]
    if not fitting:
        raise MXNetShapeError(f"label: expected one of {', '.join(map(show, allowed))}, got {show(label)}")
    s.label = fitting[0]


def _multi_labels(data):
    """Return the shapes that a label may have with ``multi_output``; the first is the one deduced."""
    space = data[2:]
    return [(data[0], None if None in space else prod(space)), (data[0], *space), (data[0], 1, *space)]


def _fits(first, second):
    """Return whether two partial shapes can be one."""
    return len(first) == len(second) and all(
        a is None or b is None or a == b for a, b in zip(first, second, strict=True)
    )


@op("softmax_cross_entropy", amp="full")
def softmax_cross_entropy(data, label):
    """Return ``-sum(log(softmax(data)[i, label[i]]))``, of shape ``(1,)``.

    ``data`` is ``(N, C)``, ``label`` ``(N,)`` holds class numbers; one out of range adds nothing to the sum.

    Parameters
    ----------
    data
        The scores, ``(N, C)``.
    label
        The class of each sample, ``(N,)``.

    Returns
    -------
    An array ``(1,)``: the sum over the samples.

    Examples
    --------
    >>> print(mx.nd.softmax_cross_entropy(mx.nd.array([[0, 0]]), mx.nd.array([1])).asnumpy())
    [0.6931472]
    """
    if data.dim() != 2:
        raise MXNetShapeError("SoftmaxCrossEntropy only accept 2D data")
    if label.dim() != 1:
        raise MXNetShapeError("SoftmaxCrossEntropy only accept 1D label")
    if label.shape[0] != data.shape[0]:
        raise MXNetShapeError("SoftmaxCrossEntropy: data label shape mismatch")
    label = label.to(torch.int64)
    loss = loss_at_labels(short_rows.log_softmax(data, 1), label)
    return _LossOfAnyLabels.apply(data, label) if loss is None else loss.view(1)


class _LossOfAnyLabels(torch.autograd.Function):
    """The same with labels out of range: in their rows the gradient is softmax, as if there were no class."""

    @staticmethod
    def forward(ctx, data, label):
        ctx.save_for_backward(data, label)
        inside = (label >= 0) & (label < data.shape[1])
        position = label.clamp(0, data.shape[1] - 1).unsqueeze(1)
        scores = short_rows.log_softmax(data, 1).gather(1, position).squeeze(1)
        return scores.masked_fill(~inside, 0).sum().neg_().view(1)

    @staticmethod
    def backward(ctx, *head_grads):
        data, label = ctx.saved_tensors
        return _class_gradient(_PLAIN, short_rows.softmax(data, 1), label) * head_grads[0], None


_PLAIN = softmax_output.parse({})


# -- regression ----------------------------------------------------------------------------------------------


def _label_shape(p, s):
    """The label has the data's shape, or another of as many rows and elements; for data ``(N, 1)`` it is ``(N,)``."""
    data, label = _data_shape(s), s.label
    if data is None:
        return
    if label is None:
        if None not in data:
            s.label = data[:1] if data[1:] == (1,) else data
    elif len(label) == len(data) if None in data + label else not _same_count(data, label):
        s.label = data


def _same_count(data, label):
    return label[:1] == data[:1] and prod(label) == prod(data)


def _check_target(data, label):
    if label.shape != data.shape and not _same_count(data.shape, label.shape):
        raise MXNetShapeError(f"label: expected {tuple(data.shape)}, got {tuple(label.shape)}")


def _regression_gradient(op, residual):
    """Return the gradient rule for a residual of output and label: it is divided by the outputs per instance.

    The operators take any attribute, as in 1.9.1: checkpoints of patched versions of MXNet predict. Only the gradient
    refuses what it does not know.
    """

    def rule(p, inputs, outputs, head_grads):
        if unknown := next((key for key in p if key not in op.attrs and not hidden(key)), None):
            raise op.unknown_attribute(unknown)
        data, label = inputs
        scale = p.grad_scale / prod(data.shape[1:])
        grad = residual(outputs[0], label.reshape(data.shape))
        return (grad if scale == 1 else grad.mul_(scale)), None

    return rule


def _regression(name, **facts):
    """Return the decorator of an operator that is a loss of outputs and labels of one size."""
    facts |= {"shapes": _label_shape, "loss": True, "amp": "full", "amp_exception": "scaled"}
    return op(name, aliases=(f"_sparse_{name}",), **facts)


def _sign(out, label):
    return torch.where(out > label, 1.0, -1.0).to(out.dtype)


@_regression("LinearRegressionOutput", view=True)
def linear_regression_output(data, label, *, grad_scale: float = 1.0, **unread: str):
    """Return ``data``; the gradient is ``(data - label) * grad_scale / outputs per instance``, of the squared error.

    Parameters
    ----------
    data
        The predictions.
    label
        What they should have been, of the shape of ``data``; it gets no gradient.
    grad_scale
        What the gradient is multiplied by: the weight of this loss beside others.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[0], [2]])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     out = mx.nd.LinearRegressionOutput(x, mx.nd.array([[1], [1]]))
    >>> out.backward()
    >>> print(out.asnumpy().ravel(), x.grad.asnumpy().ravel())
    [0. 2.] [-1.  1.]
    """
    _check_target(data, label)
    return data.view_as(data)


linear_regression_output.backward(_regression_gradient(linear_regression_output, torch.sub))


@_regression("MAERegressionOutput", view=True)
def mae_regression_output(data, label, *, grad_scale: float = 1.0, **unread: str):
    """Return ``data``; the gradient is ``sign(data - label) * grad_scale / outputs per instance``, of the absolute
    error (-1 where they are equal, as in 1.9.1).

    Parameters
    ----------
    data
        The predictions.
    label
        What they should have been, of the shape of ``data``; it gets no gradient.
    grad_scale
        What the gradient is multiplied by: the weight of this loss beside others.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[0], [2]])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     out = mx.nd.MAERegressionOutput(x, mx.nd.array([[1], [1]]))
    >>> out.backward()
    >>> print(out.asnumpy().ravel(), x.grad.asnumpy().ravel())
    [0. 2.] [-1.  1.]
    """
    _check_target(data, label)
    return data.view_as(data)


mae_regression_output.backward(_regression_gradient(mae_regression_output, _sign))


@_regression("LogisticRegressionOutput")
def logistic_regression_output(data, label, *, grad_scale: float = 1.0, **unread: str):
    """Return ``sigmoid(data)``; the gradient is ``(output - label) * grad_scale / outputs per instance``, of the binary
    cross entropy.

    Parameters
    ----------
    data
        The predictions.
    label
        What they should have been, of the shape of ``data``; it gets no gradient.
    grad_scale
        What the gradient is multiplied by: the weight of this loss beside others.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.array([[0], [2]])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     out = mx.nd.LogisticRegressionOutput(x, mx.nd.array([[1], [1]]))
    >>> out.backward()
    >>> print(out.asnumpy().ravel(), x.grad.asnumpy().ravel())
    [0.5      0.880797] [-0.5        -0.11920297]
    """
    _check_target(data, label)
    return torch.sigmoid(data)


logistic_regression_output.backward(_regression_gradient(logistic_regression_output, torch.sub))


def _scores(F, data, p, name):
    return F.identity(data, name=name)


linear_regression_output.loss(True, prediction=_scores)
mae_regression_output.loss(True, prediction=_scores)
logistic_regression_output.loss(True, prediction=lambda F, data, p, name: F.sigmoid(data, name=name))


# -- others --------------------------------------------------------------------------------------------------


def _class_per_row(p, s):
    data = _data_shape(s)
    if data is not None:
        s.label = data[:-1]


@op("SVMOutput", full_names=("outputs", "gradients"), shapes=_class_per_row, loss=True, view=True, amp="full")
def svm_output(data, label, *, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False):
    """Return scores as they are; the gradient is that of a hinge loss.

    With ``t = 1`` for the class in ``label`` and ``-1`` for the others, the loss of a score is
    ``regularization_coefficient * max(0, margin - t * score)``, squared unless ``use_linear``, each class on its own.

    Parameters
    ----------
    data
        The scores, ``(N, C)``.
    label
        The class of each sample, ``(N,)``; it gets no gradient.
    margin
        How far beyond 0 a score has to be so that nothing is lost.
    regularization_coefficient
        What the gradient is multiplied by.
    use_linear
        Whether the loss is the hinge itself (L1-SVM), not its square (L2-SVM).

    Returns
    -------
    ``data``.

    Examples
    --------
    >>> scores = mx.nd.array([[0.5, 0.5, -3]])
    >>> scores.attach_grad()
    >>> with autograd.record():
    ...     out = mx.nd.SVMOutput(scores, mx.nd.array([0]), use_linear=True)
    >>> out.backward()
    >>> print(scores.grad.asnumpy())
    [[-1.  1.  0.]]
    """
    if not data.dim() or label.shape != data.shape[:-1]:
        raise MXNetShapeError(f"label: expected {tuple(data.shape[:-1])}, got {tuple(label.shape)}")
    return data.view_as(data)


svm_output.loss(True, prediction=_scores)


@svm_output.backward
def _(p, inputs, outputs, head_grads):
    data, label = inputs
    flat = data.reshape(-1, data.shape[-1])
    classes = torch.arange(flat.shape[1], device=data.device)
    is_label = label.reshape(-1, 1).to(torch.int64) == classes
    sign = torch.where(is_label, -1.0, 1.0).to(data.dtype)
    slack = (p.margin + sign * flat).clamp_(min=0)
    size = (slack > 0).to(data.dtype) if p.use_linear else 2 * slack
    return (size * sign * p.regularization_coefficient).view(data.shape), None


@op(
    "MakeLoss",
    full_names=("outputs", "input", "gradients"),
    shapes=elementwise,
    loss=True,
    view=True,
    layer=Identity(),
    amp="full",
)
def make_loss_output(
    data, *, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Normalization = "null"
):
    """Return ``data`` as a loss: its gradient is ``grad_scale``, whatever comes from above.

    Parameters
    ----------
    data
        The values of a loss, of any shape.
    grad_scale
        The gradient of every element.
    valid_thresh
        With 'valid', elements that are not greater do not count.
    normalization
        What the gradient is divided by: 'null' 1, 'batch' the number of rows (all axes but the last), 'valid' the
        number of elements greater than ``valid_thresh``, at least 1.

    Returns
    -------
    ``data``.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     loss = mx.nd.MakeLoss(x * x)
    >>> loss.backward()
    >>> print(x.grad.asnumpy())
    [2. 4.]
    """
    return data.view_as(data)


@make_loss_output.backward
def _(p, inputs, outputs, head_grads):
    data = inputs[0]
    if p.normalization == "valid":
        count = (data > p.valid_thresh).sum().clamp(min=1)
        return (_divided(p.grad_scale, count).to(data.dtype).expand_as(data),)
    rows = math.prod(data.shape[:-1])
    scale = p.grad_scale / max(rows, 1) if p.normalization == "batch" else p.grad_scale
    return (torch.full_like(data, fit_to_dtype(scale, data.dtype)),)


@op(
    "make_loss",
    full_names=("outputs",),
    aliases=("_sparse_make_loss",),
    shapes=elementwise,
    loss=True,
    view=True,
    layer=Identity(),
    amp="full",
)
def make_loss(data):
    """Return an array as a loss: ``backward()`` starts there, with a gradient of 1, whatever comes from above.

    Parameters
    ----------
    data
        The values of a loss, of any shape.

    Returns
    -------
    ``data``.

    See Also
    --------
    MakeLoss : with a factor.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     loss = mx.nd.make_loss(x * x)
    >>> loss.backward()
    >>> print(x.grad.asnumpy())
    [2. 4.]
    """
    return data.view_as(data)


make_loss.outputs(("loss",))
make_loss.backward(lambda p, inputs, outputs, head_grads: (torch.ones_like(inputs[0]),))


@op(
    "IdentityAttachKLSparseReg",
    full_names=("outputs", "gradients"),
    aux=("moving_avg",),
    view=True,
    initial={"moving_avg": '["zero", {}]'},
    amp="full",
)
def identity_attach_kl_sparse_reg(
    data, moving_avg, *, sparseness_target: Fraction = 0.1, penalty: float = 0.001, momentum: Fraction = 0.9
):
    """Return activations as they are, and add to their gradient that of a penalty which keeps units inactive (sparse).

    The backward pass moves ``moving_avg`` towards the batch's mean of each unit; the penalty is ``penalty *
    KL(sparseness_target || moving_avg)``, its gradient ``penalty * ((1 - target) / (1 - avg) - target / avg)`` for each
    element.

    Parameters
    ----------
    data
        The activations, between 0 and 1 (after a sigmoid), ``(N, units, ...)``.
    moving_avg
        The moving mean of each unit, ``(units,)``: a state, changed in the backward pass.
    sparseness_target
        How active a unit should be on average, between 0 and 1.
    penalty
        The weight of the penalty.
    momentum
        How much of the moving mean stays at each step; the batch's has the rest.

    Returns
    -------
    ``data``.

    Examples
    --------
    >>> x, mean = mx.nd.array([[0.5], [0.5]]), mx.nd.array([0.5])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     out = mx.nd.IdentityAttachKLSparseReg(x, mean, sparseness_target=0.1, penalty=1)
    >>> out.backward(mx.nd.zeros((2, 1)))
    >>> print(x.grad.asnumpy().ravel())
    [1.5999999 1.5999999]
    """
    return data.view_as(data)


@identity_attach_kl_sparse_reg.backward
def _(p, inputs, outputs, head_grads):
    data, moving = inputs
    axes = [axis for axis in range(data.dim()) if axis != 1]
    average = writable(moving).mul_(p.momentum).add_(data.detach().mean(axes), alpha=1 - p.momentum)
    rho = p.sparseness_target
    slope = ((1 - rho) / (1 - average) - rho / average) * p.penalty
    return head_grads[0] + slope.view(-1, *(1,) * (data.dim() - 2)), None


@identity_attach_kl_sparse_reg.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    if s.data is not None:
        s.moving_avg = (s.data[1],)
