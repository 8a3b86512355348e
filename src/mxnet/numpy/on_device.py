"""Element-wise functions that 1.9.1 leaves to NumPy and PyTorch has: computed where the arrays are, with gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from .array_api._call import of_tensors


def _tensor(value: Any, like: torch.Tensor) -> torch.Tensor:
    return value if isinstance(value, torch.Tensor) else torch.as_tensor(np.asarray(value), device=like.device)


def _numpy_type(*tensors: torch.Tensor) -> np.dtype:
    return np.result_type(*(NAME_OF_TORCH[t.dtype] for t in tensors))


def _promoted(*values: Any) -> list[torch.Tensor]:
    """Return values as tensors of the type that NumPy promotes them to."""
    like = next(v for v in values if isinstance(v, torch.Tensor))
    tensors = [_tensor(v, like) for v in values]
    kind = TORCH_OF[_numpy_type(*tensors).name]
    return [t.to(kind) for t in tensors]


def positive(x: Any) -> Any:
    return torch.positive(x).clone()


def real(val: Any) -> Any:
    return val.clone()


def signbit(x: Any) -> Any:
    return torch.signbit(x)


def float_power(x1: Any, x2: Any) -> Any:
    x1, x2 = _promoted(x1, x2)
    return torch.pow(x1.double(), x2.double())


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: of_tensors(function) for function in (positive, real, signbit, float_power)
}
