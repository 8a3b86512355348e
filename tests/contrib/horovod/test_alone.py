"""A process that no launcher started: every operation works, over one process."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.contrib import byteps as bps
from mxnet.contrib import horovod as hvd
from mxnet.contrib.horovod import world
from mxnet.contrib.horovod.world import World


@pytest.fixture(autouse=True)
def alone():
    hvd.init()
    yield
    hvd.shutdown()


def test_sizes_and_ranks():
    assert (hvd.size(), hvd.local_size(), hvd.cross_size()) == (1, 1, 1)
    assert (hvd.rank(), hvd.local_rank(), hvd.cross_rank()) == (0, 0, 0)
    assert hvd.is_homogeneous()
    assert (hvd.gloo_built(), hvd.gloo_enabled(), hvd.mpi_built(), hvd.mpi_enabled()) == (True, True, False, False)
    assert (hvd.mpi_threads_supported(), hvd.ddl_built(), hvd.ccl_built()) == (False, False, False)
    assert hvd.nccl_built() >= 0
    assert (hvd.cuda_built(), hvd.rocm_built()) != (True, True)


def test_machines_with_different_counts_of_processes():
    nodes = ("a", "b", "a", "a", "b")
    worlds = [World(rank, nodes) for rank in range(5)]
    assert [world.local.index(world.rank) for world in worlds] == [0, 0, 1, 2, 1]
    assert [len(world.local) for world in worlds] == [3, 2, 3, 3, 2]
    assert [world.cross.index(world.rank) for world in worlds] == [0, 1, 0, 0, 1]
    assert [len(world.cross) for world in worlds] == [2, 2, 2, 1, 2]


OPERATIONS = {
    "allreduce": lambda x: hvd.allreduce(x),
    "allreduce_": lambda x: hvd.allreduce_(x, op=hvd.Product),
    "grouped_allreduce": lambda x: hvd.grouped_allreduce([x])[0],
    "reducescatter": lambda x: hvd.reducescatter(x),
    "allgather": lambda x: hvd.allgather(x),
    "broadcast": lambda x: hvd.broadcast(x, 0),
    "broadcast_": lambda x: hvd.broadcast_(x, 0),
    "alltoall": lambda x: hvd.alltoall(x),
    "alltoall with splits": lambda x: hvd.alltoall(x, [3])[0],
    "broadcast_object": lambda x: hvd.broadcast_object(x),
    "allgather_object": lambda x: hvd.allgather_object(x)[0],
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_give_back_what_they_get(name):
    values = np.array([[1, 2], [3, 4], [5, 6]], "float32")
    np.testing.assert_array_equal(OPERATIONS[name](mx.nd.array(values)).asnumpy(), values)


def test_results_are_copies():
    x = mx.nd.ones(3)
    for result in (hvd.allreduce(x), hvd.allgather(x), hvd.broadcast(x, 0), hvd.alltoall(x)):
        result[:] = 5
    assert x.sum().asscalar() == 3


def test_waiting_ends_at_once():
    hvd.barrier()
    assert hvd.join() == 0


def test_training():
    net = gluon.nn.Dense(1, in_units=1)
    net.initialize(mx.init.One())
    hvd.broadcast_parameters(net.collect_params())
    trainer = hvd.DistributedTrainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    with mx.autograd.record():
        loss = net(mx.nd.array([[1.0], [3.0]])).sum()
    loss.backward()
    trainer.step(2)
    assert net.weight.data().asscalar() == 1 - 0.5 * 4 / 2


def _trained(wrap, states=None):
    """Return a trainer after two steps of Adam, which needs its counts of updates to go on, and its weight."""
    net = gluon.nn.Dense(1, in_units=1, use_bias=False)
    net.initialize(mx.init.One())
    trainer = gluon.Trainer(net.collect_params(), wrap(mx.optimizer.Adam()), kvstore=None)
    if states is not None:
        trainer.load_states(str(states))
    for scale in (1, 3):
        with mx.autograd.record():
            loss = net(mx.nd.ones((1, 1))) * scale
        loss.backward()
        trainer.step(1)
    return trainer, net.weight.data().asscalar()


def _plain(optimizer):
    return optimizer


@pytest.mark.parametrize("wrap", [hvd.DistributedOptimizer, _plain])
def test_states_of_an_optimizer_that_averages_are_those_of_its_optimizer(tmp_path, wrap):
    _trained(hvd.DistributedOptimizer)[0].save_states(str(tmp_path / "averaging.states"))
    _trained(_plain)[0].save_states(str(tmp_path / "plain.states"))
    trainer, weight = _trained(wrap, tmp_path / "averaging.states")
    assert type(trainer._optimizer) is type(wrap(mx.optimizer.Adam()))
    assert trainer._optimizer.num_update == 4
    assert weight == _trained(_plain, tmp_path / "plain.states")[1]


def test_states_without_the_optimizer_have_its_counts():
    weight, gradient = mx.nd.ones(1), mx.nd.ones(1)
    updater = mx.optimizer.get_updater(hvd.DistributedOptimizer(mx.optimizer.Adam()))
    updater(0, gradient, weight)
    again = mx.optimizer.get_updater(hvd.DistributedOptimizer(mx.optimizer.Adam()))
    again.set_states(updater.get_states())
    again(0, gradient, weight)
    assert again.optimizer.num_update == 2


CALLS = {
    "both ways to say how": (lambda: hvd.allreduce(mx.nd.ones(1), average=True, op=hvd.Sum), ValueError, "supersedes"),
    "Adasum": (lambda: hvd.allreduce(mx.nd.ones(1), op=hvd.Adasum), ValueError, r"op: expected one of Average \(0\)"),
    "no rows for Min": (lambda: hvd.reducescatter(mx.nd.ones(1), op=hvd.Min), ValueError, "expected Average or Sum"),
    "a list": (lambda: hvd.allreduce([1, 2]), mx.MXNetError, "allreduce array 0: expected a dense NDArray, got list"),
    "a sparse array": (
        lambda: hvd.allreduce(mx.nd.zeros((2, 2), stype="row_sparse"), name="w"),
        mx.MXNetError,
        "allreduce w: expected a dense NDArray, got a row_sparse array",
    ),
    "another set of processes": (lambda: hvd.barrier(process_set=3), ValueError, "only global_process_set is avail"),
    "some ranks": (lambda: hvd.init(comm=[1]), ValueError, "comm: expected None or the ranks of all 1 processes"),
    "a communicator": (lambda: hvd.init(comm=object()), ValueError, "comm: expected None or the ranks"),
    "sets of processes": (lambda: hvd.init(process_sets=[[0]]), ValueError, "only the set of all processes"),
    "no parameters": (lambda: hvd.broadcast_parameters([1]), ValueError, "invalid params of type: <class 'list'>"),
    "values": (lambda: hvd.broadcast_parameters({"a": 1}), ValueError, "a: expected an array or a parameter"),
    "nothing initialized": (
        lambda: hvd.broadcast_parameters(gluon.nn.Dense(1, prefix="d_").collect_params()),
        ValueError,
        "Parameter 'd_bias' has not been initialized",
    ),
    "no optimizer": (lambda: hvd.DistributedOptimizer("sgd"), TypeError, "expected an optimizer, got str"),
    "factor": (
        lambda: hvd.DistributedTrainer([], "sgd", gradient_predivide_factor=0),
        ValueError,
        "gradient_predivide_factor: expected a number above 0, got 0",
    ),
    "groups": (lambda: hvd.DistributedTrainer([], "sgd", num_groups=-1), ValueError, "num_groups: expected an integer"),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_calls(name):
    call, error, message = CALLS[name]
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("function", [hvd.size, hvd.rank, bps.local_rank, hvd.barrier, hvd.is_homogeneous])
def test_nothing_works_before_init(function):
    hvd.shutdown()
    with pytest.raises(ValueError, match="Horovod has not been initialized"):
        function()


def test_copies_of_a_network_that_waits_for_its_parameters():
    import copy

    net = gluon.nn.Dense(2)
    net.initialize()
    hvd.broadcast_parameters(net.collect_params())
    twin = copy.deepcopy(net)
    for block in (net, twin):
        block(mx.nd.ones((1, 3)))
        assert block.weight.shape == (2, 3)
        assert "_init_impl" not in vars(block.weight)


@pytest.mark.parametrize(("module", "name"), [(hvd, "horovod"), (bps, "byteps")])
def test_errors_begin_with_the_interface(monkeypatch, module, name):
    asked = []
    monkeypatch.setattr(world, "_world", None)
    monkeypatch.setattr(world.launchers, "world", lambda: "a launcher's")
    monkeypatch.setattr(world, "shared_services", lambda interface: asked.append(interface) or {}["stop"])
    with pytest.raises(KeyError):
        module.init()
    assert asked == [name]
