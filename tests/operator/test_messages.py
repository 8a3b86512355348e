"""What remx says where a program's own operator fails, and what it keeps apart."""

import gc

import mxnet as mx
import pytest
from mxnet import autograd, nd
from mxnet.base import MXNetError


def define(name, **methods):
    """Register an operator whose class has these methods."""
    cls = type("Op", (mx.operator.CustomOp,), methods)
    prop = type("Prop", (mx.operator.CustomOpProp,), {"create_operator": lambda self, *args: cls()})
    mx.operator.register(name)(prop)


def boom(*args, **kwargs):
    raise KeyError("weights")


def test_forward_is_blamed():
    define("test_blamed", forward=boom)
    with pytest.raises(MXNetError, match=r"CustomOp.forward of test_blamed: KeyError: 'weights'") as raised:
        nd.Custom(nd.ones(1), op_type="test_blamed")
    assert isinstance(raised.value.__cause__, KeyError)


def test_the_node_is_named():
    define("test_blamed", forward=boom)
    net = mx.sym.Custom(mx.sym.Variable("x"), op_type="test_blamed", name="mine")
    with pytest.raises(MXNetError, match=r"node 'mine', operator Custom: Error in CustomOp.forward of test_blamed"):
        net.bind(mx.cpu(), {"x": nd.ones(1)}).forward()


def test_backward_is_blamed():
    define("test_blamed", backward=boom)
    x = nd.ones(1)
    x.attach_grad()
    with autograd.record():
        y = nd.Custom(x, op_type="test_blamed")
    with pytest.raises(MXNetError, match=r"CustomOp.backward of test_blamed: KeyError"):
        y.backward()


def test_the_constructor_is_blamed():
    class Prop(mx.operator.CustomOpProp):
        def __init__(self, size):
            super().__init__()

    mx.operator.register("test_sized")(Prop)
    with pytest.raises(MXNetError, match=r"constructor of custom operator test_sized: TypeError"):
        nd.Custom(nd.ones(1), op_type="test_sized")
    assert nd.Custom(nd.ones(1), op_type="test_sized", size=3).shape == (1,)


def test_hidden_attributes_are_for_those_who_ask():
    taken = []

    class Prop(mx.operator.CustomOpProp):
        def __init__(self, **kwargs):
            super().__init__()
            taken.append(kwargs)

    mx.operator.register("test_open")(Prop)
    define("test_closed")
    with mx.AttrScope(ctx_group="dev1"):
        mx.sym.Custom(mx.sym.Variable("x"), op_type="test_closed")
        mx.sym.Custom(mx.sym.Variable("x"), op_type="test_open", a=1)
    assert taken == [{"a": "1", "__ctx_group__": "dev1"}]


def test_an_executor_keeps_its_operator():
    result = []

    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            result.append(in_shapes)
            return mx.operator.CustomOp()

    mx.operator.register("test_kept")(Prop)
    net = mx.sym.Custom(mx.sym.Variable("x"), op_type="test_kept")
    executor = net.bind(mx.cpu(), {"x": nd.ones(1)}, {"x": nd.ones(1)})
    for _ in range(3):
        executor.forward(is_train=True)
        executor.backward(nd.ones(1))
        executor.forward()
    gc.collect()
    assert result == [[[1]]]


def test_types_are_the_first_arguments_unless_said():
    class Prop(mx.operator.CustomOpProp):
        def list_arguments(self):
            return ["data", "weight"]

    mx.operator.register("test_typed")(Prop)
    net = mx.sym.Custom(mx.sym.Variable("x"), op_type="test_typed")
    assert [item.__name__ for item in net.infer_type(x="float64")[0]] == ["float64", "float64"]
