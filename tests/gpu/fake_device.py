"""A GPU that is not there: arrays of ``mx.gpu(i)`` whose tensors claim another device and compute on the processor.

A tensor of such a device wraps one of the processor. PyTorch's dispatcher hands each of its operators to a mode, which
raises where devices are mixed, as CUDA does, and notes what makes the processor wait for the device: copies between
them, and reads of values (``item``, ``nonzero``). All values are real, so that results can be compared, and kernels
take the branches of devices other than the processor. Of the device types that PyTorch knows, ``lazy`` needs no library
and its backward passes run in the thread that calls them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import mxnet
import torch
from mxnet.core import context, rng
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

_SOURCE = str(Path(mxnet.__file__).parent)
_FALLBACKS = os.environ.get("MXNET_TORCH_FALLBACKS", "0") not in ("", "0")
#: overloads that take tensors of two devices
_COPIES = ("aten::_to_copy", "aten::copy_")
#: take lengths of the processor
_TAKE_LENGTHS = ("aten::_pack_padded_sequence", "aten::_pad_packed_sequence")
#: take a number in a tensor of the processor, as CUDA does
_TAKE_NUMBERS = ("aten::where", "aten::masked_fill", "aten::index_put", "aten::_index_put_impl_", "aten::fill")
#: take indices of the processor, which they copy
_TAKE_INDICES = ("aten::index", "aten::index_put", "aten::index_put_", "aten::_index_put_impl_")
#: are there for floating-point numbers alone, as on CUDA
_FLOATING = ("aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::addbmm", "aten::dot", "aten::convolution")
#: give a result of the processor, and PyTorch's tags do not tell
_READS = ("aten::equal",)
_WAITING = (torch.Tag.data_dependent_output, torch.Tag.dynamic_output_shape)


class Wait(NamedTuple):
    """What made the processor wait: ``to host``, ``to device`` or ``read``, by which operator and from where."""

    what: str
    operator: str
    file: str
    line: int


class DeviceTensor(torch.Tensor):
    """A tensor that claims a device; ``inner`` holds its values."""

    inner: torch.Tensor

    @staticmethod
    def __new__(cls, inner: torch.Tensor, device: torch.device) -> DeviceTensor:
        memory = (inner.stride(), inner.storage_offset()) if inner.layout is torch.strided else ()
        result = torch.Tensor._make_wrapper_subclass(  # type: ignore[attr-defined]
            cls, inner.shape, *memory, dtype=inner.dtype, layout=inner.layout, device=device
        )
        result.inner = inner
        return result

    def untyped_storage(self) -> torch.UntypedStorage:
        return self.inner.untyped_storage()

    def data_ptr(self) -> int:
        return self.inner.data_ptr()

    def __repr__(self) -> str:  # type: ignore[override]
        return f"DeviceTensor({self.device}, {self.inner})"

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return Dispatch().__torch_dispatch__(func, types, args, kwargs)  # what is left over after fake_gpus()


class Dispatch(TorchDispatchMode):
    """Runs operators on the wrapped tensors, and notes what waits."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[Wait] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        tensors = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        devices = {t.device for t in tensors if isinstance(t, DeviceTensor)}
        target = kwargs.get("device")
        target = None if target is None else torch.device(target)
        if not devices and (target is None or target.type != "lazy"):
            return func(*args, **kwargs)
        name = func._schema.name
        if name in _COPIES:
            self._copied(name, args, target)
        else:
            _check_devices(func, tensors, devices)
            if name in _READS or _is_counted(func, name, args, kwargs):
                self._note("read", name)
            if name in _TAKE_INDICES and any(_is_host(t) for t in args[1] if t is not None):
                self._note("to device", name)
        if target is None:
            target = tensors[0].device if name == "aten::copy_" else next(iter(devices))
        if "device" in kwargs:
            kwargs["device"] = torch.device("cpu")
        inner = func(*tree_map(_inner, args), **tree_map(_inner, kwargs))
        if name == "aten::_pack_padded_sequence":
            return _wrapped(inner[0], target), inner[1]
        written = _written(func, args, kwargs)
        if not written:
            return tree_map(lambda t: _wrapped(t, target), inner)
        for t in written:
            if isinstance(t, DeviceTensor) and t.shape != t.inner.shape:  # an ``out`` that was empty
                t.data = _wrapped(t.inner, t.device)
        return written[0] if len(func._schema.returns) == 1 else tuple(written) if func._schema.returns else None

    def _copied(self, name: str, args: Sequence[Any], target: torch.device | None) -> None:
        """Note a copy between the device and the processor."""
        source = args[1 if name == "aten::copy_" else 0].device.type
        goal = args[0].device.type if name == "aten::copy_" else (target.type if target is not None else source)
        if source != goal:
            self._note("to host" if goal == "cpu" else "to device", name)

    def _note(self, what: str, name: str) -> None:
        frame: FrameType | None = sys._getframe()
        while frame is not None and not frame.f_code.co_filename.startswith(_SOURCE):
            frame = frame.f_back
        if frame is None:
            self.waits.append(Wait(what, name, "", 0))
        else:
            file = frame.f_code.co_filename.removeprefix(f"{_SOURCE}/")
            if _FALLBACKS and file.startswith("core/torch_compat/"):
                return  # what stands for an undocumented function may wait
            self.waits.append(Wait(what, name, file, frame.f_lineno))


def _written(func: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
    """Return the arguments that the operator writes to, and returns."""
    found = []
    for i, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            value = kwargs.get(argument.name) if argument.kwarg_only or i >= len(args) else args[i]
            found.append(value)
    return found


def _is_host(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and not isinstance(value, DeviceTensor)


def _is_counted(func: Any, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Return whether the result, or its shape, depends on values: of indices, if a mask is among them."""
    if name in _TAKE_INDICES:
        return any(t is not None and t.dtype in (torch.bool, torch.uint8) for t in args[1])
    if name == "aten::repeat_interleave" and kwargs.get("output_size") is not None:
        return False
    return any(tag in func.tags for tag in _WAITING)


def _check_devices(func: Any, tensors: Sequence[torch.Tensor], devices: set[torch.device]) -> None:
    """Raise RuntimeError where CUDA does: for tensors of several devices, numbers excepted where it takes them."""
    name = func._schema.name
    takes_numbers = torch.Tag.pointwise in func.tags or name.removesuffix("_") in _TAKE_NUMBERS
    hosts = [t for t in tensors if _is_host(t) and not (takes_numbers and t.dim() == 0)]
    if len(devices) > 1 or (hosts and name not in _TAKE_INDICES + _TAKE_LENGTHS):
        found = sorted({str(t.device) for t in tensors})
        raise RuntimeError(f"Expected all tensors to be on the same device, but found {found} in {func}")
    if name in _FLOATING and not any(t.dtype.is_floating_point or t.dtype.is_complex for t in tensors):
        raise NotImplementedError(f"{name} is not implemented for {tensors[0].dtype}")


def _inner(value: Any) -> Any:
    return value.inner if isinstance(value, DeviceTensor) else value


def _wrapped(value: Any, device: torch.device | None) -> Any:
    if not isinstance(value, torch.Tensor) or device is None or device.type != "lazy":
        return value
    return DeviceTensor(value, device)


@contextmanager
def fake_gpus(count: int = 2, dispatch: type[Dispatch] = Dispatch) -> Iterator[Dispatch]:
    """Let ``mx.gpu(0)`` and so on exist in this block; yields the mode, whose ``waits`` a program may clear."""

    def device_of(device_id: int) -> torch.device:
        if device_id >= count:
            raise mxnet.MXNetError(f"gpu({device_id}) does not exist")
        return torch.device("lazy", device_id)

    before = context._gpu_device, context.num_gpus, torch._C._only_lift_cpu_tensors()
    context._gpu_device, context.num_gpus = device_of, lambda: count
    torch._C._set_only_lift_cpu_tensors(True)  # torch.tensor(..., device=...) shows its copy
    for i in range(count):
        rng._generators[torch.device("lazy", i)] = torch.Generator().manual_seed(rng._seed)
    try:
        with dispatch() as mode:
            yield mode
    finally:
        context._gpu_device, context.num_gpus = before[:2]
        torch._C._set_only_lift_cpu_tensors(before[2])
        for i in range(count):
            del rng._generators[torch.device("lazy", i)]
