"""What ``Symbol.simple_bind`` allocates and shares (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd


def dense():
    return mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=3, no_bias=True, name="fc")


def bind(**kwargs):
    kwargs = {"x": (2, 4), **kwargs}
    return dense().simple_bind(mx.cpu(), **kwargs)


def test_shapes_follow_and_arrays_start_at_zero():
    executor = bind()
    assert {name: a.shape for name, a in executor.arg_dict.items()} == {"x": (2, 4), "w": (3, 4)}
    assert {name: a.shape for name, a in executor.grad_dict.items()} == {"x": (2, 4), "w": (3, 4)}
    assert all(not a.asnumpy().any() for a in [*executor.arg_arrays, *executor.grad_arrays])


def test_parameters_have_the_shapes_of_the_memo():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=5, name="fc1")
    executor = net.simple_bind(ctx=mx.cpu(), data=(3, 7))
    shapes = {name: a.shape for name, a in zip(net.list_arguments(), executor.arg_arrays)}  # noqa: B905
    assert shapes == {"data": (3, 7), "fc1_weight": (5, 7), "fc1_bias": (5,)}


def test_context():
    executor = dense().simple_bind(mx.cpu(1), x=(2, 4))
    assert {a.context for a in [*executor.arg_arrays, *executor.grad_arrays, *executor.outputs]} == {mx.cpu(1)}


@pytest.mark.parametrize("kwargs", [{"q": (3, 5)}, {"w": None}], ids=["unknown name", "None"])
def test_shapes_that_say_nothing(kwargs):
    assert bind(**kwargs).arg_dict["w"].shape == (3, 4)


BAD = {
    "no shape": {"x": None},
    "one length unknown": {"x": (0, 4)},
    "contradiction": {"w": (3, 5)},
    "a list": {"x": [2, 4]},
    "a number": {"x": 4},
    "types contradict": {"type_dict": {"x": "float64", "w": "float32"}},
    "types open": {"type_dict": {"q": "float64"}},
    "short grad_req": {"grad_req": ["null"]},
    "empty grad_req": {"grad_req": []},
    "empty grad_req dict": {"grad_req": {}},
    "grad_req": {"grad_req": "foo"},
    "grad_req in dict": {"grad_req": {"w": "foo"}},
}


@pytest.mark.parametrize("case", BAD)
def test_refused(case):
    with pytest.raises(RuntimeError):
        bind(**BAD[case])


def test_an_error_shows_what_was_given():
    with pytest.raises(RuntimeError, match=r"simple_bind error. Arguments:\nx: \(2, 4\)\nw: \(3, 5\)"):
        bind(w=(3, 5))


def test_unknown_data_type():
    with pytest.raises(TypeError):
        bind(type_dict={"x": "foo"})


def test_a_data_type_of_none_is_numpys():
    assert {a.dtype for a in bind(type_dict={"x": None}).arg_arrays} == {np.float64}


@pytest.mark.parametrize("shape", [(2**60,), (2**62, 8)])
def test_memory_that_there_is_not(shape):
    with pytest.raises(mx.base.MXNetError, match="simple_bind error"):
        (mx.sym.Variable("x") + 1).simple_bind(mx.cpu(), x=shape)


@pytest.mark.parametrize("dtype", ["float64", np.float64, "float16"])
def test_types_spread(dtype):
    executor = bind(type_dict={"x": dtype})
    assert {a.dtype for a in [*executor.arg_arrays, *executor.grad_arrays, *executor.outputs]} == {np.dtype(dtype).type}


def test_a_variables_own_shape_and_type():
    executor = (mx.sym.var("v", shape=(2, 3), dtype="float64") * 2).simple_bind(mx.cpu())
    assert (executor.arg_dict["v"].shape, executor.arg_dict["v"].dtype) == ((2, 3), np.float64)


def test_a_typed_variable_and_untyped_weights_contradict():
    with pytest.raises(RuntimeError):
        mx.sym.FullyConnected(mx.sym.var("v", dtype="float64"), num_hidden=2).simple_bind(mx.cpu(), v=(2, 3))


REQS = {
    "null": ("null", [None, None]),
    "add": ("add", [(2, 4), (3, 4)]),
    "list": (["null", "write"], [None, (3, 4)]),
    "dict": ({"w": "write"}, [None, (3, 4)]),
    "dict with more names": ({"w": "write", "q": "write"}, [None, (3, 4)]),
    "None": (None, [None, None]),
}


@pytest.mark.parametrize("case", REQS)
def test_gradient_requests(case):
    grad_req, expected = REQS[case]
    executor = bind(grad_req=grad_req)
    assert [None if g is None else g.shape for g in executor.grad_arrays] == expected
    assert list(executor.grad_dict) == ["x", "w"]


def test_gradient_requests_as_tuple():
    with pytest.raises(TypeError):
        bind(grad_req=("null", "write"))


# -- sharing ------------------------------------------------------------------------------------------------------


def test_without_a_buffer_nothing_is_shared():
    first = bind()
    first.arg_dict["w"][:] = 5
    assert not bind(shared_exec=first, shared_arg_names=["w"]).arg_dict["w"].asnumpy().any()


def test_parameters_are_those_of_the_shared_executor():
    first = bind()
    second = bind(x=(1, 4), shared_exec=first, shared_arg_names=["w"], shared_buffer={})
    second.arg_dict["w"][:] = 6
    second.grad_dict["w"][:] = 9
    second.arg_dict["x"][:] = 8
    assert first.arg_dict["w"].asnumpy()[0, 0] == 6
    assert first.grad_dict["w"].asnumpy()[0, 0] == 9
    assert first.arg_dict["x"].asnumpy()[0, 0] == 0


def test_auxiliary_states_are_those_of_the_shared_executor():
    net = mx.sym.BatchNorm(mx.sym.var("x"), name="bn")
    first = net.simple_bind(mx.cpu(), x=(2, 4))
    second = net.simple_bind(mx.cpu(), x=(1, 4), shared_exec=first, shared_arg_names=[], shared_buffer={})
    second.aux_arrays[0][:] = 5
    assert first.aux_arrays[0].asnumpy().tolist() == [5] * 4


def test_what_is_shared_must_fit():
    first = bind()
    for other in ({"x": (2, 5)}, {"type_dict": {"x": "float64"}}):
        with pytest.raises(RuntimeError):
            bind(shared_exec=first, shared_arg_names=["w"], shared_buffer={}, **other)


@pytest.mark.parametrize("layer", ["FullyConnected", "BatchNorm"])
def test_what_the_shared_executor_lacks_cannot_be_shared(layer):
    x = mx.sym.var("x")
    other = mx.sym.BatchNorm(x, name="n") if layer == "BatchNorm" else mx.sym.FullyConnected(x, num_hidden=2, name="n")
    names = [name for name in other.list_arguments() if name != "x"]
    with pytest.raises(RuntimeError, match=r"n_gamma|n_weight"):
        other.simple_bind(mx.cpu(), x=(2, 4), shared_exec=bind(), shared_arg_names=names, shared_buffer={})
    with pytest.raises(RuntimeError):  # states are shared whatever the names are, as in 1.9.1
        other.simple_bind(mx.cpu(), x=(2, 4), shared_exec=bind(), shared_arg_names=["n_weight"], shared_buffer={})


def test_the_buffer_holds_the_largest_inputs():
    buffer = {}
    first = bind(shared_arg_names=["w"], shared_buffer=buffer)
    second = bind(x=(1, 4), shared_arg_names=["w"], shared_buffer=buffer)
    first.arg_dict["x"][:] = 3
    assert second.arg_dict["x"].asnumpy().tolist() == [[3] * 4]
    assert {name: a.shape for name, a in buffer.items()} == {"x": (2, 4), "grad of x": (2, 4)}
    bind(x=(5, 4), shared_arg_names=["w"], shared_buffer=buffer)
    assert {name: a.shape for name, a in buffer.items()} == {"x": (5, 4), "grad of x": (5, 4)}


def test_a_buffer_of_the_users():
    buffer = {"x": nd.ones((100,))}
    bind(shared_arg_names=["w"], shared_buffer=buffer).arg_dict["x"][:] = 4
    assert buffer["x"].asnumpy()[:10].tolist() == [4] * 8 + [1] * 2
    with pytest.raises(RuntimeError):
        bind(shared_arg_names=["w"], shared_buffer={"x": nd.ones((100,), dtype="float64")})


def test_the_buffer_is_a_dict():
    with pytest.raises(ValueError, match="shared_buffer"):
        bind(shared_buffer=[])


# -- operators without gradient -------------------------------------------------------------------------------------


def taken():
    return mx.sym.batch_take(mx.sym.var("x"), mx.sym.var("index"))


@pytest.mark.parametrize(
    "make", [lambda y: y, lambda y: y * 2, mx.sym.MakeLoss], ids=["head", "inside", "below a loss"]
)
def test_operators_without_gradient_are_refused_where_one_is_asked_for(make):
    with pytest.raises(RuntimeError, match="batch_take is non-differentiable"):
        make(taken()).simple_bind(mx.cpu(), x=(3, 3), index=(3,), type_dict={"x": "float32", "index": "int32"})


@pytest.mark.parametrize(("make", "grad_req"), [(mx.sym.BlockGrad, "write"), (mx.sym.identity, "null")])
def test_operators_without_gradient_are_taken_where_none_is(make, grad_req):
    kinds = {"x": "float32", "index": "int32"}
    executor = make(taken()).simple_bind(mx.cpu(), x=(3, 3), index=(3,), type_dict=kinds, grad_req=grad_req)
    assert executor.forward(is_train=True)[0].shape == (3,)
