"""AdamW and LAMB on arrays and lists of arrays: the operators, called as optimizers call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..eager.dispatch import invoke
from ..registry.op import get
from ..registry.parameter_texts import OF_FUNCTIONS, texts_of
from .creation import full
from .ndarray import NDArray

#: the meanings of parameters of these steps, and of AdaBelief's
TEXTS = OF_FUNCTIONS | texts_of("steps")


def scale_of(rescale_grad: Any, like: NDArray) -> NDArray:
    """Return the factor of gradients as an array of one element."""
    return rescale_grad if isinstance(rescale_grad, NDArray) else full((1,), rescale_grad, ctx=like.context)


def update(op: str, arrays: Sequence[NDArray], rescale_grad: Any, out: Any, attributes: dict[str, Any]) -> Any:
    """Do one step for one weight; ``arrays`` are the weight, its gradient and its states."""
    return invoke(get(op), [*arrays, scale_of(rescale_grad, arrays[0])], attributes, out, NDArray)


def multi_update(op: str, lists: Sequence[Sequence[NDArray]], last: Sequence[NDArray], out: Any, **given: Any) -> Any:
    """Do one step for several weights; ``lists`` are the weights, their gradients, and the lists of their states."""
    arrays = [item for of_one in zip(*lists, strict=True) for item in of_one]
    return invoke(get(op), [*arrays, *last], given, out, NDArray)
