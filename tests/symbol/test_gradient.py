"""The gradient of a symbol as a symbol. (Declared in MXNet, and not implemented in any release since 0.9.)"""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")


def value(symbol, **arrays):
    return [item.asnumpy() for item in symbol.eval(**{k: mx.nd.array(v) for k, v in arrays.items()})]


def test_arguments_and_outputs():
    gradient = (A + B).grad(wrt=["b", "a"])
    assert gradient.list_arguments() == ["a", "b", "_plus0_0_grad"]
    assert gradient.list_outputs() == ["_plus0_grad_b", "_plus0_grad_a"]
    assert (A + B).grad("a").list_outputs() == ["_plus1_grad_a"]


def test_values_of_the_gradients_graph():
    got = value((A * A * B).grad(["a", "b"]), a=[3.0], b=[5.0], _mul1_0_grad=[2.0])
    np.testing.assert_array_equal(np.concatenate(got), [60, 18])


def test_gradient_is_the_method_too():
    assert value((A * A).gradient(["a"]), a=[3.0], _mul0_0_grad=[1.0])[0] == 6


def test_shapes_and_types_follow_inside():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    gradient = net.grad(["fc_weight"])
    assert gradient.infer_shape(data=(2, 4)) == ([(2, 4), (3, 4), (3,), (2, 3)], [(3, 4)], [])
    assert gradient.infer_type(data="float64")[1] == [np.float64]


def test_several_outputs_each_have_a_head_gradient():
    parts = mx.sym.SliceChannel(A, num_outputs=2, name="sp")
    gradient = mx.sym.Group([parts, A * 3]).grad("a")
    assert gradient.list_arguments() == ["a", "sp_0_grad", "sp_1_grad", "_mulscalar0_0_grad"]
    got = value(gradient, a=np.ones((1, 2)), sp_0_grad=[[5]], sp_1_grad=[[7]], _mulscalar0_0_grad=[[1, 1]])
    np.testing.assert_array_equal(got[0], [[8, 10]])


def test_loss_layers_ignore_their_head_gradient():
    net = mx.sym.SoftmaxOutput(A, mx.sym.Variable("label"), name="softmax")
    got = value(net.grad("a"), a=[[0.0, 0.0]], label=[1], softmax_0_grad=[[9.0, 9.0]])
    np.testing.assert_allclose(got[0], [[0.5, -0.5]])


def test_what_does_not_matter_has_gradient_zero():
    got = value(mx.sym.BlockGrad(A * B).grad(["a"]), a=[2.0], b=[3.0], blockgrad0_0_grad=[1.0])
    np.testing.assert_array_equal(got[0], [0])


def test_states_stay_states():
    gradient = mx.sym.BatchNorm(A, name="bn").grad("a")
    assert gradient.list_arguments() == ["a", "bn_gamma", "bn_beta", "bn_0_grad"]
    assert gradient.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]


def test_gradients_of_gradients():
    second = (A * A * A).grad("a").grad("a")
    assert second.list_arguments() == ["a", "_mul1_0_grad", "_mul1_grad_0_grad"]
    assert value(second, a=[2.0], _mul1_0_grad=[1.0], _mul1_grad_0_grad=[1.0])[0] == 12


def test_training_through_a_gradient():
    loss = mx.sym.MakeLoss((A * A * A).grad("a"))
    executor = loss.simple_bind(mx.cpu(), a=(1,), _mul1_0_grad=(1,))
    executor.arg_dict["a"][:] = 2
    executor.arg_dict["_mul1_0_grad"][:] = 1
    executor.forward(is_train=True)
    executor.backward()
    assert executor.outputs[0].asscalar() == 12
    assert executor.grad_dict["a"].asscalar() == 12


def test_a_gradient_is_composed_and_saved_like_any_symbol():
    gradient = (A * B).grad("a")
    again = mx.sym.load_json(gradient.tojson())
    assert again.tojson() == gradient.tojson()
    joined = again(b=mx.sym.exp(mx.sym.Variable("c")))
    assert joined.list_arguments() == ["a", "c", "_mul0_0_grad"]
    np.testing.assert_allclose(value(joined, a=[2.0], c=[1.0], _mul0_0_grad=[3.0])[0], 3 * np.e, rtol=1e-6)


def test_open_shapes_inside_are_filled_in():
    gradient = (A * mx.sym.ones((0,))).grad("a")
    np.testing.assert_array_equal(value(gradient, a=[2.0, 3.0], _mul0_0_grad=[5.0, 7.0])[0], [5, 7])


def test_only_arguments_have_gradients():
    with pytest.raises(mx.MXNetError, match="'c' is no argument of _plus0; arguments are a, b"):
        (A + B).grad(["c"])
    with pytest.raises(mx.MXNetError, match="bn_moving_mean"):
        mx.sym.BatchNorm(A, name="bn").grad("bn_moving_mean")


def test_a_graph_in_a_file_is_checked():
    text = (A + B).grad("a").tojson().replace("elemwise_add", "nonsense")
    with pytest.raises(mx.MXNetError, match="no such operator"):
        mx.sym.load_json(text)
