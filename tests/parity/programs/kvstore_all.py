"""Key-value stores of one process: sums, updaters, compression, states of optimizers, custom stores and errors."""

import os
import tempfile
import warnings

import mxnet as mx
import numpy as np
from helpers import raised

SHAPE = (3, 2)


def array(seed, device=0, dtype="float32"):
    return mx.nd.array(np.random.RandomState(seed).randn(*SHAPE), ctx=mx.cpu(device), dtype=dtype)


def outs(number=1):
    return [mx.nd.zeros(SHAPE, ctx=mx.cpu(i)) for i in range(number)]


def pulled(store, key, number=1):
    targets = outs(number)
    store.pull(key, targets if number > 1 else targets[0])
    return [target.asnumpy() for target in targets]


def sums(kind):
    store, answers = mx.kv.create(kind), []
    store.init(3, array(0))
    answers += pulled(store, 3)
    store.push(3, array(1))
    answers += pulled(store, 3)
    store.push(3, [array(seed, seed) for seed in (1, 2, 3)])
    answers += pulled(store, 3, 2)
    store.init([4, 5], [array(4), array(5)])
    store.push([4, 5, 4], [array(6), [array(7), array(8, 1)], array(9)], priority=-1)
    answers += pulled(store, 4) + pulled(store, 5)
    target = outs(4)
    store.pull([4, 5], [target[:2], target[2:]], priority=3)
    answers += [each.asnumpy() for each in target]
    values = [array(10), array(11, 1)]
    store.pushpull(3, values)
    answers += [each.asnumpy() for each in values]
    target = outs(2)
    store.pushpull([4, 5], [[array(12), array(13, 1)], array(14)], out=[target[0], target[1]])
    answers += [each.asnumpy() for each in target]
    target = outs(2)
    store.broadcast(9, array(15), target)
    return answers + [each.asnumpy() for each in target] + [store.type, store.rank, store.num_workers]


def updating(kind, name, options, keys):
    store, answers = mx.kv.create(kind), []
    store.set_optimizer(mx.optimizer.create(name, param_idx2name=dict(enumerate(map(str, keys))), **options))
    store.init(keys, [array(i) for i in range(len(keys))])
    for step in range(4):
        for i, key in enumerate(keys):
            store.push(key, [array(10 * step + i), array(10 * step + i + 5, 1)])
        answers += [pulled(store, key, 2) for key in keys]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s.states")
        for dump in (True, False):
            store.save_optimizer_states(path, dump_optimizer=dump)
            store.load_optimizer_states(path)
            store.push(keys, [array(99)] * len(keys))
            answers += [pulled(store, key) for key in keys]
    return answers


def updaters_of_ones_own():
    seen = []

    def update(key, grad, stored):
        seen.append([key, grad.asnumpy(), stored.asnumpy()])
        stored += 2 * grad

    for keys in ((1, 2), ("a", "b")):
        store = mx.kv.create("local")
        store._set_updater(update)
        store.init(list(keys), [array(1), array(2)])
        store.push(list(keys), [array(3), [array(4), array(5, 1)]])
        seen += [pulled(store, key) for key in keys]
    return seen


def compression():
    answers = []
    for params in ({"type": "2bit"}, {"type": "2bit", "threshold": 0.3}):
        for devices in (1, 2):
            store = mx.kv.create("device")
            store.set_gradient_compression(params)
            store.init("w", array(0))
            answers += pulled(store, "w")
            for step in range(5):
                store.push("w", [array(step + i, i) for i in range(devices)])
                answers += pulled(store, "w")
    store = mx.kv.create("device")
    store.set_gradient_compression({"type": "2bit"})
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
    store.init("w", array(0))
    for step in range(3):
        store.push("w", [array(step), array(step + 1, 1)])
        answers += pulled(store, "w")
    device, local = mx.kv.create("device"), mx.kv.create("local")
    answers += [
        raised(device.set_gradient_compression, {"type": "3bit"}),
        raised(device.set_gradient_compression, {"threshold": 0.5}),
        raised(device.set_gradient_compression, {"type": "2bit", "threshold": -1}),
        raised(device.set_gradient_compression, "2bit"),
        raised(local.set_gradient_compression, {"type": "2bit"}),
    ]
    return answers


def training(kind, compressed):
    """A module on two devices."""
    rng = np.random.RandomState(1)
    x, y = rng.randn(24, 5), rng.randint(0, 3, 24)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    net = mx.sym.SoftmaxOutput(net, name="softmax")
    params = {"type": "2bit", "threshold": 0.2} if compressed else None
    module = mx.mod.Module(net, context=[mx.cpu(0), mx.cpu(1)], compression_params=params)
    start = {"fc_weight": mx.nd.array(rng.randn(3, 5)), "fc_bias": mx.nd.zeros((3,))}
    module.fit(
        mx.io.NDArrayIter(x, y, 8),
        num_epoch=3,
        kvstore=kind,
        arg_params=start,
        optimizer_params={"learning_rate": 0.1, "momentum": 0.9},
    )
    return {name: value.asnumpy() for name, value in module.get_params()[0].items()}


def custom():
    class Doubling(mx.kv.KVStoreBase):
        def broadcast(self, key, value, out, priority=0):
            for each in out if isinstance(out, list) else [out]:
                each[:] = value

        def pushpull(self, key, value, out=None, priority=0):
            total = sum(each.asnumpy() for each in value) * 2
            for each in value if out is None else out:
                each[:] = mx.nd.array(total)

        @staticmethod
        def is_capable(capability):
            return False

        type = "doubling"
        rank = 0
        num_workers = 1

    mx.kv.KVStoreBase.register(Doubling)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        mx.kv.KVStoreBase.register(Doubling)
    test, target = mx.kv.create("TestStore"), outs(2)
    test.broadcast(1, array(1), target)
    answers = [type(mx.kv.create("doubling")).__name__, [each.category.__name__ for each in seen]]
    answers += [each.asnumpy() for each in target]
    test.pushpull(1, [array(2), array(3)], out=target)
    answers += [each.asnumpy() for each in target]
    answers += [test.type, test.rank, test.num_workers, test.is_capable("optimizer"), raised(test.is_capable, "x")]
    return answers


def errors():
    store, target = mx.kv.create("local"), mx.nd.zeros(SHAPE)
    store.init(1, array(1))
    base = mx.kv.KVStoreBase()
    answers = [
        raised(mx.kv.create, 3),
        raised(mx.kv.create, "dist_sync"),
        raised(store.init, 1, array(1)),
        raised(store.broadcast, 1, array(1), target),
        raised(store.push, 7, array(1)),
        raised(store.pull, 7, target),
        raised(store.pull, 1),
        raised(store.push, 1.5, array(1)),
        raised(store.push, [1, "a"], [array(1)] * 2),
        raised(store.push, [1, 2], [array(1)]),
        raised(store.row_sparse_pull, 1, out=target, row_ids=mx.nd.array([0])),
        raised(store.row_sparse_pull, 1, out=target),
        raised(store.row_sparse_pull, 1, row_ids=mx.nd.array([0])),
        raised(store.save_optimizer_states, "x"),
        raised(store.load_optimizer_states, "x"),
        raised(store.is_capable, "x"),
        raised(mx.kv.KVStoreBase.register, 3),
        store.is_capable("optimizer"),
        mx.kvstore.KVStoreServer(store).run(),
    ]
    for name, given in {
        "broadcast": (1, 2, 3),
        "pushpull": (1, 2),
        "set_optimizer": (1,),
        "is_capable": ("x",),
    }.items():
        answers.append(raised(getattr(base, name), *given))
    return answers + [raised(getattr, base, name) for name in ("type", "rank", "num_workers")]


def run():
    kinds = ("local", "device", "local_allreduce_cpu", "local_update_cpu", "local_allreduce_device", "whatever")
    return {
        "sums": {kind: sums(kind) for kind in kinds},
        "sgd": updating("local", "sgd", {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01}, ["a", "b_weight"]),
        "adam": updating("device", "adam", {"rescale_grad": 0.5}, [0, 1, 2]),
        "updaters": updaters_of_ones_own(),
        "compression": compression(),
        "training": {kind: training(kind, False) for kind in ("local", "device")},
        "compressed training": training("device", True),
        "custom": custom(),
        "errors": errors(),
    }
