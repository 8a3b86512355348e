"""Collective operations on arrays, under the names of Horovod.

They return when they are done, in the order of the calls, which must be the same in all processes. ``name`` stands in
errors and must be the same in all processes; ``priority`` is without effect. Results are not recorded: no gradient
passes. Arrays may be of any dtype, empty, or on a GPU, where NCCL transfers them. All raise :class:`MXNetError`, in
each process, if the arrays of the processes do not fit together, or if another process has failed or ended.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

from ... import ndarray as nd
from ...core.dtypes import canonical
from ...core.errors import MXNetError
from ...core.write_tracking import writable
from ...kvstore.collectives import Collectives
from ...kvstore.devices import buckets
from .agreement import JOIN, Request, Spec, run_agreed
from .world import check_process_set, current, global_process_set

__all__ = [
    "Adasum", "Average", "Max", "Min", "Product", "Sum", "allgather", "allreduce", "allreduce_", "alltoall",
    "barrier", "broadcast", "broadcast_", "grouped_allgather", "grouped_allreduce", "grouped_allreduce_",
    "grouped_reducescatter", "join", "reducescatter",
]  # fmt: skip

Average, Sum, Adasum, Min, Max, Product = range(6)
_REDUCTIONS = {Average: "Average", Sum: "Sum", Min: "Min", Max: "Max", Product: "Product"}
#: the same of booleans: whether any is true, or all
_OF_BOOL = {"Sum": "Max", "Average": "Min", "Product": "Min"}


# -- reductions -----------------------------------------------------------------------------------------------------


def allreduce(
    tensor: Any,
    average: bool | None = None,
    name: str | None = None,
    priority: int = 0,
    prescale_factor: float = 1.0,
    postscale_factor: float = 1.0,
    process_set: Any = global_process_set,
    op: int | None = None,
) -> Any:
    """Return the average of an array over all processes, or what ``op`` says: Sum, Min, Max or Product.

    ``average`` (False: the sum) is the older argument for ``op``. The array is multiplied by ``prescale_factor``
    before, the result by ``postscale_factor``. Averages of integers, and integers that are scaled, are rounded toward
    zero. Of booleans, Sum and Max tell whether any is true, the others whether all are.

    Raises ValueError for both ``average`` and ``op``, and for an ``op`` that MXNet's Horovod does not have (Adasum).

    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.allreduce(mx.nd.array([1, 2])).asnumpy()  # doctest: +SKIP
    array([1.5, 2.5], dtype=float32)
    """
    return grouped_allreduce([tensor], average, name, priority, prescale_factor, postscale_factor, process_set, op)[0]


def allreduce_(
    tensor: Any,
    average: bool | None = None,
    name: str | None = None,
    priority: int = 0,
    prescale_factor: float = 1.0,
    postscale_factor: float = 1.0,
    process_set: Any = global_process_set,
    op: int | None = None,
) -> Any:
    """Reduce an array over all processes in place, and return it: see :func:`allreduce`."""
    return grouped_allreduce_([tensor], average, name, priority, prescale_factor, postscale_factor, process_set, op)[0]


def grouped_allreduce(
    tensors: Sequence[Any],
    average: bool | None = None,
    name: str | None = None,
    priority: int = 0,
    prescale_factor: float = 1.0,
    postscale_factor: float = 1.0,
    process_set: Any = global_process_set,
    op: int | None = None,
) -> list[Any]:
    """Reduce several arrays over all processes at once, and return the results: see :func:`allreduce`."""
    check_process_set(process_set)
    results = reduced(tensors, _reduction(average, op), name, prescale_factor, postscale_factor)
    return [_like(array, result) for array, result in zip(tensors, results, strict=True)]


def grouped_allreduce_(
    tensors: Sequence[Any],
    average: bool | None = None,
    name: str | None = None,
    priority: int = 0,
    prescale_factor: float = 1.0,
    postscale_factor: float = 1.0,
    process_set: Any = global_process_set,
    op: int | None = None,
) -> list[Any]:
    """Reduce several arrays over all processes at once in place, and return them: see :func:`allreduce`."""
    check_process_set(process_set)
    results = reduced(tensors, _reduction(average, op), name, prescale_factor, postscale_factor)
    for array, result in zip(tensors, results, strict=True):
        writable(array._t).copy_(result)
    return list(tensors)


def reducescatter(
    tensor: Any,
    op: int = Average,
    name: str | None = None,
    priority: int = 0,
    process_set: Any = global_process_set,
    prescale_factor: float = 1.0,
    postscale_factor: float = 1.0,
) -> Any:
    """Return this process's rows of the average (or Sum) over all processes.

    The rows are divided evenly; the first processes get one more where they cannot be. See :func:`allreduce`.
    """
    return grouped_reducescatter([tensor], op, name, priority, process_set, prescale_factor, postscale_factor)[0]


def grouped_reducescatter(
    tensors: Sequence[Any],
    op: int = Average,
    name: str | None = None,
    priority: int = 0,
    process_set: Any = global_process_set,
    prescale_factor: float = 1.0,
    postscale_factor: float = 1.0,
) -> list[Any]:
    """Return this process's rows of several arrays' averages over all processes: see :func:`reducescatter`."""
    if op not in (Average, Sum):
        raise ValueError(f"reducescatter: op: expected Average or Sum, got {op!r}")
    check_process_set(process_set)
    _require_rows("reducescatter", tensors)
    world = current()
    results = reduced(tensors, _REDUCTIONS[op], name, prescale_factor, postscale_factor)
    parts = [torch.tensor_split(result, world.size)[world.rank].clone() for result in results]
    return [_like(array, part) for array, part in zip(tensors, parts, strict=True)]


def _reduction(average: bool | None, op: int | None) -> str:
    if op is not None:
        if average is not None:
            raise ValueError("The op parameter supersedes average. Please provide only one of them.")
        if op not in _REDUCTIONS:
            known = ", ".join(f"{name} ({value})" for value, name in _REDUCTIONS.items())
            raise ValueError(f"op: expected one of {known}, got {op!r}")
        return _REDUCTIONS[op]
    return "Average" if average is None or average else "Sum"


def reduced(
    arrays: Any,
    reduction: str,
    name: str | None = None,
    prescale: float = 1.0,
    postscale: float = 1.0,
    labels: Any = None,
) -> list[torch.Tensor]:
    """Return arrays reduced over all processes, as tensors; ``labels`` name the arrays in errors."""
    world = current()
    specs = _specs("allreduce", arrays, name, labels)
    options = {"op": reduction, "prescale_factor": float(prescale), "postscale_factor": float(postscale)}
    call = Request("allreduce", specs, _names(name), tuple(options.items()))
    tensors = [array._t.detach() for array in arrays]
    work = partial(_reduce, world.collectives, tensors)
    return run_agreed(world.collectives, call, lambda calls: work(reduction, prescale, postscale, world.size))


def _reduce(
    collectives: Collectives | None, tensors: Any, reduction: str, prescale: float, postscale: float, size: int
) -> list[torch.Tensor]:
    """Reduce tensors over the workers, small ones of one dtype together; runs among the collectives."""
    results: dict[int, torch.Tensor] = {}
    for bucket in buckets(tensors, [(tensor.dtype, tensor.device) for tensor in tensors]):
        flat = torch.cat([tensors[i].reshape(-1) for i in bucket])
        dtype = flat.dtype
        op = _OF_BOOL.get(reduction, reduction) if dtype is torch.bool else reduction
        flat = _scaled(flat.to(torch.uint8) if dtype is torch.bool else flat, prescale)
        if collectives is not None:
            collectives.all_reduce(flat, getattr(dist.ReduceOp, "SUM" if op == "Average" else op.upper()))
        if op == "Average":
            flat = flat.div_(size) if dtype.is_floating_point else flat.div_(size, rounding_mode="trunc")
        flat = _scaled(flat, postscale).to(dtype)
        sizes = [tensors[i].numel() for i in bucket]
        for i, part in zip(bucket, flat.split(sizes), strict=True):
            results[i] = part.reshape(tensors[i].shape)
    return [results[i] for i in range(len(tensors))]


def _scaled(flat: torch.Tensor, factor: float) -> torch.Tensor:
    """Return ``flat`` times a factor, of floats in place; products of integers are rounded toward zero."""
    if factor == 1:
        return flat
    return flat.mul_(factor) if flat.is_floating_point() else (flat.double() * factor).trunc_().to(flat.dtype)


# -- transfers ------------------------------------------------------------------------------------------------------


def allgather(tensor: Any, name: str | None = None, priority: int = 0, process_set: Any = global_process_set) -> Any:
    """Return the rows of all processes' arrays, in the order of ranks. Only the first lengths may differ.

    Raises ValueError for an array without axes.
    """
    return grouped_allgather([tensor], name, priority, process_set)[0]


def grouped_allgather(
    tensors: Sequence[Any], name: str | None = None, priority: int = 0, process_set: Any = global_process_set
) -> list[Any]:
    """Return the rows of all processes for several arrays: see :func:`allgather`."""
    check_process_set(process_set)
    world = current()
    call = Request("allgather", _specs("allgather", tensors, name), _names(name), free_rows=True)
    _require_rows("allgather", tensors)
    local = [array._t.detach() for array in tensors]

    def gather(calls: Sequence[Request]) -> list[torch.Tensor]:
        lengths = [[spec.shape[0] for spec in specs] for specs in zip(*(call.specs for call in calls), strict=True)]
        return [_rows(world.collectives, *pair) for pair in zip(local, lengths, strict=True)]

    results = run_agreed(world.collectives, call, gather)
    return [_like(array, result) for array, result in zip(tensors, results, strict=True)]


def _rows(collectives: Collectives | None, tensor: torch.Tensor, counts: Sequence[int]) -> torch.Tensor:
    """Return the rows of all workers, of which rank i has ``counts[i]``; runs among the collectives."""
    if collectives is None:
        return tensor.clone()
    padded = tensor.new_zeros((max(counts), *tensor.shape[1:]))
    padded[: tensor.shape[0]] = tensor
    return torch.cat([rows[:count] for rows, count in zip(collectives.all_gather(padded), counts, strict=True)])


def broadcast(
    tensor: Any, root_rank: int, name: str | None = None, priority: int = 0, process_set: Any = global_process_set
) -> Any:
    """Return the array of process ``root_rank``; ValueError where there is no such process."""
    check_process_set(process_set)
    return _like(tensor, _broadcast([tensor], root_rank, name)[0])


def broadcast_(
    tensor: Any, root_rank: int, name: str | None = None, priority: int = 0, process_set: Any = global_process_set
) -> Any:
    """Write the array of process ``root_rank`` to those of the others, and return it."""
    check_process_set(process_set)
    return broadcast_all([tensor], root_rank, name)[0]


def broadcast_all(
    tensors: Sequence[Any], root_rank: int, name: str | None = None, labels: Sequence[str] | None = None
) -> list[Any]:
    """Write the arrays of process ``root_rank`` to those of the others; ``labels`` must agree, and name them."""
    for array, result in zip(tensors, _broadcast(tensors, root_rank, name, labels), strict=True):
        writable(array._t).copy_(result)
    return list(tensors)


def _broadcast(
    tensors: Sequence[Any], root_rank: int, name: str | None = None, labels: Sequence[str] | None = None
) -> list[torch.Tensor]:
    world = current()
    if not 0 <= root_rank < world.size:
        raise ValueError(f"broadcast: root_rank: expected a rank below {world.size}, got {root_rank}")
    names = _names(name) + tuple(labels or ())
    call = Request("broadcast", _specs("broadcast", tensors, name, labels), names, (("root_rank", int(root_rank)),))
    copies = [array._t.detach().clone(memory_format=torch.contiguous_format) for array in tensors]
    if world.collectives is None:
        return copies
    send = world.collectives.broadcast
    return run_agreed(world.collectives, call, lambda _: [send(copy, root_rank) for copy in copies])


def alltoall(
    tensor: Any, splits: Any = None, name: str | None = None, priority: int = 0, process_set: Any = global_process_set
) -> Any:
    """Send ``splits[i]`` rows of an array to process i, and return the rows that come from all processes.

    ``splits`` are integers: a list or an array. With them, the result is a pair: the rows, and an int32 array of how
    many came from each process. Without, each process gets the same number of rows.

    Raises ValueError for ``splits`` that do not add up to the rows, and for rows that cannot be divided evenly.
    """
    check_process_set(process_set)
    world = current()
    specs = _specs("alltoall", [tensor], name)
    _require_rows("alltoall", [tensor])
    sent = _splits(splits, tensor.shape[0], world.size)
    call = Request("alltoall", specs, _names(name), own=tuple(sent), free_rows=True)
    local = tensor._t.detach().contiguous()

    def exchange(calls: Sequence[Request]) -> tuple[torch.Tensor, list[int]]:
        received = [call.own[world.rank] for call in calls]
        if world.collectives is None:
            return local.clone(), received
        return world.collectives.all_to_all(local, sent, received), received

    rows, received = run_agreed(world.collectives, call, exchange)
    if splits is None:
        return _like(tensor, rows)
    return _like(tensor, rows), _like(tensor, torch.tensor(received, dtype=torch.int32, device=local.device))


def _splits(splits: Any, rows: int, size: int) -> list[int]:
    if splits is None:
        if rows % size:
            raise ValueError(f"alltoall: {rows} rows cannot be divided evenly among {size} processes: give splits")
        return [rows // size] * size
    values = np.asarray(splits.asnumpy() if isinstance(splits, nd.NDArray) else splits)
    if values.shape != (size,) or values.dtype.kind not in "iu" or (values < 0).any() or values.sum() != rows:
        raise ValueError(
            f"alltoall: splits: expected {size} integers from 0 on whose sum is {rows}, the number of rows, got "
            f"{values.tolist()} ({values.dtype})"
        )
    return [int(value) for value in values]


# -- waiting --------------------------------------------------------------------------------------------------------


def barrier(process_set: Any = global_process_set) -> None:
    """Wait until all processes are here."""
    check_process_set(process_set)
    run_agreed(current().collectives, Request("barrier"), lambda _: None)


def join() -> int:
    """Say that this process has no more data, and wait until all have called this.

    Until then the others may go on with :func:`allreduce` (Sum and Average), to which this process adds zeros; an
    average is still one over all processes. Returns the rank that came last.
    """
    world = current()
    rounds, work = 0, partial(_join, world.collectives)
    while (last := run_agreed(world.collectives, Request(JOIN, own=(rounds,)), work)) is None:
        rounds += 1
    return last


def _join(collectives: Collectives | None, calls: Sequence[Request]) -> int | None:
    """Reduce zeros with the others; return the rank that joined last once all have."""
    call = next((call for call in calls if call.operation != JOIN), None)
    if call is None or collectives is None:
        return min(range(len(calls)), key=lambda rank: (calls[rank].own[0], -rank))
    zeros = [torch.zeros(spec.shape, dtype=getattr(torch, spec.dtype), device=spec.device) for spec in call.specs]
    reduction, prescale, postscale = dict(call.options).values()
    _reduce(collectives, zeros, reduction, prescale, postscale, len(calls))
    return None


# -- arrays ---------------------------------------------------------------------------------------------------------


def _specs(operation: str, arrays: Any, name: str | None, labels: Sequence[str] | None = None) -> tuple[Spec, ...]:
    """Return what arrays are; MXNetError for what is no dense array."""
    result = []
    for position, array in enumerate(arrays):
        label = labels[position] if labels is not None else name or f"array {position}"
        if not isinstance(array, nd.NDArray) or array.stype != "default":
            got = f"a {array.stype} array" if isinstance(array, nd.NDArray) else type(array).__name__
            raise MXNetError(f"{operation} {label}: expected a dense NDArray, got {got}")
        tensor = array._t
        result.append(Spec(label, canonical(tensor.dtype), tuple(tensor.shape), tensor.device.type))
    return tuple(result)


def _names(name: str | None) -> tuple[str, ...]:
    return () if name is None else (str(name),)


def _require_rows(operation: str, arrays: Sequence[Any]) -> None:
    for array in arrays:
        if not array.shape:
            raise ValueError(f"{operation}: expected an array with at least one axis, got one without axes")


def _like(array: Any, tensor: torch.Tensor) -> Any:
    """Return a tensor as an array of the class and context of another."""
    return type(array)._wrap(tensor, array._ctx)
