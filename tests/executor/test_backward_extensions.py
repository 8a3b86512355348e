"""Backward runs where remx does more, or better, than MXNet 1.9.1."""

from __future__ import annotations

import gc
import weakref

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.core.write_tracking import memory_of
from mxnet.executor import gradients


def test_twice_sees_the_same_random_numbers():
    executor = mx.sym.Dropout(mx.sym.var("x"), p=0.5).bind(mx.cpu(), [nd.ones((64,))], [nd.zeros((64,))])
    mask = executor.forward(is_train=True)[0].asnumpy()
    for _ in range(2):
        executor.grad_arrays[0][:] = 0
        executor.backward(nd.ones((64,)))
        np.testing.assert_array_equal(executor.grad_arrays[0].asnumpy(), mask)


def test_integer_arguments_get_no_gradient():
    net = mx.sym.Embedding(mx.sym.var("x"), mx.sym.var("w"), input_dim=5, output_dim=2)
    executor = net.simple_bind(mx.cpu(), x=(3,), type_dict={"x": "int32"})
    executor.forward(is_train=True, x=np.array([1, 1, 4]))
    executor.backward(nd.ones((3, 2)))
    assert executor.grad_dict["w"].asnumpy()[:, 0].tolist() == [0, 2, 0, 0, 1]


# -- head gradients by name, and None ---------------------------------------------------------------------------


@pytest.fixture
def group():
    """Two outputs and two losses, in turn; the gradient of ``a`` is the head's, of ``b`` twice, losses give 1 and 3."""
    a, b, c, d = map(mx.sym.var, "abcd")
    heads = [mx.sym.identity(a, name="ia"), mx.sym.MakeLoss(c, name="lc"), b * 2, mx.sym.MakeLoss(d * 3, name="ld")]
    executor = mx.sym.Group(heads).simple_bind(mx.cpu(), a=(2,), b=(2,), c=(2,), d=(2,))
    executor.forward(is_train=True)
    return executor


A, B = nd.full((2,), 5), nd.full((2,), 7)
HEADS = {
    "by position, None for losses": [A, None, B, None],
    "by position, anything for losses": [A, nd.ones((3, 3)), B, nd.ones((1,))],
    "the outputs that are no losses, in order": [A, B],
    "by position, cut short": [A, None, B],
    "by name": {"ia_output": A, "_mulscalar0_output": B},
}


@pytest.mark.parametrize("case", HEADS)
def test_forms_of_head_gradients(group, case):
    group.backward(HEADS[case])
    assert {name: float(g.asnumpy()[0]) for name, g in group.grad_dict.items()} == {"a": 5, "b": 14, "c": 1, "d": 3}


def test_an_explicit_none_is_zero(group):
    group.backward([None, None, B, None])
    assert group.grad_dict["a"].asnumpy().tolist() == [0, 0]
    assert group.grad_dict["b"].asnumpy().tolist() == [14, 14]


def test_a_missing_gradient_is_named(group):
    with pytest.raises(mx.MXNetError, match=r"'_mulscalar0_output' is missing.*backward\("):
        group.backward([A])


def test_which_outputs_need_a_gradient(group):
    assert group.head_grads_needed == (True, False, True, False)


# -- graphs do not live on ----------------------------------------------------------------------------------------


def layers():
    x = mx.sym.Dropout(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1"), p=0.5)
    x = mx.sym.sin(x)  # PyTorch differentiates this graph
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=3, name="fc2"), name="softmax")


class Mark:
    """Lives as long as what it is attached to."""


def graph_of(executor):
    """Return a weak reference to something that goes with the last step of PyTorch's graph."""
    step = next(result.grad_fn for result in executor._tape.results if result.grad_fn is not None)
    mark = step.metadata["mark"] = Mark()
    return weakref.ref(mark)


def test_no_graph_survives_backward():
    executor = layers().simple_bind(mx.cpu(), data=(4, 5))
    for _ in range(2):
        executor.forward(is_train=True)
        graph = graph_of(executor)
        assert graph() is not None
        executor.backward()
        gc.collect()
        assert graph() is None


def test_a_graph_that_was_not_differentiated_goes_before_the_next_run():
    executor = layers().simple_bind(mx.cpu(), data=(4, 5))
    executor.forward(is_train=True)
    graph = graph_of(executor)
    executor.forward(is_train=True)
    gc.collect()
    assert graph() is None


def test_outputs_carry_no_graph():
    executor = layers().simple_bind(mx.cpu(), data=(4, 5))
    assert not executor.forward(is_train=True)[0]._t.requires_grad


@pytest.mark.parametrize("is_train", [False, True])
def test_without_gradients_no_graph_is_made(is_train):
    executor = layers().simple_bind(mx.cpu(), data=(4, 5), grad_req="null")
    executor.forward(is_train=is_train)
    assert executor._tape is None


def test_pytorchs_gradient_mode_stays_as_it_was():
    import torch

    executor = layers().simple_bind(mx.cpu(), data=(4, 5))
    with torch.no_grad():
        executor.forward(is_train=True)
        assert not torch.is_grad_enabled()
    executor.backward()
    executor.forward(is_train=False)
    assert torch.is_grad_enabled()
    assert executor.grad_dict["fc2_bias"].asnumpy().any()


def test_an_argument_that_was_marked_for_autograd_enters_as_a_value():
    data, grad = nd.ones((2,)), nd.zeros((2,))
    data.attach_grad()
    executor = (mx.sym.var("x") * mx.sym.var("w")).bind(mx.cpu(), {"x": data, "w": nd.ones((2,))}, {"w": grad})
    executor.forward(is_train=True)
    executor.backward(nd.full((2,), 3))
    assert grad.asnumpy().tolist() == [3, 3]
    assert data.grad.asnumpy().tolist() == [0, 0]


def test_new_memory_of_an_argument_is_followed():
    data, grad = nd.ones((2,)), nd.zeros((2,))
    executor = (mx.sym.var("x") * 2).bind(mx.cpu(), [data], [grad])
    executor.forward(is_train=True)
    executor.backward(nd.ones((2,)))
    data._t = data._t.clone() * 5
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [10, 10]
    executor.backward(nd.full((2,), 4))
    assert grad.asnumpy().tolist() == [8, 8]


def test_gradients_in_inference():
    net = mx.sym.BatchNorm(mx.sym.var("x"), name="bn", fix_gamma=False, eps=0)
    executor = net.simple_bind(mx.cpu(), x=(2, 1), grad_req={"x": "write"})
    executor.arg_dict["bn_gamma"][:] = 3
    executor.aux_dict["bn_moving_var"][:] = 4
    executor.forward(is_train=False, x=np.array([[1.0], [2.0]]))
    executor.backward(nd.ones((2, 1)), is_train=False)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), 1.5)
    assert executor.aux_dict["bn_moving_var"].asnumpy() == 4


def test_many_arguments_are_looked_at_a_few_times_each(monkeypatch):
    seen = []
    monkeypatch.setattr(gradients, "memory_of", lambda t: (seen.append(t), memory_of(t))[1])
    net = mx.sym.Variable("data")
    for i in range(40):
        net = mx.sym.FullyConnected(net, num_hidden=3, name=f"fc{i}")
    executor = mx.sym.MakeLoss(mx.sym.mean(net)).simple_bind(mx.cpu(), data=(2, 3))
    for array in executor.arg_arrays:
        array[:] = 0.5
    executor.forward(is_train=True)
    executor.backward()
    assert len(seen) <= 3 * len(executor.arg_arrays)
    assert executor.grad_dict["fc39_bias"].asnumpy() == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (0.0, float("inf")), (1.0, -1.0)])
def test_a_clip_in_a_graph_of_rules_passes_gradients_between_its_bounds(low, high):
    net = mx.sym.clip(mx.sym.Variable("x") + 0.5, a_min=low, a_max=high)
    executor = net.bind(mx.cpu(), {"x": mx.nd.array([-3, -1.5, 0, 0.5, 2])}, {"x": mx.nd.zeros(5)})
    executor.forward(is_train=True)
    executor.backward(mx.nd.array([1, 2, 3, 4, 5]))
    passes = (np.array([-2.5, -1, 0.5, 1, 2.5]) >= low) & (np.array([-2.5, -1, 0.5, 1, 2.5]) <= high)
    assert executor.grad_dict["x"].asnumpy().tolist() == (passes * [1, 2, 3, 4, 5]).tolist()
