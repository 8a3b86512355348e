"""NumpyOp and NDArrayOp, and the list of operators."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError


class Double(mx.operator.NDArrayOp):
    def forward(self, in_data, out_data):
        out_data[0][:] = in_data[0] * 2

    def backward(self, out_grad, in_data, out_data, in_grad):
        in_grad[0][:] = out_grad[0] * 2


class Weighted(mx.operator.NumpyOp):
    """A loss whose gradient is the weight."""

    def __init__(self):
        super().__init__(need_top_grad=False)

    def list_arguments(self):
        return ["data", "weight"]

    def infer_shape(self, in_shape):
        return [in_shape[0], in_shape[0]], [in_shape[0]]

    def forward(self, in_data, out_data):
        assert isinstance(in_data[0], np.ndarray)
        out_data[0][:] = in_data[0] + in_data[1]

    def backward(self, out_grad, in_data, out_data, in_grad):
        in_grad[0][:] = in_data[1]


def test_on_arrays():
    net = Double()(mx.sym.Variable("x"), name="d")
    assert net.list_outputs() == ["d_output"]
    executor = net.simple_bind(mx.cpu(), x=(2, 3))
    executor.arg_dict["x"][:] = 1
    assert (executor.forward(is_train=True)[0].asnumpy() == 2).all()
    executor.backward(nd.ones((2, 3)))
    assert (executor.grad_dict["x"].asnumpy() == 2).all()


def test_on_numpy_arrays():
    operator = Weighted()
    net = operator.get_symbol(data=mx.sym.Variable("x"), name="w")
    assert net.list_arguments() == ["x", "w_weight"]
    grads = {"x": nd.zeros(2)}
    executor = net.bind(mx.cpu(), {"x": nd.array([1, 2]), "w_weight": nd.array([3, 4])}, grads)
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [4, 6]
    executor.backward()
    assert grads["x"].asnumpy().tolist() == [3, 4]


def test_defaults():
    operator = mx.operator.PythonOp()
    target = np.zeros(2)
    operator.forward([np.ones(2)], [target])
    assert target.tolist() == [1, 1]
    operator.backward([], [], [], [target])
    assert (operator.list_arguments(), operator.list_outputs()) == (["data"], ["output"])
    assert operator.infer_shape([(2, 3)]) == ([(2, 3)], [(2, 3)])
    assert operator.need_top_grad()
    with pytest.raises(NotImplementedError):
        operator.get_symbol()
    assert mx.operator.NDArrayOp(False).declare_backward_dependency([1], [2], [3]) == [2, 3]


def test_all_operators():
    listed = mx.operator.get_all_registered_operators()
    assert {"Custom", "FullyConnected", "_plus_scalar", "relu"} <= set(listed)
    result = mx.operator.get_operator_arguments("FullyConnected")
    assert result.narg == 6
    assert result.names == ["data", "weight", "bias", "num_hidden", "no_bias", "flatten"]
    assert result.types[0] == "NDArray-or-Symbol"
    assert result.types[4] == "boolean, optional, default=0"
    assert mx.operator.get_operator_arguments("Custom").types[0] == "NDArray-or-Symbol[]"
    assert mx.operator.get_operator_arguments("Convolution").types[4] == "Shape(tuple), optional, default=[]"
    choices = "{None, 'fastest', 'limited_workspace', 'off'},optional, default='None'"
    assert mx.operator.get_operator_arguments("Convolution").types[11] == choices
    assert mx.operator.get_operator_arguments("Concat").names == ["data", "num_args", "dim"]
    assert mx.operator.get_operator_arguments("BatchNorm").names[:5] == [
        "data",
        "gamma",
        "beta",
        "moving_mean",
        "moving_var",
    ]
    with pytest.raises(MXNetError):
        mx.operator.get_operator_arguments("never registered")
