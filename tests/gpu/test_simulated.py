"""What simulated GPUs add to those of ``test_gpu.py``; ``tests/test_simulated_gpus.py`` runs both with two of them."""

from __future__ import annotations

import multiprocessing

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.core import simulated_gpus
from mxnet.gluon import nn

if simulated_gpus.COUNT != 2:
    pytest.skip("needs MXNET_GPUS=cpu:2, with which tests/test_simulated_gpus.py starts it", allow_module_level=True)

FIRST, SECOND, CPU = mx.gpu(0), mx.gpu(1), mx.cpu()
BOTH = [FIRST, SECOND]


def drawn(ctx):
    return nd.random.uniform(shape=(3,), ctx=ctx).asnumpy().tolist()


def test_everything_that_counts_gpus_counts_two():
    counts = mx.context.num_gpus(), mx.util.get_gpu_count(), len(mx.test_utils.list_gpus()), mx.npx.num_gpus()
    assert counts == (2, 2, 2, 2)
    free, total = mx.context.gpu_memory_info(1)
    assert 0 < free <= total
    assert mx.util.get_gpu_memory(0)[1] == total
    assert not mx.runtime.Features().is_enabled("CUDA")


def test_others_do_not_exist():
    for ctx in (mx.gpu(2), mx.gpu(-1)):
        with pytest.raises(mx.MXNetError, match=r"gpu\(-?\d\) does not exist: MXNET_GPUS asks for 2"):
            nd.ones(1, ctx=ctx)


MIXED = {
    "a method": lambda a, b: a + b,
    "in place": lambda a, b: a.__iadd__(b),
    "a function": lambda a, b: nd.dot(a, b),
    "one of many inputs": lambda a, b: nd.concat(a, a, b, dim=0),
    "with out": lambda a, b: nd.elemwise_mul(a, b, out=nd.zeros((2, 2), ctx=a.ctx)),
    "numpy": lambda a, b: mx.np.matmul(a.as_np_ndarray(), b.as_np_ndarray()),
    "sparse": lambda a, b: nd.sparse.dot(a.tostype("csr"), b),
    "an update": lambda a, b: nd.sgd_update(a, b, lr=0.1, out=a),
}


@pytest.mark.parametrize("call", MIXED)
@pytest.mark.parametrize("other", [SECOND, CPU], ids=str)
def test_arrays_of_two_contexts_do_not_mix(call, other):
    arrays = nd.ones((2, 2), ctx=FIRST), nd.ones((2, 2), ctx=other)
    expected = rf"operator \w+: all inputs must be in one context, but input \d is in gpu\(0\), .*{str(other)[:3]}"
    with pytest.raises(mx.MXNetError, match=expected):
        MIXED[call](*arrays)


def test_copies_between_contexts_share_no_memory():
    x = nd.ones((2,), ctx=FIRST)
    y, z = x.copyto(SECOND), x.as_in_context(CPU)
    x += 1
    assert [str(item.ctx) for item in (x, y, z)] == ["gpu(0)", "gpu(1)", "cpu(0)"]
    assert [item.asnumpy().tolist() for item in (x, y, z)] == [[2, 2], [1, 1], [1, 1]]
    x.copyto(y)
    assert y.asnumpy().tolist() == [2, 2]
    assert repr(x) == "\n[2. 2.]\n<NDArray 2 @gpu(0)>"


def test_each_context_has_a_generator():
    mx.random.seed(3)
    alone = [drawn(FIRST), drawn(FIRST)]
    mx.random.seed(3)
    between = [drawn(FIRST), [drawn(SECOND), drawn(CPU)] and drawn(FIRST)]
    assert alone == between
    mx.random.seed(3, ctx=SECOND)
    assert drawn(SECOND) == alone[0]
    x = nd.zeros((3,), ctx=SECOND)
    mx.random.seed(3, ctx=SECOND)
    mx.random.uniform(out=x)
    assert x.asnumpy().tolist() == alone[0]


def test_dropout_in_a_graph_draws_from_its_context():
    net = nn.Dropout(0.5)
    net.hybridize()
    x = nd.ones((50,), ctx=SECOND)

    def masked():
        mx.random.seed(5, ctx=SECOND)
        drawn(FIRST)
        with autograd.train_mode():
            return net(x).asnumpy()

    np.testing.assert_array_equal(masked(), masked())


@pytest.mark.parametrize("kvstore", ["device", "local", "nccl"])
@pytest.mark.parametrize("hybridize", [False, True])
def test_a_block_on_two_contexts_trains_as_on_one(kvstore, hybridize):
    def trained(contexts):
        mx.random.seed(1)
        np.random.seed(1)
        net = nn.HybridSequential()
        net.add(nn.Dense(4, activation="relu", in_units=3), nn.Dense(2, in_units=4))
        net.initialize(mx.init.Uniform(0.5), ctx=CPU)
        net.collect_params().reset_ctx(contexts)
        if hybridize:
            net.hybridize()
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, kvstore=kvstore)
        x, y = np.random.rand(8, 3), np.random.randint(0, 2, 8)
        for _ in range(3):
            xs, ys = (gluon.utils.split_and_load(nd.array(item), contexts) for item in (x, y))
            with autograd.record():
                losses = [gluon.loss.SoftmaxCrossEntropyLoss()(net(a), b) for a, b in zip(xs, ys, strict=True)]
            autograd.backward(losses)
            trainer.step(8)
        assert [item.ctx for item in net[0].weight.list_data()] == contexts
        return [parameter.data(contexts[0]).asnumpy() for parameter in net.collect_params().values()]

    for on_two, on_one in zip(trained(BOTH), trained([CPU]), strict=True):
        np.testing.assert_allclose(on_two, on_one, rtol=1e-5, atol=1e-6)


def test_a_block_refuses_data_of_another_context():
    net = nn.Dense(2)
    net.initialize(ctx=BOTH)
    net(nd.ones((1, 3), ctx=FIRST))
    with pytest.raises(RuntimeError, match=r"not initialized on context cpu\(0\)"):
        net(nd.ones((1, 3)))


def test_synchronized_normalization_takes_all_gpus():
    with pytest.warns(UserWarning, match="num_devices"):
        assert gluon.contrib.nn.SyncBatchNorm()._kwargs["ndev"] == 2


def test_a_module_saves_and_loads_checkpoints(tmp_path):
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    module = mx.mod.Module(net, context=BOTH)
    module.fit(mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), 4), num_epoch=1, kvstore="device")
    module.save_checkpoint(str(tmp_path / "net"), 1)
    loaded = mx.mod.Module.load(str(tmp_path / "net"), 1, context=SECOND)
    loaded.bind([("data", (4, 3))], [("softmax_label", (4,))], for_training=False)
    assert loaded.predict(mx.io.NDArrayIter(np.eye(4, 3), batch_size=4)).ctx == SECOND
    nd.save(str(tmp_path / "x"), nd.ones((2,), ctx=SECOND))
    assert nd.load(str(tmp_path / "x"))[0].ctx == SECOND


def test_fused_recurrent_cells_run():
    cell = mx.rnn.FusedRNNCell(4, num_layers=2, mode="lstm", prefix="lstm_")
    outputs, _ = cell.unroll(3, mx.sym.var("data"), layout="TNC", merge_outputs=True)
    executor = outputs.simple_bind(FIRST, data=(3, 2, 5))
    assert executor.forward()[0].ctx == FIRST
    layer = nd.Convolution(
        nd.ones((1, 1, 3, 3), ctx=FIRST), nd.ones((1, 1, 3, 3), ctx=FIRST), no_bias=True, kernel=(3, 3), num_filter=1,
        cudnn_off=True, cudnn_tune="fastest",
    )  # fmt: skip
    assert (layer.asscalar(), layer.ctx) == (9, FIRST)


class AddOne(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        one = nd.ones(in_data[0].shape, ctx=in_data[0].ctx)
        self.assign(out_data[0], req[0], in_data[0] + one)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        assert out_grad[0].ctx == in_grad[0].ctx == SECOND
        self.assign(in_grad[0], req[0], out_grad[0])


@mx.operator.register("add_one_there")
class AddOneProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, in_shapes, in_dtypes):
        assert str(ctx) == "gpu(1)"
        return AddOne()


def test_custom_operators_see_the_context():
    x = nd.ones((2,), ctx=SECOND)
    x.attach_grad()
    with autograd.record():
        y = nd.Custom(x, op_type="add_one_there")
    y.backward()
    assert (y.asnumpy().tolist(), x.grad.ctx) == ([2, 2], SECOND)
    bound = mx.sym.Custom(mx.sym.var("x"), op_type="add_one_there").simple_bind(SECOND, x=(2,))
    bound.forward(is_train=True)
    bound.backward(nd.ones((2,), ctx=SECOND))
    assert bound.grad_dict["x"].asnumpy().tolist() == [1, 1]


def test_a_loader_pins_and_its_workers_compute():
    data = gluon.data.ArrayDataset(np.arange(4, dtype="float32"))
    for batch in gluon.data.DataLoader(data, 2, num_workers=1, pin_memory=True):
        assert batch.as_in_context(FIRST).ctx == FIRST


def compute(results):
    results.put(str(nd.ones((1,), ctx=mx.gpu(1)).ctx))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_inherit_them(method):
    context = multiprocessing.get_context(method)
    results = context.Queue()
    process = context.Process(target=compute, args=(results,))
    process.start()
    assert results.get(timeout=60) == "gpu(1)"
    process.join()


def test_run_time_compilation_is_one_clear_error():
    with pytest.raises(mx.MXNetError, match="CUDA kernels cannot be compiled"):
        mx.rtc.CudaModule("")


def test_waiting_and_emptying_caches_are_nothing():
    nd.waitall()
    nd.ones((1,), ctx=SECOND).wait_to_read()
    SECOND.empty_cache()
