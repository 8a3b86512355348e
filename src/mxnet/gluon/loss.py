"""Losses: one number for each sample, from predictions and what they should have been.

All take a ``weight`` that scales the result, most a ``sample_weight`` array that is multiplied in and broadcasts, and
a ``batch_axis``, the axis that is left; they return the mean over the others, ``(batch_size,)``, unless they say more.
"""

import math
from typing import Any

from .. import ndarray
from ..base import numeric_types
from ..core.errors import MXNetShapeError
from ..core.lazy_imports import imported_later
from ..core.semantics import semantics
from ..core.shared_methods import Shared
from .block import HybridBlock

__all__ = [
    "CTCLoss", "CosineEmbeddingLoss", "HingeLoss", "HuberLoss", "KLDivLoss", "L1Loss", "L2Loss", "LogisticLoss", "Loss",
    "PoissonNLLLoss", "SDMLLoss", "SigmoidBCELoss", "SigmoidBinaryCrossEntropyLoss", "SoftmaxCELoss",
    "SoftmaxCrossEntropyLoss", "SquaredHingeLoss", "TripletLoss",
]  # fmt: skip

#: Keeps logarithms and quotients finite.
_TINY = 1e-12


def _apply_weighting(F: Any, loss: Any, weight: float | None = None, sample_weight: Any = None) -> Any:
    """Return a loss times the samples' weights, which broadcast, and times a number; None counts as 1."""
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is None:
        return loss
    assert isinstance(weight, numeric_types), f"weight: expected a number, got {type(weight).__name__}"
    return loss * weight


def _reshape_like(F: Any, x: Any, y: Any) -> Any:
    """Return ``x`` in the shape of ``y``; ``F`` is ``mx.nd`` or ``mx.sym``."""
    if not isinstance(x, ndarray.NDArray):
        return F.reshape_like(x, y)
    if x.size != y.size:
        raise MXNetShapeError(f"expected as many elements as in {y.shape}, got an array of shape {x.shape}")
    return x.reshape(y.shape)


def _logistic(F: Any, score: Any, label: Any) -> Any:
    """Return the cross-entropy of ``sigmoid(score)`` and labels from 0 to 1, in a form that does not overflow."""
    return F.relu(score) - score * label + F.Activation(-F.abs(score), act_type="softrelu")


class Loss(HybridBlock):
    """The base class of losses. Subclasses define ``hybrid_forward(F, pred, label, ...)``.

    A loss is a block: it is called with arrays and returns one number for each sample, ``(N,)``, on which
    ``backward()`` can be called as it is: gradients of the samples add up, and ``trainer.step(N)`` divides by their
    number.

    Parameters
    ----------
    batch_axis
        The axis of the batch, over which the loss is not averaged.

    Examples
    --------
    >>> class Absolute(gluon.loss.Loss):
    ...     def hybrid_forward(self, F, pred, label):
    ...         return F.mean(F.abs(pred - label), axis=self._batch_axis, exclude=True)
    >>> loss = Absolute(weight=None, batch_axis=0)
    >>> print(loss(nd.array([[1, 2], [3, 5]]), nd.array([[1, 4], [3, 1]])).asnumpy())
    [1. 2.]
    """

    def __init__(self, weight: float | None, batch_axis: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._weight, self._batch_axis = weight, batch_axis

    def _mean(self, F: Any, loss: Any) -> Any:
        return F.mean(loss, axis=self._batch_axis, exclude=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"


class _ElementLoss(Loss, metaclass=Shared):
    """The mean of a function of each prediction and its label; labels take the shape of the predictions."""

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Return one loss for each sample, ``(batch_size,)``."""
        losses = self._of_elements(F, pred, _reshape_like(F, label, pred))
        return self._mean(F, _apply_weighting(F, losses, self._scale(), sample_weight))

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        raise NotImplementedError

    def _scale(self) -> float | None:
        return self._weight


class L2Loss(_ElementLoss):
    """Half the squared difference: ``weight / 2 * (label - pred)**2``.

    Labels have the shape of ``pred``, or as many elements. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts against ``pred``: ``(N, 1)`` has one weight a sample. Returns the mean over all axes
    but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    weight
        A number that the loss is multiplied by, besides 1/2.

    Examples
    --------
    >>> loss = gluon.loss.L2Loss()
    >>> pred, label = nd.array([[1, 2], [3, 5]]), nd.array([[1, 4], [3, 1]])
    >>> print(loss(pred, label).asnumpy())
    [1. 4.]
    >>> print(loss(pred, label, nd.array([[1], [0.5]])).asnumpy())
    [1. 2.]
    """

    def __init__(self, weight: float = 1.0, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.square(label - pred)

    def _scale(self) -> float | None:
        return self._weight / 2  # type: ignore[operator]  # None raises TypeError, as in 1.9.1


class L1Loss(_ElementLoss):
    """The absolute difference: ``|label - pred|``.

    Labels have the shape of ``pred``, or as many elements. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts against ``pred``: ``(N, 1)`` has one weight a sample. Returns the mean over all axes
    but ``batch_axis``, ``(N,)``.

    Examples
    --------
    >>> loss = gluon.loss.L1Loss()
    >>> print(loss(nd.array([[1, 2], [3, 5]]), nd.array([[1, 4], [3, 1]])).asnumpy())
    [1. 2.]
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.abs(label - pred)


class HuberLoss(_ElementLoss):
    """A squared difference that goes on as a straight line beyond ``rho``.

    ``d**2 / (2*rho)`` for ``d = |label - pred|`` up to ``rho``, beyond it ``d - rho/2``.

    Labels have the shape of ``pred``, or as many elements. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts against ``pred``: ``(N, 1)`` has one weight a sample. Returns the mean over all axes
    but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    rho
        The difference at which the line begins.

    Examples
    --------
    >>> loss = gluon.loss.HuberLoss(rho=1)
    >>> print(loss(nd.array([[0.5], [3]]), nd.array([[0], [0]])).asnumpy())
    [0.125 2.5  ]
    """

    def __init__(self, rho: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        distance = F.abs(label - pred)
        line, bowl = distance - 0.5 * self._rho, (0.5 / self._rho) * F.square(distance)
        return F.where(distance > self._rho, line, bowl)


class HingeLoss(_ElementLoss):
    """The loss of support vector machines: ``max(0, margin - pred * label)``, labels being -1 and 1.

    Labels have the shape of ``pred``, or as many elements. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts against ``pred``: ``(N, 1)`` has one weight a sample. Returns the mean over all axes
    but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    margin
        The score beyond which a right answer costs nothing.

    Examples
    --------
    >>> loss = gluon.loss.HingeLoss()
    >>> print(loss(nd.array([2, 0.5, 0.5]), nd.array([1, 1, -1])).asnumpy())
    [0.  0.5 1.5]
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.relu(self._margin - pred * label)


class SquaredHingeLoss(_ElementLoss):
    """The square of the hinge: ``max(0, margin - pred * label)**2``, labels being -1 and 1.

    Labels have the shape of ``pred``, or as many elements. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts against ``pred``: ``(N, 1)`` has one weight a sample. Returns the mean over all axes
    but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    margin
        The score beyond which a right answer costs nothing.

    Examples
    --------
    >>> loss = gluon.loss.SquaredHingeLoss()
    >>> print(loss(nd.array([2, 0.5, 0.5]), nd.array([1, 1, -1])).asnumpy())
    [0.   0.25 2.25]
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return F.square(F.relu(self._margin - pred * label))


class LogisticLoss(_ElementLoss):
    """The logistic loss of scores: ``log(1 + exp(-pred * label))`` for labels -1 and 1.

    Labels have the shape of ``pred``, or as many elements. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts against ``pred``: ``(N, 1)`` has one weight a sample. Returns the mean over all axes
    but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    label_format
        ``'signed'``: labels are -1 and 1; ``'binary'``: 0 and 1.

    Raises
    ------
    ValueError
        For another ``label_format``.

    Examples
    --------
    >>> loss = gluon.loss.LogisticLoss(label_format="binary")
    >>> print(loss(nd.array([0, 2, 2]), nd.array([1, 1, 0])).asnumpy())
    [0.6931472 0.126928  2.126928 ]
    """

    def __init__(
        self, weight: float | None = None, batch_axis: int = 0, label_format: str = "signed", **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format: expected 'signed' or 'binary', got {label_format!r}")
        self._label_format = label_format

    def _of_elements(self, F: Any, pred: Any, label: Any) -> Any:
        return _logistic(F, pred, (label + 1.0) / 2.0 if self._label_format == "signed" else label)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """The cross-entropy of one yes or no for each element: ``-(label * log(p) + (1 - label) * log(1 - p))``, ``p =
    sigmoid(pred)``.

    Labels, from 0 to 1, have the shape of ``pred``, or as many elements. Called as ``loss(pred, label,
    sample_weight=None, pos_weight=None)``; both weights broadcast: ``sample_weight`` is multiplied in, ``pos_weight``
    scales the part of the loss that comes of labels of 1, for classes that are rare. Returns the mean over all axes but
    ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    from_sigmoid
        Whether ``pred`` are probabilities already; False: scores, which is more exact.

    See Also
    --------
    SoftmaxCrossEntropyLoss : of one class among several.

    Examples
    --------
    >>> loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    >>> print(loss(nd.array([[0, 2], [0, 2]]), nd.array([[1, 1], [0, 0]])).asnumpy())
    [0.41003758 1.4100376 ]
    """

    def __init__(
        self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None, pos_weight: Any = None) -> Any:
        """Return one loss for each sample, ``(batch_size,)``."""
        entropy = self._of_probabilities if self._from_sigmoid else self._of_scores
        losses = entropy(F, pred, _reshape_like(F, label, pred), pos_weight)
        return self._mean(F, _apply_weighting(F, losses, self._weight, sample_weight))

    @staticmethod
    def _of_scores(F: Any, score: Any, label: Any, pos_weight: Any) -> Any:
        if pos_weight is None:
            return _logistic(F, score, label)
        share = 1 + F.broadcast_mul(pos_weight - 1, label)
        return score - score * label + share * (F.Activation(-F.abs(score), act_type="softrelu") + F.relu(-score))

    @staticmethod
    def _of_probabilities(F: Any, probability: Any, label: Any, pos_weight: Any) -> Any:
        positive = F.log(probability + _TINY) * label
        if pos_weight is not None:
            positive = F.broadcast_mul(positive, pos_weight)
        return -(positive + F.log(1.0 - probability + _TINY) * (1.0 - label))


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """The cross-entropy of one of several classes: ``-log(softmax(pred)[label])``.

    Called as ``loss(pred, label, sample_weight=None)``; ``sample_weight`` broadcasts against the loss with ``axis``
    kept at length 1, ``(N, 1)`` for scores ``(N, C)``. Returns the mean over all axes but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    axis
        The axis of ``pred`` along which the classes lie.
    sparse_label
        True: labels are the classes' numbers, in the shape of ``pred`` without ``axis``; False: probabilities in the
        shape of ``pred``, one-hot for example.
    from_logits
        Whether ``pred`` are logarithms of probabilities (as ``log_softmax`` gives); False: scores, to which it is
        applied.

    See Also
    --------
    mxnet.ndarray.SoftmaxOutput : of networks without Gluon.
    SigmoidBinaryCrossEntropyLoss : where several classes may be right.

    Examples
    --------
    >>> loss = gluon.loss.SoftmaxCrossEntropyLoss()
    >>> scores = nd.array([[3, 1, 0], [0, 0, 0]])
    >>> print(loss(scores, nd.array([0, 2])).asnumpy())
    [0.16984604 1.0986123 ]
    >>> dense = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
    >>> print(dense(scores, nd.array([[1, 0, 0], [0, 0, 1]])).asnumpy())
    [0.16984604 1.0986123 ]
    """

    def __init__(
        self,
        axis: int = -1,
        sparse_label: bool = True,
        from_logits: bool = False,
        weight: float | None = None,
        batch_axis: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Return one loss for each sample, ``(batch_size,)``."""
        if not self._from_logits:
            pred = F.log_softmax(pred, self._axis)
        if self._sparse_label:
            chosen = F.pick(pred, label, axis=self._axis, keepdims=True)
        else:
            chosen = F.sum(pred * _reshape_like(F, label, pred), axis=self._axis, keepdims=True)
        return self._mean(F, _apply_weighting(F, -chosen, self._weight, sample_weight))


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """The Kullback-Leibler divergence of probabilities from predicted ones: ``label * (log(label) - pred)``.

    Labels are probabilities in the shape of ``pred``. Called as ``loss(pred, label, sample_weight=None)``;
    ``sample_weight`` broadcasts. Returns the sum over all axes but ``batch_axis``, ``(N,)``.

    Parameters
    ----------
    from_logits
        Whether ``pred`` are logarithms of probabilities; False: scores, to which ``log_softmax`` is applied.
    axis
        The axis along which scores are normalized, with ``from_logits=False``.

    Examples
    --------
    >>> loss = gluon.loss.KLDivLoss(from_logits=False)
    >>> print(loss(nd.zeros((2, 2)), nd.array([[0.5, 0.5], [1, 0]])).asnumpy())
    [0.        0.6931472]
    """

    def __init__(
        self, from_logits: bool = True, axis: int = -1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._axis = from_logits, axis

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        """Return one divergence for each sample, ``(batch_size,)``."""
        if not self._from_logits:
            pred = F.log_softmax(pred, self._axis)
        losses = label * (F.log(label + _TINY) - pred)
        losses = _apply_weighting(F, losses, self._weight, sample_weight)
        return F.sum(losses, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification (Graves et al. 2006): sequences whose alignment to labels is not known.

    The loss is ``-log`` of the probability that the scores, of T steps and C classes, spell the label. Class ``C - 1``
    is the blank, which stands between labels. Called as ``loss(pred, label, pred_lengths=None, label_lengths=None,
    sample_weight=None)``: ``pred_lengths`` ``(N,)`` are the steps that count, None: all; ``label_lengths`` ``(N,)`` how
    many labels do, None: those before the first -1. Returns ``(N,)``; 0 for labels that the steps cannot spell, equal
    neighbours having a blank between them.

    Parameters
    ----------
    layout
        ``'NTC'`` or ``'TNC'``: the axes of the scores ``pred``, N the batch, T the steps, C the classes with the blank.
    label_layout
        ``'NT'`` or ``'TN'``: the axes of ``label``.

    Examples
    --------
    >>> loss = gluon.loss.CTCLoss()
    >>> scores = nd.zeros((2, 20, 4))
    >>> label = nd.array([[1, 0, -1, -1], [2, 1, 1, -1]])
    >>> print(loss(scores, label).asnumpy())
    [18.828203 16.505817]
    """

    def __init__(
        self, layout: str = "NTC", label_layout: str = "NT", weight: float | None = None, **kwargs: Any
    ) -> None:
        assert layout in ("NTC", "TNC"), f"layout: expected NTC or TNC, got {layout}"
        assert label_layout in ("NT", "TN"), f"label_layout: expected NT or TN, got {label_layout}"
        self._layout, self._label_layout = layout, label_layout
        super().__init__(weight, label_layout.index("N"), **kwargs)

    def hybrid_forward(
        self, F: Any, pred: Any, label: Any, pred_lengths: Any = None, label_lengths: Any = None,
        sample_weight: Any = None,
    ) -> Any:  # fmt: skip
        """Return the negative logarithm of each label's probability."""
        if self._layout == "NTC":
            pred = F.swapaxes(pred, 0, 1)
        if self._label_layout == "TN":
            label = F.swapaxes(label, 0, 1)
        options = {"use_data_lengths": pred_lengths is not None, "use_label_lengths": label_lengths is not None}
        losses = F.CTCLoss(pred, label, pred_lengths, label_lengths, **options, blank_label="last")
        return _apply_weighting(F, losses, self._weight, sample_weight)


class TripletLoss(Loss):
    """How much nearer a sample is to a similar one than to a different one (Schroff et al. 2015).

    ``max(0, margin + sum((positive - pred)**2 - (negative - pred)**2))``, the sum being over all axes but
    ``batch_axis``. Called as ``loss(pred, positive, negative, sample_weight=None)`` with arrays of one shape. Returns
    ``(N,)``.

    Parameters
    ----------
    margin
        By how much the different one has to be farther for the loss to be 0.

    Examples
    --------
    >>> loss = gluon.loss.TripletLoss()
    >>> print(loss(nd.array([[0, 0]]), nd.array([[1, 0]]), nd.array([[0, 1.1]])).asnumpy())
    [0.78999996]
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, positive: Any, negative: Any, sample_weight: Any = None) -> Any:
        """Return one loss for each sample, ``(batch_size,)``."""
        near, far = (F.square(_reshape_like(F, other, pred) - pred) for other in (positive, negative))
        losses = F.relu(F.sum(near - far, axis=self._batch_axis, exclude=True) + self._margin)
        return _apply_weighting(F, losses, self._weight, sample_weight)


class PoissonNLLLoss(Loss):
    """The negative log-likelihood of counts under Poisson distributions: ``rate - target * log(rate)``.

    Called as ``loss(pred, target, sample_weight=None, epsilon=1e-8)``; ``target`` has the shape of ``pred``,
    ``epsilon`` keeps the logarithm of a rate finite. Returns the mean over everything, ``(1,)``; in MXNet 2 that of
    each sample, ``(N,)``.

    Parameters
    ----------
    from_logits
        Whether ``pred`` are logarithms of rates; False: rates.
    compute_full
        Whether Stirling's approximation of ``log(target!)`` is added, for targets above 1.
    batch_axis
        The axis of the batch; without effect before MXNet 2.

    Examples
    --------
    >>> loss = gluon.loss.PoissonNLLLoss()
    >>> print(loss(nd.array([0, 1]), nd.array([1, 2])).asnumpy())
    [0.8591409]
    """

    def __init__(
        self,
        weight: float | None = None,
        from_logits: bool = True,
        batch_axis: int = 0,
        compute_full: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._compute_full = from_logits, compute_full

    def hybrid_forward(self, F: Any, pred: Any, target: Any, sample_weight: Any = None, epsilon: float = 1e-8) -> Any:
        """Return the mean loss. ``epsilon`` keeps the logarithm of a rate finite."""
        target = _reshape_like(F, target, pred)
        losses = F.exp(pred) - target * pred if self._from_logits else pred - target * F.log(pred + epsilon)
        if self._compute_full:
            losses = losses + self._log_factorial(F, target)
        losses = _apply_weighting(F, losses, self._weight, sample_weight)
        return F.mean(losses) if semantics.api == 1 else F.mean(losses, axis=self._batch_axis, exclude=True)

    @staticmethod
    def _log_factorial(F: Any, target: Any) -> Any:
        """Return Stirling's approximation above 1, and 0 elsewhere: the logarithm of 0 must not be met."""
        large = target > 1
        n = F.where(large, target, F.ones_like(target))
        return large * (n * F.log(n) - n + 0.5 * F.log(n * (2 * math.pi)))


class CosineEmbeddingLoss(Loss):
    """How far two vectors are from pointing the same way (label 1) or from doing so no more than ``margin`` (label -1).

    ``1 - cos`` for the label 1, ``max(0, cos - margin)`` for -1. Called as ``loss(input1, input2, label,
    sample_weight=None)``; vectors lie along the last axis, labels are ``(N,)``. Returns ``(N, 1)``, in MXNet 2
    ``(N,)``.

    Parameters
    ----------
    margin
        The cosine that costs nothing for the label -1, from -1 to 1.
    batch_axis
        Without effect: the first axis is the batch.

    Examples
    --------
    >>> loss = gluon.loss.CosineEmbeddingLoss()
    >>> a, b = nd.array([[1, 0], [1, 0]]), nd.array([[1, 1], [1, 1]])
    >>> print(loss(a, b, nd.array([1, -1])).asnumpy())
    [[0.29289323]
     [0.70710677]]
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, margin: float = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, input1: Any, input2: Any, label: Any, sample_weight: Any = None) -> Any:
        """Return one loss for each pair, ``(N, 1)``."""
        input1 = _reshape_like(F, input1, input2)
        label = label.reshape((-1, 1))
        cosine = self._cosine_similarity(F, input1, input2)
        dissimilar = F.broadcast_maximum(F.zeros((1, 1)), (label == -1) * (cosine - self._margin))
        losses = (1 - cosine) * (label == 1) + dissimilar
        if semantics.api == 2:
            losses = losses.reshape((-1,))
        return _apply_weighting(F, losses, self._weight, sample_weight)

    def _cosine_similarity(self, F: Any, x: Any, y: Any) -> Any:
        """Return the cosine of the angle between vectors in the last axis, ``(N, 1)``."""
        lengths = [F.norm(item, axis=-1).reshape((-1, 1)) for item in (x, y)]
        product = F.sum(x * y, axis=-1).reshape((-1, 1))
        return product / F.broadcast_maximum(lengths[0] * lengths[1], F.full((1, 1), _TINY))


class SDMLLoss(Loss):
    """Smoothed deep metric learning (Bonadiman et al. 2019): pairs whose counterparts lie at the same place of a batch.

    Called as ``loss(x1, x2)`` with two arrays ``(N, D)``. Each row of ``x1`` should be nearer to its row of ``x2`` than
    to the other rows, which serve as different samples. Returns ``(N,)``.

    Parameters
    ----------
    smoothing_parameter
        The probability that is spread over the other rows, from 0 to 1.
    weight
        Without effect.
    batch_axis
        Without effect: the first axis is the batch.

    Examples
    --------
    >>> loss = gluon.loss.SDMLLoss()
    >>> x = nd.array([[0, 0], [1, 1], [2, 0]])
    >>> print(loss(x, x + 0.1).asnumpy())
    [0.29922098 0.01179319 0.17190117]
    """

    def __init__(
        self, smoothing_parameter: float = 0.3, weight: float = 1.0, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def hybrid_forward(self, F: Any, x1: Any, x2: Any) -> Any:
        """Return one loss for each row of ``x1``, ``(N,)``."""
        rows = F.expand_dims(x1, axis=1)
        distances = F.sum(F.square(F.broadcast_sub(rows, F.expand_dims(x2, axis=0))), axis=2)
        return self.kl_loss(F.log_softmax(-distances, axis=1), self._compute_labels(F, x1))

    def _compute_labels(self, F: Any, x: Any) -> Any:
        """Return the wanted probabilities of each row's counterparts, ``(N, N)``, for ``x`` of N rows."""
        position = F.contrib.arange_like(x, axis=0)
        same = F.broadcast_equal(F.expand_dims(position, axis=1), F.expand_dims(position, axis=0))
        others = F.sum(1 - same, axis=1, keepdims=True)
        spread = F.broadcast_div(self.smoothing_parameter * (1 - same), others)
        return (1 - self.smoothing_parameter) * same + spread


__getattr__, __dir__ = imported_later(__name__, {})
