"""What a device cannot do, the processor does: hold elements of types that PyTorch lacks there, and compute with them.

Only devices of :data:`LACKING` are concerned. An array that the processor holds for one keeps its context, so a
program notices a single warning.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch

from . import torch_compat
from .interruptions import attempt

#: for types of devices the dtypes that they lack; PyTorch also lacks some operators there
LACKING: dict[str, frozenset[torch.dtype]] = {
    "mps": frozenset((torch.float64, torch.complex128, torch.uint16, torch.uint32, torch.uint64)),
}
_CPU = torch.device("cpu")


@functools.cache
def _announce(kind: str) -> None:
    names = ", ".join(sorted(str(dtype).removeprefix("torch.") for dtype in LACKING[kind]))
    text = f"PyTorch's device {kind!r} has no {names}, and lacks operators: the processor answers in its place"
    warnings.warn(text, RuntimeWarning, stacklevel=5)


def device_for(device: torch.device, dtype: torch.dtype) -> torch.device:
    """Return where elements of a type lie that are to be on a device: there, or with the processor."""
    if dtype not in LACKING.get(device.type, ()):
        return device
    _announce(device.type)
    return _CPU


def concerns(tensors: Sequence[Any]) -> bool:
    """Return whether a call on these tensors may have failed for what a device lacks."""
    held = _announce.cache_info().currsize  # some may be with the processor already
    return bool(held) or any(isinstance(t, torch.Tensor) and t.device.type in LACKING for t in tensors)


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
