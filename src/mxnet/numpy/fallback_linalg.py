"""Functions of linear algebra that ``mx.np.linalg`` has by NumPy itself (see :mod:`mxnet.numpy.fallback`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import torch

from .fallback import fallback

#: the names of 1.9.1
NAMES = ("cond", "lstsq", "matrix_power", "matrix_rank", "multi_dot", "qr")
__all__ = list(NAMES)


def _cond(x: Any, p: Any = None) -> Any:
    return torch.linalg.cond(x, p)


def _lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    return torch.linalg.pinv(a) @ b


def _qr(a: Any, mode: str = "reduced") -> Any:
    if mode not in ("reduced", "complete"):
        raise ValueError(f"qr has no gradient with mode={mode!r}")
    return tuple(torch.linalg.qr(a, mode))


#: functions -> how PyTorch computes them
DERIVATIVES: dict[str, Callable[..., Any]] = {
    "cond": _cond,
    "lstsq": _lstsq,
    "matrix_power": lambda a, n: torch.linalg.matrix_power(a, n),
    "multi_dot": lambda arrays, out=None: reduce(torch.matmul, arrays),
    "qr": _qr,
}

for _name in __all__:
    globals()[_name] = fallback(_name, getattr(np.linalg, _name), DERIVATIVES.get(_name))
