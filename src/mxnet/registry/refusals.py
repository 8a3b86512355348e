"""Why an operator refuses its inputs, in MXNet's terms: asked once a call has failed, of its rules.

Kernels name operands as they see them (transposed, flattened, ``mat1``); the rules of shapes and data types know the
operator's own inputs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, reason
from ..core.interruptions import attempt
from ..core.shapes import known, show
from .infer import infer_shapes
from .op import Op, Params
from .rules import Slots

#: what a rule raises that cannot deal with its inputs
_UNABLE = (MXNetError, IndexError, TypeError, ValueError, ZeroDivisionError)


def why(op: Op, params: Mapping[str, Any], tensors: Sequence[Any], error: Exception) -> str:
    """Return why an operator failed on tensors: what its rules say of their dtypes and shapes, else the error."""
    if isinstance(error, MXNetError):
        return reason(error).removeprefix(f"operator {op.name}: ")
    return mixed_types(op, tensors) or _refused_shapes(op, params, tensors) or reason(error)


def mixed_types(op: Op, tensors: Sequence[Any]) -> str | None:
    """Return what is wrong with the data types of tensors that must have one, None if nothing is."""
    if not op.same_types:
        return None
    types = [(i, t.dtype) for i, t in enumerate(tensors) if isinstance(t, torch.Tensor)]
    for i, dtype in types[1:]:
        if dtype is not types[0][1]:
            first, actual = NAME_OF_TORCH.get(types[0][1], types[0][1]), NAME_OF_TORCH.get(dtype, dtype)
            return (
                f"Incompatible attr in node at {i}-th input ({input_name(op, i)}): expected {first}, got {actual}; "
                "astype converts an array, cast a block"
            )
    return None


def input_name(op: Op, index: int) -> str:
    """Return what messages call an input."""
    return op.input_names[index] if index < len(op.input_names) else f"input {index}"


def _refused_shapes(op: Op, params: Mapping[str, Any], tensors: Sequence[Any]) -> str | None:
    """Return what the shape rule says of inputs of these shapes, None where it accepts them."""
    if not all(isinstance(t, torch.Tensor) for t in tensors):
        return None
    shapes = [tuple(t.shape) for t in tensors]
    attributes = Params(op.defaults | dict(params))
    if op.variadic is None:
        names: Sequence[str] = op.list_inputs(attributes)
        if len(names) != len(shapes):
            return None
    else:
        names = [input_name(op, i) for i in range(len(shapes))]
        if op.count is not None:
            attributes[op.count] = len(shapes)
    try:
        op.shapes.of(attributes, Slots(names, shapes, [None] * len(op.list_outputs(attributes))))
    except MXNetError as refused:
        return str(refused)
    except _UNABLE:
        pass
    return None


def expected_shape(op: Op, params: Params, shapes: Sequence[Any], index: int) -> str:
    """Return the shape that an operator's other inputs require of one input; empty if it has that shape."""
    others = [None if i == index else shape for i, shape in enumerate(shapes)]
    known_shapes = attempt(lambda: infer_shapes(op, params, others, [None] * len(op.list_outputs(params))), *_UNABLE)
    if known_shapes is None:
        return ""
    expected = known_shapes[0][index]
    return show(expected) if known(expected) and expected != shapes[index] else ""
