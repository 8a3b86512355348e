"""Element-wise functions that 1.9.1 leaves to NumPy and PyTorch has: computed where the arrays are, with gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .array_api._call import of_tensors


def positive(x: Any) -> Any:
    return torch.positive(x).clone()


def real(val: Any) -> Any:
    return val.clone()


def signbit(x: Any) -> Any:
    return torch.signbit(x)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: of_tensors(function) for function in (positive, real, signbit)
}
