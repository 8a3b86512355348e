"""Many weights updated at once: the numbers of updates one by one, and when it is not done."""

from __future__ import annotations

import copy
import pickle
import warnings

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import write_tracking

SHAPES = [(3, 4), (5,), (2, 3, 2), (200, 300), (1,), (7, 1)]
OPTIMIZERS = {
    "sgd": {},
    "sgd momentum": {"momentum": 0.9},
    "sgd clipped": {"momentum": 0.9, "clip_gradient": 0.1},
    "sgd slow": {"momentum": 0.9, "learning_rate": 1e-9},
    "sgd stopped": {"momentum": 0.9, "learning_rate": 0.0},
    "nag": {"momentum": 0.9},
    "adam": {},
    "adam clipped": {"clip_gradient": 0.1},
    "adam growing": {"beta1": 1.2},
    "adam steady": {"beta2": 1.0},
    "adamw": {},
    "adamw steady": {"beta1": 1.0, "correct_bias": False},
    "adamw clipped": {"clip_gradient": 0.1},
    "signum": {},
    "ftml": {},
    "ftrl": {},
    "rmsprop": {},
    "rmsprop centered": {"centered": True},
    "adagrad": {},
    "adadelta": {},
    "adamax": {},
    "nadam": {},
    "dcasgd": {},
    "dcasgd momentum": {"momentum": 0.5},
    "lamb": {},
}


def updates(name, options, together, dtypes=("float32",), steps=3, **more):
    rng = np.random.RandomState(0)
    options = {"learning_rate": 0.1, "wd": 0.01, "rescale_grad": 0.25, **options, **more}
    names = {i: f"p{i}_{'bias' if i % 3 == 0 else 'weight'}" for i in range(len(SHAPES))}
    optimizer = mx.optimizer.create(name.split()[0], param_idx2name=names, **options)
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.array(rng.randn(*s), dtype=dtypes[i % len(dtypes)]) for i, s in enumerate(SHAPES)]
    for _ in range(steps):
        grads = [mx.nd.array(rng.randn(*weight.shape), dtype=weight.dtype) for weight in weights]
        if together:
            updater(list(range(len(weights))), grads, weights)
        else:
            for index, (grad, weight) in enumerate(zip(grads, weights, strict=True)):
                updater(index, grad, weight)
    return weights, [list(flat(updater.states[i])) for i in range(len(weights))]


def flat(state):
    if isinstance(state, tuple):
        for item in state:
            yield from flat(item)
    elif state is not None:
        yield state.asnumpy()


def assert_same(one, other, rtol=1e-5, atol=1e-6):
    for a, b in zip(one[0], other[0], strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol, atol)
    for a, b in zip(one[1], other[1], strict=True):
        assert len(a) == len(b)
        for left, right in zip(a, b, strict=True):
            np.testing.assert_allclose(left, right, 10 * rtol, 10 * atol)


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_equals_updates_one_by_one(name, dtype):
    given = name, OPTIMIZERS[name]
    assert_same(*(updates(*given, together, (dtype,)) for together in (True, False)))


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_weights_of_several_types_with_float32_copies(name):
    dtypes = "float16", "float32"
    given = name, OPTIMIZERS[name]
    both = [updates(*given, together, dtypes, multi_precision=True) for together in (True, False)]
    assert_same(*both, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("name", ["sgd momentum", "adam"])
def test_float16_without_copies(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        options = {**OPTIMIZERS[name], **({"epsilon": 1e-3} if name == "adam" else {})}
        both = [updates(name, options, together, ("float16",)) for together in (True, False)]
    assert_same(*both, rtol=5e-3, atol=5e-3)


def ones(number=2, **given):
    return [mx.nd.ones((3,), **given) for _ in range(number)]


def test_gradients_stay_as_they_are():
    grads = ones()
    for name in ("sgd", "adam"):
        mx.optimizer.get_updater(mx.optimizer.create(name, rescale_grad=0.5, clip_gradient=0.1))([0, 1], grads, ones())
    assert all((grad == 1).asnumpy().all() for grad in grads)


def test_weights_with_gradients_attached():
    weights = ones()
    for weight in weights:
        weight.attach_grad()
    with mx.autograd.record():
        total = (weights[0] * weights[1]).sum()
    total.backward()
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
    updater([0, 1], [weight.grad for weight in weights], weights)
    assert all((weight == 0.5).asnumpy().all() for weight in weights)
    with mx.autograd.record():
        total = (weights[0] * weights[1]).sum()
    total.backward()
    np.testing.assert_array_equal(weights[0].grad.asnumpy(), np.full(3, 0.5))


def test_columns_are_updated_in_their_matrix():
    matrix = mx.nd.ones((4, 3))
    rows = [matrix[0], matrix[2]]
    mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.25))([0, 1], ones(), rows)
    np.testing.assert_array_equal(matrix.asnumpy()[:, 0], [0.75, 1.0, 0.75, 1.0])


def test_one_weight_that_comes_twice_is_updated_twice():
    weight = mx.nd.ones((3,))
    updater = mx.optimizer.get_updater(mx.optimizer.Adam(learning_rate=0.1))
    updater([0, 0], ones(), [weight, weight])
    assert updater.optimizer.num_update == 2
    np.testing.assert_allclose(weight.asnumpy(), 0.8, rtol=1e-5)


def test_no_weights_at_all():
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater([], [], [])
    assert updater.states == {}


def test_writing_into_recorded_weights_is_refused():
    weights = ones()
    weights[0].attach_grad()
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    with mx.autograd.record(), pytest.raises(mx.MXNetError):
        updater([0, 1], ones(), weights)


@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_gradients_of_another_type_or_shape_are_refused(name):
    for wrong in (mx.nd.ones((3,), dtype="float64"), mx.nd.ones((4,))):
        updater = mx.optimizer.get_updater(mx.optimizer.create(name))
        with pytest.raises(mx.MXNetError):
            updater([0, 1], [mx.nd.ones((3,)), wrong], ones())


def test_long_and_short_weights_in_many_batches():
    shapes = [(300, 1000), (10,), (500, 1000), (3, 3), (40000,)]
    weights = [mx.nd.ones(shape) for shape in shapes]
    grads = [mx.nd.ones(shape) for shape in shapes]
    for name in ("sgd", "adagrad"):
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.25))
        updater(list(range(5)), grads, weights)
    for weight in weights:
        np.testing.assert_allclose(weight.asnumpy(), 0.5, rtol=1e-5)


@pytest.mark.parametrize("name", ["sgd momentum", "adam clipped", "adamw"])
def test_several_threads(name):
    """Small weights are joined then, for the fused kernels start threads for each."""
    before, both = torch.get_num_threads(), []
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            both.append(updates(name, OPTIMIZERS[name], True))
    finally:
        torch.set_num_threads(before)
    assert_same(*both)


# -- what is kept from update to update ---------------------------------------------------------------------------


def momentum_sgd():
    optimizer = mx.optimizer.create("sgd", momentum=0.9, learning_rate=0.1)
    return optimizer, mx.optimizer.get_updater(optimizer), [mx.nd.ones((3,)), mx.nd.ones((2, 2))]


def test_arrays_may_be_others_each_time():
    _, updater, weights = momentum_sgd()
    for value in (1, 2, 3):
        updater([0, 1], [mx.nd.full(weight.shape, value) for weight in weights], weights)
    # m = 0.1, then 0.09 + 0.2, then 0.261 + 0.3
    np.testing.assert_allclose(weights[0].asnumpy(), 1 - (0.1 + 0.29 + 0.561), rtol=1e-6)
    others = [mx.nd.zeros((3,)), mx.nd.zeros((2, 2))]
    updater([0, 1], [mx.nd.zeros((3,)), mx.nd.zeros((2, 2))], others)
    np.testing.assert_allclose(others[1].asnumpy(), -0.9 * 0.561, rtol=1e-6)


def test_gradients_written_in_place_count():
    _, updater, weights = momentum_sgd()
    grads = [mx.nd.ones(weight.shape) for weight in weights]
    updater([0, 1], grads, weights)
    grads[1][:] = 0
    updater([0, 1], grads, weights)
    np.testing.assert_allclose(weights[1].asnumpy(), 1 - 0.1 - 0.09, rtol=1e-6)


def test_rates_may_change_for_all_and_for_one():
    optimizer, updater, weights = momentum_sgd()
    grads = [mx.nd.ones(weight.shape) for weight in weights]
    updater([0, 1], grads, weights)
    optimizer.lr = 0.2
    updater([0, 1], grads, weights)
    optimizer.set_lr_mult({1: 0.0})
    updater([0, 1], grads, weights)
    # m = 0.1, then 0.09 + 0.2, then 0.261 + 0.2 or 0.261
    np.testing.assert_allclose(weights[0].asnumpy(), 1 - (0.1 + 0.29 + 0.461), rtol=1e-6)
    np.testing.assert_allclose(weights[1].asnumpy(), 1 - (0.1 + 0.29 + 0.261), rtol=1e-6)


def test_states_read_from_a_file_take_the_place_of_the_old():
    _, updater, weights = momentum_sgd()
    grads = [mx.nd.ones(weight.shape) for weight in weights]
    updater([0, 1], grads, weights)
    kept = updater.get_states()
    updater([0, 1], grads, weights)
    updater.set_states(kept)
    updater([0, 1], grads, weights)
    np.testing.assert_allclose(weights[0].asnumpy(), 1 - (0.1 + 0.19 + 0.19), rtol=1e-6)


@pytest.mark.parametrize("name", ["nag", "rmsprop centered", "adam", "lamb"])
def test_weights_of_several_parts(name):
    """A weight of more elements than are moved at a time."""
    rng = np.random.RandomState(0)
    values = [rng.randn(600, 500).astype("float32"), rng.randn(3).astype("float32")]
    result = []
    for together in (True, False):
        kind = mx.optimizer.create(name.split()[0], rescale_grad=0.5, **OPTIMIZERS[name])
        updater = mx.optimizer.get_updater(kind)
        weights, grads = [mx.nd.array(value) for value in values], [mx.nd.array(value[::-1]) for value in values]
        for _ in range(2):
            if together:
                updater([0, 1], grads, weights)
            else:
                for i in (0, 1):
                    updater(i, grads[i], weights[i])
        result.append((weights, [list(flat(updater.states[i])) for i in (0, 1)]))
    assert_same(*result)


@pytest.mark.parametrize("name", ["sgd", "adam", "lamb"])
def test_numbers_may_be_arrays_without_axes(name):
    def weights(half, rate):
        scheduler = mx.lr_scheduler.LRScheduler(base_lr=0.1)
        scheduler.__class__ = type("Constant", (mx.lr_scheduler.LRScheduler,), {"__call__": lambda self, n: rate})
        optimizer = mx.optimizer.create(name, lr_scheduler=scheduler)
        optimizer.rescale_grad = half
        owner = mx.optimizer.get_updater(optimizer)
        values = [mx.nd.ones((2, 3)), mx.nd.ones(4)]
        owner([0, 1], [mx.nd.full(v.shape, 0.7) for v in values], values)
        return [v.asnumpy() for v in values]

    with mx.util.np_array(True), mx.util.np_shape(True):
        half, rate = mx.np.array(0.5), mx.np.array(0.25)
    for plain, array in zip(weights(0.5, 0.25), weights(half, rate), strict=True):
        np.testing.assert_allclose(array, plain, rtol=1e-6)
    with pytest.raises(mx.MXNetError, match="rescale_grad"):
        weights(np.array([0.5, 0.5]), 0.25)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_nothing_is_being_written_after_an_update(dtype):
    weights = [mx.nd.ones((4, 4), dtype=dtype) for _ in range(3)]
    update = mx.optimizer.get_updater(mx.optimizer.create("sgd", momentum=0.9, multi_precision=True))
    before = set(write_tracking._targets)  # what another test's error may hold
    for _ in range(2):
        update([0, 1, 2], [mx.nd.ones((4, 4), dtype=dtype) for _ in weights], weights)
        assert set(write_tracking._targets) <= before


@pytest.mark.parametrize("copied", [lambda trainer: pickle.loads(pickle.dumps(trainer)), copy.deepcopy])
@pytest.mark.parametrize("kvstore", ["device", None])
def test_a_trainer_that_has_stepped_can_be_copied_and_pickled(copied, kvstore):
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=kvstore)

    def step(trainer):
        weights = trainer._params
        bias, weight = (each.data() for each in weights)
        with mx.autograd.record():
            result = mx.nd.FullyConnected(mx.nd.ones((4, 3)), weight, bias, num_hidden=2)
        result.backward()
        trainer.step(4)
        return [each.data().asnumpy() for each in weights]

    step(trainer)
    other = copied(trainer)
    before = [each.data().asnumpy() for each in trainer._params]
    moved = step(other)
    for array, weight in zip(before, trainer._params, strict=True):
        np.testing.assert_array_equal(weight.data().asnumpy(), array)
    for array, expected in zip(moved, step(trainer), strict=True):
        np.testing.assert_array_equal(array, expected)
