"""Networks written in the style of mx.np train imperatively and hybridized to the same numbers."""

import json

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn


@pytest.fixture(autouse=True)
def numpy():
    with mx.util.np_shape(), mx.util.np_array():
        yield


class Attention(gluon.HybridBlock):
    """Attention of several heads (Vaswani et al. 2017)."""

    def __init__(self, units, heads):
        super().__init__()
        self._heads, self._units = heads, units
        with self.name_scope():
            self.query = nn.Dense(units, flatten=False, use_bias=False)
            self.key = nn.Dense(units, flatten=False, use_bias=False)
            self.value = nn.Dense(units, flatten=False, use_bias=False)
            self.out = nn.Dense(units, flatten=False)

    def _split(self, F, x):
        """(N, T, C) -> (N * heads, T, C / heads)"""
        x = F.npx.reshape(x, (-2, -2, self._heads, -1))
        return F.npx.reshape(F.np.swapaxes(x, 1, 2), (-1, -2, -2), reverse=True)

    def hybrid_forward(self, F, x, memory):
        q, k, v = (self._split(F, each) for each in (self.query(x), self.key(memory), self.value(memory)))
        weights = F.npx.softmax(F.npx.batch_dot(q, k, transpose_b=True) / (self._units / self._heads) ** 0.5, axis=-1)
        mixed = F.npx.batch_dot(weights, v)
        mixed = F.npx.reshape(mixed, (-1, self._heads, -2, -2), reverse=True)
        mixed = F.np.swapaxes(mixed, 1, 2)
        return self.out(F.npx.reshape(mixed, (-2, -2, -1)))


class Encoder(gluon.HybridBlock):
    """A Transformer's encoder, with learned positions, and a class from its first step."""

    def __init__(self, words, units=8, heads=2, layers=2, length=6, classes=3):
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(words, units)
            self.positions = self.params.get("positions", shape=(length, units), init=mx.init.Normal(0.1))
            self.blocks = []
            for i in range(layers):
                parts = Attention(units, heads), nn.LayerNorm(), nn.Dense(2 * units, flatten=False), nn.GELU()
                self.blocks.append((*parts, nn.Dense(units, flatten=False), nn.LayerNorm()))
                for j, part in enumerate(self.blocks[-1]):
                    self.register_child(part, f"layer{i}_{j}")
            self.classes = nn.Dense(classes)

    def _check_container_with_block(self):
        pass  # the blocks are registered

    def hybrid_forward(self, F, words, positions):
        x = self.embedding(words) + F.np.expand_dims(positions, axis=0)
        for attention, norm, wide, curve, narrow, last in self.blocks:
            x = norm(x + attention(x, x))
            x = last(x + narrow(curve(wide(x))))
        return self.classes(x[:, 0, :])


class Seq2Seq(gluon.HybridBlock):
    """An LSTM that reads, a GRU cell that writes and looks at what was read (Luong et al. 2015)."""

    def __init__(self, words, units=8, steps=4):
        super().__init__()
        self._steps = steps
        with self.name_scope():
            self.embedding = nn.Embedding(words, units)
            self.reader = rnn.LSTM(units, layout="NTC", input_size=units)
            self.writer = rnn.GRUCell(units, input_size=2 * units)
            self.words = nn.Dense(words, flatten=False)

    def hybrid_forward(self, F, source, target):
        read = self.reader(self.embedding(source))
        state, given, outputs = read[:, -1, :], self.embedding(target), []
        for step in range(self._steps):
            scores = F.np.sum(read * F.np.expand_dims(state, axis=1), axis=-1, keepdims=True)
            context = F.np.sum(F.npx.softmax(scores, axis=1) * read, axis=1)
            joined = F.np.concatenate([given[:, step, :], context], axis=-1)
            out, (state,) = self.writer(joined, [state])
            outputs.append(out)
        return self.words(F.np.stack(outputs, axis=1))


def _words(shape, number, seed=0):
    return mx.np.array(np.random.default_rng(seed).integers(0, number, shape).astype(np.float32))


CASES = {
    "encoder": (lambda: Encoder(7), lambda: ([_words((4, 6), 7)], mx.np.array([0.0, 1, 2, 1]))),
    "seq2seq": (lambda: Seq2Seq(7), lambda: ([_words((4, 5), 7), _words((4, 4), 7, 1)], _words((4, 4), 7, 2))),
}


def _train(name, hybrid, steps=5):
    make, data = CASES[name]
    net, (inputs, label) = make(), data()
    net.initialize(mx.init.Zero())
    net(*inputs)
    rng = np.random.default_rng(1)
    for param in net.collect_params().values():
        param.set_data(mx.np.array(rng.normal(0, 0.3, param.shape).astype(np.float32)))
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    if hybrid:
        net.hybridize()
        loss.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.02})
    losses = []
    for _ in range(steps):
        with autograd.record():
            each = loss(net(*inputs), label)
        each.backward()
        trainer.step(len(label))
        losses.append(float(mx.np.mean(each).item()))
    return net, inputs, losses


@pytest.mark.parametrize("name", CASES)
def test_networks_train_to_the_same_numbers(name):
    _, _, eager = _train(name, False)
    net, inputs, hybrid = _train(name, True)
    np.testing.assert_allclose(eager, hybrid, rtol=1e-4)
    assert eager[-1] < 0.9 * eager[0]
    assert type(net(*inputs)) is mx.np.ndarray


@pytest.mark.parametrize("name", CASES)
def test_networks_are_exported_and_read_back(name, tmp_path):
    net, inputs, _ = _train(name, True, steps=1)
    out = net(*inputs)
    net.export(str(tmp_path / "net"))
    assert json.loads((tmp_path / "net-symbol.json").read_text())["attrs"]["is_np_shape"] == ["int", 1]
    names = ["data"] if len(inputs) == 1 else [f"data{i}" for i in range(len(inputs))]
    back = gluon.SymbolBlock.imports(f"{tmp_path}/net-symbol.json", names, f"{tmp_path}/net-0000.params")
    np.testing.assert_allclose(back(*inputs).asnumpy(), out.asnumpy(), rtol=1e-5, atol=1e-6)


def test_a_check_compares_a_network_with_itself_as_a_graph():
    class Slices(gluon.HybridBlock):
        def hybrid_forward(self, F, x, y):
            return x[1:, ::-1] + y[-1, ::-1]

    data = [mx.np.array(np.arange(6.0).reshape(2, 3)), mx.np.array(np.ones((2, 3)))]
    check = mx.test_utils.check_gluon_hybridize_consistency
    check(Slices, data, lambda x, y: x[1:, ::-1] + y[-1, ::-1])
    with pytest.raises(AssertionError):
        check(Slices, data, lambda x, y: x[1:] + y[-1])


def test_a_check_notices_graphs_that_differ():
    class Differs(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * 2 if F is mx.nd else x * 3

    with pytest.raises(AssertionError):
        mx.test_utils.check_gluon_hybridize_consistency(Differs, [mx.np.array([1.0, 2.0])])


def test_graphs_find_the_shapes_of_weights_that_are_multiplied():
    class Regression(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(0, 4), allow_deferred_init=True)

        def hybrid_forward(self, F, x, weight):
            return F.np.dot(x, weight)

    net = Regression()
    net.initialize()
    net.hybridize()
    assert net(mx.np.array(np.ones((2, 3)), dtype="float32")).shape == (2, 4)
    assert net.weight.shape == (3, 4)


def test_a_decorated_block_has_parameters_of_the_numpy_interface_everywhere():
    @mx.util.use_np
    class Scaled(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.scale = self.params.get("scale", shape=(1,), init="ones")

        def hybrid_forward(self, F, x, scale):
            return F.np.multiply(x, scale)

    with mx.util.np_shape(False), mx.util.np_array(False):
        net = Scaled()
        net.initialize()
        assert type(net(mx.np.array([2.0]))) is mx.np.ndarray
        assert type(net.scale.data()) is mx.np.ndarray


def test_classic_functions_refuse_symbols_of_the_numpy_interface():
    with pytest.raises(TypeError, match="legacy"):
        mx.sym.relu(mx.sym.var("x").as_np_ndarray())
