"""Layers of LSTM with packed weights give the results of the plain graph, also after weights have changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import mxnet as mx
import numpy as np
import pytest
from mxnet.core import torch_compat
from mxnet.gluon import rnn
from mxnet.kernels import packed_lstm

SIZE, WIDTH = 12, 5


@pytest.fixture
def packed(monkeypatch, fast_kernels):
    """Collect the input matrices that are packed."""
    result = []
    pack = torch_compat.chosen("packed_lstm")

    def count(*cell):
        result.append(cell[0])
        return pack(*cell)

    monkeypatch.setattr(packed_lstm.torch_compat, "packed_lstm", count)
    return result


def network(**kwargs):
    net = rnn.LSTM(SIZE, input_size=WIDTH, **kwargs)
    net.initialize(mx.init.Uniform(0.5))
    for parameter in net.collect_params(".*bias").values():
        parameter.set_data(mx.nd.random.uniform(-1, 1, parameter.shape))
    return net


def eager_with_parameters_of(net):
    return rnn.LSTM(SIZE, input_size=WIDTH, params=net.collect_params(), prefix=net.prefix)


def assert_close(found, wanted):
    assert found.shape == wanted.shape
    np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), rtol=1e-5, atol=1e-6)


def data(*shape):
    return mx.nd.array(np.random.RandomState(sum(shape)).randn(*shape))


@pytest.mark.parametrize(
    "kwargs",
    [{}, {"num_layers": 3}, {"bidirectional": True}, {"num_layers": 2, "bidirectional": True, "dropout": 0.5}],
    ids=["one layer", "three layers", "both directions", "two layers in both directions"],
)
def test_results_are_those_of_eager_calls(packed, kwargs):
    net = network(**kwargs)
    number = kwargs.get("num_layers", 1) * (2 if kwargs.get("bidirectional") else 1)
    inputs = [data(steps, batch, WIDTH) for steps, batch in ((7, 2), (7, 2), (7, 2), (3, 1), (1, 4), (7, 2))]
    states = [[data(number, x.shape[1], SIZE), data(number, x.shape[1], SIZE) * 0.5] for x in inputs]
    expected = [net(x, s) for x, s in zip(inputs, states, strict=True)]
    net.hybridize()
    for x, s, (out, last) in zip(inputs, states, expected, strict=True):
        result, found_last = net(x, s)
        for one, other in zip((result, *found_last), (out, *last), strict=True):
            assert_close(one, other)
    assert len(packed) == number


def test_without_states_and_with_the_batch_first(packed):
    net, x = network(layout="NTC"), data(2, 7, WIDTH)
    expected = net(x)
    net.hybridize()
    for _ in range(4):
        assert_close(net(x), expected)
    assert len(packed) == 1


def test_equal_calls_give_equal_bits(packed):
    net, x = network(num_layers=2), data(7, 2, WIDTH)
    net.hybridize()
    first = net(x).asnumpy()
    for _ in range(3):
        np.testing.assert_array_equal(net(x).asnumpy(), first)


@pytest.mark.parametrize("state_outputs", [False, True])
def test_parameters_that_are_one_variable(packed, state_outputs):
    names = ("data", "parameters", "state", "state_cell")
    out = mx.sym.RNN(*map(mx.sym.var, names), mode="lstm", state_size=SIZE, num_layers=2, state_outputs=state_outputs)
    shapes = out.infer_shape(data=(7, 2, WIDTH))[0]
    arrays = dict(zip(names, (data(*shape) for shape in shapes), strict=True))
    executor = out.bind(mx.cpu(), arrays, grad_req="null")
    new = mx.nd.RNN(*arrays.values(), mode="lstm", state_size=SIZE, num_layers=2, state_outputs=state_outputs)
    expected = new if state_outputs else [new]
    for _ in range(4):
        result = executor.forward(is_train=False)
        assert len(result) == len(expected)
        for one, other in zip(result, expected, strict=True):
            assert_close(one, other)
    assert len(packed) == 2


def test_weights_that_are_written_to_are_packed_again(packed):
    net, x = network(), data(7, 2, WIDTH)
    net.hybridize()
    first = net(x).asnumpy()
    for _ in range(3):
        net(x)
    for name, write in (
        ("l0_i2h_weight", lambda p: p.set_data(p.data() * 2)),
        ("l0_h2h_weight", lambda p: p.data().__imul__(0.5)),
        ("l0_h2h_bias", lambda p: p.data().__setitem__(slice(None), 1.0)),
    ):
        write(getattr(net, name))
        eager = eager_with_parameters_of(net)
        expected = eager(x)
        assert np.abs(expected.asnumpy() - first).max() > 1e-3
        for _ in range(3):
            assert_close(net(x), expected)
    assert len(packed) == 4


def test_training_in_between(packed):
    """Predictions use the weights of the last step; gradients are those of the eager layer."""
    net, x = network(), data(7, 2, WIDTH)
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    for _ in range(3):
        eager = eager_with_parameters_of(net)
        assert_close(net(x), eager(x))
        grads = []
        for item in (net, eager):
            with mx.autograd.record():
                loss = (item(x) ** 2).sum()
            loss.backward()
            grads.append(net.l0_h2h_weight.grad().asnumpy())
        np.testing.assert_allclose(*grads, rtol=1e-5, atol=1e-6)
        trainer.step(2)
    assert len(packed) == 3


def test_gradients_of_predictions(packed):
    net, x = network(), data(7, 2, WIDTH)
    net.hybridize()
    for _ in range(3):
        net(x)
    assert packed
    grads = []
    for item in (net, eager_with_parameters_of(net)):
        x.attach_grad()
        with mx.autograd.record(train_mode=False):
            loss = (item(x) ** 2).sum()
        loss.backward()
        grads.append(x.grad.asnumpy())
    assert np.abs(grads[0]).max() > 0
    np.testing.assert_allclose(*grads, rtol=1e-5, atol=1e-6)


def test_many_threads(packed):
    net, x = network(num_layers=2), data(7, 2, WIDTH)
    net.hybridize()
    expected = net(x).asnumpy()
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(lambda _: net(x).asnumpy(), range(40)):
            np.testing.assert_array_equal(result, expected)
    assert packed


@pytest.mark.parametrize("kwargs", [{"projection_size": 3}, {"state_clip_min": -1.0, "state_clip_max": 1.0}])
def test_projected_and_clipped_states_take_the_plain_form(packed, kwargs):
    net, x = network(**kwargs), data(7, 2, WIDTH)
    expected = net(x).asnumpy()
    net.hybridize()
    for _ in range(3):
        np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-6, atol=1e-6)
    assert not packed


def test_other_types_and_other_layers_take_the_plain_form(packed):
    double = network()
    double.cast("float64")
    gates = rnn.GRU(SIZE, input_size=WIDTH)
    gates.initialize()
    for net, x in ((double, data(7, 2, WIDTH).astype("float64")), (gates, data(7, 2, WIDTH))):
        expected = net(x).asnumpy()
        net.hybridize()
        for _ in range(3):
            np.testing.assert_array_equal(net(x).asnumpy(), expected)
    assert not packed


def test_parameters_computed_from_the_data(packed):
    names = ("data", "weights", "state", "state_cell")
    x, w, *states = map(mx.sym.var, names)
    out = mx.sym.RNN(x, mx.sym.broadcast_mul(w, mx.sym.mean(x)), *states, mode="lstm", state_size=SIZE, num_layers=1)
    shapes = out.infer_shape(data=(7, 2, WIDTH), weights=(4 * SIZE * (WIDTH + SIZE + 2),))[0]
    arrays = dict(zip(names, (data(*shape) for shape in shapes), strict=True))
    executor = out.bind(mx.cpu(), arrays, grad_req="null")
    for i in range(4):
        arrays["data"][:] = data(7, 2, WIDTH) + i
        scaled = arrays["weights"] * arrays["data"].mean()
        expected = mx.nd.RNN(
            arrays["data"], scaled, *list(arrays.values())[2:], mode="lstm", state_size=SIZE, num_layers=1
        )
        assert_close(executor.forward(is_train=False)[0], expected)
    assert len(packed) == 4


def test_errors_are_those_of_the_layer(packed):
    net = network()
    net.hybridize()
    for _ in range(3):
        net(data(7, 2, WIDTH))
    with pytest.raises(mx.MXNetError, match="parameters: expected"):
        net(data(7, 2, WIDTH + 1))
    with pytest.raises((mx.MXNetError, ValueError), match="state"):
        net(data(7, 2, WIDTH), [data(1, 3, SIZE), data(1, 3, SIZE)])
