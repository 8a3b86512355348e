"""Whatever way a network is run for inference, its convolutions are fused, and the numbers are those of operators."""

from __future__ import annotations

from collections import Counter

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn
from mxnet.kernels.fused_convolution import FusedConvolution

SHAPE = (2, 3, 8, 8)


@pytest.fixture
def counted(monkeypatch, fast_kernels):
    """Count convolutions with what follows them: all that ran as one, and those of them that did not."""
    counts = Counter()
    call, plainly = FusedConvolution.__call__, FusedConvolution._run_plain

    def counting_call(self, *tensors):
        counts["called"] += 1
        return call(self, *tensors)

    def counting_plainly(self, *tensors):
        counts["plain"] += 1
        return plainly(self, *tensors)

    monkeypatch.setattr(FusedConvolution, "__call__", counting_call)
    monkeypatch.setattr(FusedConvolution, "_run_plain", counting_plainly)
    return counts


def _unit(x, name, stride=1):
    x = mx.sym.Convolution(x, kernel=(3, 3), pad=(1, 1), stride=(stride,) * 2, num_filter=4, no_bias=True, name=name)
    return mx.sym.BatchNorm(x, fix_gamma=False, name=f"{name}_bn")


def residual(x):
    x = mx.sym.relu(_unit(x, "a"))
    return mx.sym.relu(_unit(x, "b") + _unit(x, "c"))


def joined(x):
    return mx.sym.Concat(mx.sym.relu(_unit(x, "a")), _unit(x, "b"), dim=1)


def depthwise(x):
    x = mx.sym.clip(_unit(x, "a"), 0, 6)
    x = mx.sym.Convolution(x, kernel=(3, 3), num_filter=4, num_group=4, no_bias=True, name="b")
    return mx.sym.clip(mx.sym.BatchNorm(x, name="b_bn"), 0, 6)


def pre_activated(x):
    x = _unit(mx.sym.relu(mx.sym.BatchNorm(x, name="first")), "a")
    return _unit(mx.sym.Dropout(mx.sym.relu(x), p=0.5), "b") + x


NETWORKS = {residual: 3, joined: 2, depthwise: 2, pre_activated: 2}


def _symbol(network):
    x = mx.sym.flatten(network(mx.sym.var("data")))
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=3, name="fc"), name="softmax")


def _parameters(symbol):
    random = np.random.RandomState(0)
    arguments, _, states = symbol.infer_shape(data=SHAPE)
    shapes = dict(zip(symbol.list_arguments(), arguments, strict=True))
    shapes |= dict(zip(symbol.list_auxiliary_states(), states, strict=True))
    result = {
        name: mx.nd.array(
            random.uniform(0.5, 1.5, shape) if "bn_" in name or "first_" in name else random.randn(*shape)
        )
        for name, shape in shapes.items()
        if name not in ("data", "softmax_label")
    }
    states = symbol.list_auxiliary_states()
    return {k: v for k, v in result.items() if k not in states}, {k: result[k] for k in states}


def bind(symbol, arguments, states, x, folder):
    labels = {} if "softmax_label" not in symbol.list_arguments() else {"softmax_label": mx.nd.zeros(2)}
    executor = symbol.bind(mx.cpu(), {"data": x, **labels, **arguments}, aux_states=states)
    return lambda: executor.forward(is_train=False)[0]


def module(symbol, arguments, states, x, folder):
    result = mx.mod.Module(symbol)
    result.bind([("data", SHAPE)], [("softmax_label", SHAPE[:1])], for_training=False)
    result.set_params(arguments, states)

    def forward():
        result.forward(mx.io.DataBatch([x]))
        return result.get_outputs()[0]

    return forward


def module_for_training(symbol, arguments, states, x, folder):
    result = mx.mod.Module(symbol)
    result.bind([("data", SHAPE)], [("softmax_label", SHAPE[:1])])
    result.set_params(arguments, states)
    return lambda: result.predict(mx.io.NDArrayIter(x, batch_size=2))


def feed_forward(symbol, arguments, states, x, folder):
    result = mx.model.FeedForward(symbol, arg_params=arguments, aux_params=states, numpy_batch_size=2)
    return lambda: mx.nd.array(result.predict(mx.io.NDArrayIter(x, batch_size=2)))


def symbol_block(symbol, arguments, states, x, folder):
    mx.model.save_checkpoint(str(folder / "net"), 1, symbol, arguments, states)
    names = [name for name in ("data", "softmax_label") if name in symbol.list_arguments()]
    result = mx.gluon.SymbolBlock.imports(f"{folder}/net-symbol.json", names, f"{folder}/net-0001.params")
    return lambda: result(x, *[mx.nd.zeros(2)] * (len(names) - 1))


DOORS = [bind, module, module_for_training, feed_forward, symbol_block]


def _expected(symbol, arguments, states, x):
    """Return what operators compute one by one, seen by a monitor."""
    executor = symbol.bind(mx.cpu(), {"data": x, "softmax_label": mx.nd.zeros(2), **arguments}, aux_states=states)
    executor.set_monitor_callback(lambda name, array: None)
    return executor.forward(is_train=False)[0].asnumpy()


def _check(run, expected, counted, number):
    for _ in range(2):  # weights are prepared when they are seen again
        run()
    counted.clear()
    np.testing.assert_allclose(run().asnumpy(), expected, rtol=1e-4, atol=1e-5)
    assert (counted["called"], counted["plain"]) == (number, 0)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("door", DOORS)
def test_the_fused_way_is_taken(door, network, counted, tmp_path):
    symbol, x = _symbol(network), mx.nd.array(np.random.RandomState(1).rand(*SHAPE))
    arguments, states = _parameters(symbol)
    expected = _expected(symbol, arguments, states, x)
    _check(door(symbol, arguments, states, x, tmp_path), expected, counted, NETWORKS[network])


@pytest.mark.parametrize("network", NETWORKS)
def test_features_from_inside_of_a_network(network, counted, tmp_path):
    symbol, x = _symbol(network), mx.nd.array(np.random.RandomState(1).rand(*SHAPE))
    arguments, states = _parameters(symbol)
    features = symbol.get_internals()["fc_output"]
    executor = features.bind(mx.cpu(), {"data": x, **arguments}, aux_states=states)
    executor.set_monitor_callback(lambda name, array: None)
    expected = executor.forward(is_train=False)[0].asnumpy()
    for door in (bind, symbol_block):
        _check(door(features, arguments, states, x, tmp_path), expected, counted, NETWORKS[network])


def _gluon():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, in_channels=3), nn.BatchNorm(in_channels=4), nn.Activation("relu"), nn.Dropout(0.5))
    net.add(nn.Conv2D(4, 1, in_channels=4, activation="relu"))
    net.initialize(mx.init.Normal(1))
    return net


def test_a_hybridized_block_is_fused_and_an_eager_one_is_not(counted):
    net, x = _gluon(), mx.nd.array(np.random.RandomState(1).rand(*SHAPE))
    expected = net(x).asnumpy()
    assert not counted
    net.hybridize()
    _check(lambda: net(x), expected, counted, 2)


def test_half_precision_runs_as_it_was_written(counted):
    net, x = _gluon(), mx.nd.array(np.random.RandomState(1).rand(*SHAPE), dtype="float16")
    net.cast("float16")
    expected = net(x).asnumpy()
    net.hybridize()
    for _ in range(3):
        got = net(x)
        assert got.dtype == np.float16
        np.testing.assert_allclose(got.asnumpy(), expected, rtol=5e-2, atol=5e-2)
    assert counted["called"] == counted["plain"] == 6


def test_channels_last_layouts_run_as_they_were_written(counted):
    net, x = nn.HybridSequential(), mx.nd.array(np.random.RandomState(1).rand(2, 8, 8, 3))
    net.add(nn.Conv2D(4, 3, in_channels=3, layout="NHWC"), nn.BatchNorm(axis=3, in_channels=4), nn.Activation("relu"))
    net.initialize(mx.init.Normal(1))
    expected = net(x).asnumpy()
    net.hybridize()
    for _ in range(3):
        np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-4, atol=1e-5)
    assert not counted
