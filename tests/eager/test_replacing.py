"""Values that are set beside readers: whoever reads has the old ones or the new ones, and whatever must follow does."""

from __future__ import annotations

import threading

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.eager import replacing, tape

pytestmark = pytest.mark.usefixtures("undocumented")

LAYERS = 3


def network(value):
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(*(gluon.nn.Dense(2, in_units=2, use_bias=False) for _ in range(LAYERS)))
    net.initialize(mx.init.Constant(value))
    return net


def values(net):
    return [layer.weight.data().asnumpy().flat[0] for layer in net]


def load_parameters(net, tmp_path):
    network(2).save_parameters(str(tmp_path / "x"))
    return lambda: net.load_parameters(str(tmp_path / "x"))


def load(net, tmp_path):
    network(2).collect_params().save(str(tmp_path / "x"))
    return lambda: net.collect_params().load(str(tmp_path / "x"))


def load_dict(net, tmp_path):
    arrays = {f"{i}.weight": layer.weight.data() for i, layer in enumerate(network(2))}
    return lambda: net.load_dict(arrays)


@pytest.fixture
def prepared(monkeypatch):
    """Call a function whenever the next tensor of a network is ready to be taken."""
    calls = []
    make_leaf = tape.make_leaf

    def make(slot, tensor):
        for call in calls:
            call()
        make_leaf(slot, tensor)

    monkeypatch.setattr(tape, "make_leaf", make)
    return calls


@pytest.mark.parametrize("write", [load_parameters, load, load_dict])
def test_a_network_is_loaded_at_one_moment(tmp_path, prepared, write):
    net, seen = network(1), []
    run = write(net, tmp_path)
    prepared.append(lambda: seen.append(values(net)))
    run()
    assert seen == [[1] * LAYERS] * LAYERS
    assert values(net) == [2] * LAYERS


def test_a_module_is_loaded_at_one_moment(prepared):
    net = network(1)
    module = mx.mod.Module(net(mx.sym.var("data")), label_names=None)
    module.bind([("data", (1, 2))], for_training=False)
    names = list(net.collect_params())
    module.set_params({name: nd.ones((2, 2)) for name in names}, {})
    arrays, seen = module._exec_group.execs[0].arg_dict, []
    prepared.append(lambda: seen.append([arrays[name].asnumpy().flat[0] for name in names]))
    module.set_params({name: nd.ones((2, 2)) * 2 for name in names}, {})
    assert seen == [[1] * LAYERS] * LAYERS
    assert [arrays[name].asnumpy().flat[0] for name in names] == [2] * LAYERS


def test_a_parameter_of_two_names_is_given_the_last_values(monkeypatch):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(2, in_units=2, use_bias=False))
    net.add(gluon.nn.Dense(2, in_units=2, use_bias=False, params=net[0].params))
    net.initialize()
    monkeypatch.setattr(replacing, "_write_in_place", lambda *_: pytest.fail("written in place"))
    net.load_dict({"0.weight": nd.ones((2, 2)), "1.weight": nd.ones((2, 2)) * 2})
    assert values(net) == [2, 2]


def test_after_an_error_what_came_before_it_is_loaded():
    net = network(1)
    names = list(net.collect_params())
    arrays = {names[0]: nd.ones((2, 2)) * 2, names[1]: nd.ones((3, 3)), names[2]: nd.ones((2, 2)) * 2}
    with pytest.raises(AssertionError, match="shape"):
        net.collect_params().load_dict(arrays)
    assert values(net) == [2, 1, 1]


@pytest.fixture
def parameter():
    result = gluon.Parameter("weight", shape=(3,))
    result.initialize(init="ones")
    return result


class Reader(threading.Thread):
    """A thread that has an array's tensor, as a kernel does that computes, until it may go on."""

    def __init__(self, array):
        super().__init__()
        self._array, self.ready, self.may_end = array, threading.Event(), threading.Event()
        self.start()
        self.ready.wait()

    def run(self):
        held = self._array._t
        self.ready.set()
        self.may_end.wait()
        self.result = held.tolist()

    def end(self, *_):
        self.may_end.set()
        self.join()


def test_who_reads_has_the_old_values_to_the_end(monkeypatch, parameter):
    array = parameter.data()
    reader, before = Reader(array), array._t.data_ptr()
    monkeypatch.setattr(replacing.time, "sleep", reader.end)
    parameter.set_data(nd.array([5, 6, 7]))
    assert reader.result == [1, 1, 1]
    assert array is parameter.data()
    assert array.asnumpy().tolist() == [5, 6, 7]
    assert array._t.data_ptr() != before


def test_who_reads_for_too_long_gets_the_write(monkeypatch, parameter):
    waits = []
    monkeypatch.setattr(replacing.time, "sleep", waits.append)
    monkeypatch.setattr(replacing, "_PATIENCE", 0.001)
    reader, before = Reader(parameter.data()), parameter.data()._t.data_ptr()
    parameter.set_data(nd.array([5, 6, 7]))
    assert waits
    assert parameter.data()._t.data_ptr() == before
    waits.clear()
    parameter.set_data(nd.array([7, 8, 9]))  # which does not wait again
    reader.end()
    assert not waits
    assert reader.result == [7, 8, 9]


@pytest.mark.parametrize(
    "view",
    [lambda x: x[1:], lambda x: x.reshape((3, 1))[1:, 0], lambda x: x.detach()[1:], lambda x: x.as_np_ndarray()[1:]],
)
def test_views_follow(parameter, view):
    seen = view(parameter.data())
    for new in ([5, 6, 7], [7, 8, 9]):
        parameter.set_data(nd.array(new))
        assert seen.asnumpy().tolist() == new[1:]
    seen[:] = 0
    assert parameter.data().asnumpy().tolist() == [7, 0, 0]


def test_a_variable_stays_one(parameter):
    grad, x = parameter.grad(), nd.array([1, 2, 3])
    for factor in (1, 2):
        parameter.set_data(nd.array([5, 6, 7]))
        with autograd.record():
            y = (parameter.data() ** 2 * x * factor).sum()
        y.backward()
        assert parameter.grad() is grad
        assert grad.asnumpy().tolist() == [10 * factor, 24 * factor, 42 * factor]


def test_a_recorded_graph_has_the_new_values(parameter):
    """As in 1.9.1, where a backward pass reads the arrays."""
    x = nd.array([1, 2, 3])
    x.attach_grad()
    with autograd.record():
        y = (parameter.data() * x).sum()
    parameter.set_data(nd.array([5, 6, 7]))
    y.backward()
    assert x.grad.asnumpy().tolist() == [5, 6, 7]
    assert parameter.grad().asnumpy().tolist() == [1, 2, 3]


def test_weights_packed_before_are_not_used(parameter):
    net = network(1)
    net.hybridize()
    x = nd.ones((1, 2))
    for value in (1, 2, 3):
        net[0].weight.set_data(nd.ones((2, 2)) * value)
        for _ in range(3):
            assert net(x).asnumpy().tolist() == [[8 * value] * 2]


def test_arrays_found_before_a_move_are_looked_through():
    parameter = gluon.Parameter("weight", shape=(1,))
    parameter.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    found = parameter.list_data()
    parameter.reset_ctx([mx.cpu(1), mx.cpu(2)])
    for i in range(2):
        assert parameter._check_and_get(found, mx.cpu(i)) is found[i]
    with pytest.raises(RuntimeError, match="was not initialized on context"):
        parameter._check_and_get(found, mx.cpu(2))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "float16"])
def test_values_are_cast(dtype):
    parameter = gluon.Parameter("weight", shape=(2,), dtype=dtype)
    parameter.initialize(init="zeros")
    parameter.set_data(nd.array([1, 2], dtype="float64"))
    assert parameter.data().dtype is np.dtype(dtype).type
    assert parameter.data().asnumpy().tolist() == [1, 2]
