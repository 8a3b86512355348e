"""AdamW, AdaBelief and LANS: weights after three steps, recorded from MXNet 2.0.0b1."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

CASES = [
    ("adamw", {}, [-1.240808, -0.658381, 0.090196, 0.454911, 0.695155, 0.715463]),
    (
        "adamw",
        {"correct_bias": False, "wd": 0.1, "clip_gradient": 0.2},
        [-1.830536, -0.670844, 1.031475, 1.055923, 0.673066, -0.255412],
    ),
    ("adabelief", {"wd": 0.1}, [-1.243383, -0.633347, 0.135448, 0.48088, 0.673079, 0.666088]),
    ("lans", {"wd": 0.1}, [-1.164116, -0.598472, 0.052263, 0.398829, 0.63242, 0.730692]),
    (
        "lans",
        {"lower_bound": 0.3, "upper_bound": 2.0, "clip_gradient": 0.5, "rescale_grad": 0.5},
        [-1.190586, -0.613595, 0.054396, 0.406166, 0.647797, 0.749724],
    ),
]


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize(("name", "arguments", "expected"), CASES)
def test_steps(name, arguments, expected, fused):
    optimizer = mx.optimizer.create(name, learning_rate=0.1, use_fused_step=fused, **arguments)
    update = mx.optimizer.get_updater(optimizer)
    weight = mx.nd.array(np.linspace(-1, 1, 6).reshape(2, 3))
    for step in range(3):
        update(0, mx.nd.array(np.cos(np.arange(6) + step).reshape(2, 3) * 0.7), weight)
    np.testing.assert_allclose(weight.asnumpy().ravel(), expected, rtol=2e-5, atol=2e-5)


def test_classes_that_define_step_are_optimizers():
    class Plain(mx.optimizer.Optimizer):
        def step(self, indices, weights, grads, states):
            for weight, grad in zip(weights, grads, strict=True):
                weight -= self.learning_rate * grad

    weights = [mx.nd.ones(1), mx.nd.ones(1)]
    optimizer = Plain(learning_rate=0.5)
    optimizer.update(0, weights[0], mx.nd.ones(1), None)
    optimizer.update_multi_precision([0, 1], weights, [mx.nd.ones(1)] * 2, [None] * 2)
    assert [weight.asscalar() for weight in weights] == [0, 0.5]


def test_optimizers_that_do_not_aggregate_take_lists():
    optimizer = mx.optimizer.AdaGrad()
    weights = [mx.nd.ones(2), mx.nd.ones(3)]
    states = [optimizer.create_state(i, weight) for i, weight in enumerate(weights)]
    optimizer.update_multi_precision([0, 1], weights, [mx.nd.ones(2), mx.nd.ones(3)], states)
    assert all((weight.asnumpy() < 1).all() for weight in weights)
