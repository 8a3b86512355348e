"""Processes with the variables of launchers, and of clusters that start MXNet's roles one by one, find each other."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest
from mxnet.kvstore.launchers import LAUNCHERS

from tests import warm

from .conftest import HERE

#: the variables of one of two processes on this machine; {rank} is its number
STARTED = {
    "mpirun of Open MPI": "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK={rank} OMPI_COMM_WORLD_LOCAL_SIZE=2 "
    "OMPI_COMM_WORLD_LOCAL_RANK={rank} PMIX_NAMESPACE=prterun-{pid}@1 PMIX_RANK={rank}",
    "mpirun of MPICH": "PMI_SIZE=2 PMI_RANK={rank}",
    "srun": "SLURM_JOB_ID={pid} SLURM_STEP_ID=0 SLURM_NTASKS=2 SLURM_PROCID={rank} SLURM_LOCALID={rank} SLURM_NODEID=0 "
    "SLURM_NODELIST=node[7] SLURM_TASKS_PER_NODE=2",
}
MEETS = str(HERE / "meets.py")


def started(programs):
    """Start programs at once with variables; return the exit status and output of each."""
    mine = {name for item in LAUNCHERS for name in (*item.size, *item.rank, *item.host, *item.port)}
    common = {name: value for name, value in os.environ.items() if name not in mine}
    common |= {"PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1", "MXNET_KVSTORE_TIMEOUT": "80"}
    processes = [
        subprocess.Popen(
            words,
            env=common | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for words, variables in programs
    ]
    return [(process.communicate(timeout=100)[0], process.returncode) for process in processes]


@pytest.mark.parametrize("launcher", STARTED)
def test_workers_of_a_launcher_meet(launcher):
    texts = (STARTED[launcher].format(rank=rank, pid=os.getpid()) for rank in range(2))
    variables = [dict(item.split("=", 1) for item in text.split()) for text in texts]
    assert started([([*warm.python(), MEETS], item) for item in variables]) == [
        (f"{rank} 2 [3.0, 3.0]\n", 0) for rank in range(2)
    ]


def test_roles_that_are_started_one_by_one_on_a_fixed_port_end_in_silence():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {"DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(port), "DMLC_NUM_WORKER": "2"}
    imports, meets = [sys.executable, "-c", "import mxnet"], [*warm.python(), MEETS]
    roles = [("server", imports), ("worker", meets), ("scheduler", imports), ("worker", meets)]
    programs = [(words, common | {"DMLC_NUM_SERVER": "1", "DMLC_ROLE": role}) for role, words in roles]
    server, first, scheduler, second = started(programs)
    assert (server, scheduler) == (("", 0), ("", 0))
    assert sorted([first, second]) == [("0 2 [3.0, 3.0]\n", 0), ("1 2 [3.0, 3.0]\n", 0)]
