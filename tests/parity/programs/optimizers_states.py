"""States of every optimizer, saved by one side and read by the other: training goes on with the same numbers."""

import logging
import os

import mxnet as mx
import numpy as np
from helpers import compute_as_mxnet

compute_as_mxnet("nadam_schedule", "module_update_counts")

ATOL = 3e-5
OPTIMIZERS = {
    "sgd": {"momentum": 0.9, "multi_precision": True},
    "nag": {"momentum": 0.9, "multi_precision": True},
    "lars": {"momentum": 0.9, "eta": 0.1, "lr_scheduler": "factor"},
    "lbsgd": {"momentum": 0.9},
    "adam": {"lr_scheduler": "factor", "clip_gradient": 0.5},
    "adagrad": {},
    "rmsprop": {"centered": True},
    "adadelta": {},
    "ftrl": {},
    "ftml": {},
    "adamax": {},
    "nadam": {},
    "signum": {},
    "dcasgd": {},
    "lamb": {},
    "groupadagrad": {},
    "sgld": {},
}


def updater_of(name, options):
    options = dict(options)
    if "lr_scheduler" in options:
        options["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(3, 0.5, base_lr=0.1)
    names = {0: "a_weight", 1: "b_bias", 2: "c_weight"}
    return mx.optimizer.get_updater(mx.optimizer.create(name, param_idx2name=names, **options))


def arrays(seed, half):
    rng = np.random.RandomState(seed)
    return [
        mx.nd.array(rng.randn(4, 3), dtype=dtype) for dtype in ("float32", "float32", "float16" if half else "float32")
    ]


def steps(updater, weights, half, seeds):
    for seed in seeds:
        updater([0, 1, 2], arrays(seed, half), weights)


def write(folder):
    logging.disable(logging.INFO)
    answers = {}
    for name, options in OPTIMIZERS.items():
        half = options.get("multi_precision", False)
        updater, weights = updater_of(name, options), arrays(0, half)
        steps(updater, weights, half, range(1, 5))
        mx.nd.save(os.path.join(folder, name + ".params"), weights)
        for dump in (True, False):
            with open(os.path.join(folder, f"{name}-{dump}.states"), "wb") as file:
                file.write(updater.get_states(dump_optimizer=dump))
        answers[name] = [sorted(updater.states), updater.optimizer.num_update]
    return answers


def read(folder):
    logging.disable(logging.INFO)
    answers = {}
    for name, options in OPTIMIZERS.items():
        for dump in (True, False):
            updater = updater_of(name, options)
            with open(os.path.join(folder, f"{name}-{dump}.states"), "rb") as file:
                updater.set_states(file.read())
            weights = mx.nd.load(os.path.join(folder, name + ".params"))
            before = [weight.asnumpy() for weight in weights]
            synced = dict(updater.states_synced)
            steps(updater, weights, options.get("multi_precision", False), range(5, 8))
            if name == "sgld":  # its steps are random, and so is what was saved
                answers[name] = [synced, updater.optimizer.num_update]
            else:
                moved = [weight.asnumpy() - old for weight, old in zip(weights, before)]
                answers[f"{name} {dump}"] = [synced, moved, updater.optimizer.num_update]
    return answers
