"""What launchers tell the processes that they start: how many there are, which one this is, and where all meet.

The launchers are rows of one table, :data:`LAUNCHERS`: MXNet's own, ``torchrun``, ``horovodrun``, ``mpirun`` (Open MPI,
MPICH, Intel MPI, MVAPICH) and ``srun``. Variables of an inner launcher come before those of an outer one, such as
``torchrun`` in a job of Slurm.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from ..core import environment
from ..core.errors import MXNetError

_LOOPBACK = "127.0.0.1"
#: the port of torch.distributed, where nothing tells one job from another
_DEFAULT_PORT = 29500
#: ports that systems do not lend to programs which ask for any
_PORTS = range(20000, 32768)


@dataclass(frozen=True)
class Launcher:
    """A launcher and its variables; of several names, the first that is set counts.

    ``job`` names variables that have one value in all processes of a job, and another one in other jobs.
    """

    name: str
    size: tuple[str, ...]
    rank: tuple[str, ...]
    local_rank: tuple[str, ...] = ()
    local_size: tuple[str, ...] = ()
    job: tuple[str, ...] = ()
    host: tuple[str, ...] = ("MASTER_ADDR",)
    port: tuple[str, ...] = ("MASTER_PORT",)
    #: variables that must be set besides size and rank
    needs: tuple[str, ...] = ()


_SERVER = {"host": ("DMLC_PS_ROOT_URI",), "port": ("DMLC_PS_ROOT_PORT",)}
_DMLC = Launcher("MXNet's launcher", size=("DMLC_NUM_WORKER",), rank=("DMLC_WORKER_ID",), **_SERVER)
_TORCHRUN = Launcher(
    "torchrun",
    size=("WORLD_SIZE",),
    rank=("RANK",),
    local_rank=("LOCAL_RANK",),
    local_size=("LOCAL_WORLD_SIZE",),
    job=("TORCHELASTIC_RUN_ID", "TORCHELASTIC_RESTART_COUNT"),
    needs=("MASTER_ADDR", "MASTER_PORT"),
)
_SRUN = Launcher(
    "srun",
    size=("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", "SLURM_NPROCS"),
    rank=("SLURM_PROCID",),
    local_rank=("SLURM_LOCALID",),
    job=("SLURM_JOB_ID", "SLURM_JOBID", "SLURM_STEP_ID"),
)


def _regular(name: str, prefix: str, job: tuple[str, ...] = ()) -> Launcher:
    """Return a launcher whose variables are ``PREFIX_SIZE``, ``_RANK``, ``_LOCAL_RANK`` and ``_LOCAL_SIZE``."""
    names = [(f"{prefix}_{end}",) for end in ("SIZE", "RANK", "LOCAL_RANK", "LOCAL_SIZE")]
    return Launcher(name, *names, job=job)  # type: ignore[misc]


LAUNCHERS = (
    _DMLC,
    _TORCHRUN,
    _regular("horovodrun", "HOROVOD", ("HOROVOD_GLOO_RENDEZVOUS_ADDR", "HOROVOD_GLOO_RENDEZVOUS_PORT")),
    _regular("mpirun of Open MPI", "OMPI_COMM_WORLD", ("PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid")),
    _regular("mpirun of MVAPICH", "MV2_COMM_WORLD"),
    Launcher(
        "mpirun of MPICH or Intel MPI",
        size=("PMI_SIZE",),
        rank=("PMI_RANK",),
        local_rank=("MPI_LOCALRANKID",),
        local_size=("MPI_LOCALNRANKS",),
        job=("PMI_JOBID", "SLURM_JOB_ID", "SLURM_STEP_ID"),
    ),
    _SRUN,
    Launcher("PMIx", size=("WORLD_SIZE",), rank=("PMIX_RANK",), job=("PMIX_NAMESPACE",)),
)


@dataclass(frozen=True)
class World:
    """The processes of a job, and which of them this one is.

    ``rank`` is None where workers are numbered in the order of their arrival, ``local_rank`` and ``local_size`` (this
    process among those of its machine, and how many these are) where the launcher does not tell. All meet at
    ``host:port``, where ``keeper`` listens: worker 0, the scheduler of MXNet's launcher, or torchrun. ``run`` tells
    this job from others that meet there.
    """

    launcher: str
    size: int
    host: str
    port: int
    rank: int | None = None
    local_rank: int | None = None
    local_size: int | None = None
    role: str = "worker"
    keeper: str = "worker 0"
    run: str = "remx"

    @property
    def keeps_server(self) -> bool:
        """Whether this process is the one that listens at ``host:port``."""
        return self.role == "scheduler" or (self.keeper == "worker 0" and self.rank == 0)


def world(environ: Mapping[str, str] = os.environ) -> World | None:
    """Return the processes that a launcher started together with this one, or None where none did.

    Raises :class:`MXNetError` that names the variable which is missing or has no meaning.

    >>> world({"RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "10.0.0.1", "MASTER_PORT": "29500"}).rank
    1
    """
    if "DMLC_NUM_WORKER" in environ or "DMLC_PS_ROOT_URI" in environ:
        return _dmlc_world(environ)
    for launcher in LAUNCHERS:
        if launcher is not _DMLC and _started_by(launcher, environ):
            return _world_of(launcher, environ)
    return None


def known_launchers() -> str:
    """Return the names of the launchers, for messages: ``MXNet's launcher (DMLC_NUM_WORKER), torchrun (...), ...``."""
    return ", ".join(f"{launcher.name} ({launcher.size[0]}, {launcher.rank[0]})" for launcher in LAUNCHERS)


def _first_set(environ: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    """Return the first of these names that has a value."""
    return next((name for name in names if environ.get(name)), None)


def _started_by(launcher: Launcher, environ: Mapping[str, str]) -> bool:
    # The script of a batch job has SLURM_PROCID and SLURM_NTASKS too, but only srun starts tasks, as steps.
    if launcher is _SRUN and not environ.get("SLURM_STEP_ID"):
        return False
    needed = all(environ.get(name) for name in launcher.needs)
    return bool(needed and _first_set(environ, launcher.size) and _first_set(environ, launcher.rank))


def _count(environ: Mapping[str, str], names: tuple[str, ...], minimum: int) -> int | None:
    """Return the integer of the first name that is set, or None; :class:`MXNetError` for anything else."""
    name = _first_set(environ, names)
    return None if name is None else environment.integer(name, None, minimum, environ)


def _dmlc_world(environ: Mapping[str, str]) -> World:
    role = environ.get("DMLC_ROLE", "worker")
    if role not in ("worker", "server", "scheduler"):
        raise MXNetError(f"DMLC_ROLE: expected worker, server or scheduler, got {role!r}")
    if "DMLC_PS_ROOT_URI" not in environ:
        raise MXNetError("DMLC_PS_ROOT_URI is not set: expected the address of the scheduler")
    size = environment.integer("DMLC_NUM_WORKER", None, 1, environ)
    port = environment.integer("DMLC_PS_ROOT_PORT", None, 1, environ)
    is_numbered = role == "worker" and "DMLC_WORKER_ID" in environ
    rank = environment.integer("DMLC_WORKER_ID", None, 0, environ) if is_numbered else None
    return World(_DMLC.name, size, environ["DMLC_PS_ROOT_URI"], port, rank, role=role, keeper="the scheduler")


def _world_of(launcher: Launcher, environ: Mapping[str, str]) -> World:
    size, rank = _count(environ, launcher.size, 1), _count(environ, launcher.rank, 0)
    assert size is not None  # _started_by has looked
    assert rank is not None
    if rank >= size:
        raise MXNetError(
            f"{_first_set(environ, launcher.rank)}: expected an integer below {_first_set(environ, launcher.size)} "
            f"({size}), got {rank}"
        )
    local_size = _count(environ, launcher.local_size, 1)
    if launcher is _SRUN:
        local_size = _tasks_of_this_node(environ)
    host = environ.get("MASTER_ADDR") or _host(launcher, environ, size, local_size)
    job = "/".join(environ[name] for name in launcher.job if environ.get(name))
    agent = launcher is _TORCHRUN and environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True"
    port, local_rank = _port(environ, job, one_machine=host == _LOOPBACK), _count(environ, launcher.local_rank, 0)
    keeper = "torchrun" if agent else "worker 0"
    return World(launcher.name, size, host, port, rank, local_rank, local_size, keeper=keeper, run=f"remx/{job}")


def _host(launcher: Launcher, environ: Mapping[str, str], size: int, local_size: int | None) -> str:
    """Return the address of worker 0 where MASTER_ADDR does not give it."""
    if local_size == size:
        return _LOOPBACK
    if launcher is _SRUN:
        return _first_node(environ)
    if local_size is None:
        return _LOOPBACK
    raise MXNetError(
        f"MASTER_ADDR is not set: {launcher.name} started {local_size} of {size} workers on this machine; set it to "
        "the address of the machine of worker 0, for all workers"
    )


def _port(environ: Mapping[str, str], job: str, one_machine: bool) -> int:
    """Return ``MASTER_PORT``, or a port that follows from the job, so that two jobs hardly ever share one."""
    if environ.get("MASTER_PORT"):
        return environment.integer("MASTER_PORT", None, 1, environ)
    if not job and not one_machine:
        return _DEFAULT_PORT
    return _PORTS[zlib.crc32((job or str(os.getppid())).encode()) % len(_PORTS)]


def _first_node(environ: Mapping[str, str]) -> str:
    """Return the first machine of Slurm's list, such as ``node07`` of ``node[07-09,12],gpu1``."""
    names = ("SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST")
    name = _first_set(environ, names)
    if name is None:
        return _LOOPBACK
    first = re.match(r"(?:[^,\[\]]|\[[^\]]*\])+", environ[name])
    if first is None:
        raise MXNetError(f"{name}: expected a list of machines, got {environ[name]!r}")
    return re.sub(r"\[([^\],-]*)[^\]]*\]", r"\1", first[0])


def _tasks_of_this_node(environ: Mapping[str, str]) -> int | None:
    """Return how many tasks this machine has by Slurm's list, such as 2 on each of the first three of ``2(x3),1``."""
    name = _first_set(environ, ("SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"))
    if name is None:
        return None
    counts: list[int] = []
    for item in environ[name].split(","):
        match = re.fullmatch(r"([0-9]+)(?:\(x([0-9]+)\))?", item.strip())
        if match is None:
            raise MXNetError(f"{name}: expected counts such as 2(x3),1, got {environ[name]!r}")
        counts += [int(match[1])] * min(int(match[2] or 1), 1 << 20)
    node = _count(environ, ("SLURM_NODEID",), 0) or 0
    return counts[node] if node < len(counts) else None
