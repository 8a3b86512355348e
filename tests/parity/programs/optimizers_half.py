"""Float16 weights, with a float32 copy and without, after 20 steps of every optimizer; the form of their states."""

import logging
import warnings

import mxnet as mx
import numpy as np
from helpers import compute_as_mxnet

compute_as_mxnet("nadam_schedule", "lbsgd", "half_precision_states")

RTOL = 2e-3  # a float16 has eleven digits
ATOL = 4e-3
OPTIMIZERS = {
    "sgd": {},
    "sgd momentum": {"momentum": 0.9},
    "nag": {"momentum": 0.9},
    "nag plain": {},
    "signum": {},
    "ftml": {"epsilon": 1e-3},
    "lbsgd": {"momentum": 0.9, "batch_scale": 2},
    "lars": {"momentum": 0.9, "eta": 0.1},
    "dcasgd": {},
    "adam": {"epsilon": 1e-3},
    "adagrad": {"eps": 1e-3},
    "rmsprop": {"epsilon": 1e-3},
    "adadelta": {"epsilon": 1e-3},
    "ftrl": {},
    "adamax": {},
    "nadam": {"epsilon": 1e-3},
    "lamb": {"epsilon": 1e-3},
}
#: In float16 alone these are ill-conditioned, or 1.9.1 does not take them.
WITH_COPY_ONLY = ("ftml", "ftrl", "lamb", "lars", "nadam", "adadelta", "nag", "adagrad", "rmsprop")
SHAPES = [(4, 5), (7,), (3, 2, 2, 2)]


def form(state):
    if state is None:
        return None
    return [form(each) for each in state] if isinstance(state, (tuple, list)) else [state.shape, str(state.dtype)]


def copies(state):
    """Return the float32 arrays in a state."""
    if state is None:
        return []
    if isinstance(state, (tuple, list)):
        return [array for each in state for array in copies(each)]
    return [state.asnumpy()] if state.dtype == np.float32 else []


def train(name, options, multi_precision, dtypes=("float16",) * 3, wd=0.02):
    rng = np.random.RandomState(5)
    names = {0: "a_weight", 1: "b_bias", 2: "c_weight"}
    common = {"learning_rate": 0.02, "wd": wd, "rescale_grad": 0.5, "clip_gradient": 0.6}
    optimizer = mx.optimizer.create(
        name.split()[0], param_idx2name=names, multi_precision=multi_precision, **common, **options
    )
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.array(rng.randn(*shape), dtype=dtype) for shape, dtype in zip(SHAPES, dtypes)]
    for _ in range(20):
        grads = [mx.nd.array(rng.randn(*weight.shape), dtype=weight.dtype) for weight in weights]
        updater([0, 1, 2], grads, weights)
    states = [updater.states[index] for index in range(3)]
    return {
        "weights": [weight.asnumpy() for weight in weights],
        "forms": [form(state) for state in states],
        "copies": [copies(state) for state in states],
    }


def run():
    logging.disable(logging.INFO)
    warnings.simplefilter("ignore")
    answers = {}
    for name, options in OPTIMIZERS.items():
        answers[f"{name} with copy"] = train(name, options, True)
        if name not in WITH_COPY_ONLY:
            answers[f"{name} without"] = train(name, options, False, wd=0.0)  # 1.9.1 rounds 1 - lr * wd to float16
    answers["mixed types"] = train("sgd", {"momentum": 0.9}, True, ("float16", "float32", "float16"))
    answers["mixed types, adam"] = train("adam", {}, True, ("float16", "float32", "float16"))
    answers["doubles"] = train("sgd", {"momentum": 0.9}, True, ("float64", "float32", "float64"))
    answers["double adam"] = train("adam", {}, False, ("float64",) * 3)
    return answers
