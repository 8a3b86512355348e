"""The one path of an imperative call: arrays in, arrays out.

This is the hot path: what can be prepared when an operator is registered is not done here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ..core.context import Context, current_context
from ..core.errors import MXNetError
from ..core.writes import writable
from ..registry.op import Op
from .integers import keep_function
from .plans import Plan, plan_of
from .tape import Link, link_inputs, refuse_write, state


def invoke(op: Op, arrays: Sequence[Any], given: dict[str, Any], out: Any, cls: Any) -> Any:
    """Apply ``op`` to arrays (None: an input left out) with attributes as a user gave them.

    ``out``: an array, or a list of them, to receive the result; ``cls``: the array class of new results.
    Returns one array, or a list when the operator has several visible outputs.
    """
    return run(op, arrays, plan_of(op, given), out, cls)


def run(op: Op, arrays: Sequence[Any], plan: Plan, out: Any, cls: Any) -> Any:
    """Do what :func:`invoke` does, with attributes that are read already."""
    slots = link_inputs(arrays) if state.recording else None
    tensors: list[Any] = []
    ctx = dtype = None
    whole = same = True
    for a in arrays:
        if a is None:
            whole = False
            tensors.append(None)
            continue
        t = a._t
        if ctx is None:
            ctx, dtype = a._ctx, t.dtype
        elif t.dtype is not dtype:
            same = False
        tensors.append(t.detach() if slots is None and t.requires_grad else t)
    if not whole:
        while tensors and tensors[-1] is None:
            tensors.pop()
        whole = not any(t is None for t in tensors)
    if plan.inputs is not None and (len(tensors) != len(plan.inputs) or not whole):
        _check_inputs(op, tensors, plan.inputs)
    if op.same_types and not same:
        raise _mixed_types(op, tensors)
    kwargs = plan.by_training[state.training]
    if op.places:
        kwargs, ctx = _place(op, kwargs, ctx, out)
    try:
        result = op.call(*tensors, **kwargs)
    except MXNetError:
        raise
    except Exception as error:
        raise explain(op, tensors, kwargs, error) from error
    if out is not None:
        return _write(op, result, out, plan.given, slots)
    if op.view:
        result = _own(result, tensors)
    if ctx is None:
        ctx = current_context()
    if type(result) is not tuple:
        made = _new(cls)
        made._t = result
        made._ctx = ctx
        made._slot = None if slots is None else _link(op, plan, slots, 0, tensors, kwargs)
        return made
    visible = len(result) if plan.visible is None else plan.visible
    listed = [cls._wrap(each, ctx) for each in result[:visible]]
    if slots is not None:
        for i, each in enumerate(listed):
            each._slot = _link(op, plan, slots, i, tensors, kwargs)
    return listed[0] if visible == 1 else listed


_new = object.__new__


def _link(op: Op, plan: Plan, slots: Any, index: int, tensors: list[Any], kwargs: dict[str, Any]) -> Link:
    link = [op.name, plan.given, slots, index]
    if not any(t is None or t.is_floating_point() for t in tensors):
        keep_function(link, partial(op.call, **kwargs))
    return link


def fast_path(op: Op, cls: Any) -> Callable[..., Any] | None:
    """Return what a call of ``op`` does that has all its arrays: ``path(arrays, plan)``.

    None for operators of any number of arrays. The function does what :func:`run` would, with all that is known
    beforehand decided beforehand.
    """
    if op.variadic is not None:
        return None
    plain = op.one_output and len(op.input_names) in (1, 2)
    if plain and not (op.places or op.checks_inputs or op.optional or op.aux):
        return (_one_input if len(op.input_names) == 1 else _two_inputs)(op, op.view)

    def call(arrays: tuple[Any, ...], plan: Plan) -> Any:
        return run(op, arrays, plan, None, cls)

    return call


def _one_input(op: Op, view: bool) -> Callable[[Any, Plan], Any]:
    name, trains = op.name, "is_train" in op.injected

    def call(arrays: tuple[Any], plan: Plan) -> Any:
        (data,) = arrays
        t = data._t
        kwargs = plan.by_training[trains and state.training]
        if state.recording and data._slot:
            link = [name, plan.given, (data._slot,), 0]
            if not t.is_floating_point():
                keep_function(link, partial(op.call, **kwargs))
        else:
            link = None
            if t.requires_grad:
                t = t.detach()
        try:
            result = op.call(t, **kwargs)
        except MXNetError:
            raise
        except Exception as error:
            raise explain(op, (t,), kwargs, error) from error
        made = _new(type(data))
        made._t = _own(result, (t,)) if view else result
        made._ctx = data._ctx
        made._slot = link
        return made

    return call


def _two_inputs(op: Op, view: bool) -> Callable[[Any, Plan], Any]:
    same_types, trains = op.same_types, "is_train" in op.injected

    def call(arrays: tuple[Any, Any], plan: Plan) -> Any:
        lhs, rhs = arrays
        slots = link_inputs(arrays) if state.recording else None
        a, b = lhs._t, rhs._t
        if slots is None and (a.requires_grad or b.requires_grad):
            a, b = a.detach(), b.detach()
        if same_types and a.dtype is not b.dtype:
            raise _mixed_types(op, [a, b])
        kwargs = plan.by_training[trains and state.training]
        try:
            result = op.call(a, b, **kwargs)
        except MXNetError:
            raise
        except Exception as error:
            raise explain(op, (a, b), kwargs, error) from error
        made = _new(type(lhs))
        made._t = _own(result, (a, b)) if view else result
        made._ctx = lhs._ctx
        made._slot = None if slots is None else _link(op, plan, slots, 0, [a, b], kwargs)
        return made

    return call


def _place(op: Op, kwargs: dict[str, Any], ctx: Context | None, out: Any) -> tuple[dict[str, Any], Context | None]:
    """Add the device that a call without inputs computes on, and the tensors to write into."""
    kwargs = dict(kwargs)
    if "device" in op.injected:
        text = kwargs.get("ctx") if "ctx" in op.attrs else None
        ctx = parse_context(text) if text else ctx or current_context()
        kwargs["device"] = ctx.torch_device
    if "out" in op.injected and out is not None:
        kwargs["out"] = tuple(writable(o._t) for o in out) if isinstance(out, (list, tuple)) else writable(out._t)
    return kwargs, ctx


def parse_context(text: str) -> Context:
    """Read a context's text: ``cpu(0)``, ``gpu(1)``."""
    kind, _, number = text.strip().removesuffix(")").partition("(")
    try:
        return Context(kind, int(number))
    except (KeyError, ValueError):
        raise MXNetError(f"Invalid context string {text!r}") from None


def _own(result: Any, tensors: Sequence[Any]) -> Any:
    """Copy the results that are inputs or views: arrays are written to, and must not change each other."""
    if type(result) is tuple:
        return tuple(_own(each, tensors) for each in result)
    if result._is_view() or any(result is t for t in tensors):
        return result.clone(memory_format=torch.contiguous_format)
    return result


def _write(op: Op, result: Any, out: Any, given: dict[str, Any], slots: Any) -> Any:
    outs = out if isinstance(out, (list, tuple)) else (out,)
    results = result if type(result) is tuple else (result,)
    for i, (target, value) in enumerate(zip(outs, results, strict=False)):
        here = target._t
        refuse_write(target)
        if here.shape != value.shape:
            raise MXNetError(
                f"operator {op.name}: out has shape {tuple(here.shape)}, the result has {tuple(value.shape)}"
            )
        if here.dtype is not value.dtype:
            raise MXNetError(
                f"operator {op.name}: Incompatible attr in node at {i}-th output: expected {_dtype_name(value.dtype)}, "
                f"got {_dtype_name(here.dtype)}"
            )
        if slots is not None:
            write_recorded(target, value, [op.name, given, slots, i])
        elif here.data_ptr() != value.data_ptr() or here.stride() != value.stride():
            writable(here).copy_(value)
    return out


def write_recorded(target: Any, value: torch.Tensor, link: list[Any]) -> None:
    """Overwrite an array with a recorded value: its memory takes the numbers, the array the history."""
    target._t = target._t.detach().copy_(value)
    target._slot = link


def _check_inputs(op: Op, tensors: list[Any], expected: Sequence[str]) -> None:
    given = sum(t is not None for t in tensors)
    if given != len(expected):
        raise MXNetError(f"operator {op.name} expects {len(expected)} inputs ({', '.join(expected)}), but got {given}")


def _mixed_types(op: Op, tensors: list[Any]) -> MXNetError:
    """Return the error for inputs of several data types."""
    first = next(t.dtype for t in tensors if t is not None)
    i, odd = next((i, t) for i, t in enumerate(tensors) if t is not None and t.dtype is not first)
    name = op.input_names[i] if i < len(op.input_names) else f"input {i}"
    return MXNetError(
        f"operator {op.name}: Incompatible attr in node at {i}-th input ({name}): "
        f"expected {_dtype_name(first)}, got {_dtype_name(odd.dtype)}"
    )


def _dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def explain(op: Op, tensors: Sequence[Any], kwargs: dict[str, Any], error: Exception) -> MXNetError:
    """Return an :class:`MXNetError` that says what was called with what, for an error of PyTorch's."""
    names = [*op.input_names, *(f"input {i}" for i in range(len(op.input_names), len(tensors)))]
    inputs = ", ".join(
        f"{name} {tuple(t.shape)} {_dtype_name(t.dtype)}"
        for name, t in zip(names, tensors, strict=False)
        if t is not None
    )
    attributes = ", ".join(f"{k}={v!r}" for k, v in kwargs.items() if k not in ("is_train", "device", "out"))
    reason = str(error).split("\n")[0]
    return MXNetError(
        f"operator {op.name} failed: {reason}\n  inputs: {inputs or 'none'}\n  attributes: {attributes or 'defaults'}"
    )
