"""Where ``clip_gradient`` is off: weights after three steps, recorded from MXNet 1.9.1."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

WEIGHT = [1.0, 2.0, 3.0, 4.0]
GRAD = [0.5, -2.0, 3.0, -4.0]

#: These hand the bound to an operator, and do not where it is 0 or below: the weights are those without a bound.
BY_OPERATOR = {
    "adam": [0.70768, 2.29232, 2.70768, 4.292321],
    "ccsgd": [0.7, 3.2, 1.2, 6.400001],
    "ftml": [0.750122, 2.249879, 2.750122, 4.249878],
    "ftrl": [0.19987, 1.543492, 2.023291, 3.435405],
    "lamb": [0.156828, 2.843173, 2.156827, 4.843173],
    "lars": [0.999848, 2.000608, 2.999089, 4.001216],
    "lbsgd": [0.7, 3.2, 1.2, 6.400001],
    "nag": [0.7, 3.2, 1.2, 6.400001],
    "rmsprop": [0.138994, 2.861006, 2.138994, 4.861006],
    "sgd": [0.7, 3.2, 1.2, 6.400001],
    "signum": [0.7, 2.3, 2.7, 4.3],
}
#: These clip by themselves: the weights with the bounds 0 and -1. (With 0, Adamax gives NaN there.)
BY_THEMSELVES = [
    ("adadelta", 0, [1.0, 2.0, 3.0, 4.0]),
    ("adadelta", -1.0, [1.030696, 1.969304, 3.030696, 3.969304]),
    ("adagrad", 0, [1.0, 2.0, 3.0, 4.0]),
    ("adagrad", -1.0, [1.228446, 1.771554, 3.228446, 3.771554]),
    ("adamax", -1.0, [1.3, 1.7, 3.3, 3.7]),
    ("dcasgd", 0, [1.0, 2.0, 3.0, 4.0]),
    ("dcasgd", -1.0, [1.299202, 1.700798, 3.299201, 3.700799]),
    ("groupadagrad", 0, [1.0, 2.0, 3.0, 4.0]),
    ("groupadagrad", -1.0, [1.228445, 1.771555, 3.228445, 3.771555]),
    ("nadam", 0, [1.0, 2.0, 3.0, 4.0]),
    ("nadam", -1.0, [1.257235, 1.742765, 3.257235, 3.742765]),
]


def train(name, bound, weights=1, **options):
    """Move equal weights three steps at once; return the first."""
    optimizer = mx.optimizer.create(name, learning_rate=0.1, clip_gradient=bound, **options)
    updater = mx.optimizer.get_updater(optimizer)
    moved = [mx.nd.array(WEIGHT).reshape((2, 2)) for _ in range(weights)]
    for step in (1, 2, 3):
        grads = [mx.nd.array(GRAD).reshape((2, 2)) * step for _ in moved]
        updater(list(range(weights)), grads, moved)
    return moved[0].asnumpy().ravel()


@pytest.mark.parametrize("weights", [1, 3])
@pytest.mark.parametrize("bound", [None, 0, -1.0])
@pytest.mark.parametrize("name", BY_OPERATOR)
def test_no_bound_and_0_do_not_clip(name, bound, weights):
    np.testing.assert_allclose(train(name, bound, weights), BY_OPERATOR[name], rtol=1e-4)


@pytest.mark.parametrize(("name", "bound", "expected"), BY_THEMSELVES)
def test_0_is_a_bound_of_optimizers_that_clip_by_themselves(name, bound, expected):
    np.testing.assert_allclose(train(name, bound, weights=3), expected, rtol=1e-4)


@pytest.mark.parametrize("bound", [0, -1.0])
@pytest.mark.parametrize(
    ("name", "option"), [("rmsprop", "clip_weights"), ("lamb", "lower_bound"), ("lamb", "upper_bound")]
)
def test_other_bounds_of_0_are_off_too(name, option, bound):
    np.testing.assert_allclose(train(name, None, **{option: bound}), BY_OPERATOR[name], rtol=1e-4)


def operand(*values):
    return mx.nd.array(values)


#: The operators themselves take 0 as a bound; recorded from 1.9.1.
OPERATORS = [
    ("sgd_update", 0, {"clip_gradient": 0}, WEIGHT),
    ("adam_update", 2, {"clip_gradient": 0}, WEIGHT),
    ("rmsprop_update", 1, {"clip_weights": 0}, [0, 0, 0, 0]),
    ("rmspropalex_update", 3, {"clip_weights": 0}, [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("name", "states", "bound", "expected"), OPERATORS)
def test_an_operator_clips_at_0(name, states, bound, expected):
    moved = getattr(mx.nd, name)(
        operand(*WEIGHT), operand(*GRAD), *[mx.nd.zeros(4) for _ in range(states)], lr=0.1, **bound
    )
    np.testing.assert_array_equal(moved.asnumpy(), np.array(expected, "float32"))


def test_a_norm_is_bounded_by_0():
    moved = mx.nd.lamb_update_phase2(
        operand(*WEIGHT), operand(*GRAD), operand(2.0), operand(4.0), lr=0.1, upper_bound=0
    )
    np.testing.assert_allclose(moved.asnumpy(), [0.95, 2.2, 2.7, 4.4], rtol=1e-6)
