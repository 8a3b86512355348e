"""What remx's hybrid blocks do beyond MXNet 1.9.1: threads, compiling, results of their own."""

from __future__ import annotations

import copy
import io
import pickle
import threading

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import HybridBlock, SymbolBlock, nn

from tests.threads import in_threads


def network():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.Dropout(0.5), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def test_many_threads_use_one_network():
    net, batches = network(), [mx.nd.random.normal(shape=(1 + i % 3, 2, 6, 6)) for i in range(16)]
    reference = network()
    for _ in range(2):
        reference(batches[0])
    # the first calls, which trace and initialize, come all at once
    results = in_threads(16, lambda i: [net(batches[i]).asnumpy() for _ in range(40)])
    for i, outputs in enumerate(results):
        expected = net(batches[i]).asnumpy()
        for each in outputs:  # the first result of a graph comes from kernels that are not prepared yet
            np.testing.assert_allclose(each, expected, rtol=1e-5, atol=1e-6)


def _of_one_convolution():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, in_channels=2), nn.Flatten(), nn.Dense(3, in_units=4))
    net.initialize(mx.init.One())
    net.hybridize()
    return net


def _as_symbol_block():
    net = _of_one_convolution()
    return SymbolBlock(net(mx.sym.var("data")), mx.sym.var("data"), net.collect_params())


@pytest.mark.parametrize("make", [_of_one_convolution, _as_symbol_block])
@pytest.mark.parametrize(
    "change",
    [
        lambda net: net.hybridize(static_alloc=True),
        lambda net: net.initialize(mx.init.One(), force_reinit=True),
        lambda net: net.cast("float32"),
    ],
    ids=["hybridize", "initialize", "cast"],
)
def test_threads_predict_while_another_one_changes_how(make, change):
    net, x, over, failures = make(), mx.nd.ones((1, 2, 3, 3)), threading.Event(), []

    def work():
        try:
            while not over.is_set():
                assert net(x).asnumpy().tolist() == [[72, 72, 72]]
        except Exception as error:  # the test shows it
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(60):
        change(net)
    over.set()
    for thread in threads:
        thread.join()
    assert not failures


def test_programs_read_and_forget_the_cached_operation():
    net, x = _of_one_convolution(), mx.nd.ones((1, 2, 3, 3))
    assert net._cached_op is None
    assert net._cached_op_args == []
    net(x)
    op = net._cached_op
    assert [is_data for is_data, _ in net._cached_op_args].count(True) == 1
    net._cached_op = None
    assert net(x).asnumpy().tolist() == [[72, 72, 72]]
    assert net._cached_op not in (None, op)


def test_a_second_initialization_that_fails_leaves_the_values():
    net = _of_one_convolution()
    with pytest.raises(AssertionError):
        net[0].weight.initialize("nothing", force_reinit=True)
    assert net(mx.nd.ones((1, 2, 3, 3))).asnumpy().tolist() == [[72, 72, 72]]


def test_threads_record_alone():
    net = nn.Dense(1, in_units=2)
    net.initialize(mx.init.One())
    net.hybridize()

    def work(i):
        x = mx.nd.full((1, 2), i)
        x.attach_grad()
        for _ in range(20):
            with mx.autograd.record():
                out = net(x) * i
            grad = mx.autograd.grad(out, [x])[0].asnumpy()
        return grad[0].tolist()

    assert in_threads(8, work) == [[i, i] for i in range(8)]


def test_results_never_share_memory_with_inputs():
    class Through(HybridBlock):
        def hybrid_forward(self, F, x):
            return x, F.reshape(x, shape=(-1,))

    net, x = Through(), mx.nd.ones((2, 2))
    net.hybridize()
    for each in net(x):
        each[:] = 5
    assert (x.asnumpy() == 1).all()


def test_torch_compile_as_a_backend():
    net, x = nn.Dense(3, in_units=2), mx.nd.array([[1, 2]])
    net.initialize(mx.init.Xavier())
    expected = net(x).asnumpy()
    net.hybridize(backend="eager")  # torch.compile without code generation: the path is the same
    assert (net(x).asnumpy() == expected).all()
    with mx.autograd.record():
        out = net(x)
    out.backward()
    np.testing.assert_array_equal(net.weight.grad().asnumpy(), np.repeat([[1, 2]], 3, 0))


def test_an_unknown_backend_is_logged(caplog):
    net = nn.Dense(3, in_units=2)
    net.initialize()
    net.hybridize(backend="nonsense")
    assert net(mx.nd.ones((1, 2))).shape == (1, 3)
    assert "nonsense" in caplog.text


def test_none_among_the_outputs():
    class Optional(HybridBlock):
        def hybrid_forward(self, F, x):
            return x + 1, None

    net = Optional()
    net.hybridize()
    out, nothing = net(mx.nd.ones((1,)))
    assert out.asscalar() == 2
    assert nothing is None


def test_a_symbol_block_moves():
    block = SymbolBlock(mx.sym.var("data") * mx.sym.var("scale", shape=(1,)), mx.sym.var("data"))
    block.initialize(mx.init.One())
    block.reset_ctx(mx.cpu(1))
    assert block(mx.nd.ones((1,), ctx=mx.cpu(1))).context == mx.cpu(1)


def test_deferred_initialization_names_parameter_and_shape():
    net = nn.Dense(3, prefix="fc_")
    net.initialize()
    with pytest.raises(gluon.DeferredInitializationError, match=r"'fc_weight'.*\(3, 0\)"):
        net.weight.data()


def test_a_scope_can_be_entered_again_inside_of_itself():
    net = nn.Sequential(prefix="net_")
    with net.name_scope():
        with net.name_scope():
            assert nn.Dense(1).prefix == "net_dense0_"
        assert nn.Dense(1).prefix == "net_dense1_"


def test_downloads_overwrite(tmp_path, monkeypatch):
    import requests

    answer = requests.Response()
    answer.status_code, answer.raw = 200, io.BytesIO(b"NEW")
    monkeypatch.delenv("MXNET_OFFLINE")
    monkeypatch.setattr(requests, "get", lambda *_, **__: answer)
    (tmp_path / "a.txt").write_bytes(b"OLD")
    gluon.utils.download("http://x/a.txt", path=str(tmp_path), overwrite=True)
    assert (tmp_path / "a.txt").read_bytes() == b"NEW"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda net: pickle.loads(pickle.dumps(net))])
def test_networks_are_copied_and_pickled(copied):
    net, x = network(), mx.nd.random.normal(shape=(2, 2, 6, 6))
    expected = net(x).asnumpy()
    gluon.Trainer(net.collect_params(), "sgd")
    twin = copied(net)
    np.testing.assert_allclose(twin(x).asnumpy(), expected, rtol=1e-5, atol=1e-6)
    trainer = gluon.Trainer(twin.collect_params(), "sgd", {"learning_rate": 1})
    with mx.autograd.record():
        loss = twin(x).sum()
    loss.backward()
    trainer.step(1)
    assert not np.allclose(twin(x).asnumpy(), expected)
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5, atol=1e-6)
