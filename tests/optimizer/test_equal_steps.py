"""Equal weights with equal gradients stay equal: what belongs to a step or a weight is not kept for the optimizer."""

from __future__ import annotations

import logging

import mxnet as mx
import numpy as np
import pytest

#: SGLD adds noise
OPTIMIZERS = {
    "sgd": {"momentum": 0.9},
    "nag": {"momentum": 0.9},
    "adam": {},
    "adamw": {},
    "adamax": {},
    "nadam": {},
    "ftrl": {},
    "ftml": {},
    "lamb": {},
    "lars": {"momentum": 0.9},
    "signum": {},
    "dcasgd": {"momentum": 0.9},
    "rmsprop": {},
    "rmsprop centered": {"centered": True},
    "adagrad": {},
    "adadelta": {},
    "groupadagrad": {},
    "lbsgd": {"momentum": 0.9},
    "lbsgd in a warm-up": {"batch_scale": 4, "warmup_epochs": 2, "updates_per_epoch": 8},
    "lbsgd by layers": {"batch_scale": 2, "warmup_strategy": "lars"},
}


def make(name, scheduled=True):
    options = {"learning_rate": 0.05, **OPTIMIZERS[name]}
    if scheduled:
        options["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.05)
    logging.disable(logging.INFO)
    try:
        return mx.optimizer.create(name.split()[0], **options)
    finally:
        logging.disable(logging.NOTSET)


def gradients(count=7):
    rng = np.random.RandomState(0)
    return [rng.randn(1, 2) for _ in range(count)]


def weight(device=0):
    return mx.nd.array([[1.0, -2.0]], ctx=mx.cpu(device))


def train(copies, given):
    """Update ``(updater, index, weight)`` in turns; return the weights after each step."""
    steps = []
    for gradient in given:
        for update, index, array in copies:
            update(index, mx.nd.array(gradient, ctx=array.context), array)
        steps.append([array.asnumpy().tolist() for _, _, array in copies])
    return steps


def two_weights(optimizer):
    update = mx.optimizer.get_updater(optimizer)
    return [(update, 0, weight()), (update, 1, weight())]


def two_devices(optimizer):
    return [(mx.optimizer.get_updater(optimizer), 0, weight(device)) for device in (0, 1)]


def two_updaters(optimizer):
    return [(mx.optimizer.get_updater(optimizer), index, weight()) for index in (0, 1)]


@pytest.mark.parametrize("scheduled", [False, True])
@pytest.mark.parametrize("copies", [two_weights, two_devices, two_updaters])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_equal_weights_stay_equal(name, copies, scheduled):
    alone = train([(mx.optimizer.get_updater(make(name, scheduled)), 0, weight())], gradients())
    both = train(copies(make(name, scheduled)), gradients())
    assert both == [value * 2 for value in alone]


@pytest.mark.parametrize("device", [0, 2])
@pytest.mark.parametrize("steps", [4, 5])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_training_goes_on_from_saved_states(name, steps, device):
    first = mx.optimizer.get_updater(make(name))
    value = weight()
    train([(first, 0, value)], gradients(steps))
    content = first.get_states(dump_optimizer=True)
    second = mx.optimizer.get_updater(make(name))
    second.set_states(content)
    other = value.copyto(mx.cpu(device))
    expected = train([(first, 0, value)], gradients(4))
    assert train([(second, 0, other)], gradients(4)) == expected


def test_nadam_s_schedule_follows_the_counts_in_a_file_of_mxnet():
    first, value = mx.optimizer.get_updater(make("nadam")), weight()
    train([(first, 0, value)], gradients(3))
    first.optimizer.m_schedule = 1e-9  # shared by many weights
    second = mx.optimizer.get_updater(make("nadam"))
    second.set_states(first.get_states(dump_optimizer=True))
    other = value.copy()
    assert train([(second, 0, other)], gradients(2)) == train([(first, 0, value)], gradients(2))


@pytest.mark.parametrize("found", [{0: 0.1}, {0: ("a", 1, 1)}, {0: (1, 1, "a")}, [1]])
def test_hostile_rates_of_lars_are_refused(found):
    updater = mx.optimizer.get_updater(make("lars"))
    updater.optimizer._rate_before = found
    with pytest.raises(mx.MXNetError, match="_rate_before"):
        updater.set_states(updater.get_states(dump_optimizer=True))
