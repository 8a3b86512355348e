"""What a device cannot do, the processor does: hold elements of types that PyTorch lacks there, and compute with them.

Only devices of :data:`LACKING` are concerned. An array that the processor holds for one keeps its context, so a
program notices a single warning. On any device PyTorch does not compute with unsigned integers of 16 bits and more:
such calls are done in int64.
"""

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch

from . import torch_compat
from .interruptions import attempt

#: for types of devices the dtypes that they lack; PyTorch also lacks some operators there
LACKING: dict[str, frozenset[torch.dtype]] = {
    "mps": frozenset((torch.float64, torch.complex128, torch.uint16, torch.uint32, torch.uint64))
}
_CPU = torch.device("cpu")


@functools.cache
def _announce(device_type: str) -> None:
    names = ", ".join(sorted(str(dtype).removeprefix("torch.") for dtype in LACKING[device_type]))
    text = f"PyTorch's device {device_type!r} has no {names}, and lacks operators: the processor answers in its place"
    warnings.warn(text, RuntimeWarning, stacklevel=5)


def device_for(device: torch.device, dtype: torch.dtype) -> torch.device:
    """Return where elements of a type lie that are to be on a device: there, or with the processor."""
    if dtype not in LACKING.get(device.type, ()):
        return device
    _announce(device.type)
    return _CPU


def concerns(tensors: Sequence[Any]) -> bool:
    """Return whether a call on these tensors may have failed for what a device lacks."""
    announced = _announce.cache_info().currsize  # some may be with the processor already
    return bool(announced) or any(isinstance(t, torch.Tensor) and t.device.type in LACKING for t in tensors)


def on_processor(call: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Return what the processor gives for a call that failed, its results where they belong; None where it cannot.

    What the call writes to is written to. Errors of calls that are wrong are the processor's, too: they count as None.
    """
    out = kwargs.get("out")
    tensors = [*args, *(out if isinstance(out, tuple) else (out,))]
    devices = [t.device for t in tensors if isinstance(t, torch.Tensor)]
    device = next((item for item in (*devices, kwargs.get("device", _CPU)) if item.type in LACKING), None)
    if device is None:
        return None
    moved = [t.cpu() if isinstance(t, torch.Tensor) else t for t in tensors]
    before = [torch_compat.version(t) if isinstance(t, torch.Tensor) else None for t in moved]
    attributes = dict(kwargs)
    if out is not None:
        attributes["out"] = tuple(moved[len(args) :]) if isinstance(out, tuple) else moved[-1]
    if "device" in kwargs:
        attributes["device"] = _CPU
    result = attempt(lambda: call(*moved[: len(args)], **attributes), Exception)
    if result is None:
        return None
    _announce(device.type)
    with torch.no_grad():
        for tensor, changed, version in zip(tensors, moved, before, strict=True):
            if changed is not tensor and (version is None or torch_compat.version(changed) != version):
                tensor.copy_(changed)
    if isinstance(result, tuple):
        return tuple(t.to(device_for(device, t.dtype)) for t in result)
    return result.to(device_for(device, result.dtype))


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
        return tuple(_narrowed(*pair, dtype) for pair in zip(result, narrow, strict=True))
    result = _narrowed(result, narrow, dtype)
    return result if out is None else out.copy_(result)


def _narrowed(wide: torch.Tensor, narrow: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    return wide.to(dtype) if narrow.dtype is torch.int32 else wide


def _in_type(call: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], dtype: torch.dtype) -> Any:
    return call(*(arg.to(dtype) if isinstance(arg, torch.Tensor) else arg for arg in args), **kwargs)
