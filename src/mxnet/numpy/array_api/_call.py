"""How functions written for tensors take and give arrays of ``mx.np``, and are recorded."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import torch

from ...core.context import Context, current_context
from ...core.dtypes import NAME_OF_TORCH
from ...core.errors import MXNetError, MXNetTypeError, MXNetValueError, reason
from ...core.interruptions import unless_interrupted
from ...eager.grad_node import grad_nodes
from ...eager.specialize import own
from ...eager.tape import link_inputs, state
from ...ndarray.numpy.multiarray import ndarray

_F = TypeVar("_F", bound=Callable[..., Any])


def _arrays(values: Any) -> Iterator[ndarray]:
    for each in values:
        if isinstance(each, ndarray):
            yield each
        elif isinstance(each, (list, tuple)):
            yield from _arrays(each)


def _tensors(value: Any, recorded: bool) -> Any:
    if isinstance(value, ndarray):
        return value._t if recorded else value._t.detach()
    if isinstance(value, (list, tuple)):
        return type(value)(_tensors(each, recorded) for each in value)
    return value


def wrap(made: Any, ctx: Context) -> Any:
    """Return tensors, also in tuples and lists, as arrays in a context; anything else as it is."""
    if isinstance(made, torch.Tensor):
        if made.dtype not in NAME_OF_TORCH and not made.is_complex():
            raise TypeError(f"the result would be of type {made.dtype}, which MXNet has not")
        return ndarray._wrap(made, ctx)
    if isinstance(made, tuple) and hasattr(made, "_fields"):
        return type(made)(*(wrap(each, ctx) for each in made))
    if isinstance(made, (list, tuple)):
        return type(made)(wrap(each, ctx) for each in made)
    return made


def _is_one_of(value: Any, given: Any) -> bool:
    """Return whether a value, which is not a tensor, is one of those given, or in a list of them."""
    if isinstance(value, torch.Tensor):
        return False
    return any(value is each or (isinstance(each, (list, tuple)) and _is_one_of(value, each)) for each in given)


def of_tensors(function: _F) -> _F:
    """Let a function written for tensors take and give arrays, recorded where gradients are."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        inputs = list(_arrays((*args, *kwargs.values())))
        slots = link_inputs(inputs) if state.recording else None
        recorded = slots is not None
        given = [_tensors(each, recorded) for each in args]
        named = {key: _tensors(each, recorded) for key, each in kwargs.items()}
        try:
            made = function(*given, **named)
        except unless_interrupted(AttributeError, runs_user_code=True) as error:
            if _is_one_of(error.obj, (*given, *named.values())):
                raise TypeError(f"{function.__name__}: type {type(error.obj)} not supported") from error
            raise
        except unless_interrupted(RuntimeError, runs_user_code=True) as error:
            if isinstance(error, MXNetError):
                raise
            raise _explained(function.__name__, inputs, error) from error
        flat = [x._t for x in inputs]
        made = _owned(made, flat)
        result = wrap(made, inputs[0]._ctx if inputs else current_context())
        if slots is not None:
            listed = [*_arrays([result])]
            nodes = grad_nodes(f"array_api.{function.__name__}", None, slots, len(listed))
            for each, node in zip(listed, nodes, strict=True):
                each._slot = node
        return result

    return call  # type: ignore[return-value]


def _explained(name: str, inputs: list[ndarray], error: RuntimeError) -> Exception:
    """Return what NumPy raises, a TypeError or a ValueError, for an error of PyTorch's."""
    kind = MXNetTypeError if isinstance(error, NotImplementedError) else MXNetValueError
    given = ", ".join(f"{each.shape} {each.dtype}" for each in inputs)
    return kind(f"{name}: {reason(error)} (arrays: {given or 'none'})")


def _owned(made: Any, inputs: list[Any]) -> Any:
    """Return results of which none shares memory with an input."""
    if isinstance(made, torch.Tensor):
        return own(made, inputs)
    if isinstance(made, tuple) and hasattr(made, "_fields"):
        return type(made)(*(_owned(each, inputs) for each in made))
    if isinstance(made, (list, tuple)):
        return type(made)(_owned(each, inputs) for each in made)
    return made


def array_of(tensor: torch.Tensor, device: Any) -> ndarray:
    """Return a new array of a tensor, on a device: a context, or None for the current one."""
    ctx = context(device)
    made: ndarray = wrap(tensor.to(ctx.torch_device), ctx)
    return made


def context(device: Any) -> Context:
    """Return the context that a device is; None: the current one."""
    if device is None:
        return current_context()
    if not isinstance(device, Context):
        raise ValueError(f"a device is a context such as mx.cpu(), got {device!r}")
    return device
