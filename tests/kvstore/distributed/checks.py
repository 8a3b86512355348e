"""What two workers try together; each check is a function, and each worker writes down how it ended there."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import re
import socket
import struct
import sys
import traceback
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import resumes
import torch
from mxnet import gluon
from mxnet.contrib.amp.loss_scaler import LossScaler
from mxnet.core import torch_compat
from mxnet.kvstore.overlap import Overlap

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
    assert store._updater.states["large"].shape == (40 // WORKERS, 5)  # a worker keeps its share
    resumed.load_optimizer_states(path)
    whole = mx.optimizer.get_updater(mx.optimizer.create("sgd", **settings))
    mx.optimizer.updater.load_states(whole, path)
    assert whole.optimizer.num_update == one._updater.optimizer.num_update
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


@check
def float16_is_added_as_the_optimizer_keeps_it():
    first, rate = random((50, 3), 4).astype("float16"), np.float32(0.125)  # a product that is not rounded
    gradients = [[random((50, 3), 2 * turn + rank).astype("float16") for rank in range(WORKERS)] for turn in range(4)]
    store = mx.kv.create("dist_sync")
    store.set_optimizer(mx.optimizer.create("sgd", learning_rate=0.125, multi_precision=True))
    store.init("w", mx.nd.array(first, dtype="float16"))
    expected, value = first.astype("float32"), mx.nd.zeros((50, 3), dtype="float16")
    for turn, each in enumerate(gradients):
        expected -= rate * sum(gradient.astype("float32") for gradient in each)
        pushed = mx.nd.array(each[RANK], dtype="float16")
        if turn % 2:
            store.pushpull("w", pushed, out=value)
        else:
            store.push("w", pushed)
            store.pull("w", out=value)
        np.testing.assert_array_equal(value.asnumpy(), expected.astype("float16"))


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


def row_sparse(rows, shape, value):
    """Return a row-sparse array with a value in some rows."""
    dense = np.zeros(shape, "float32")
    dense[list(rows)] = value
    return mx.nd.array(dense).tostype("row_sparse")


@check
def row_sparse_values():
    for shape in ((6, 3), (40, 5)):  # kept by one worker, and by all
        store = mx.kv.create("dist_sync")
        store.set_optimizer(mx.optimizer.create("test"))
        first = np.arange(shape[0] * shape[1], dtype="float32").reshape(shape)
        store.init("w", mx.nd.array(first + RANK).tostype("row_sparse"))
        store.push("w", row_sparse([1 + RANK, 4], shape, 2.0))
        expected = first.copy()
        expected[[1, 2]] += 2.0
        expected[4] += 2.0 * WORKERS
        wanted = np.array([[4, shape[0] - 1], [1 + RANK, 4]])
        out = mx.nd.sparse.zeros("row_sparse", shape)
        store.row_sparse_pull("w", out=out, row_ids=mx.nd.array(wanted))
        assert out.indices.asnumpy().tolist() == np.unique(wanted).tolist()
        some = np.zeros(shape)
        some[np.unique(wanted)] = expected[np.unique(wanted)]
        np.testing.assert_array_equal(out.asnumpy(), some)
        store.row_sparse_pull("w", out=out, row_ids=mx.nd.array([]))
        np.testing.assert_array_equal(out.asnumpy(), np.zeros(shape))
        store.pull("w", out=out, ignore_sparse=False)
        np.testing.assert_array_equal(out.asnumpy(), expected)
        with pytest.raises(mx.MXNetError, match="rows from 0"):
            store.row_sparse_pull("w", out=out, row_ids=mx.nd.array([shape[0]]))


@check
def row_sparse_gradients_of_dense_values():
    store = made()
    store.set_optimizer(mx.optimizer.create("sgd", learning_rate=0.5))
    out = mx.nd.zeros(SHAPES["large"])
    store.pushpull("large", row_sparse([0, 39 - RANK], SHAPES["large"], 1.0), out=out)
    expected = np.ones(SHAPES["large"])
    expected[0] -= 0.5 * WORKERS
    expected[[38, 39]] -= 0.5
    np.testing.assert_array_equal(out.asnumpy(), expected)


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
def exchanges_last_longer_than_between_two_looks_at_the_others():
    store, shape = mx.kv.create("dist_sync"), (1 << 20,)
    store.init("w", mx.nd.zeros(shape))
    value = filled(shape, RANK + 1.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mxnet.kvstore.collectives._PATIENCE", datetime.timedelta(milliseconds=1))
        for _ in range(3):
            store.pushpull("w", value)
    np.testing.assert_array_equal(value.asnumpy(), np.full(shape, 12.0))


@check
def strangers_disturb_nothing():
    store = mx.kv.create("dist_async")
    store.set_optimizer(mx.optimizer.create("test"))
    store.init("a", mx.nd.zeros((4,)))
    cluster, draws = store._cluster, np.random.RandomState(RANK)
    addresses = [cluster.store.get(f"listener/{rank}").decode() for rank in range(WORKERS)]
    addresses.append(f"{cluster.world.host}:{cluster.world.port}")  # where all meet
    for turn in range(20):
        for address in addresses:
            host, _, port = address.rpartition(":")
            with socket.create_connection((host, int(port)), timeout=5) as stranger, contextlib.suppress(OSError):
                stranger.sendall([draws.bytes(64), b"GET / HTTP/1.0\r\n\r\n", b"", b"rmx1\xff\xff\0\0["][turn % 4])
        store.push("a", filled((4,), 1.0))
    store._barrier()
    np.testing.assert_array_equal(pulled(store, "a", (4,)), np.full((4,), 20.0 * WORKERS))


@check
def commands_arrive():
    STORE._send_command_to_servers(7, "a command")
    STORE._barrier()
    assert STORE._shards.commands == [(7, "a command")] * WORKERS


@check
def updates_of_kept_values_are_profiled():
    folder = Path(os.environ["RESULTS"])
    settings = {"filename": str(folder / "servers.json"), "profile_all": True, "profile_process": "server"}
    store = mx.kv.create("dist_sync")
    store.set_optimizer(mx.optimizer.create("sgd", learning_rate=0.5))
    store.init([2, 3], [filled((3,), 1.0)] * 2)  # one is kept by each worker
    mx.profiler.set_config(**settings)
    mx.profiler.set_state("run", profile_process="server")
    store._barrier()
    (filled((3,), 1.0) + 1).asnumpy()  # not seen: it updates nothing
    store.push([2, 3], [filled((3,), 1.0)] * 2)
    store.pull([2, 3], out=[mx.nd.zeros((3,))] * 2)
    mx.profiler.set_state("stop", profile_process="server")
    mx.profiler.dump(profile_process="server")
    events = json.loads((folder / f"rank{RANK}_servers.json").read_text())["traceEvents"]
    assert [event["name"] for event in events if event["ph"] == "B"] == ["sgd_update"]


def network(layer):
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(12, in_units=5), layer, mx.gluon.nn.Dense(3, in_units=12))
    net.initialize()
    for number, param in enumerate(net.collect_params().values()):
        if "gamma" not in param.name and "running_var" not in param.name:
            param.set_data(mx.nd.array(random(param.shape, number)))
    return net


def trained(net, trainer, data, labels, steps, size):
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for step in range(steps):
        with mx.autograd.record():
            value = loss(net(mx.nd.array(data[step])), mx.nd.array(labels[step]))
        value.backward()
        trainer.step(size)
    return {name.split("_", 1)[1]: param.data().asnumpy() for name, param in net.collect_params().items()}


def batches(steps, size=8):
    state = np.random.RandomState(3)
    data, labels = state.normal(size=(steps, size, 5)).astype("float32"), state.randint(0, 3, (steps, size))
    share = slice(RANK * size // WORKERS, (RANK + 1) * size // WORKERS)
    return (data, labels), (data[:, share], labels[:, share])


def as_one_process(layer, hybridize=False, optimizer="adam", **settings):
    """Train by shares of the batches, and alone by whole ones; the weights are the same."""
    whole, share = batches(4)
    found = []
    for parts, options in ((share, {"kvstore": "dist_sync", **settings}), (whole, {"kvstore": None})):
        net = network(layer())
        if hybridize:
            net.hybridize()
        trainer = mx.gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.1}, **options)
        found.append(trained(net, trainer, *parts, 4, 8))
    for name, value in found[0].items():
        np.testing.assert_allclose(value, found[1][name], rtol=2e-4, atol=2e-5, err_msg=name)
    return net


@check
def trainers_train_as_one_process():
    for settings in ({}, {"update_on_kvstore": False}, {"shard_optimizer_states": True}):
        as_one_process(lambda: mx.gluon.nn.Activation("tanh"), **settings)


@check
def mixed_precision_leaves_out_a_step_on_all_workers():
    for settings in ({}, {"update_on_kvstore": True}, {"shard_optimizer_states": True}):
        net = mx.gluon.nn.Dense(1, in_units=40, use_bias=False)
        net.initialize(mx.init.One())
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1}, kvstore="dist_sync", **settings)
        trainer._amp_loss_scaler = scaler = LossScaler()
        for step in range(4):
            factor = np.inf if (step, RANK) == (1, 1) else 1.0
            with mx.autograd.record():
                loss = net(mx.nd.ones((1, 40))) * factor
            loss.backward()
            trainer.step(2)
        assert net.weight.data().asnumpy().tolist() == [[1 - 3.0] * 40], settings
        assert (scaler.skipped, scaler._next_loss_scale) == (1, 2.0**15)
        assert trainer._update_on_kvstore == bool(settings)


def residual(together, dtype, steps=5, size=8):
    """Train convolutions with normalization on a share, or alone on all shares in turns; return the weights."""
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        for channels in (4, 6):
            net.add(mx.gluon.nn.Conv2D(channels, 3, padding=1, use_bias=False, in_channels=channels - 2))
            net.add(mx.gluon.nn.BatchNorm(in_channels=channels), mx.gluon.nn.Activation("relu"))
        net.add(mx.gluon.nn.GlobalAvgPool2D(), mx.gluon.nn.Dense(3, in_units=6))
    net.initialize()
    for number, (name, param) in enumerate(net.collect_params().items()):
        if name.endswith("weight"):
            param.set_data(mx.nd.array(random(param.shape, number)))
    net.cast(dtype)
    draws, loss = np.random.RandomState(5), mx.gluon.loss.SoftmaxCrossEntropyLoss()
    params = net.collect_params()
    rates = {"learning_rate": 0.1, "momentum": 0.9}
    trainer = mx.gluon.Trainer(params, "sgd", rates, kvstore="dist_sync" if together else None)
    if not together:
        params.setattr("grad_req", "add")
    for _ in range(steps):
        data, labels = draws.normal(size=(WORKERS, size, 2, 6, 6)), draws.randint(0, 3, (WORKERS, size))
        for rank in [RANK] if together else range(WORKERS):
            with mx.autograd.record():
                value = loss(net(mx.nd.array(data[rank], dtype=dtype)), mx.nd.array(labels[rank]))
            value.backward()
        trainer.step(size * WORKERS)
        if not together:
            params.zero_grad()
    return {name: param.data().asnumpy() for name, param in params.items() if param.grad_req != "null"}


@check
def what_differs_from_one_process_is_rounding():
    for dtype, most in (("float32", 1e-3), ("float64", 1e-12)):
        found, expected = residual(True, dtype), residual(False, dtype)
        for name, value in expected.items():
            assert found[name].dtype == value.dtype == dtype
            assert np.linalg.norm(found[name] - value) <= most * np.linalg.norm(value), (name, dtype)


def with_overlap(overlap, between=lambda net, step: None, **settings):
    """Train with gradients sent during backward passes or after; return the weights, and what sent them."""
    share = batches(4)[1]
    net = network(mx.gluon.nn.Activation("tanh"))
    store = mx.kv.create("dist_sync")
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore=store, **settings)
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MXNET_KVSTORE_OVERLAP", str(int(overlap)))
        patch.setenv("MXNET_KVSTORE_BUCKET_BYTES", "200")
        for step in range(4):
            with mx.autograd.record():
                value = loss(net(mx.nd.array(share[0][step])), mx.nd.array(share[1][step]))
            value.backward()
            between(net, step)
            trainer.step(8)
    values = [param.data().asnumpy() for param in net.collect_params().values()]
    (sent,) = store._overlaps.values() if overlap else [None]
    return values, sent


def backward_of_its_own(net, step):
    """Make one more backward pass, on one of the workers alone, and wait for the others in between."""
    if step % 2 == RANK:
        with mx.autograd.record():
            value = net(mx.nd.ones((2, 5))).sum()
        value.backward()
    STORE._barrier()


def clip(net, step):
    if step == 2 and RANK == 0:
        for param in net.collect_params().values():
            mx.nd.clip(param.grad(), -0.1, 0.1, out=param.grad())


@check
def gradients_sent_during_the_backward_pass_agree_to_the_bit():
    for settings in ({}, {"update_on_kvstore": False}, {"shard_optimizer_states": True}):
        (found, sent), (expected, _) = with_overlap(True, **settings), with_overlap(False, **settings)
        for each, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(each, other)
        assert len(sent._sendings) > 1
        if torch_compat.version(torch.ones(1)) is None:  # no knowing whether what was sent has changed since
            assert not sent.early
            continue
        assert sent.early
        assert sent.started_early == 3 * len(sent._sendings)  # all but those of the first step


@check
def buckets_start_before_the_backward_pass_ends():
    net, share = network(mx.gluon.nn.Activation("tanh")), batches(4)[1]
    rates = {"learning_rate": 0.1}
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", rates, kvstore="dist_sync", update_on_kvstore=False)
    first, seen, start = net[0].weight.data(), [], Overlap._start

    def noted(overlap, sending):
        seen.append(first._fresh_grad)  # whether the gradient that is found last is there
        start(overlap, sending)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MXNET_KVSTORE_BUCKET_BYTES", "100")
        patch.setattr(Overlap, "_start", noted)
        trained(net, trainer, *share, 2, 8)
    assert seen[0] is False
    assert seen[-1] is True


@check
def gradients_that_change_after_they_were_sent_are_sent_again():
    for between in (clip, backward_of_its_own):
        for settings in ({}, {"update_on_kvstore": False}):
            found, sent = with_overlap(True, between, **settings)
            expected, _ = with_overlap(False, between, **settings)
            for each, other in zip(found, expected, strict=True):
                np.testing.assert_array_equal(each, other)
            assert not sent.early


@check
def modules_send_gradients_during_the_backward_pass():
    found = {}
    for overlap in "10":
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("MXNET_KVSTORE_OVERLAP", overlap)
            store = mx.kv.create("dist_sync")
            found[overlap] = fitted("module", store, 4)
            assert [each.started_early > 0 for each in store._overlaps.values()] == [True] * int(overlap)
    for name, value in found["1"].items():
        np.testing.assert_array_equal(value, found["0"][name])


@check
def stores_that_only_sum():
    store = mx.kv.create("horovod")
    assert (store.rank, store.local_rank, store.num_workers) == (RANK, RANK, WORKERS)
    value, out = filled((3,), RANK + 5.0), mx.nd.zeros((3,))
    store.broadcast("a", value, out)
    np.testing.assert_array_equal(out.asnumpy(), np.full(3, 5.0))
    store.pushpull("a", [value, value])
    np.testing.assert_array_equal(value.asnumpy(), np.full(3, 22.0))
    counts = [mx.nd.array([RANK], dtype="int64"), filled((2, 2), 0.5)]
    store.pushpull(["n", 7], counts)
    assert [each.asnumpy().flat[0] for each in counts] == [1, 1.0]
    as_one_process(lambda: mx.gluon.nn.Activation("tanh"), kvstore="horovod")
    as_one_process(lambda: mx.gluon.nn.Activation("tanh"), kvstore=store)


@check
def normalization_over_the_batches_of_all():
    for hybridize in (False, True):
        as_one_process(lambda: mx.gluon.contrib.nn.SyncBatchNorm(in_channels=12, num_devices=2), hybridize, "sgd")


@check
def states_of_a_trainer_go_on():
    share = batches(6)[1]
    path = os.path.join(os.environ["RESULTS"], "trainer")
    found = []
    for breaks in (False, True):
        net = network(mx.gluon.nn.Activation("tanh"))
        trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore="dist_sync")
        trained(net, trainer, *share, 3, 8)
        if breaks:
            if RANK == 0:
                trainer.save_states(path + ".states")
                net.save_parameters(path + ".params")
            STORE._barrier()
            net = network(mx.gluon.nn.Activation("tanh"))
            net.load_parameters(path + ".params")
            trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1}, kvstore="dist_sync")
            trainer.load_states(path + ".states")
        found.append(trained(net, trainer, share[0][3:], share[1][3:], 3, 8))
    for name, value in found[0].items():
        np.testing.assert_array_equal(value, found[1][name], err_msg=name)


@check
def rates_follow_the_updates_on_every_worker():
    net = network(mx.gluon.nn.Activation("tanh"))
    schedule = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5, base_lr=0.8)
    settings = {"learning_rate": 0.8, "lr_scheduler": schedule}
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", settings, kvstore="dist_sync")
    trained(net, trainer, *batches(5)[1], 5, 8)
    assert trainer.learning_rate == 0.2


class OneBucket(mx.io.NDArrayIter):
    def next(self):
        batch = super().next()
        batch.bucket_key = self.batch_size
        batch.provide_data, batch.provide_label = self.provide_data, self.provide_label
        return batch


def fitted(model, kvstore, size, **settings):
    (data, labels), (own, own_labels) = batches(4)
    if size == 4:
        data, labels = own, own_labels
    flat, answers = data.reshape(-1, 5), labels.reshape(-1)
    inputs = mx.sym.Variable("data")
    hidden = mx.sym.Activation(mx.sym.FullyConnected(inputs, num_hidden=6, name="a"), act_type="tanh")
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3, name="b"), name="softmax")
    start = {"a_weight": (6, 5), "a_bias": (6,), "b_weight": (3, 6), "b_bias": (3,)}
    start = {name: mx.nd.array(random(shape, 40 + i)) for i, (name, shape) in enumerate(start.items())}
    iterator = (OneBucket if model == "bucketing" else mx.io.NDArrayIter)(flat, answers, batch_size=size)
    rates = {"learning_rate": 0.1, "momentum": 0.9}
    if model == "feedforward":
        made = mx.model.FeedForward(symbol, num_epoch=2, arg_params=start, optimizer="sgd", **rates)
        made.fit(iterator, kvstore=kvstore)
        return {name: value.asnumpy() for name, value in made.arg_params.items()}
    if model == "bucketing":
        made = mx.mod.BucketingModule(lambda key: (symbol, ("data",), ("softmax_label",)), default_bucket_key=size)
    elif model == "svrg":
        from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule

        made = SVRGModule(symbol, update_freq=2)
    else:
        made = mx.mod.Module(symbol, **settings)
    made.fit(iterator, num_epoch=2, kvstore=kvstore, arg_params=start, optimizer_params=tuple(rates.items()))
    return {name: value.asnumpy() for name, value in made.get_params()[0].items()}


def check_fit(model):
    found, expected = fitted(model, "dist_sync", 4), fitted(model, None, 8)
    for name, value in found.items():
        np.testing.assert_allclose(value, expected[name], rtol=1e-4, atol=1e-5, err_msg=name)


@check
def module_fits_as_one_process():
    check_fit("module")


@check
def feedforward_fits_as_one_process():
    check_fit("feedforward")


@check
def bucketing_module_fits_as_one_process():
    check_fit("bucketing")


@check
def svrg_module_fits_as_one_process():
    check_fit("svrg")


@check
def modules_fit_with_compressed_gradients():
    compression = {"type": "2bit", "threshold": 0.01}
    values = fitted("module", "dist_sync", 4, compression_params=compression)
    assert all(np.isfinite(each).all() for each in values.values())


@check
def a_training_that_is_not_interrupted():
    folder = Path(os.environ["RESULTS"], "whole")
    folder.mkdir(exist_ok=True)
    STORE._barrier()
    resumes.train(folder)


@check
def the_programs_of_the_page_run():
    text = (Path(__file__).parents[3] / "docs" / "distributed.md").read_text()
    folder = Path(os.environ["RESULTS"], f"page{RANK}")
    folder.mkdir()
    data = mx.sym.Flatten(mx.sym.Variable("data"))
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(2, in_units=3))
    net.initialize()
    scope = {
        "symbol": mx.sym.SoftmaxOutput(mx.sym.FullyConnected(data, num_hidden=2), name="softmax"),
        "net": net,
        "dataset": gluon.data.ArrayDataset(np.arange(8.0)),
    }
    with contextlib.chdir(folder):
        writer = mx.recordio.MXIndexedRecordIO("train.idx", "train.rec", "w")
        for i in range(8):
            image = np.zeros((32, 32, 3), np.uint8)  # records of one size: parts of as many batches
            writer.write_idx(i, mx.recordio.pack_img((0, i % 2, i, 0), image, img_fmt=".png"))
        writer.close()
        Path("images").write_bytes(struct.pack(">IIII", 2051, 8, 2, 2) + bytes(32))
        Path("labels").write_bytes(struct.pack(">II", 2049, 8) + bytes(8))
        sys.path.append(str(Path(mx.__file__).with_name("_import_names")))  # as `remx run` does, for Horovod's name
        for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            exec(compile(program, "distributed.md", "exec"), scope)
        assert Path("net-0001.params").exists() == (RANK == 0)
    assert len(scope["loader"]) == 8 // 2 // WORKERS
    loss = scope["module"](torch.ones(2, 3)).sum()
    loss.backward()
    scope["optimizer"].step()


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
