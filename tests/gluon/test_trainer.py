"""Trainers: updates with and without a store, several contexts, stale gradients, rates, files of states."""

from __future__ import annotations

import copy
import sys

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import Parameter, Trainer, nn

from tests.threads import in_threads

TWO = [mx.cpu(0), mx.cpu(1)]


def parameter(name="x", ctx=TWO, **kwargs):
    param = Parameter(name, shape=(4,), **kwargs)
    param.initialize(init="zeros", ctx=ctx)
    return param


def differentiate(param, factor=1):
    with mx.autograd.record():
        outs = [w * factor + 1 for w in param.list_data()]
    mx.autograd.backward(outs)


def value(param, ctx=None):
    values = param.data(ctx or param.list_ctx()[0]).asnumpy()
    assert (values == values[0]).all()
    return float(values[0])


@pytest.mark.parametrize("on_store", [True, False, None])
@pytest.mark.parametrize("store", ["local", "device"])
def test_gradients_of_all_contexts_are_summed(store, on_store):
    param = parameter()
    trainer = Trainer(
        [param], "sgd", {"learning_rate": 1.0, "momentum": 0.5}, kvstore=store, update_on_kvstore=on_store
    )
    differentiate(param)
    trainer.step(1)
    assert [value(param, ctx) for ctx in TWO] == [-2, -2]
    differentiate(param)
    trainer.step(1)
    assert [value(param, ctx) for ctx in TWO] == [-5, -5]
    assert trainer._kvstore.type == store
    assert trainer._update_on_kvstore is (on_store is not False)


MOVES = {
    "reset_ctx": lambda param: param.reset_ctx(TWO),
    "initialize": lambda param: param.initialize(init=mx.init.Constant(value(param)), ctx=TWO, force_reinit=True),
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
@pytest.mark.parametrize("on_store", [True, False, None])
def test_a_parameter_moves_to_several_contexts(move, optimizer, on_store):
    """Both replicas go on with the states and counts of the one that there was: as if it had got both gradients."""
    options = {"learning_rate": 0.1, **({"momentum": 0.5} if optimizer == "sgd" else {})}
    moved, stays = parameter(ctx=mx.cpu(0)), parameter("y", ctx=mx.cpu(0))
    trainers = [Trainer([param], optimizer, options, update_on_kvstore=on_store) for param in (moved, stays)]
    for param, trainer in zip((moved, stays), trainers, strict=True):
        for k in range(3):
            differentiate(param, k + 1)
            trainer.step(1)
    move(moved)
    for k in range(2):
        differentiate(moved, k + 1)
        differentiate(stays, 2 * (k + 1))
        for trainer in trainers:
            trainer.step(1)
        assert [value(moved, ctx) for ctx in TWO] == pytest.approx([value(stays)] * 2, rel=1e-6)
    moved.reset_ctx(mx.cpu(1))
    differentiate(moved, 1)
    trainers[0].step(1)
    assert value(moved) < value(stays)


def test_without_a_store_each_context_is_alone():
    param = parameter()
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0}, kvstore=None)
    differentiate(param)
    trainer.step(1)
    assert trainer._kvstore is None
    assert [value(param, ctx) for ctx in TWO] == [-1, -1]


def test_one_context_needs_no_store():
    param = parameter(ctx=[mx.cpu(0)])
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0})
    differentiate(param)
    trainer.step(4)
    assert trainer._kvstore is None
    assert value(param) == -0.25


def test_a_store_object():
    param = parameter()
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0}, kvstore=mx.kv.create("teststore"))
    differentiate(param)
    trainer.step(1)
    assert trainer._update_on_kvstore is False
    assert value(param) == -2
    refused = Trainer([parameter("y")], "sgd", kvstore=mx.kv.create("teststore"), update_on_kvstore=True)
    with pytest.raises(ValueError, match="update_on_kvstore=False"):
        refused.step(1)


def test_a_store_of_sums_gets_the_gradients_alone():
    class InPlace(type(mx.kv.create("teststore"))):
        def pushpull(self, key, value, priority=0):
            super().pushpull(key, value)

    param = parameter()
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0}, kvstore=InPlace())
    differentiate(param)
    trainer.step(1)
    assert value(param) == -2


def test_allreduce_then_update():
    param = parameter()
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0}, update_on_kvstore=False)
    with mx.autograd.record():
        outs = [w * (i + 1) for i, w in enumerate(param.list_data())]
    mx.autograd.backward(outs)
    trainer.allreduce_grads()
    assert [float(g.asnumpy()[0]) for g in param.list_grad()] == [3, 3]
    for grad in param.list_grad():
        grad *= 2
    trainer.update(1)
    assert value(param) == -6


@pytest.mark.parametrize("half", ["allreduce_grads", "update"])
def test_halves_are_refused_where_the_store_updates(half):
    trainer = Trainer([parameter()], "sgd")
    with pytest.raises(AssertionError, match="updated on kvstore"):
        trainer.allreduce_grads() if half == "allreduce_grads" else trainer.update(1)


def test_stale_gradients():
    used, unused = parameter("a", ctx=[mx.cpu(0)]), parameter("b", ctx=[mx.cpu(0)])
    trainer = Trainer([used, unused], "sgd", {"learning_rate": 1.0, "momentum": 0.9})
    unused.grad()[:] = 5
    differentiate(used)
    with pytest.raises(UserWarning, match=r"`b`.*has not been updated by backward"):
        trainer.step(1)
    differentiate(used)
    trainer.step(1, ignore_stale_grad=True)
    assert value(unused) == 0
    assert value(used) < 0


def test_gradients_accumulate_over_batches():
    param = parameter(ctx=[mx.cpu(0)], grad_req="add")
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0})
    for _ in range(3):
        differentiate(param)
    trainer.step(3)
    assert value(param) == -1
    param.zero_grad()
    differentiate(param)
    trainer.step(1)
    assert value(param) == -2


def test_factors_of_parameters_count():
    param, fixed = parameter(ctx=[mx.cpu(0)]), parameter("fixed", ctx=[mx.cpu(0)], grad_req="null")
    trainer = Trainer([param, fixed], "sgd", {"learning_rate": 1.0})
    differentiate(param)
    trainer.step(1)
    param.lr_mult = 0.5
    differentiate(param)
    trainer.step(1)
    assert value(param) == -1.5
    assert value(fixed) == 0


def test_the_learning_rate_is_the_optimizers():
    trainer = Trainer([parameter()], "sgd", {"learning_rate": 0.1})
    assert trainer.learning_rate == 0.1
    trainer.set_learning_rate(0.2)
    assert trainer.learning_rate == trainer.optimizer.learning_rate == 0.2


def test_schedules():
    param = parameter(ctx=[mx.cpu(0)])
    schedule = mx.lr_scheduler.FactorScheduler(2, factor=0.1, base_lr=1)
    trainer = Trainer([param], "sgd", {"learning_rate": 1, "lr_scheduler": schedule})
    rates = []
    for _ in range(5):
        differentiate(param)
        trainer.step(1)
        rates.append(trainer.learning_rate)
    np.testing.assert_allclose(rates, [1, 1, 0.1, 0.1, 0.01])
    with pytest.raises(UserWarning, match="LRScheduler"):
        trainer.set_learning_rate(1)


def test_rescaling_of_the_optimizer_is_kept():
    param = parameter(ctx=[mx.cpu(0)])
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0, "rescale_grad": 8})
    differentiate(param)
    trainer.step(4)
    assert value(param) == -2


@pytest.mark.parametrize("on_store", [True, False])
def test_states_are_saved_and_loaded(tmp_path, on_store):
    file = str(tmp_path / "trainer.states")

    def start():
        param = parameter()
        options = {"learning_rate": 1.0, "momentum": 0.5}
        return param, Trainer([param], "sgd", options, update_on_kvstore=on_store)

    param, trainer = start()
    differentiate(param)
    trainer.step(1)
    trainer.save_states(file)
    other, resumed = start()
    other.set_data(param.data())
    resumed.load_states(file)
    for each, its in ((param, trainer), (other, resumed)):
        differentiate(each)
        its.step(1)
    assert value(param) == value(other) == -5
    other.lr_mult = 0
    differentiate(other)
    resumed.step(1)
    assert resumed.optimizer.param_dict[0] is other
    assert value(other) == -6.5


def test_deferred_parameters_join_the_store_later():
    net = nn.Dense(1)
    net.initialize(mx.init.One(), ctx=TWO)
    trainer = Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    with mx.autograd.record():
        outs = [net(mx.nd.ones((1, 2), ctx=ctx)) for ctx in TWO]
    mx.autograd.backward(outs)
    trainer.step(1)
    assert (net.weight.data(mx.cpu(1)).asnumpy() == -1).all()


def test_set_data_reaches_the_store():
    param = parameter()
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0})
    differentiate(param)
    trainer.step(1)
    param.set_data(mx.nd.full((4,), 10))
    differentiate(param)
    trainer.step(1)
    assert value(param) == 8


def test_parameters_of_a_dict_are_sorted_by_name():
    params = {name: parameter(name) for name in ("b", "a", "c")}
    assert [param.name for param in Trainer(params, "sgd")._params] == ["a", "b", "c"]


@pytest.mark.parametrize("params", [3, parameter(), [3], {"a": 3}])
def test_what_is_no_parameter_is_refused(params):
    with pytest.raises(ValueError, match="First argument must be"):
        Trainer(params, "sgd")


def test_contexts_must_agree():
    with pytest.raises(AssertionError, match="same set of contexts"):
        Trainer([parameter("a"), parameter("b", ctx=[mx.cpu(0)])], "sgd")


def test_an_optimizer_object_takes_no_arguments():
    sgd = mx.optimizer.SGD(learning_rate=0.5)
    param = parameter(ctx=[mx.cpu(0)])
    trainer = Trainer([param], sgd)
    differentiate(param)
    trainer.step(1)
    assert value(param) == -0.5
    with pytest.raises(AssertionError, match="optimizer_params must be None"):
        Trainer([param], mx.optimizer.SGD(), {"learning_rate": 1})


@pytest.mark.parametrize(
    ("stype", "grad_stype", "on_store", "expected"),
    [
        ("default", "row_sparse", None, False),
        ("default", "row_sparse", True, True),
        ("row_sparse", "row_sparse", None, True),
    ],
)
def test_who_updates_row_sparse_parameters(stype, grad_stype, on_store, expected):
    param = parameter(stype=stype, grad_stype=grad_stype)
    trainer = Trainer([param], "sgd", {"learning_rate": 0.1}, update_on_kvstore=on_store)
    rows = mx.nd.arange(4)
    arrays = param.list_data() if stype == "default" else param.list_row_sparse_data(rows)
    with mx.autograd.record():
        outs = [w + 1 for w in arrays]
    mx.autograd.backward(outs)
    trainer.step(1)
    assert trainer._update_on_kvstore is expected


def test_row_sparse_parameters_need_a_store_that_updates():
    trainer = Trainer([parameter(stype="row_sparse")], "sgd", update_on_kvstore=False)
    with pytest.raises(ValueError, match="sparse weights"):
        trainer.step(1)


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("optimizer", ["sgd", "adam", "nag"])
def test_a_network_learns(optimizer, hybridize):
    x = mx.nd.array(np.random.RandomState(0).uniform(-1, 1, (64, 3)))
    y = (x * mx.nd.array([[1, -2, 3]])).sum(axis=1)
    net, loss = nn.Dense(1, in_units=3), gluon.loss.L2Loss()
    net.initialize()
    net.hybridize(hybridize)
    trainer = Trainer(net.collect_params(), optimizer, {"learning_rate": 0.5 if optimizer != "adam" else 0.2})
    for _ in range(60):
        with mx.autograd.record():
            error = loss(net(x), y)
        error.backward()
        trainer.step(64)
    assert error.mean().asscalar() < 0.01


@pytest.mark.parametrize("store", ["device", "local", None])
@pytest.mark.parametrize("method", ["step", "update"])
def test_a_step_before_the_shapes_are_known_names_the_parameter(store, method):
    net = nn.Dense(2)
    net.initialize()
    trainer = Trainer(net.collect_params(), "sgd", kvstore=store)
    with pytest.raises(gluon.parameter.DeferredInitializationError, match="_weight"):
        getattr(trainer, method)(1)


@pytest.mark.parametrize("optimizer", ["sgd", "adam", "lamb"])
def test_threads_share_a_trainer(optimizer):
    net = nn.Dense(3, in_units=4)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), optimizer)
    x, before = mx.nd.ones((2, 4)), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def work(_):
        for _ in range(60):
            with mx.autograd.record():
                loss = net(x).sum()
            loss.backward()
            trainer.step(2, ignore_stale_grad=True)

    try:
        in_threads(3, work)
    finally:
        sys.setswitchinterval(before)
    assert trainer.optimizer.num_update <= 180
    assert np.isfinite(net.weight.data().asnumpy()).all()


def test_states_are_loaded_where_the_parameter_is(tmp_path):
    param = parameter(ctx=mx.cpu(0))
    trainer = Trainer([param], "sgd", {"learning_rate": 1.0, "momentum": 0.5})
    differentiate(param)
    trainer.step(1)
    trainer.save_states(str(tmp_path / "states"))
    param.reset_ctx(mx.cpu(1))
    trainer.load_states(str(tmp_path / "states"))
    differentiate(param)
    trainer.step(1)
    assert value(param) == -2.5


def test_a_copy_of_a_trainer_trains():
    net = nn.Dense(3, in_units=4)
    net.initialize()
    trainer = copy.deepcopy(gluon.Trainer(net.collect_params(), "sgd"))
    for param in trainer._params:
        param.grad()[:] = 1
    trainer.step(1, ignore_stale_grad=True)
