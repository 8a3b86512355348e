"""MutableModule: images of varying size, gradients accumulated over several of them."""

from __future__ import annotations

import weakref

import mxnet as mx
import numpy as np
import pytest
import torch

from tests.module.nets import params_of, weighted_sum


def detector():
    """Convolution, BatchNorm, pooling to one pixel, classifier: takes images of any size."""
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), pad=(1, 1), num_filter=4, name="conv1")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, name="bn1"), act_type="relu")
    net = mx.sym.Flatten(mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg"))
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc"), name="softmax")


def trainable(net=None, kind=None, contexts=None, **kwargs):
    module = (kind or mx.mod.MutableModule)(
        detector() if net is None else net, ["data"], ["softmax_label"], context=contexts or mx.cpu(), **kwargs
    )
    module.bind([("data", (2, 3, 8, 8))], [("softmax_label", (2,))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    return module


def images(height, width, rows=2, seed=0):
    data = np.random.RandomState(seed).normal(size=(rows, 3, height, width)).astype(np.float32)
    return mx.io.DataBatch([mx.nd.array(data)], [mx.nd.array(np.arange(rows) % 3)])


SIZES = [(8, 8), (5, 9), (12, 4), (8, 8), (3, 3), (16, 16)]


def test_positional_arguments():
    logger = mx.mod.Module(weighted_sum(), label_names=None).logger
    module = mx.mod.MutableModule(weighted_sum(), ("data",), None, logger, mx.cpu(), [1], None, None, ["conv1"])
    assert module._fixed_param_names == ["conv1_weight"]
    assert module._fixed_param_prefix == ["conv1"]
    assert module._curr_module is module


@pytest.mark.parametrize(
    ("prefixes", "fixed"),
    [(None, set()), (["conv1"], {"conv1_weight", "conv1_bias"}), (["gamma", "fc_b"], {"bn1_gamma", "fc_bias"})],
)
def test_fixed_by_a_part_of_the_name(prefixes, fixed):
    module = trainable(fixed_param_prefix=prefixes)
    assert set(module._fixed_param_names) == fixed
    before = params_of(module)
    module.forward_backward(images(8, 8))
    module.update()
    after = params_of(module)
    assert all(np.array_equal(before[name], after[name]) for name in fixed)


def test_upper_bounds_are_kept_and_checked():
    shapes = {"max_data_shapes": [("data", (2, 3, 600, 1000))], "max_label_shapes": [("softmax_label", (2,))]}
    assert trainable(**shapes)._max_data_shapes[0].shape == (2, 3, 600, 1000)
    with pytest.raises(ValueError, match="max_data_shapes"):
        trainable(max_data_shapes=[("image", (2, 3, 8, 8))])


@pytest.mark.parametrize("kind", [mx.mod.MutableModule, mx.mod.Module])
@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
def test_any_size_trains_like_a_module_bound_to_it(kind, contexts):
    module = trainable(kind=kind, contexts=contexts)
    for number, (height, width) in enumerate(SIZES):
        exact = mx.mod.Module(detector(), context=contexts)
        exact.bind([("data", (2, 3, height, width))], [("softmax_label", (2,))])
        exact.init_params(arg_params=module.get_params()[0], aux_params=module.get_params()[1])
        for one in (module, exact):
            one.forward_backward(images(height, width, seed=number))
        np.testing.assert_allclose(
            module.get_outputs()[0].asnumpy(), exact.get_outputs()[0].asnumpy(), rtol=1e-5, atol=1e-7
        )
        for mine, theirs in zip(module._exec_group.grad_arrays, exact._exec_group.grad_arrays, strict=True):
            np.testing.assert_allclose(mine[0].asnumpy(), theirs[0].asnumpy(), rtol=1e-4, atol=1e-6)
        module.update()


def test_checkpoint_after_any_size_has_the_latest_weights(tmp_path):
    module = trainable()
    for number, size in enumerate(SIZES):
        module.forward_backward(images(*size, seed=number))
        module.update()
        module.save_checkpoint(str(tmp_path / "net"), number)
        saved = mx.nd.load(str(tmp_path / f"net-{number:04d}.params"))
        group = module._exec_group
        for name, arrays in zip(group.param_names, group.param_arrays, strict=True):
            np.testing.assert_array_equal(saved[f"arg:{name}"].asnumpy(), arrays[0].asnumpy())
        for name, arrays in zip(group.aux_names, group.aux_arrays, strict=True):
            np.testing.assert_array_equal(saved[f"aux:{name}"].asnumpy(), arrays[0].asnumpy())


def test_loading_and_going_on(tmp_path):
    module = trainable()
    module.forward_backward(images(5, 9))
    module.update()
    module.save_checkpoint(str(tmp_path / "net"), 2, save_optimizer_states=True)
    loaded = mx.mod.MutableModule.load(str(tmp_path / "net"), 2, load_optimizer_states=True, fixed_param_prefix=None)
    assert isinstance(loaded, mx.mod.MutableModule)
    loaded.bind([("data", (2, 3, 8, 8))], [("softmax_label", (2,))])
    loaded.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    for one in (module, loaded):
        one.forward_backward(images(12, 4))
        one.update()
    for name, value in params_of(module).items():
        np.testing.assert_array_equal(params_of(loaded)[name], value)


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
def test_accumulated_gradients_over_sizes_are_the_sum(contexts):
    accumulated, summed = trainable(contexts=contexts), trainable(contexts=contexts)
    total = None
    for number, size in enumerate(SIZES):
        accumulated.forward(images(*size, seed=number), is_train=True)
        accumulated.acc_backward()
        summed.forward_backward(images(*size, seed=number))
        now = [[grad.asnumpy() for grad in grads] for grads in summed._exec_group.grad_arrays]
        total = (
            now
            if total is None
            else [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(total, now, strict=True)]
        )
    for grads, values in zip(summed._exec_group.grad_arrays, total, strict=True):
        for grad, value in zip(grads, values, strict=True):
            grad[:] = value / 4
    summed.update()
    accumulated.acc_update(normsize=4)
    for name, value in params_of(summed).items():
        np.testing.assert_allclose(params_of(accumulated)[name], value, rtol=1e-5, atol=1e-7)


def test_accumulation_starts_again_after_an_update():
    module, single = trainable(), trainable()
    for one in (module, single):
        one.forward(images(8, 8), is_train=True)
    module.acc_backward()
    module.acc_update()
    module.forward(images(5, 9), is_train=True)
    module.acc_backward()
    module.acc_update()
    for size in ((8, 8), (5, 9)):
        single.forward_backward(images(*size))
        single.update()
    for name, value in params_of(single).items():
        np.testing.assert_allclose(params_of(module)[name], value, rtol=1e-5, atol=1e-7)


def test_nothing_accumulated_is_an_error():
    with pytest.raises(mx.MXNetError, match="acc_backward"):
        trainable().acc_update()


def test_zero_grad_forgets():
    module, fresh = trainable(), trainable()
    module.forward(images(5, 9), is_train=True)
    module.acc_backward()
    module.zero_grad()
    assert all((grad.asnumpy() == 0).all() for grads in module._exec_group.grad_arrays for grad in grads)
    for one in (module, fresh):
        one.forward(images(8, 8), is_train=True)
        one.acc_backward()
        one.acc_update()
    np.testing.assert_allclose(params_of(module)["fc_weight"], params_of(fresh)["fc_weight"], rtol=1e-6)


def test_zero_grad_with_adding_gradients():
    module = mx.mod.Module(weighted_sum(), label_names=None)
    module.bind([("data", (1, 1, 3, 3))], grad_req="add")
    module.init_params(mx.init.One())
    image = mx.io.DataBatch([mx.nd.ones((1, 1, 3, 3))], [])
    for expected in (1, 2):
        module.forward_backward(image)
        assert (module._exec_group.grad_arrays[0][0].asnumpy() == expected).all()
    module.zero_grad()
    module.forward_backward(image)
    assert (module._exec_group.grad_arrays[0][0].asnumpy() == 1).all()


def test_accumulating_with_adding_gradients():
    module = mx.mod.Module(weighted_sum(), label_names=None)
    module.bind([("data", (1, 1, 3, 3))], grad_req="add")
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 1.0})
    image = mx.io.DataBatch([mx.nd.ones((1, 1, 3, 3))], [])
    for _ in range(2):
        for _ in range(3):
            module.forward(image)
            module.acc_backward()
        module.acc_update(3)
    assert (params_of(module)["conv1_weight"] == -1).all()


class Saved:
    """What a graph keeps of one tensor for its backward pass."""

    def __init__(self, tensor):
        self.tensor = tensor


def test_no_graph_survives_a_step():
    kept = []

    def pack(tensor):
        saved = Saved(tensor)
        kept.append(weakref.ref(saved))
        return saved

    module = trainable()
    metric = mx.metric.Accuracy()
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda saved: saved.tensor):
        for size in SIZES:
            data_batch = images(*size)
            module.forward(data_batch, is_train=True)
            module.backward()
            module.update()
            module.update_metric(metric, data_batch.label)
            outputs = module.get_outputs()
            assert kept, "the network differentiates nothing"
            assert [ref for ref in kept if ref() is not None] == []
            assert all(output._t.grad_fn is None for output in outputs)
