"""LARS, LBSGD, GroupAdaGrad and AdamW: values by NumPy from their formulas."""

from __future__ import annotations

import logging

import mxnet as mx
import numpy as np
import pytest


def array(*values):
    return mx.nd.array(values)


def lars(**options):
    return mx.optimizer.LARS(learning_rate=0.1, eta=0.5, param_idx2name={0: "a_weight", 1: "a_bias"}, **options)


def norm(values):
    return np.linalg.norm(values)


def test_lars_scales_the_rate_of_a_layer():
    weight, grad = np.array([3.0, 4.0]), np.array([1.0, 2.0])
    updated = array(*weight)
    lars(wd=0.1, rescale_grad=0.5, eps=0.01).update(0, updated, array(*grad), None)
    rate = 0.1 * 0.5 * 5.0 / (0.5 * norm(grad) + 0.1 * 5.0 + 0.01)
    np.testing.assert_allclose(updated.asnumpy(), weight - rate * (0.5 * grad + 0.1 * weight), rtol=1e-6)


def test_lars_leaves_the_rate_of_biases_and_of_what_has_no_norm():
    optimizer = lars()
    bias, zero = array(3.0, 4.0), array(0.0, 0.0)
    optimizer.update([1, 0], [bias, zero], [array(1.0, 1.0)] * 2, [None, None])
    np.testing.assert_allclose(bias.asnumpy(), [2.9, 3.9], rtol=1e-6)
    np.testing.assert_allclose(zero.asnumpy(), [-0.1, -0.1], rtol=1e-6)


def test_lars_corrects_the_momentum_of_all_weights_when_the_rate_changes():
    optimizer = lars(momentum=0.5)
    weights, grads = [array(1.0) for _ in range(6)], [array(0.0)] * 6
    updater = mx.optimizer.get_updater(optimizer)
    updater(list(range(6)), [array(1.0)] * 6, weights)
    before = [updater.states[i].asscalar() for i in range(6)]
    optimizer.lr = 0.2
    updater(list(range(6)), grads, weights)
    np.testing.assert_allclose([updater.states[i].asscalar() for i in range(6)], before, rtol=1e-6)


def test_lars_decays_weights_alone():
    optimizer = mx.optimizer.LARS(param_idx2name={0: "a_weight", 1: "bn_gamma", 2: "weight"})
    assert optimizer.wd_mult == {"bn_gamma": 0.0, "weight": 0.0}


def lbsgd(**options):
    logging.disable(logging.INFO)
    try:
        return mx.optimizer.LBSGD(learning_rate=0.1, **options)
    finally:
        logging.disable(logging.NOTSET)


GROWTH = {
    "linear": [1.0, 1.75, 2.5, 3.25, 4.0, 4.0],
    "power2": [1.0, 1.1875, 1.75, 2.6875, 4.0, 4.0],
    "sqrt": [1.0, 2.5, 3.12132, 3.598076, 4.0, 4.0],
    "lars": [1.0, 1.0, 1.0, 1.0, 4.0, 4.0],
    "another": [1.0, 1.0, 1.0, 1.0, 4.0, 4.0],
}


@pytest.mark.parametrize("strategy", GROWTH)
def test_lbsgd_factor_grows_during_the_warm_up(strategy):
    optimizer = lbsgd(warmup_strategy=strategy, batch_scale=4, warmup_epochs=2, updates_per_epoch=2)
    np.testing.assert_allclose([optimizer._get_lbmult(n) for n in range(6)], GROWTH[strategy], rtol=1e-6)


def test_lbsgd_gathers_gradients():
    optimizer, weight = lbsgd(batch_scale=2, warmup_epochs=0), array(1.0)
    optimizer.update(0, weight, array(1.0), None)
    assert weight.asscalar() == 1.0
    optimizer.update(0, weight, array(3.0), None)
    np.testing.assert_allclose(weight.asscalar(), 1 - 2 * 0.1 * 2.0, rtol=1e-6)
    assert optimizer.cumgrads[0] == {"cum_grad": 0, "num_cums": 2}


def test_lbsgd_begins_later():
    optimizer, weight = lbsgd(batch_scale=3, updates_per_epoch=4, begin_epoch=1), array(0.0)
    moved = []
    for grad in (1.0, 10.0, 100.0, 1000.0, 1e4):
        before = weight.asscalar()
        optimizer.update(0, weight, array(grad), None)
        moved.append(before - weight.asscalar())
    # recorded from MXNet 1.9.1
    np.testing.assert_allclose(moved, [0.0, 0.58666664, 0.0, 0.0, 703.0], rtol=1e-5)


@pytest.mark.parametrize(
    ("weight", "grad", "wd", "factor"), [(5, 1, 0, 5), (1, 1, 3, 0.5), (0, 1, 0, 0.01), (1, 0, 0, 100)]
)
def test_lbsgd_factor_of_a_layer(weight, grad, wd, factor):
    result = lbsgd(warmup_strategy="lars")._get_lars(array(float(weight)), array(float(grad)), wd)
    assert result == pytest.approx(factor, rel=1e-6)


@pytest.mark.parametrize(("momentum", "kinds"), [(0.0, [None, "float32"]), (0.5, ["float32", "float32"])])
def test_lbsgd_float16(momentum, kinds):
    optimizer = lbsgd(momentum=momentum, multi_precision=True)
    weight = mx.nd.ones((2,), dtype="float16")
    state = optimizer.create_state(0, weight)
    assert [item if item is None else np.dtype(item.dtype).name for item in state] == kinds
    optimizer.update(0, weight, mx.nd.ones((2,), dtype="float16"), state)
    np.testing.assert_allclose(weight.asnumpy(), 0.9, rtol=1e-3)
    np.testing.assert_allclose(state[1].asnumpy(), 0.9, rtol=1e-6)


def test_group_adagrad():
    optimizer = mx.optimizer.create("groupadagrad", learning_rate=0.1, clip_gradient=1.5, rescale_grad=2.0)
    weight, grad = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[0.5, 1.0], [0.0, 0.0]])
    updated = mx.nd.array(weight)
    state = optimizer.create_state(0, updated)
    optimizer.update(0, updated, mx.nd.array(grad), state)
    clipped = np.minimum(2 * grad, 1.5)
    history = (clipped**2).mean(1, keepdims=True)
    np.testing.assert_allclose(state.asnumpy(), history, rtol=1e-6)
    np.testing.assert_allclose(updated.asnumpy(), weight - 0.1 * clipped / np.sqrt(history + 1e-5), rtol=1e-6)


@pytest.mark.parametrize("correct_bias", [True, False])
def test_adamw_decays_apart_from_the_gradient(correct_bias):
    options = {"learning_rate": 0.1, "wd": 0.5, "epsilon": 0.0, "correct_bias": correct_bias}
    optimizer = mx.optimizer.create("adamw", param_idx2name={0: "a_weight"}, **options)
    weight = array(2.0)
    optimizer.update(0, weight, array(3.0), optimizer.create_state(0, weight))
    rate = 0.1 * (np.sqrt(0.001) / 0.1 if correct_bias else 1.0)
    np.testing.assert_allclose(weight.asscalar(), 2.0 - rate * (0.1 / np.sqrt(0.001) + 0.5 * 2.0), rtol=1e-5)


#: What MXNet 1.9.1 gave after two steps from [[1, 2], [3, 4]] with gradients of the second row alone.
@pytest.mark.parametrize(("lazy", "first_row"), [(True, [1.0, 2.0]), (False, [0.92167687, 1.84335375])])
def test_lars_moves_rows_without_gradient_unless_it_is_lazy(lazy, first_row):
    names = {0: "a_weight"}
    lars = mx.optimizer.LARS(0.9, lazy, eta=0.1, learning_rate=1.0, wd=0.1, param_idx2name=names)
    weight = mx.nd.array([[1.0, 2.0], [3.0, 4.0]])
    state = lars.create_state(0, weight)
    for _ in range(2):
        lars.update(0, weight, mx.nd.array([[0, 0], [1, 1]]).tostype("row_sparse"), state)
    np.testing.assert_allclose(weight.asnumpy()[0], first_row, rtol=1e-6)


def test_what_lbsgd_logs(caplog):
    with caplog.at_level(logging.INFO):
        mx.optimizer.create("lbsgd", batch_scale=3, warmup_strategy="lars")
    first, second = caplog.messages
    assert first == "Running Large-Batch SGD Algorithm"
    assert second == "(Batch_scale=3.000000, warmup_epochs=5, warmup_strategy=lars, updates_per_epoch=32)"
