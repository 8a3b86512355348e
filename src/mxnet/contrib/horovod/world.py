"""The processes that train together: how many there are, which one this is, and on which machines they run."""

import json
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

from ...core.forking import ReentrantLock
from ...kvstore import launchers
from ...kvstore.collectives import Collectives
from ...kvstore.distributed import shared_services
from .agreement import gathered_texts

__all__ = [
    "ccl_built", "cross_rank", "cross_size", "cuda_built", "ddl_built", "global_process_set", "gloo_built",
    "gloo_enabled", "init", "is_homogeneous", "is_initialized", "local_rank", "local_size", "mpi_built",
    "mpi_enabled", "mpi_threads_supported", "nccl_built", "rank", "rocm_built", "shutdown", "size",
]  # fmt: skip


@dataclass(frozen=True)
class World:
    """This process among all; without ``collectives`` it is alone. ``nodes`` names the machine of each rank."""

    rank: int = 0
    nodes: tuple[str, ...] = ("",)
    collectives: Collectives | None = None

    @property
    def size(self) -> int:
        """The number of processes."""
        return len(self.nodes)

    def on_node(self, node: str) -> list[int]:
        """Return the ranks on a machine."""
        return [rank for rank, name in enumerate(self.nodes) if name == node]

    @property
    def local(self) -> list[int]:
        """The ranks on this machine."""
        return self.on_node(self.nodes[self.rank])

    @property
    def cross(self) -> list[int]:
        """The ranks of this process's local rank, one for each machine that has so many processes."""
        position = self.local.index(self.rank)
        by_node = [self.on_node(node) for node in dict.fromkeys(self.nodes)]
        return [ranks[position] for ranks in by_node if len(ranks) > position]


_world: World | None = None
_lock = ReentrantLock()


def init(
    comm: Sequence[int] | None = None, process_sets: Sequence[Any] | None = None, *, interface: str = "horovod"
) -> None:
    """Meet the other processes that a launcher started; without a launcher this process is alone.

    The launchers are ``remx launch``, ``torchrun``, ``horovodrun``, ``mpirun`` and ``srun``. Waits for the others at
    most ``MXNET_KVSTORE_TIMEOUT`` (600) seconds. ``comm`` may list all ranks, in order; ``interface`` is what messages
    begin with. Calling it again does nothing.

    Raises :class:`MXNetError` when not all come in time, ValueError for a ``comm`` of some ranks and for
    ``process_sets``, which are not available.
    """
    global _world
    if process_sets:
        raise ValueError(f"process_sets: only the set of all processes is available, got {process_sets!r}")
    with _lock:
        if _world is None:
            _world = _joined(interface)
    if comm is not None and not (isinstance(comm, Sequence) and list(comm) == list(range(size()))):
        raise ValueError(f"comm: expected None or the ranks of all {size()} processes, got {comm!r}")


def _joined(interface: str) -> World:
    if launchers.world() is None:
        return World()
    collectives = shared_services(interface).collectives
    # torchrun counts its machines, of which several may be one in a trial
    node = f"{socket.gethostname()}/{os.environ.get('GROUP_RANK', '')}"
    meeting = collectives.submit(f"initializes {interface}", lambda: gathered_texts(collectives, json.dumps(node)))
    return World(collectives.rank, tuple(json.loads(text) for text in meeting.wait()), collectives)


def shutdown() -> None:
    """Forget the other processes until :func:`init` is called again. The connections last until the program ends."""
    global _world
    with _lock:
        _world = None


def is_initialized() -> bool:
    """Return whether :func:`init` was called, and :func:`shutdown` not since."""
    return _world is not None


def current() -> World:
    """Return what :func:`init` came to; ValueError before it."""
    if _world is None:
        raise ValueError("Horovod has not been initialized; use hvd.init() (bps.init() of BytePS).")
    return _world


def size() -> int:
    """Return the number of processes; ValueError before :func:`init`, as from all functions here."""
    return current().size


def rank() -> int:
    """Return the number of this process, from 0."""
    return current().rank


def local_size() -> int:
    """Return the number of processes on this machine."""
    return len(current().local)


def local_rank() -> int:
    """Return the number of this process among those of its machine, from 0."""
    return current().local.index(rank())


def cross_size() -> int:
    """Return the number of machines that have a process of this local rank."""
    return len(current().cross)


def cross_rank() -> int:
    """Return the number of this machine among those that have a process of this local rank, from 0."""
    return current().cross.index(rank())


def is_homogeneous() -> bool:
    """Return whether all machines have the same number of processes."""
    world = current()
    return len({len(world.on_node(node)) for node in world.nodes}) == 1


# -- what the engine is -------------------------------------------------------------------------------------------


def mpi_threads_supported() -> bool:
    """Return False: MPI is not used."""
    return False


def mpi_enabled() -> bool:
    """Return False: MPI is not used."""
    return False


def mpi_built() -> bool:
    """Return False: MPI is not used."""
    return False


def gloo_enabled() -> bool:
    """Return True: arrays on CPUs travel by gloo."""
    return True


def gloo_built() -> bool:
    """Return True: arrays on CPUs travel by gloo."""
    return True


def nccl_built() -> int:
    """Return the version of PyTorch's NCCL as one number (22703 is 2.27.3), 0 where it has none."""
    if not (dist.is_nccl_available() and torch.cuda.is_available()):
        return 0
    major, minor, patch = torch.cuda.nccl.version()[:3]
    return int(major * 10000 + minor * 100 + patch)


def cuda_built() -> bool:
    """Return whether PyTorch was built with CUDA."""
    return torch.version.cuda is not None


def rocm_built() -> bool:
    """Return whether PyTorch was built with ROCm."""
    return torch.version.hip is not None


def ddl_built() -> bool:
    """Return False: DDL is not used."""
    return False


def ccl_built() -> bool:
    """Return False: oneCCL is not used."""
    return False


class _AllProcesses:
    """The set of all processes, the only one: as ``hvd.global_process_set``."""

    process_set_id = 0

    @property
    def ranks(self) -> list[int]:
        """The ranks in the set."""
        return list(range(size()))

    @staticmethod
    def size() -> int:
        """Return the number of processes in the set."""
        return size()

    @staticmethod
    def rank() -> int:
        """Return the number of this process in the set."""
        return rank()

    @staticmethod
    def included() -> bool:
        """Return True: this process is in the set."""
        return True

    def __repr__(self) -> str:
        return "global_process_set"


global_process_set = _AllProcesses()


def check_process_set(process_set: Any) -> None:
    """Raise ValueError for any set but that of all processes."""
    if process_set is not global_process_set:
        raise ValueError(f"process_set: only global_process_set is available, got {process_set!r}")
