"""The key-value store of many processes: ``dist_sync``, ``dist_device_sync`` and ``dist_async``.

Each worker keeps a share of the values and of the optimizer's states (:mod:`~mxnet.kvstore.layout`). ``push`` and
``pull`` are requests to those who keep a value, in any order, as 1.9.1's to its servers. ``pushpull`` and ``broadcast``
are done by all workers together, by collectives of torch.distributed.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple

import numpy as np
import torch

from .. import autograd
from .. import ndarray as nd
from .. import optimizer as opt
from ..core.context import cpu
from ..core.dtypes import canonical
from ..core.errors import MXNetError, MXNetIndexError
from ..core.files.saving import atomic_write
from ..core.interruptions import unless_interrupted
from ..core.write_tracking import writable
from ..ops.workers import workers
from .buckets import Buckets, Entry
from .cluster import Cluster, joined
from .collectives import Collectives
from .compression import encoded
from .devices import summed
from .kvstore import KVStore
from .layout import Part, by_rows, joined_states, parted_states, parts_of
from .links import Answer, Link, Listener, Reply
from .overlap import Overlap
from .overlap import enabled as overlap_enabled
from .shards import Shards, parts_of_rows, rows_of


class Staleness(NamedTuple):
    """The staleness of gradients on arrival: updates by other workers since the last pull."""

    pushes: int
    mean: float
    largest: int


@dataclass(frozen=True)
class _Known:
    """A key's shape, dtype and storage, and which worker keeps which part of its value."""

    shape: tuple[int, ...]
    dtype: torch.dtype
    stype: str
    parts: tuple[Part, ...]


class _Services:
    """Connections to the other workers, shared by the stores of one process."""

    def __init__(self, store_type: str) -> None:
        self.cluster: Cluster = joined(store_type)
        self.shards: dict[int, Shards] = {}
        self.changed = threading.Condition()
        self.ready = threading.Event()
        #: by name: collectives that do not wait for each other
        self.sequences: dict[str, Collectives] = {}
        self.listener = Listener(self.cluster, self._handle)
        self.collectives = self._register(Collectives(self.cluster))
        self.ready.set()
        workers.join(self.cluster.num_workers, self.collectives.sum_now)
        self.links = {rank: Link(self.cluster, rank) for rank in range(self.cluster.num_workers)}

    def _register(self, collectives: Collectives) -> Collectives:
        with self.changed:
            self.sequences[collectives.name] = collectives
            self.changed.notify_all()
        return collectives

    def early_collectives(self) -> Collectives:
        """Return the collectives of backward passes; all workers ask for them at the same time."""
        if "early" not in self.sequences:
            early = partial(Collectives, self.cluster, "early", needs_all=False)
            self._register(self.collectives.submit("opens the way for gradients", early).wait())
        return self.sequences["early"]

    def _handle(self, rank: int, request: dict[str, Any], tensors: list[torch.Tensor]) -> Any:
        self.cluster.wait(self.ready, "the start")
        if request["do"] == "agree":
            return self._wait_for(self.sequences, str(request["for"]), rank).answer(rank, request, tensors)
        return self._wait_for(self.shards, int(request["store"]), rank).handle(rank, request, tensors)

    def _wait_for(self, stores: Mapping[Any, Any], which: Any, rank: int) -> Any:
        """Answer a request of worker ``rank``, perhaps before this one makes the same call."""
        with self.changed:
            end = time.monotonic() + self.cluster.timeout / 2
            while which not in stores:
                self.cluster.check()
                if time.monotonic() > end:
                    raise self.cluster.fail(f"worker {self.cluster.rank} has not made store {which}, worker {rank} has")
                self.changed.wait(0.1)
            return stores[which]

    def add(self, shards: Shards) -> int:
        """Take the shards of a new store; return its number."""
        with self.changed:
            number = len(self.shards)
            self.shards[number] = shards
            self.changed.notify_all()
        return number


_services: _Services | None = None


def shared_services(store_type: str) -> _Services:
    """Return what the stores of this process share; ``store_type`` is the store that asks first."""
    global _services
    if _services is None:
        _services = _Services(store_type)
    _services.cluster.refuse_forked()
    return _services


class DistKVStore(KVStore):
    """A store of several processes. All create the same stores in the same order, and init the same keys.

    Parameters
    ----------
    handle
        The kind of store (see :func:`mxnet.kvstore.create`).
    """

    spans_processes: ClassVar[bool] = True

    def __init__(self, handle: str) -> None:
        self._services = shared_services(handle)
        self._cluster, self._collectives = self._services.cluster, self._services.collectives
        super().__init__(handle)
        self._is_async = "_async" in handle
        self._shards = Shards(self._cluster, sync=not self._is_async)
        self._number = self._services.add(self._shards)
        self._buckets = Buckets(self._collectives, self._shards)
        self._early_buckets: Buckets | None = None
        #: by the keys, and whether the store updates their values
        self._overlaps: dict[tuple[tuple[Any, ...], bool], Overlap] = {}
        self._known: dict[Any, _Known] = {}
        self._unanswered: dict[Any, list[Answer]] = {}
        #: by key, how often it was exchanged by all workers together: who keeps it may be behind
        self._exchanges: dict[Any, int] = {}
        self._pushes, self._stale, self._stalest = 0, 0, 0

    # -- who takes part ---------------------------------------------------------------------------------------

    @property
    def rank(self) -> int:
        """The number of this worker, from 0."""
        return self._cluster.rank

    @property
    def num_workers(self) -> int:
        """How many workers share the store."""
        return self._cluster.num_workers

    @property
    def staleness(self) -> Staleness:
        """How old what this worker's pushes were computed from was; zeros for a store that waits for all."""
        return Staleness(self._pushes, self._stale / self._pushes if self._pushes else 0.0, self._stalest)

    @property
    def bytes_sent(self) -> int:
        """How many bytes of arrays this process has sent to other workers, by all its stores."""
        total = sum(item.bytes_sent for item in self._services.sequences.values())
        return total + sum(link.bytes_sent for link in self._services.links.values())

    def _barrier(self) -> None:
        """Wait for the other workers; what was pushed before has arrived then."""
        self._settle()
        self._collectives.barrier()

    # -- requests -----------------------------------------------------------------------------------------------

    def _ask(self, owner: int, request: dict[str, Any], tensors: Sequence[torch.Tensor] = (), **options: Any) -> Answer:
        """Send a request to the worker that keeps something; what this one keeps itself is answered at once."""
        self._cluster.refuse_forked()
        request = {**request, "store": self._number}
        if request.get("key") in self._exchanges:
            request["exchanges"] = self._exchanges[request["key"]]
        if owner != self.rank:
            return self._services.links[owner].request(request, tensors, **options)
        answer = Answer(self._cluster, options.get("what", ""))
        try:
            answer.put(self._shards.handle(owner, request, list(tensors)))
        except unless_interrupted(Exception, runs_user_code=True) as error:
            answer.put(None, error)
        return answer

    def _settle(self, keys: Sequence[Any] | None = None) -> None:
        """Wait until pushes, of these keys or all, have arrived; raise what went wrong with them."""
        self._cluster.refuse_forked()
        for key in list(self._unanswered) if keys is None else keys:
            for answer in self._unanswered.pop(key, ()):
                reply, _ = answer.wait()
                if "stale" in reply:
                    self._pushes += 1
                    self._stale += reply["stale"]
                    self._stalest = max(self._stalest, reply["stale"])

    # -- values -------------------------------------------------------------------------------------------------

    def init(self, key: Any, value: Any) -> None:
        """Set the first value of a key, or of each of several, to that of worker 0; all workers call this.

        Raises :class:`MXNetError` for a key that has a value already, and where another worker gives another shape or
        type, or does not give one in time.
        """
        self._cluster.check()
        pairs = self._pairs(key, value)
        for item, arrays in pairs:
            if item in self._known or len(arrays) > 1:
                raise MXNetError(f"duplicate init of key {item}: call init or broadcast once for each key")
        for do in ("init", "ready"):
            answers = [answer for item, (array,) in pairs for answer in self._declare(do, item, array)]
            for answer in answers:
                answer.wait()

    def _declare(self, do: str, key: Any, array: Any) -> Iterator[Answer]:
        shape, dtype = tuple(array.shape), array._t.dtype
        optimizer = getattr(self._updater, "optimizer", None)
        unsplit = optimizer is not None and not optimizer._elementwise
        self._known[key] = _Known(shape, dtype, array.stype, parts_of(key, shape, self.num_workers, unsplit))
        for part in self._known[key].parts:
            size = part.shape_in(shape)
            request: dict[str, Any] = {"do": do, "key": key, "shape": list(size), "dtype": f"{dtype}, {array.stype}"}
            tensors: list[torch.Tensor] = []
            if do == "init" and self.rank == 0:
                fields, tensors = self._cut(key, array, part)
                request.update(fields)
            yield self._ask(part.owner, request, tensors, what=f"init of {key}")

    def _cut(self, key: Any, array: Any, part: Part) -> Reply:
        """Return a part of an array as a message: a copy of its elements, or of its rows if it is row-sparse."""
        shape = self._known[key].shape
        if array.stype == "row_sparse" and by_rows(part, math.prod(shape[1:])):
            numbers, rows = parts_of_rows(array)
            part_rows = part.rows_in(shape)
            inside = (numbers >= part_rows.start) & (numbers < part_rows.stop)
            return {"rows": True}, [numbers[inside] - part_rows.start, rows[inside]]
        tensor = (array if array.stype == "default" else array.tostype("default"))._t.detach().cpu()
        return {}, [tensor.reshape(-1)[part.start : part.stop].reshape(part.shape_in(shape)).clone()]

    def _stored(self, key: Any) -> _Known:
        if key not in self._known:
            raise MXNetError(f"key {key} has not been inited: call init or broadcast first")
        return self._known[key]

    def _checked_shapes(self, key: Any, arrays: Sequence[Any], what: str) -> _Known:
        known = self._stored(key)
        for array in arrays:
            if tuple(array.shape) != known.shape:
                raise MXNetError(f"key {key}: expected {what} of shape {known.shape}, got {array.shape}")
        return known

    def _summed(self, key: Any, arrays: Sequence[Any]) -> Any:
        """Return the sum of what the devices of this worker give for a key."""
        known = self._checked_shapes(key, arrays, "a value")
        with autograd.pause():
            total = summed(arrays, arrays[0].context)
            return total if total._t.dtype is known.dtype else total.astype(canonical(known.dtype))

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Give a key's values, summed, to the store; return before they have arrived.

        A ``dist_sync`` store changes the value once all workers have pushed: by the optimizer, or to the sum. A
        ``dist_async`` store changes it at once. Values of higher ``priority`` are sent first. Raises
        :class:`MXNetError` for an unknown key and for a value of another shape.
        """
        self._cluster.check()
        for item, arrays in self._pairs(key, value):
            total = self._summed(item, arrays)
            if self._is_async and self._updater is None:
                raise MXNetError(f"{self.handle}: a store that does not wait needs an optimizer: call set_optimizer")
            compression = self._compression if total.stype == "default" else None
            if compression is not None:
                (total,) = compression.compressed(item, [total.as_in_context(cpu())])
            for part in self._known[item].parts:
                fields, tensors = self._cut(item, total, part)
                if compression is not None:
                    fields, packed = encoded(compression, tensors[0])
                    tensors = [packed]
                request = {"do": "push", "key": item, "once": True, **fields}
                answer = self._ask(part.owner, request, tensors, what=f"push of {item}", priority=priority)
                self._unanswered.setdefault(item, []).append(answer)

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Copy a key's value to each array of ``out``, in the array's own type; what this worker pushed is in it.

        Arrays in sparse storage are passed over with ``ignore_sparse``. Raises :class:`MXNetError` for an unknown key,
        another shape, and where other workers have not pushed in time.
        """
        assert out is not None, "out: expected arrays to copy to"
        self._cluster.check()
        requests = []
        for item, arrays in self._pairs(key, out):
            known = self._checked_shapes(item, arrays, "an array")
            arrays = [array for array in arrays if array.stype == "default" or not ignore_sparse]
            if arrays:
                requests.append((item, arrays, self._ask_for(item, "pull", [[]] * len(known.parts))))
        for item, arrays, answers in requests:
            self._settle([item])
            value = self._gathered(item, answers)
            for array in arrays:
                if value.stype == array.stype == "default":
                    writable(array._t).copy_(value._t)
                else:
                    value.copyto(array)

    def _ask_for(self, key: Any, do: str, tensors: Sequence[Sequence[torch.Tensor]]) -> list[Answer]:
        request = {"do": do, "key": key}
        parts = zip(self._known[key].parts, tensors, strict=True)
        return [
            self._ask(part.owner, request, part_tensors, what=f"{do} of {key}", after=True)
            for part, part_tensors in parts
        ]

    def _gathered(self, key: Any, answers: Sequence[Answer]) -> Any:
        """Return the value that answers give in parts."""
        known = self._known[key]
        result = [answer.wait()[1] for answer in answers]
        if known.stype == "default":
            pieces = [tensors[0].reshape(-1) for tensors in result]
            return nd.NDArray.from_torch((pieces[0] if len(pieces) == 1 else torch.cat(pieces)).reshape(known.shape))
        parts = zip(known.parts, result, strict=True)
        numbers = torch.cat([tensors[0] + part.rows_in(known.shape).start for part, tensors in parts])
        return rows_of([numbers, torch.cat([tensors[1] for tensors in result])], known.shape)

    def _rows(self, key: Any, row_ids: Any) -> Any:
        """Return some rows of a row-sparse value."""
        known, rows = self._known[key], torch.from_numpy(np.unique(row_ids.asnumpy().astype(np.int64)))
        if len(rows) and not 0 <= int(rows[0]) <= int(rows[-1]) < known.shape[0]:
            got = rows.tolist()[:8]
            raise MXNetIndexError(f"key {key}: rows from 0 to {known.shape[0] - 1} are expected, got {got}")
        ranges = [part.rows_in(known.shape) for part in known.parts]
        local_rows = [
            rows[(rows >= part_range.start) & (rows < part_range.stop)] - part_range.start for part_range in ranges
        ]
        return self._gathered(key, self._ask_for(key, "rows", [[index] for index in local_rows]))

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push and pull at once, to ``out`` or to the values; all workers do it together, with the same keys.

        Small arrays of one type travel together. What is row-sparse, or compressed, or for a ``dist_async`` store, is
        pushed and then pulled.
        """
        self._cluster.check()
        outs = dict(self._pairs(key, value if out is None else out))
        collective = {}
        for item, arrays in self._pairs(key, value):
            if self._is_collective(item, arrays):
                collective[item] = arrays
            else:
                self.push(item, arrays, priority)
        self._settle(list(collective))
        for item, arrays in collective.items():
            self._checked_shapes(item, arrays, "a value")
            self._checked_shapes(item, outs[item], "an array")
        for item, result in self._exchanged(collective):
            self._exchanges[item] = self._exchanges.get(item, 0) + 1
            for array in outs.pop(item):
                writable(array._t).copy_(result)
        if outs:
            self.pull(list(outs), list(outs.values()), priority)

    def _is_collective(self, key: Any, arrays: Sequence[Any]) -> bool:
        """Return whether all workers exchange a key's values at the same time."""
        dense = self._stored(key).stype == "default" and all(array.stype == "default" for array in arrays)
        return dense and not self._is_async and self._compression is None

    def _exchanged(self, values: Mapping[Any, Sequence[Any]]) -> Iterator[tuple[Any, torch.Tensor]]:
        overlap = self._overlaps.get((tuple(values), self._updater is not None))
        if overlap is not None:
            return overlap.exchanged(values)
        return self._buckets.exchanged(self._entries(values), update=self._updater is not None)

    def _entries(self, values: Mapping[Any, Sequence[Any]]) -> list[Entry]:
        return [(key, self._tensor(key, arrays), self._known[key].parts) for key, arrays in values.items()]

    def _tensor(self, key: Any, arrays: Sequence[Any]) -> torch.Tensor:
        return self._summed(key, arrays)._t.detach()

    def watch(self, key: Any, value: Any, slots: Sequence[Sequence[Any]]) -> None:
        """Send gradients from now on while backward passes still run: ahead of the next ``pushpull`` of the same keys.

        ``slots`` are the variables of the gradients (``value``, lists of arrays), key by key: what their ``_slot`` or
        an executor's ``gradient_slots`` says. All workers call this at the same time. Without effect for what does not
        travel together, and for arrays of GPUs.
        """
        values = dict(self._pairs(key, value))
        arrays = [array for item in values.values() for array in item]
        if not overlap_enabled() or not arrays or any(array._t.device.type != "cpu" for array in arrays):
            return
        if self.num_workers == 1 or not all(self._is_collective(*item) for item in values.items()):
            return
        update = self._updater is not None
        which = tuple(values), update
        if which not in self._overlaps:
            if self._early_buckets is None:
                self._early_buckets = Buckets(self._services.early_collectives(), self._shards)
            self._overlaps[which] = Overlap(self._early_buckets, self._entries(values), update, self._tensor)
        self._overlaps[which].watch(values, slots)

    def set_gradient_compression(self, compression_params: dict[str, Any]) -> None:
        """Compress what is pushed from now on, to 2 bits or 1 bit an element on the wire; what is pulled is whole.

        Raises :class:`MXNetError` for an unknown type or a threshold that is not above 0.
        """
        self._settle()
        super().set_gradient_compression(compression_params)

    # -- the optimizer ------------------------------------------------------------------------------------------

    def _set_updater(self, updater: Callable[[Any, Any, Any], None]) -> None:
        """Call ``updater(key, sum, stored)`` for the parts that this worker keeps; all workers call this."""
        self._settle()
        self._updater = self._shards.updater = updater

    def set_optimizer(self, optimizer: opt.Optimizer) -> None:
        """Let pushed sums, taken as gradients, update the stored values; each worker updates what it keeps.

        All workers call this, with optimizers that are alike. Raises :class:`MXNetError` where their classes differ.
        """
        super().set_optimizer(optimizer)
        what = f"sets the optimizer {type(optimizer).__name__} of store {self._number}"
        self._collectives.submit(what, lambda: None).wait()

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the states of the optimizer to a file, of all keys, as one process would; one worker may do it alone.

        Raises AssertionError when no optimizer was set.
        """
        assert self._updater is not None, "Cannot save states: set_optimizer was not called"
        self._settle()
        request = {"do": "states", "optimizer": dump_optimizer}
        answers = [self._ask(rank, request, what="saving states", after=True) for rank in range(self.num_workers)]
        result = [bytes(answer.wait()[1][0].numpy()) for answer in answers]
        keys = {key: (known.shape, len(known.parts)) for key, known in self._known.items()}
        with atomic_write(fname) as stream:
            optimizer = getattr(self._updater, "optimizer", None) if dump_optimizer else None
            stream.write(joined_states(result, keys, optimizer))

    def load_optimizer_states(self, fname: str) -> None:
        """Read the states of the optimizer from a file, which each worker reads for itself. No code in it is run.

        Raises AssertionError when no optimizer was set, :class:`MXNetError` for a file that holds anything else.
        """
        assert isinstance(self._updater, opt.Updater), "Cannot load states: set_optimizer was not called"
        self._settle()
        opt.load_states(self._updater, fname)
        owned = {}
        for key, known in self._known.items():
            own_parts = [part for part in known.parts if part.owner == self.rank]
            owned[key] = (known.shape, own_parts[0] if own_parts else None, len(known.parts))
        parted_states(self._updater, owned)

    def _send_command_to_servers(self, head: int, body: Any) -> None:
        """Give a command to all workers, who keep what 1.9.1's servers keep and do what ``shards.commands`` says."""
        request = {"do": "command", "head": int(head), "body": str(body)}
        for answer in [self._ask(rank, request, what="a command") for rank in range(self.num_workers)]:
            answer.wait()
