"""``_CachedOp``: a graph as one node of another, held as JSON in its attribute ``subgraph``. Recorded from 1.9.1."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd


def called(graph, *inputs, **given):
    return mx.sym._internal._CachedOp(*inputs, subgraph=graph.tojson(), **given)


def product(**given):
    a, b = mx.sym.var("a"), mx.sym.var("b")
    return called(a * b, mx.sym.var("x"), mx.sym.var("y"), **given)


def normalized():
    graph = mx.sym.BatchNorm(mx.sym.var("data"), name="bn", fix_gamma=False, output_mean_var=True)
    return graph, called(graph, *map(mx.sym.var, graph.list_inputs()), name="call")


def test_names_of_arguments_and_outputs():
    symbol = product(name="call")
    assert symbol.list_arguments() == ["x", "y"]
    assert [name.rstrip("0123456789") for name in symbol.list_outputs()[0].split("__")] == ["call", "mul0_output"]


def test_states_and_outputs():
    _, symbol = normalized()
    assert symbol.list_arguments() == ["data", "bn_gamma", "bn_beta"]
    assert symbol.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert symbol.list_outputs() == ["call_bn_output", "call_bn_mean", "call_bn_var"]
    assert symbol.infer_shape(data=(2, 3)) == ([(2, 3), (3,), (3,)], [(2, 3), (3,), (3,)], [(3,), (3,)])


def test_missing_inputs_are_variables():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    assert called(a * b, mx.sym.var("x"), name="call").list_arguments() == ["x", "call_b"]


def test_a_saved_call_computes_the_same():
    symbol = mx.sym.load_json((product() * 2).tojson())
    assert symbol.eval(x=nd.array([2.0]), y=nd.array([3.0]))[0].asscalar() == 12


@pytest.mark.parametrize("text", ["nonsense", "{}", '{"nodes": [], "heads": []}'])
def test_no_graph(text):
    with pytest.raises(mx.MXNetError, match="the graph inside"):
        mx.sym._internal._CachedOp(mx.sym.var("x"), subgraph=text)


def test_no_text():
    with pytest.raises(mx.MXNetError, match="subgraph"):
        mx.sym._internal._CachedOp(mx.sym.var("x"))


def test_gradients_and_states_are_those_of_the_graph():
    result = []
    for symbol in normalized():
        arguments = {"data": nd.array([[1, 2, 4], [3, 0, 5.0]]), "bn_gamma": nd.ones(3) * 2, "bn_beta": nd.ones(3)}
        grads = {name: nd.zeros_like(item) for name, item in arguments.items()}
        states = {"bn_moving_mean": nd.zeros(3), "bn_moving_var": nd.ones(3)}
        executor = symbol.bind(mx.cpu(), arguments, grads, aux_states=states)
        executor.forward(is_train=True)
        executor.backward([nd.array([[1, 2, 3], [0, 1, 5.0]]), nd.zeros(3), nd.zeros(3)])
        result.append([item.asnumpy() for item in (executor.outputs[0], *grads.values(), *states.values())])
    assert not np.allclose(result[0][-1], 1)
    for plain, inside in zip(*result, strict=True):
        np.testing.assert_allclose(inside, plain, rtol=1e-6, atol=1e-6)
