"""Errors say where in the graph they happened, and what to do, in a few lines."""

from __future__ import annotations

import copy
import pickle
import weakref

import mxnet as mx
import pytest
from mxnet import nd
from mxnet.registry import op
from mxnet.registry.op import OPS


@pytest.fixture
def faulty():
    """An operator that fails forward where its input is negative, and backward where it is zero."""

    @op("_test_faulty")
    def faulty(data):
        if not data.is_meta and bool((data < 0).any()):
            raise ValueError("negative value\nsecond line")
        return data * 1

    @faulty.backward
    def _(p, inputs, outputs, head_grads):
        if bool((inputs[0] == 0).any()):
            raise ValueError("zero value")
        return head_grads

    yield faulty
    del OPS["_test_faulty"]


def executor_with_fault(value, **kwargs):
    x = mx.sym.var("x") * 1
    x = mx.sym.tanh(mx.sym._internal._test_faulty(x, name="middle"))
    executor = x.simple_bind(mx.cpu(), x=(2, 3), **kwargs)
    executor.arg_dict["x"][:] = value
    return executor


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("is_train", [False, True])
def test_forward_names_node_operator_and_inputs(is_train):
    with pytest.raises(mx.MXNetError) as caught:
        executor_with_fault(-1).forward(is_train=is_train)
    text = str(caught.value)
    assert text.splitlines() == [
        "node 'middle', operator _test_faulty: negative value",
        "  data: (2, 3) float32, from output 0 of '_mulscalar0'",
        "  attributes: defaults",
    ]
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize(
    "call",
    [
        lambda net: net.simple_bind(mx.cpu()),
        lambda net: net.infer_shape(**dict(zip(net.list_arguments(), [(2, 3), (5, 5)], strict=False))),
        lambda net: net.bind(mx.cpu(), [nd.ones((2, 3)), nd.ones((5, 5)), nd.ones(2)]).forward(),
        lambda net: mx.gluon.SymbolBlock(net, [mx.sym.var(name) for name in net.list_arguments()])(
            nd.ones((2, 3)), nd.ones((5, 5)), nd.ones(2)
        ),
        lambda net: mx.init.One()(mx.init.InitDesc(net.name), nd.ones(1)),
    ],
)
def test_a_name_that_is_as_long_as_a_page_is_shortened(call):
    long = "n" * 5000
    inputs = [mx.sym.var(name + long) for name in ("data", "weight", "bias")]
    with pytest.raises((mx.MXNetError, ValueError)) as caught:
        call(mx.sym.FullyConnected(*inputs, num_hidden=2, name=long))
    assert len(str(caught.value)) < 4 * 1100


@pytest.mark.usefixtures("faulty")
def test_forward_under_a_monitor():
    executor = executor_with_fault(-1)
    executor.set_monitor_callback(lambda name, array: None)
    with pytest.raises(mx.MXNetError, match="node 'middle', operator _test_faulty: negative value"):
        executor.forward()


@pytest.mark.usefixtures("faulty")
def test_backward_names_node_and_operator():
    executor = executor_with_fault(0)
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError, match="node 'middle', operator _test_faulty: backward failed: zero value"):
        executor.backward(nd.ones((2, 3)))


@pytest.mark.usefixtures("faulty")
def test_after_an_error_the_executor_works():
    executor = executor_with_fault(0)
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError):
        executor.backward(nd.ones((2, 3)))
    executor.arg_dict["x"][:] = -1
    with pytest.raises(mx.MXNetError):
        executor.forward(is_train=True)
    executor.arg_dict["x"][:] = 100
    executor.forward(is_train=True)
    executor.backward(nd.ones((2, 3)))
    assert executor.grad_dict["x"].asnumpy().tolist() == [[0] * 3] * 2


def convolution(data, filters, kernel, stride, name):
    size = {"num_filter": filters, "kernel": (kernel, kernel), "stride": (stride, stride), "pad": (kernel // 2,) * 2}
    body = mx.sym.Convolution(data, no_bias=True, name=f"{name}_conv", **size)
    return mx.sym.BatchNorm(body, fix_gamma=False, name=f"{name}_bn")


def resnet50():
    net = mx.sym.Activation(convolution(mx.sym.var("data"), 64, 7, 2, "stem"), act_type="relu")
    net = mx.sym.Pooling(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
    for stage, units in enumerate((3, 4, 6, 3), 1):
        for unit in range(1, units + 1):
            name, width, stride = f"stage{stage}_unit{unit}", 32 << stage, 2 if stage > 1 and unit == 1 else 1
            body = mx.sym.Activation(convolution(net, width, 1, stride, f"{name}_a"), act_type="relu")
            body = mx.sym.Activation(convolution(body, width, 3, 1, f"{name}_b"), act_type="relu")
            aside = convolution(net, 4 * width, 1, stride, f"{name}_aside") if unit == 1 else net
            net = mx.sym.Activation(convolution(body, 4 * width, 1, 1, f"{name}_c") + aside, act_type="relu")
    net = mx.sym.Flatten(mx.sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg"))
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=1000, name="fc"), name="softmax")


def test_a_wrong_shape_in_the_middle_of_resnet50_is_found_when_binding():
    shapes = {"data": (2, 3, 224, 224), "stage3_unit4_b_conv_weight": (256, 128, 3, 3)}
    with pytest.raises(mx.MXNetError) as caught:
        resnet50().simple_bind(mx.cpu(), **shapes)
    text = str(caught.value)
    for part in ("stage3_unit4_b_conv", "Convolution", "weight", "expected (256, 256, 3, 3)", "got (256, 128, 3, 3)"):
        assert part in text
    assert len(text.splitlines()) < 12


def test_a_shape_changed_behind_our_back_is_found_when_running():
    net = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True, name="fc")
    executor = net.simple_bind(mx.cpu(), x=(2, 4))
    executor.arg_dict["w"]._t = executor.arg_dict["w"]._t[:, :3]
    with pytest.raises(mx.MXNetError) as caught:
        executor.forward()
    assert "node 'fc', operator FullyConnected" in str(caught.value)
    assert "weight: (3, 3) float32, expected (3, 4), from variable 'w'" in str(caught.value)


def test_many_inputs_are_not_all_listed():
    parts = [mx.sym.var(f"x{i}") for i in range(50)]
    executor = mx.sym.concat(*parts, dim=0, name="all").simple_bind(mx.cpu(), **{f"x{i}": (1, 2) for i in range(50)})
    executor.arg_dict["x30"]._t = executor.arg_dict["x30"]._t[:, :1]
    with pytest.raises(mx.MXNetError) as caught:
        executor.forward()
    assert "and 44 more inputs" in str(caught.value)
    assert len(str(caught.value).splitlines()) < 12


def test_running_out_of_memory_gives_back_what_the_run_held():
    seen = []

    @op("_test_greedy")
    def greedy(data):
        if data.is_meta:
            return data * 1
        seen.append(weakref.ref(data))
        if len(seen) == 2:
            raise MemoryError("no more")
        return data * 1

    try:
        net = mx.sym.var("x") * 2
        for name in ("first", "second"):
            net = mx.sym._internal._test_greedy(net, name=name) * 2
        executor = net.simple_bind(mx.cpu(), x=(2,))
        for is_train in (False, True):
            seen.clear()
            with pytest.raises(mx.MXNetError, match="node 'second', operator _test_greedy: no more") as caught:
                executor.forward(is_train=is_train)
            assert caught.value.__cause__ is not None
            assert [item() for item in seen] == [None, None]
    finally:
        del OPS["_test_greedy"]


def test_an_output_larger_than_memory_is_named():
    x = mx.sym.var("x")
    executor = mx.sym.broadcast_to(x, shape=(2, 2**50), name="wide").simple_bind(mx.cpu(), x=(1, 1))
    with pytest.raises(mx.MXNetError, match="output 'wide_output': there is not enough memory"):
        executor.forward()


@pytest.mark.parametrize("call", [pickle.dumps, copy.copy, copy.deepcopy])
def test_an_executor_is_not_copied(call):
    executor = mx.sym.Variable("x").simple_bind(mx.cpu(), x=(2,))
    with pytest.raises(ValueError, match="an Executor cannot be pickled or copied"):
        call(executor)


def test_an_operators_own_error_in_a_backward_pass_is_not_its_own_cause():
    image = mx.sym.image.resize(mx.sym.var("x"), size=2)
    executor = image.bind(mx.cpu(), {"x": nd.ones((4, 4, 3))}, args_grad={"x": nd.zeros((4, 4, 3))})
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError, match="_image_resize has no gradient") as caught:
        executor.backward(nd.ones((2, 2, 3)))
    assert caught.value.__cause__ is not caught.value
