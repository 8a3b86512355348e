"""Probabilities and their logits, and properties that are computed once."""

from collections.abc import Callable
from typing import Any

import numpy as onp

from .... import numpy as np
from .... import numpy_extension as npx

__all__ = ["cached_property", "logit2prob", "prob2logit", "sample_n_shape_converter"]


class cached_property:
    """A property whose value is computed once and then an attribute of the object."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self._function = func
        self.__doc__ = func.__doc__

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        value = self._function(instance)
        setattr(instance, self._function.__name__, value)
        return value


def sample_n_shape_converter(size: Any) -> tuple[int, ...]:
    """Return a size as a tuple; None is an empty one."""
    if size is None:
        return ()
    return (int(size),) if isinstance(size, (int, onp.integer)) else tuple(size)


def prob2logit(prob: Any, binary: bool = True) -> Any:
    """Return ``log(prob / (1 - prob))``, or ``log(prob)`` for the probabilities of categories (``binary=False``).

    Probabilities that are 0 or 1 count as the numbers next to it.
    """
    F: Any = np if isinstance(prob, np.ndarray) else onp
    eps = onp.finfo(getattr(prob, "dtype", "float32")).eps
    prob = F.clip(prob, eps, 1 - eps)
    return F.log(prob) - F.log1p(-prob) if binary else F.log(prob)


def logit2prob(logit: Any, binary: bool = True) -> Any:
    """Return the sigmoid of logits, or their softmax along the last axis for categories (``binary=False``)."""
    if not binary:
        return npx.softmax(logit)
    return 1 / (1 + np.exp(-logit)) if isinstance(logit, (int, float)) else npx.sigmoid(logit)
