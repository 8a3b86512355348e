"""Gradients of graphs whose backward pass is written down once: they equal those of the operators one by one.

Where a graph is asked for a bias's gradient alone, 1.9.1 gives zeros; where gradients of ``mean`` are added up, it
divides what was there, too. The two tests of that fail under 1.9.1.
"""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

#: by name: the shapes of the arguments, and the network as a function of ``mx.sym`` or ``mx.nd`` and its arguments
NETWORKS = {
    "fully connected": (
        {"x": (3, 4), "w": (5, 4), "b": (5,)},
        lambda F, x, w, b: F.FullyConnected(x, w, b, num_hidden=5),
    ),
    "of images, without bias": (
        {"x": (3, 2, 2), "w": (5, 4)},
        lambda F, x, w: F.FullyConnected(x, w, num_hidden=5, no_bias=True),
    ),
    "of the last axis": (
        {"x": (2, 3, 4), "w": (5, 4), "b": (5,)},
        lambda F, x, w, b: F.FullyConnected(x, w, b, num_hidden=5, flatten=False),
    ),
    "one weight used three times": (
        {"x": (3, 4), "w": (4, 4), "b": (4,)},
        lambda F, x, w, b: F.FullyConnected(
            F.FullyConnected(F.FullyConnected(x, w, b, num_hidden=4), w, b, num_hidden=4) + x, w, b, num_hidden=4
        ),
    ),
    "a weight used in another way, too": (
        {"x": (3, 4), "w": (4, 4)},
        lambda F, x, w: F.FullyConnected(F.FullyConnected(x, w, num_hidden=4, no_bias=True), w * 2, num_hidden=4,
                                         no_bias=True) - F.FullyConnected(x, w, num_hidden=4, no_bias=True),
    ),
    "activations": (
        {"x": (3, 4)},
        lambda F, x: F.Activation(F.sigmoid(F.Activation(x * 2, act_type="tanh")), act_type="relu") + F.relu(x),
    ),
    "sigmoid and tanh": (
        {"x": (3, 4)},
        lambda F, x: F.tanh(F.Activation(x, act_type="sigmoid")),
    ),
    "softmax and its logarithm": (
        {"x": (3, 4)},
        lambda F, x: F.softmax(x) * F.log_softmax(x * 2, axis=0) + F.softmax(x, temperature=2.0),
    ),
    "sums and products": (
        {"x": (3, 4), "y": (3, 4)},
        lambda F, x, y: (x + y) * (x - y) * x + (1 - y) + (x - 3) - (-y),
    ),
    "one value used in many ways": (
        {"x": (3, 4)},
        lambda F, x: F.add_n(x, x * x, F.identity(x), x) + (x + x),
    ),
    "cut": (
        {"x": (3, 6)},
        lambda F, x: (lambda a, b, c: a * c + b)(*F.SliceChannel(x, num_outputs=3)),
    ),
    "cut, a part unused": (
        {"x": (3, 6)},
        lambda F, x: F.SliceChannel(x, num_outputs=3)[1] * 2,
    ),
    "cut into steps": (
        {"x": (3, 2, 4)},
        lambda F, x: (lambda a, b: a * b)(*F.SliceChannel(x, num_outputs=2, axis=1, squeeze_axis=True)),
    ),
    "joined": (
        {"x": (3, 2), "y": (3, 4)},
        lambda F, x, y: F.Concat(x, y, x * 2, dim=1),
    ),
    "shapes": (
        {"x": (2, 3, 4)},
        lambda F, x: F.Flatten(F.SwapAxis(F.expand_dims(F.Reshape(x, shape=(0, -1)), axis=1), dim1=0, dim2=2)) * 3,
    ),
    "embedding": (
        {"ids": (2, 3), "w": (5, 4)},
        lambda F, ids, w: F.Embedding(F.BlockGrad(ids), w, input_dim=5, output_dim=4),
    ),
    "sum over an axis": ({"x": (2, 3, 4)}, lambda F, x: F.sum(x * x, axis=1)),
    "sum over the others": ({"x": (2, 3, 4)}, lambda F, x: F.sum(x * x, axis=(0,), exclude=True, keepdims=True)),
    "mean of all": ({"x": (2, 3, 4)}, lambda F, x: F.mean(x * x)),
    "mean over an axis": ({"x": (2, 3, 4)}, lambda F, x: F.mean(x, axis=-1, keepdims=True)),
}  # fmt: skip


def values_of(shapes):
    rng = np.random.RandomState(3)
    return {
        name: mx.nd.array(rng.randint(0, 5, shape) if name == "ids" else rng.uniform(-1, 1, shape))
        for name, shape in shapes.items()
    }


def bound(shapes, network, grad_req="write", **more):
    symbol = mx.sym.MakeLoss(network(mx.sym, *map(mx.sym.Variable, shapes)), grad_scale=0.5)
    executor = symbol.simple_bind(mx.cpu(), grad_req=grad_req, **shapes, **more)
    executor.copy_params_from(values_of(shapes))
    return executor


def one_by_one(shapes, network):
    arrays = values_of(shapes)
    for array in arrays.values():
        array.attach_grad()
    with mx.autograd.record():
        out = network(mx.nd, *arrays.values())
    out.backward(mx.nd.full(out.shape, 0.5))
    return {name: array.grad.asnumpy() for name, array in arrays.items()}


@pytest.mark.parametrize("name", NETWORKS)
def test_gradients_are_those_of_the_operators(name):
    executor, expected = bound(*NETWORKS[name]), one_by_one(*NETWORKS[name])
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward()
        for argument, grad in expected.items():
            np.testing.assert_allclose(executor.grad_dict[argument].asnumpy(), grad, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", NETWORKS)
def test_gradients_are_added_up(name):
    executor, expected = bound(*NETWORKS[name], grad_req="add"), one_by_one(*NETWORKS[name])
    for grad in executor.grad_arrays:
        grad[:] = 1
    executor.forward(is_train=True)
    executor.backward()
    for argument, grad in expected.items():
        np.testing.assert_allclose(executor.grad_dict[argument].asnumpy(), 1 + grad, rtol=1e-5, atol=1e-6)


def test_gradients_of_some_arguments():
    shapes, network = NETWORKS["fully connected"]
    expected = one_by_one(shapes, network)
    for requested in ("x", "w", "b"):
        executor = bound(shapes, network, {name: "write" if name == requested else "null" for name in shapes})
        executor.forward(is_train=True)
        executor.backward()
        np.testing.assert_allclose(executor.grad_dict[requested].asnumpy(), expected[requested], rtol=1e-5)


def test_a_batch_of_another_size():
    shapes, network = NETWORKS["fully connected"]
    executor = bound(shapes, network)
    executor.forward(is_train=True)
    executor.backward()
    larger = executor.reshape(allow_up_sizing=True, x=(6, 4))
    larger.arg_dict["x"][:] = 1
    larger.forward(is_train=True)
    larger.backward()
    np.testing.assert_allclose(larger.grad_dict["w"].asnumpy(), np.full((5, 4), 0.5 * 6))


def test_dropout_hands_on_what_it_kept():
    executor = bound({"x": (50, 40)}, lambda F, x: F.Dropout(x, p=0.5))
    executor.forward(is_train=True)
    executor.backward()
    kept = executor.outputs[0].asnumpy() != 0
    assert 0.3 < kept.mean() < 0.7
    np.testing.assert_array_equal(executor.grad_arrays[0].asnumpy(), np.where(kept, 1.0, 0.0))


def test_large_gradients_arrive():
    executor = bound({"x": (200, 300), "w": (200, 300)}, lambda F, x, w: F.FullyConnected(x, w, num_hidden=200,
                                                                                          no_bias=True))  # fmt: skip
    executor.forward(is_train=True)
    executor.backward()
    row = executor.arg_dict["w"].asnumpy().sum(0) / 2
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), np.tile(row, (200, 1)), rtol=1e-3, atol=1e-4)


def test_two_losses_and_an_output_that_is_none():
    x = mx.sym.Variable("x")
    group = mx.sym.Group([mx.sym.MakeLoss(x * 2), mx.sym.BlockGrad(x * 7), mx.sym.MakeLoss(x * x)])
    executor = group.simple_bind(mx.cpu(), x=(3,))
    executor.arg_arrays[0][:] = 5
    executor.forward(is_train=True)
    executor.backward()
    assert executor.grad_arrays[0].asnumpy().tolist() == [12.0] * 3
    assert executor.outputs[1].asnumpy().tolist() == [35.0] * 3


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("used", ["once", "twice"])
def test_the_gradient_of_a_large_embedding(grad_req, used):
    ids, rows = [3, 999, 3, 0], 1000
    words = mx.sym.BlockGrad(mx.sym.Variable("ids"))
    table = mx.sym.Variable("w")
    result = mx.sym.Embedding(words, table, input_dim=rows, output_dim=40)
    if used == "twice":
        result = result + mx.sym.Embedding(words, table, input_dim=rows, output_dim=40, name="again")
    executor = mx.sym.MakeLoss(result, grad_scale=2).simple_bind(mx.cpu(), grad_req=grad_req, ids=(4,))
    executor.arg_dict["ids"][:] = ids
    executor.grad_dict["w"][:] = 1
    executor.forward(is_train=True)
    executor.backward()
    expected = np.full((rows, 40), 1.0 if grad_req == "add" else 0.0)
    np.add.at(expected, ids, 4 if used == "twice" else 2)
    np.testing.assert_array_equal(executor.grad_dict["w"].asnumpy(), expected)
