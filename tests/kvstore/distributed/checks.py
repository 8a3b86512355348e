"""What two workers try together; each check is a function, and each worker writes down how it ended there."""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

SHAPES = {"small": (2, 3), "vector": (7,), "large": (40, 5)}  # large: split over the workers
STORE = mx.kv.create("dist_sync")
RANK, WORKERS = STORE.rank, STORE.num_workers
CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


def filled(shape, value, dtype="float32"):
    return mx.nd.full(shape, value, dtype=dtype)


def pulled(store, key, shape, dtype="float32"):
    out = mx.nd.zeros(shape, dtype=dtype)
    store.pull(key, out=out)
    return out.asnumpy()


def made(kind="dist_sync", value=1.0, **settings):
    store = mx.kv.create(kind)
    if settings:
        store.set_gradient_compression(settings)
    for key, shape in SHAPES.items():
        store.init(key, filled(shape, value + RANK))  # the value of worker 0 counts
    return store


def random(shape, seed):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype("float32")


@check
def names_and_numbers():
    assert (STORE.type, WORKERS) == ("dist_sync", 2)
    assert int(os.environ["DMLC_WORKER_ID"]) == RANK
    assert STORE.is_capable("optimizer")
    assert isinstance(STORE, mx.kv.KVStore)


@check
def first_values_are_those_of_worker_0():
    store = made(value=4.0)
    for key, shape in SHAPES.items():
        np.testing.assert_array_equal(pulled(store, key, shape), np.full(shape, 4.0))


@check
def values_become_the_sums():
    store = made()
    for turn in range(3):
        for key, shape in SHAPES.items():
            store.push(key, [filled(shape, RANK + turn), filled(shape, 10.0)])
            expected = sum(rank + turn + 10.0 for rank in range(WORKERS))
            np.testing.assert_array_equal(pulled(store, key, shape), np.full(shape, expected))


@check
def pushpull_of_many_keys_and_types():
    store = mx.kv.create("dist_device_sync")
    keys = list(range(12))
    types = ["float32", "float16", "float64", "int32"]
    shapes = [(3, 2), (5,), (60, 3), (1,)]
    values = [filled(shapes[key % 4], key + RANK, types[key // 3]) for key in keys]
    store.init(keys, values)
    outs = [mx.nd.zeros(value.shape, dtype=value.dtype) for value in values]
    for _ in range(2):
        store.pushpull(keys, [[value, value] for value in values], out=outs)
        for key, out in zip(keys, outs, strict=True):
            np.testing.assert_array_equal(out.asnumpy(), np.full(out.shape, 2.0 * sum(key + r for r in range(WORKERS))))
            np.testing.assert_array_equal(pulled(store, key, out.shape, out.dtype), out.asnumpy())


@check
def pushpull_in_place():
    store, value = made(), filled(SHAPES["small"], RANK + 1.0)
    store.pushpull("small", value)
    np.testing.assert_array_equal(value.asnumpy(), np.full(SHAPES["small"], 3.0))


@check
def workers_may_push_in_any_order_and_pull_alone():
    store = made()
    keys = list(SHAPES) if RANK else list(SHAPES)[::-1]
    for place, key in enumerate(keys):
        store.push(key, filled(SHAPES[key], 1.0), priority=place)
    if RANK == 1:
        for key in SHAPES:
            np.testing.assert_array_equal(pulled(store, key, SHAPES[key]), np.full(SHAPES[key], 2.0))
    store._barrier()


def sgd_of_one_process(gradients, **settings):
    store = mx.kv.create("local")
    store.set_optimizer(mx.optimizer.create("sgd", **settings))
    for key, shape in SHAPES.items():
        store.init(key, filled(shape, 1.0))
    for joint in gradients:
        for key in SHAPES:
            store.push(key, mx.nd.array(joint[key]))
    return store


@check
def the_optimizer_updates_as_in_one_process_and_its_states_are_saved_and_loaded():
    gradients = [[{k: random(s, 9 * turn + rank) for k, s in SHAPES.items()} for rank in range(2)] for turn in range(4)]
    settings = {"learning_rate": 0.1, "momentum": 0.9, "rescale_grad": 0.5}
    one = sgd_of_one_process([{k: a[k] + b[k] for k in SHAPES} for a, b in gradients], **settings)
    store, resumed = mx.kv.create("dist_sync"), mx.kv.create("dist_sync")
    for each in (store, resumed):
        each.set_optimizer(mx.optimizer.create("sgd", **settings))
        each.init(list(SHAPES), [filled(shape, 1.0) for shape in SHAPES.values()])
    outs = [mx.nd.zeros(shape) for shape in SHAPES.values()]
    for turn, both in enumerate(gradients):
        grads = [mx.nd.array(both[RANK][key]) for key in SHAPES]
        if turn % 2:
            store.pushpull(list(SHAPES), grads, out=outs)
        else:
            store.push(list(SHAPES), grads)
    for key, shape in SHAPES.items():
        np.testing.assert_allclose(pulled(store, key, shape), pulled(one, key, shape), rtol=1e-5)
    path = os.path.join(os.environ["RESULTS"], "momentum.states")
    if RANK == 1:
        store.save_optimizer_states(path)
    store._barrier()
    assert store._updater.states["large"].shape == (200 // WORKERS,)  # a worker keeps its share
    resumed.load_optimizer_states(path)
    whole = mx.optimizer.get_updater(mx.optimizer.create("sgd", **settings))
    mx.optimizer.updater.load_states(whole, path)
    for key, shape in SHAPES.items():
        assert whole.states[key].shape == shape
        np.testing.assert_allclose(
            whole.states[key].asnumpy(), one._updater.states[key].asnumpy(), rtol=1e-5, atol=1e-7
        )
    for key, shape in SHAPES.items():
        moved = []
        for each in (store, resumed):
            before = pulled(each, key, shape)
            each.push(key, mx.nd.array(random(shape, 77)))
            moved.append(pulled(each, key, shape) - before)
        np.testing.assert_allclose(*moved, rtol=1e-4, atol=1e-6)


def compressed_by_hand(kind, threshold, gradients):
    """Return the sums that arrive, turn by turn, of what each worker pushes."""
    rests = [np.zeros_like(each) for each in gradients[0]]
    for turn in gradients:
        total = 0.0
        for rank, gradient in enumerate(turn):
            value = rests[rank] + gradient
            if kind == "2bit":
                sent = np.where(value >= threshold, threshold, np.where(value <= -threshold, -threshold, 0.0))
            else:
                sent = np.where(value > threshold, 1.0, -1.0)
            rests[rank] = (value - sent).astype("float32")
            total = total + sent
        yield total


def compression(kind, threshold, bits):
    store = mx.kv.create("dist_sync")
    store.set_gradient_compression({"type": kind, "threshold": threshold})
    shape = (2048, 3)
    store.init("w", mx.nd.ones(shape))
    np.testing.assert_array_equal(pulled(store, "w", shape), np.ones(shape))
    gradients = [[random(shape, 5 * turn + rank) for rank in range(WORKERS)] for turn in range(3)]
    for expected, turn in zip(compressed_by_hand(kind, threshold, gradients), gradients, strict=True):
        store._barrier()
        before = store.bytes_sent
        store.push("w", mx.nd.array(turn[RANK]))
        store._settle()
        assert store.bytes_sent - before == 2048 * 3 // WORKERS * bits // 8  # half of it goes to the other worker
        np.testing.assert_allclose(pulled(store, "w", shape), expected, rtol=1e-6)


@check
def two_bits():
    compression("2bit", 0.5, 2)


@check
def one_bit():
    compression("1bit", 0.0, 1)


@check
def wrong_shapes_are_refused_where_they_are_given():
    store = made()
    for call in (store.push, store.pull, store.pushpull):
        with pytest.raises(mx.MXNetError, match="expected"):
            call("small", mx.nd.ones((9, 9)))
    store.push("small", filled(SHAPES["small"], 1.0))
    np.testing.assert_array_equal(pulled(store, "small", SHAPES["small"]), np.full(SHAPES["small"], 2.0))


@check
def async_pushes_are_applied_once_each():
    store = mx.kv.create("dist_async")
    store.set_optimizer(mx.optimizer.create("test"))
    store.init(["a", "large"], [mx.nd.zeros((4,)), mx.nd.zeros((40, 5))])
    for turn in range(30):
        store.push(["a", "large"], [filled((4,), 1.0), filled((40, 5), 2.0)])
        if turn % 7 == RANK:
            store.pull("a", out=mx.nd.zeros((4,)))
    mine = pulled(store, "a", (4,))
    assert (mine >= 30).all(), mine  # one's own pushes are in what one pulls
    store._barrier()
    np.testing.assert_array_equal(pulled(store, "a", (4,)), np.full((4,), 30.0 * WORKERS))
    np.testing.assert_array_equal(pulled(store, "large", (40, 5)), np.full((40, 5), 60.0 * WORKERS))
    assert store.staleness.pushes > 0
    assert 0 <= store.staleness.mean <= store.staleness.largest <= 30 * (WORKERS - 1)


@check
def async_needs_an_optimizer():
    store = mx.kv.create("dist_async")
    store.init("a", mx.nd.zeros((4,)))
    with pytest.raises(mx.MXNetError, match="set_optimizer"):
        store.push("a", mx.nd.ones((4,)))


@check
def commands_arrive():
    STORE._send_command_to_servers(7, "a command")
    STORE._barrier()
    assert STORE._shards.commands == [(7, "a command")] * WORKERS


def main():
    outcomes = {}
    for name, function in CHECKS.items():
        try:
            function()
            outcomes[name] = "passed"
        except Exception:
            outcomes[name] = traceback.format_exc()
    Path(os.environ["RESULTS"], f"{RANK}.json").write_text(json.dumps(outcomes))


if __name__ == "__main__":
    main()
