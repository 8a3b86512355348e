"""Metrics of classification into many classes: accuracy, and losses and likelihoods of probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.errors import MXNetError
from ..core.shared_methods import Shared
from .base import EvalMetric, alias, check_label_shapes, look, register


@alias("acc")
@register
class Accuracy(EvalMetric):
    """The share of labels that equal the prediction.

    Predictions are classes, of the labels' shape, or scores, whose largest along ``axis`` names the class.
    """

    def __init__(
        self,
        axis: int = 1,
        name: str = "accuracy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names, axis=axis, has_global_stats=True)
        self.axis = axis

    def update(self, labels: Any, preds: Any) -> None:
        """Count the right predictions; ValueError where labels and predictions differ in number."""
        labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=True):
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
    """The share of labels among the ``top_k`` (at least 2) highest scores; predictions are (samples, classes)."""

    def __init__(
        self,
        top_k: int = 1,
        name: str = "top_k_accuracy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names, top_k=top_k, has_global_stats=True)
        assert top_k > 1, "Please use Accuracy if top_k is no more than 1"
        self.top_k = top_k
        self.name += f"_{top_k}"

    def get_config(self) -> dict[str, Any]:
        """Return what :func:`mxnet.metric.create` makes such a metric from."""
        return {**super().get_config(), "name": self.name.removesuffix(f"_{self.top_k}")}

    def update(self, labels: Any, preds: Any) -> None:
        """Count the labels among the best scores; ValueError for fewer than ``top_k`` classes."""
        labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=True):
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

        Raises AssertionError when these numbers differ, IndexError for a label that is no class.
        """
        labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=True):
            expected, probabilities = look(label).ravel(), look(pred)
            rows = probabilities.shape[0]
            assert expected.shape[0] == rows, f"{expected.shape[0]} labels for {rows} predictions"
            chosen = probabilities[np.arange(rows), expected.astype(np.int64)]
            self._add(float((-np.log(chosen + self.eps)).sum()), rows)


@alias("ce")
@register
class CrossEntropy(_NegativeLog):
    """The mean of ``-log(p + eps)`` of the labels' probabilities."""

    def __init__(
        self,
        eps: float = 1e-12,
        name: str = "cross-entropy",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names, eps=eps, has_global_stats=True)
        self.eps = eps


@alias("nll_loss")
@register
class NegativeLogLikelihood(_NegativeLog):
    """The mean of ``-log(p + eps)`` of the labels' probabilities, under its other name."""

    def __init__(
        self,
        eps: float = 1e-12,
        name: str = "nll-loss",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names, eps=eps, has_global_stats=True)
        self.eps = eps


@register
class Perplexity(EvalMetric):
    """``exp`` of the mean of ``-log(p)`` of the labels' probabilities p (at least 1e-10).

    Classes lie along ``axis`` of the predictions; labels equal to ``ignore_label`` do not count. Labels beyond the
    classes count as the nearest class.
    """

    def __init__(
        self,
        ignore_label: int | None,
        axis: int = -1,
        name: str = "perplexity",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
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
            assert label.size * classes == scores.size, f"shape mismatch: {label.shape} vs. {pred.shape}"
            expected = look(label).ravel().astype(np.int64)
            chosen = scores.reshape(-1, classes)[np.arange(len(expected)), expected.clip(0, classes - 1)]
            if self.ignore_label is not None:
                chosen = chosen[look(label).ravel() != self.ignore_label]
            self._add(float(-np.log(np.maximum(chosen, 1e-10)).sum()), len(chosen))

    def _mean(self, total: Any, count: Any) -> float:
        return math.exp(total / count)


@register
class Loss(EvalMetric):
    """The mean of the predictions themselves, for networks whose outputs are losses. Labels are not looked at."""

    def __init__(
        self,
        name: str = "loss",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names, has_global_stats=True)

    def update(self, _: Any, preds: Any) -> None:
        """Add all values of a batch."""
        for pred in preds if isinstance(preds, (list, tuple)) else [preds]:
            values = look(pred)
            self._add(float(values.sum()), values.size)


@register
class Torch(Loss):
    """:class:`Loss` under the name of criterions of Torch."""

    def __init__(
        self,
        name: str = "torch",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names)


@register
class Caffe(Loss):
    """:class:`Loss` under the name of criterions of Caffe."""

    def __init__(
        self,
        name: str = "caffe",
        output_names: Sequence[str] | None = None,
        label_names: Sequence[str] | None = None,
    ) -> None:
        super().__init__(name, output_names, label_names)
