"""``gluon.metric``: the metrics of MXNet 2, over all samples since the last reset.

They differ from those of :mod:`mxnet.metric` in what they average: errors over samples and not over batches, and scores
of classes over all samples. Classes of both that agree are the same. There is one sum, no global one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import metric as classic
from ..metric import Accuracy as _Accuracy
from ..metric import CompositeEvalMetric as _Composite
from ..metric import CustomMetric as _Custom
from ..metric import EvalMetric, check_label_shapes
from ..metric.base import look
from ..registry.classes import get_alias_func, get_create_func, get_register_func


class _Metric(EvalMetric):
    """The base of the classes here, which have a registry of their own."""


register = get_register_func(_Metric, "metric")
alias = get_alias_func(_Metric, "metric")
_create_registered = get_create_func(_Metric, "metric")


def create(metric: Any, *args: Any, **kwargs: Any) -> EvalMetric:
    """Make a metric from a name (``'acc'``), class, function, configuration or list of such, or take one as it is."""
    if isinstance(metric, EvalMetric):
        return metric
    if isinstance(metric, type) and issubclass(metric, EvalMetric):
        return metric(*args, **kwargs)
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for item in metric:
            composite.add(create(item, *args, **kwargs))
        return composite
    result: EvalMetric = _create_registered(metric, *args, **kwargs)
    return result


def predict_with_threshold(pred: Any, threshold: float | Sequence[float] = 0.5) -> Any:
    """Return where scores are above a threshold, or above one for each class (the last axis)."""
    return pred > (threshold if isinstance(threshold, (int, float)) else np.asarray(threshold))


def one_hot(idx: Any, num: int) -> Any:
    """Return rows of ``num`` numbers, 1 at the position that ``idx`` gives and 0 elsewhere."""
    return (np.arange(num) == np.asarray(look(idx))[..., None]).astype("int32")


def _pairs(labels: Any, preds: Any) -> Any:
    labels, preds = check_label_shapes(labels, preds, wrap=True)
    return ((look(label), look(pred)) for label, pred in zip(labels, preds, strict=True))


@alias("composite")
@register
class CompositeEvalMetric(_Composite, _Metric):
    """A list of metrics that are updated together; names and values come as lists."""

    def __init__(self, metrics: Any = None, name: str = "composite", output_names: Any = None, label_names: Any = None):
        super().__init__([create(item) for item in metrics or []], name, output_names, label_names)

    def add(self, metric: Any) -> None:
        """Add a metric, given as :func:`create` takes it."""
        self.metrics.append(create(metric))


@alias("acc")
@register
class Accuracy(_Accuracy, _Metric):
    """The share of labels that equal the prediction (see :class:`mxnet.metric.Accuracy`)."""


@alias("top_k_accuracy", "top_k_acc")
@register
class TopKAccuracy(classic.TopKAccuracy, _Metric):
    """The share of labels among the ``top_k`` highest scores (see :class:`mxnet.metric.TopKAccuracy`)."""


@register
class Loss(classic.Loss, _Metric):
    """The mean of outputs, which are losses."""


@register
class Torch(Loss):
    """The mean of outputs, which are losses."""

    def __init__(self, name: str = "torch", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)


@register
class CustomMetric(_Custom, _Metric):
    """What a function makes of labels and predictions (see :class:`mxnet.metric.CustomMetric`)."""


@alias("pearsonr")
@register
class PearsonCorrelation(classic.PearsonCorrelation, _Metric):
    """Pearson's correlation of labels and predictions over all samples."""

    def __init__(
        self, name: str = "pearsonr", output_names: Any = None, label_names: Any = None, average: str = "micro"
    ) -> None:
        super().__init__(name, output_names, label_names, average=average)


@register
class PCC(classic.PCC, _Metric):
    """The correlation of labels and predictions of any number of classes."""

    def __init__(self, name: str = "pcc", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)


# -- means over samples ---------------------------------------------------------------------------------------------


class _OverSamples(_Metric):
    """The mean of a value of each sample, which is what the first axis counts."""

    def _of_samples(self, label: np.ndarray, pred: np.ndarray) -> Any:
        raise NotImplementedError

    def update(self, labels: Any, preds: Any) -> None:
        """Add the values of a batch; ValueError for shapes that do not fit."""
        for label, pred in _pairs(labels, preds):
            values = self._of_samples(*_two_axes(label, pred))
            self._add(float(values.sum()), len(values))


def _two_axes(label: np.ndarray, pred: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return arrays of one shape, vectors as columns."""
    if label.ndim == 1:
        label = label[:, None]
    if pred.ndim == 1:
        pred = pred[:, None]
    return label, pred.reshape(label.shape) if pred.size == label.size else pred


@register
class MAE(_OverSamples):
    """The mean absolute error."""

    def __init__(self, name: str = "mae", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def _of_samples(self, label: np.ndarray, pred: np.ndarray) -> Any:
        return np.abs(label - pred).reshape(len(label), -1).mean(1)


@register
class MSE(_OverSamples):
    """The mean squared error."""

    def __init__(self, name: str = "mse", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def _of_samples(self, label: np.ndarray, pred: np.ndarray) -> Any:
        return ((label - pred) ** 2).reshape(len(label), -1).mean(1)


@register
class RMSE(MSE):
    """The root of the mean squared error."""

    def __init__(self, name: str = "rmse", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def _mean(self, total: Any, count: Any) -> Any:
        return math.sqrt(total / count)


@register
class MeanPairwiseDistance(_OverSamples):
    """The mean distance of labels and predictions, ``p`` the norm, over the last axis."""

    def __init__(self, name: str = "mpd", output_names: Any = None, label_names: Any = None, p: float = 2) -> None:
        super().__init__(name, output_names, label_names, p=p)
        self.p = p

    def _of_samples(self, label: np.ndarray, pred: np.ndarray) -> Any:
        return (np.abs(label - pred) ** self.p).sum(-1).reshape(-1) ** (1 / self.p)


@register
class MeanCosineSimilarity(_OverSamples):
    """The mean cosine of labels and predictions, over the last axis; ``eps`` bounds norms from below."""

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
            norms = np.linalg.norm(label, axis=-1) * np.linalg.norm(pred, axis=-1)
            values = (label * pred).sum(-1) / np.maximum(norms, self.eps)
            self._add(float(values.sum()), values.size)


@register
class BinaryAccuracy(_Metric):
    """The share of labels, 0 or 1, that equal whether the score is above ``threshold``."""

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
    """The mean of ``-log(probability of the label)``; ``axis`` has the classes.

    ``from_logits``: predictions are scores, of which the softmax is taken. Labels equal to ``ignore_label`` do not
    count.
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
            scores = np.moveaxis(pred, self.axis, -1).reshape(-1, classes).astype("float64")
            if self.from_logits:
                scores = np.exp(scores - scores.max(1, keepdims=True))
                scores /= scores.sum(1, keepdims=True)
            expected = label.astype("int64").ravel()
            chosen = scores[np.arange(len(expected)), expected]
            present = np.ones(len(expected), bool) if self.ignore_label is None else expected != self.ignore_label
            self._add(float(-np.log(chosen[present] + self.eps).sum()), int(present.sum()))


@register
class Perplexity(CrossEntropy):
    """The exponential of the cross entropy."""

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
    taken: Any
    right: Any

    def reset(self) -> None:
        """Clear the counts."""
        super().reset()
        self.true = self.taken = self.right = np.zeros(1)

    def reset_local(self) -> None:
        """Clear the counts: there is one sum."""
        self.reset()

    def update(self, labels: Any, preds: Any) -> None:
        """Count a batch; ValueError for shapes that do not fit."""
        for label, pred in _pairs(labels, preds):
            expected, result = self._tables(label, pred)
            if expected.shape != result.shape:
                raise ValueError(f"labels of shape {label.shape} do not fit predictions of shape {pred.shape}")
            self.true, self.taken, self.right = (
                _added(old, new.sum(0))
                for old, new in (
                    (self.true, expected), (self.taken, result), (self.right, expected & result)
                )
            )  # fmt: skip
            self.num_inst += len(expected)
            self.global_num_inst += len(expected)

    def _tables(self, label: np.ndarray, pred: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for each sample and class whether it is the label's, and whether it is predicted."""
        if self.class_type == "multilabel":
            return label.reshape(len(label), -1) == 1, predict_with_threshold(pred, self.threshold).reshape(
                len(label), -1
            )
        if self.class_type == "multiclass":
            scored = pred.ndim == label.ndim + 1
            if not scored and (pred != np.floor(pred)).any():
                raise ValueError(
                    f"{self.name}: expected scores with an axis of classes, or classes, got one score each"
                )
            classes = pred.shape[-1] if scored else int(max(label.max(), pred.max())) + 1
            chosen = pred.argmax(-1) if scored else pred
            return one_hot(label.ravel(), classes) == 1, one_hot(chosen.ravel(), classes) == 1
        expected = label.ravel()
        if set(np.unique(expected)) - {0, 1}:
            raise ValueError(f"{self.name}: labels of two classes are 0 and 1, got {np.unique(expected)}")
        scores = pred[..., -1] if pred.ndim > 1 and pred.shape[-1] == 2 and pred.size == 2 * label.size else pred
        if scores.size != expected.size:
            raise ValueError(f"labels of shape {label.shape} do not fit predictions of shape {pred.shape}")
        return (expected == 1)[:, None], predict_with_threshold(scores, self.threshold).reshape(-1, 1)


def _added(old: np.ndarray, new: np.ndarray) -> Any:
    size = max(len(old), len(new))
    return np.pad(old, (0, size - len(old))) + np.pad(new, (0, size - len(new)))


@register
class Fbeta(_Counts):
    """The weighted harmonic mean of precision and recall, in which recall counts ``beta`` times.

    ``class_type``: ``'binary'``, ``'multiclass'`` (one label of several) or ``'multilabel'``. ``average``: ``'micro'``
    counts all classes together, ``'macro'`` is the mean over classes, None gives the value of each.
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
        true, taken, right = self.true, self.taken, self.right
        if self.average == "micro":
            true, taken, right = true.sum(keepdims=True), taken.sum(keepdims=True), right.sum(keepdims=True)
        weight = self.beta**2
        total = weight * true + taken
        values = np.divide((1 + weight) * right, total, out=np.zeros(len(total)), where=total > 0)
        return self.name, values if self.average is None and len(values) > 1 else float(values.mean())


@register
class F1(Fbeta):
    """The harmonic mean of precision and recall (see :class:`Fbeta`)."""

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
    """The correlation coefficient of two classes (Matthews 1975)."""

    class_type = "binary"
    threshold = 0.5

    def __init__(self, name: str = "mcc", output_names: Any = None, label_names: Any = None) -> None:
        super().__init__(name, output_names, label_names)

    def get(self) -> tuple[Any, Any]:
        """Return name and value; NaN before any batch."""
        if self.num_inst == 0:
            return self.name, float("nan")
        n, true, taken, right = self.num_inst, float(self.true[0]), float(self.taken[0]), float(self.right[0])
        spread = math.sqrt(true * (n - true) * taken * (n - taken))
        return self.name, (n * right - true * taken) / spread if spread else 0.0
