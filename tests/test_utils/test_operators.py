"""Checking symbols: forward, backward, numerically, across dtypes."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import test_utils as tu

X, Y = (np.random.RandomState(seed).rand(2, 3).astype("float32") for seed in range(2))


def net():
    data = mx.sym.Variable("data")
    return data * mx.sym.Variable("w") + data


def output_name(symbol):
    return symbol.list_outputs()[0]


def test_simple_forward():
    np.testing.assert_allclose(tu.simple_forward(net(), data=X, w=Y), X * Y + X, rtol=1e-6)
    product = mx.sym.Variable("data") * mx.sym.Variable("w")
    grouped = tu.simple_forward(mx.sym.Group([product, product * 2]), data=X, w=Y)
    np.testing.assert_allclose(grouped[1], 2 * X * Y, rtol=1e-6)


@pytest.mark.parametrize(
    "location", [[X, Y], {"data": X, "w": Y}, [mx.nd.array(X), mx.nd.array(Y)]], ids=["list", "dict", "nd"]
)
def test_forward(location):
    symbol = net()
    for expected in ([X * Y + X], {output_name(symbol): X * Y + X}):
        outputs = tu.check_symbolic_forward(symbol, location, expected)
        np.testing.assert_allclose(outputs[0].asnumpy(), X * Y + X, rtol=1e-6)
    with pytest.raises(AssertionError, match=f"EXPECTED_{output_name(symbol)}"):
        tu.check_symbolic_forward(symbol, location, [X * Y])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
def test_forward_in_a_dtype(dtype):
    assert tu.check_symbolic_forward(net(), [X, Y], [X * Y + X], dtype=dtype)[0].dtype == dtype


@pytest.mark.parametrize("location", [[X], {"data": X, "other": Y}])
def test_locations_that_do_not_fit(location):
    with pytest.raises(ValueError):
        tu.check_symbolic_forward(net(), location, [X])


@pytest.mark.parametrize("request_", ["write", "add", {"data": "write", "w": "add"}, ["add", "write"]])
def test_backward(request_):
    head = np.random.RandomState(3).rand(2, 3).astype("float32")
    expected = {"data": head * (Y + 1), "w": head * X}
    tu.check_symbolic_backward(net(), [X, Y], [head], expected, grad_req=request_)
    with pytest.raises(AssertionError, match="BACKWARD_w"):
        tu.check_symbolic_backward(net(), [X, Y], [head], {**expected, "w": head * X + 1}, grad_req=request_)


def test_backward_leaves_what_is_not_asked_for():
    gradients = tu.check_symbolic_backward(
        net(), [X, Y], [np.ones((2, 3))], {"data": Y + 1}, grad_req={"data": "write", "w": "null"}
    )
    assert list(gradients) == ["data"]


@pytest.mark.parametrize("heads", [None, "dict", "nd"])
def test_forms_of_head_gradients(heads):
    symbol = mx.sym.MakeLoss(net()) if heads is None else net()
    ones = np.ones((2, 3), dtype="float32")
    given = {None: None, "dict": {output_name(symbol): ones}, "nd": [mx.nd.array(ones)]}[heads]
    tu.check_symbolic_backward(symbol, [X, Y], given, [Y + 1, X])


@pytest.mark.parametrize("nodes", [None, ["data"], {"data": "add", "w": "write"}, {"data": "null"}])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_numeric_gradient(nodes, dtype):
    tu.check_numeric_gradient(net(), [X, Y], grad_nodes=nodes, dtype=dtype)


@pytest.mark.parametrize("array", [np.array, mx.np.array])
def test_numeric_gradient_of_a_symbol_of_the_numpy_interface(array):
    a = mx.sym.var("a").as_np_ndarray()
    with mx.util.np_shape(), mx.util.np_array():
        tu.check_numeric_gradient(mx.sym.np.sin(a), [array([0.5, 1.5])])
        with pytest.raises(AssertionError, match="NUMERICAL_a"):
            tu.check_numeric_gradient(mx.sym.BlockGrad(a.as_nd_ndarray()).as_np_ndarray(), [array([0.5, 1.5])])


def test_wrong_gradient_is_found():
    with pytest.raises(AssertionError, match="NUMERICAL_data"):
        tu.check_numeric_gradient(mx.sym.BlockGrad(net()), [X, Y])


def test_numeric_gradient_with_states():
    symbol = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, name="bn")
    data = np.random.RandomState(0).rand(5, 3)
    tu.check_numeric_gradient(
        symbol,
        [data, np.ones(3), np.zeros(3)],
        aux_states=[np.zeros(3), np.ones(3)],
        numeric_eps=1e-2,
        rtol=0.2,
        atol=0.1,
    )


def test_gradient_nodes_are_names():
    with pytest.raises(ValueError):
        tu.check_numeric_gradient(net(), [X, Y], grad_nodes=3)


def test_numeric_grad():
    executor = net().bind(mx.cpu(), [mx.nd.array(X), mx.nd.array(Y)])
    gradients = tu.numeric_grad(executor, {"data": X, "w": Y}, eps=1e-2)
    np.testing.assert_allclose(gradients["data"], Y + 1, rtol=1e-3)
    np.testing.assert_allclose(gradients["w"], X, rtol=1e-3, atol=1e-4)


def entries(*dtypes):
    return [{"ctx": mx.cpu(), "data": (2, 3), "w": (2, 3), "type_dict": {"data": t, "w": t}} for t in dtypes]


@pytest.mark.parametrize("request_", ["write", "null"])
def test_consistency_of_dtypes(request_):
    symbol = net()
    truth = tu.check_consistency(symbol, entries(np.float16, np.float32, np.float64), grad_req=request_)
    assert output_name(symbol) in truth
    assert ("data" in truth) == (request_ == "write")


def named(factor):
    return mx.sym.FullyConnected(mx.sym.Variable("data") * factor, num_hidden=2, name="fc")


def test_inconsistency_is_found(capsys):
    shapes = [{"ctx": mx.cpu(), "data": (2, 3), "type_dict": {"data": np.float32}}] * 2
    tu.check_consistency([named(1), named(1)], shapes)
    with pytest.raises(AssertionError):
        tu.check_consistency([named(1), named(2)], shapes)
    tu.check_consistency([named(1), named(2)], shapes, raise_on_err=False)
    assert "AssertionError" in capsys.readouterr().err


def test_consistency_needs_two_entries():
    with pytest.raises(AssertionError):
        tu.check_consistency(net(), entries(np.float32))


@pytest.mark.parametrize("how", ["whole", "forward"])
def test_check_speed_returns_seconds_per_run(how):
    assert 0 < tu.check_speed(net(), {"data": X, "w": Y}, N=2, typ=how) < 10
    assert 0 < tu.check_speed(net(), N=2, typ=how, data=(2, 3), w=(2, 3)) < 10


def test_speed_of_what():
    with pytest.raises(ValueError, match='"whole" or "forward"'):
        tu.check_speed(net(), {"data": X, "w": Y}, typ="backward")


@pytest.mark.parametrize("shape", [(3, 4), [(3, 4), (2,)]])
def test_optimizers_compared(shape):
    count = len(shape) if isinstance(shape, list) else 1
    make = lambda rate: mx.optimizer.SGD(learning_rate=rate, momentum=0.9)  # noqa: E731
    tu.compare_optimizer(make(0.1), make(0.1), shape, np.float32, ntensors=count)
    with pytest.raises(AssertionError):
        tu.compare_optimizer(make(0.1), make(0.2), shape, np.float32, ntensors=count)
