"""What batch normalization does to its moving statistics and to gamma."""

from __future__ import annotations

from collections.abc import Callable

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.base import MXNetError
from mxnet.core import torch_compat
from mxnet.core.threads.pool import thread_limit
from mxnet.kernels.choice import PLAIN
from mxnet.registry import OPS

DATA = np.random.RandomState(0).standard_normal((4, 3, 2)).astype("float32") + 1
MEAN, VAR = DATA.mean((0, 2)), DATA.var((0, 2))


def _arrays() -> list[mx.nd.NDArray]:
    """Return data, gamma, beta, moving mean and moving variance."""
    return [mx.nd.array(v) for v in (DATA, [2, 3, 4], [0, 1, 2], [0.1, 0.2, 0.3], [1, 2, 3])]


def _run(train: bool, backward: bool = True, op: str = "BatchNorm", **attrs: object) -> list[mx.nd.NDArray]:
    arrays = _arrays()
    for array in arrays[:3]:
        array.attach_grad()
    with mx.autograd.record(train_mode=train):
        out = getattr(mx.nd, op)(*arrays, **attrs)
    if backward:
        out.backward(mx.nd.array(DATA**2))
    return arrays


@pytest.mark.parametrize("op", ["BatchNorm", "BatchNorm_v1"])
def test_backward_moves_the_statistics(op: str) -> None:
    _, _, _, mean, var = _run(train=True, op=op, momentum=0.8)
    np.testing.assert_allclose(mean.asnumpy(), 0.8 * np.array([0.1, 0.2, 0.3]) + 0.2 * MEAN, rtol=1e-5)
    np.testing.assert_allclose(var.asnumpy(), 0.8 * np.array([1, 2, 3]) + 0.2 * VAR, rtol=1e-5)


@pytest.mark.parametrize(
    ("train", "backward", "attrs"),
    [(True, False, {}), (False, True, {}), (True, True, {"use_global_stats": True})],
)
def test_statistics_stay(train: bool, backward: bool, attrs: dict[str, object]) -> None:
    *_, mean, var = _run(train, backward, **attrs)
    np.testing.assert_array_equal(mean.asnumpy(), np.float32([0.1, 0.2, 0.3]))
    np.testing.assert_array_equal(var.asnumpy(), [1, 2, 3])


@pytest.mark.parametrize("train", [True, False])
def test_fixed_gamma_is_set_to_one(train: bool) -> None:
    gamma = _run(train)[1]
    np.testing.assert_array_equal(gamma.asnumpy(), [1, 1, 1])
    np.testing.assert_array_equal(gamma.grad.asnumpy(), [0, 0, 0])


@pytest.mark.parametrize("op", [mx.nd.BatchNorm, mx.nd.contrib.BatchNormWithReLU])
@pytest.mark.parametrize("use_global_stats", [False, True])
def test_parameters_and_statistics_of_any_shape(op: Callable[..., mx.nd.NDArray], use_global_stats: bool) -> None:
    """As many numbers as channels, (1, C, 1), are taken as (C,), and stay as they are."""

    def run(shape: tuple[int, ...]) -> list[mx.nd.NDArray]:
        data, *others = _arrays()
        arrays = [data, *(array.reshape(shape) for array in others)]
        for array in arrays[:3]:
            array.attach_grad()
        with mx.autograd.record():
            out = op(*arrays, fix_gamma=False, use_global_stats=use_global_stats)
        out.backward()
        return [out, *(array.grad for array in arrays[:3]), *arrays[3:]]

    for actual, expected in zip(run((1, 3, 1)), run((3,)), strict=True):
        np.testing.assert_allclose(actual.asnumpy().reshape(expected.shape), expected.asnumpy(), rtol=1e-5, atol=1e-5)
        assert actual.shape in (DATA.shape, (1, 3, 1))


@pytest.mark.parametrize("train", [True, False])
def test_graph_takes_parameters_of_any_shape(train: bool) -> None:
    symbol = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, name="norm", eps=0.0)
    data, *others = _arrays()
    gamma, beta, mean, var = (array.reshape((1, 3, 1)) for array in others)
    aux = {"norm_moving_mean": mean, "norm_moving_var": var}
    executor = symbol.bind(mx.cpu(), {"data": data, "norm_gamma": gamma, "norm_beta": beta}, aux_states=aux)
    mean, var = (MEAN, VAR) if train else ([0.1, 0.2, 0.3], [1, 2, 3])
    mean, var, scale, offset = (np.reshape(v, (1, 3, 1)) for v in (mean, var, [2, 3, 4], [0, 1, 2]))
    actual = executor.forward(is_train=train)[0].asnumpy()
    np.testing.assert_allclose(actual, (DATA - mean) / np.sqrt(var) * scale + offset, rtol=1e-4, atol=1e-5)


def test_free_gamma_stays() -> None:
    gamma = _run(train=True, fix_gamma=False)[1]
    np.testing.assert_array_equal(gamma.asnumpy(), [2, 3, 4])
    assert gamma.grad.asnumpy().all()


def test_gradient_outside_of_training_is_that_of_a_scale() -> None:
    data = _run(train=False, fix_gamma=False)[0]
    scale = np.array([2, 3, 4]) / np.sqrt(np.array([1, 2, 3]) + 1e-3)
    np.testing.assert_allclose(data.grad.asnumpy(), DATA**2 * scale[:, None], rtol=1e-5)


def test_graph_moves_auxiliary_states() -> None:
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), name="bn", fix_gamma=False)
    assert net.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    executor = net.simple_bind(mx.cpu(), data=DATA.shape)
    executor.arg_dict["data"][:] = DATA
    executor.arg_dict["bn_gamma"][:] = 1
    executor.aux_dict["bn_moving_var"][:] = 1
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(DATA.shape))
    np.testing.assert_allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), 0.1 * MEAN, rtol=1e-5)
    np.testing.assert_allclose(executor.aux_dict["bn_moving_var"].asnumpy(), 0.9 + 0.1 * VAR, rtol=1e-5)


def test_half_precision_keeps_float32_statistics() -> None:
    data, *others = _arrays()
    data = data.astype("float16")
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.BatchNorm(data, *others, fix_gamma=False)
    out.backward()
    assert out.dtype == data.grad.dtype == np.float16
    np.testing.assert_allclose(others[2].asnumpy(), 0.9 * np.array([0.1, 0.2, 0.3]) + 0.1 * MEAN, atol=1e-3)


@pytest.mark.parametrize(("dtype", "others"), [("float16", np.float32), ("float64", np.float64)])
def test_inferred_types(dtype: str, others: type) -> None:
    args, outs, aux = mx.sym.BatchNorm(mx.sym.Variable("data"), name="bn").infer_type(data=dtype)
    assert args[1:] == aux == [others, others]
    assert outs == [np.dtype(dtype).type]


@pytest.mark.parametrize(
    ("op", "shape", "expected"),
    [
        ("BatchNorm", (2, 3, 4), [(3,), (3,)]),
        ("LayerNorm", (2, 3, 4), [(4,), (4,)]),
        ("InstanceNorm", (2, 3, 4), [(3,), (3,)]),
        ("GroupNorm", (2, 6, 4), [(2,), (2,)]),
    ],
)
def test_inferred_parameters(op: str, shape: tuple[int, ...], expected: list[tuple[int, ...]]) -> None:
    attrs = {"num_groups": 2} if op == "GroupNorm" else {}
    args, _, _ = getattr(mx.sym, op)(mx.sym.Variable("data"), **attrs).infer_shape(data=shape)
    assert args[1:] == expected


@pytest.mark.parametrize(
    ("op", "shape", "attrs"),
    [
        ("L2Normalization", (2, 3), {"mode": "channel"}),
    ],
)
def test_refusals(op: str, shape: tuple[int, ...], attrs: dict[str, object]) -> None:
    with pytest.raises(MXNetError):
        getattr(mx.nd, op)(mx.nd.ones(shape), **attrs).asnumpy()


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("op", ["BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm", "_contrib_BatchNormWithReLU"])
def test_no_samples_give_no_gradient(op: str, hybrid: bool) -> None:
    """PyTorch's kernel divides by their number, which ends the process."""
    arrays = [mx.nd.array(np.zeros((0, 3, 2), "float32")), *_arrays()[1:]]
    for array in arrays[:3]:
        array.attach_grad()
    attrs = {"use_global_stats": True, "fix_gamma": False} | ({"key": "x"} if "Sync" in op else {})
    names = ["data", "gamma", "beta", "moving_mean", "moving_var"]
    graph = getattr(mx.sym._internal, op, None) or getattr(mx.sym, op)
    with mx.autograd.record():
        if hybrid:
            out = mx.nd.CachedOp(graph(*map(mx.sym.var, names), **attrs))(*arrays)
        else:
            out = (getattr(mx.nd._internal, op, None) or getattr(mx.nd, op))(*arrays, **attrs)
    out.backward()
    assert [each.grad.asnumpy().tolist() for each in arrays[:3]] == [[], [0, 0, 0], [0, 0, 0]]


def test_a_gpus_kernel_takes_the_moving_statistics_as_if_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch's CUDA kernel reads what was saved, where that for processors computes it from the moving statistics."""
    calls, original = [], torch_compat.native_batch_norm_backward

    def spy(*args: object) -> object:
        calls.append(args)
        return original(*args)

    monkeypatch.setattr(torch_compat, "native_batch_norm_backward", spy)
    arrays = _arrays()
    arrays[0].attach_grad()
    with mx.autograd.record():
        out = mx.nd.BatchNorm(*arrays, use_global_stats=True, fix_gamma=False, eps=1e-3)
    out.backward()
    (call,) = calls
    np.testing.assert_array_equal(call[5].numpy(), arrays[3].asnumpy())
    np.testing.assert_allclose(call[6].numpy(), 1 / np.sqrt(arrays[4].asnumpy() + 1e-3), rtol=1e-6)


#: strides of an array of shape (1, 5, 1, 3): rows innermost or channels innermost, the axis of length 1 with any
STRIDES = [(15, 3, 3, 1), (15, 3, 1, 1), (15, 1, 15, 5), (15, 1, 1, 5)]


def _gradients(data: mx.nd.NDArray, head: mx.nd.NDArray) -> list[np.ndarray]:
    dtype = data.dtype
    inputs = [data, *(mx.nd.array(np.arange(1, 6), dtype=dtype) for _ in range(2))]
    for array in inputs:
        array.attach_grad()
    with mx.autograd.record():
        out = mx.nd.BatchNorm(*inputs, mx.nd.zeros(5, dtype=dtype), mx.nd.ones(5, dtype=dtype), fix_gamma=False)
    out.backward(head)
    return [array.grad.asnumpy() for array in inputs]


@pytest.mark.parametrize("head_strides", STRIDES)
@pytest.mark.parametrize("strides", STRIDES)
def test_gradients_do_not_depend_on_strides_of_axes_of_length_one(strides, head_strides) -> None:
    draw = np.random.RandomState(3)
    data, head = draw.standard_normal((2, 1, 5, 1, 3))
    laid_out = [
        mx.nd.NDArray.from_torch(torch.empty_strided(data.shape, order).copy_(torch.tensor(values)))
        for values, order in ((data, strides), (head, head_strides))
    ]
    expected = _gradients(mx.nd.array(data, dtype="float64"), mx.nd.array(head, dtype="float64"))
    for actual, value in zip(_gradients(*laid_out), expected, strict=True):
        np.testing.assert_allclose(actual, value, rtol=1e-4, atol=1e-5)


def test_small_batches_are_normalized_in_one_thread(two_threads, monkeypatch):
    threads = []
    plain = torch_compat.native_batch_norm

    def count(*args):
        threads.append(torch.get_num_threads())
        return plain(*args)

    monkeypatch.setattr(torch_compat, "native_batch_norm", count)
    x = mx.nd.random.normal(shape=(2, 3, 8, 8))
    vectors = [mx.nd.ones(3) for _ in range(4)]
    with mx.autograd.train_mode():
        result = mx.nd.BatchNorm(x, *vectors).asnumpy()
        mx.nd.BatchNorm(mx.nd.ones((64, 3, 28, 28)), *vectors)
    assert threads == ([2, 2] if PLAIN or thread_limit() is None else [1, 2])
    torch.set_num_threads(1)
    with mx.autograd.train_mode():
        assert (mx.nd.BatchNorm(x, *vectors).asnumpy() == result).all()


@pytest.mark.parametrize("hybridized", [False, True])
def test_batch_norm_of_one_axis_is_of_one_sample(hybridized):
    """Recorded from MXNet 1.9.1."""
    arrays = mx.nd.array([1, 2, 4]), mx.nd.array([1, 2, 3]), mx.nd.array([0.5, 0, 1])
    mean, var = mx.nd.array([0, 1, 2]), mx.nd.array([1, 2, 3])
    for array in arrays:
        array.attach_grad()
    names = ["data", "gamma", "beta", "mean", "var"]
    norm = mx.sym.BatchNorm(*map(mx.sym.Variable, names), axis=0, fix_gamma=False)
    call = mx.nd.CachedOp(norm) if hybridized else lambda *inputs: mx.nd.BatchNorm(*inputs, axis=0, fix_gamma=False)
    np.testing.assert_allclose(call(*arrays, mean, var).asnumpy(), [1.4995004, 1.4138602, 4.463525], rtol=1e-6)
    with mx.autograd.record():
        out = call(*arrays, mean, var)
    out.backward(mx.nd.array([1, 2, 3]))
    assert out.asnumpy().tolist() == [0.5, 0, 1]
    assert [a.grad.asnumpy().tolist() for a in arrays] == [[0, 0, 0], [0, 0, 0], [1, 2, 3]]
    np.testing.assert_allclose(mean.asnumpy(), [0.1, 1.1, 2.2], rtol=1e-6)
    np.testing.assert_allclose(var.asnumpy(), [0.9, 1.8, 2.7], rtol=1e-6)


@pytest.mark.parametrize("mode", ["instance", "channel", "spatial"])
def test_gradients_of_l2_normalization_are_differences(mode) -> None:
    draw = np.random.RandomState(5)
    data, head = (torch.from_numpy(draw.standard_normal((2, 3, 2, 2))).requires_grad_() for _ in "xh")

    def normalize(x: torch.Tensor) -> torch.Tensor:
        return OPS["L2Normalization"].call(x, mode=mode, eps=1e-3)[0]

    assert torch.autograd.gradcheck(normalize, data)
    assert torch.autograd.gradgradcheck(normalize, data, head)
