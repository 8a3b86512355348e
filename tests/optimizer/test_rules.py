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
    ("adam", {"beta1": 1.2}, adam, {"beta1": 1.2}),
    ("adam", {"beta2": 1.0}, adam, {"beta2": 1.0}),
]


@pytest.mark.parametrize(("name", "arguments", "rule", "settings"), CASES)
def test_a_rule_is_the_formula(name, arguments, rule, settings):
    result = mx.optimizer.create(name, learning_rate=0.1, wd=0.01, **arguments)
    np.testing.assert_allclose(run(result), rule(0.1, 0.01, **settings), rtol=2e-5)


def test_nag_with_momentum_is_the_formula():
    result = mx.optimizer.NAG(learning_rate=0.1, momentum=0.9, clip_gradient=2)
    np.testing.assert_allclose(run(result), nag(0.1, 0.0, 0.9, clip=2), rtol=2e-5)


#: What MXNet 1.9.1 gave for these optimizers with learning_rate=0.1 and wd=0.01, in float32.
RECORDED = [
    ("sgd", {"clip_gradient": 0.15, "rescale_grad": 0.5}, [0.982017993927002, -2.018996000289917, 3.035964012145996]),
    ("sgd", {"momentum": 0.9}, [0.938342809677124, -2.066769599914551, 19.79878807067871]),
    ("nag", {"momentum": 0.9, "clip_gradient": 2}, [0.9116702079772949, -2.114037036895752, 4.581907272338867]),
    ("nag", {}, [0.9670330882072449, -2.053986072540283, 11.982011795043945]),
    ("adam", {"clip_gradient": 2}, [0.7000900506973267, -2.046459197998047, 3.300001859664917]),
    ("adam", {"rescale_grad": 0.5}, [0.7001737952232361, -2.0324032306671143, 3.3000011444091797]),
]


#: The same after four steps of other optimizers, from [1, -2, 3, 0.5], with gradients of all signs.
OTHERS = [
    ("signum", {}, [0.96, -2.04, 3.04, 0.5]),
    ("signum", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.96, -1.96, 3.0, 0.46]),
    ("signum", {"learning_rate": 0.3}, [-0.2, -3.2, 4.2, 0.5]),
    ("signum", {"momentum": 0.0, "wd": 0.1}, [0.95607, -2.03195, 3.02796, 0.49802]),
    (
        "signum",
        {"momentum": 0.0, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.95607, -2.03195, 3.02796, 0.49802],
    ),
    ("signum", {"momentum": 0.0, "learning_rate": 0.3}, [-0.2, -3.2, 4.2, 0.5]),
    ("signum", {"wd_lh": 0.1, "wd": 0.1}, [0.95607, -1.99205, 3.02796, 0.45806]),
    ("signum", {"wd_lh": 0.1, "learning_rate": 0.3}, [-0.26178, -2.91766, 3.80295, 0.46011]),
    ("ftml", {}, [0.97405, -2.03402, 3.02595, 0.49574]),
    ("ftml", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.97413, -1.99048, 3.02595, 0.4929]),
    ("ftml", {"learning_rate": 0.3}, [0.22157, -3.02051, 3.77843, 0.3723]),
    ("ftml", {"beta1": 0.3, "wd": 0.1}, [0.96815, -2.01148, 3.03194, 0.49561]),
    (
        "ftml",
        {"beta1": 0.3, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.96818, -1.99188, 3.03194, 0.49366],
    ),
    ("ftml", {"beta1": 0.3, "learning_rate": 0.3}, [0.04169, -3.29611, 3.95831, 0.42665]),
    ("adagrad", {}, [0.97216, -2.03686, 3.02784, 0.4963]),
    ("adagrad", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.96821, -2.02875, 3.01581, 0.49432]),
    ("adagrad", {"learning_rate": 0.3}, [0.16467, -3.10584, 3.83534, 0.38893]),
    ("adagrad", {"eps": 0.1, "wd": 0.1}, [0.98468, -2.01255, 3.01572, 0.49537]),
    (
        "adagrad",
        {"eps": 0.1, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.98988, -2.00663, 3.00989, 0.49665],
    ),
    ("adagrad", {"eps": 0.1, "learning_rate": 0.3}, [0.65956, -2.61669, 3.83257, 0.42042]),
    ("rmsprop", {}, [0.99092, -2.01174, 3.00908, 0.49892]),
    ("rmsprop", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.99093, -1.99704, 3.00908, 0.49789]),
    ("rmsprop", {"learning_rate": 0.3}, [-1.72478, -5.52292, 5.72478, 0.17485]),
    ("rmsprop", {"centered": True, "wd": 0.1}, [0.97527, -1.99654, 3.02475, 0.49171]),
    (
        "rmsprop",
        {"centered": True, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.97528, -1.98603, 3.02475, 0.49066],
    ),
    ("rmsprop", {"centered": True, "learning_rate": 0.3}, [-6.42533, -10.83153, 10.42537, -1.67361]),
    ("rmsprop", {"clip_weights": 0.9, "wd": 0.1}, [0.89419, -0.9, 0.9, 0.4984]),
    (
        "rmsprop",
        {"clip_weights": 0.9, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.89423, -0.9, 0.9, 0.49789],
    ),
    ("rmsprop", {"clip_weights": 0.9, "learning_rate": 0.3}, [-0.9, -0.9, 0.9, 0.17485]),
    ("rmsprop", {"gamma1": 0.5, "wd": 0.1}, [0.99533, -2.00129, 3.00467, 0.49949]),
    (
        "rmsprop",
        {"gamma1": 0.5, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.99533, -1.99895, 3.00467, 0.49926],
    ),
    ("rmsprop", {"gamma1": 0.5, "learning_rate": 0.3}, [-0.40123, -3.62576, 4.40123, 0.41127]),
    ("rmsprop", {"centered": True, "gamma2": 0.3, "wd": 0.1}, [0.98672, -2.00155, 3.0133, 0.49697]),
    (
        "rmsprop",
        {"centered": True, "gamma2": 0.3, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.98672, -1.99478, 3.0133, 0.49631],
    ),
    ("rmsprop", {"centered": True, "gamma2": 0.3, "learning_rate": 0.3}, [-2.98895, -6.92136, 6.98897, -0.20916]),
    ("adadelta", {}, [0.95894, -2.05319, 3.04127, 0.5004]),
    ("adadelta", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.62124, -1.35322, 2.00385, 0.33025]),
    ("adadelta", {"learning_rate": 0.3}, [0.95894, -2.05319, 3.04127, 0.5004]),
    ("adadelta", {"rho": 0.5, "epsilon": 0.01, "wd": 0.1}, [0.35081, -1.76593, 2.559, 0.38515]),
    (
        "adadelta",
        {"rho": 0.5, "epsilon": 0.01, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.48899, -1.66603, 2.49018, 0.3753],
    ),
    ("adadelta", {"rho": 0.5, "epsilon": 0.01, "learning_rate": 0.3}, [0.64691, -2.49523, 3.67794, 0.53277]),
    ("ftrl", {}, [0.05529, -0.09979, 2.47325, 0.16016]),
    ("ftrl", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.02782, -0.05691, 0.76832, 0.09614]),
    ("ftrl", {"learning_rate": 0.3}, [-0.01094, -0.25978, 2.91974, 0.14715]),
    ("ftrl", {"lamda1": 0.5, "beta": 2, "wd": 0.1}, [0.0052, -0.03534, 1.97337, 0.07739]),
    (
        "ftrl",
        {"lamda1": 0.5, "beta": 2, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [-0.0, -0.009, 0.41663, 0.03243],
    ),
    ("ftrl", {"lamda1": 0.5, "beta": 2, "learning_rate": 0.3}, [0.0, -0.09017, 2.33174, 0.03529]),
    ("adamax", {}, [0.992, -2.00529, 3.008, 0.49754]),
    ("adamax", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.992, -1.99531, 3.008, 0.49662]),
    ("adamax", {"learning_rate": 0.3}, [-0.2, -2.79395, 4.2, 0.13084]),
    ("adamax", {"beta1": 0.5, "wd": 0.1}, [0.992, -1.9996, 3.008, 0.49789]),
    ("adamax", {"beta1": 0.5, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.992, -1.99648, 3.008, 0.4974]),
    ("adamax", {"beta1": 0.5, "learning_rate": 0.3}, [-0.2, -2.94901, 4.2, 0.27143]),
    ("nadam", {}, [0.9967, -2.0042, 3.0033, 0.49957]),
    ("nadam", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.9967, -1.99882, 3.0033, 0.49917]),
    ("nadam", {"learning_rate": 0.3}, [0.00898, -3.25865, 3.99102, 0.37158]),
    ("nadam", {"schedule_decay": 0.1, "wd": 0.1}, [0.9967, -2.00074, 3.0033, 0.49936]),
    (
        "nadam",
        {"schedule_decay": 0.1, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.9967, -1.99882, 3.0033, 0.49916],
    ),
    ("nadam", {"schedule_decay": 0.1, "learning_rate": 0.3}, [0.01068, -3.2545, 3.98932, 0.36995]),
    ("dcasgd", {}, [0.996, -2.0124, 3.11968, 0.5]),
    ("dcasgd", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.99401, -1.99816, 3.0, 0.49801]),
    ("dcasgd", {"learning_rate": 0.3}, [0.88001, -2.37132, 6.32826, 0.50045]),
    ("dcasgd", {"lamda": 0.5, "wd": 0.1}, [0.99201, -2.0044, 3.10431, 0.49802]),
    ("dcasgd", {"lamda": 0.5, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.99401, -1.99816, 3.0, 0.49801]),
    ("dcasgd", {"lamda": 0.5, "learning_rate": 0.3}, [0.88013, -2.36362, 4.02116, 0.50563]),
    ("lamb", {}, [0.99125, -2.00759, 3.00875, 0.4976]),
    ("lamb", {"clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5}, [0.98926, -2.00651, 3.00684, 0.49691]),
    ("lamb", {"learning_rate": 0.3}, [-2.59248, -5.10515, 6.59252, -0.28476]),
    ("lamb", {"bias_correction": False, "wd": 0.1}, [0.99081, -2.00738, 3.00837, 0.49743]),
    (
        "lamb",
        {"bias_correction": False, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.99081, -2.00738, 3.00837, 0.49743],
    ),
    ("lamb", {"bias_correction": False, "learning_rate": 0.3}, [-2.59233, -5.10377, 6.59304, -0.2852]),
    ("lamb", {"lower_bound": 0.5, "upper_bound": 2.0, "wd": 0.1}, [0.99431, -2.00345, 3.00362, 0.49836]),
    (
        "lamb",
        {"lower_bound": 0.5, "upper_bound": 2.0, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.99431, -2.00345, 3.00362, 0.49836],
    ),
    ("lamb", {"lower_bound": 0.5, "upper_bound": 2.0, "learning_rate": 0.3}, [-0.38918, -3.20555, 4.38919, 0.11857]),
    ("lamb", {"lower_bound": 5.0, "wd": 0.1}, [0.98578, -2.00862, 3.00905, 0.49591]),
    (
        "lamb",
        {"lower_bound": 5.0, "clip_gradient": 0.3, "wd": 0.1, "rescale_grad": 0.5},
        [0.98578, -2.00862, 3.00905, 0.49591],
    ),
    ("lamb", {"lower_bound": 5.0, "learning_rate": 0.3}, [-3.06381, -5.52759, 7.06384, -0.48277]),
]


@pytest.mark.parametrize(("name", "arguments", "weight"), OTHERS)
def test_another_rule_gives_the_weights_of_1_9_1(name, arguments, weight):
    result = mx.optimizer.create(name, **arguments)
    start = mx.nd.array([1.0, -2.0, 3.0, 0.5])
    state = result.create_state(0, start)
    for k in range(4):
        result.update(0, start, mx.nd.array([0.1, 0.2 * k + 0.01, -3.0, 0.5 * (-1) ** k]), state)
    np.testing.assert_allclose(start.asnumpy(), weight, atol=2e-5)


@pytest.mark.parametrize(("name", "arguments", "weight"), RECORDED)
def test_a_rule_gives_the_weights_of_1_9_1(name, arguments, weight):
    result = mx.optimizer.create(name, learning_rate=0.1, wd=0.01, **arguments)
    np.testing.assert_allclose(run(result), weight, rtol=1e-5)


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
    ("adam", {}, "(float32, float32)"),
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
    result = mx.optimizer.create(name, **arguments)
    assert kinds(result.create_state_multi_precision(0, mx.nd.ones((2,), dtype="float16"))) == expected


@pytest.mark.parametrize("name", ["sgd", "nag", "adam"])
def test_float16_without_multi_precision_warns(name):
    with pytest.warns(UserWarning, match="multi_precision=True"):
        mx.optimizer.create(name).create_state_multi_precision(0, mx.nd.ones((2,), dtype="float16"))


def test_the_test_optimizer_adds_the_gradient():
    result = mx.optimizer.Test(rescale_grad=2.0)
    weight = mx.nd.ones((2,))
    state = result.create_state(0, weight)
    result.update(0, weight, mx.nd.array([1.0, 2.0]), state)
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


def test_sgld_steps_half_way_with_noise():
    result = mx.optimizer.SGLD(learning_rate=0.1)
    weight = mx.nd.zeros((20000,))
    result.update(0, weight, mx.nd.ones((20000,)), None)
    values = weight.asnumpy()
    assert values.mean() == pytest.approx(-0.05, abs=0.01)
    assert values.std() == pytest.approx(math.sqrt(0.1), rel=0.02)


def test_nadam_s_schedule_is_that_of_each_weight():
    result = mx.optimizer.Nadam(learning_rate=0.1, begin_num_update=2)
    weights = [mx.nd.ones((1,)), mx.nd.ones((1,))]
    states = [result.create_state(index, weight) for index, weight in enumerate(weights)]
    for index in (0, 0, 1, 0):  # the second comes late
        result.update(index, weights[index], weights[index], states[index])
    momenta = [0.9 * (1 - 0.5 * 0.96 ** (count * 0.004)) for count in range(3, 6)]
    assert result._products == {0: (5, pytest.approx(math.prod(momenta))), 1: (3, pytest.approx(momenta[0]))}
    assert result.m_schedule == pytest.approx(math.prod(momenta))
