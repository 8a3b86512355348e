"""What a GPU adds: contexts that are devices, copies between them, and the CPU's numbers on the GPU."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.ops.sample import OpSample, families, function

if mx.context.num_gpus() == 0:
    pytest.skip("needs a GPU that PyTorch can use", allow_module_level=True)

CPU, GPU = mx.cpu(0), mx.gpu(0)
SAMPLES = [s for _, samples in families() for s in samples if s.check is None]


def lenet():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=8, name="conv1")
    net = mx.sym.BatchNorm(net, name="bn1", fix_gamma=False)
    net = mx.sym.Activation(net, act_type="relu")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(net, num_hidden=10, name="fc1")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def outputs_on(sample: OpSample, ctx: mx.Context) -> list[np.ndarray]:
    mx.random.seed(0)
    arrays = [mx.nd.array(a, ctx=ctx, dtype=a.dtype) for a in sample.arrays(sample.dtypes[0])]
    attrs = dict(sample.attrs)
    if not arrays:
        attrs["ctx"] = str(ctx)
    with mx.util.np_shape(sample.op.startswith("_np")):
        out = function(mx.nd, sample.op)(*arrays, **attrs)
    listed = out if isinstance(out, list) else [out]
    assert all(o.context == ctx for o in listed)
    return [o.asnumpy() for o in listed]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.label)
def test_operators_give_the_cpus_numbers(sample):
    wide = {"rtol": max(1e-3, sample.rtol or 0), "atol": max(1e-3, sample.atol or 0)}
    for on_gpu, on_cpu in zip(outputs_on(sample, GPU), outputs_on(sample, CPU), strict=True):
        assert on_gpu.dtype == on_cpu.dtype
        np.testing.assert_allclose(on_gpu, on_cpu, **wide)


def test_arrays_move_between_contexts():
    x = mx.nd.array([[1, 2], [3, 4]], ctx=GPU)
    assert x.context == GPU
    assert (x + 1).context == GPU
    assert x.as_in_context(CPU).context == CPU
    y = mx.nd.zeros((2, 2), ctx=CPU)
    x.copyto(y)
    np.testing.assert_array_equal(y.asnumpy(), [[1, 2], [3, 4]])
    with GPU:
        assert mx.nd.ones((2,)).context == GPU


def test_arrays_on_two_devices_do_not_mix():
    with pytest.raises(mx.MXNetError):
        mx.nd.ones((2,), ctx=GPU) + mx.nd.ones((2,), ctx=CPU)


def test_a_gpu_that_is_not_there_is_an_error():
    with pytest.raises(mx.MXNetError, match="gpu"):
        mx.nd.ones((2,), ctx=mx.gpu(mx.context.num_gpus()))


def test_files_hold_arrays_of_gpus(tmp_path):
    name = str(tmp_path / "a.nd")
    mx.nd.save(name, {"x": mx.nd.arange(4, ctx=GPU)})
    np.testing.assert_array_equal(mx.nd.load(name)["x"].asnumpy(), [0, 1, 2, 3])


def test_random_numbers_repeat_by_seed():
    draws = []
    for _ in range(2):
        mx.random.seed(7)
        draws.append(mx.nd.random.uniform(shape=(5,), ctx=GPU).asnumpy())
    np.testing.assert_array_equal(*draws)


def train(context, steps=5, **kwargs):
    rng = np.random.RandomState(0)
    x = rng.rand(16, 1, 10, 10).astype("float32")
    y = rng.randint(0, 10, 16).astype("float32")
    symbol = lenet()
    shapes, _, _ = symbol.infer_shape(data=x.shape)
    args = {
        n: mx.nd.array(rng.uniform(-0.1, 0.1, s))
        for n, s in zip(symbol.list_arguments(), shapes, strict=True)
        if n not in ("data", "softmax_label")
    }
    module = mx.mod.Module(symbol, context=context)
    module.bind([("data", x.shape)], [("softmax_label", y.shape)])
    module.init_params(arg_params=args, aux_params={}, allow_missing=True)
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9}, **kwargs)
    batch = mx.io.DataBatch([mx.nd.array(x)], [mx.nd.array(y)])
    for _ in range(steps):
        module.forward_backward(batch)
        module.update()
    return {n: a.asnumpy() for params in module.get_params() for n, a in params.items()}


def test_a_module_trains_as_on_the_cpu():
    on_gpu, on_cpu = train(GPU), train(CPU)
    for name, value in on_cpu.items():
        np.testing.assert_allclose(on_gpu[name], value, rtol=5e-3, atol=1e-3, err_msg=name)


def test_groups_of_a_graph_sit_on_different_devices():
    with mx.AttrScope(ctx_group="first"):
        hidden = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc1")
    with mx.AttrScope(ctx_group="second"):
        out = mx.sym.FullyConnected(hidden, num_hidden=3, name="fc2")
    executor = out.simple_bind(CPU, group2ctx={"first": CPU, "second": GPU}, data=(2, 5))
    for array in executor.arg_arrays:
        array[:] = 0.5
    (got,) = executor.forward(is_train=True)
    executor.backward([mx.nd.ones((2, 3), ctx=GPU)])
    np.testing.assert_allclose(got.asnumpy(), np.full((2, 3), (5 * 0.25 + 0.5) * 0.5 * 4 + 0.5), rtol=1e-5)
    assert executor.grad_dict["fc1_weight"].context == CPU
    assert np.abs(executor.grad_dict["fc1_weight"].asnumpy()).max() > 0
