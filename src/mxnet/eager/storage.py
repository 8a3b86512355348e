"""Calls with sparse storage: by the operator's implementation for these storages, or with dense copies.

Which combinations have a form stands on the operator (:meth:`mxnet.registry.traits.Traits.sparse`). Where none fits,
inputs are made dense, results are cast to the requested storage, and the log says so, as in MXNet 1.9.1.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import torch

from ..core import environment, simulated_gpus, torch_compat
from ..core.context import current_context
from ..core.errors import MXNetError, as_one_tuple
from ..core.interruptions import explained, unless_interrupted
from ..core.observers import eager_observers, observed
from ..core.write_tracking import stamp
from ..kernels import sparse
from ..kernels.sparse import Csr, Rows
from ..registry.bound import BoundOp
from ..registry.op import Op, Params
from ..registry.storage import SparseForm
from . import dense
from .errors import check_inputs, refuse, refuse_mixed_types, refuse_other_shapes
from .grad_node import grad_node
from .tape import link_inputs, refuse_write, state

#: the class of arrays in each storage; :mod:`mxnet.ndarray` enters them
CLASSES: dict[str, Any] = {}
_logged: set[str] = set()


def involved(arrays: Sequence[Any], out: Any) -> bool:
    """Return whether an array, or one to write into, is in sparse storage; TypeError for ``out`` of anything else."""
    if out is not None:
        outs = out if isinstance(out, (list, tuple)) else (out,)
        for item in outs:
            if not isinstance(item, CLASSES["default"]):
                hint = as_one_tuple(item, "nd.transpose(x, (2, 0, 1))")
                raise TypeError(f"out: an array, or a list of them, is expected, got {item!r}{hint}")
        arrays = [*arrays, *outs]
    for item in arrays:  # noqa: SIM110  # a generator would cost calls time
        if item is not None and item._sparse is not None:
            return True
    return False


@simulated_gpus.computing(lambda bound, arrays, *_: simulated_gpus.common_context(bound.op.name, arrays))
def run(bound: BoundOp, arrays: Sequence[Any], out: Any, cls: Any) -> Any:
    """Do what :func:`mxnet.eager.dense.run` does, for arrays in any storage."""
    op, params = bound.op, bound.params
    slots = link_inputs(arrays) if state.recording else None
    present = list(arrays)
    while present and present[-1] is None:
        present.pop()
    storages = [a.stype for a in present if a is not None]
    form = op.sparse_form(params, storages)
    outs = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    tensors: list[Any]
    nodes: Sequence[Any]
    if form is None or (slots is not None and _needs_dense(form, present)):
        results = _densely(bound, present, outs)
        tensors, nodes = [result._t for result in results], [result._slot for result in results]
        ctx = results[0]._ctx
        expected = _fallback_storages(bound, storages, outs, len(results)) if form is None else form.outputs
    else:
        tensors = list(_by_form(bound, form, present, outs, slots is not None))[: bound.visible]
        node = None if slots is None else grad_node(op.name, bound.given, slots)
        nodes = [None] * len(tensors) if node is None else node.outputs(len(tensors))
        ctx = next((a._ctx for a in present if a is not None), None) or (outs[0]._ctx if outs else current_context())
        expected = form.outputs or tuple(map(_storage, tensors))
    values = [
        _cast(item, storage) for item, storage in zip(tensors, (*expected, *["default"] * len(tensors)), strict=False)
    ]
    if outs is not None:
        for target, value, node in zip(outs, values, nodes, strict=False):
            if _storage(value) != target.stype and form is not None:
                _log(op, storages, [out.stype for out in outs], bound.given)
            if value is not target._t:  # which the operator itself has written
                if op.stochastic and not present and target.stype == "row_sparse":
                    value = sparse.all_rows(value)  # as in 1.9.1: updates need all rows of a drawn weight
                _put(op, target, value, node)
        return out
    result = [_array(value, ctx, cls) for value in values]
    for item, node in zip(result, nodes, strict=True):
        item._slot = node
    return result[0] if len(result) == 1 else result


def _fallback_storages(bound: BoundOp, storages: Sequence[str], outs: list[Any] | None, count: int) -> Sequence[str]:
    """Return the storages of the results of a call on dense copies, and log the fallback as 1.9.1 does."""
    expected, falls = bound.op.output_storages(bound.params, storages, count)
    requested = [out.stype for out in outs] if outs else list(expected)
    if falls or requested != list(expected):
        _log(bound.op, storages, requested, bound.given)
    return expected


def _needs_dense(form: SparseForm, arrays: Sequence[Any]) -> bool:
    """Return whether a recorded call needs dense arrays, because elements that are not stored have a gradient."""
    if form.records is True:
        return False
    present = [a for a in arrays if a is not None]
    asking = [a.stype for a in present if a._sparse is not None and a._t.requires_grad]
    if form.records == "rows":
        return "csr" in asking
    return bool(asking) or all(a._sparse is None for a in present)


def _cast(result: Any, storage: str) -> Any:
    """Return a result in a storage; gradients of what becomes sparse here go to all of it."""
    if storage == "default" or not isinstance(result, torch.Tensor):
        return sparse.cast(result, storage)
    value = sparse.from_dense(result.detach(), storage)
    if result.requires_grad:
        value.source = sparse.linked_to_dense(result, value)
    return value


def _storage(value: Any) -> str:
    return "default" if isinstance(value, torch.Tensor) else value.storage


def _array(value: Any, ctx: Any, cls: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return (CLASSES["default"] if cls._sparse is not None else cls)._wrap(value, ctx)
    result = CLASSES[value.storage]._of(value, ctx)
    if value.source is not None:
        result._t, value.source = value.source, None
    return result


def _put(op: Op, target: Any, value: Any, node: Any) -> None:
    """Write a result into an array of its shape and type, in its storage."""
    refuse_write(target)
    if tuple(target.shape) != tuple(value.shape):
        raise MXNetError(f"operator {op.name}: out has shape {target.shape}, the result has {tuple(value.shape)}")
    data = value if isinstance(value, torch.Tensor) else value.data
    if target._t.dtype is not data.dtype:
        raise MXNetError(f"operator {op.name}: out is of type {target._t.dtype}, the result of {data.dtype}")
    if not (isinstance(value, torch.Tensor) and target._sparse is None and _is_same(target._t, value)):
        target._receive(value)
    if node is not None:
        target._slot = node


def _is_same(first: torch.Tensor, second: torch.Tensor) -> bool:
    return first.data_ptr() == second.data_ptr() and first.stride() == second.stride()


def entered(array: Any, recording: bool) -> Any:
    """Return an array's value as a form takes it."""
    if array is None:
        return None
    t = array._t
    if array._sparse is None:
        return t if recording or not t.requires_grad else t.detach()
    value = sparse.checked(array._sparse)
    if recording and t.requires_grad:
        value = value.replace(value.data)
        value.source = t
    return value


def _densely(bound: BoundOp, arrays: Sequence[Any], outs: Any) -> Sequence[Any]:
    """Apply the operator itself to dense arrays, and return its results as such arrays."""
    op = bound.op
    with explained(
        lambda error: MXNetError(f"operator {op.name}: there is not enough memory to make its inputs dense"),
        RuntimeError,
    ):
        copies = [_dense(a) for a in arrays]
    target = None
    if outs and "out" in op.injected:
        target = outs[0] if outs[0]._sparse is None else None
        if target is None and not arrays:  # it says shape and type, to be made sparse later
            like = outs[0]._t
            zeros = torch.zeros(like.shape, dtype=like.dtype, device=like.device)
            target = CLASSES["default"]._wrap(zeros, outs[0]._ctx)
    pairs = [(a, copy) for a, copy in zip(arrays, copies, strict=True) if copy is not a]
    stamps = [stamp(copy._t) for _, copy in pairs]
    results = dense.run(bound, copies, target, CLASSES["default"])
    for (array, copy), before in zip(pairs, stamps, strict=True):
        if _is_written(array, copy._t, before):  # the states of an update, or of a layer
            array._receive(copy._t.detach())
    return results if isinstance(results, list) else [results]


def _dense(array: Any) -> Any:
    """Return an array, or a dense copy of one in sparse storage, with its place on the tape."""
    if array is None or array._sparse is None:
        return array
    copy = CLASSES["default"]._wrap(sparse.densified(entered(array, state.recording)), array._ctx)
    copy._slot = array._slot
    return copy


def _is_written(array: Any, copy: torch.Tensor, before: Any) -> bool:
    """Return whether an operator wrote to the dense copy of an array, which had a stamp before."""
    if before is None:
        return not torch.equal(copy, sparse.cast(array._sparse, "default"))
    return bool(stamp(copy) != before)


def _by_form(bound: BoundOp, form: SparseForm, arrays: Sequence[Any], outs: Any, recording: bool) -> Sequence[Any]:
    op, params = bound.op, Params(bound.params)
    tensors = [None if a is None else a._t for a in arrays]
    if bound.checked_inputs is not None:
        check_inputs(op, tensors, bound.checked_inputs)
    if op.same_types and len({t.dtype for t in tensors if t is not None}) > 1:
        refuse_mixed_types(op, tensors)
    if op.same_shapes:
        refuse_other_shapes(op, tensors)
    values = [entered(a, recording) for a in arrays]
    if "is_train" in op.injected:
        params["is_train"] = state.training
    if "out" in op.injected:
        params["out"] = None if not outs else outs[0]._t if outs[0]._sparse is None else outs[0]._sparse
    if "device" in op.injected:
        params["device"] = outs[0]._t.device if outs else current_context().torch_device
    before = torch.is_grad_enabled()
    try:
        torch_compat.set_grad_enabled(before and recording)
        results = _apply(bound, partial(form.call, params), [v for v in values if v is not None], {})
    finally:
        torch_compat.set_grad_enabled(before)
    results = results if type(results) is tuple else (results,)
    if len(results) < len(form.outputs) + len(form.states):
        raise AssertionError(f"operator {op.name}: a form gives too few results")
    count = len(form.outputs) or len(results)
    by_name = dict(zip(op.list_inputs(params), arrays, strict=False))
    for name, value in zip(form.states, results[count:], strict=True):
        by_name[name]._receive(value)
    return results[:count]


def _outline(value: Rows | Csr) -> torch.Tensor:
    """Return a tensor without memory of the shape and type of an array in sparse storage, for messages."""
    return torch.empty(value.shape, dtype=value.data.dtype, device="meta")


def _apply(bound: BoundOp, fn: Any, inputs: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    op = bound.op
    try:
        if eager_observers:
            return observed(op.name, bound.given, fn, inputs, kwargs)
        return fn(*inputs, **kwargs)
    except unless_interrupted(Exception) as error:
        refuse(op, [_outline(v) if isinstance(v, (Rows, Csr)) else v for v in inputs], kwargs, error)


def _log(op: Op, inputs: Sequence[str], outputs: Sequence[str], known: Any) -> None:
    """Say, once for each kind of call, that dense arrays were made."""
    if not environment.flag("MXNET_STORAGE_FALLBACK_LOG_VERBOSE", True):
        return
    attributes = "".join(f'"{key}" : {value}, ' for key, value in known.items())
    text = (
        "\nStorage type fallback detected:\n"
        f"operator = {op.name}\n"
        f"input storage types = [{''.join(f'{item}, ' for item in inputs)}]\n"
        f"output storage types = [{''.join(f'{output}, ' for output in outputs)}]\n"
        f"params = {{{attributes}}}\n"
        "Dense arrays are made of the sparse ones to compute this: the operator has no form for these storages and "
        "attributes. The result is the same, it costs time and memory. MXNET_STORAGE_FALLBACK_LOG_VERBOSE=0 ends these "
        "messages."
    )
    if text not in _logged:
        _logged.add(text)
        logging.getLogger("mxnet").warning(text)
