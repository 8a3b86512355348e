"""What launchers' variables say of a process; ``tests/kvstore/distributed/test_launchers.py`` starts real ones."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.kvstore.launchers import World, world

DMLC = {"DMLC_NUM_WORKER": "4", "DMLC_PS_ROOT_URI": "10.0.0.1", "DMLC_PS_ROOT_PORT": "9091"}
MASTER = {"MASTER_ADDR": "10.0.0.1", "MASTER_PORT": "9091"}
TORCHRUN = {"RANK": "2", "WORLD_SIZE": "4", **MASTER}
AGENT = {"TORCHELASTIC_USE_AGENT_STORE": "True", "TORCHELASTIC_RUN_ID": "7", "TORCHELASTIC_RESTART_COUNT": "1"}
OPEN_MPI = {"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "3", "PMIX_NAMESPACE": "job.1", "PMIX_RANK": "3"}
ON_TWO = {"OMPI_COMM_WORLD_LOCAL_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_RANK": "1"}
HOROVODRUN = {
    "HOROVOD_SIZE": "4",
    "HOROVOD_RANK": "3",
    "HOROVOD_LOCAL_SIZE": "4",
    "HOROVOD_LOCAL_RANK": "3",
    "HOROVOD_GLOO_RENDEZVOUS_ADDR": "10.0.0.9",
    "HOROVOD_GLOO_RENDEZVOUS_PORT": "4321",
}
BATCH = {"SLURM_JOB_ID": "17", "SLURM_PROCID": "0", "SLURM_NTASKS": "4", "SLURM_LOCALID": "0", "SLURM_NODEID": "0"}
SRUN = {
    **BATCH,
    "SLURM_STEP_ID": "2",
    "SLURM_PROCID": "3",
    "SLURM_LOCALID": "1",
    "SLURM_NODEID": "1",
    "SLURM_STEP_TASKS_PER_NODE": "2(x2)",
    "SLURM_STEP_NODELIST": "node[07-09,12],gpu1",
}


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, None),
        (BATCH, None),  # the script of a batch job is no task of its own
        ({"RANK": "0", "WORLD_SIZE": "2"}, None),
        ({"PMIX_RANK": "0"}, None),
        (DMLC, ("worker", 4, None, None, None, "10.0.0.1", 9091, False)),
        ({**DMLC, "DMLC_ROLE": "scheduler"}, ("scheduler", 4, None, None, None, "10.0.0.1", 9091, True)),
        ({**DMLC, "DMLC_WORKER_ID": "3"}, ("worker", 4, 3, None, None, "10.0.0.1", 9091, False)),
        (TORCHRUN, ("worker", 4, 2, None, None, "10.0.0.1", 9091, False)),
        ({**TORCHRUN, "RANK": "0"}, ("worker", 4, 0, None, None, "10.0.0.1", 9091, True)),
        ({**TORCHRUN, **AGENT, "RANK": "0"}, ("worker", 4, 0, None, None, "10.0.0.1", 9091, False)),
        ({**TORCHRUN, **SRUN, "LOCAL_RANK": "0"}, ("worker", 4, 2, 0, None, "10.0.0.1", 9091, False)),
        ({**OPEN_MPI, **ON_TWO, **MASTER}, ("worker", 4, 3, 1, 2, "10.0.0.1", 9091, False)),
        ({**HOROVODRUN, **MASTER}, ("worker", 4, 3, 3, 4, "10.0.0.1", 9091, False)),
        ({"PMI_RANK": "0", "PMI_SIZE": "2", **MASTER}, ("worker", 2, 0, None, None, "10.0.0.1", 9091, True)),
        ({"PMIX_RANK": "1", "WORLD_SIZE": "2", **MASTER}, ("worker", 2, 1, None, None, "10.0.0.1", 9091, False)),
        ({**SRUN, "MASTER_PORT": "9091"}, ("worker", 4, 3, 1, 2, "node07", 9091, False)),
    ],
)
def test_what_the_environment_says(environ, expected):
    result = world(environ)
    if result is not None:
        where = (result.local_rank, result.local_size, result.host, result.port, result.keeps_server)
        result = (result.role, result.size, result.rank, *where)
    assert result == expected


@pytest.mark.parametrize("environ", [HOROVODRUN, {**OPEN_MPI, "OMPI_COMM_WORLD_LOCAL_SIZE": "4"}, SRUN])
def test_workers_of_a_job_meet_at_one_port_and_those_of_another_job_elsewhere(environ):
    ranks = ("HOROVOD_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID")
    first = world({**environ, **{name: "0" for name in ranks if name in environ}})
    jobs = ("HOROVOD_GLOO_RENDEZVOUS_PORT", "PMIX_NAMESPACE", "SLURM_STEP_ID")
    other = world({**environ, **{name: "5" for name in jobs if name in environ}})
    mine = world(environ)
    assert (first.host, first.port, first.run) == (mine.host, mine.port, mine.run)
    assert other.port != mine.port
    assert other.run != mine.run
    assert 20000 <= mine.port < 32768


@pytest.mark.parametrize(
    ("nodes", "first"),
    [("a", "a"), ("a,b", "a"), ("n[1-3]", "n1"), ("n[08,10-12]-ib,z", "n08-ib"), ("r[1-2]c[3-4]", "r1c3")],
)
def test_worker_0_of_slurm_is_on_the_first_machine(nodes, first):
    assert world({**SRUN, "SLURM_STEP_NODELIST": nodes}).host == first


def test_workers_on_one_machine_meet_at_its_loopback_address():
    assert world({**SRUN, "SLURM_STEP_TASKS_PER_NODE": "4", "SLURM_NODEID": "0"}).host == "127.0.0.1"


@pytest.mark.parametrize(
    ("environ", "change"),
    [
        (DMLC, {"DMLC_ROLE": "master"}),
        (DMLC, {"DMLC_NUM_WORKER": "0"}),
        (DMLC, {"DMLC_NUM_WORKER": "four"}),
        (DMLC, {"DMLC_PS_ROOT_PORT": ""}),
        (DMLC, {"DMLC_WORKER_ID": "-1"}),
        (TORCHRUN, {"RANK": "4"}),
        (HOROVODRUN, {"HOROVOD_SIZE": "many"}),
        (SRUN, {"SLURM_STEP_TASKS_PER_NODE": "2(x"}),
        ({**OPEN_MPI, **ON_TWO}, {"MASTER_ADDR": ""}),
    ],
)
def test_an_environment_that_is_wrong(environ, change):
    with pytest.raises(mx.MXNetError, match=next(iter(change))):
        world({**environ, **change})


def test_a_world_is_plain_data():
    assert world(TORCHRUN) == World("torchrun", 4, "10.0.0.1", 9091, rank=2, run="remx/")
