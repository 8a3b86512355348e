"""Arrays and tensors as integer handles, which programs written against MXNet's C interface pass.

The number of a tensor is good for one use: who makes an array from it takes the tensor out. That of an array is good
as long as the array lives.
"""

import itertools
import weakref
from functools import partial
from typing import Any

import torch

from .errors import MXNetError
from .forking import ReentrantLock

_lock = ReentrantLock()
_numbers = itertools.count(1)
_waiting: dict[int, torch.Tensor] = {}
_arrays: dict[int, weakref.ref[Any]] = {}


def put(tensor: torch.Tensor) -> int:
    """Keep a tensor and return the number to ask for it with."""
    with _lock:
        number = next(_numbers)
        _waiting[number] = tensor
    return number


def take(number: int | None) -> torch.Tensor:
    """Return the tensor of a number from :func:`put`, and forget it; :class:`MXNetError` for any other."""
    with _lock:
        result = _waiting.pop(number or 0, None)
    if result is None:
        raise MXNetError(f"handle {number}: there is no such array, or no more")
    return result


def lend(array: Any) -> int:
    """Return the number to find an array with while it lives."""
    key = id(array)
    _arrays[key] = weakref.ref(array, partial(_arrays.pop, key))
    return key


def find(number: int | None) -> Any:
    """Return the array of a number from :func:`lend`, None for any other."""
    reference = _arrays.get(number or 0)
    return None if reference is None else reference()
