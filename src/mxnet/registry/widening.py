"""Calls that PyTorch does not do: on unsigned integers of 16 bits and more in int64, on a lesser device here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core.interruptions import attempt
from ..core.placement import concerns, on_processor

_UNSIGNED = frozenset((torch.uint16, torch.uint32, torch.uint64))
_NARROW = frozenset((torch.bool, torch.uint8))
_NAMES = ("uint16", "uint32", "uint64")


def _lacks_arithmetic(error: Exception) -> bool:
    """Return whether an error may be PyTorch's for a type of integers that it does not compute with."""
    return any(name in str(error).lower() for name in _NAMES)


def may_widen(tensors: Sequence[Any], error: Exception) -> bool:
    """Return whether :func:`widened` may have an answer in place of an error of a graph that was given ``tensors``."""
    return _lacks_arithmetic(error) or concerns(tensors)


def widened(call: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], error: Exception) -> Any:
    """Return what a failed call gives on the processor, or in int64 and in the inputs' type again; None: it cannot.

    Of unsigned inputs of several types it is the widest. Results of another type than the inputs', such as comparisons
    and indices, keep it. Numbers that int64 has no room for, and signed inputs beside unsigned, are no such calls.
    """
    result = on_processor(call, args, kwargs)
    if result is not None:
        return result
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    dtypes = {t.dtype for t in tensors}
    if not dtypes & _UNSIGNED or not dtypes <= _UNSIGNED | _NARROW or not _lacks_arithmetic(error):
        return None
    dtype = max(dtypes, key=lambda each: each.itemsize)
    if any(t.dtype is torch.uint64 and bool((t.view(torch.int64) < 0).any()) for t in tensors):
        return None
    attributes = dict(kwargs)
    out = attributes.pop("out", None)
    types = torch.int64, torch.int32
    results = attempt(lambda: [_in_type(call, args, attributes, item) for item in types], Exception)
    if results is None:
        return None
    result, narrow = results
    if isinstance(result, tuple):
        return tuple(
            item.to(dtype) if other.dtype is torch.int32 else item for item, other in zip(result, narrow, strict=True)
        )
    result = result.to(dtype) if narrow.dtype is torch.int32 else result
    return result if out is None else out.copy_(result)


def _in_type(call: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], dtype: torch.dtype) -> Any:
    return call(*(arg.to(dtype) if isinstance(arg, torch.Tensor) else arg for arg in args), **kwargs)
