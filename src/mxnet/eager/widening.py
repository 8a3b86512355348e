"""Calls on unsigned integers of 16, 32 and 64 bits that PyTorch does not compute with: they are done in int64."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core.interruptions import unless_interrupted
from ..registry.op import Op

_UNSIGNED = frozenset((torch.uint16, torch.uint32, torch.uint64))
_NAMES = ("uint16", "uint32", "uint64")


def widened(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], error: Exception) -> Any:
    """Return what a call gives in int64 that failed for its types, in the inputs' type again; None where it cannot.

    Results of another type than the inputs', such as comparisons and indices, keep it. Numbers that int64 has no room
    for, and mixed types, are no such calls.
    """
    present = [t for t in tensors if t is not None]
    dtypes = {t.dtype for t in present}
    if len(dtypes) != 1 or not dtypes <= _UNSIGNED or not any(name in str(error).lower() for name in _NAMES):
        return None
    (dtype,) = dtypes
    if dtype is torch.uint64 and any(bool((t.view(torch.int64) < 0).any()) for t in present):
        return None
    attributes = dict(kwargs)
    out = attributes.pop("out", None)
    try:
        result = _in_type(op, tensors, attributes, torch.int64)
        narrow = _in_type(op, tensors, attributes, torch.int32)
    except unless_interrupted(Exception):
        return None
    if isinstance(result, tuple):
        return tuple(
            item.to(dtype) if other.dtype is torch.int32 else item for item, other in zip(result, narrow, strict=True)
        )
    result = result.to(dtype) if narrow.dtype is torch.int32 else result
    return result if out is None else out.copy_(result)


def _in_type(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], dtype: torch.dtype) -> Any:
    return op.call(*(None if t is None else t.to(dtype) for t in tensors), **kwargs)
