"""SGD and Adam, with their options, leave the same weights and states after five updates."""

import mxnet as mx
import numpy as np

CASES = {
    "sgd": ("sgd", {"learning_rate": 0.1}),
    "momentum": ("sgd", {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01}),
    "clipped": ("sgd", {"learning_rate": 0.1, "clip_gradient": 0.3, "rescale_grad": 0.5}),
    "scheduled": ("sgd", {"learning_rate": 0.1, "momentum": 0.5, "lr_scheduler": "factor"}),
    "adam": ("adam", {"learning_rate": 0.01}),
    "adam options": ("adam", {"learning_rate": 0.02, "beta1": 0.8, "beta2": 0.99, "epsilon": 1e-6, "wd": 0.1}),
}


def flat(state):
    if state is None:
        return []
    return [part.asnumpy() for part in (state if isinstance(state, (tuple, list)) else [state])]


def five_updates(name, options):
    options = dict(options)
    if "lr_scheduler" in options:
        options["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(2, 0.5)
    rng = np.random.RandomState(2)
    optimizer = mx.optimizer.create(name, param_idx2name={0: "fc_weight", 1: "fc_bias"}, **options)
    updater = mx.optimizer.get_updater(optimizer)
    weights = [mx.nd.array(rng.randn(3, 4)), mx.nd.array(rng.randn(3))]
    rates = []
    for _ in range(5):
        for index, weight in enumerate(weights):
            updater(index, mx.nd.array(rng.randn(*weight.shape)), weight)
        rates.append(float(optimizer.learning_rate))
    return {
        "weights": [weight.asnumpy() for weight in weights],
        "states": [flat(updater.states[index]) for index in (0, 1)],
        "rates": rates,
        "updates": optimizer.num_update,
    }


def run():
    return {case: five_updates(*given) for case, given in CASES.items()}
