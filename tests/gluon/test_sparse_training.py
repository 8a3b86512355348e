"""Training with row-sparse gradients and parameters: Gluon, stores, modules and iterators."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd


def trained(optimizer, sparse_grad, hybrid, lazy_rows=None):
    """Return an embedding's weight after three steps on the same rows."""
    net = gluon.nn.Embedding(12, 3, sparse_grad=sparse_grad)
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), *optimizer)
    for _ in range(3):
        with autograd.record():
            loss = (net(nd.array([1, 3, 3, 7])) ** 2).sum()
        loss.backward()
        trainer.step(1)
    return net.weight


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(
    "optimizer",
    [
        ("sgd", {"learning_rate": 0.1}),
        ("sgd", {"learning_rate": 0.1, "momentum": 0.9}),
        ("adam", {"learning_rate": 0.1}),
        ("adam", {"learning_rate": 0.1, "lazy_update": False}),
        ("adagrad", {"learning_rate": 0.1}),
        ("groupadagrad", {"learning_rate": 0.1}),
        ("rmsprop", {"learning_rate": 0.1}),
        ("lamb", {"learning_rate": 0.1}),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore")
def test_sparse_gradients_train_as_dense_ones(optimizer, hybrid):
    """On the same rows at every step, lazy updates are those of dense gradients."""
    sparse, dense = (trained(optimizer, each, hybrid) for each in (True, False))
    assert sparse.grad().stype == "row_sparse"
    assert sparse.grad().indices.asnumpy().tolist() == [1, 3, 7]
    np.testing.assert_allclose(sparse.data().asnumpy(), dense.data().asnumpy(), rtol=1e-5)


def test_lazy_updates_leave_other_rows_alone():
    net = gluon.nn.Embedding(6, 2, sparse_grad=True)
    net.initialize(mx.init.One())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "wd": 0.5})
    with autograd.record():
        loss = net(nd.array([4])).sum()
    loss.backward()
    trainer.step(1)
    np.testing.assert_array_equal(net.weight.data().asnumpy()[[0, 1, 2, 3, 5]], 1)
    np.testing.assert_allclose(net.weight.data().asnumpy()[4], 1 - 0.1 * 1.5, rtol=1e-6)


@pytest.mark.parametrize("init", ["zeros", "one"])
def test_a_csr_parameter_takes_no_number(init):
    parameter = gluon.Parameter("weight", shape=(3, 2), stype="csr")
    with pytest.raises(ValueError, match="numeric"):
        parameter.initialize(init)
    with pytest.raises(RuntimeError, match="has not been initialized"):
        parameter.list_ctx()
    parameter.initialize("normal")
    assert parameter._data[0].stype == "csr"
    assert len(parameter._data[0].data) == 6


class Rows(gluon.Block):
    def __init__(self):
        super().__init__()
        self.table = self.params.get("table", shape=(8, 2), stype="row_sparse", grad_stype="row_sparse", init="ones")

    def forward(self, x):
        return nd.Embedding(x, self.table.row_sparse_data(x), input_dim=8, output_dim=2, sparse_grad=True)


def test_a_row_sparse_parameter(tmp_path):
    net = Rows()
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.25})
    with autograd.record():
        loss = net(nd.array([5, 2, 5], dtype="int64")).sum()
    assert net.table._data[0].indices.asnumpy().tolist() == [2, 5]
    loss.backward()
    trainer.step(1)
    expected = np.ones((8, 2))
    expected[[2, 5]] = [[0.75, 0.75], [0.5, 0.5]]
    np.testing.assert_allclose(net.table.row_sparse_data(nd.arange(8, dtype="int64")).asnumpy(), expected)
    net.table.row_sparse_data(nd.array([0], dtype="int64"))
    net.save_parameters(str(tmp_path / "net"))
    again = Rows()
    again.load_parameters(str(tmp_path / "net"))
    assert again.table._data[0].stype == "row_sparse"
    np.testing.assert_allclose(again.table._data[0].asnumpy(), expected)


@pytest.mark.parametrize("kind", ["local", "device"])
def test_a_store_keeps_and_gives_rows(kind):
    store = mx.kv.create(kind)
    store.init("w", nd.ones((4, 2)).tostype("row_sparse"))
    first, second = (nd.zeros((4, 2), stype="row_sparse") for _ in range(2))
    store.row_sparse_pull("w", out=[first, second], row_ids=[nd.array([2, 0, 2]), nd.array([3])])
    assert first.indices.asnumpy().tolist() == [0, 2]
    assert second.indices.asnumpy().tolist() == [3]
    store.pull("w", out=first)
    assert first.asnumpy().sum() == 4
    store.pull("w", out=second, ignore_sparse=False)
    assert second.asnumpy().sum() == 8
    dense = nd.zeros((4, 2))
    store.pull("w", out=dense)
    assert dense.asnumpy().sum() == 8
    store.set_optimizer(mx.optimizer.SGD(learning_rate=1.0))
    grads = [nd.sparse.row_sparse_array(([[1.0, 1.0]], [row]), shape=(4, 2)) for row in (1, 3)]
    store.push("w", grads)
    store.row_sparse_pull("w", out=first, row_ids=nd.arange(4))
    np.testing.assert_array_equal(first.asnumpy(), [[1, 1], [0, 0], [1, 1], [0, 0]])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda store, rows, csr: store.push("w", csr), mx.MXNetError),
        (lambda store, rows, csr: store.pull("w", out=csr, ignore_sparse=False), mx.MXNetError),
        (lambda store, rows, csr: store.row_sparse_pull(["w", "v"], [rows] * 2, row_ids=nd.array([1])), AssertionError),
        (lambda store, rows, csr: store.row_sparse_pull("w", out=rows, row_ids=1), AssertionError),
    ],
    ids=["push csr", "pull csr", "one row_ids for two keys", "a number"],
)  # fmt: skip
def test_what_a_store_refuses(call, error):
    store, rows, csr = mx.kv.create("local"), nd.ones((4, 2)).tostype("row_sparse"), nd.ones((4, 2)).tostype("csr")
    store.init(["w", "v"], [rows, rows])
    with pytest.raises(error):
        call(store, rows, csr)


@pytest.mark.parametrize("kvstore", [None, "local"])
def test_a_linear_model_from_a_libsvm_file(kvstore, tmp_path):
    random = np.random.RandomState(0)
    x = random.rand(64, 10) * (random.rand(64, 10) < 0.3)
    y = x @ np.arange(10)
    path = tmp_path / "data.libsvm"
    path.write_text(
        "".join(f"{t} {' '.join(f'{j}:{v}' for j, v in enumerate(row) if v)}\n" for t, row in zip(y, x, strict=True))
    )
    data = mx.io.LibSVMIter(data_libsvm=str(path), data_shape=(10,), batch_size=16, label_name="label")
    weight = mx.sym.var("weight", stype="row_sparse", shape=(10, 1), init=mx.init.Zero())
    net = mx.sym.LinearRegressionOutput(mx.sym.dot(mx.sym.var("data", stype="csr"), weight), mx.sym.var("label"))
    module = mx.mod.Module(net, data_names=["data"], label_names=["label"])
    module.bind(data.provide_data, data.provide_label)
    module.init_params()
    assert module._arg_params["weight"].stype == "row_sparse"
    store = kvstore and mx.kv.create(kvstore)
    module.init_optimizer(store, "sgd", {"learning_rate": 1.0, "rescale_grad": 1 / 16})
    for _ in range(150):
        data.reset()
        for batch in data:
            assert batch.data[0].stype == "csr"
            if store:
                module.prepare(batch, sparse_row_id_fn=lambda b: {"weight": b.data[0].indices})
            module.forward_backward(batch)
            module.update()
    np.testing.assert_allclose(module.get_params()[0]["weight"].asnumpy()[:, 0], np.arange(10), atol=0.2)


def test_csr_batches_of_an_array():
    x = nd.array(np.arange(15).reshape(5, 3)).tostype("csr")
    batches = mx.io.NDArrayIter(x, np.arange(5), batch_size=2, last_batch_handle="discard")
    found = [(batch.data[0].stype, batch.data[0].asnumpy().tolist()) for batch in batches]
    assert found == [("csr", [[0, 1, 2], [3, 4, 5]]), ("csr", [[6, 7, 8], [9, 10, 11]])]
    with pytest.raises(NotImplementedError, match="discard"):
        mx.io.NDArrayIter(x, batch_size=2)


@pytest.mark.parametrize("store", ["local", "device"])
@pytest.mark.parametrize("on_store", [None, True, False])
def test_row_sparse_gradients_of_two_devices_are_summed(store, on_store):
    contexts = [mx.cpu(0), mx.cpu(1)]
    parameters = mx.gluon.ParameterDict()
    x = parameters.get("x", shape=(10, 1), grad_stype="row_sparse")
    parameters.initialize(ctx=contexts, init="zeros")
    trainer = mx.gluon.Trainer(parameters, "sgd", {"learning_rate": 0.1}, kvstore=store, update_on_kvstore=on_store)
    with mx.autograd.record():
        sums = [each + 1 for each in x.list_data()]
    mx.autograd.backward(sums)
    trainer.step(1)
    for context in contexts:
        np.testing.assert_allclose(x.data(context).asnumpy(), -0.2, rtol=1e-6)
