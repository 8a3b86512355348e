"""``gluon.metric``: the metrics of MXNet 2, over all samples since the last reset.

They differ from those of :mod:`mxnet.metric` in what they average: errors over samples and not over batches, and scores
of classes over all samples. Classes of both that agree are the same. There is one sum, no global one.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy

from .. import metric as classic
from ..metric import Accuracy as _Accuracy
from ..metric import CompositeEvalMetric as _Composite
from ..metric import CustomMetric as _Custom
from ..metric import EvalMetric, check_label_shapes  # noqa: F401  (programs find it here)
from ..metric.base import look, paired
from ..metric.composed import created
from ..metric.composed import np as np
from ..registry.classes import get_alias_func, get_create_func, get_register_func


class _Metric(EvalMetric):
    """The base of the classes here, which have a registry of their own."""


register = get_register_func(_Metric, "metric")
alias = get_alias_func(_Metric, "metric")
_create_registered = get_create_func(_Metric, "metric")


def create(metric: Any, *args: Any, **kwargs: Any) -> EvalMetric:
    """Make a metric from a name (``'acc'``), class, function, configuration or list of such, or take one as it is.

    Parameters
    ----------
    metric : str, class, callable, list or EvalMetric
        A name: 'acc', 'top_k_accuracy', 'ce', 'f1', 'fbeta', 'mcc', 'mae', 'mse', 'rmse', 'pearsonr', 'perplexity',
        'loss'...; a class; a function as of :class:`CustomMetric`; a list, of which a :class:`CompositeEvalMetric` is
        made.
    *args, **kwargs
        The arguments of the class.

    Returns
    -------
    The metric.

    Examples
    --------
    >>> gluon.metric.create("fbeta", beta=2).name
    'fbeta'
    """
    if isinstance(metric, EvalMetric):
        return metric
    return created(CompositeEvalMetric, CustomMetric, _create_registered, metric, args, kwargs)


def predict_with_threshold(pred: Any, threshold: float | Sequence[float] = 0.5) -> Any:
    """Return where scores are above a threshold, or above one for each class (the last axis).

    Parameters
    ----------
    pred
        The scores.
    threshold : number or sequence of numbers
        The bound, or one for each class.

    Returns
    -------
    An array of True and False, or 1 and 0, as the comparison gives.

    Examples
    --------
    >>> print(gluon.metric.predict_with_threshold(np.array([0.2, 0.7]), 0.5))
    [False  True]
    """
    return pred > (threshold if isinstance(threshold, (int, float)) else numpy.asarray(threshold))


def one_hot(idx: Any, num: int) -> Any:
    """Return rows of ``num`` numbers, 1 at the position that ``idx`` gives and 0 elsewhere.

    Parameters
    ----------
    idx : array of integers
        The positions of the ones.
    num
        The length of a row.

    Returns
    -------
    A NumPy array of int32 with one axis more.

    Examples
    --------
    >>> print(gluon.metric.one_hot(np.array([0, 2]), 3))
    [[1 0 0]
     [0 0 1]]
    """
    return (numpy.arange(num) == numpy.asarray(look(idx))[..., None]).astype("int32")


def _pairs(labels: Any, preds: Any) -> Any:
    return ((look(label), look(pred)) for label, pred in paired(labels, preds))


@alias("composite")
@register
class CompositeEvalMetric(_Composite, _Metric):
    """A list of metrics that are updated together; names and values come as lists.

    Parameters
    ----------
    metrics : list or None
        The metrics, each given as :func:`create` takes it.

    Examples
    --------
    >>> metric = gluon.metric.CompositeEvalMetric(["acc", "mae"])
    >>> metric.update([nd.array([0, 1])], [nd.array([0, 0])])
    >>> metric.get()
    (['accuracy', 'mae'], [0.5, 0.5])
    """

    def __init__(self, metrics: Any = None, name: str = "composite", output_names: Any = None, label_names: Any = None):
        super().__init__([create(item) for item in metrics or []], name, output_names, label_names)

    def add(self, metric: Any) -> None:
        """Add a metric, given as :func:`create` takes it."""
        self.metrics.append(create(metric))


@alias("acc")
@register
class Accuracy(_Accuracy, _Metric):
    """The share of labels that equal the prediction (see :class:`mxnet.metric.Accuracy`).

    Parameters
    ----------
    axis
        The axis of the classes, where predictions are scores.

    Examples
    --------
    >>> metric = gluon.metric.Accuracy()
    >>> metric.update([nd.array([0, 1, 1])], [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    accuracy 0.666667
    """


@alias("top_k_accuracy", "top_k_acc")
@register
class TopKAccuracy(classic.TopKAccuracy, _Metric):
    """The share of labels among the ``top_k`` highest scores (see :class:`mxnet.metric.TopKAccuracy`).

    Parameters
    ----------
    top_k
        How many of the highest scores count, at least 2.
    name
        The name under which the value is shown; ``_`` and ``top_k`` are appended.

    Examples
    --------
    >>> metric = gluon.metric.TopKAccuracy(top_k=2)
    >>> metric.update([nd.array([1, 2])], [nd.array([[0.1, 0.3, 0.6], [0.5, 0.3, 0.2]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    top_k_accuracy_2 0.5
    """


@register
class Loss(classic.Loss, _Metric):
    """The mean of outputs, which are losses; labels are not looked at.

    Examples
    --------
    >>> metric = gluon.metric.Loss()
    >>> metric.update(None, [nd.array([1, 2, 6])])
    >>> metric.get()
    ('loss', 3.0)
    """


@register
class Torch(Loss):
    """The mean of outputs, which are losses; labels are not looked at.

    Examples
    --------
    >>> metric = gluon.metric.Torch()
    >>> metric.update(None, [nd.array([1, 2, 6])])
    >>> metric.get()
    ('torch', 3.0)
    """

    def __init__(self, name: str = "torch", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)


@register
class CustomMetric(_Custom, _Metric):
    """What a function makes of labels and predictions (see :class:`mxnet.metric.CustomMetric`).

    Parameters
    ----------
    feval : callable
        A function ``feval(label, pred)`` of NumPy arrays that returns a number, or a sum and a count.
    name
        The name under which the value is shown; None: the function's.
    allow_extra_outputs
        Whether there may be more predictions than labels; else a ValueError.

    Examples
    --------
    >>> metric = gluon.metric.CustomMetric(lambda label, pred: abs(label - pred).max(), name="worst")
    >>> metric.update([nd.array([1, 2])], [nd.array([1.5, 2])])
    >>> metric.get()
    ('worst', 0.5)
    """


@alias("pearsonr")
@register
class PearsonCorrelation(classic.PearsonCorrelation, _Metric):
    """Pearson's correlation of labels and predictions over all samples.

    Parameters
    ----------
    average
        'micro': the correlation of all values since the reset together; 'macro': the mean of the correlations of
        batches.

    Examples
    --------
    >>> metric = gluon.metric.PearsonCorrelation()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    pearsonr 0.327327
    """

    def __init__(
        self, name: str = "pearsonr", output_names: Any = None, label_names: Any = None, average: str = "micro"
    ) -> None:
        super().__init__(name, output_names, label_names, average=average)


@register
class PCC(classic.PCC, _Metric):
    """The correlation of labels and predictions of any number of classes.

    Examples
    --------
    >>> metric = gluon.metric.PCC()
    >>> metric.update([nd.array([0, 1, 2])], [nd.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.8, 0.1]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    pcc 0.612372
    """

    def __init__(self, name: str = "pcc", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)


# -- means over samples ---------------------------------------------------------------------------------------------


class _OverSamples(_Metric):
    """The mean of a value of each sample, which is what the first axis counts."""

    def _of_samples(self, label: numpy.ndarray, pred: numpy.ndarray) -> Any:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Add the values of a batch; ValueError for shapes that do not fit."""
        for label, pred in _pairs(labels, preds):
            values = self._of_samples(*_two_axes(label, pred))
            self._add(float(values.sum()), len(values))


def _two_axes(label: numpy.ndarray, pred: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return arrays of one shape, vectors as columns."""
    if label.ndim == 1:
        label = label[:, None]
    if pred.ndim == 1:
        pred = pred[:, None]
    return label, pred.reshape(label.shape) if pred.size == label.size else pred


@register
class MAE(_OverSamples):
    """The mean absolute error, ``mean(abs(label - pred))``.

    Labels and predictions have one shape; the value is the mean over all samples (the first axis) since the reset.

    Examples
    --------
    >>> metric = gluon.metric.MAE()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mae 1.0
    """

    def __init__(self, name: str = "mae", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def _of_samples(self, label: numpy.ndarray, pred: numpy.ndarray) -> Any:
        return numpy.abs(label - pred).reshape(len(label), -1).mean(1)


@register
class MSE(_OverSamples):
    """The mean squared error, ``mean((label - pred)**2)``.

    Labels and predictions have one shape; the value is the mean over all samples (the first axis) since the reset.

    Examples
    --------
    >>> metric = gluon.metric.MSE()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mse 1.666667
    """

    def __init__(self, name: str = "mse", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def _of_samples(self, label: numpy.ndarray, pred: numpy.ndarray) -> Any:
        return ((label - pred) ** 2).reshape(len(label), -1).mean(1)


@register
class RMSE(MSE):
    """The root of the mean squared error, ``sqrt(mean((label - pred)**2))``.

    Labels and predictions have one shape; the value is the mean over all samples (the first axis) since the reset.

    Examples
    --------
    >>> metric = gluon.metric.RMSE()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    rmse 1.290994
    """

    def __init__(self, name: str = "rmse", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def _mean(self, total: Any, count: Any) -> Any:
        return math.sqrt(total / count)


@register
class MeanPairwiseDistance(_OverSamples):
    """The mean distance of labels and predictions, ``sum(abs(label - pred)**p)**(1/p)`` over the last axis.

    Parameters
    ----------
    p
        The order of the norm: 2 is the Euclidean distance.

    Examples
    --------
    >>> metric = gluon.metric.MeanPairwiseDistance()
    >>> metric.update([nd.array([[0, 0], [1, 1]])], [nd.array([[3, 4], [1, 1]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mpd 2.5
    """

    def __init__(self, name: str = "mpd", output_names: Any = None, label_names: Any = None, p: float = 2) -> None:
        super().__init__(name, output_names, label_names, p=p)
        self.p = p

    def _of_samples(self, label: numpy.ndarray, pred: numpy.ndarray) -> Any:
        return (numpy.abs(label - pred) ** self.p).sum(-1).reshape(-1) ** (1 / self.p)


@register
class MeanCosineSimilarity(_OverSamples):
    """The mean cosine of the angle between labels and predictions, vectors along the last axis.

    Parameters
    ----------
    eps
        The product of norms counts as at least this, so that a vector of zeros has the cosine 0.

    Examples
    --------
    >>> metric = gluon.metric.MeanCosineSimilarity()
    >>> metric.update([nd.array([[1, 0], [1, 1]])], [nd.array([[1, 0], [1, 0]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    cos_sim 0.853553
    """

    def __init__(
        self, name: str = "cos_sim", output_names: Any = None, label_names: Any = None, eps: float = 1e-8
    ) -> None:
        super().__init__(name, output_names, label_names, eps=eps)
        self.eps = eps

    def update(self, labels: Any, preds: Any) -> None:
        """Add the cosines of a batch; a vector is one sample."""
        for label, pred in _pairs(labels, preds):
            if label.shape != pred.shape:
                raise ValueError(f"labels of shape {label.shape} do not fit predictions of shape {pred.shape}")
            label, pred = (item[None] if item.ndim == 1 else item for item in (label, pred))
            norms = numpy.linalg.norm(label, axis=-1) * numpy.linalg.norm(pred, axis=-1)
            values = (label * pred).sum(-1) / numpy.maximum(norms, self.eps)
            self._add(float(values.sum()), values.size)


@register
class BinaryAccuracy(_Metric):
    """The share of labels, 0 or 1, that equal whether the score is above ``threshold``.

    Parameters
    ----------
    threshold : number or sequence of numbers
        The score above which class 1 is predicted, or one for each class (the last axis).

    Examples
    --------
    >>> metric = gluon.metric.BinaryAccuracy()
    >>> metric.update([nd.array([1, 0, 0, 0])], [nd.array([0.7, 0.2, 0.6, 0.1])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    binary_accuracy 0.75
    """

    def __init__(
        self,
        name: str = "binary_accuracy",
        output_names: Any = None,
        label_names: Any = None,
        threshold: float | Sequence[float] = 0.5,
    ) -> None:
        super().__init__(name, output_names, label_names, threshold=threshold)
        self.threshold = threshold

    def update(self, labels: Any, preds: Any) -> None:
        """Count the right predictions."""
        for label, pred in _pairs(labels, preds):
            right = predict_with_threshold(pred, self.threshold).ravel() == (label.ravel() == 1)
            self._add(float(right.sum()), right.size)


@alias("ce")
@register
class CrossEntropy(_Metric):
    """The mean of ``-log(p + eps)``, where ``p`` is the probability that is predicted for the label.

    Labels are classes, of any shape; predictions have one axis more.

    Parameters
    ----------
    eps
        What is added to probabilities, so that 0 gives no infinite value.
    ignore_label
        Labels of this value do not count; None: all count.
    axis
        The axis of the classes in the predictions.
    from_logits
        Whether predictions are scores, of which the softmax is taken; else they are probabilities.

    Examples
    --------
    >>> metric = gluon.metric.CrossEntropy()
    >>> metric.update([nd.array([0, 1, 1])], [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    cross-entropy 0.571599
    """

    def __init__(
        self,
        eps: float = 1e-12,
        ignore_label: int | None = None,
        axis: int = -1,
        from_logits: bool = False,
        name: str = "cross-entropy",
        output_names: Any = None,
        label_names: Any = None,
    ) -> None:
        super().__init__(
            name, output_names, label_names, eps=eps, ignore_label=ignore_label, axis=axis, from_logits=from_logits
        )
        self.eps, self.ignore_label, self.axis, self.from_logits = eps, ignore_label, axis, from_logits

    def update(self, labels: Any, preds: Any) -> None:
        """Add the losses of a batch; AssertionError where labels and predictions differ in number."""
        for label, pred in _pairs(labels, preds):
            classes = pred.shape[self.axis]
            assert label.size == pred.size // classes, f"shape mismatch: {label.shape} vs. {pred.shape}"
            scores = numpy.moveaxis(pred, self.axis, -1).reshape(-1, classes).astype("float64")
            if self.from_logits:
                scores = numpy.exp(scores - scores.max(1, keepdims=True))
                scores /= scores.sum(1, keepdims=True)
            truth = label.astype("int64").ravel()
            chosen = scores[numpy.arange(len(truth)), truth]
            counted = numpy.ones(len(truth), bool) if self.ignore_label is None else truth != self.ignore_label
            self._add(float(-numpy.log(chosen[counted] + self.eps).sum()), int(counted.sum()))


@register
class Perplexity(CrossEntropy):
    """The exponential of the cross entropy: ``exp`` of the mean of ``-log(p + eps)`` (see :class:`CrossEntropy`).

    Parameters
    ----------
    eps
        What is added to probabilities, so that 0 gives no infinite value.
    ignore_label
        Labels of this value do not count; None: all count.
    axis
        The axis of the classes in the predictions.
    from_logits
        Whether predictions are scores, of which the softmax is taken; else they are probabilities.

    Examples
    --------
    >>> metric = gluon.metric.Perplexity()
    >>> metric.update([nd.array([0, 1, 1])], [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    perplexity 1.771098
    """

    def __init__(
        self,
        eps: float = 1e-12,
        ignore_label: int | None = None,
        axis: int = -1,
        from_logits: bool = False,
        name: str = "perplexity",
        output_names: Any = None,
        label_names: Any = None,
    ) -> None:
        super().__init__(eps, ignore_label, axis, from_logits, name, output_names, label_names)

    def _mean(self, total: Any, count: Any) -> Any:
        return math.exp(total / count)


# -- scores of classes ------------------------------------------------------------------------------------------------

_CLASS_TYPES = ("binary", "multiclass", "multilabel")
_AVERAGES = ("macro", "micro", None)


class _Counts(_Metric):
    """Counts right and wrong predictions of each class, over all samples since the last reset."""

    class_type: str
    threshold: float | Sequence[float]
    true: Any
    predicted: Any
    right: Any

    def reset(self) -> None:
        """Clear the counts."""
        super().reset()
        self.true = self.predicted = self.right = numpy.zeros(1)

    def reset_local(self) -> None:
        """Clear the counts: there is one sum."""
        self.reset()

    def update(self, labels: Any, preds: Any) -> None:
        """Count a batch; ValueError for shapes that do not fit."""
        for label, pred in _pairs(labels, preds):
            expected, result = self._tables(label, pred)
            if expected.shape != result.shape:
                raise ValueError(f"labels of shape {label.shape} do not fit predictions of shape {pred.shape}")
            self.true, self.predicted, self.right = (
                _added(old, new.sum(0))
                for old, new in (
                    (self.true, expected), (self.predicted, result), (self.right, expected & result)
                )
            )  # fmt: skip
            self.num_inst += len(expected)
            self.global_num_inst += len(expected)

    def _tables(self, label: numpy.ndarray, pred: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Return for each sample and class whether it is the label's, and whether it is predicted."""
        if self.class_type == "multilabel":
            return label.reshape(len(label), -1) == 1, predict_with_threshold(pred, self.threshold).reshape(
                len(label), -1
            )
        if self.class_type == "multiclass":
            scored = pred.ndim == label.ndim + 1
            if not scored and (pred != numpy.floor(pred)).any():
                raise ValueError(
                    f"{self.name}: expected scores with an axis of classes, or classes, got one score each"
                )
            classes = pred.shape[-1] if scored else int(max(label.max(), pred.max())) + 1
            chosen = pred.argmax(-1) if scored else pred
            return one_hot(label.ravel(), classes) == 1, one_hot(chosen.ravel(), classes) == 1
        labels = label.ravel()
        if set(numpy.unique(labels)) - {0, 1}:
            raise ValueError(f"{self.name}: labels of two classes are 0 and 1, got {numpy.unique(labels)}")
        scores = pred[..., -1] if pred.ndim > 1 and pred.shape[-1] == 2 and pred.size == 2 * label.size else pred
        if scores.size != labels.size:
            raise ValueError(f"labels of shape {label.shape} do not fit predictions of shape {pred.shape}")
        return (labels == 1)[:, None], predict_with_threshold(scores, self.threshold).reshape(-1, 1)


def _added(old: numpy.ndarray, new: numpy.ndarray) -> Any:
    size = max(len(old), len(new))
    return numpy.pad(old, (0, size - len(old))) + numpy.pad(new, (0, size - len(new)))


@register
class Fbeta(_Counts):
    """The weighted harmonic mean of precision and recall, in which recall counts ``beta`` times as much.

    From true positives, false positives and false negatives, over all samples since the reset: ``(1 + b) * tp / ((1 +
    b) * tp + b * fn + fp)`` with ``b = beta**2``; 0 where there are none.

    Parameters
    ----------
    class_type
        'binary': labels are 0 and 1, predictions are scores of class 1, or (N, 2); 'multiclass': one label of several
        classes, predictions are scores (N, classes), or classes; 'multilabel': labels and scores are (N, classes), each
        class being 0 or 1.
    threshold
        The score above which a class is predicted, or one for each class; without effect for 'multiclass'.
    average
        'micro': the counts of all classes together; 'macro': the mean of the values of classes; None: an array of the
        values of classes.
    beta
        The weight of recall.

    Examples
    --------
    >>> metric = gluon.metric.Fbeta(beta=2)
    >>> metric.update([nd.array([1, 0, 0, 0])], [nd.array([0.7, 0.2, 0.6, 0.1])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    fbeta 0.833333
    """

    def __init__(
        self,
        name: str = "fbeta",
        output_names: Any = None,
        label_names: Any = None,
        class_type: str = "binary",
        beta: float = 1,
        threshold: float | Sequence[float] = 0.5,
        average: str | None = "micro",
    ) -> None:
        for what, value, choices in (("class_type", class_type, _CLASS_TYPES), ("average", average, _AVERAGES)):
            if value not in choices:
                raise ValueError(f"{what}: expected one of {choices}, got {value!r}")
        self.class_type, self.beta, self.threshold, self.average = class_type, beta, threshold, average
        super().__init__(name, output_names, label_names, class_type=class_type, threshold=threshold, average=average)

    def get(self) -> tuple[Any, Any]:
        """Return name and value; NaN before any batch."""
        if self.num_inst == 0:
            return self.name, float("nan")
        true, predicted, right = self.true, self.predicted, self.right
        if self.average == "micro":
            true, predicted, right = true.sum(keepdims=True), predicted.sum(keepdims=True), right.sum(keepdims=True)
        weight = self.beta**2
        total = weight * true + predicted
        values = numpy.divide((1 + weight) * right, total, out=numpy.zeros(len(total)), where=total > 0)
        return self.name, values if self.average is None and len(values) > 1 else float(values.mean())


@register
class F1(Fbeta):
    """The harmonic mean of precision and recall: :class:`Fbeta` with ``beta=1``.

    Parameters
    ----------
    class_type
        'binary': labels are 0 and 1, predictions are scores of class 1, or (N, 2); 'multiclass': one label of several
        classes, predictions are scores (N, classes), or classes; 'multilabel': labels and scores are (N, classes), each
        class being 0 or 1.
    threshold
        The score above which a class is predicted, or one for each class; without effect for 'multiclass'.
    average
        'micro': the counts of all classes together; 'macro': the mean of the values of classes; None: an array of the
        values of classes.

    Examples
    --------
    >>> metric = gluon.metric.F1()
    >>> metric.update([nd.array([1, 0, 0, 0])], [nd.array([0.7, 0.2, 0.6, 0.1])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    f1 0.666667
    """

    def __init__(
        self,
        name: str = "f1",
        output_names: Any = None,
        label_names: Any = None,
        class_type: str = "binary",
        threshold: float | Sequence[float] = 0.5,
        average: str | None = "micro",
    ) -> None:
        super().__init__(name, output_names, label_names, class_type, 1, threshold, average)


@register
class MCC(_Counts):
    """Matthews' correlation coefficient of two classes, over all samples since the reset.

    It is 1 where all are right, 0 as by chance, -1 where all are wrong. Labels are 0 and 1; predictions are scores of
    class 1, or (N, 2).

    Examples
    --------
    >>> metric = gluon.metric.MCC()
    >>> metric.update([nd.array([1, 0, 0, 0])], [nd.array([0.7, 0.2, 0.6, 0.1])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mcc 0.57735
    """

    class_type = "binary"
    threshold = 0.5

    def __init__(self, name: str = "mcc", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def get(self) -> tuple[Any, Any]:
        """Return name and value; NaN before any batch."""
        if self.num_inst == 0:
            return self.name, float("nan")
        n, true, predicted, right = self.num_inst, float(self.true[0]), float(self.predicted[0]), float(self.right[0])
        spread = math.sqrt(true * (n - true) * predicted * (n - predicted))
        return self.name, (n * right - true * predicted) / spread if spread else 0.0
