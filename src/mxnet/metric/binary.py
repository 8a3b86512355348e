"""Metrics of classification from counts of confusions: F1, Matthews' correlation, and its form for many classes."""

import math
from typing import Any

import numpy as np

from ..core.shared_methods import Shared
from .base import EvalMetric, Names, averaged, check_label_shapes, look, paired, register

__all__ = ["F1", "MCC", "PCC"]


def _classes(label: Any, scores: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return labels and predicted classes as flat integers; ValueError if there are not as many.

    Scores are (samples, classes), or one number for each label: a class, or a score that is above 0.5 for class 1.
    """
    expected, result = look(label).astype(np.int32), look(scores)
    if expected.shape[:1] != result.shape[:1] or expected.size != result.size:
        result = result.argmax(axis=1)
    elif (result != np.floor(result)).any():
        result = _above_half(expected, result)
    expected, result = expected.ravel(), result.astype(np.int32).ravel()
    check_label_shapes(expected, result)
    return expected, result


def _above_half(labels: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return the classes 0 and 1 of scores; ValueError where labels have others."""
    if ((labels != 0) & (labels != 1)).any():
        raise ValueError(
            f"one score for each label, as {scores.shape} holds, tells 0 from 1, and labels are "
            f"{np.unique(labels).tolist()}; expected scores of shape (samples, classes), or predicted classes"
        )
    return scores > 0.5


class BinaryCounts:
    """True and false positives and negatives; class 1 is positive."""

    def __init__(self) -> None:
        self.tp = self.fp = self.tn = self.fn = 0

    def add(self, label: Any, pred: Any) -> None:
        """Count a batch; ValueError for more than two classes."""
        expected, result = _classes(label, pred)
        if len(np.unique(expected)) > 2:
            raise ValueError("this metric currently only supports binary classification")
        self.tp += int(((result == 1) & (expected == 1)).sum())
        self.fp += int(((result == 1) & (expected != 1)).sum())
        self.fn += int(((result != 1) & (expected == 1)).sum())
        self.tn += int(((result != 1) & (expected != 1)).sum())

    @property
    def total(self) -> int:
        """How many samples were counted."""
        return self.tp + self.fp + self.tn + self.fn

    @property
    def precision(self) -> float:
        """The share of right ones among the positive predictions; 0 where there are none."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    @property
    def recall(self) -> float:
        """The share of positive labels that were predicted; 0 where there are none."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 where there are no true positives."""
        return 2.0 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    @property
    def mcc(self) -> float:
        """Matthews' correlation; an empty margin counts as 1 (so that the result is 0)."""
        margins = (self.tp + self.fp, self.tp + self.fn, self.tn + self.fp, self.tn + self.fn)
        product = math.prod(margin or 1 for margin in margins)
        return (self.tp * self.tn - self.fp * self.fn) / math.sqrt(product)


def _count_property(which: str, value: str) -> property:
    """Return the property that is a value of one of the two counts."""
    return property(lambda self: getattr(getattr(self, which), value))


class BinaryClassificationMetrics:
    """The counts of confusions since the last reset and of all: metrics that programs define count with this."""

    def __init__(self) -> None:
        self.reset_stats()

    def update_binary_stats(self, label: Any, pred: Any) -> None:
        """Count a batch; ValueError for more than two classes."""
        for counts in (self._local, self._global):
            counts.add(label, pred)

    true_positives, global_true_positives = _count_property("_local", "tp"), _count_property("_global", "tp")
    false_positives, global_false_positives = _count_property("_local", "fp"), _count_property("_global", "fp")
    true_negatives, global_true_negatives = _count_property("_local", "tn"), _count_property("_global", "tn")
    false_negatives, global_false_negatives = _count_property("_local", "fn"), _count_property("_global", "fn")
    precision, global_precision = _count_property("_local", "precision"), _count_property("_global", "precision")
    recall, global_recall = _count_property("_local", "recall"), _count_property("_global", "recall")
    fscore, global_fscore = _count_property("_local", "f1"), _count_property("_global", "f1")
    total_examples, global_total_examples = _count_property("_local", "total"), _count_property("_global", "total")

    def matthewscc(self, use_global: bool = False) -> float:
        """Return Matthews' correlation; 0 where nothing was counted."""
        return (self._global if use_global else self._local).mcc

    def local_reset_stats(self) -> None:
        """Forget the counts since the last reset."""
        self._local = BinaryCounts()

    def reset_stats(self) -> None:
        """Forget all counts."""
        self._local, self._global = BinaryCounts(), BinaryCounts()


class _BinaryMetric(EvalMetric, metaclass=Shared):
    """A value of the counts: the mean over batches (``'macro'``), or of all samples together (any other average)."""

    _value: str
    average: str

    def update(self, labels: Any, preds: Any) -> None:
        """Count a batch of labels and (samples, classes) scores; ValueError for more than two classes."""
        batch = BinaryCounts()
        for label, pred in paired(labels, preds):
            batch.add(label, pred)
            if self.average != "macro":
                self._local.add(label, pred)
                self._global.add(label, pred)
        if self.average == "macro":
            self._add(getattr(batch, self._value), 1)
            return
        self.num_inst, self.global_num_inst = self._local.total, self._global.total
        self.sum_metric = getattr(self._local, self._value) * self.num_inst
        self.global_sum_metric = getattr(self._global, self._value) * self.global_num_inst

    def reset(self) -> None:
        """Clear the counts and the sums."""
        super().reset()
        self._local, self._global = BinaryCounts(), BinaryCounts()

    def reset_local(self) -> None:
        """Clear the local counts and sum."""
        super().reset_local()
        self._local = BinaryCounts()


@register
class F1(_BinaryMetric):
    """The F1 score of two classes: the harmonic mean of precision and recall.

    With the true positives ``tp``, false positives ``fp`` and false negatives ``fn``, class 1 being positive, it is ``2
    * tp / (2 * tp + fp + fn)``; 0 without true positives. Labels are 0 and 1, (N,); predictions are scores (N, 2), or
    (N,): classes, or scores that are above 0.5 for class 1.

    Parameters
    ----------
    average
        'macro': the mean of the values of batches; any other, such as 'micro': the value of all samples since the reset
        together.

    Raises
    ------
    ValueError
        From :meth:`update`, for labels of more than two classes.

    Examples
    --------
    >>> metric = mx.metric.F1()
    >>> scores = nd.array([[0.3, 0.7], [0.8, 0.2], [0.4, 0.6], [0.9, 0.1]])
    >>> metric.update([nd.array([1, 0, 0, 0])], [scores])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    f1 0.666667
    """

    _value = "f1"

    @averaged("f1")
    def __init__(self) -> None: ...


@register
class MCC(_BinaryMetric):
    """Matthews' correlation coefficient of two classes: 1 where all are right, 0 as by chance, -1 where all are wrong.

    From true and false positives and negatives::

        (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))

    where a sum of 0 counts as 1. Labels are 0 and 1, (N,); predictions are scores (N, 2), or (N,): classes, or scores
    that are above 0.5 for class 1.

    Parameters
    ----------
    average
        'macro': the mean of the values of batches; any other, such as 'micro': the value of all samples since the reset
        together.

    Raises
    ------
    ValueError
        From :meth:`update`, for labels of more than two classes.

    See Also
    --------
    PCC : for more classes.

    Notes
    -----
    Matthews, "Comparison of the predicted and observed secondary structure of T4 phage lysozyme", 1975.

    Examples
    --------
    >>> metric = mx.metric.MCC()
    >>> scores = nd.array([[0.3, 0.7], [0.8, 0.2], [0.4, 0.6], [0.9, 0.1]])
    >>> metric.update([nd.array([1, 0, 0, 0])], [scores])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mcc 0.57735
    """

    _value = "mcc"

    @averaged("mcc")
    def __init__(self) -> None: ...


@register
class PCC(EvalMetric):
    """The correlation of labels and predictions of any number of classes, over all samples; of two it is :class:`MCC`.

    Labels are classes (N,); predictions are scores (N, classes), or classes. ``k`` is the number of classes seen,
    ``lcm`` and ``gcm`` the local and the global table of how often class j was taken for class i.

    Parameters
    ----------
    has_global_stats
        Whether :meth:`get_global` has the value since the last full reset.

    Notes
    -----
    Gorodkin, "Comparing two K-category assignments by a K-category correlation coefficient", 2004.

    Examples
    --------
    >>> metric = mx.metric.PCC()
    >>> scores = nd.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.8, 0.1]])
    >>> metric.update([nd.array([0, 1, 2])], [scores])
    >>> print(round(metric.get()[1], 6))
    0.612372
    """

    lcm: np.ndarray
    gcm: np.ndarray

    def __init__(
        self, name: str = "pcc", output_names: Names = None, label_names: Names = None, has_global_stats: bool = True
    ) -> None:
        self.k = 2
        super().__init__(name, output_names, label_names, has_global_stats=has_global_stats)

    def update(self, labels: Any, preds: Any) -> None:
        """Count a batch of labels and (samples, classes) scores."""
        for label, pred in paired(labels, preds):
            expected, result = _classes(label, pred)
            self._grow(max(int(expected.max(initial=0)), int(result.max(initial=0))) + 1)
            table = np.zeros((self.k, self.k))
            np.add.at(table, (result, expected), 1)
            self.lcm += table
            self.gcm += table
        self.num_inst += 1
        self.global_num_inst += 1

    def _grow(self, classes: int) -> None:
        if classes > self.k:
            more = ((0, classes - self.k), (0, classes - self.k))
            self.lcm, self.gcm = np.pad(self.lcm, more), np.pad(self.gcm, more)
            self.k = classes

    @staticmethod
    def _calc_mcc(table: np.ndarray) -> float:
        count, result, expected = table.sum(), table.sum(axis=1), table.sum(axis=0)
        spread = (result * (count - result)).sum() * (expected * (count - expected)).sum()
        if spread == 0:
            return float("nan")
        return float((table.diagonal() * count - result * expected).sum() / math.sqrt(spread))

    @property
    def sum_metric(self) -> float:
        """The local value times the number of batches."""
        return self._calc_mcc(self.lcm) * float(self.num_inst)

    @property
    def global_sum_metric(self) -> float:
        """The global value times the number of batches."""
        return self._calc_mcc(self.gcm) * float(self.global_num_inst)

    def reset(self) -> None:
        """Clear both tables."""
        self.global_num_inst = 0
        self.gcm = np.zeros((self.k, self.k))
        self.reset_local()

    def reset_local(self) -> None:
        """Clear the local table."""
        self.num_inst = 0
        self.lcm = np.zeros((self.k, self.k))
