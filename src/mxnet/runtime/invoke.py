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
from ..core.params import NULL
from ..registry.op import Op, Params
from .integers import keep_function
from .tape import Link, link_inputs, refuse_write, state


def invoke(op: Op, arrays: Sequence[Any], given: dict[str, Any], out: Any, cls: Any) -> Any:
    """Apply ``op`` to arrays (None: an input left out) with attributes as a user gave them.

    ``out``: an array, or a list of them, to receive the result; ``cls``: the array class of new results.
    Returns one array, or a list when the operator has several visible outputs.
    """
    kwargs = read_attributes(op, given) if given else {}
    if op.required:
        for key in op.required:
            if key not in kwargs:
                raise op.missing_attribute(key)
    slots = link_inputs(arrays) if state.recording else None
    tensors: list[Any] = []
    ctx = None
    for a in arrays:
        if a is None:
            tensors.append(None)
            continue
        t = a._t
        if ctx is None:
            ctx = a._ctx
        tensors.append(t.detach() if slots is None and t.requires_grad else t)
    while tensors and tensors[-1] is None:
        tensors.pop()
    if op.checks_inputs:
        _check_inputs(op, tensors, kwargs)
    if op.same_types and len(tensors) > 1:
        _check_types(op, tensors)
    if op.injected:
        ctx = _inject(op, kwargs, ctx, out)
    try:
        result = op.call(*tensors, **kwargs)
    except MXNetError:
        raise
    except Exception as error:
        raise explain(op, tensors, kwargs, error) from error
    if out is not None:
        return _write(op, result, out, given, slots)
    if op.view:
        result = _own(result, tensors)
    if ctx is None:
        ctx = current_context()
    if type(result) is not tuple:
        made = _new(cls)
        made._t = result
        made._ctx = ctx
        made._slot = None if slots is None else _link(op, given, slots, 0, tensors, kwargs)
        return made
    visible = op.num_visible(Params(op.defaults | kwargs)) if op._visible_rule else len(result)
    listed = [cls._wrap(each, ctx) for each in result[:visible]]
    if slots is not None:
        for i, each in enumerate(listed):
            each._slot = _link(op, given, slots, i, tensors, kwargs)
    return listed[0] if visible == 1 else listed


_new = object.__new__


def _link(op: Op, given: dict[str, Any], slots: Any, index: int, tensors: list[Any], kwargs: dict[str, Any]) -> Link:
    link = [op.name, given, slots, index]
    if not any(t is None or t.is_floating_point() for t in tensors):
        keep_function(link, partial(op.call, **kwargs))
    return link


def fast_path(op: Op) -> Callable[..., Any] | None:
    """Return what a call of ``op`` with nothing but arrays does; None for operators that need more than that.

    The function does what :func:`invoke` would, with all that is known beforehand decided beforehand.
    """
    plain = op.one_output and op.variadic is None and len(op.input_names) in (1, 2)
    if not plain or op.required or op.injected or op.checks_inputs or op.optional or op.aux:
        return None
    return (_one_input if len(op.input_names) == 1 else _two_inputs)(op, op.name, op.call, op.view)


def _one_input(op: Op, name: str, fn: Callable[..., Any], view: bool) -> Callable[[Any], Any]:
    def call(data: Any) -> Any:
        t = data._t
        if state.recording and data._slot:
            link = [name, None, (data._slot,), 0]
            if not t.is_floating_point():
                keep_function(link, fn)
        else:
            link = None
            if t.requires_grad:
                t = t.detach()
        try:
            result = fn(t)
        except MXNetError:
            raise
        except Exception as error:
            raise explain(op, (t,), {}, error) from error
        made = _new(type(data))
        made._t = _own(result, (t,)) if view else result
        made._ctx = data._ctx
        made._slot = link
        return made

    return call


def _two_inputs(op: Op, name: str, fn: Callable[..., Any], view: bool) -> Callable[[Any, Any], Any]:
    same_types = op.same_types

    def call(lhs: Any, rhs: Any) -> Any:
        slots = link_inputs((lhs, rhs)) if state.recording else None
        a, b = lhs._t, rhs._t
        if slots is None and (a.requires_grad or b.requires_grad):
            a, b = a.detach(), b.detach()
        if same_types and a.dtype is not b.dtype:
            _check_types(op, [a, b])
        try:
            result = fn(a, b)
        except MXNetError:
            raise
        except Exception as error:
            raise explain(op, (a, b), {}, error) from error
        made = _new(type(lhs))
        made._t = _own(result, (a, b)) if view else result
        made._ctx = lhs._ctx
        made._slot = link = None if slots is None else [name, None, slots, 0]
        if link is not None and not a.is_floating_point():
            keep_function(link, fn)
        return made

    return call


def read_attributes(op: Op, given: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes that were given, typed; those equal to :data:`NULL` were not."""
    parsers = op.parsers
    try:
        kwargs = {key: parsers[key](value) for key, value in given.items() if value is not NULL}
    except (KeyError, ValueError):
        raise _attribute_error(op, given) from None
    if op.count is not None:
        kwargs.pop(op.count, None)
    return kwargs


def _attribute_error(op: Op, given: dict[str, Any]) -> MXNetError:
    for key, value in given.items():
        if value is NULL:
            continue
        if key not in op.parsers:
            return op.unknown_attribute(key)
        try:
            op.parsers[key](value)
        except ValueError as error:
            return op.bad_attribute(key, value, error)
    raise AssertionError("all attributes can be read")


def _inject(op: Op, kwargs: dict[str, Any], ctx: Context | None, out: Any) -> Context | None:
    injected = op.injected
    if "is_train" in injected:
        kwargs["is_train"] = state.training
    if "device" in injected:
        text = kwargs.get("ctx")
        ctx = parse_context(text) if text else ctx or current_context()
        kwargs["device"] = ctx.torch_device
    if "out_shape" in injected:
        kwargs["out_shape"] = None
    if "out" in injected and out is not None:
        kwargs["out"] = tuple(o._t.data for o in out) if isinstance(out, (list, tuple)) else out._t.data
    return ctx


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
            here.data.copy_(value)
    return out


def write_recorded(target: Any, value: torch.Tensor, link: list[Any]) -> None:
    """Overwrite an array with a recorded value: its memory takes the numbers, the array the history."""
    target._t = target._t.detach().copy_(value)
    target._slot = link


def _check_inputs(op: Op, tensors: list[Any], kwargs: dict[str, Any]) -> None:
    expected = op.list_inputs(Params(op.defaults | kwargs))
    given = sum(t is not None for t in tensors)
    if given != len(expected):
        raise MXNetError(f"operator {op.name} expects {len(expected)} inputs ({', '.join(expected)}), but got {given}")


def _check_types(op: Op, tensors: list[Any]) -> None:
    first = tensors[0].dtype
    for i, t in enumerate(tensors):
        if t is not None and t.dtype is not first:
            name = op.input_names[i] if i < len(op.input_names) else f"input {i}"
            raise MXNetError(
                f"operator {op.name}: Incompatible attr in node at {i}-th input ({name}): "
                f"expected {_dtype_name(first)}, got {_dtype_name(t.dtype)}"
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
