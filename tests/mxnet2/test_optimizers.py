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
    (
        "adabelief",
        {"wd": 0.5, "clip_gradient": 0.3, "rescale_grad": 0.7},
        [-0.785191, -0.325832, 0.147798, 0.432057, 0.484042, 0.652202],
    ),
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


#: 2.0 clips the gradient before it adds the weight decay
CLIPPED = {"wd": 0.3, "clip_gradient": 0.4, "rescale_grad": 0.9, "learning_rate": 0.1}

#: what 2.0.0b1 makes of the weights with its own defaults and rules
OF_V2 = [
    ("rmsprop", {}, [-1.003679, -0.600624, -0.193535, 0.203965, 0.601288, 0.993006]),
    ("rmsprop", {"epsilon": 0.1}, [-1.002797, -0.600365, -0.196004, 0.203008, 0.600874, 0.996069]),
    (
        "rmsprop",
        {"epsilon": 0.1, "centered": True, "rho": 0.8, "momentum": 0.7, "wd": 0.1},
        [-1.004304, -0.600895, -0.194638, 0.205151, 0.601704, 0.994394],
    ),
    ("nag", {}, [-1.397344, -0.682397, 0.108305, 0.615553, 0.740744, 0.736535]),
    ("nag", {"wd": 0.1, "learning_rate": 0.2}, [-1.594672, -0.652557, 0.423643, 0.955056, 0.763686, 0.33606]),
    ("adadelta", {}, [-1.003887, -0.599487, -0.191875, 0.204287, 0.600513, 0.990951]),
    (
        "adadelta",
        {"epsilon": 0.01, "learning_rate": 0.5, "wd": 0.1},
        [-1.133012, -0.536305, 0.122994, 0.387458, 0.5805, 0.640513],
    ),
    ("adagrad", {}, [-1.011609, -0.602476, -0.179896, 0.212456, 0.604502, 0.978189]),
    ("adagrad", {"epsilon": 0.1, "wd": 0.1}, [-1.008691, -0.599929, -0.182945, 0.210983, 0.601993, 0.98141]),
    ("sgd", {}, [-1.116611, -0.608473, -0.092545, 0.32459, 0.627177, 0.904778]),
    ("sgd", {"momentum": 0.9, "wd": 0.1}, [-1.252244, -0.646926, 0.032218, 0.508089, 0.690477, 0.758998]),
    ("adamax", {"epsilon": 0.1, "wd": 0.1}, [-1.003333, -0.601749, -0.195619, 0.203645, 0.602215, 0.995763]),
    ("ftml", {}, [-1.002855, -0.600837, -0.195267, 0.203043, 0.601285, 0.99489]),
    ("dcasgd", {"momentum": 0.9, "wd": 0.1}, [-1.252207, -0.646893, 0.032122, 0.508019, 0.690445, 0.759122]),
    ("lars", {"momentum": 0.9, "wd": 0.1}, [-1.000214, -0.599947, -0.199684, 0.200304, 0.599997, 0.999647]),
    ("ftrl", {}, [-0.557673, -0.21653, 0.009969, 0.161276, 0.253556, 0.155416]),
    ("adam", CLIPPED, [-1.041186, -0.605323, 0.090058, 0.436258, 0.614364, 0.70276]),
    ("adamax", CLIPPED, [-1.064997, -0.621123, 0.074955, 0.40967, 0.630277, 0.727352]),
    ("nadam", CLIPPED, [-0.933878, -0.53946, 0.020356, 0.32788, 0.539931, 0.752606]),
    ("ftml", CLIPPED, [-0.958053, -0.563512, -0.015656, 0.311116, 0.563412, 0.793594]),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), OF_V2)
def test_defaults_and_rules_of_v2(v2, name, arguments, expected):
    optimizer = mx.optimizer.create(name, **arguments)
    weight = mx.nd.array(np.linspace(-1, 1, 6))
    state = optimizer.create_state_multi_precision(0, weight)
    for step in range(3):
        gradient = mx.nd.array(np.cos(np.arange(6) + step) * 0.5**step)
        optimizer.update_multi_precision(0, weight, gradient, state)
    np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-5, atol=3e-6)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("ftrl", {}, [-0.094112, -0.033895, 0.001375, 0.027217, 0.040264, 0.024498]),
        ("ftrl", {"learning_rate": 0.3}, [-0.113413, -0.035672, 0.022766, 0.047941, 0.045331, 0.003911]),
        (
            "lars",
            {"momentum": 0.9, "eta": 0.01, "wd": 0.1},
            [-1.001698, -0.60029, -0.198164, 0.202424, 0.600633, 0.997809],
        ),
        ("test", {"wd": 0.1}, [-1.074693, -0.615893, -0.123366, 0.305076, 0.630539, 0.908811]),
        ("sgd", {"momentum": 0.9}, [-1.147032, -0.660234, -0.118057, 0.348782, 0.678831, 0.936404]),
    ],
)
def test_schedules_of_v2(v2, name, arguments, expected):
    """The default rate is the schedule's, and momentum keeps the rate of its step."""
    schedule = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=0.2)
    optimizer = mx.optimizer.create(name, lr_scheduler=schedule, rescale_grad=0.5, **arguments)
    weight = mx.nd.array(np.linspace(-1, 1, 6))
    state = optimizer.create_state_multi_precision(0, weight)
    for step in range(3):
        gradient = mx.nd.array(np.cos(np.arange(6) + step) * 0.5**step)
        optimizer.update_multi_precision([0], [weight], [gradient], [state])
    np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-5, atol=3e-6)


def test_adam_of_v2_clips_many_weights_before_the_decay(v2):
    updater = mx.optimizer.get_updater(mx.optimizer.Adam(**CLIPPED))
    weights = [mx.nd.array(np.linspace(-1, 1, 6)) for _ in range(3)]
    for step in range(3):
        gradients = [mx.nd.array(np.cos(np.arange(6) + step) * 0.5**step) for _ in weights]
        updater([0, 1, 2], gradients, weights)
    for weight in weights:
        expected = [-1.041186, -0.605323, 0.090058, 0.436258, 0.614364, 0.70276]
        np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-5, atol=3e-6)


@pytest.mark.parametrize(
    ("name", "states", "expected"),
    [
        ("rmsprop_update", 1, [2.826203, -1.878247]),
        ("rmspropalex_update", 3, [3.198836, -1.49618]),
        ("adam_update", 2, [2.918073, -2.044576]),
    ],
)
def test_update_operators_of_v2_clip_before_the_decay(v2, name, states, expected):
    arrays = [mx.nd.array([3.0, -2.0]), mx.nd.array([2.0, -0.2]), *(mx.nd.array([0.5, 0.4]) for _ in range(states))]
    result = getattr(mx.nd, name)(*arrays, lr=0.1, wd=0.3, rescale_grad=0.9, clip_gradient=0.4)
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-6)


def test_positional_arguments_are_in_the_order_of_v2(v2):
    optimizer = mx.optimizer.RMSProp(0.1, 0.8, 0.7)
    assert (optimizer.lr, optimizer.gamma1, optimizer.gamma2) == (0.1, 0.8, 0.7)
    with pytest.raises(TypeError, match="at most once"):
        mx.optimizer.SGD(0.1, learning_rate=0.2)


def test_v2_moves_all_rows_by_default(v2):
    assert not mx.optimizer.Adam().lazy_update
    assert not mx.optimizer.SGD().lazy_update


def test_sparse_adagrad_of_v2_leaves_other_rows(v2):
    optimizer = mx.optimizer.AdaGrad(learning_rate=0.5, epsilon=0.1, wd=0.1)
    weight = mx.nd.ones((3, 2)).tostype("row_sparse")
    state = optimizer.create_state(0, weight)
    gradient = mx.nd.sparse.row_sparse_array(([[1.0, 2.0]], [1]), shape=(3, 2))
    optimizer.update(0, weight, gradient, state)
    change = np.array([1.1, 2.1])
    expected = np.ones((3, 2))
    expected[1] -= 0.5 * change / (change + 0.1)
    np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-6)
