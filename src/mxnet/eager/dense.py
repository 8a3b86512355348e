"""The general implementation of an operator call on dense arrays, which also handles the rare cases.

This is a hot path: what can be prepared when an operator is registered is not done here.
"""

from collections.abc import Sequence
from typing import Any

import torch

from ..core import simulated_gpus
from ..core.context import Context, current_context, not_a_context
from ..core.dtypes import FLOATS
from ..core.errors import InvalidContext, MXNetError, MXNetTypeError
from ..core.interruptions import unless_interrupted
from ..core.observers import eager_observers, observed
from ..core.placement import widened
from ..core.write_tracking import memory_of, unaliased, writable
from ..registry.bound import BoundOp
from ..registry.op import Op
from . import integer_grad
from .errors import check_inputs, dtype_name, refuse, refuse_mixed_types, refuse_other_shapes, refuse_other_types
from .grad_node import GradNode, grad_node, grad_nodes, has_integer_slot, starting_nodes
from .specialize import copy_aliases, starting_arrays
from .tape import link_inputs, refuse_write, state

_new = object.__new__


@simulated_gpus.computing(lambda bound, arrays, *_: simulated_gpus.common_context(bound.op.name, arrays))
def run(bound: BoundOp, arrays: Sequence[Any], out: Any, cls: Any) -> Any:
    """Apply an operator with its attributes to dense arrays; see :func:`mxnet.eager.dispatch.invoke`."""
    op = bound.op
    slots = link_inputs(arrays) if state.recording else None
    tensors: list[Any] = []
    ctx = dtype = None
    full = same = True
    for a in arrays:
        if a is None:
            full = False
            tensors.append(None)
            continue
        t = a._t
        if ctx is None:
            ctx, dtype = a._ctx, t.dtype
        elif t.dtype is not dtype:
            same = False
        tensors.append(t.detach() if slots is None and t.requires_grad else t)
    if not full:
        full = _drop_last_nones(tensors)
    expected = bound.checked_inputs
    if expected is not None and not (full and len(tensors) == len(expected)):
        check_inputs(op, tensors, expected)
    if op.same_types and not same:
        refuse_mixed_types(op, tensors)
    elif op.strict_types:
        refuse_other_types(op, bound.params, tensors)
    if op.same_shapes:
        refuse_other_shapes(op, tensors)
    kwargs = bound.by_training[state.training]
    if op.needs_placement:
        kwargs, ctx = _place(op, kwargs, ctx, out)
    try:
        if "out" in kwargs:
            kwargs["out"] = _writable(kwargs["out"])
        if eager_observers:
            result = observed(op.name, bound.given, op.call, tensors, kwargs)
        else:
            result = op.call(*tensors, **kwargs)
    except unless_interrupted(Exception) as error:
        result = widened(op.call, tensors, kwargs, error)
        if result is None:
            refuse(op, tensors, kwargs, error)
    handles: Any = None
    if slots is not None and (bound.casts_to_integers or (not (same and dtype in FLOATS) and has_integer_slot(slots))):
        result, handles = integer_grad.link(integer_grad.of_operator(bound, kwargs), tensors, slots, result)
    if out is not None:
        return _write(bound, result, out, slots, handles)
    if op.view:
        result = copy_aliases(result, tensors)
    if ctx is None:
        ctx = current_context()
    node = None
    if slots is not None:
        if bound.starts and handles is None:
            return starting_arrays(op.name, bound.given, slots, result, bound.visible, cls, ctx)
        node = grad_node(op.name, bound.given, slots)
        if handles is not None:
            node.handle = handles[0]
    elif not tensors and state.trace is not None:
        node = grad_node(op.name, bound.given, ())
    if type(result) is tuple:
        return _several(cls, result[: bound.visible], ctx, node, handles)
    new = _new(cls)
    new._t = result
    new._ctx = ctx
    new._slot = node
    return new


def _drop_last_nones(tensors: list[Any]) -> bool:
    """Drop the inputs left out at the end; return whether all others are there."""
    while tensors and tensors[-1] is None:
        tensors.pop()
    return not any(t is None for t in tensors)


def _several(cls: Any, results: Sequence[Any], ctx: Context, node: GradNode | None, handles: Any) -> Any:
    """Return arrays of several results, each with its output of the recorded node; of one, the array alone."""
    arrays = [cls._wrap(result, ctx) for result in results]
    if node is not None:
        for i, (array, output) in enumerate(zip(arrays, node.outputs(len(arrays)), strict=True)):
            array._slot = output
            if handles is not None:
                output.handle = handles[i]
    return arrays[0] if len(arrays) == 1 else arrays


def _place(op: Op, kwargs: dict[str, Any], ctx: Context | None, out: Any) -> tuple[dict[str, Any], Context | None]:
    """Add the device that a call without inputs computes on, and the tensors to write into."""
    kwargs = dict(kwargs)
    if "device" in op.injected:
        text = kwargs.get("ctx") if "ctx" in op.attrs else None
        ctx = parse_context(text) if text else ctx or current_context()
        kwargs["device"] = ctx.torch_device
    if "out" in op.injected and out is not None:
        outs = out if isinstance(out, (list, tuple)) else (out,)
        kwargs["out"] = outs[0]._t if op.one_output and len(outs) == 1 else tuple(out._t for out in outs)
    if simulated_gpus.COUNT:
        simulated_gpus.computes_on(ctx if out is None else (out[0] if isinstance(out, (list, tuple)) else out)._ctx)
    return kwargs, ctx


def _writable(out: Any) -> Any:
    """Return the tensors that the operator itself writes into."""
    return tuple(map(writable, out)) if type(out) is tuple else writable(out)


def parse_context(text: str) -> Context:
    """Read a context's text: ``cpu(0)``, ``gpu(1)``."""
    device_type, _, count = text.strip().removesuffix(")").partition("(")
    try:
        return Context(device_type, int(count))
    except (KeyError, ValueError):
        raise InvalidContext(f"Invalid context string {text!r}: {not_a_context(text)}") from None


def _write(bound: BoundOp, result: Any, out: Any, slots: Any, handles: Any) -> Any:
    op = bound.op
    outs = out if isinstance(out, (list, tuple)) else (out,)
    results: Sequence[Any] = result if type(result) is tuple else (result,)
    if len(outs) not in (bound.visible, len(results)):
        expected = len(results) if bound.visible is None else bound.visible
        raise MXNetError(f"operator {op.name}: out has {len(outs)} arrays, expected {expected}")
    nodes: Sequence[GradNode] | None = None
    if slots is not None and bound.starts:
        nodes = starting_nodes(op.name, bound.given, slots, results)
    elif slots is not None:
        nodes = grad_nodes(op.name, bound.given, slots, len(results))
    if op.view and len(results) > 1:
        results = _apart_from(outs, results)
    for i, (target, value) in enumerate(zip(outs, results, strict=False)):
        memory = target._t
        refuse_write(target)
        if memory.shape != value.shape or memory.dtype is not value.dtype:
            _refuse_out(op, i, memory, value)
        if nodes is not None:
            node = nodes[i]
            if handles is not None:
                node.handle = handles[i]
            write_recorded(target, value, node)
        elif not _is_there(value, memory):
            writable(memory).copy_(unaliased(value, memory) if op.view else value)  # results of others are new
    return out


def _apart_from(outs: Sequence[Any], results: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Return results, copied where they share memory with an output that is written before they are read."""
    written = {memory_of(target._t) for target in outs}
    return tuple(
        item.clone() if memory_of(item) in written and not _is_there(item, target._t) else item
        for target, item in zip(outs, results, strict=False)
    )


def _refuse_out(op: Op, count: int, target: torch.Tensor, value: torch.Tensor) -> None:
    """Raise the error for an array ``out`` of another shape or dtype than the result."""
    if target.shape != value.shape:
        raise MXNetError(
            f"operator {op.name}: out has shape {tuple(target.shape)}, the result has {tuple(value.shape)}"
        )
    raise MXNetTypeError(
        f"operator {op.name}: Incompatible attr in node at {count}-th output: expected {dtype_name(value.dtype)}, "
        f"got {dtype_name(target.dtype)}"
    )


def _is_there(value: torch.Tensor, target: torch.Tensor) -> bool:
    return target.data_ptr() == value.data_ptr() and target.stride() == value.stride()


def write_recorded(target: Any, value: torch.Tensor, node: GradNode) -> None:
    """Overwrite an array with a recorded value: the elements go to its memory, the node to the array."""
    memory = target._t.detach()
    target._t = memory = memory.copy_(unaliased(value, memory))
    target._slot = node
    if value.requires_grad and not memory.is_floating_point():
        node.handle = value.double()
