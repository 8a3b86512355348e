"""Which graphs have a backward graph, and what it holds on to."""

from __future__ import annotations

import gc
import weakref

import mxnet as mx
import pytest


def network(data=None):
    x = mx.sym.FullyConnected(mx.sym.Variable("data") if data is None else data, num_hidden=8, name="fc1")
    x = mx.sym.FullyConnected(mx.sym.relu(x), num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def derivative_of(executor):
    """Return the backward pass that is written down, None where PyTorch finds it."""
    return executor._program.form(True, None, executor._gradients.wanted).derivative


OTHERS = {
    "another operator": lambda: network(mx.sym.sin(mx.sym.Variable("data"))),
    "another operator at an output": lambda: mx.sym.Group([network(), mx.sym.cos(mx.sym.Variable("data"))]),
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
    kept = [weakref.ref(each) for each in executor._tape.results if id(each) not in mine]
    executor.backward()
    gc.collect()
    assert kept
    assert all(each() is None for each in kept)


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
    module = executor._program.form(True, None, executor._gradients.wanted).module
    loss = next(call for call in module.graph.nodes if call.name == "softmax")
    assert loss.target is loss.meta["node"].op.fn
