"""Making optimizers, registering one's own, rates and decays of each weight, counts, and what updaters call."""

import warnings
from types import SimpleNamespace

import mxnet as mx
import numpy as np
from helpers import raised


def network():
    data = mx.sym.Variable("data")
    weight = mx.sym.Variable("one_weight", lr_mult=3.0, wd_mult=0.5)
    bias = mx.sym.Variable("one_bias", lr_mult=2.0)
    hidden = mx.sym.FullyConnected(data, weight=weight, bias=bias, num_hidden=4, name="one")
    return mx.sym.FullyConnected(mx.sym.BatchNorm(hidden, name="bn"), num_hidden=2, name="two")


def rates():
    sym = network()
    names = dict(enumerate(sym.list_arguments()))
    answers = {}
    for case, given in {
        "names": {"param_idx2name": names},
        "symbol": {"param_idx2name": names, "sym": sym},
        "param_dict": {"param_idx2name": names, "param_dict": {1: SimpleNamespace(lr_mult=7.0, wd_mult=0.25)}},
        "nothing": {},
    }.items():
        optimizer = mx.optimizer.SGD(learning_rate=0.1, wd=0.01, **given)
        found = [[optimizer._get_lr(i) for i in range(6)], [optimizer._get_wd(i) for i in range(6)]]
        optimizer.set_lr_mult({"one_weight": 5.0, 2: 11.0})
        optimizer.set_wd_mult({"two_bias": 0.5, 1: 4.0})
        found += [optimizer._get_lrs(list(range(6))), optimizer._get_wds(list(range(6)))]
        answers[case] = [found, optimizer.lr_mult, optimizer.wd_mult, optimizer.idx2name]
    return answers


def counts():
    optimizer = mx.optimizer.Adam(begin_num_update=5, lr_scheduler=mx.lr_scheduler.FactorScheduler(4, 0.5, base_lr=1.0))
    updater = mx.optimizer.get_updater(optimizer)
    seen = []
    for step in range(4):
        for device in (mx.cpu(0), mx.cpu(1)):
            ones = [mx.nd.ones((2,), ctx=device) for _ in range(3)]
            updater([0, 1, 2][: 3 - step % 2], ones[: 3 - step % 2], ones[: 3 - step % 2])
        seen.append([optimizer.num_update, optimizer.learning_rate, dict(optimizer._index_update_count)])
    optimizer._set_current_context(3)
    optimizer._update_count([7, 8])
    optimizer._update_count("name")
    return seen, optimizer._all_index_update_counts, [list(updater.states), updater.states_synced]


def uneven_counts():
    """The rate of a schedule depends on the order in which weights of different counts come."""
    schedule = mx.lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.5)
    updater = mx.optimizer.get_updater(mx.optimizer.Adam(lr_scheduler=schedule))
    weights = [mx.nd.ones((3,)) for _ in range(3)]
    grads = [mx.nd.array([1.0, -2.0, 3.0])] * 3
    for indices in ([0], [0, 1], [1, 0, 2], [2, 1, 0], [2], [2], [0, 2, 1]):
        updater(indices, [grads[i] for i in indices], [weights[i] for i in indices])
    return [weight.asnumpy() for weight in weights]


def calls():
    seen = []

    class Watching(mx.optimizer.SGD):
        def update_multi_precision(self, index, weight, grad, state):
            kinds = [type(each).__name__ for each in (index, weight, grad, state)]
            seen.append([list(index), kinds, [str(np.dtype(each.dtype)) for each in weight]])
            super().update_multi_precision(index, weight, grad, state)

    class Single(mx.optimizer.Adam):
        def update(self, index, weight, grad, state):
            seen.append([index, weight.shape, len(state)])
            super().update(index, weight, grad, state)

        def _get_lr(self, index):
            seen.append("rate")
            return 0.5

    class Unasked(mx.optimizer.SGD):
        def update(self, index, weight, grad, state):
            seen.append("an updater does not call this")

    for cls in (Watching, Single, Unasked):
        updater = mx.optimizer.get_updater(cls(multi_precision=True))
        dtypes = ["float32", "float16"] * 3 + ["float32"] * 4
        arrays = [mx.nd.ones((2,), dtype=dtype) for dtype in dtypes]
        updater(list(range(10)), arrays, [array.copy() for array in arrays])
        updater(10, mx.nd.ones((2,)), mx.nd.ones((2,)))
    return seen


def registering():
    class Mine(mx.optimizer.Optimizer):
        def update(self, index, weight, grad, state):
            weight[:] = weight - grad

    same = mx.optimizer.register(Mine) is Mine
    made = [type(mx.optimizer.create(name, learning_rate=0.5)).__name__ for name in ("mine", "MINE")]
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        mx.optimizer.Optimizer.register(Mine)
        mx.optimizer.Adam().create_state_multi_precision(0, mx.nd.ones((1,), dtype="float16"))
    weight = mx.nd.ones((2,))
    mx.optimizer.get_updater(mx.optimizer.create("mine"))(0, weight, weight)
    return [same, made, [each.category.__name__ for each in seen], weight.asnumpy()]


def errors():
    scheduled = mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(1))
    group = mx.optimizer.create("groupadagrad", wd=0.1)
    matrix = mx.nd.ones((2, 2))
    return [
        raised(mx.optimizer.create, "nope"),
        raised(mx.optimizer.create, 3),
        raised(mx.optimizer.create, "sgd", foo=1),
        raised(mx.optimizer.SGLD, 0.5),
        raised(mx.optimizer.Test, 0.5),
        raised(mx.optimizer.SGD, param_idx2name=["a"]),
        raised(scheduled.set_learning_rate, 0.1),
        raised(mx.optimizer.SGD().set_lr_scale, {}),
        raised(mx.optimizer.Optimizer().update, 0, matrix, matrix, None),
        raised(group.create_state, 0, mx.nd.ones((3,))),
        raised(group.update, 0, matrix, matrix, mx.nd.zeros((2, 1))),
        raised(mx.optimizer.get_updater(mx.optimizer.SGD()), [0], [mx.nd.ones((3,))], [matrix]),
        raised(mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9)), [0, 1], [mx.nd.ones((3,))] * 2, [matrix] * 2),
    ]


def run():
    return {
        "rates": rates(),
        "counts": counts(),
        "uneven counts": uneven_counts(),
        "calls": calls(),
        "registering": registering(),
        "errors": errors(),
    }
