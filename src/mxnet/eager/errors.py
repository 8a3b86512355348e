"""The errors of imperative calls, with the operator and its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core.errors import MXNetError, MXNetShapeError, class_of, reason
from ..core.interruptions import unless_interrupted
from ..registry.infer import infer_types
from ..registry.op import Op, Params
from ..registry.precision import Precision

#: for operators with a strict rule the inputs' types that fit it, which attributes have no part in
_fitting: dict[Op, set[tuple[torch.dtype | None, ...]]] = {}


def check_inputs(op: Op, tensors: Sequence[Any], expected: Sequence[str]) -> None:
    """Raise :class:`MXNetError` unless there are as many inputs as the attributes ask for."""
    given = sum(t is not None for t in tensors)
    if given != len(expected):
        raise MXNetError(f"operator {op.name} expects {len(expected)} inputs ({', '.join(expected)}), but got {given}")


def refuse_mixed_types(op: Op, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetError` for inputs of several data types; mixed precision casts them first, then checks."""
    if Precision.current is None or Precision.current.cast(op, None) in (None, "any"):
        check_types(op, tensors)


def refuse_other_types(op: Op, attributes: dict[str, Any], tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetError` for inputs of types that do not fit the operator's rule."""
    types = tuple([None if t is None else t.dtype for t in tensors])
    if types in _fitting.get(op, ()):
        return
    params = Params(op.defaults | attributes)
    given = [None if each is None else dtype_name(each) for each in types]
    try:
        infer_types(op, params, given, [None] * len(op.list_outputs(params)))
    except unless_interrupted(MXNetError) as error:
        raise MXNetError(f"operator {op.name}: Incompatible attr in node: {error}") from error
    _fitting.setdefault(op, set()).add(types)


def check_types(op: Op, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetError` unless all inputs have one data type."""
    types = [(i, t.dtype) for i, t in enumerate(tensors) if isinstance(t, torch.Tensor)]
    for i, dtype in types[1:]:
        if dtype is not types[0][1]:
            name = op.input_names[i] if i < len(op.input_names) else f"input {i}"
            raise MXNetError(
                f"operator {op.name}: Incompatible attr in node at {i}-th input ({name}): "
                f"expected {dtype_name(types[0][1])}, got {dtype_name(dtype)}"
            )


def refuse_other_shapes(op: Op, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetShapeError` where the inputs, which have one shape, have several."""
    if not tensors:
        return
    first = tensors[0].shape
    for i, tensor in enumerate(tensors):
        if tensor is not None and tensor.shape != first:
            name = op.input_names[i] if i < len(op.input_names) else f"input {i}"
            raise MXNetShapeError(f"operator {op.name}: {name}: expected {tuple(first)}, got {tuple(tensor.shape)}")


def dtype_name(dtype: torch.dtype) -> str:
    """Return MXNet's name of a data type."""
    return str(dtype).removeprefix("torch.")


def explain(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], error: Exception) -> MXNetError:
    """Return an :class:`MXNetError` that says what was called with what, for an error of PyTorch's."""
    needed = [name for name in op.input_names if name not in op.optional]
    if op.variadic is None and any(t is None for t in (*tensors, *[None] * len(needed))[: len(needed)]):
        check_inputs(op, [t for t in tensors if t is not None], needed)
    names = [*op.input_names, *(f"input {i}" for i in range(len(op.input_names), len(tensors)))]
    inputs = ", ".join(
        f"{name} {tuple(t.shape)} {dtype_name(t.dtype)}"
        for name, t in zip(names, tensors, strict=False)
        if t is not None
    )
    attributes = ", ".join(f"{k}={v!r}" for k, v in kwargs.items() if k not in ("is_train", "device", "out"))
    return class_of(error, op.own)(
        f"operator {op.name} failed: {reason(error)}\n"
        f"  inputs: {inputs or 'none'}\n  attributes: {attributes or 'defaults'}"
    )
