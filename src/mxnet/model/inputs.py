"""The data of :class:`~mxnet.model.FeedForward`: iterators, and arrays that are wrapped in iterators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..io import DataIter, NDArrayIter
from ..ndarray import NDArray

_ARRAYS = (np.ndarray, NDArray)


def as_iter(X: Any, y: Any, is_train: bool, batch_size: int) -> Any:
    """Return an iterator over ``X`` and ``y``, or ``X`` if it is one.

    Training shuffles and lets rows roll over to the next epoch; prediction keeps the order and needs no ``y``. Raises
    ValueError for labels that are missing or do not fit, TypeError for other kinds of data.
    """
    if not isinstance(X, _ARRAYS):
        if not isinstance(X, DataIter):
            raise TypeError("X must be DataIter, NDArray or numpy.ndarray")
        return X
    if y is None:
        if is_train:
            raise ValueError("y must be specified when X is numpy.ndarray")
        y = np.zeros(X.shape[0])
    if not isinstance(y, _ARRAYS):
        raise TypeError("y must be ndarray when X is numpy.ndarray")
    if X.shape[0] != y.shape[0]:
        raise ValueError(f"The numbers of data points and labels not equal: {X.shape[0]} and {y.shape[0]}")
    if len(y.shape) == 2 and y.shape[1] == 1:
        y = y.reshape((-1,))
    if len(y.shape) != 1:
        raise ValueError(f"Label must be 1D or 2D (with 2nd dimension being 1), got shape {y.shape}")
    size = min(X.shape[0], batch_size)
    return NDArrayIter(X, y, size, shuffle=is_train, last_batch_handle="roll_over" if is_train else "pad")


def as_eval_iter(eval_data: Any, as_iter: Callable[[Any, Any, bool], Any]) -> Any:
    """Return an iterator over data to evaluate: None, an iterator, or a pair of arrays or lists."""
    if eval_data is None or isinstance(eval_data, DataIter):
        return eval_data
    if not (isinstance(eval_data, (tuple, list)) and len(eval_data) == 2):
        raise TypeError("Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of length 2)")
    X, y = (np.array(array) if isinstance(array, list) else array for array in eval_data)
    if X is None:
        raise ValueError("Eval data is NONE")
    return X if y is None and isinstance(X, DataIter) else as_iter(X, y, True)
