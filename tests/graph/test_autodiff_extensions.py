"""Which graphs have a backward graph, and what it holds on to."""

from __future__ import annotations

import gc
import weakref

import mxnet as mx
import numpy as np
import pytest
from mxnet.core import write_tracking
from mxnet.graph import autodiff


def network(data=None):
    x = mx.sym.FullyConnected(mx.sym.Variable("data") if data is None else data, num_hidden=8, name="fc1")
    x = mx.sym.FullyConnected(mx.sym.relu(x), num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def derivative_of(executor):
    """Return the backward pass that is written down, None where PyTorch finds it."""
    return executor._program.form(True, None, executor._gradients.needs_grad).derivative


DATA = mx.sym.Variable("data")
OTHERS = {
    "another operator": lambda: network(mx.sym.sin(mx.sym.Variable("data"))),
    "another operator at an output": lambda: mx.sym.Group([network(DATA), mx.sym.cos(DATA)]),
    "no gradient": lambda: mx.sym.BlockGrad(mx.sym.Variable("data")),
}


def test_a_network_of_known_operators_has_one():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    assert derivative_of(executor) is not None


@pytest.mark.parametrize("case", OTHERS)
def test_other_graphs_are_left_to_pytorch(case):
    executor = OTHERS[case]().simple_bind(mx.cpu(), data=(4, 5))
    assert derivative_of(executor) is None


def test_an_operator_whose_input_gets_no_gradient_may_be_any():
    executor = OTHERS["another operator"]().simple_bind(
        mx.cpu(), grad_req={"fc1_weight": "write", "fc2_weight": "write"}, data=(4, 5)
    )
    assert derivative_of(executor) is not None


def test_nothing_is_kept_after_backward():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    executor.forward(is_train=True)
    mine = {id(array._t) for array in [*executor.arg_arrays, *executor.outputs]}
    kept = [weakref.ref(result) for result in executor._tape.results if id(result) not in mine]
    executor.backward()
    gc.collect()
    assert kept
    assert all(item() is None for item in kept)


def test_backward_again_is_forward_again():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    for array in executor.arg_arrays:
        array[:] = 0.5
    executor.forward(is_train=True)
    executor.backward()
    first = executor.grad_dict["fc1_weight"].asnumpy()
    executor.grad_dict["fc1_weight"][:] = 0
    executor.backward()
    assert (executor.grad_dict["fc1_weight"].asnumpy() == first).all()


def test_a_large_graph_is_left_to_pytorch(monkeypatch):
    monkeypatch.setattr("mxnet.graph.autodiff._LARGEST", 5)
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    assert derivative_of(executor) is None


def test_arguments_that_nothing_flows_to_are_zero_after_each_backward():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    for _ in range(2):
        executor.grad_dict["softmax_label"][:] = 7
        executor.forward(is_train=True)
        executor.backward()
        assert (executor.grad_dict["softmax_label"].asnumpy() == 0).all()


def test_a_loss_is_the_operator_itself_where_pytorch_differentiates_nothing():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    module = executor._program.form(True, None, executor._gradients.needs_grad).module
    loss = next(call for call in module.graph.nodes if call.name == "softmax")
    assert loss.target is loss.node.op.fn


# -- gradients that are computed into their buffers --------------------------------------------------------------------


def written_gradients(**buffers):
    """Run a network forward and backward; return its gradients by name, written into arrays of ones or the given."""
    symbol = network()
    shapes, _, _ = symbol.infer_shape(data=(4, 5))
    rng = np.random.default_rng(0)
    names = symbol.list_arguments()
    args = {n: mx.nd.array(rng.normal(size=s)) for n, s in zip(names, shapes, strict=True)}
    grads = {n: buffers.get(n, mx.nd.ones(s)) for n, s in zip(names, shapes, strict=True)}
    executor = symbol.bind(mx.cpu(), args, grads)
    assert executor._program.form(True, None, executor._gradients.needs_grad).derivative.direct
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward()
    return {name: grad.asnumpy() for name, grad in grads.items()}


def computed_and_copied(monkeypatch):
    monkeypatch.setattr("mxnet.executor.gradients.PLAIN", True)
    return written_gradients()


def test_gradients_computed_into_their_buffers_are_those_that_are_copied_there(monkeypatch):
    result, expected = written_gradients(), computed_and_copied(monkeypatch)
    assert all((result[name] == expected[name]).all() for name in expected)


BUFFERS = {
    "of another type": lambda: mx.nd.ones((8, 5), dtype="float64"),
    "part of a larger array": lambda: mx.nd.ones((10, 5))[1:9],
}


@pytest.mark.parametrize("case", BUFFERS)
def test_gradients_reach_buffers_of_any_kind(case, monkeypatch):
    result = written_gradients(fc1_weight=BUFFERS[case]())["fc1_weight"]
    np.testing.assert_allclose(result, computed_and_copied(monkeypatch)["fc1_weight"], rtol=1e-6)


def test_a_buffer_that_is_replaced_is_written_where_it_is_then():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    executor.arg_dict["fc1_bias"][:] = 1
    executor.forward(is_train=True)
    executor.backward()
    bias = executor.grad_dict["fc2_bias"]
    first, bias._t = bias.copy(), bias._t.clone().zero_()
    executor.forward(is_train=True)
    executor.backward()
    assert (bias.asnumpy() == first.asnumpy()).all()
    assert bias.asnumpy().any()


def test_a_buffer_that_is_an_argument_too_is_written_at_the_end():
    x, w = mx.nd.array([[1.0, 2.0]]), mx.nd.array([[3.0, 4.0]])
    symbol = mx.sym.FullyConnected(mx.sym.Variable("x"), mx.sym.Variable("w"), num_hidden=1, no_bias=True)
    executor = symbol.bind(mx.cpu(), {"x": x, "w": w}, {"x": x, "w": w})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((1, 1)))
    assert x.asnumpy().tolist() == [[3, 4]]
    assert w.asnumpy().tolist() == [[1, 2]]


@pytest.mark.parametrize("name", ["x", "w"])
def test_a_buffer_that_the_head_gradient_lies_in_is_written_at_the_end(name):
    rng = np.random.default_rng(0)
    x, w, larger = (rng.normal(size=shape).astype("float32") for shape in ((3, 3), (3, 3), (6, 3)))
    symbol = mx.sym.FullyConnected(mx.sym.Variable("x"), mx.sym.Variable("w"), num_hidden=3, no_bias=True)
    memory = mx.nd.array(larger)
    grads = {"x": mx.nd.zeros((3, 3)), "w": mx.nd.zeros((3, 3)), name: memory[:3]}
    executor = symbol.bind(mx.cpu(), {"x": mx.nd.array(x), "w": mx.nd.array(w)}, grads)
    executor.forward(is_train=True)
    executor.backward(memory[1:4])
    head = larger[1:4]
    np.testing.assert_allclose(grads["x"].asnumpy(), head @ w, rtol=1e-5)
    np.testing.assert_allclose(grads["w"].asnumpy(), head.T @ x, rtol=1e-5)


@pytest.mark.usefixtures("undocumented")
def test_a_write_into_a_gradient_is_noticed():
    executor = network().simple_bind(mx.cpu(), data=(4, 5))
    seen = []
    for _ in range(3):
        executor.forward(is_train=True)
        executor.backward()
        seen.append(write_tracking.stamp(executor.grad_dict["fc1_weight"]._t))
    assert len(set(seen)) == 3


@pytest.mark.parametrize("many", [16, 1000])
def test_many_gradients_of_one_join_are_handed_over_at_once(monkeypatch, many):
    monkeypatch.setattr(autodiff, "_MANY", many)
    names = [f"x{i}" for i in range(40)]
    variables = [mx.sym.var(name) for name in names]
    joined = mx.sym.Concat(*variables, dim=1)
    net = mx.sym.broadcast_mul(joined * joined, variables[3])
    values = {name: mx.nd.full((2, 1), i + 1) for i, name in enumerate(names)}
    grads = {name: mx.nd.full((2, 1), 7) for name in names}
    executor = net.bind(mx.cpu(), values, grads, grad_req={**dict.fromkeys(names, "write"), "x5": "add", "x6": "null"})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((2, 40)))
    expected = {name: np.full((2, 1), 2.0 * 4 * (i + 1)) for i, name in enumerate(names)}
    expected["x3"] += sum((i + 1) ** 2 for i in range(40))  # by which the others are multiplied
    expected["x5"] += 7
    expected["x6"][:] = 7
    for name, grad in grads.items():
        np.testing.assert_allclose(grad.asnumpy(), expected[name], err_msg=name)
