"""What a GPU adds: contexts that are devices, copies between them, and the CPU's numbers on the GPU."""

from __future__ import annotations

from collections.abc import Iterator

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import gluon
from mxnet.contrib.amp import imperative
from mxnet.core.context import _gpu_device
from mxnet.core.dtypes import TORCH_OF
from mxnet.graph import cuda_graphs
from mxnet.registry import OPS

from tests.gpu.samples import arrays_on, assert_close, called, gradients, host_sync, multiplies_on_host, samples
from tests.gpu.steps import STEPS, ran
from tests.ops.sample import OpSample, is_float

if mx.context.num_gpus() == 0:
    pytest.skip("needs a GPU that PyTorch can use", allow_module_level=True)

CPU, GPU = mx.cpu(0), mx.gpu(0)
#: whether MXNET_GPUS lets the processor stand in
SIMULATED = _gpu_device(0).type == "cpu"


@pytest.fixture(autouse=True)
def _full_precision() -> Iterator[None]:
    """Let convolutions and products use no TF32, whose numbers have ten bits."""
    before = torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False
    yield
    torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32 = before
    imperative._end()


def lenet():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), num_filter=8, name="conv1")
    net = mx.sym.BatchNorm(net, name="bn1", fix_gamma=False)
    net = mx.sym.Activation(net, act_type="relu")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(net, num_hidden=10, name="fc1")
    return mx.sym.SoftmaxOutput(net, name="softmax")


@pytest.mark.parametrize(("family", "sample", "dtype"), samples())
def test_operators_give_the_cpus_numbers(family: str, sample: OpSample, dtype: str) -> None:
    on_gpu, on_cpu = (arrays_on(sample, ctx, dtype) for ctx in (GPU, CPU))
    outputs = called(sample, on_gpu, GPU)
    if sample.check is not None:
        sample.check([o.asnumpy() for o in outputs], sample.arrays(dtype), sample.attrs)
    elif not OPS[sample.op].stochastic:
        assert_close(sample, outputs, called(sample, on_cpu, CPU), dtype, 1e-4)
        assert_close(sample, [on_gpu[i] for i in sample.states], [on_cpu[i] for i in sample.states], dtype, 1e-4)


@pytest.mark.parametrize(("family", "sample", "dtype"), samples(grad=True))
def test_operators_give_the_cpus_gradients(family: str, sample: OpSample, dtype: str) -> None:
    results = [gradients(sample, ctx, dtype) for ctx in (GPU, CPU)]
    if not OPS[sample.op].stochastic:
        assert_close(sample, *results, dtype, 1e-3)


@pytest.mark.parametrize("axis", [1, 2])
@pytest.mark.parametrize(("attrs", "train"), [({"use_global_stats": True}, True), ({}, False)])
def test_batch_norm_by_moving_statistics_gives_the_cpus_gradients(
    attrs: dict[str, bool], train: bool, axis: int
) -> None:
    results = []
    for context in (CPU, GPU):
        rng = np.random.RandomState(0)
        arrays = [mx.nd.array(rng.rand(*shape) + 0.1, ctx=context) for shape in [(2, 3, 3), *[(3,)] * 4]]
        for array in arrays[:3]:
            array.attach_grad()
        with mx.autograd.record(train_mode=train):
            out = mx.nd.BatchNorm(*arrays, fix_gamma=False, axis=axis, **attrs) ** 2
        out.backward(train_mode=train)
        results.append([array.grad.asnumpy() for array in arrays[:3]])
    for of_cpu, of_gpu in zip(*results, strict=True):
        np.testing.assert_allclose(of_gpu, of_cpu, rtol=1e-4)


@pytest.mark.parametrize("graphs", [""] if SIMULATED else ["", "1"])
@pytest.mark.parametrize("name", STEPS)
def test_steps_give_the_cpus_numbers(name: str, graphs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training and prediction, optimizers, losses, metrics and mixed precision."""
    monkeypatch.setenv("MXNET_ENABLE_CUDA_GRAPHS", graphs)  # 1: of bound symbols, too
    (_, on_gpu), (_, on_cpu) = (ran(STEPS[name][0], ctx) for ctx in (GPU, CPU))
    for value, expected in zip(on_gpu, on_cpu, strict=True):
        wide = 2e-2 if value.dtype == np.float16 else 1e-3
        np.testing.assert_allclose(value, expected, rtol=wide, atol=wide)


@pytest.mark.skipif(SIMULATED, reason="a simulated GPU has no CUDA graphs")
def test_predictions_use_cuda_graphs() -> None:
    """Replays give the numbers of the graph run as it is, follow the parameters, and leave earlier results alone."""
    net = gluon.model_zoo.vision.resnet18_v1()
    net.initialize(mx.init.Xavier(), ctx=GPU)
    inputs = [mx.nd.random.uniform(shape=(2, 3, 64, 64), ctx=GPU) for _ in range(4)]
    net.hybridize()
    expected = [net(x).asnumpy() for x in inputs]
    net.hybridize(static_alloc=True, static_shape=True)
    results = [net(x) for x in inputs]
    for result, value in zip(results, expected, strict=True):
        np.testing.assert_allclose(result.asnumpy(), value, rtol=1e-3, atol=1e-3)
    assert recorded(net) == [1, 0]
    net.output.bias.set_data(net.output.bias.data(GPU) + 1)
    np.testing.assert_allclose(net(inputs[0]).asnumpy(), expected[0] + 1, rtol=1e-3, atol=1e-3)
    assert net(mx.nd.ones((1, 3, 64, 64), ctx=GPU)).shape == (1, 1000)
    weight = net.features[0].weight  # normalizations are folded into weights until these are written to
    for factor in (2, 3):
        weight.set_data(weight.data(GPU) * factor)
        result = net(inputs[0]).asnumpy()
        net.hybridize(active=False, clear=False)
        np.testing.assert_allclose(result, net(inputs[0]).asnumpy(), rtol=1e-3, atol=1e-3)
        net.hybridize(static_alloc=True, static_shape=True, clear=False)


#: operators for which cuSOLVER, or the gradient of PyTorch's product, waits
WAITING = {
    *("_linalg_inverse", "_linalg_potrf", "_linalg_syevd", "_npi_cholesky", "_npi_cond", "_npi_eigh", "_npi_eigvalsh"),
    *("_npi_matrix_power", "_npi_matrix_rank", "_npi_norm", "_npi_pinv", "_npi_pinv_scalar_rcond", "_npi_solve"),
    *("_npi_svd", "_npi_svd_full", "_npi_svdvals", "_npi_tensorinv", "_npi_tensorsolve"),
    *("prod", "nanprod", "_np_prod", "_npi_nanprod", "_npi_cumulative"),
}


def repeated(sample: OpSample) -> bool:
    """Return whether a CUDA graph can repeat what a sample's operator does."""
    op = OPS[sample.op]
    if op.name in WAITING or sample.into or sample.states or op.stochastic:
        return False
    return host_sync(sample) in (None, "kept") and not multiplies_on_host(sample, [TORCH_OF[sample.dtypes[0]]])


@pytest.mark.skipif(SIMULATED, reason="a simulated GPU has no CUDA graphs")
@pytest.mark.parametrize(("family", "sample", "dtype"), samples(when=repeated))
def test_operators_are_recorded(family: str, sample: OpSample, dtype: str) -> None:
    """What waits for no GPU is no obstacle to a CUDA graph, nor is its gradient."""
    arrays = arrays_on(sample, GPU, dtype)
    for array in arrays if sample.grad != "none" else ():
        if is_float(np.dtype(array.dtype).name):
            array.attach_grad()

    def run() -> list[torch.Tensor]:
        with torch.enable_grad():
            outputs = [array._t for array in called(sample, arrays, GPU, seed=None)]
            roots = [t for t in outputs if t.requires_grad]
            leaves = [array._t for array in arrays if array._t.requires_grad]
            heads = [torch.ones_like(t) for t in roots]
            grads = torch.autograd.grad(roots, leaves, heads, allow_unused=True) if roots else ()
        return [t.detach() for t in (*outputs, *grads) if t is not None]

    expected, recorder = run(), cuda_graphs.Recorder(GPU.torch_device)
    recorder.warm(run)
    replay, results = recorder.record(run)
    replay()
    for result, value in zip(results, expected, strict=True):
        assert cuda_graphs._close(result, value)


def recorded(net: gluon.HybridBlock) -> list[int]:
    """Return how many recordings of predictions and of training steps a network has."""
    return [sum(item is not None for item in each._recordings.values()) for each in net._cached_op._recordings]


class Layers(gluon.HybridBlock):
    """Convolutions, statistics, draws and attention, with two results."""

    def __init__(self) -> None:
        super().__init__()
        self.front = gluon.nn.HybridSequential()
        self.front.add(gluon.nn.Conv2D(16, 3), gluon.nn.BatchNorm(), gluon.nn.Activation("relu"), gluon.nn.Dropout(0.3))
        self.keys, self.head = gluon.nn.Dense(8, flatten=False), gluon.nn.Dense(10)

    def hybrid_forward(self, F, x):
        rows = self.front(x).reshape((0, 0, -1))
        keys = self.keys(rows)
        mixed = F.batch_dot(F.softmax(F.batch_dot(keys, keys, transpose_b=True)), rows)
        return self.head(mixed), F.tanh(mixed)


@pytest.mark.skipif(SIMULATED, reason="a simulated GPU has no CUDA graphs")
@pytest.mark.parametrize("precision", [None, "bfloat16"])
def test_training_steps_use_cuda_graphs(precision: str | None) -> None:
    """Replays give the results, gradients and statistics of the graph run as it is."""
    if precision is not None:
        mx.contrib.amp.init(target_dtype=precision)
    values = []
    for flags in ({}, {"static_alloc": True, "static_shape": True}):
        mx.random.seed(3)
        net = Layers()
        net.initialize(mx.init.Xavier(), ctx=GPU)
        net.hybridize(**flags)
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
        seen = []
        for i in range(6):
            x = mx.nd.random.uniform(shape=(8, 3, 10, 10), ctx=GPU)
            x.attach_grad()
            with mx.autograd.record():
                a, b = net(x)
                loss = (a * a).mean() + b.mean()
            loss.backward(retain_graph=i == 4)
            if i == 4:  # the second pass of a call is no replay
                loss.backward()
            trainer.step(1)
            seen += [t.astype("float32").asnumpy() for t in (a, b, x.grad, net(x)[0])]
            seen += [p.data(GPU).asnumpy() for p in net.collect_params().values()]
        values.append(seen)
    assert recorded(net) == [1, 1]
    wide = 5e-2 if precision else 1e-3
    for plain, replayed in zip(*values, strict=True):
        np.testing.assert_allclose(replayed, plain, rtol=wide, atol=wide * max(np.abs(plain).max(), 1e-3))


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


def test_gradients_are_written_where_they_were():
    """Memory may be handed over, but not where a part or PyTorch has the same."""
    x = mx.nd.ones((4,), ctx=GPU)
    x.attach_grad()
    grad, part = x.grad, x.grad[1:3]

    def backward(factor):
        with mx.autograd.record():
            y = x * factor
        y.backward()

    for factor in (2, 3):
        backward(factor)
        np.testing.assert_array_equal(grad.asnumpy(), np.full(4, factor))
        np.testing.assert_array_equal(part.asnumpy(), np.full(2, factor))
    del part
    shared = torch.from_dlpack(grad)
    backward(5)
    np.testing.assert_array_equal(grad.asnumpy(), np.full(4, 5))
    assert shared.cpu().tolist() == [5, 5, 5, 5]


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
