"""Observers see every application of an operator, on arrays and in graphs, while they are registered."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import profiler
from mxnet.core.observers import eager_observers, graph_observers, register


class _Log:
    """Keeps the names of operators, and what came in."""

    def __init__(self):
        self.names, self.calls = [], []

    def __call__(self, name, attributes, inputs, call):
        self.names.append(name)
        self.calls.append((attributes, [tuple(getattr(item, "shape", ())) for item in inputs]))
        return call()


@pytest.fixture
def log():
    result = _Log()
    end = register(result)
    yield result
    end()


def _x():
    return mx.nd.array([[1.0, 2], [3, 4]])


@pytest.mark.parametrize(
    ("compute", "name"),
    [
        (lambda x: mx.nd.exp(x), "exp"),
        (lambda x: x.sum(axis=1), "sum"),
        (lambda x: mx.nd.concat(x, x, dim=0), "Concat"),
        (lambda x: mx.nd.split(x, num_outputs=2), "SliceChannel"),
        (lambda x: mx.nd.sum(x, out=mx.nd.array([0.0])), "sum"),
        (lambda x: mx.nd.Dropout(x), "Dropout"),
        (lambda x: x + x, "broadcast_add"),
        (lambda x: x * 2, "_mul_scalar"),
        (lambda x: 2 - x, "_rminus_scalar"),
        (lambda x: x > x, "broadcast_greater"),
        (lambda x: x.__iadd__(x), "broadcast_add"),
        (lambda x: x.__imul__(2.0), "broadcast_mul"),
        (lambda x: x % 2, "_mod_scalar"),
        (lambda x: x.broadcast_to((2, 2)), "broadcast_to"),
        (lambda x: x.T, "transpose"),
        (lambda x: x.astype("float64"), "Cast"),
        (lambda x: mx.nd.zeros((2,)), "_zeros"),
        (lambda x: mx.nd.random.uniform(shape=(2,)), "_random_uniform"),
        (lambda x: x.as_np_ndarray() + x.as_np_ndarray(), "_npi_add"),
    ],
)
@pytest.mark.parametrize("record", [False, True])
def test_calls_on_arrays_are_seen(compute, name, record):
    x = _x()
    log = _Log()
    end = register(log)
    with mx.autograd.record() if record else mx.autograd.pause():
        compute(x)
    end()
    assert log.names[-1] == name
    del log.names[:]
    compute(_x())
    assert not log.names


def test_a_view_is_no_operator_as_in_1_9_1(log):
    x = _x()
    del log.names[:]
    x.reshape((4,)), x[0]
    assert not log.names


def test_observers_see_attributes_and_inputs(log):
    mx.nd.sum(_x(), axis=1)
    assert log.calls[-1] == ({"axis": 1}, [(2, 2)])
    _x() * 3
    assert log.calls[-1] == (3, [(2, 2), ()])


@pytest.mark.parametrize("is_train", [False, True])
def test_operators_of_graphs_are_seen(log, is_train):
    symbol = mx.sym.exp(mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc"))
    bound = symbol.simple_bind(mx.cpu(), x=(2, 2))
    bound.arg_dict["x"][:] = 1
    del log.names[:], log.calls[:]
    bound.forward(is_train=is_train)
    assert log.names == ["FullyConnected", "exp"]
    assert log.calls[0] == ({"num_hidden": "3"}, [(2, 2), (3, 2), (3,)])


def test_operators_of_hybridized_blocks_are_seen(log):
    net = mx.gluon.nn.Dense(3, activation="relu")
    net.initialize()
    net.hybridize()
    net(_x())
    del log.names[:]
    net(_x())
    assert log.names == ["FullyConnected", "Activation"]


def test_a_monitor_and_an_observer_see_one_run(log):
    bound = mx.sym.exp(mx.sym.var("x"), name="e").bind(mx.cpu(), {"x": _x()})
    seen = []
    bound.set_monitor_callback(lambda name, array: seen.append(str(name)))
    bound.forward()
    assert (log.names[-1], seen) == ("exp", ["e_output"])


def test_gradients_are_the_same_under_observers():
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3), name="softmax")
    result = []
    for observers in (0, 1):
        ends = [register(_Log()) for _ in range(observers)]
        bound = symbol.simple_bind(mx.cpu(), data=(2, 2))
        for i, array in enumerate(bound.arg_arrays):
            array[:] = np.arange(array.size).reshape(array.shape) * 0.1 * i
        bound.forward(is_train=True)
        bound.backward()
        result.append([array.asnumpy() for array in bound.grad_arrays])
        for end in ends:
            end()
    for one, other in zip(*result, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_one_kind_alone():
    bound = mx.sym.exp(mx.sym.var("x")).bind(mx.cpu(), {"x": _x()})
    for eager in (True, False):
        log = _Log()
        end = register(log, eager=eager, graph=not eager)
        mx.nd.sqrt(_x())
        bound.forward()
        end()
        assert log.names == ["sqrt" if eager else "exp"]


def test_the_last_observer_is_outermost():
    order = []

    def observer(tag):
        def see(name, attributes, inputs, call):
            order.append(tag)
            return call()

        return see

    ends = [register(observer("first")), register(observer("second"))]
    mx.nd.sqrt(_x())
    for end in ends:
        end()
    assert order == ["second", "first"]


def test_errors_say_the_same_under_observers(log):
    with pytest.raises(mx.MXNetError, match="operator dot failed"):
        mx.nd.dot(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))
    with pytest.raises(mx.MXNetError, match="broadcast_add"):
        mx.nd.ones((2, 3)) + mx.nd.ones((2, 4))
    bound = mx.sym.dot(mx.sym.var("a"), mx.sym.var("b"), name="d").bind(
        mx.cpu(), {"a": mx.nd.ones((2, 3)), "b": mx.nd.ones((3, 2))}
    )
    bound.arg_dict["b"]._t = bound.arg_dict["b"]._t.T
    with pytest.raises(mx.MXNetError, match="node 'd', operator dot"):
        bound.forward()


def test_an_observers_own_error_arrives_and_gradients_are_still_taken():
    x = _x()
    x.attach_grad()

    def refuse(name, attributes, inputs, call):
        raise KeyboardInterrupt

    end = register(refuse)
    with pytest.raises(KeyboardInterrupt):
        mx.nd.exp(x)
    end()
    with mx.autograd.record():
        y = mx.nd.exp(x)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.exp(x.asnumpy()), rtol=1e-6)


def test_the_profiler_is_an_observer_while_it_runs(tmp_path):
    profiler.set_config(filename=str(tmp_path / "trace.json"), profile_symbolic=False, profile_imperative=True)
    profiler.set_state("run")
    assert (len(eager_observers), len(graph_observers)) == (1, 0)
    profiler.pause()
    assert not eager_observers
    profiler.set_state("stop")
    assert not eager_observers
