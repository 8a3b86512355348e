"""Metrics of classification into many classes: accuracy, and losses and likelihoods of probabilities."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.errors import MXNetError, expect_number
from ..core.naming import named
from ..core.shared_methods import Shared
from .base import EvalMetric, Names, alias, check_label_shapes, constructor, look, paired, register

__all__ = ["Accuracy", "Caffe", "CrossEntropy", "Loss", "NegativeLogLikelihood", "Perplexity", "TopKAccuracy", "Torch"]


@alias("acc")
@register
class Accuracy(EvalMetric):
    """The share of labels that equal the prediction: right ones / all.

    Labels are classes, of any shape. Predictions are classes too, of the labels' shape, or scores with one axis more,
    whose largest value along ``axis`` names the class: labels (N,) and scores (N, classes), or (N, H, W) and (N,
    classes, H, W).

    Parameters
    ----------
    axis
        The axis of the classes, where predictions are scores.

    Examples
    --------
    >>> metric = mx.metric.Accuracy()
    >>> labels = [nd.array([0, 1, 1])]
    >>> metric.update(labels, [nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])])
    >>> metric.get()
    ('accuracy', 0.6666666666666666)
    """

    def __init__(
        self, axis: int = 1, name: str = "accuracy", output_names: Names = None, label_names: Names = None
    ) -> None:
        super().__init__(name, output_names, label_names, axis=axis, has_global_stats=True)
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        """Count the right predictions; ValueError where labels and predictions differ in number."""
        for label, pred in paired(labels, preds):
            scores = pred.shape != label.shape
            if scores and hasattr(pred, "context") and pred.context.device_type == "gpu":
                pred, scores = pred.argmax(axis=self.axis), False  # fewer numbers to fetch
            result = look(pred)
            if scores and not -result.ndim <= self.axis < result.ndim:
                raise MXNetError(
                    f"{self.name}: predictions of shape {result.shape} have no axis {self.axis} of classes, and are no "
                    f"classes for labels of shape {label.shape}; update takes the labels first"
                )
            result = (result.argmax(axis=self.axis) if scores else result).astype(np.int32, copy=False).ravel()
            expected = look(label).astype(np.int32, copy=False).ravel()
            check_label_shapes(expected, result)
            self._add(float((result == expected).sum()), len(result))


@alias("top_k_accuracy", "top_k_acc")
@register
class TopKAccuracy(EvalMetric):
    """The share of labels that are among the ``top_k`` highest scores.

    Labels are classes (N,), predictions are scores (N, classes).

    Parameters
    ----------
    top_k
        How many of the highest scores count, at least 2 and at most as many as there are classes.
    name
        The name under which the value is shown; ``_`` and ``top_k`` are appended.

    Raises
    ------
    AssertionError
        For a ``top_k`` below 2: use :class:`Accuracy`.

    Examples
    --------
    >>> metric = mx.metric.TopKAccuracy(top_k=2)
    >>> scores = nd.array([[0.1, 0.3, 0.6], [0.5, 0.3, 0.2]])
    >>> metric.update([nd.array([1, 2])], [scores])
    >>> metric.get()
    ('top_k_accuracy_2', 0.5)
    """

    def __init__(
        self, top_k: int = 1, name: str = "top_k_accuracy", output_names: Names = None, label_names: Names = None
    ) -> None:
        super().__init__(name, output_names, label_names, top_k=top_k, has_global_stats=True)
        expect_number("top_k", "a number of classes", top_k)
        assert top_k > 1, "Please use Accuracy if top_k is no more than 1"
        self.top_k = top_k
        self.name += f"_{top_k}"

    def get_config(self) -> dict[str, Any]:
        """Return what :func:`mxnet.metric.create` makes such a metric from."""
        return {**super().get_config(), "name": self.name.removesuffix(f"_{self.top_k}")}

    def update(self, labels: Any, preds: Any) -> None:
        """Count the labels among the best scores; ValueError for fewer than ``top_k`` classes."""
        for label, pred in paired(labels, preds):
            scores = look(pred).astype(np.float32)
            expected = look(label).astype(np.int32).ravel()
            assert scores.ndim <= 2, f"Predictions should be no more than 2 dims, got {scores.ndim}"
            best: np.ndarray
            if scores.ndim == 1:
                if (scores != np.floor(scores)).any():
                    raise ValueError(f"{self.name}: expected scores (samples, classes) or classes, got one score each")
                best = scores.astype(np.int32)[:, None]
            else:
                if scores.shape[1] < self.top_k:
                    raise ValueError(f"{self.name}: top_k={self.top_k} of {scores.shape[1]} classes")
                best = np.argpartition(scores, -self.top_k)[:, -self.top_k :]
            check_label_shapes(expected, best)
            self._add(float((best == expected[:, None]).sum()), len(best))


class _NegativeLog(EvalMetric, metaclass=Shared):
    """The mean of ``-log(p + eps)`` over the probabilities p of the labels."""

    eps: float

    def update(self, labels: Any, preds: Any) -> None:
        """Add a batch: labels of any shape, one for each row of the predictions (samples, classes).

        Further axes of the predictions are summed over.

        Raises AssertionError when these numbers differ, IndexError for a label that is no class.
        """
        for label, pred in paired(labels, preds):
            expected, probabilities = look(label).ravel(), look(pred)
            rows = probabilities.shape[0]
            assert expected.shape[0] == rows, f"{expected.shape[0]} labels for {rows} predictions"
            if probabilities.ndim < 2 or (probabilities.shape[1] == 1 and expected.any()):
                raise IndexError(f"{self.name}: expected probabilities (samples, classes), got {probabilities.shape}")
            chosen = probabilities[np.arange(rows), expected.astype(np.int64)]
            self._add(float((-np.log(chosen + self.eps)).sum()), rows)


def _with_eps(default: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def __init__(
        self: Any, eps: float = 1e-12, name: str = default, output_names: Names = None, label_names: Names = None
    ) -> None:
        EvalMetric.__init__(self, name, output_names, label_names, eps=eps, has_global_stats=True)
        self.eps = eps

    return lambda declared: named(declared.__qualname__)(__init__)


@alias("ce")
@register
class CrossEntropy(_NegativeLog):
    """The mean of ``-log(p + eps)``, where ``p`` is the probability that is predicted for the label.

    Labels are N classes, in any shape; predictions are probabilities (N, classes), such as a softmax gives.

    Parameters
    ----------
    eps
        What is added to probabilities, so that 0 gives no infinite value.

    Examples
    --------
    >>> metric = mx.metric.CrossEntropy()
    >>> probabilities = nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])
    >>> metric.update([nd.array([0, 1, 1])], [probabilities])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    cross-entropy 0.571599
    """

    @_with_eps("cross-entropy")
    def __init__(self) -> None: ...


@alias("nll_loss")
@register
class NegativeLogLikelihood(_NegativeLog):
    """The mean of ``-log(p + eps)``, where ``p`` is the probability that is predicted for the label.

    It is :class:`CrossEntropy` under another name: labels are N classes, in any shape; predictions are probabilities
    (N, classes).

    Parameters
    ----------
    eps
        What is added to probabilities, so that 0 gives no infinite value.

    Examples
    --------
    >>> metric = mx.metric.NegativeLogLikelihood()
    >>> probabilities = nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])
    >>> metric.update([nd.array([0, 1, 1])], [probabilities])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    nll-loss 0.571599
    """

    @_with_eps("nll-loss")
    def __init__(self) -> None: ...


@register
class Perplexity(EvalMetric):
    """``exp`` of the mean of ``-log(p)``, where ``p`` is the probability that is predicted for the label.

    It is among how many equally likely classes a model is undecided: 1 where it is always right and sure. Probabilities
    count as at least 1e-10. Labels are classes, of any shape; predictions are probabilities with one axis more. Labels
    beyond the classes count as the nearest class.

    Parameters
    ----------
    ignore_label
        Labels of this value, such as those of padding, do not count; None: all count. It must be given.
    axis
        The axis of the classes in the predictions.

    Examples
    --------
    >>> metric = mx.metric.Perplexity(ignore_label=None)
    >>> probabilities = nd.array([[0.3, 0.7], [0, 1], [0.4, 0.6]])
    >>> metric.update([nd.array([0, 1, 1])], [probabilities])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    perplexity 1.771098
    """

    def __init__(
        self,
        ignore_label: int | None,
        axis: int = -1,
        name: str = "perplexity",
        output_names: Names = None,
        label_names: Names = None,
    ) -> None:
        super().__init__(name, output_names, label_names, ignore_label=ignore_label, axis=axis, has_global_stats=True)
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        """Add a batch; AssertionError unless there is one label for each distribution."""
        assert len(labels) == len(preds), f"{len(labels)} labels for {len(preds)} predictions"
        for label, pred in zip(labels, preds, strict=True):
            scores = np.moveaxis(look(pred), self.axis, -1)
            classes = scores.shape[-1]
            assert label.size * classes == scores.size, (
                f"shape mismatch: {label.shape} vs. {pred.shape}: expected a label for each {classes} probabilities "
                f"along axis {self.axis}"
            )
            expected = look(label).ravel().astype(np.int64)
            chosen = scores.reshape(-1, classes)[np.arange(len(expected)), expected.clip(0, classes - 1)]
            if self.ignore_label is not None:
                chosen = chosen[look(label).ravel() != self.ignore_label]
            self._add(float(-np.log(np.maximum(chosen, 1e-10)).sum()), len(chosen))

    def _mean(self, total: Any, count: Any) -> float:
        return math.exp(total / count)


@register
class Loss(EvalMetric):
    """The mean of the predictions themselves, for networks whose outputs are losses. Labels are not looked at.

    Examples
    --------
    >>> metric = mx.metric.Loss()
    >>> metric.update(None, [nd.array([1, 2, 6])])
    >>> metric.get()
    ('loss', 3.0)
    """

    @constructor("loss")
    def __init__(self) -> None: ...

    def update(self, _: Any, preds: Any) -> None:
        """Add all values of a batch."""
        for pred in preds if isinstance(preds, (list, tuple)) else [preds]:
            values = look(pred)
            self._add(float(values.sum()), values.size)


@register
class Torch(Loss):
    """:class:`Loss` under the name of criterions of Torch.

    Examples
    --------
    >>> metric = mx.metric.Torch()
    >>> metric.update(None, [nd.array([1, 2, 6])])
    >>> metric.get()
    ('torch', 3.0)
    """

    @constructor("torch")
    def __init__(self) -> None: ...


@register
class Caffe(Loss):
    """:class:`Loss` under the name of criterions of Caffe.

    Examples
    --------
    >>> metric = mx.metric.Caffe()
    >>> metric.update(None, [nd.array([1, 2, 6])])
    >>> metric.get()
    ('caffe', 3.0)
    """

    @constructor("caffe")
    def __init__(self) -> None: ...
