"""Whether a converted network computes what the original does: differences of results, and images to look at."""

import math
import os
from collections.abc import Sequence

import numpy as np

from .. import image
from ..core.errors import MXNetError
from .console import Refusal

Arrays = Sequence[np.ndarray]


def difference(got: Arrays, want: Arrays) -> tuple[float, float]:
    """Return the largest absolute difference, and that divided by the largest number expected.

    Infinite numbers and NaN have to be the same in both.
    """
    if [item.shape for item in got] != [item.shape for item in want]:
        came, wanted = [item.shape for item in got], [item.shape for item in want]
        raise MXNetError(f"shapes differ: {came} came, {wanted} expected")
    actual, expected = (np.concatenate([[0.0], *(array.ravel() for array in arrays)]) for arrays in (got, want))
    finite = np.isfinite(expected)
    if not (np.isfinite(actual) == finite).all() or not np.array_equal(
        actual[~finite], expected[~finite], equal_nan=True
    ):
        return math.inf, math.inf
    absolute = float(np.abs(actual[finite] - expected[finite]).max())
    largest = float(np.abs(expected[finite]).max())
    return absolute, absolute / largest if largest else absolute


def differ_in_order_only(got: Arrays, want: Arrays, tolerance: float) -> bool:
    """Return whether results differ in the order of rows of equal score alone, as those of detectors do.

    Only results ``(N, rows, columns)`` have rows. The rows of each item of the batch have to be the same, and the
    scores, the column by which they are sorted, in the order in which they come.
    """
    for actual, expected in zip(got, want, strict=True):
        limit = tolerance * max(1.0, float(np.abs(expected[np.isfinite(expected)]).max(initial=0)))
        if np.allclose(actual, expected, rtol=0, atol=limit, equal_nan=True):
            continue
        column = _sorted_column(expected) if expected.ndim == 3 else None
        if column is None or not np.allclose(actual[..., column], expected[..., column], rtol=0, atol=limit):
            return False
        if not all(_same_rows(a, b, limit) for a, b in zip(actual, expected, strict=True)):
            return False
    return True


def _sorted_column(rows: np.ndarray) -> int | None:
    """Return the column of ``(N, rows, columns)`` that falls from row to row, of several that with the most values."""
    falls = [i for i in range(rows.shape[2]) if (np.diff(rows[..., i]) <= 0).all()]
    return max(falls, key=lambda i: len(np.unique(rows[..., i])), default=None)


def _same_rows(actual: np.ndarray, expected: np.ndarray, limit: float) -> bool:
    """Return whether every row of one is a row of the other, each once."""
    remaining = list(expected)
    for row in actual:
        near = [i for i, other in enumerate(remaining) if np.allclose(row, other, rtol=0, atol=limit, equal_nan=True)]
        if not near:
            return False
        del remaining[near[0]]
    return True


def picture(path: str, shape: Sequence[int], mean: Sequence[float], std: Sequence[float], scale: float) -> np.ndarray:
    """Return an image file as an input ``(1, 3, H, W)``: its middle, red first, ``(pixel / scale - mean) / std``."""
    if len(shape) != 4 or shape[1] != 3:
        raise Refusal(f"--check needs an input of images (N, 3, H, W), the network's is {tuple(shape)}")
    if not os.path.exists(path):
        raise Refusal(f"{path}: there is no such file")
    result = image.imread(path)
    high, wide = shape[2:]
    ratio = max(high / result.shape[0], wide / result.shape[1])
    result = image.imresize(
        result, max(wide, round(result.shape[1] * ratio)), max(high, round(result.shape[0] * ratio))
    )
    pixels = image.center_crop(result, (wide, high))[0].asnumpy().astype(np.float32)
    normalized = (pixels / scale - np.asarray(mean, np.float32)) / np.asarray(std, np.float32)
    return normalized.transpose(2, 0, 1)[None].astype(np.float32)


def top(scores: np.ndarray, names: Sequence[str], count: int = 5) -> list[tuple[str, float]]:
    """Return the best classes and their scores."""
    best = np.argsort(-scores.reshape(-1), kind="stable")[:count]
    return [(names[i] if i < len(names) else f"class {i}", float(scores.reshape(-1)[i])) for i in best]
