"""The errors of imperative calls, with the operator and its inputs."""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

import torch

from ..core.errors import MXNetError, MXNetShapeError, class_of, shortened
from ..registry.infer import infer_types
from ..registry.op import INJECTED, Op, Params
from ..registry.precision import Precision
from ..registry.refusals import input_name, mixed_types, why

#: for operators with a strict rule the inputs' types that fit it, which attributes have no part in
_fitting: dict[Op, set[tuple[torch.dtype | None, ...]]] = {}


def check_inputs(op: Op, tensors: Sequence[Any], expected: Sequence[str]) -> None:
    """Raise :class:`MXNetError` unless there are as many inputs as the attributes ask for."""
    value = sum(t is not None for t in tensors)
    if value != len(expected):
        raise MXNetError(f"operator {op.name} expects {len(expected)} inputs ({', '.join(expected)}), but got {value}")


def refuse_mixed_types(op: Op, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetError` for inputs of several data types; mixed precision casts them first, then checks."""
    if Precision.current is None or Precision.current.cast(op, None) in (None, "any"):
        check_types(op, tensors)


def refuse_other_types(op: Op, params: Params, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetError` for inputs of types that do not fit the operator's rule."""
    types = tuple([None if t is None else t.dtype for t in tensors])
    if types in _fitting.get(op, ()):
        return
    dtypes = [None if item is None else dtype_name(item) for item in types]
    dtypes += [None] * (len(op.list_inputs(params)) - len(dtypes))
    try:
        infer_types(op, params, dtypes, [None] * len(op.list_outputs(params)))
    except MXNetError as error:
        raise MXNetError(f"operator {op.name}: Incompatible attr in node: {error}") from error
    _fitting.setdefault(op, set()).add(types)


def check_types(op: Op, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetError` unless all inputs have one data type."""
    text = mixed_types(op, tensors)
    if text is not None:
        raise MXNetError(f"operator {op.name}: {text}")


def refuse_other_shapes(op: Op, tensors: Sequence[Any]) -> None:
    """Raise :class:`MXNetShapeError` where the inputs, which have one shape, have several."""
    first = None
    for i, tensor in enumerate(tensors):
        if tensor is not None and (shape := tensor.shape) != first:
            if first is not None:
                raise MXNetShapeError(
                    f"operator {op.name}: {input_name(op, i)}: expected {tuple(first)}, got {tuple(shape)}"
                )
            first = shape


def dtype_name(dtype: torch.dtype) -> str:
    """Return MXNet's name of a data type."""
    return str(dtype).removeprefix("torch.")


def explain(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], error: Exception) -> MXNetError:
    """Return an :class:`MXNetError` that says what was called with what, for an error of PyTorch's."""
    needed = [name for name in op.input_names if name not in op.optional]
    if op.variadic is None and any(t is None for t in (*tensors, *[None] * len(needed))[: len(needed)]):
        check_inputs(op, [t for t in tensors if t is not None], needed)
    text = f"operator {op.name} failed: {why(op, kwargs, tensors, error)}{_call(op, tensors, kwargs)}"
    return class_of(error, op.extension)(text)


def refuse(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], error: Exception) -> NoReturn:
    """Raise the error of a call that failed: the operator's own, with the call, or one that explains PyTorch's."""
    try:
        if isinstance(error, MXNetError):
            _name_operator(op, tensors, kwargs, error)
            raise error
        raise explain(op, tensors, kwargs, error) from error
    finally:
        del error  # its traceback has this frame: a cycle, which would hold the arrays until it is collected


def _name_operator(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], error: MXNetError) -> None:
    """Have an error that an operator raised say of which call it is, unless its text begins with the operator."""
    if len(error.args) != 1 or not isinstance(error.args[0], str) or "operator " in error.args[0]:
        return
    text = error.args[0]
    named = re.match(rf"{re.escape(op.name)}\b", text)
    error.args = (f"{text if named else f'operator {op.name}: {text}'}{_call(op, tensors, kwargs)}",)


def _call(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any]) -> str:
    """Return the lines that list the inputs and attributes of a call."""
    inputs = ", ".join(
        f"{input_name(op, i)} {tuple(t.shape)} {dtype_name(t.dtype)}" for i, t in enumerate(tensors) if t is not None
    )
    attributes = ", ".join(f"{k}={v!r}" for k, v in kwargs.items() if k not in INJECTED)
    return f"\n  inputs: {inputs or 'none'}\n  attributes: {shortened(attributes) or 'defaults'}"
