"""Every optimizer, over 20 steps with its options, leaves the same weights, states, counts and rates."""

import inspect
import logging

import mxnet as mx
import numpy as np
from helpers import compute_as_mxnet

compute_as_mxnet("nadam_schedule", "lbsgd")

ATOL = 3e-5  # FTML's states are differences of larger numbers
STEPS = 20
NAMES = {0: "fc_weight", 1: "fc_bias", 2: "bn_gamma", 3: "embedding", 4: "conv_weight"}
SHAPES = [(4, 5), (4,), (4,), (6, 3), (2, 3, 2, 2)]
#: What each is tried with, beside the options of all.
OWN = {
    "sgd": [{}, {"momentum": 0.9}],
    "ccsgd": [{"momentum": 0.5}],
    "nag": [{}, {"momentum": 0.9}],
    "signum": [{}, {"momentum": 0.0}, {"momentum": 0.9, "wd_lh": 0.05}],
    "ftml": [{}, {"beta1": 0.5, "beta2": 0.99, "epsilon": 1e-6}],
    "lbsgd": [
        {"momentum": 0.9, "batch_scale": 2, "warmup_epochs": 2, "updates_per_epoch": 4},
        {"batch_scale": 3, "warmup_strategy": "power2", "warmup_epochs": 3, "updates_per_epoch": 4, "begin_epoch": 1},
        {"batch_scale": 2, "warmup_strategy": "sqrt", "warmup_epochs": 1, "updates_per_epoch": 30},
        {"momentum": 0.5, "warmup_strategy": "lars"},
    ],
    "lamb": [{}, {"lower_bound": 0.5, "upper_bound": 2.0, "bias_correction": False}],
    "dcasgd": [{}, {"lamda": 0.1}],
    "adam": [{}, {"beta1": 0.8, "beta2": 0.99, "epsilon": 1e-5}],
    "adagrad": [{}, {"eps": 1e-3}],
    "rmsprop": [{}, {"centered": True}, {"gamma1": 0.8, "clip_weights": 1.0}],
    "adadelta": [{}, {"rho": 0.8, "epsilon": 1e-4}],
    "ftrl": [{}, {"lamda1": 0.1, "beta": 2.0}],
    "adamax": [{}],
    "nadam": [{}, {"schedule_decay": 0.01}],
    "test": [{}],
}
SCHEDULES = {
    "factor": lambda: mx.lr_scheduler.FactorScheduler(3, 0.8, base_lr=0.1),
    "multifactor": lambda: mx.lr_scheduler.MultiFactorScheduler([4, 9], 0.5, base_lr=0.1),
    "poly": lambda: mx.lr_scheduler.PolyScheduler(15, 0.1, 2, 0.01, 3, 0.02),
    "cosine": lambda: mx.lr_scheduler.CosineScheduler(15, 0.1, 0.01, 4, 0.02, "constant"),
}
COMMON = {
    "plain": {"learning_rate": 0.05},
    "decayed": {"learning_rate": 0.05, "wd": 0.03},
    "clipped": {"learning_rate": 0.05, "wd": 0.03, "clip_gradient": 0.4, "rescale_grad": 0.7},
    "multiplied": {
        "learning_rate": 0.05,
        "wd": 0.03,
        "lr_mult": {"fc_weight": 2.0, 3: 0.5},
        "wd_mult": {"fc_bias": 0.5},
    },
    **{name: {"lr_scheduler": name, "wd": 0.01} for name in SCHEDULES},
}


def parts(state):
    if state is None:
        return None
    return [parts(each) for each in state] if isinstance(state, (tuple, list)) else state.asnumpy()


def make(name, options):
    options = dict(options)
    lr_mult, wd_mult = options.pop("lr_mult", {}), options.pop("wd_mult", {})
    if "lr_scheduler" in options:
        options["lr_scheduler"] = SCHEDULES[options["lr_scheduler"]]()
    optimizer = mx.optimizer.create(name, param_idx2name=NAMES, **options)
    optimizer.set_lr_mult(lr_mult)
    optimizer.set_wd_mult({**optimizer.wd_mult, **wd_mult})
    return optimizer


def train(name, options, dtype="float32", together=True, shapes=SHAPES):
    rng = np.random.RandomState(3)
    optimizer = make(name, options)
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.array(rng.randn(*shape), dtype=dtype) for shape in shapes]
    rates = []
    for _ in range(STEPS):
        grads = [mx.nd.array(rng.randn(*weight.shape), dtype=dtype) for weight in weights]
        if together:
            updater(list(range(len(weights))), grads, weights)
        else:
            for index, (grad, weight) in enumerate(zip(grads, weights)):
                updater(index, grad, weight)
        rates.append(float(optimizer.learning_rate))
    return {
        "weights": [weight.asnumpy() for weight in weights],
        "states": [parts(updater.states[index]) for index in range(len(weights))],
        "rates": rates,
        "updates": [optimizer.num_update, sorted(optimizer._index_update_count.items())],
        "factors": [optimizer._get_lr(i) for i in NAMES] + [optimizer._get_wd(i) for i in NAMES],
    }


def signatures():
    found = {}
    for name, cls in sorted(mx.optimizer.Optimizer.opt_registry.items()):
        if name not in ("adabelief", "adamw", "ccsgd", "lans"):  # MXNet 2's; only passes on what it gets
            parameters = inspect.signature(cls).parameters.values()
            defaults = [None if each.default is each.empty else each.default for each in parameters]
            found[name] = [[str(each.kind) + each.name for each in parameters], defaults]
            found[name] += [cls.__module__, cls.__name__, cls().aggregate_num]
    return found


def cases(name, number):
    """Return the options to try: all of them with SGD and Adam."""
    if number:
        return ["clipped", "factor"]
    return [case for case in COMMON if name in ("sgd", "adam") or case not in ("multifactor", "poly", "plain")]


def run():
    logging.disable(logging.INFO)
    answers = {"signatures": signatures()}
    for name, own in OWN.items():
        for number, mine in enumerate(own):
            for case in cases(name, number):
                answers[f"{name} {number} {case}"] = train(name, {**COMMON[case], **mine})
        answers[f"{name} one by one"] = train(name, {**COMMON["clipped"], **own[-1]}, together=False)
    for case in ("plain", "clipped", "multiplied", "factor", "cosine"):
        few = SHAPES[:4]  # 1.9.1 corrects the momentum of the first four weights alone
        answers[f"lars {case}"] = train("lars", {**COMMON[case], "momentum": 0.9, "eta": 0.1}, shapes=few)
    answers["lars"] = train("lars", {**COMMON["decayed"], "eta": 0.1, "eps": 1e-3, "momentum_correction": False})
    matrices = [(4, 5), (6, 3)]
    for case in ("plain", "factor"):
        options = {**COMMON[case], "wd": 0.0}
        answers[f"groupadagrad {case}"] = train("groupadagrad", options, shapes=matrices)
    return answers
