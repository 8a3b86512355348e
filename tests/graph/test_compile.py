"""Compiled graphs give the numbers of plain ones, move the same statistics and draw the same numbers.

The backend ``aot_eager`` takes every step of a compilation but the writing of code, which needs a compiler.
"""

from __future__ import annotations

import os
import pickle
import shutil

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.base import MXNetError
from mxnet.gluon import nn
from mxnet.graph.compile import Compilation

CLOSE = {"rtol": 1e-5, "atol": 1e-6}


def _symbol():
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="c1")
    x = mx.sym.Activation(mx.sym.BatchNorm(x, name="bn"), act_type="relu")
    x = mx.sym.FullyConnected(mx.sym.Dropout(x, p=0.4), num_hidden=5, name="fc")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def _trained(compile, sizes):
    """Return outputs, parameters and states after some steps on batches of these sizes."""
    mx.random.seed(3)
    module = mx.mod.Module(_symbol(), compile=compile)
    module.bind([("data", (sizes[0], 3, 8, 8))], [("softmax_label", (sizes[0],))])
    random = np.random.RandomState(0)
    shapes = {name: array.shape for name, array in module._exec_group.execs[0].arg_dict.items()}
    weights = {name: mx.nd.array(random.rand(*shape) - 0.4) for name, shape in shapes.items()}
    module.init_params(arg_params=weights, aux_params={}, allow_missing=True)
    module.init_optimizer(optimizer_params={"learning_rate": 0.1})
    result = []
    for n in sizes:
        batch = mx.io.DataBatch([mx.nd.array(random.rand(n, 3, 8, 8))], [mx.nd.array(random.randint(0, 5, n))])
        module.forward_backward(batch)
        module.update()
        result.append(module.get_outputs()[0].asnumpy())
    module.forward(batch, is_train=False)
    result.append(module.get_outputs()[0].asnumpy())
    return result + [array.asnumpy() for table in module.get_params() for _, array in sorted(table.items())]


def test_a_compiled_module_trains_as_a_plain_one():
    sizes = [4, 2, 3]
    torch._dynamo.utils.counters.clear()
    compiled_ones = _trained("aot_eager", sizes)
    counted = torch._dynamo.utils.counters
    assert counted["stats"]["unique_graphs"] == 3  # training, training for any batch, inference
    assert not counted["graph_break"]
    for got, expected in zip(compiled_ones, _trained(None, sizes), strict=True):
        np.testing.assert_allclose(got, expected, **CLOSE)


def _hybrid():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(6, in_units=3), nn.BatchNorm(in_channels=6), nn.Activation("relu"), nn.Dense(2, in_units=6))
    net.initialize()
    random = np.random.RandomState(1)
    for parameter in net.collect_params().values():
        parameter.set_data(mx.nd.array(random.uniform(0.5, 1.5, parameter.shape)))
    return net


def _recorded(net, x):
    with mx.autograd.record():
        y = net(x)
    y.backward()
    values = [(p.data(), p.grad() if p.grad_req != "null" else p.data()) for p in net.collect_params().values()]
    return [y.asnumpy(), *(item.asnumpy() for pair in values for item in pair), net(x).asnumpy()]


def test_a_compiled_block_moves_its_statistics_in_the_backward_pass():
    x = mx.nd.array(np.random.RandomState(2).rand(4, 3))
    plain, fast = _hybrid(), _hybrid()
    fast.hybridize(backend="aot_eager")
    before = fast[1].running_mean.data().asnumpy()
    with mx.autograd.record():
        fast(x)
    np.testing.assert_array_equal(fast[1].running_mean.data().asnumpy(), before)
    for got, expected in zip(_recorded(fast, x), _recorded(plain, x), strict=True):
        # gradients through a normalization are differences of much larger numbers
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=5e-6)


@pytest.mark.parametrize("which", [0, 1])
def test_all_statistics_move_whichever_head_is_differentiated(which):
    def layers(name):
        return mx.sym.BatchNorm(mx.sym.var("data"), name=name)

    def run(backend):
        net = mx.sym.Group([layers("a"), mx.sym.broadcast_add(mx.sym.BlockGrad(layers("b")), mx.sym.var("beta"))])
        op = mx.nd.CachedOp(net, compile=Compilation.of(backend))
        arrays = {name: mx.nd.ones((3,)) for name in net.list_inputs()}
        arrays["data"] = mx.nd.array(np.arange(12).reshape(4, 3))
        for name in net.list_arguments():
            arrays[name].attach_grad()
        with mx.autograd.record():
            heads = op(*[arrays[name] for name in net.list_inputs()])
        heads[which].backward()
        return [arrays[name].asnumpy() for name in net.list_auxiliary_states()]

    for got, expected in zip(run("aot_eager"), run(None), strict=True):
        assert not np.array_equal(got, np.ones(3))
        np.testing.assert_allclose(got, expected, **CLOSE)


def test_prepared_weights_notice_what_a_compiled_training_writes():
    net, x = nn.HybridSequential(), mx.nd.array(np.random.RandomState(3).rand(2, 3, 6, 6))
    net.add(nn.Conv2D(4, 3, in_channels=3), nn.BatchNorm(in_channels=4))
    net.initialize()
    plain = gluon_twin(net)
    plain.hybridize()
    for _ in range(3):
        before = plain(x).asnumpy()
    net.hybridize(backend="aot_eager")
    with mx.autograd.record():
        y = net(x)
    y.backward()
    expected = net(x).asnumpy()
    assert abs(expected - before).max() > 1e-3
    np.testing.assert_allclose(plain(x).asnumpy(), expected, **CLOSE)


def gluon_twin(net):
    """Return a network of the same layers on the same parameters."""
    twin = nn.HybridSequential()
    twin.add(
        nn.Conv2D(4, 3, in_channels=3, params=net[0].collect_params()),
        nn.BatchNorm(in_channels=4, params=net[1].collect_params()),
    )
    return twin


def test_dropout_draws_from_the_seeded_generator():
    def run(backend):
        net = nn.HybridSequential()
        net.add(nn.Dropout(0.5), nn.Dropout(0.5), nn.Dropout(0.2, axes=(1,)))
        net.hybridize(backend=backend)
        mx.random.seed(7)
        with mx.autograd.record():
            return [net(mx.nd.ones((5, 6))).asnumpy() for _ in range(2)]

    first, second = run("aot_eager")
    assert (first != second).any()
    np.testing.assert_array_equal([first, second], run(None))


class Doubled(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("doubled_for_compilation")
class DoubledProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Doubled()


OPAQUE = {
    "an operator of the user's": lambda x: mx.sym.Custom(x, op_type="doubled_for_compilation") + 1,
    "random numbers": lambda x: x * mx.sym.random.uniform_like(x),
    "a loop": lambda x: mx.sym.contrib.foreach(lambda a, s: (a * s[0], [s[0] + 1]), x, [mx.sym.sum(x, axis=0)])[0],
    "a recurrent layer": lambda x: mx.sym.RNN(
        mx.sym.expand_dims(x, 0), mx.sym.ones(24), mx.sym.zeros((1, 4, 3)), state_size=3, num_layers=1, mode="rnn_tanh"
    ),
}


@pytest.mark.parametrize("name", OPAQUE)
def test_what_no_compiler_looks_into_is_called_between_compiled_parts(name):
    def run(wish):
        mx.random.seed(5)
        symbol = mx.sym.tanh(OPAQUE[name](mx.sym.sin(mx.sym.var("x"))))
        op = mx.nd.CachedOp(symbol, compile=Compilation.of(wish))
        x = mx.nd.array(np.random.RandomState(4).rand(4, 3))
        x.attach_grad()
        with mx.autograd.record():
            y = op(x)
        y.backward()
        return y.asnumpy(), x.grad.asnumpy()

    torch._dynamo.utils.counters.clear()
    for got, expected in zip(run("aot_eager"), run(None), strict=True):
        np.testing.assert_allclose(got, expected, **CLOSE)
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] >= 1


def _attention(x):
    """Return attention and a normalization, with every kind of reshaping."""
    q, k, v = (mx.sym.reshape(part, shape=(0, 0, -4, 2, -1)) for part in mx.sym.split(x, 3, axis=2))
    q, k, v = (mx.sym.reshape(mx.sym.transpose(a, axes=(0, 2, 1, 3)), shape=(-3, 0, 0)) for a in (q, k, v))
    x = mx.sym.batch_dot(mx.sym.Dropout(mx.sym.softmax(mx.sym.batch_dot(q, k, transpose_b=True))), v)
    x = mx.sym.LayerNorm(x, mx.sym.var("gamma"), mx.sym.var("beta"))
    return mx.sym.mean(mx.sym.LeakyReLU(x, act_type="gelu"), axis=(1, 2))


def test_layers_are_one_graph():
    torch._dynamo.utils.counters.clear()
    symbol = _attention(mx.sym.var("x"))
    shapes = symbol.infer_shape(x=(2, 5, 24))[0]
    values = [np.random.RandomState(6).rand(*shape) for shape in shapes]

    def run(wish):
        mx.random.seed(9)
        arrays = [mx.nd.array(value) for value in values]
        for array in arrays:
            array.attach_grad()
        with mx.autograd.record():
            y = mx.nd.CachedOp(symbol, compile=Compilation.of(wish))(*arrays)
        y.backward()
        return [y.asnumpy(), *(array.grad.asnumpy() for array in arrays)]

    for got, expected in zip(run("aot_eager"), run(None), strict=True):
        np.testing.assert_allclose(got, expected, **CLOSE)
    assert not torch._dynamo.utils.counters["graph_break"]
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == 1


def test_the_environment_names_a_backend(monkeypatch):
    monkeypatch.setenv("MXNET_BACKEND", "aot_eager")
    torch._dynamo.utils.counters.clear()
    x = mx.nd.array([1.0, 2.0])
    executor = mx.sym.sin(mx.sym.var("x")).bind(mx.cpu(), {"x": x}, {"x": mx.nd.zeros(2)})
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), np.sin([1, 2]), **CLOSE)
    executor.backward(mx.nd.ones(2))
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), np.cos([1, 2]), **CLOSE)
    net = nn.HybridLambda("cos")
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), np.cos([1, 2]), **CLOSE)
    block = mx.gluon.SymbolBlock(mx.sym.exp(mx.sym.var("x")), mx.sym.var("x"))
    np.testing.assert_allclose(block(x).asnumpy(), np.exp([1, 2]), rtol=1e-5)
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == 3


def test_the_environment_is_read_when_a_graph_is_first_run(monkeypatch):
    net = nn.HybridLambda("cos")
    net.hybridize()
    monkeypatch.setenv("MXNET_BACKEND", "nonsense")
    with pytest.raises(MXNetError, match=r"'nonsense' is no backend.*inductor"):
        net(mx.nd.ones(2))
    monkeypatch.delenv("MXNET_BACKEND")
    assert net(mx.nd.ones(2)).shape == (2,)


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        (None, None),
        (False, None),
        (True, ("inductor", {})),
        ("aot_eager", ("aot_eager", {})),
        ({"dynamic": True}, ("inductor", {"dynamic": True})),
        ({"backend": "eager", "mode": "default"}, ("eager", {"mode": "default"})),
    ],
)
def test_ways_to_ask(wish, expected):
    read = Compilation.of(wish)
    assert (read and (read.backend, read.options)) == expected
    again = pickle.loads(pickle.dumps(read))
    assert (again and (again.backend, again.options)) == expected


def test_wrong_wishes():
    with pytest.raises(TypeError, match="compile must"):
        mx.mod.Module(_symbol(), compile=3)
    with pytest.raises(MXNetError, match=r"no backend of torch\.compile"):
        mx.mod.Module(_symbol(), compile="fast")


def test_without_a_compiler_there_is_one_clear_error(monkeypatch):
    from torch._inductor import cpp_builder

    def none():
        raise FileNotFoundError("no such program")

    monkeypatch.setattr(cpp_builder, "get_cpp_compiler", none)
    monkeypatch.setenv("PATH", "")
    net = nn.HybridLambda("cos")
    net.hybridize(backend="inductor")
    with pytest.raises(MXNetError, match=r"needs a C\+\+ compiler.*Install g\+\+"):
        net(mx.nd.ones(2))


def test_errors_of_inputs_are_those_of_the_graph():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    net.hybridize(backend="aot_eager")
    with pytest.raises(MXNetError, match="FullyConnected"):
        net(mx.nd.ones((2, 5)))


def _fails(graph, inputs):
    raise RuntimeError("out of ideas")


def test_a_compiler_that_fails_is_named(monkeypatch):
    op = mx.nd.CachedOp(mx.sym.sin(mx.sym.var("x")), compile=Compilation("aot_eager"))
    monkeypatch.setattr(torch, "compile", lambda module, **_: lambda *inputs: _fails(module, inputs))
    with pytest.raises(MXNetError, match=r"compiling it failed.*out of ideas"):
        op(mx.nd.ones(2))


def test_every_kind_of_module_hands_the_wish_on():
    symbol = _symbol()
    shapes = [("data", (2, 3, 8, 8))], [("softmax_label", (2,))]
    modules = [
        mx.mod.MutableModule(symbol, compile="aot_eager"),
        mx.mod.BucketingModule(lambda key: (symbol, ("data",), ("softmax_label",)), 1, compile="aot_eager"),
    ]
    for module in modules:
        module.bind(*shapes)
        inner = module._curr_module
        assert inner._exec_group.execs[0].handle.program.compile.backend == "aot_eager"


@pytest.mark.timeout(400)  # the first time on a machine
@pytest.mark.skipif(
    shutil.which(os.environ.get("CXX", "g++")) is None, reason="inductor needs a C++ compiler, which is not here"
)
def test_inductor_gives_the_same_numbers_and_finds_its_code_again():
    x, counted = mx.nd.array([[0.5, -1.0, 2.0]]), torch._dynamo.utils.counters
    x.attach_grad()
    expected = np.exp(np.tanh(x.asnumpy()))
    for _ in range(2):
        counted.clear()
        op = mx.nd.CachedOp(mx.sym.exp(mx.sym.tanh(mx.sym.var("x"))), compile=Compilation("inductor"))
        with mx.autograd.record():
            y = op(x)
        y.backward()
        np.testing.assert_allclose(y.asnumpy(), expected, **CLOSE)
        np.testing.assert_allclose(x.grad.asnumpy(), expected * (1 - np.tanh(x.asnumpy()) ** 2), **CLOSE)
    assert counted["aot_autograd"]["total"] == 1
    assert counted["inductor"]["fxgraph_cache_miss"] == 0


@pytest.mark.parametrize("mode", [None, "reduce-overhead"])
def test_results_of_a_run_stay(mode, monkeypatch):
    monkeypatch.setattr(torch, "compile", lambda module, **_: _reusing(module))
    op = mx.nd.CachedOp(mx.sym.sin(mx.sym.var("x")), compile=Compilation("aot_eager", {"mode": mode}))
    first = op(mx.nd.zeros(2))
    op(mx.nd.ones(2))
    assert (first.asnumpy() == 0).all() == (mode is not None)


def _reusing(module):
    """Return a function that writes its results where it wrote them before, as graphs of CUDA do."""
    memory = []

    def run(*inputs):
        results = module(*inputs)
        memory[:] = memory or results
        for place, result in zip(memory, results, strict=True):
            place.copy_(result)
        return tuple(memory)

    return run
