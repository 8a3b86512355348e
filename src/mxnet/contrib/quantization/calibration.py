"""Calibration: statistics of a graph's values collected from examples, and the ranges computed from them."""

import logging
from collections.abc import Iterable
from typing import Any

import numpy as np

from ... import ndarray as nd
from ...ops._divergence import smooth

__all__ = [
    "LayerHistogramCollector", "LayerOutputMinMaxCollector", "_LayerHistogramCollector",
    "_LayerOutputMinMaxCollector", "_get_optimal_threshold", "_get_optimal_thresholds", "_smooth_distribution",
    "combine_histogram",
]  # fmt: skip

#: counts, bin edges, minimum and maximum of the values, and the threshold: the bins reach from minus it to it
Histogram = tuple[Any, Any, Any, Any, Any]


def _array(arr: Any) -> Any:
    return arr if isinstance(arr, np.ndarray) else arr.asnumpy()


class _LayerOutputMinMaxCollector:
    """Collects the minimum and maximum of each layer in ``min_max_dict``, by name.

    Parameters
    ----------
    quantized_dtype
        ``'int8'``, ``'uint8'`` or ``'auto'``.
    include_layer
        The names of the values to collect; None: all.
    logger
        Where the log goes; None: nowhere.

    Examples
    --------
    >>> collector = mx.contrib.quantization.LayerOutputMinMaxCollector("int8")
    >>> collector.collect("fc_output", nd.array([-1, 3]))
    >>> list(collector.min_max_dict)
    ['fc_output']
    """

    def __init__(
        self, quantized_dtype: str, include_layer: Iterable[str] | None = None, logger: logging.Logger | None = None
    ) -> None:
        self.min_max_dict: dict[str, tuple[float, float]] = {}
        self.quantized_dtype = quantized_dtype
        self.include_layer = include_layer
        self.logger = logger

    def collect(self, name: str, arr: Any) -> None:
        """Take the values of one layer for one batch."""
        if self.include_layer is not None and name not in self.include_layer:
            return
        result = _array(arr)
        low, high = float(result.min()), float(result.max())
        if name in self.min_max_dict:
            low, high = min(low, self.min_max_dict[name][0]), max(high, self.min_max_dict[name][1])
        self.min_max_dict[name] = low, high
        if self.logger is not None:
            self.logger.info("Collecting layer %s min_range=%f, max_range=%f", name, low, high)


class _LayerHistogramCollector:
    """Collects histograms of each layer in ``hist_dict``, by name, for thresholds of least divergence.

    Parameters
    ----------
    num_bins
        The initial number of bins.
    include_layer
        The names of the values to collect; None: all.
    logger
        Where the log goes; None: nowhere.

    Examples
    --------
    >>> mx.contrib.quantization.LayerHistogramCollector(num_bins=101).hist_dict
    {}
    """

    def __init__(
        self, num_bins: int = 8001, include_layer: Iterable[str] | None = None, logger: logging.Logger | None = None
    ) -> None:
        self.hist_dict: dict[str, Histogram] = {}
        self.num_bins = num_bins
        self.include_layer = include_layer
        self.logger = logger

    def collect(self, name: str, arr: Any) -> None:
        """Take the values of one layer for one batch."""
        if self.include_layer is not None and name not in self.include_layer:
            return
        result = _array(arr)
        low, high = result.min(), result.max()
        threshold = max(abs(low), abs(high))
        if name in self.hist_dict:
            self.hist_dict[name] = combine_histogram(self.hist_dict[name], result, low, high, threshold)
        else:
            counts, edges = _counted(result, self.num_bins, threshold)
            self.hist_dict[name] = (counts, edges, low, high, threshold)
        if self.logger is not None:
            self.logger.info("Collecting layer %s histogram of shape %s", name, result.shape)


#: the names of MXNet 2, without the underscore
LayerHistogramCollector = _LayerHistogramCollector
LayerOutputMinMaxCollector = _LayerOutputMinMaxCollector


def _counted(arr: Any, bins: int, threshold: Any) -> tuple[Any, Any]:
    """Return counts and edges of bins around zero; the edges are computed in float64, as by NumPy 1."""
    return np.histogram(arr, bins=bins, range=(-float(threshold), float(threshold)))


def combine_histogram(old_hist: Histogram, arr: Any, new_min: Any, new_max: Any, new_th: Any) -> Histogram:
    """Return a histogram with the values of ``arr`` added; bins of the same width are added to hold them all.

    Parameters
    ----------
    old_hist : tuple
        A histogram: counts, edges, minimum, maximum, and the threshold; the bins reach from minus it to it.
    arr : array
        The values to count.
    new_min : number
        Their minimum.
    new_max : number
        Their maximum.
    new_th : number
        The greater one of both in absolute value.

    Returns
    -------
    Such a tuple.

    Examples
    --------
    >>> from mxnet.contrib.quantization import combine_histogram
    >>> old = (np.array([1, 2]), np.array([-2., 0, 2]), -1, 1, 2)
    >>> counts, edges, *rest = combine_histogram(old, nd.array([0.5, 3]), 0.5, 3, 3)
    >>> print(counts, edges, rest)
    [0 1 3 1] [-4. -2.  0.  2.  4.] [-1, 3, 4.0]
    """
    counts, edges, low, high, threshold = old_hist
    low, high = min(low, new_min), max(high, new_max)
    if new_th <= threshold:
        added, _ = _counted(arr, len(counts), threshold)
        return counts + added, edges, low, high, threshold
    if threshold == 0:  # nothing but zeros so far
        added, edges = _counted(arr, len(counts), new_th)
        added[len(counts) // 2] += counts.sum()
        return added, edges, low, high, new_th
    width = 2 * threshold / len(counts)
    more = int((new_th - threshold) // width + 1)
    threshold = more * width + threshold
    added, edges = _counted(arr, len(counts) + 2 * more, threshold)
    added[more : more + len(counts)] += counts
    return added, edges, low, high, threshold


def _smooth_distribution(p: Any, eps: float = 0.0001) -> Any:
    """Return counts in which zeros are replaced by ``eps``, taken in equal parts from the other counts.

    Raises ValueError if all are zero, AssertionError if a count is less than what would be taken from it.
    """
    counts = np.asarray(p)
    if not counts.any():
        raise ValueError("The discrete probability distribution is malformed. All entries are 0.")
    result = smooth(counts.astype(np.float32), eps)
    assert result is not None, f"eps={eps} takes more from an entry than there is"
    return result


def _get_optimal_threshold(
    hist_data: Histogram, quantized_dtype: str, num_quantized_bins: int = 255
) -> tuple[Any, Any, Any, Any]:
    """Return ``(min, max, threshold, divergence)`` for a histogram.

    Values that are never negative have twice the levels in uint8.
    """
    counts, edges, low, high, _ = hist_data
    if low >= 0 and quantized_dtype in ("auto", "uint8"):
        num_quantized_bins = num_quantized_bins * 2 + 1
    hist, hist_edges = (nd.array(np.asarray(item), dtype="float32") for item in (counts, edges))
    threshold, divergence = nd.contrib.calibrate_entropy(hist, hist_edges, num_quantized_bins=num_quantized_bins)
    return low, high, threshold.asnumpy(), divergence.asnumpy()


def _get_optimal_thresholds(
    hist_dict: Any, quantized_dtype: str, num_quantized_bins: int = 255, logger: logging.Logger | None = None
) -> dict[str, tuple[Any, Any]]:
    """Return by layer the range of least divergence; ``hist_dict`` is emptied to free its memory."""
    assert isinstance(hist_dict, dict), f"hist_dict: expected a dict, got {type(hist_dict).__name__}"
    result = {}
    for name in list(hist_dict):
        histogram = hist_dict.pop(name)
        low, high, threshold, divergence = _get_optimal_threshold(histogram, quantized_dtype, num_quantized_bins)
        from_zero = low >= 0 and quantized_dtype in ("auto", "uint8")
        result[name] = (0 if from_zero else -threshold), threshold
        if logger is not None:
            numbers = (np.asarray(item).item() for item in (low, high, threshold, divergence))
            logger.info("layer=%s, min_val=%f, max_val=%f, threshold=%f, divergence=%f", name, *numbers)
    return result
