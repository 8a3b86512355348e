"""Splitting batches over devices, binding executors that share arrays, and training with them."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.executor_manager import _bind_exec, _check_arguments, _split_input_slice

#: Batch size, loads, and where MXNet 1.9.1 ends the devices' parts.
SPLITS = [
    (10, [1, 1], [5, 10]),
    (10, [1, 2], [3, 10]),
    (7, [1, 1, 1], [2, 4, 7]),
    (10, [0.5, 1.5], [2, 10]),
    (3, [1, 1], [2, 3]),
    (9, [1, 1, 1, 1], [2, 4, 6, 9]),
    (100, [1, 2, 3.3], [16, 48, 100]),
    (10, [1] * 7, [1, 2, 3, 4, 5, 6, 10]),
    (7, [1] * 4, [2, 4, 6, 7]),
]


@pytest.mark.parametrize(("size", "loads", "ends"), SPLITS)
def test_parts_follow_the_loads(size, loads, ends):
    parts = _split_input_slice(size, loads)
    assert [part.stop for part in parts] == ends
    assert [part.start for part in parts] == [0, *ends[:-1]]


@pytest.mark.parametrize(("size", "loads"), [(2, [1, 1, 1]), (4, [1, 100])])
def test_a_device_without_work_is_an_error(size, loads):
    with pytest.raises(ValueError):
        _split_input_slice(size, loads)


def test_a_sound_network_passes():
    assert _check_arguments(mx.sym.FullyConnected(mx.sym.Variable("a"), num_hidden=2, name="f")) is None


@pytest.mark.parametrize("loads", [[1], [1, 1, 1]])
def test_there_is_one_load_for_each_device(loads):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="f")
    data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), None, 4)
    with pytest.raises(AssertionError):
        mx.executor_manager.DataParallelExecutorManager(
            net, [mx.cpu(0), mx.cpu(1)], data, net.list_arguments(), ["f_weight", "f_bias"], [], loads
        )


PARAMS = ["fc_weight", "fc_bias", "bn_gamma", "bn_beta"]


def network():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(net, name="bn"), name="softmax")


def bound(batch, **kwargs):
    return _bind_exec(network(), mx.cpu(), {"data": (batch, 5), "softmax_label": (batch,)}, PARAMS, **kwargs)


@pytest.mark.parametrize(
    ("need", "names"), [(True, PARAMS), ({"data", "fc_weight"}, ["fc_weight"]), (False, []), (set(), [])]
)
def test_parameters_alone_get_gradients(need, names):
    exe = bound(4, need_grad=need)
    given = exe.grad_arrays or [None] * len(exe.arg_arrays)
    found = zip(network().list_arguments(), given, strict=True)
    assert [name for name, grad in found if grad is not None] == names


def test_which_gradients_is_a_boolean_or_a_set():
    with pytest.raises(AssertionError, match="need_grad"):
        bound(4, need_grad=["data"])


def test_a_base_lends_parameters_gradients_and_states():
    base = bound(4, need_grad=True)
    exe = bound(2, need_grad=True, base_exec=base)
    base.arg_dict["fc_weight"][:] = 7
    base.grad_dict["fc_bias"][:] = 5
    base.aux_dict["bn_moving_mean"][:] = 3
    assert exe.arg_dict["fc_weight"].asnumpy().min() == 7
    assert exe.grad_dict["fc_bias"].asnumpy().min() == 5
    assert exe.aux_dict["bn_moving_mean"].asnumpy().min() == 3
    assert exe.arg_dict["data"].shape == (2, 5)


@pytest.mark.parametrize("batch", [4, 2])
def test_inputs_lie_in_shared_memory(batch):
    shared = {}
    bound(4, shared_data_arrays=shared)
    assert sorted(shared) == ["data", "softmax_label"]
    exe = bound(batch, shared_data_arrays=shared)
    shared["data"][:] = 2
    assert exe.arg_dict["data"].asnumpy().tolist() == [[2] * 5] * batch


def test_larger_inputs_take_the_place_of_smaller_ones(caplog):
    shared = {}
    bound(2, shared_data_arrays=shared)
    exe = bound(3, shared_data_arrays=shared)
    shared["data"][:] = 2
    assert exe.arg_dict["data"].asnumpy().tolist() == [[2] * 5] * 3
    assert "data: the shape (3, 5) needs more memory than that of (2, 5)" in caplog.text


def test_input_types():
    exe = bound(4, input_types={"data": np.float16})
    assert exe.arg_dict["fc_weight"].dtype == np.float16
    assert exe.arg_dict["bn_gamma"].dtype == np.float32


def test_training_by_the_function_under_FeedForward():
    """Solvers of old detectors call it with their own optimizers and metrics."""
    draw = np.random.RandomState(0)
    x = draw.rand(40, 5).astype("f")
    data = mx.io.NDArrayIter(x, (x[:, 0] > 0.5).astype("f"), 10)
    net = network()
    shapes, _, states = net.infer_shape(data=(10, 5))
    args = {n: mx.nd.array(draw.rand(*s)) for n, s in zip(net.list_arguments(), shapes, strict=True) if n in PARAMS}
    aux = {n: mx.nd.ones(s) for n, s in zip(net.list_auxiliary_states(), states, strict=True)}
    before, seen = args["fc_weight"].asnumpy(), []
    mx.model._train_multi_device(
        net, [mx.cpu()], net.list_arguments(), PARAMS, net.list_auxiliary_states(), args, aux,
        begin_epoch=0, end_epoch=3, epoch_size=None, optimizer=mx.optimizer.create("sgd", rescale_grad=0.1),
        train_data=data, eval_metric=mx.metric.create("acc"), kvstore=None, update_on_kvstore=False,
        epoch_end_callback=lambda epoch, *_: seen.append(epoch),
    )  # fmt: skip
    assert seen == [0, 1, 2]
    assert not np.array_equal(args["fc_weight"].asnumpy(), before)


@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("devices", [1, 2])
def test_batches_of_another_size_are_refused(size, devices):
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2), name="softmax")
    train, evaluated = (mx.io.NDArrayIter(np.ones((count, 3)), np.zeros(count), count) for count in (6, size))
    model = mx.model.FeedForward(net, ctx=[mx.cpu(i) for i in range(devices)], num_epoch=1)
    with pytest.raises(AssertionError, match=f"Batch size miss match. Expected 6, got {size}"):
        model.fit(train, eval_data=evaluated)
