"""Tensors that travel as a bare address, as programs written against MXNet's C interface pass them.

An address is good for one use: who makes an array from it takes the tensor out.
"""

from __future__ import annotations

import itertools
import threading

import torch

_lock = threading.Lock()
_numbers = itertools.count(1)
_waiting: dict[int, torch.Tensor] = {}


def put(tensor: torch.Tensor) -> int:
    """Keep a tensor and return the number to ask for it with."""
    with _lock:
        number = next(_numbers)
        _waiting[number] = tensor
    return number


def take(number: int | None) -> torch.Tensor:
    """Return the tensor of a number from :func:`put`, and forget it; KeyError for any other."""
    with _lock:
        return _waiting.pop(number or 0)
