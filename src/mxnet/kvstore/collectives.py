"""Collective operations through torch.distributed: in the background, in the same order on all workers."""

from __future__ import annotations

import ctypes
import datetime
import hashlib
import itertools
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist

from ..core.errors import MXNetError
from ..core.interruptions import explained, suppressed
from . import network
from .cluster import Cluster
from .links import Answer, Link, Reply

_TEXT = 1000
_DIGEST = 16
#: between looks at what has become of the other workers
_PATIENCE = datetime.timedelta(seconds=0.25)
#: where torch.distributed reads which network interface gloo listens on
_INTERFACE = "GLOO_SOCKET_IFNAME"


class Collectives:
    """Runs functions that call torch.distributed, one after the other, each after all workers agreed on what it is.

    Two instances, of different ``name``, do not wait for each other. Where not all workers need come to the same at
    last (``needs_all``), one that is done is no error while another waits.
    """

    def __init__(self, cluster: Cluster, name: str = "collectives", needs_all: bool = True) -> None:
        self._cluster, self.name, self._needs_all = cluster, name, needs_all
        self._made_world = not dist.is_initialized()
        seconds = datetime.timedelta(seconds=cluster.timeout)
        if self._made_world:
            self._make_world(seconds)
        if (dist.get_rank(), dist.get_world_size()) != (cluster.rank, cluster.num_workers):
            raise MXNetError(
                f"{cluster.wanted}: torch.distributed was initialized as worker {dist.get_rank()} of "
                f"{dist.get_world_size()}, the environment says worker {cluster.rank} of {cluster.num_workers}"
            )
        self.group = dist.new_group(timeout=seconds, backend="gloo")
        #: for arrays of GPUs, by NCCL
        self.gpu_group = dist.new_group(timeout=seconds, backend="nccl") if torch.cuda.is_available() else None
        self._jobs: queue.SimpleQueue[tuple[Answer | None, Callable[[], Any], Answer] | None] = queue.SimpleQueue()
        self._submitting, self._numbers = threading.Lock(), itertools.count()
        self._next = Link(cluster, (cluster.rank + 1) % cluster.num_workers, name)
        #: by turn: what this worker does then
        self._said: dict[int, str] = {}
        self._changed = threading.Condition()
        #: bytes that this worker sent, as the algorithms of the collectives have it
        self.bytes_sent = 0
        self._thread = threading.Thread(target=self._run, name=f"mxnet-kvstore-{name}", daemon=True)
        self._thread.start()
        cluster.closing.insert(0, self.close)  # the first one, which ends the process group, at last

    def _make_world(self, seconds: datetime.timedelta) -> None:
        interface = network.interface_of(self._cluster.host)
        before = os.environ.get(_INTERFACE)
        if interface is not None and before is None:
            os.environ[_INTERFACE] = interface
        backend = "cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo"
        rank, size = self._cluster.rank, self._cluster.num_workers
        with explained(self._cluster.broke, RuntimeError):
            store = dist.PrefixStore("world", self._cluster.store)
            dist.init_process_group(backend, store=store, rank=rank, world_size=size, timeout=seconds)

    @property
    def rank(self) -> int:
        """The number of this worker."""
        return self._cluster.rank

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        return self._cluster.num_workers

    def group_of(self, device: torch.device) -> Any:
        """Return the process group for tensors of a device."""
        return self.group if device.type == "cpu" else self.gpu_group

    def submit(self, what: str, run: Callable[[], Any]) -> Answer:
        """Queue ``run``, which is called once all workers have queued the same ``what``."""
        self._cluster.refuse_forked()
        pending = Answer(self._cluster, what, needs_all=True)
        with self._submitting:
            self._jobs.put((self._ask(next(self._numbers), what), run, pending))
        return pending

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            agreed, run, pending = job
            try:
                self._cluster.check()
                if agreed is not None:
                    agreed.wait()
                pending.put(run())
            except MXNetError as error:
                pending.put(None, error)
            except RuntimeError as error:
                pending.put(None, self._cluster.broke(error))
            except Exception as error:
                pending.put(None, error)

    def _ask(self, turn: int, text: str) -> Answer | None:
        """Check with the next worker that it runs the same function. Each worker does so, hence all agree.

        What is under way goes on meanwhile.
        """
        if self._cluster.num_workers == 1:
            return None
        message = text[:_TEXT] + hashlib.blake2b(text.encode(), digest_size=_DIGEST).hexdigest()
        self._say(turn, message)
        return self._next.request({"do": "agree", "for": self.name, "turn": turn, "said": message}, what=text[:_TEXT])

    def _say(self, turn: int, message: str) -> None:
        with self._changed:
            self._said[turn] = message
            self._changed.notify_all()

    def answer(self, rank: int, request: dict[str, Any], tensors: list[torch.Tensor]) -> Reply:
        """Confirm to the previous worker that both queued the same; else record the mismatch for all workers."""
        turn, other_text = int(request["turn"]), str(request["said"])
        with self._changed:
            while turn not in self._said:
                self._cluster.check(self._needs_all)
                self._changed.wait(0.1)
            text = self._said.pop(turn)
        if text != other_text:
            raise self._cluster.fail(
                f"the workers do different things: worker {rank} {_readable(other_text)}, "
                f"worker {self._cluster.rank} {_readable(text)}"
            )
        return {}, []

    def _do(self, collective: Callable[..., Any], device: torch.device, *arguments: Any) -> None:
        """Run a collective of torch.distributed on tensors of a device."""
        self._finish(collective(*arguments, group=self.group_of(device), async_op=True), device)

    def _finish(self, work: Any, device: torch.device) -> None:
        """Wait until a collective is done; leave it alone when it cannot be any more: it may never return."""
        started = time.monotonic()
        while not work.is_completed():
            if device.type == "cpu":
                with suppressed(RuntimeError):  # the time is over, or the work failed: it says so below
                    work.wait(_PATIENCE)
            else:  # NCCL gives up a collective when a wait is over
                time.sleep(min(max((time.monotonic() - started) / 20, 2e-5), 5e-3))
            if self._cluster.failure is not None:
                self._cluster.check()
        work.wait()

    # -- what runs there ----------------------------------------------------------------------------------------

    def all_reduce(self, flat: torch.Tensor, op: Any = dist.ReduceOp.SUM) -> torch.Tensor:
        """Sum a tensor over the workers, in place, or reduce it by another ``op`` of torch.distributed."""
        workers = self._cluster.num_workers
        if workers > 1:
            self._do(dist.all_reduce, flat.device, flat, op)
        self.bytes_sent += 2 * (workers - 1) * flat.numel() * flat.element_size() // workers
        return flat

    def sum_now(self, what: str, tensor: torch.Tensor) -> torch.Tensor:
        """Sum a tensor over the workers, in place. All workers must call it."""
        self.submit(f"sums {what}", lambda: self.all_reduce(tensor)).wait()
        return tensor

    def to_owners(self, rows: torch.Tensor, adds_in: torch.dtype | None = None) -> torch.Tensor:
        """Give row i of each worker to worker i; return the sum of those for this worker, added in their order.

        ``adds_in``: the type of the sum, by default that of the rows.
        """
        dtype = rows.dtype if adds_in is None else adds_in
        workers = self._cluster.num_workers
        if workers == 1:
            return rows[0].to(dtype)
        arrived = torch.empty_like(rows)
        self._do(dist.all_to_all_single, rows.device, arrived, rows)
        self.bytes_sent += (workers - 1) * rows[0].numel() * rows.element_size()
        total = arrived[0].to(dtype)
        for row in arrived[1:]:
            total += row
        return total

    def from_owners(self, row: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """Write worker i's ``row`` to row i of ``rows``, on each worker."""
        workers = self._cluster.num_workers
        if workers == 1:
            rows[0] = row
            return rows
        self._do(dist.all_gather, row.device, list(rows.unbind()), row)
        self.bytes_sent += (workers - 1) * row.numel() * row.element_size()
        return rows

    def broadcast(self, tensor: torch.Tensor, root: int) -> torch.Tensor:
        """Give worker ``root``'s tensor to all, in place."""
        workers = self._cluster.num_workers
        if workers > 1:
            self._do(dist.broadcast, tensor.device, tensor, root)
        self.bytes_sent += (workers - 1) * tensor.numel() * tensor.element_size() if self.rank == root else 0
        return tensor

    def all_gather(self, tensor: torch.Tensor) -> list[torch.Tensor]:
        """Return the tensors of all workers, which have one shape and dtype, by rank."""
        return list(self.from_owners(tensor, tensor.new_empty((self.num_workers, *tensor.shape))).unbind())

    def all_to_all(self, tensor: torch.Tensor, splits: list[int], received: list[int]) -> torch.Tensor:
        """Send ``splits[i]`` rows to worker i; return what the workers send to this one, ``received[i]`` rows each."""
        if self.num_workers == 1:
            return tensor.clone()
        result = tensor.new_empty((sum(received), *tensor.shape[1:]))
        self._do(dist.all_to_all_single, tensor.device, result, tensor, received, splits)
        self.bytes_sent += (tensor.shape[0] - splits[self.rank]) * tensor[:1].numel() * tensor.element_size()
        return result

    def barrier(self) -> None:
        """Wait for all workers."""
        self.submit("waits at a barrier", lambda: self.all_reduce(torch.zeros(1))).wait()

    def close(self) -> None:
        """End the thread, and the process groups that were made here."""
        self._jobs.put(None)
        self._thread.join(5.0)
        if self._cluster.failure is not None:
            # gloo cannot be interrupted: a group in the middle of something would end the process by a signal when
            # Python takes it down, so it never does.
            for group in (self.group, self.gpu_group, dist.group.WORLD):
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(group))
        elif self._made_world and dist.is_initialized():
            dist.destroy_process_group()


def _readable(message: str) -> str:
    return message[: -2 * _DIGEST]
