"""An executor for other shapes, on the arrays of a given one as far as they reach."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError
from ..ndarray import NDArray
from .binding import Bound, complete
from .sharing import allocate, beginning


def reshape(bound: Bound, shapes: Mapping[str, Any], partial_shaping: bool, allow_up_sizing: bool) -> Bound:
    """Return the parts of an executor for new ``shapes`` of some arguments.

    Arrays that keep their size or shrink lie on the memory of the present ones; those that grow are new, which
    ``allow_up_sizing`` must permit. ``partial_shaping`` permits that other arguments' shapes change as well.
    Raises :class:`MXNetError` otherwise, and where the shapes do not fit the graph.
    """
    program = bound.program
    named = dict(zip(program.arguments, bound.arguments, strict=True))
    types = {name: NAME_OF_TORCH[array._t.dtype] for name, array in named.items()}
    stored = {name: array.stype for name, array in named.items()}
    facts = complete(program, {k: v for k, v in shapes.items() if k in named}, types, stored)
    pairs = list(zip(program.arguments, bound.arguments, facts.arguments, strict=True))
    for name, array, (shape, _) in pairs:
        if shape != array.shape and name not in shapes and not partial_shaping:
            raise MXNetError(
                f"the shape of {name}, which was not given, changes from {array.shape} to {shape}: the new executor "
                "would not share it with the old one. If this is intended, set partial_shaping=True."
            )
    arguments = [_fitted(name, array, shape, allow_up_sizing) for name, array, (shape, _) in pairs]
    gradients = [
        None if buffer is None else _fitted(f"gradient of {name}", buffer, shape, True)
        for buffer, (name, _, (shape, _)) in zip(bound.gradients or [None] * len(pairs), pairs, strict=True)
    ]
    states = [
        _fitted(name, array, shape, allow_up_sizing)
        for name, array, (shape, _) in zip(program.states, bound.states, facts.states, strict=True)
    ]
    return Bound(program, arguments, gradients, states, bound.reqs, facts)


def _fitted(name: str, array: NDArray, shape: Sequence[int], allow_up_sizing: bool) -> NDArray:
    tensor = array._t
    if array._sparse is not None:
        return (
            array if array.shape == shape else allocate(shape, NAME_OF_TORCH[tensor.dtype], array.context, array.stype)
        )
    if tuple(tensor.shape) == shape:
        return NDArray._wrap(tensor.detach(), array.context)
    size = prod(shape)
    if size > tensor.numel() and not allow_up_sizing:
        raise MXNetError(
            f"new shape {shape} of {name} is larger than the present {array.shape}; binding the largest shape first is "
            "more efficient. Set allow_up_sizing=True to allocate a new array."
        )
    if size > tensor.numel() or not tensor.is_contiguous():
        return allocate(shape, NAME_OF_TORCH[tensor.dtype], array.context)
    return beginning(array, shape)
