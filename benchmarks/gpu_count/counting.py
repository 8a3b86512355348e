"""Counts the kernels of a GPU: what each operator of PyTorch's launches, and the bytes that it reads and writes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

from .device import FakeTensor, inner

#: operators that launch nothing, beside views
FREE = {
    *("empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided", "resize_", "set_", "lift_fresh"),
    *("_local_scalar_dense", "detach", "alias", "_unsafe_view", "_reshape_alias", "unsafe_split", "is_same_size"),
    *("split_with_sizes", "unsafe_split_with_sizes", "as_strided_", "resize_as_"),
}
#: operators whose results' shapes, or numbers for Python, the processor waits for
READS = {
    *("_local_scalar_dense", "nonzero", "masked_select", "equal", "unique_dim", "_unique2", "unique_consecutive"),
    "bincount",
}
#: from so many elements on, floating-point numbers are not computed, which takes the processor long: results are zeros,
#: and what is written to stays as it is. No step depends on such values.
LARGE = 1 << 16
#: what picks, or writes to, some elements of a tensor: the indices and the elements (``scatter_add`` is PyTorch's for
#: subclasses; it is in place for others)
PICKING = {
    "embedding": lambda values, outputs: (values[1], outputs[0]),
    "gather": lambda values, outputs: (values[2], outputs[0]),
    "scatter_add": lambda values, outputs: (values[2], values[3]),
    "nll_loss_forward": lambda values, outputs: (values[1], values[1]),
    "nll_loss_backward": lambda values, outputs: (values[2], values[2]),
}
#: tensors of one multi-tensor launch
CHUNK = 100
_SHORT = {torch.float32: "f32", torch.bfloat16: "half", torch.float16: "half"}


def nbytes(t: torch.Tensor) -> int:
    """Return the bytes of a tensor's memory; axes that are expanded count once."""
    if t.layout is not torch.strided:
        return sum(nbytes(x) for x in (t._indices(), t._values()))
    count = 1
    for size, stride in zip(t.shape, t.stride(), strict=True):
        count *= size if stride else 1
    return count * t.element_size() if t.numel() else 0


def _is_large(tensors: Sequence[torch.Tensor]) -> bool:
    return all(t.is_floating_point() for t in tensors) and sum(t.numel() for t in tensors) >= LARGE


def zeros_of(func: Any, *args: Any, **kwargs: Any) -> Any:
    """Return zeros in the shapes, types and memory formats of an operator's results."""
    args, kwargs = tree_map(_shape_of, (args, kwargs))
    return tree_map(_zeros_like, func(*args, **kwargs))


def _nothing(*args: Any, **kwargs: Any) -> None:
    """Do nothing."""


def _shape_of(t: Any) -> Any:
    if not isinstance(t, torch.Tensor):
        return t
    return torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device="meta")


def _zeros_like(t: Any) -> Any:
    """Return zeros in memory that the system gives when it is looked at, which mostly nobody does."""
    if not isinstance(t, torch.Tensor) or not t.numel():
        return t if not isinstance(t, torch.Tensor) else torch.empty_strided(t.shape, t.stride(), dtype=t.dtype)
    length = 1 + sum((size - 1) * stride for size, stride in zip(t.shape, t.stride(), strict=True))
    memory = torch.from_numpy(np.zeros(length * t.element_size(), np.uint8))
    return memory.view(t.dtype).as_strided(t.shape, t.stride())


class Count(TorchDispatchMode):
    """The kernels and bytes by name, and the waits, of what runs inside of it. ``special``: what only CUDA computes."""

    def __init__(self, special: dict[str, Any]) -> None:
        super().__init__()
        self.special = special
        #: what ``sys.setprofile`` gets in every thread that launches something
        self.profile: Any = None
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self.kernels: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()
        self.waits: Counter[str] = Counter()

    def note(self, name: str, kernels: int, size: int) -> None:
        """Count kernels of a name, which read and write so many bytes together."""
        self.kernels[name] += kernels
        self.bytes[name] += size

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        outer = sys.getprofile()
        sys.setprofile(None)
        try:
            return self._dispatch(func, types, args, kwargs)
        finally:
            sys.setprofile(self.profile or outer)

    def _dispatch(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        kwargs = dict(kwargs or {})
        tensors = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        target = kwargs.get("device")
        target = None if target is None else torch.device(target)
        if not any(isinstance(t, FakeTensor) for t in tensors) and (target is None or target.type != "cuda"):
            return func(*args, **kwargs)
        name = func._schema.name.split("::")[1]
        on_device = self._note_waits(name, args, target)
        if target is not None:
            kwargs["device"] = torch.device("cpu")
        values, named = tree_map(inner, args), tree_map(inner, kwargs)
        special = self.special.get(name)
        many = name.startswith(("_foreach", "_fused_", "_amp_foreach")) and isinstance(args[0], (list, tuple))
        written = _written(func, args, kwargs)
        compute = func
        if target is None and not func.is_view and name not in FREE and _is_large(tensors):
            compute = _nothing if written else partial(zeros_of, func)
        result = special(self, compute, values, named) if special else compute(*values, **named)
        if "empty" in name:  # what is written there may not be computed: memory as it was can hold NaN
            result = tree_map(_zeros_like, result)
        if not (func.is_view or name in FREE):
            outputs = [t for t in tree_leaves(result) if isinstance(t, torch.Tensor)]
            distinct = {id(t): t for t in [*map(inner, tensors), *outputs]}
            size = sum(map(nbytes, distinct.values()))
            if name in PICKING:
                picked = PICKING[name](values, outputs)
                size = nbytes(picked[0]) + 2 * nbytes(picked[1])
            self.note(_label(name, values, outputs), -(-len(args[0]) // CHUNK) if many else 1, size)
        if written:
            for t in written:
                if isinstance(t, FakeTensor) and t.shape != t.inner.shape:
                    t.data = FakeTensor(t.inner)
            if not func._schema.returns:
                return None
            if all(r.alias_info is not None for r in func._schema.returns):
                return written[0] if len(func._schema.returns) == 1 else tuple(written)
        return tree_map(lambda t: FakeTensor(t) if isinstance(t, torch.Tensor) and on_device else t, result)

    def _note_waits(self, name: str, args: Any, target: torch.device | None) -> bool:
        """Count what the processor waits for; return whether the result is on the device."""
        on_device = target is None or target.type == "cuda"
        if name in ("_to_copy", "copy_"):
            source = args[1 if name == "copy_" else 0]
            goal = args[0].device.type if name == "copy_" else (target or source.device).type
            on_device = goal == "cuda"
            if goal != source.device.type:
                self.waits["to host" if goal == "cpu" else "to device"] += 1
        indices = args[1] if name.startswith("index") and len(args) > 1 and isinstance(args[1], (list, tuple)) else ()
        masks = [t for t in indices if t is not None and t.dtype is torch.bool]
        if name in READS or masks:
            self.waits[f"read {name}"] += 1
        for mask in masks:  # it is summed, its places are selected and written as indices
            self.note("nonzero of a mask", 3, 3 * nbytes(mask))
        return on_device


def _label(name: str, values: Any, outputs: Any) -> str:
    """Return what a kernel is called in the table: casts and copies say of what."""

    def short(t: torch.Tensor) -> str:
        return _SHORT.get(t.dtype, str(t.dtype)[6:])

    if name == "_to_copy" and outputs:
        differs = outputs[0].dtype is not values[0].dtype
        return f"cast {short(values[0])}->{short(outputs[0])}" if differs else "copy"
    if name == "copy_":
        layout = values[0].stride() != values[1].stride() and values[0].shape == values[1].shape
        kind = f" {short(values[1])}->{short(values[0])}" if values[0].dtype is not values[1].dtype else ""
        return f"copy_{kind}{' (layout)' if layout else ''}"
    if name == "clone":
        return "clone (layout)" if values[0].stride() != outputs[0].stride() else "clone"
    for library in ("cudnn_", "native_"):
        name = name.replace(f"{library}batch_norm", "batch_norm")
    return "relu" if name == "relu_" else name


def _written(func: Any, args: Any, kwargs: Any) -> list[Any]:
    """Return the arguments that an operator writes to."""
    result = []
    for i, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            by_name = argument.kwarg_only or i >= len(args)
            result.append(kwargs.get(argument.name) if by_name else args[i])
    return result
