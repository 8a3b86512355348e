"""``mxnet.numpy.arrayprint``: where 1.9.1 has the options of printing."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..util import set_module  # noqa: F401  (as in 1.9.1)

__all__ = ["set_printoptions"]


def set_printoptions(precision: int | None = None, threshold: int | None = None, **kwarg: Any) -> None:
    """Set how many digits arrays print, and from how many elements on they are shortened: NumPy's own options."""
    if kwarg:
        raise NotImplementedError(
            "mxnet.numpy.set_printoptions only supports parameters precision and threshold for now."
        )
    np.set_printoptions(precision=precision, threshold=threshold)
