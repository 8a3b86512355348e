"""Executors on a GPU, and over a CPU and a GPU."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(mx.context.num_gpus() == 0, reason="needs a GPU that PyTorch can use")

CPU, GPU = mx.cpu(0), mx.gpu(0)


def network():
    with mx.AttrScope(ctx_group="low"):
        net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1")
        net = mx.sym.Activation(net, act_type="relu", name="relu1")
    with mx.AttrScope(ctx_group="high"):
        return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")


def gradients(ctx, group2ctx=None):
    executor = network().simple_bind(ctx, group2ctx=group2ctx, data=(4, 5))
    rng = np.random.RandomState(0)
    for name in sorted(executor.arg_dict):
        executor.arg_dict[name][:] = rng.uniform(-1, 1, executor.arg_dict[name].shape)
    executor.forward(is_train=True, softmax_label=np.array([0, 1, 2, 1]))
    executor.backward()
    return executor, {name: grad.asnumpy() for name, grad in executor.grad_dict.items()}


@pytest.mark.parametrize(
    ("ctx", "group2ctx", "high"),
    [(GPU, None, GPU), (CPU, {"low": CPU, "high": GPU}, GPU), (GPU, {"low": GPU, "high": CPU}, CPU)],
    ids=["gpu", "cpu below gpu", "gpu below cpu"],
)
def test_gradients_are_those_of_the_cpu(ctx, group2ctx, high):
    _, expected = gradients(CPU)
    executor, got = gradients(ctx, group2ctx)
    assert executor.outputs[0].context == high
    assert executor.grad_dict["fc2_weight"].context == high
    for name, value in expected.items():
        np.testing.assert_allclose(got[name], value, rtol=1e-4, atol=1e-5)
