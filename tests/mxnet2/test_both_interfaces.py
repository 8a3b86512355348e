"""Programs that use names of both interfaces, and files that one interface writes and the other reads."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.core.semantics import semantics, set_api
from mxnet.gluon import nn, rnn


@pytest.fixture
def switch():
    """Give a function that chooses the interface, with its arrays."""

    def choose(api):
        set_api(api)
        (mx.npx.set_np if api == 2 else mx.npx.reset_np)()
        return mx.np.array if api == 2 else mx.nd.array

    before = semantics.api
    yield choose
    set_api(before)
    mx.npx.reset_np()


def _convolutions():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.Flatten(), nn.Dense(3))
    return net


def _cells():
    cells = rnn.HybridSequentialRNNCell()
    cells.add(rnn.LSTMCell(4))
    cells.add(rnn.ResidualCell(rnn.GRUCell(4)))
    return cells


def _run(net, x):
    if isinstance(net, rnn.HybridSequentialRNNCell):
        return net.unroll(5, x, layout="TNC", merge_outputs=True)[0].asnumpy()
    return net(x).asnumpy()


_NETWORKS = {
    "convolutions": (_convolutions, (2, 3, 8, 8)),
    "LSTM": (lambda: rnn.LSTM(4, num_layers=2, bidirectional=True), (5, 2, 3)),
    "GRU": (lambda: rnn.GRU(4), (5, 2, 3)),
    "RNN": (lambda: rnn.RNN(4, num_layers=2), (5, 2, 3)),
    "cells": (_cells, (5, 2, 3)),
}


@pytest.mark.parametrize("writer", [1, 2])
@pytest.mark.parametrize("name", _NETWORKS)
def test_parameters_load_under_the_other_interface(name, writer, switch, tmp_path):
    make, shape = _NETWORKS[name]
    x = np.random.default_rng(0).random(shape, dtype="float32")
    path = str(tmp_path / "net.params")
    array = switch(writer)
    net = make()
    net.initialize(mx.init.Uniform(0.5))
    expected = _run(net, array(x))
    net.save_parameters(path)
    array = switch(3 - writer)
    other = make()
    other.load_parameters(path)
    np.testing.assert_allclose(_run(other, array(x)), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("writer", [1, 2])
def test_exported_networks_load_under_the_other_interface(writer, switch, tmp_path):
    x = np.random.default_rng(0).random((2, 3, 8, 8), dtype="float32")
    path = str(tmp_path / "net")
    array = switch(writer)
    net = _convolutions()
    net.initialize(mx.init.Uniform(0.5))
    net.hybridize()
    expected = net(array(x)).asnumpy()
    net.export(path)
    array = switch(3 - writer)
    block = gluon.SymbolBlock.imports(f"{path}-symbol.json", ["data"], f"{path}-0000.params")
    np.testing.assert_allclose(block(array(x)).asnumpy(), expected, rtol=1e-5, atol=1e-6)
    symbol, arguments, states = mx.model.load_checkpoint(path, 0)
    module = mx.mod.Module(symbol, label_names=[])
    module.bind([("data", x.shape)], for_training=False)
    module.set_params(arguments, states)
    module.forward(mx.io.DataBatch([array(x)]))
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.filterwarnings("ignore:Parameters already initialized")
@pytest.mark.parametrize("api", [1, 2])
def test_modules_take_metrics_of_both(api, switch, tmp_path):
    switch(api)
    data = np.random.default_rng(0).random((32, 5), dtype="float32")
    batches = mx.io.NDArrayIter(data, np.arange(32) % 3, 8, label_name="softmax_label")
    scores = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(scores, name="softmax"))
    module.fit(batches, eval_metric=gluon.metric.Accuracy(), num_epoch=1, optimizer="adamw")
    both = mx.metric.CompositeEvalMetric([gluon.metric.Accuracy(), mx.metric.Accuracy(), gluon.metric.CrossEntropy()])
    (_, first), (_, second), _ = module.score(batches, both)
    assert first == second
    module.save_checkpoint(str(tmp_path / "m"), 1, save_optimizer_states=True)
    switch(3 - api)
    batches.reset()
    again = mx.mod.Module.load(str(tmp_path / "m"), 1, load_optimizer_states=True)
    again.fit(batches, eval_metric=mx.metric.Accuracy(), begin_epoch=1, num_epoch=2, optimizer="adamw")


@pytest.mark.parametrize("name", ["acc", "f1", "mcc", "mae", "mse", "rmse", "ce", "pearsonr"])
def test_metrics_agree_for_arrays_of_both(name):
    labels, scores = np.array([0, 1, 1, 0], "float32"), np.array([[0.7, 0.3], [0.2, 0.8], [0.6, 0.4], [0.9, 0.1]])
    if name in ("mae", "mse", "rmse", "pearsonr"):
        scores = scores[:, 0]
    found = []
    for array in (mx.nd.array, mx.np.array):
        for module in (mx.metric, gluon.metric):
            metric = module.create(name)
            metric.update([array(labels)], [array(scores)])
            found.append(float(metric.get()[1]))
    np.testing.assert_allclose(found, found[0], rtol=1e-5)


class _Scaled(gluon.HybridBlock):
    """A block of MXNet 2."""

    def __init__(self, child):
        super().__init__()
        self.child, self.scale = child, gluon.Parameter(shape=(1,), init="ones")

    def forward(self, x):
        return self.child(x) * self.scale.data()


class _Added(gluon.HybridBlock):
    """A block of MXNet 1."""

    def __init__(self, child, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.child, self.more = child, self.params.get("more", shape=(1,), init="ones")

    def hybrid_forward(self, F, x, more):
        y = self.child(x)
        return F.broadcast_add(y, more) if F in (mx.nd, mx.sym) and semantics.api == 1 else y + more


@pytest.mark.parametrize("api", [1, 2])
@pytest.mark.parametrize("make", [lambda: _Scaled(_Added(nn.Dense(4))), lambda: _Added(_Scaled(nn.Dense(4)))])
def test_blocks_of_both_in_one_network(make, api, switch, tmp_path):
    array = switch(api)
    x = array(np.arange(6, dtype="float32").reshape(2, 3))
    net = make()
    net.initialize()
    expected = net(x).asnumpy()
    net.hybridize()
    with autograd.record():
        total = net(x).sum()
    total.backward()
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-6)
    dense = net.child.child
    np.testing.assert_allclose(dense.weight.grad().asnumpy(), np.tile([3, 5, 7], (4, 1)), rtol=1e-6)
    net.save_parameters(str(tmp_path / "p"))
    net.export(str(tmp_path / "net"))
    array = switch(3 - api)
    x = array(x.asnumpy())
    other = make()
    other.load_parameters(str(tmp_path / "p"))
    np.testing.assert_allclose(other(x).asnumpy(), expected, rtol=1e-6)
    files = (str(tmp_path / name) for name in ("net-symbol.json", "net-0000.params"))
    graph = gluon.SymbolBlock.imports(next(files), ["data"], next(files))
    np.testing.assert_allclose(graph(x).asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("in_units", [0, 3])
def test_layers_of_v2_say_that_they_take_arrays_of_np(in_units, switch):
    switch(2)
    layer = nn.Dense(2, in_units=in_units)
    layer.initialize()
    with pytest.raises(TypeError, match=r"arrays of mx\.np in MXNet 2: pass x\.as_np_ndarray"):
        layer(mx.nd.ones((2, 3)))


def test_a_missing_parameter_is_named(switch, tmp_path):
    switch(1)
    net = _convolutions()
    net.initialize()
    net(mx.nd.ones((1, 3, 8, 8)))
    net.collect_params().save(str(tmp_path / "p"))
    switch(2)
    with pytest.raises(AssertionError, match=r"Parameter '.*weight' is missing"):
        _convolutions().load_parameters(str(tmp_path / "p"))


class _Inner1(gluon.HybridBlock):
    """As 1.9.1 has it, with NumPy's names."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, in_units=6)
        self.scale = self.params.get("scale", shape=(8,), init="ones")

    def hybrid_forward(self, F, x, scale):
        return F.npx.relu(self.dense(x)) * scale


class _Inner2(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, in_units=6)
        self.scale = gluon.Parameter("scale", shape=(8,), init="ones")

    def forward(self, x):
        return mx.npx.relu(self.dense(x)) * self.scale.data()


class _Outer1(gluon.HybridBlock):
    def __init__(self, inner):
        super().__init__()
        self.inner, self.norm, self.out = inner, nn.BatchNorm(in_channels=8), nn.Dense(3, in_units=8)

    def hybrid_forward(self, F, x):
        return F.npx.log_softmax(self.out(self.norm(self.inner(x))), axis=-1)


class _Outer2(_Outer1):
    def forward(self, x):
        return mx.npx.log_softmax(self.out(self.norm(self.inner(x))), axis=-1)


_STYLES = [(outer, inner) for outer in (_Outer1, _Outer2) for inner in (_Inner1, _Inner2)]


def _trained(net, x):
    """Train from the same numbers for four steps; return the losses."""
    numbers = np.random.RandomState(0)
    net.initialize()
    for key, parameter in sorted(net._collect_params_with_prefix().items()):
        shift = 1.0 if "var" in key or "gamma" in key else 0.0
        parameter.set_data(mx.np.array(numbers.uniform(-0.5, 0.5, parameter.shape).astype("float32") + shift))
    net.hybridize()
    labels = mx.np.array(np.arange(16) % 3, dtype="float32")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    loss = gluon.loss.SoftmaxCrossEntropyLoss(from_logits=True)
    metrics = [module.Accuracy() for module in (mx.metric, gluon.metric)]
    losses = []
    for _ in range(4):
        with autograd.record():
            scores = net(x)
            total = loss(scores, labels).mean()
        total.backward()
        trainer.step(1)
        losses.append(total.item())
        for metric in metrics:
            metric.update([labels], [scores])
    assert [metric.get()[1] for metric in metrics] == [0.40625, 0.40625]
    return losses


@pytest.mark.parametrize("api", [1, 2])
@pytest.mark.parametrize(("outer", "inner"), _STYLES)
def test_networks_of_both_train_alike_and_load_each_others_files(outer, inner, api, switch, tmp_path):
    switch(api)
    mx.npx.set_np()
    x = mx.np.array(np.random.RandomState(1).uniform(-1, 1, (16, 6)).astype("float32"))
    net = outer(inner())
    np.testing.assert_allclose(_trained(net, x), [1.30974, 1.14956, 1.04372, 0.99390], atol=2e-5)  # of 2.0.0b1
    expected = net(x).asnumpy()
    np.testing.assert_allclose((expected**2).sum(), 58.3139, atol=1e-3)
    net.save_parameters(str(tmp_path / "p"))
    for other_api in (1, 2):
        switch(other_api)
        mx.npx.set_np()
        for other_outer, other_inner in _STYLES:
            other = other_outer(other_inner())
            other.load_parameters(str(tmp_path / "p"))
            other.hybridize()
            np.testing.assert_allclose(other(x).asnumpy(), expected, atol=1e-5)


@pytest.mark.parametrize("make", [lambda: _Scaled(nn.Dense(4)), lambda: _Added(_Scaled(nn.Dense(4)))])
def test_shapes_are_inferred_through_blocks_of_v2(make, switch):
    array = switch(2)
    net = make()
    net.initialize()
    net.infer_shape(array(np.ones((2, 3))))
    assert sorted(param.shape for param in net.collect_params().values())[-1] == (4, 3)
    net.infer_type(array(np.ones((2, 3))))


def test_shapes_that_nothing_waits_for_are_not_asked(switch):
    array = switch(2)
    net = _Scaled(nn.Dense(4))
    net.infer_shape(array(np.ones((2, 3))))
    assert net.child.weight.shape == (4, -1)


def test_checkpoints_of_modules_are_symbol_blocks_of_v2(switch, tmp_path):
    switch(1)
    module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), label_names=None)
    module.bind([("data", (2, 3))], for_training=False)
    module.init_params()
    x = np.random.default_rng(0).random((2, 3), dtype="float32")
    module.forward(mx.io.DataBatch([mx.nd.array(x)]))
    expected = module.get_outputs()[0].asnumpy()
    module.save_checkpoint(str(tmp_path / "m"), 1)
    array = switch(2)
    block = gluon.SymbolBlock.imports(str(tmp_path / "m-symbol.json"), ["data"], str(tmp_path / "m-0001.params"))
    np.testing.assert_allclose(block(array(x)).asnumpy(), expected, rtol=1e-6)


def test_a_network_made_before_the_switch_says_so(switch, tmp_path):
    array = switch(1)
    net = nn.HybridSequential()
    net.add(nn.Dense(2))
    net.initialize()
    x = np.ones((2, 3), "float32")
    expected = net(array(x)).asnumpy()
    net.save_parameters(str(tmp_path / "p"))
    array = switch(2)
    with pytest.raises(TypeError, match=r"made before MXNet 2 was chosen"):
        net(array(x))
    since = nn.HybridSequential()
    since.add(nn.Dense(2))
    since.load_parameters(str(tmp_path / "p"))
    np.testing.assert_allclose(since(array(x)).asnumpy(), expected, rtol=1e-6)
