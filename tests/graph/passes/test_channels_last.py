"""Channels innermost inside of graphs with convolutions: the numbers and the outputs' order stay."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.graph.passes.channels_last import to_channels_last
from mxnet.kernels import conv
from mxnet.kernels.choice import EVERY


def network():
    net = mx.sym.Variable("data")
    net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=4, name="conv1")
    net = mx.sym.Activation(mx.sym.BatchNorm(net, fix_gamma=False, name="bn1"), act_type="relu")
    return mx.sym.Convolution(net, kernel=(2, 2), num_filter=3, no_bias=True, name="conv2")


def run(channels, monitored=None, images=2):
    rng = np.random.RandomState(0)
    executor = network().simple_bind(mx.cpu(), data=(images, channels, 5, 6))
    for name, array in executor.arg_dict.items():
        array[:] = rng.uniform(-1, 1, array.shape) + (name == "bn1_gamma")
    executor.aux_dict["bn1_moving_var"][:] = 1
    if monitored is not None:
        executor.set_monitor_callback(lambda name, array: monitored.update({str(name): array}))
    executor.forward(is_train=True)
    executor.backward([mx.nd.array(rng.uniform(-1, 1, executor.outputs[0].shape))])
    return executor


def reference(channels):
    """The same network written with MXNet's own operators on arrays, which keep the usual order."""
    executor = run(channels)
    args = {name: array.copy() for name, array in executor.arg_dict.items()}
    for array in args.values():
        array.attach_grad()
    states = [mx.nd.zeros((4,)), mx.nd.ones((4,))]
    rng = np.random.RandomState(0)
    for array in args.values():
        rng.uniform(-1, 1, array.shape)
    with mx.autograd.record():
        net = mx.nd.Convolution(
            args["data"], args["conv1_weight"], args["conv1_bias"], kernel=(3, 3), pad=(1, 1), num_filter=4
        )
        net = mx.nd.BatchNorm(net, args["bn1_gamma"], args["bn1_beta"], *states, fix_gamma=False)
        net = mx.nd.Convolution(mx.nd.relu(net), args["conv2_weight"], kernel=(2, 2), num_filter=3, no_bias=True)
    net.backward(mx.nd.array(rng.uniform(-1, 1, net.shape)))
    return executor, net, {name: array.grad for name, array in args.items()}


@pytest.mark.parametrize("channels", [1, 3])
def test_the_numbers_are_those_of_the_usual_order(channels):
    executor, output, gradients = reference(channels)
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), output.asnumpy(), rtol=1e-4, atol=1e-5)
    for name, gradient in gradients.items():
        got = executor.grad_dict[name].asnumpy()
        np.testing.assert_allclose(got, gradient.asnumpy(), rtol=1e-3, atol=1e-4, err_msg=name)


def test_channels_are_innermost_between_the_operators_only():
    seen = {}
    executor = run(3, seen)
    assert seen["bn1_output"]._t.stride(1) == 1
    assert executor.outputs[0]._t.is_contiguous()
    assert all(g._t.is_contiguous() for g in executor.grad_arrays if g is not None)


@pytest.mark.parametrize("shape", [(2, 1, 5, 6), (2, 3, 5, 6), (1, 3, 1, 1)])
def test_values_and_shape_stay(shape, monkeypatch):
    monkeypatch.setattr(conv, "ONE_IMAGE", range(0))
    data = torch.arange(float(np.prod(shape))).reshape(shape)
    ordered = to_channels_last(data)
    assert torch.equal(ordered, data)
    assert ordered.stride(1) == 1


def test_other_ranks_pass_as_they_are():
    data = torch.ones(2, 3, 4)
    assert to_channels_last(data) is data


def test_a_small_image_stays_as_it_is_where_that_is_faster(monkeypatch):
    monkeypatch.setattr(conv, "ONE_IMAGE", range(100))
    image, large, several = torch.ones(1, 3, 5, 6), torch.ones(1, 4, 5, 6), torch.ones(2, 3, 2, 2)
    assert to_channels_last(image) is image
    assert all(to_channels_last(data).stride(1) == 1 for data in (large, several, image.double()))


def test_gradients_of_a_small_image_are_those_of_channels_last(monkeypatch):
    found = []
    for run_as_is in (EVERY, range(0)):
        monkeypatch.setattr(conv, "ONE_IMAGE", run_as_is)
        executor = run(3, images=1)
        found.append([a.asnumpy() for a in [*executor.outputs, *executor.grad_arrays] if a is not None])
    for ours, plain in zip(*found, strict=True):
        np.testing.assert_allclose(ours, plain, rtol=1e-4, atol=1e-5)
