"""Inference with fused convolutions gives the plain graph's numbers, also after the weights have changed."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.gluon import nn
from mxnet.graph.passes import fuse_convolution
from mxnet.kernels.fused_convolution import FusedConvolution
from torch.utils._python_dispatch import TorchDispatchMode

from tests.gpu.fake_device import fake_gpus


class Residual(nn.HybridBlock):
    def __init__(self, second_rectifier=True):
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(6, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
            self.body.add(nn.Conv2D(6, 3, padding=1, in_channels=6), nn.BatchNorm(scale=False))
            self.shortcut = nn.HybridSequential()
            self.shortcut.add(nn.Conv2D(6, 1, use_bias=False), nn.BatchNorm())
        self.second_rectifier = second_rectifier

    def hybrid_forward(self, F, x):
        y = self.body(x) + self.shortcut(x)
        return F.relu(y) if self.second_rectifier else F.clip(y, 0, 6)


def _network(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    net.initialize(mx.init.Xavier(magnitude=3))
    return net


def _random_statistics(net):
    rng = np.random.RandomState(0)
    for name, parameter in net.collect_params().items():
        if name.endswith(("gamma", "beta", "mean", "var")):
            parameter.set_data(mx.nd.array(rng.uniform(0.5, 1.5, parameter.shape)))


NETWORKS = {
    "convolution": lambda: _network(nn.Conv2D(5, 3)),
    "rectified": lambda: _network(nn.Conv2D(5, 3, strides=2, activation="relu")),
    "normalized": lambda: _network(nn.Conv2D(5, 3, dilation=2), nn.BatchNorm()),
    "grouped": lambda: _network(nn.Conv2D(6, 3, groups=3, in_channels=3), nn.BatchNorm(), nn.Activation("relu")),
    "clipped": lambda: _network(nn.Conv2D(5, 3), nn.BatchNorm(), nn.HybridLambda(lambda F, x: F.clip(x, 0, 6))),
    "residual": lambda: _network(Residual()),
    "residual, clipped": lambda: _network(Residual(False)),
}


class Operators(TorchDispatchMode):
    """Notes the names of PyTorch's operators."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.add(func._schema.name)
        return func(*args, **(kwargs or {}))


@pytest.fixture(params=["processor", "another device"])
def ctx(request):
    if request.param == "processor":
        yield mx.cpu()
        return
    with fake_gpus():
        yield mx.gpu(0)


@pytest.mark.parametrize("name", NETWORKS)
def test_the_fused_graph_gives_the_eager_numbers(ctx, name):
    net = NETWORKS[name]()
    x = mx.nd.random.uniform(shape=(2, 3, 9, 8))
    net(x)
    _random_statistics(net)
    net.collect_params().reset_ctx(ctx)
    x = x.as_in_context(ctx)
    expected = net(x).asnumpy()
    net.hybridize()
    for _ in range(3):
        np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5, atol=1e-6)
    other = mx.nd.random.uniform(shape=(1, 3, 12, 7)).as_in_context(ctx)
    got = net(other).asnumpy()
    net.hybridize(False)
    np.testing.assert_allclose(got, net(other).asnumpy(), rtol=1e-5, atol=1e-6)
    net.hybridize()
    _train(net, x)
    trained = net(x).asnumpy()
    net.hybridize(False)
    np.testing.assert_allclose(trained, net(x).asnumpy(), rtol=1e-5, atol=1e-6 * abs(trained).max())
    assert name == "convolution" or not np.allclose(trained, expected, rtol=1e-3)


@pytest.mark.usefixtures("fast_kernels")
def test_on_another_device_weights_hold_the_normalization():
    with fake_gpus():
        net = _network(Residual())
        net.collect_params().reset_ctx(mx.gpu(0))
        x = mx.nd.ones((1, 3, 5, 5), ctx=mx.gpu(0))
        net.hybridize()
        with Operators() as first:
            net(x)
        with Operators() as second:
            net(x)
    assert "aten::convolution" in second.names
    assert not [name for name in second.names if "batch_norm" in name or "mul" in name or name == "aten::add.Tensor"]
    assert "aten::mul" in first.names


@pytest.mark.usefixtures("fast_kernels")
def test_convolution_normalization_sum_and_rectifier_are_one_call():
    net = _network(Residual())
    net(mx.nd.ones((1, 3, 5, 5)))
    net.hybridize()
    net(mx.nd.ones((1, 3, 5, 5)))
    run = net._cached_op._program.form(False, torch.device("cpu")).run
    calls = [n for n in run.changed.graph.nodes if n.node is not None and n.op == "call_function"]
    assert [n.name.startswith("fused") for n in calls] == [True] * 3


def _train(net, x):
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    with mx.autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    trainer.step(1)


def _train_by_store(net, x):
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", kvstore="local", update_on_kvstore=True)
    with mx.autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    trainer.step(1)


def _pull(net, x):
    store = mx.kv.create("local")
    store.init(0, mx.nd.full(net[0].weight.shape, 0.3))
    store.pull(0, out=net[0].weight.data())


def _executor_writes(net, x):
    weight = net[0].weight.data()
    executor = (mx.sym.var("w") * 3).bind(mx.cpu(), {"w": mx.nd.ones(weight.shape)}, {"w": weight})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(weight.shape))


def _move(net, x):
    net.collect_params().reset_ctx(mx.cpu(1))
    net[0].weight.set_data(net[0].weight.data() * 2)
    net.collect_params().reset_ctx(mx.cpu(0))


def _cast(net, x):
    net.cast("float64")
    net[0].weight.set_data(net[0].weight.data() * 2)
    net.cast("float32")


def _torch_writes_data(net, x):
    for parameter in net.to_torch().parameters():
        parameter.data.mul_(1.5)


def _replace(net, x):
    net[0].weight._data[0] = mx.nd.random.normal(shape=net[0].weight.shape)


WRITES = {
    "a store that updates": _train_by_store,
    "pull": _pull,
    "a gradient": _executor_writes,
    "reset_ctx": _move,
    "cast": _cast,
    "another array": _replace,
    "a module of PyTorch": _torch_writes_data,
    "a tensor": lambda net, x: torch.from_dlpack(net[0].weight.data()).data.mul_(2),
    "NumPy": lambda net, x: net[0].weight.data().__array__(copy=False).__imul__(2),
    "a mask of positions": lambda net, x: net[0].weight.data().__setitem__(([0, 1], [1, 2]), 3.0),
    "random numbers": lambda net, x: mx.nd.random.normal(shape=net[0].weight.shape, out=net[0].weight.data()),
    "an initializer": lambda net, x: mx.init.Normal(1)(mx.init.InitDesc("weight"), net[0].weight.data()),
    "training": _train,
    "set_data": lambda net, x: net[0].weight.set_data(net[0].weight.data() * 2),
    "an item": lambda net, x: net[0].weight.data().__setitem__(0, 3.0),
    "a view": lambda net, x: net[0].weight.data()[1].__setitem__(slice(None), 3.0),
    "in place": lambda net, x: net[0].weight.data().__imul__(2),
    "out=": lambda net, x: mx.nd.elemwise_add(*[net[1].gamma.data()] * 2, out=net[1].gamma.data()),
    "copyto": lambda net, x: mx.nd.full(net[1].running_var.shape, 4.0).copyto(net[1].running_var.data()),
    "initialize": lambda net, x: net.initialize(mx.init.Uniform(1), force_reinit=True),
    "an update operator": lambda net, x: mx.nd.sgd_update(
        net[0].weight.data(), mx.nd.ones(net[0].weight.shape), lr=0.1, out=net[0].weight.data()
    ),
}


@pytest.mark.parametrize("way", WRITES)
def test_changed_weights_are_noticed(way):
    net = _network(nn.Conv2D(4, 3), nn.BatchNorm())
    x = mx.nd.random.uniform(shape=(2, 3, 6, 6))
    net.hybridize()
    for _ in range(3):
        before = net(x).asnumpy()
    WRITES[way](net, x)
    after = [net(x).asnumpy() for _ in range(3)]
    net.hybridize(False)
    expected = net(x).asnumpy()
    assert abs(expected - before).max() > 1e-3
    for item in after:
        np.testing.assert_allclose(item, expected, rtol=1e-5, atol=1e-5)


def test_memory_shared_with_numpy_may_change_unseen():
    values = np.random.RandomState(0).rand(2, 1, 3, 3).astype("float32")
    weight = mx.nd.from_numpy(values)
    x = mx.nd.ones((1, 1, 5, 5))
    symbol = mx.sym.Convolution(mx.sym.var("x"), mx.sym.var("w"), kernel=(3, 3), num_filter=2, no_bias=True)
    op = mx.nd.CachedOp(symbol)
    first = [op(x, weight).asnumpy() for _ in range(3)][-1]
    values.flags.writeable = True
    values *= 2
    np.testing.assert_allclose(op(x, weight).asnumpy(), 2 * first, rtol=1e-6)


def test_memory_shared_with_a_tensor_may_change_unseen():
    tensor = torch.rand(2, 1, 3, 3)
    symbol = mx.sym.Convolution(mx.sym.var("x"), mx.sym.var("w"), kernel=(3, 3), num_filter=2, no_bias=True)
    op, x, weight = mx.nd.CachedOp(symbol), mx.nd.ones((1, 1, 5, 5)), mx.nd.NDArray.from_torch(tensor)
    first = [op(x, weight).asnumpy() for _ in range(3)][-1]
    tensor.numpy()[:] *= 2
    np.testing.assert_allclose(op(x, weight).asnumpy(), 2 * first, rtol=1e-6)


@pytest.mark.parametrize("rectify", [lambda F, x: F.relu(x), lambda F, x: F.clip(x, 0, 6)], ids=["relu", "clip"])
@pytest.mark.parametrize("where", ["data", "weight", "sum"])
def test_a_nan_is_not_lost(where, rectify):
    class Sum(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.convolution = nn.Conv2D(2, 3, in_channels=2, padding=1)

        def hybrid_forward(self, F, x, y):
            return rectify(F, self.convolution(F.Pooling(x, kernel=(1, 1))) + y)

    net = Sum()
    net.initialize()
    x, y = mx.nd.ones((1, 2, 4, 4)), mx.nd.ones((1, 2, 4, 4))
    {"data": x, "weight": net.convolution.weight.data(), "sum": y}[where][0, 0, 0, 0] = np.nan
    expected = net(x, y).asnumpy()
    assert np.isnan(expected).any()
    net.hybridize()
    for _ in range(3):
        np.testing.assert_allclose(net(x, y).asnumpy(), expected, rtol=1e-5)


def test_parameters_are_looked_at_again_after_a_write(monkeypatch, fast_kernels):
    looked = []
    finite = fuse_convolution.is_finite
    monkeypatch.setattr(fuse_convolution, "is_finite", lambda value: looked.append(value) or finite(value))
    net = _network(nn.BatchNorm(in_channels=3), nn.Activation("relu"), nn.Conv2D(4, 3, in_channels=3))
    net.hybridize()
    x = mx.nd.random.uniform(shape=(1, 3, 6, 6))
    counts = []
    for _ in range(3):
        looked.clear()
        net(x)
        counts.append(len(looked))
    assert counts == [5, 1, 1]  # data, and four parameters of the normalization
    net[0].running_mean.data()[0] = np.nan
    assert np.isnan(net(x).asnumpy()).all()
    net[0].running_mean.set_data(mx.nd.zeros(3))
    assert np.isfinite(net(x).asnumpy()).all()
    x[:] = np.inf
    assert np.isnan(net(x).asnumpy()).any()


def test_what_is_added_is_looked_at_whenever_it_is_another_array():
    class Sum(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.convolution = nn.Conv2D(2, 1, in_channels=2)

        def hybrid_forward(self, F, x, y):
            return F.relu(self.convolution(x) + y)

    net = Sum()
    net.initialize()
    net.hybridize()
    x = mx.nd.ones((1, 2, 4, 4))
    for value in (1, 1, np.nan, 1, 1):
        y = mx.nd.full((1, 2, 4, 4), value)
        for _ in range(2):
            assert np.isnan(net(x, y).asnumpy()).all() == np.isnan(value)
    y[:] = np.nan
    assert np.isnan(net(x, y).asnumpy()).all()


def test_values_in_two_contexts_do_not_mix():
    net = nn.Conv2D(2, 3, in_channels=1)
    contexts = [mx.cpu(0), mx.cpu(1)]
    net.initialize(ctx=contexts)
    net.weight.data(mx.cpu(1))[:] = 2
    inputs = [mx.nd.ones((1, 1, 4, 4), ctx) for ctx in contexts]
    expected = [net(x).asnumpy() for x in inputs]
    net.hybridize()
    for i in (0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1):
        np.testing.assert_allclose(net(inputs[i]).asnumpy(), expected[i], rtol=1e-5)


def test_blocks_that_share_weights_see_each_others_writes():
    first = nn.Conv2D(2, 3, in_channels=1, use_bias=False)
    second = nn.Conv2D(2, 3, in_channels=1, use_bias=False, params=first.params)
    first.initialize()
    x = mx.nd.ones((1, 1, 4, 4))
    for block in (first, second):
        block.hybridize()
    before = [(first(x), second(x))[1].asnumpy() for _ in range(3)][-1]
    first.weight.set_data(first.weight.data() * 2)
    for _ in range(3):
        np.testing.assert_allclose(second(x).asnumpy(), 2 * before, rtol=1e-5)


def test_gradients_in_predict_mode_flow_through_the_convolution():
    net = _network(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"))
    x = mx.nd.random.uniform(shape=(2, 3, 6, 6))
    x.attach_grad()
    result = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        for _ in range(3):
            net(x)
        with mx.autograd.record(train_mode=False):
            y = net(x)
        y.backward()
        result.append(x.grad.asnumpy())
    assert abs(result[0]).max() > 0
    np.testing.assert_allclose(result[1], result[0], rtol=1e-5, atol=1e-6)


def test_a_module_predicts_the_same_before_and_after_training():
    data = mx.sym.var("data")
    y = mx.sym.BatchNorm(mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, name="c"), name="n", fix_gamma=False)
    y = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.relu(y), num_hidden=3, name="f"), name="softmax")
    module = mx.mod.Module(y)
    module.bind([("data", (4, 2, 6, 6))], [("softmax_label", (4,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    batch = mx.io.DataBatch([mx.nd.random.uniform(shape=(4, 2, 6, 6))], [mx.nd.array([0, 1, 2, 0])])

    def prediction():
        for _ in range(3):
            module.forward(batch, is_train=False)
        return module.get_outputs()[0].asnumpy()

    first = prediction()
    for _ in range(3):
        module.forward_backward(batch)
        module.update()
    second = prediction()
    fresh = mx.mod.Module(y)
    fresh.bind([("data", (4, 2, 6, 6))], [("softmax_label", (4,))], for_training=False)
    fresh.set_params(*module.get_params())
    fresh.forward(batch, is_train=False)
    np.testing.assert_allclose(second, fresh.get_outputs()[0].asnumpy(), rtol=1e-5, atol=1e-6)
    assert abs(second - first).max() > 1e-3


def test_threads_share_what_is_prepared():
    net = _network(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"))
    x = mx.nd.random.uniform(shape=(1, 3, 6, 6))
    expected = net(x).asnumpy()
    net.hybridize()
    with ThreadPoolExecutor(8) as pool:
        for got in pool.map(lambda _: net(x).asnumpy(), range(200)):
            np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


def _packed():
    """Return the functions that have packed weights."""
    functions = [item for item in gc.get_objects() if type(item) is FusedConvolution]
    return [item for item in functions if "_ready" in vars(item)]


@pytest.mark.usefixtures("no_collector", "fast_kernels")
def test_packed_weights_go_with_their_network():
    before = _packed()
    net = _network(nn.Conv2D(6, 3), nn.BatchNorm(), nn.Conv2D(6, 3))
    net.hybridize()
    net(mx.nd.ones((2, 3, 8, 8))).wait_to_read()
    assert len(_packed()) == len(before) + 2
    del net
    assert _packed() == before


@pytest.mark.usefixtures("no_collector", "fast_kernels")
def test_packed_weights_go_when_training_makes_them_useless():
    before = len(_packed())
    net = _network(nn.Conv2D(6, 3), nn.BatchNorm(), nn.Conv2D(6, 3))
    net.hybridize()
    x, packed = mx.nd.ones((2, 3, 8, 8)), []
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})

    def train(update):
        with mx.autograd.record():
            loss = net(x).sum()
        packed.append(len(_packed()) - before)
        loss.backward()
        if update:
            trainer.step(2)

    for update in (False, True):
        net(x).wait_to_read()
        net(x).wait_to_read()
        packed.append(len(_packed()) - before)
        train(update)
    train(False)
    assert packed == [2, 0, 2, 2, 0]  # the first training, none, and one that finds weights written to


@pytest.fixture
def no_collector():
    """Have only reference counts free what is not used any more."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
