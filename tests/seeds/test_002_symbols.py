"""The memo's programs on symbols: gradients and attributes (mission rows 002.3, 002.8)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def test_gradient_of_a_symbol():  # 002.3
    a = mx.sym.Variable("a")
    b = mx.sym.Variable("b")
    c = a + b
    x = c.grad(wrt=("a"))
    assert x.list_arguments() == ["a", "b", c.name + "_0_grad"]
    assert len(x.list_outputs()) == 1
    ex2 = x.bind(
        ctx=mx.cpu(),
        args={c.name + "_0_grad": mx.nd.ones([3, 4]) * 5, "a": mx.nd.ones([3, 4]) * 2, "b": mx.nd.ones([3, 4]) * 3},
    )
    ex2.forward()
    np.testing.assert_array_equal(ex2.outputs[0].asnumpy(), np.full((3, 4), 5))


@pytest.mark.parametrize("wrt", [["a", "b"], ("b", "a")])
def test_gradients_in_the_order_asked_for(wrt):  # 002.3
    c = mx.sym.Variable("a") * mx.sym.Variable("b")
    x = c.grad(wrt=wrt)
    arrays = {c.name + "_0_grad": mx.nd.ones((2,)), "a": mx.nd.ones((2,)) * 2, "b": mx.nd.ones((2,)) * 3}
    got = dict(zip(wrt, (each.asnumpy().tolist() for each in x.bind(mx.cpu(), arrays).forward()), strict=True))
    assert got == {"a": [3, 3], "b": [2, 2]}


def network():
    data = mx.sym.Variable("data")
    weight = mx.sym.Variable("fc1_weight", lr_mult=0.0)
    net = mx.sym.FullyConnected(data, weight=weight, num_hidden=4, no_bias=True, name="fc1")
    net = mx.sym.FullyConnected(net, num_hidden=2, no_bias=True, name="fc2", attr={"lr_mult": "2.0"})
    return mx.sym.SoftmaxOutput(net, name="softmax")


def test_listing_all_attributes():  # 002.8
    listed = network().list_attr(recursive=True)
    assert listed["fc1_weight_lr_mult"] == "0.0"
    assert listed["fc2_weight_lr_mult"] == listed["fc2_lr_mult"] == "2.0"
    assert listed["fc1_num_hidden"] == "4"
    assert all(isinstance(value, str) for value in listed.values())


def test_lr_mult_is_honoured_in_training():  # 002.8
    mod = mx.mod.Module(network())
    mod.bind(data_shapes=[("data", (4, 3))], label_shapes=[("softmax_label", (4,))])
    mod.init_params(mx.init.One())
    mod.init_optimizer(optimizer_params={"learning_rate": 0.1})
    before = {name: array.asnumpy() for name, array in mod.get_params()[0].items()}
    batch = mx.io.DataBatch([mx.nd.ones((4, 3))], [mx.nd.zeros((4,))])
    mod.forward_backward(batch)
    gradient = dict(zip(mod._param_names, (each[0].asnumpy() for each in mod._exec_group.grad_arrays), strict=True))
    mod.update()
    after = {name: array.asnumpy() for name, array in mod.get_params()[0].items()}
    np.testing.assert_array_equal(after["fc1_weight"], before["fc1_weight"])
    step = 2.0 * 0.1 / 4 * gradient["fc2_weight"]
    np.testing.assert_allclose(after["fc2_weight"], before["fc2_weight"] - step, rtol=1e-6)
