"""Where optimizers do what 1.9.1 fails to: it raises, or gives NaN, in each of these."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def test_adamax_leaves_a_weight_without_gradients_alone():
    result = mx.optimizer.Adamax()
    weight = mx.nd.ones((1,))
    result.update(0, weight, mx.nd.zeros((1,)), result.create_state(0, weight))
    assert weight.asscalar() == 1


@pytest.mark.parametrize("name", ["ftrl", "ftml"])
def test_a_rate_of_zero_leaves_weights_alone(name):
    result = mx.optimizer.create(name, learning_rate=0.1)
    weight, gradient = mx.nd.array([0.5, -0.3]), mx.nd.array([0.2, 0.4])
    state = result.create_state(0, weight)
    result.update(0, weight, gradient, state)
    before = [item.asnumpy() for item in (weight, *state)]
    result.set_learning_rate(0)
    result.update(0, weight, gradient, state)
    for item, expected in zip((weight, *state), before, strict=True):
        np.testing.assert_array_equal(item.asnumpy(), expected)


def test_dcasgd_takes_momentum():
    result = mx.optimizer.DCASGD(learning_rate=0.1, momentum=0.9, lamda=0.0)
    weight = mx.nd.ones((1,))
    state = result.create_state(0, weight)
    for _ in range(2):
        result.update(0, weight, mx.nd.ones((1,)), state)
    assert weight.asscalar() == pytest.approx(1 - 0.1 - 0.19)


def test_lamb_updates_the_float32_copy():
    half, full = (mx.optimizer.LAMB(learning_rate=0.1, multi_precision=multi) for multi in (True, False))
    weights = [mx.nd.array([1, -2, 3], dtype=dtype) for dtype in ("float16", "float32")]
    states = [result.create_state_multi_precision(0, w) for result, w in zip((half, full), weights, strict=True)]
    for _ in range(4):
        for result, weight, state in zip((half, full), weights, states, strict=True):
            result.update_multi_precision(0, weight, mx.nd.ones((3,), dtype=weight.dtype), state)
    np.testing.assert_allclose(weights[0].asnumpy(), weights[1].asnumpy(), rtol=1e-3)


def test_an_updater_follows_the_optimizer_that_comes_with_states():
    saved = mx.optimizer.get_updater(mx.optimizer.Adam())
    saved(0, mx.nd.ones((1,)), mx.nd.ones((1,)))
    loaded = mx.optimizer.get_updater(mx.optimizer.SGD())
    loaded.set_states(saved.get_states(dump_optimizer=True))
    loaded(0, mx.nd.ones((1,)), mx.nd.ones((1,)))
    assert loaded.optimizer.num_update == 2
