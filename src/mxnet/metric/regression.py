"""Metrics of regression: mean errors, and Pearson's correlation."""

import math
from typing import Any

import numpy as np

from ..core.shared_methods import Shared
from .base import EvalMetric, alias, averaged, check_label_shapes, constructor, look, paired, register

__all__ = ["MAE", "MSE", "RMSE", "PearsonCorrelation"]


def _column(array: Any) -> np.ndarray:
    values = look(array)
    return values.reshape(-1, 1) if values.ndim == 1 else values


class _MeanError(EvalMetric, metaclass=Shared):
    """The mean over batches of a mean over their values; vectors count as columns."""

    def _error(self, difference: np.ndarray) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define _error")

    def update(self, labels: Any, preds: Any) -> None:
        """Add the error of a batch; ValueError for shapes that do not fit."""
        for label, pred in paired(labels, preds):
            self._add(float(self._error(_column(label) - _column(pred))), 1)


@register
class MAE(_MeanError):
    """The mean absolute error, ``mean(abs(label - pred))``.

    Labels and predictions have one shape; (N,) and (N, 1) are the same. The value is the mean over batches, whatever
    their sizes.

    Examples
    --------
    >>> metric = mx.metric.MAE()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mae 1.0
    """

    @constructor("mae")
    def __init__(self) -> None: ...

    def _error(self, difference: np.ndarray) -> Any:
        return np.abs(difference).mean()


@register
class MSE(_MeanError):
    """The mean squared error, ``mean((label - pred)**2)``.

    Labels and predictions have one shape; (N,) and (N, 1) are the same. The value is the mean over batches, whatever
    their sizes.

    Examples
    --------
    >>> metric = mx.metric.MSE()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    mse 1.666667
    """

    @constructor("mse")
    def __init__(self) -> None: ...

    def _error(self, difference: np.ndarray) -> Any:
        return (difference**2.0).mean()


@register
class RMSE(_MeanError):
    """The root of the mean squared error, ``sqrt(mean((label - pred)**2))``.

    Labels and predictions have one shape; (N,) and (N, 1) are the same. The value is the mean over batches, whatever
    their sizes.

    Examples
    --------
    >>> metric = mx.metric.RMSE()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    rmse 1.290994
    """

    @constructor("rmse")
    def __init__(self) -> None: ...

    def _error(self, difference: np.ndarray) -> Any:
        return np.sqrt((difference**2.0).mean())


class _Joint:
    """Means, squared deviations and co-deviation of two series, batch by batch (Chan, Golub, LeVeque 1983)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = np.zeros(2)
        self.products = np.zeros((2, 2))

    def add(self, first: np.ndarray, second: np.ndarray) -> None:
        """Take a batch into account."""
        values = np.stack([first, second]).astype(np.float64)
        added = values.shape[1]
        if not added:
            return
        mean = values.mean(axis=1)
        centred = values - mean[:, None]
        shift, total = mean - self.mean, self.count + added
        self.products += centred @ centred.T + np.outer(shift, shift) * (self.count * added / total)
        self.mean += shift * (added / total)
        self.count = total

    @property
    def correlation(self) -> float:
        """Pearson's correlation; NaN where a series is constant or nothing was added."""
        spread = self.products[0, 0] * self.products[1, 1]
        return float(self.products[0, 1] / math.sqrt(spread)) if spread > 0 else float("nan")


@alias("pearsonr")
@register
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation of labels and predictions, from -1 to 1.

    It is ``cov(label, pred) / (std(label) * std(pred))`` over all elements; NaN where one of them is constant. Labels
    and predictions have one shape.

    Parameters
    ----------
    average
        'macro': the mean of the correlations of batches; any other, such as 'micro': the correlation of all values
        since the reset together.

    Examples
    --------
    >>> metric = mx.metric.PearsonCorrelation()
    >>> metric.update([nd.array([1, 2, 3])], [nd.array([1, 4, 2])])
    >>> print(metric.get()[0], round(metric.get()[1], 6))
    pearsonr 0.327327
    """

    average: str

    @averaged("pearsonr")
    def __init__(self) -> None: ...

    def reset(self) -> None:
        """Clear both sums."""
        super().reset()
        self.reset_micro()

    def reset_local(self) -> None:
        """Clear the local sum."""
        super().reset_local()
        self._local = _Joint()

    def reset_micro(self) -> None:
        """Clear the joint statistics of all values."""
        self._local, self._global = _Joint(), _Joint()

    def update_variance(self, new_values: Any, *aggregate: float) -> tuple[float, float, float]:
        """Return ``(count, mean, squared deviations)`` of a series after ``new_values`` joined it.

        ``aggregate`` are the same three of the series before.
        """
        count, mean, squares = aggregate
        values = np.asarray(new_values, dtype=np.float64).ravel()
        total = count + values.size
        shift = values.mean() - mean
        squares += ((values - values.mean()) ** 2).sum() + shift**2 * count * values.size / total
        return total, float(mean + shift * values.size / total), float(squares)

    def update_cov(self, label: Any, pred: Any) -> None:
        """Add a batch to the joint statistics of all values."""
        for joint in (self._local, self._global):
            joint.add(look(pred).ravel(), look(label).ravel())

    def update(self, labels: Any, preds: Any) -> None:
        """Add a batch; ValueError unless labels and predictions have one shape."""
        for label, pred in paired(labels, preds):
            check_label_shapes(label, pred, shape=True)
            if self.average == "macro":
                batch = _Joint()
                batch.add(look(pred).ravel(), look(label).ravel())
                self._add(batch.correlation, 1)
                continue
            self.update_cov(label, pred)
            self.num_inst += 1
            self.global_num_inst += 1
            self.sum_metric = self._local.correlation * self.num_inst
            self.global_sum_metric = self._global.correlation * self.global_num_inst
