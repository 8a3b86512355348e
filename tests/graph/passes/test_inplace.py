"""Work in place inside of training graphs: less memory, and nobody can tell."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.graph.codegen import LoweredModule
from mxnet.graph.lower import lower
from mxnet.graph.passes import apply, enabled


def lowered(out, is_train=True):
    """Return the lowered graph of a symbol."""
    nodes = list({id(e.node): e.node for e in out.get_internals().handle}.values())
    result = lower(nodes, out.handle, out.list_inputs(), is_train, lambda _: torch.device("cpu"))
    apply(enabled("train" if is_train else "infer"), result)
    return LoweredModule(result.graph)


def in_place(module):
    """Return the names of the nodes that work in place."""
    return [call.node.name for call in module.graph.nodes if "inplace" in call.marks]


def block(data, name):
    """Return convolution and normalization."""
    out = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=4, no_bias=True, name=name)
    return mx.sym.BatchNorm(out, fix_gamma=False, name=f"{name}_norm")


def residual():
    """Return a residual unit: both of its rectifiers and its sum have an operand to themselves."""
    first = mx.sym.relu(block(mx.sym.var("data"), "a"), name="first")
    total = mx.sym.elemwise_add(first, block(first, "b"), name="total")
    return mx.sym.Activation(total, act_type="relu", name="last")


def test_rectifiers_and_sums_write_over_what_is_theirs_alone():
    assert in_place(lowered(residual())) == ["first", "total", "last"]


def test_inference_is_left_to_its_own_passes():
    assert in_place(lowered(residual(), is_train=False)) == []


@pytest.mark.parametrize(
    "make",
    [
        lambda x: mx.sym.Group([mx.sym.relu(x), x]),  # an output
        lambda x: mx.sym.relu(x) + x,  # used twice
        lambda x: mx.sym.relu(mx.sym.tanh(x)),  # the gradient of tanh looks at its result
        lambda x: mx.sym.relu(mx.sym.Reshape(x, shape=(-1,))),  # a view
        lambda x: mx.sym.elemwise_add(x, x),
        lambda x: mx.sym.relu(mx.sym.var("data")),  # the user's
    ],
)
def test_what_someone_else_needs_stays(make):
    assert in_place(lowered(make(block(mx.sym.var("data"), "a")))) == []


def trained(out, monitor=None):
    """Return outputs and gradients of one step."""
    mx.random.seed(3)
    executor = out.simple_bind(mx.cpu(), data=(2, 3, 5, 5), grad_req="write")
    for name, array in executor.arg_dict.items():
        array[:] = mx.nd.array(np.random.RandomState(len(name)).randn(*array.shape))
    if monitor is not None:
        executor.set_monitor_callback(monitor, True)
    outputs = executor.forward(is_train=True)
    executor.backward(mx.nd.ones(outputs[0].shape))
    return [outputs[0].asnumpy()] + [executor.grad_dict[name].asnumpy() for name in sorted(executor.grad_dict)]


def test_numbers_stay_and_a_monitor_sees_every_value_as_it_was():
    seen = {}

    def watch(name, array):
        seen[name] = array

    plain = trained(residual(), watch)
    for ours, theirs in zip(trained(residual()), plain, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    total = seen["total_output"].asnumpy()
    assert (total < 0).any()
    np.testing.assert_array_equal(plain[0], np.maximum(total, 0))


def test_gradient_of_a_gradient_through_work_in_place():
    net = mx.gluon.SymbolBlock(
        mx.sym.relu(mx.sym.Convolution(mx.sym.var("x"), kernel=(1, 1), num_filter=2, no_bias=True, name="c")),
        mx.sym.var("x"),
    )
    net.initialize(mx.init.One())
    x = mx.nd.array(np.arange(-4, 4).reshape(1, 2, 2, 2))
    x.attach_grad()
    with mx.autograd.record():
        y = net(x) ** 3
        slope = mx.autograd.grad(y, x, create_graph=True, retain_graph=True)[0]
    slope.backward()
    total = x.asnumpy().sum(1, keepdims=True)
    # y has two equal channels r**3 of r = max(x0 + x1, 0): slope 6 r**2, the slope of the sum of both slopes 24 r
    np.testing.assert_allclose(x.grad.asnumpy(), np.broadcast_to(24 * np.maximum(total, 0), x.shape), rtol=1e-5)
