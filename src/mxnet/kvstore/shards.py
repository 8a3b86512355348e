"""The shards of values that a worker keeps for all: it sums into them, updates them and sends them."""

from __future__ import annotations

import functools
import operator
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch

from .. import ndarray as nd
from .. import optimizer as opt
from ..core.errors import MXNetError
from ..core.write_tracking import writable
from .cluster import Cluster
from .compression import decoded
from .kvstore import run_updater

Tensors = list[torch.Tensor]

#: what a command of ``send_command_to_servers`` does, by its number: a function of its text and of this worker's number
commands: dict[int, Callable[[str, int], None]] = {}


class _Serving(threading.local):
    """Whether this thread changes kept values, as 1.9.1's servers do."""

    now = False


serving = _Serving()


def rows_of(tensors: Tensors, shape: tuple[int, ...]) -> Any:
    """Return a row-sparse array of its row indices and rows."""
    numbers, rows = (nd.NDArray.from_torch(tensor) for tensor in tensors)
    return nd.sparse.row_sparse_array((rows, numbers), shape=shape)


def parts_of_rows(array: Any) -> Tensors:
    """Return the row indices of a row-sparse array, and the rows."""
    return [array.indices._t.detach().cpu(), array.data._t.detach().cpu()]


class _Entry:
    """A part of a value, and what has come for it."""

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        self.shape, self.dtype = shape, dtype
        #: None until worker 0 has given it
        self.value: Any = None
        self.declared: set[int] = set()
        #: what each worker pushed that was not summed yet
        self.waiting: dict[int, Any] = {}
        self.updates = 0
        #: how often all workers have exchanged it together
        self.exchanges = 0
        #: of each worker: the number of updates in what it last pulled, and of those that it made since
        self.seen: dict[int, int] = {}

    def become(self, total: Any) -> None:
        """Take an array as the value: a copy of its elements, or of its rows."""
        if total.stype == self.value.stype == "default":
            writable(self.value._t).copy_(total._t)
        else:
            self.value = total if total.stype == self.value.stype else total.tostype(self.value.stype)


class Shards:
    """Answers the requests of workers: ``init``, ``push``, ``pull``, and what concerns the optimizer.

    With ``sync`` a value changes when all workers have pushed, by the sum in the order of their numbers; else by each
    push alone, at once.
    """

    def __init__(self, cluster: Cluster, sync: bool) -> None:
        self._cluster, self._sync = cluster, sync
        self._entries: dict[Any, _Entry] = {}
        self._changed = threading.Condition(threading.RLock())
        self.updater: Callable[[Any, Any, Any], None] | None = None
        #: the commands of ``send_command_to_servers`` that came
        self.commands: list[tuple[int, str]] = []

    def handle(self, rank: int, request: dict[str, Any], tensors: Tensors) -> tuple[dict[str, Any], Tensors]:
        """Answer a request of worker ``rank``."""
        handler = getattr(self, f"_on_{request['do']}", None)
        if handler is None:
            raise MXNetError(f"worker {rank} asked for {request['do']!r}, which is no request")
        key = request.get("key")
        self._catch_up(key, int(request.get("exchanges", 0)))
        return handler(rank, key, request, tensors) or ({}, [])

    def _catch_up(self, key: Any, exchanges: int) -> None:
        """Wait until as many exchanges of a key are done here as on the worker that asks for it."""
        if exchanges:
            with self._changed:
                entry = self._known(key)
                self._wait(
                    lambda: entry.exchanges >= exchanges,
                    lambda: f"key {key}: {exchanges} exchanges were expected, {entry.exchanges} came",
                )

    # -- values ---------------------------------------------------------------------------------------------

    def _on_init(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> None:
        shape, dtype = tuple(request["shape"]), request["dtype"]
        with self._changed:
            entry = self._entries.setdefault(key, _Entry(shape, dtype))
            if rank in entry.declared:
                raise MXNetError(f"duplicate init of key {key}: call init or broadcast once for each key")
            if (entry.shape, entry.dtype) != (shape, dtype):
                raise self._cluster.fail(
                    f"key {key}: worker {rank} makes it with shape {shape} and type {dtype}, "
                    f"worker {min(entry.declared)} with shape {entry.shape} and type {entry.dtype}"
                )
            entry.declared.add(rank)
            if tensors:
                entry.value = rows_of(tensors, shape) if request.get("rows") else nd.NDArray.from_torch(tensors[0])
            self._changed.notify_all()

    def _on_ready(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> None:
        with self._changed:
            entry = self._entries[key]
            self._wait(
                lambda: len(entry.declared) == self._cluster.num_workers,
                lambda: f"key {key}: not made by {self._missing(entry.declared)}: all workers call init or broadcast",
            )

    def _missing(self, come: Iterable[int]) -> str:
        return f"worker {', '.join(map(str, sorted(set(range(self._cluster.num_workers)) - set(come))))}"

    def _wait(self, come: Callable[[], bool], why: Callable[[], str]) -> None:
        """Wait until something has come, the lock held; :class:`MXNetError` when it has not in time."""
        end = time.monotonic() + 0.9 * self._cluster.timeout
        while not come():
            self._cluster.check(needs_all=True)
            if time.monotonic() > end:
                raise self._cluster.fail(why())
            self._changed.wait(0.1)

    def _known(self, key: Any) -> _Entry:
        entry = self._entries.get(key)
        if entry is None or entry.value is None:
            raise MXNetError(f"key {key} has not been inited: call init or broadcast first")
        return entry

    def _on_push(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> Any:
        with self._changed:
            entry = self._known(key)
            gradient = self._gradient(key, entry, request, tensors)
            if not self._sync:
                stale = entry.updates - entry.seen.get(rank, entry.updates)
                self.apply([(key, gradient)])
                if rank in entry.seen:
                    entry.seen[rank] += 1
                return {"stale": stale}, []
            self._settled(rank, key).waiting[rank] = gradient
            if len(entry.waiting) == self._cluster.num_workers:
                arrived = [entry.waiting[item] for item in sorted(entry.waiting)]
                entry.waiting.clear()
                self.apply([(key, functools.reduce(operator.add, arrived))])
        return None

    def adds_in(self, dtype: torch.dtype) -> torch.dtype:
        """Return the type in which gradients of a type are added: that of the optimizer's copy, where it keeps one."""
        optimizer = getattr(self.updater, "optimizer", None)
        wide = dtype is torch.float16 and getattr(optimizer, "multi_precision", False)
        return torch.float32 if wide else dtype

    def _gradient(self, key: Any, entry: _Entry, request: dict[str, Any], tensors: Tensors) -> Any:
        shape, dtype = entry.value.shape, self.adds_in(entry.value._t.dtype)
        if request.get("rows"):
            return rows_of([tensors[0], tensors[1].to(dtype)], shape)
        if request.get("coding"):
            tensor = decoded(request, tensors[0], entry.value.size).reshape(shape)
        else:
            (tensor,) = tensors
        if tuple(tensor.shape) != shape:
            raise MXNetError(f"key {key}: expected a part of shape {shape}, got {tuple(tensor.shape)}")
        return nd.NDArray.from_torch(tensor.to(dtype))

    def apply(self, gradients: Iterable[tuple[Any, Any]]) -> None:
        """Change values by what was summed for them: by the updater, or to the sums where there is none."""
        with self._changed:
            updates = []
            for key, total in gradients:
                entry = self._known(key)
                entry.updates += 1
                if self.updater is None:
                    entry.become(total)
                else:
                    updates.append((key, total, entry.value))
            serving.now = True
            try:
                if self.updater is not None:
                    run_updater(self.updater, updates)
            finally:
                serving.now = False
            self._changed.notify_all()

    def exchanged(self, gradients: Iterable[tuple[Any, Any]]) -> None:
        """Change values by what all workers have summed together."""
        with self._changed:
            summed = list(gradients)
            self.apply(summed)
            for key, _ in summed:
                self._entries[key].exchanges += 1
            self._changed.notify_all()

    def count(self, keys: Iterable[Any]) -> None:
        """Count an update of values that others keep: rates follow the number of updates on every worker."""
        optimizer = getattr(self.updater, "optimizer", None)
        if isinstance(optimizer, opt.Optimizer):
            with self._changed:
                for key in keys:
                    optimizer._update_count(key)

    def _settled(self, rank: int, key: Any) -> _Entry:
        """Return a part in which all that worker ``rank`` has pushed is summed, the lock held."""
        entry = self._known(key)
        self._wait(
            lambda: rank not in entry.waiting,
            lambda: f"key {key}: {self._missing(entry.waiting)} has not pushed, {len(entry.waiting)} others have",
        )
        return entry

    def _on_pull(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> Any:
        with self._changed:
            entry = self._settled(rank, key)
            entry.seen[rank] = entry.updates
            value = entry.value
            return {}, [value._t.clone()] if value.stype == "default" else parts_of_rows(value)

    def _on_rows(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> Any:
        """Give the rows at some indices, counted from the first that is kept here."""
        with self._changed:
            value = self._settled(rank, key).value
            if value.stype != "row_sparse":
                raise MXNetError(f"key {key}: a row-sparse value is expected, this is of type {value.stype}")
            return {}, parts_of_rows(nd.sparse.retain(value, nd.NDArray.from_torch(tensors[0])))

    def value(self, key: Any) -> torch.Tensor:
        """Return a dense part that is kept here."""
        return self._known(key).value._t

    # -- the optimizer ----------------------------------------------------------------------------------------

    def _on_states(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> Any:
        with self._changed:
            if not isinstance(self.updater, opt.Updater):
                raise MXNetError(f"worker {self._cluster.rank} has no optimizer: all workers call set_optimizer")
            for item in self._entries:
                self._settled(rank, item)
            states = self.updater.get_states(bool(request.get("optimizer")))
        return {}, [torch.from_numpy(np.frombuffer(states, np.uint8).copy())]

    def _on_command(self, rank: int, key: Any, request: dict[str, Any], tensors: Tensors) -> None:
        head, body = int(request["head"]), str(request["body"])
        self.commands.append((head, body))
        if head in commands:
            commands[head](body, self._cluster.rank)
