"""The update rules, against NumPy's arithmetic in float64 and against weights recorded from MXNet 1.9.1."""

from __future__ import annotations

import math

import mxnet as mx
import numpy as np
import pytest

START = np.array([1.0, -2.0, 3.0])
GRADS = [np.array([0.1, 0.2 * k, -30.0]) for k in range(3)]


def run(optimizer, dtype="float32"):
    weight = mx.nd.array(START, dtype=dtype)
    state = optimizer.create_state_multi_precision(0, weight)
    for grad in GRADS:
        optimizer.update_multi_precision(0, weight, mx.nd.array(grad, dtype=dtype), state)
    return weight.asnumpy()


def prepared(grad, weight, wd, rescale=1.0, clip=None):
    grad = grad * rescale
    return (grad if clip is None else np.clip(grad, -clip, clip)) + wd * weight


def sgd(lr, wd, momentum=0.0, **kwargs):
    weight, velocity = START.copy(), 0
    for grad in GRADS:
        velocity = momentum * velocity - lr * prepared(grad, weight, wd, **kwargs)
        weight += velocity
    return weight


def nag(lr, wd, momentum, **kwargs):
    weight, velocity = START.copy(), 0
    for grad in GRADS:
        step = prepared(grad, weight, wd, **kwargs)
        velocity = momentum * velocity - lr * step
        weight += momentum * velocity - lr * step
    return weight


def adam(lr, wd, beta1=0.9, beta2=0.999, epsilon=1e-8, **kwargs):
    weight, mean, var = START.copy(), 0, 0
    for count, grad in enumerate(GRADS, start=1):
        step = prepared(grad, weight, wd, **kwargs)
        mean = beta1 * mean + (1 - beta1) * step
        var = beta2 * var + (1 - beta2) * step**2
        rate = lr * math.sqrt(1 - beta2**count) / (1 - beta1**count)
        weight -= rate * mean / (np.sqrt(var) + epsilon)
    return weight


CASES = [
    ("sgd", {}, sgd, {}),
    ("sgd", {"rescale_grad": 0.5, "clip_gradient": 0.15}, sgd, {"rescale": 0.5, "clip": 0.15}),
    ("sgd", {"momentum": 0.9}, sgd, {"momentum": 0.9}),
    ("sgd", {"momentum": 0.9, "lazy_update": False, "clip_gradient": 2}, sgd, {"momentum": 0.9, "clip": 2}),
    ("nag", {}, sgd, {}),
    ("adam", {}, adam, {}),
    ("adam", {"beta1": 0.5, "beta2": 0.6, "epsilon": 1e-3}, adam, {"beta1": 0.5, "beta2": 0.6, "epsilon": 1e-3}),
    ("adam", {"rescale_grad": 0.5, "clip_gradient": 2}, adam, {"rescale": 0.5, "clip": 2}),
]


@pytest.mark.parametrize(("name", "arguments", "rule", "settings"), CASES)
def test_a_rule_is_the_formula(name, arguments, rule, settings):
    made = mx.optimizer.create(name, learning_rate=0.1, wd=0.01, **arguments)
    np.testing.assert_allclose(run(made), rule(0.1, 0.01, **settings), rtol=2e-5)


def test_nag_with_momentum_is_the_formula():
    made = mx.optimizer.NAG(learning_rate=0.1, momentum=0.9, clip_gradient=2)
    np.testing.assert_allclose(run(made), nag(0.1, 0.0, 0.9, clip=2), rtol=2e-5)


#: What MXNet 1.9.1 gave for these optimizers with learning_rate=0.1 and wd=0.01, in float32.
RECORDED = [
    ("sgd", {"clip_gradient": 0.15, "rescale_grad": 0.5}, [0.982017993927002, -2.018996000289917, 3.035964012145996]),
    ("sgd", {"momentum": 0.9}, [0.938342809677124, -2.066769599914551, 19.79878807067871]),
    ("nag", {"momentum": 0.9, "clip_gradient": 2}, [0.9116702079772949, -2.114037036895752, 4.581907272338867]),
    ("nag", {}, [0.9670330882072449, -2.053986072540283, 11.982011795043945]),
    ("adam", {"clip_gradient": 2}, [0.7000900506973267, -2.046459197998047, 3.300001859664917]),
    ("adam", {"rescale_grad": 0.5}, [0.7001737952232361, -2.0324032306671143, 3.3000011444091797]),
]


@pytest.mark.parametrize(("name", "arguments", "weight"), RECORDED)
def test_a_rule_gives_the_weights_of_1_9_1(name, arguments, weight):
    made = mx.optimizer.create(name, learning_rate=0.1, wd=0.01, **arguments)
    np.testing.assert_allclose(run(made), weight, rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "arguments"), [("sgd", {}), ("sgd", {"momentum": 0.9}), ("nag", {"momentum": 0.9}), ("adam", {})]
)
def test_multi_precision_keeps_float32_weights(name, arguments):
    half = mx.optimizer.create(name, learning_rate=0.1, multi_precision=True, **arguments)
    full = mx.optimizer.create(name, learning_rate=0.1, **arguments)
    got = run(half, "float16")
    assert got.dtype == np.float16
    np.testing.assert_allclose(got, run(full).astype(np.float16), rtol=2e-3)


STATES = [
    ("sgd", {}, "None"),
    ("sgd", {"momentum": 0.9}, "float16"),
    ("nag", {"momentum": 0.9}, "float16"),
    ("adam", {}, "(float16, float16)"),
    ("sgd", {"multi_precision": True}, "(None, float32)"),
    ("sgd", {"multi_precision": True, "momentum": 0.9}, "(float32, float32)"),
    ("nag", {"multi_precision": True, "momentum": 0.9}, "(float32, float32)"),
    ("adam", {"multi_precision": True}, "(float32, (float32, float32))"),
]


def kinds(state):
    if isinstance(state, (tuple, list)):
        return f"({', '.join(map(kinds, state))})"
    return "None" if state is None else np.dtype(state.dtype).name


@pytest.mark.filterwarnings("ignore:Accumulating with float16")
@pytest.mark.parametrize(("name", "arguments", "expected"), STATES)
def test_the_state_of_a_float16_weight(name, arguments, expected):
    made = mx.optimizer.create(name, **arguments)
    assert kinds(made.create_state_multi_precision(0, mx.nd.ones((2,), dtype="float16"))) == expected


@pytest.mark.parametrize("name", ["sgd", "nag", "adam"])
def test_float16_without_multi_precision_warns(name):
    with pytest.warns(UserWarning, match="multi_precision=True"):
        mx.optimizer.create(name).create_state_multi_precision(0, mx.nd.ones((2,), dtype="float16"))


def test_the_test_optimizer_adds_the_gradient():
    made = mx.optimizer.Test(rescale_grad=2.0)
    weight = mx.nd.ones((2,))
    state = made.create_state(0, weight)
    made.update(0, weight, mx.nd.array([1.0, 2.0]), state)
    assert weight.asnumpy().tolist() == [3, 5]
    assert state.asnumpy().tolist() == [3, 5]


def test_several_weights_at_once_are_updated_as_one_by_one():
    arrays = [mx.nd.ones((3,)) * k for k in range(1, 4)]
    singly, together = mx.optimizer.SGD(momentum=0.9), mx.optimizer.SGD(momentum=0.9)
    first, second = [a.copy() for a in arrays], [a.copy() for a in arrays]
    for index, weight in enumerate(first):
        singly.update(index, weight, arrays[index], singly.create_state(index, weight))
    states = [together.create_state(index, weight) for index, weight in enumerate(second)]
    together.update([0, 1, 2], second, arrays, states)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one.asnumpy(), other.asnumpy())
