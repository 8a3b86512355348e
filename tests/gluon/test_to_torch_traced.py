"""What ``to_torch`` gives is taken by PyTorch's tracers, whose programs need PyTorch alone."""

from __future__ import annotations

import copy
import io
import signal
import time
import warnings

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.gluon import nn, rnn
from mxnet.ops import dropout

from tests.threads import in_threads

CLOSE = {"rtol": 1e-4, "atol": 1e-5}
X = np.random.RandomState(0).normal(size=(2, 3, 8, 8)).astype(np.float32)


def pictures():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Dropout(0.5), nn.Dense(3))
    return net


def words():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Embedding(9, 6), rnn.LSTM(5, layout="NTC"), nn.LayerNorm(), nn.Dense(2, flatten=False))
    return net


def made(build=pictures, x=X):
    net = build()
    net.initialize(mx.init.Xavier())
    net(mx.nd.array(x))
    return net


def exported(module, *inputs, **options):
    return torch.export.export(module, inputs, **options)


def reloaded(program):
    file = io.BytesIO()
    torch.export.save(program, file)
    file.seek(0)
    return torch.export.load(file).module()


@pytest.mark.parametrize(
    ("build", "x"), [(pictures, X), (words, np.array([[1, 2, 3], [4, 5, 8]], "float32"))], ids=["pictures", "words"]
)
@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")  # torch.export.load of PyTorch 2.13 warns of itself
def test_an_exported_program_computes_the_same_after_loading(build, x):
    net = made(build, x)
    module = net.to_torch().eval()
    program = reloaded(exported(module, torch.from_numpy(x)))
    np.testing.assert_allclose(program(torch.from_numpy(x)).detach(), net(mx.nd.array(x)).asnumpy(), **CLOSE)
    assert set(program.state_dict()) == set(net.collect_params())
    assert not [each for each in map(str, program.graph.nodes) if "remx" in each]


def test_an_exported_program_takes_other_batches_by_the_name_of_the_input():
    net = made()
    batch = torch.export.Dim("batch", min=1, max=64)
    program = exported(net.to_torch().eval(), torch.from_numpy(X), dynamic_shapes={"data": {0: batch}}).module()
    many = np.concatenate([X, X + 1, X - 1])
    np.testing.assert_allclose(program(torch.from_numpy(many)).detach(), net(mx.nd.array(many)).asnumpy(), **CLOSE)


def test_a_traced_module_takes_other_batches_without_a_warning():
    net = made()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*torch.jit")  # deprecated, says PyTorch: of two classes by release
        traced = torch.jit.trace(net.to_torch().eval(), (torch.from_numpy(X),))
    many = np.concatenate([X, X + 1])
    np.testing.assert_allclose(traced(torch.from_numpy(many)).detach(), net(mx.nd.array(many)).asnumpy(), **CLOSE)


def steps(call, module, number=3):
    mx.random.seed(3)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.01)
    for _ in range(number):
        optimizer.zero_grad()
        call(torch.from_numpy(X)).square().mean().backward()
        optimizer.step()
    return module.state_dict()


def test_a_compiled_module_trains_as_the_module():
    plain = copy.deepcopy(made().to_torch())
    twin = copy.deepcopy(plain)
    want = steps(plain, plain)
    got = steps(torch.compile(twin, backend="aot_eager", fullgraph=True), twin)
    for name, value in want.items():
        np.testing.assert_allclose(got[name], value, **CLOSE, err_msg=name)


@pytest.mark.parametrize(
    "symbol",
    [
        lambda x: mx.sym.Convolution(x, mx.sym.var("w"), kernel=(3, 3), num_filter=3, no_bias=True),
        lambda x: mx.sym.sum(x, axis=(1, -1)),
        lambda x: mx.sym.reshape(x, (0, -1)),
        lambda x: mx.sym.np.reshape(x.as_np_ndarray(), (2, -1)),
        lambda x: x.as_np_ndarray()[0],
    ],
)
def test_a_module_is_compiled_without_a_warning(symbol):
    torch._dynamo.reset()
    module = symbol(mx.sym.var("data")).to_torch({"w": mx.nd.ones((3, 3, 3, 3))})
    compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
    torch.testing.assert_close(compiled(torch.from_numpy(X)), module(torch.from_numpy(X)))


def test_a_program_exported_in_training_moves_its_statistics_and_drops():
    module = copy.deepcopy(made().to_torch()).train()
    twin = copy.deepcopy(module)
    program = exported(module, torch.from_numpy(X)).module()
    first = program(torch.from_numpy(X))
    twin(torch.from_numpy(X)).sum().backward()  # in the forward pass there, in the backward pass here
    for name, value in twin.named_buffers():
        np.testing.assert_allclose(program.state_dict()[name], value, **CLOSE, err_msg=name)
    assert not torch.equal(first, program(torch.from_numpy(X)))
    first.sum().backward()
    assert all(parameter.grad is not None for parameter in program.parameters())


def test_inputs_are_given_by_name_too():
    module = (mx.sym.var("a") - mx.sym.var("b")).to_torch({})
    one, two = torch.ones(1), torch.full((1,), 2.0)
    assert module(b=one, a=two).item() == 1
    assert module(two, b=one).item() == 1
    for wrong in ({"a": one}, {"a": one, "c": two}, {"a": one, "b": one, "c": two}):
        with pytest.raises(mx.MXNetError, match="input"):
            module(**wrong)


def test_the_inputs_of_a_network_are_given_by_name_too():
    module, x = made().to_torch().eval(), torch.from_numpy(X)
    torch.testing.assert_close(module(data=x), module(x))


def test_a_checkpoint_of_pytorch_goes_back_into_the_network():
    net, other = made(), made()
    other.to_torch().load_state_dict(net.to_torch().state_dict())
    np.testing.assert_array_equal(other(mx.nd.array(X)).asnumpy(), net(mx.nd.array(X)).asnumpy())


def test_a_network_that_cannot_be_exported_is_refused_naming_the_operator():
    regions = mx.sym.ROIPooling(mx.sym.var("data"), mx.sym.var("rois"), (2, 2), 1.0, name="pool").to_torch({}).eval()
    with pytest.raises(Exception, match="cannot write down this network: node 'pool', operator ROIPooling"):
        exported(regions, torch.rand(1, 3, 6, 6), torch.zeros(2, 5))


@pytest.mark.parametrize("kind", ["BatchNorm_v1", "_contrib_BatchNormWithReLU", "_contrib_SyncBatchNorm"])
def test_other_normalizations_move_their_statistics_in_traces(kind):
    extra = {"key": "bn"} if kind == "_contrib_SyncBatchNorm" else {}
    function = mx.sym.BatchNorm_v1 if kind == "BatchNorm_v1" else getattr(mx.sym.contrib, kind.split("_")[-1])
    symbol = function(mx.sym.var("data"), name="bn", fix_gamma=False, **extra)
    arrays = dict(
        zip(symbol.list_inputs(), (None, mx.nd.ones(3), mx.nd.zeros(3), mx.nd.zeros(3), mx.nd.ones(3)), strict=True)
    )
    del arrays["data"]
    module = symbol.to_torch(arrays).train()
    twin = copy.deepcopy(module)
    got = torch.compile(module, backend="eager", fullgraph=True)(torch.from_numpy(X))
    want = twin(torch.from_numpy(X))
    np.testing.assert_allclose(got.detach(), want.detach(), **CLOSE)
    want.sum().backward()
    for name, value in twin.named_buffers():
        np.testing.assert_allclose(module.state_dict()[name], value, **CLOSE, err_msg=name)
    np.testing.assert_allclose(module.state_dict()["bn_moving_mean"], 0.1 * X.mean((0, 2, 3)), **CLOSE)


@pytest.fixture
def defining(monkeypatch):
    """What is called, in a list, when the operator of PyTorch that dropout needs is defined, which is slow."""
    define, calls = torch.library.custom_op, [lambda: time.sleep(0.05)]
    torch._dynamo.reset()  # it knows the operator that was defined before
    vars(torch.ops.remx).pop("kept", None)

    def slow(name, *args, **kwargs):
        result = define(name, *args, **kwargs)
        if name == "remx::kept":  # PyTorch defines others when it first compiles
            calls.pop()()
        return result

    monkeypatch.setattr(torch.library, "custom_op", slow)
    dropout._define_draw.cache_clear()
    return calls


def test_threads_that_make_modules_define_an_operator_once(defining):
    net = made()
    in_threads(4, lambda _: net.to_torch().train()(torch.from_numpy(X)))
    assert not defining


def test_an_operator_is_defined_whole_though_a_signal_comes(defining):
    def handler(number, frame):
        raise TimeoutError

    before = signal.signal(signal.SIGINT, handler)
    try:
        defining[:] = [lambda: None, lambda: signal.raise_signal(signal.SIGINT)]
        with pytest.raises(TimeoutError):
            made().to_torch()
    finally:
        signal.signal(signal.SIGINT, before)
    module = made().to_torch().train()
    assert not defining
    torch.compile(module, backend="aot_eager", fullgraph=True)(torch.from_numpy(X)).sum().backward()
