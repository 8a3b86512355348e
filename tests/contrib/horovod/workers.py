"""What two workers try together: each check is a function; each worker writes down how it ended there.

Both run ``python workers.py RESULTS`` with the variables of a launcher.
"""

from __future__ import annotations

import json
import pickle
import re
import sys
import time
import traceback
import warnings
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.contrib import byteps as bps
from mxnet.contrib import horovod as hvd

warnings.simplefilter("error")
hvd.init()
RANK, SIZE = hvd.rank(), hvd.size()
CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


def draws(shape, seed, low=-3, high=4, dtype="float32"):
    return np.random.RandomState(seed).uniform(low, high, shape).astype(dtype)


def of_all(shape, dtype="float32"):
    """Return the arrays of both workers; this one's is at ``RANK``."""
    return [draws(shape, 10 + rank, dtype=dtype) for rank in range(SIZE)]


def equal(array, expected, tolerance=0.0):
    value = array.asnumpy()
    assert value.dtype == np.asarray(expected).dtype, (value.dtype, np.asarray(expected).dtype)
    np.testing.assert_allclose(value, expected, rtol=tolerance, atol=tolerance)


# -- who is there ---------------------------------------------------------------------------------------------------


@check
def both_are_on_one_machine():
    assert (SIZE, hvd.local_size(), hvd.local_rank()) == (2, 2, RANK)
    assert (hvd.cross_size(), hvd.cross_rank(), hvd.is_homogeneous()) == (1, 0, True)
    assert hvd.global_process_set.ranks == [0, 1]


@check
def it_can_be_shut_down_and_initialized_again():
    hvd.shutdown()
    assert not hvd.is_initialized()
    with pytest.raises(ValueError, match="has not been initialized"):
        hvd.rank()
    hvd.init(comm=[0, 1])
    assert (hvd.is_initialized(), hvd.rank(), hvd.size()) == (True, RANK, 2)


# -- reductions -----------------------------------------------------------------------------------------------------

FLOATS, INTEGERS = ("float16", "float32", "float64"), ("int8", "uint8", "int32", "int64")


@check
def reductions_are_those_of_numpy_in_every_dtype():
    for dtype in FLOATS + INTEGERS:
        arrays = [np.abs(array) if dtype == "uint8" else array for array in of_all((3, 2), dtype)]
        total, mean = arrays[0] + arrays[1], (arrays[0] + arrays[1]) / 2
        own = mx.nd.array(arrays[RANK], dtype=dtype)
        equal(hvd.allreduce(own), np.trunc(mean).astype(dtype) if dtype in INTEGERS else mean.astype(dtype))
        equal(hvd.allreduce(own, average=False), total)
        equal(hvd.allreduce(own, op=hvd.Sum), total)
        equal(hvd.allreduce(own, op=hvd.Min), np.minimum(*arrays))
        equal(hvd.allreduce(own, op=hvd.Max), np.maximum(*arrays))
        equal(hvd.allreduce(own, op=hvd.Product), arrays[0] * arrays[1])
        equal(own, arrays[RANK])


@check
def booleans_and_bfloat16():
    flags = mx.nd.array([True, RANK == 0, False], dtype="bool")
    equal(hvd.allreduce(flags, op=hvd.Sum), [True, True, False])
    equal(hvd.allreduce(flags, op=hvd.Product), [True, False, False])
    own = mx.nd.array([RANK + 0.5, 1.5]).astype("bfloat16")
    for result, expected in (
        (hvd.allreduce(own), [1, 1.5]),
        (hvd.allgather(own), [0.5, 1.5, 1.5, 1.5]),
        (hvd.broadcast(own, 1), [1.5, 1.5]),
        (hvd.alltoall(own), [[0.5, 1.5], [1.5, 1.5]][RANK]),
    ):
        assert result.dtype == own.dtype
        equal(result.astype("float32"), np.array(expected, "float32"))
    equal(hvd.alltoall(flags[:2]), [True, True] if RANK == 0 else [True, False])


@check
def factors_multiply_before_and_after():
    arrays = of_all((4,))
    own = mx.nd.array(arrays[RANK])
    expected = (arrays[0] * np.float32(0.25) + arrays[1] * np.float32(0.25)) * np.float32(3)
    equal(hvd.allreduce(own, op=hvd.Sum, prescale_factor=0.25, postscale_factor=3.0), expected, 1e-6)
    integers = mx.nd.array([7, -7], dtype="int32")  # 7 / 2 = 3.5 and -3.5 before the sum
    equal(hvd.allreduce(integers, op=hvd.Sum, prescale_factor=0.5), np.array([6, -6], "int32"))


@check
def several_arrays_are_reduced_at_once_and_in_place():
    arrays = [of_all((2, 3)), of_all((5,), "int64"), of_all((1,))]
    own = [mx.nd.array(pair[RANK], dtype=pair[0].dtype) for pair in arrays]
    for result, pair in zip(hvd.grouped_allreduce(own, op=hvd.Sum, name="several"), arrays, strict=True):
        equal(result, pair[0] + pair[1])
    assert hvd.grouped_allreduce_(own, op=hvd.Sum)[1] is own[1]
    for array, pair in zip(own, arrays, strict=True):
        equal(array, pair[0] + pair[1])
    view = mx.nd.zeros((4, 3))
    hvd.allreduce_(view[1:3], op=hvd.Max, prescale_factor=2.0)
    rows = view[1:3]
    rows[:] = RANK + 1
    assert hvd.allreduce_(rows) is rows
    equal(view, np.array([[0] * 3, [1.5] * 3, [1.5] * 3, [0] * 3], "float32"))


@check
def arrays_of_numpys_interface_and_empty_ones():
    with mx.util.np_shape(True), mx.util.np_array(True):
        result = hvd.allreduce(mx.np.array(RANK + 1.0))
        assert type(result) is mx.np.ndarray
        assert (result.shape, result.item()) == ((), 1.5)
        assert hvd.allreduce(mx.np.zeros((0, 3))).shape == (0, 3)
        assert hvd.broadcast(mx.np.zeros((0, 3), dtype="int8"), 1).dtype == np.int8
        equal(hvd.allgather(mx.np.ones((RANK, 3))), np.ones((1, 3), "float32"))
        with pytest.raises(ValueError, match="at least one axis"):
            hvd.allgather(mx.np.array(1.0))


@check
def rows_of_a_reduction():
    arrays = of_all((5, 2))
    total = arrays[0] + arrays[1]
    own = mx.nd.array(arrays[RANK])
    equal(hvd.reducescatter(own, op=hvd.Sum), np.array_split(total, 2)[RANK])
    equal(hvd.grouped_reducescatter([own])[0], np.array_split(total / 2, 2)[RANK])


# -- transfers ------------------------------------------------------------------------------------------------------


@check
def rows_of_all_are_gathered():
    for dtype in ("float32", "float16", "bool", "uint8"):
        parts = [draws((2 + 3 * rank, 2), rank).astype(dtype) for rank in range(SIZE)]
        equal(hvd.allgather(mx.nd.array(parts[RANK], dtype=dtype)), np.concatenate(parts))
    first, second = hvd.grouped_allgather([mx.nd.ones((1,)), mx.nd.full((RANK + 1, 2), RANK)])
    equal(first, np.ones(2, "float32"))
    equal(second, np.array([[0, 0], [1, 1], [1, 1]], "float32"))


@check
def rows_go_to_all():
    table = np.arange(8, dtype="int64").reshape(4, 2) + 100 * RANK
    equal(hvd.alltoall(mx.nd.array(table, dtype="int64"))[:, 0], np.array([[0, 2, 100, 102], [4, 6, 104, 106]])[RANK])
    rows, counts = hvd.alltoall(
        mx.nd.array(table, dtype="int64"), splits=mx.nd.array([[1, 3], [4, 0]][RANK], dtype="int32")
    )
    equal(rows[:, 0], np.array([[0, 100, 102, 104, 106], [2, 4, 6, 0, 0]][RANK])[: len(rows)])
    equal(counts, np.array([[1, 4], [3, 0]][RANK], "int32"))
    for splits in ([1, 2], [5, -1], [1.0, 3.0], [4]):
        with pytest.raises(ValueError, match="splits: expected 2 integers from 0 on whose sum is 4"):
            hvd.alltoall(mx.nd.array(table), splits=splits)
    with pytest.raises(ValueError, match="3 rows cannot be divided evenly among 2 processes"):
        hvd.alltoall(mx.nd.zeros(3))


@check
def values_of_one_worker_go_to_all():
    for dtype in (*FLOATS, *INTEGERS, "bool"):
        arrays = of_all((2, 2))
        own = mx.nd.array(arrays[RANK].astype(dtype), dtype=dtype)
        equal(hvd.broadcast(own, root_rank=1), arrays[1].astype(dtype))
        equal(own, arrays[RANK].astype(dtype))
        assert hvd.broadcast_(own, 1, name="values") is own
        equal(own, arrays[1].astype(dtype))
    with pytest.raises(ValueError, match="root_rank: expected a rank below 2, got 2"):
        hvd.broadcast(mx.nd.ones(1), 2)


@check
def objects():
    own = {"rank": RANK, "values": np.arange(RANK + 1)}
    result = hvd.broadcast_object(own, root_rank=1)
    assert (result["rank"], list(result["values"])) == (1, [0, 1])
    assert [item["rank"] for item in hvd.allgather_object(own, name="settings")] == [0, 1]


# -- waiting --------------------------------------------------------------------------------------------------------


@check
def a_barrier_waits_for_all():
    hvd.barrier()
    start = time.monotonic()
    if RANK:
        time.sleep(0.3)
    hvd.barrier()
    assert time.monotonic() - start > 0.25


@check
def a_worker_that_has_joined_adds_nothing():
    if RANK:
        own = mx.nd.array([1.0, 2.0])
        equal(hvd.allreduce(own, op=hvd.Sum), np.array([1, 2], "float32"))
        equal(hvd.allreduce(own), np.array([0.5, 1], "float32"))
        with pytest.raises(mx.MXNetError, match=r"allreduce \(Max\): not possible after worker 0 has called join"):
            hvd.allreduce(own, op=hvd.Max)
        assert hvd.join() == 1
    else:
        with pytest.raises(mx.MXNetError, match=r"allreduce \(Max\): not possible after worker 0 has called join"):
            hvd.join()
        assert hvd.join() == 1


# -- errors ---------------------------------------------------------------------------------------------------------

#: what the workers call, and what both say
MISMATCHES = (
    (
        lambda: hvd.allreduce(mx.nd.ones((2, RANK + 1)), name="grad"),
        r"allreduce grad: worker 0 has float32 (2, 1) on cpu, worker 1 float32 (2, 2) on cpu",
    ),
    (
        lambda: hvd.grouped_allreduce([mx.nd.ones(1), mx.nd.ones(2, dtype=("int32", "int64")[RANK])]),
        "allreduce array 1: worker 0 has int32 (2,) on cpu, worker 1 int64 (2,) on cpu",
    ),
    (
        lambda: hvd.allreduce(mx.nd.ones(1), op=(hvd.Sum, hvd.Max)[RANK], name="loss"),
        "allreduce loss: worker 0 has op=Sum, worker 1 op=Max",
    ),
    (
        lambda: hvd.allreduce(mx.nd.ones(1), name=f"name{RANK}"),
        "allreduce: names: worker 0 has name0, worker 1 name1",
    ),
    (
        lambda: hvd.grouped_allreduce([mx.nd.ones(1)] * (RANK + 1)),
        "allreduce: worker 0 has 1 arrays, worker 1 2",
    ),
    (
        lambda: hvd.allgather(mx.nd.ones((2, RANK + 1)), name="rows"),
        "allgather rows: worker 0 has float32 (2, 1) on cpu, worker 1 float32 (2, 2) on cpu",
    ),
    (
        lambda: hvd.broadcast(mx.nd.ones(2), root_rank=RANK, name="w"),
        "broadcast w: worker 0 has root_rank=0, worker 1 root_rank=1",
    ),
    (
        lambda: hvd.barrier() if RANK else hvd.allgather(mx.nd.ones(2)),
        "the workers call different operations: worker 0 has allgather, worker 1 barrier",
    ),
    (
        lambda: hvd.broadcast_parameters({f"net{RANK}_weight": mx.nd.ones(2)}),
        "broadcast: names: worker 0 has net0_weight, worker 1 net1_weight",
    ),
)


@check
def workers_that_differ_raise_the_same_error_and_go_on():
    for call, message in MISMATCHES:
        with pytest.raises(mx.MXNetError, match=f"^{re.escape(message)}$"):
            call()
    equal(hvd.allreduce(mx.nd.ones(1), op=hvd.Sum), np.array([2], "float32"))


# -- training -------------------------------------------------------------------------------------------------------

STEPS, BATCH = 4, 8
RATES = {"learning_rate": 0.2, "momentum": 0.9, "wd": 0.01}


def samples():
    labels = np.random.RandomState(3).randint(0, 3, (STEPS, BATCH))
    return draws((STEPS, BATCH, 5), 2), labels


def share(together):
    """Return the batches of this worker, or those of all."""
    rows = slice(RANK * BATCH // SIZE, (RANK + 1) * BATCH // SIZE) if together else slice(None)
    return [values[:, rows] for values in samples()]


def network(ctx=None, known=True, seed=5):
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(6, activation="tanh", in_units=5 if known else 0))
        net.add(gluon.nn.Dense(3, in_units=6 if known else 0))
    mx.random.seed(seed)
    net.initialize(mx.init.Uniform(1.0), ctx=ctx)
    return net


def trained(net, trainer, together, batch_size, contexts=None):
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, labels in zip(*share(together), strict=True):
        inputs = gluon.utils.split_and_load(mx.nd.array(data), contexts or [mx.cpu()])
        targets = gluon.utils.split_and_load(mx.nd.array(labels), contexts or [mx.cpu()])
        with mx.autograd.record():
            losses = [loss(net(x), y) for x, y in zip(inputs, targets, strict=True)]
        mx.autograd.backward(losses)
        trainer.step(batch_size)
    return {name: [array.asnumpy() for array in param.list_data()] for name, param in net.collect_params().items()}


def of_one_process(optimizer="sgd", rates=RATES):
    net = network()
    return trained(net, gluon.Trainer(net.collect_params(), optimizer, rates), False, BATCH)


def same(weights, expected, tolerance=1e-6):
    assert set(weights) == set(expected)
    for name, arrays in weights.items():
        for array in arrays:
            np.testing.assert_allclose(array, expected[name][0], rtol=tolerance, atol=tolerance, err_msg=name)


@check
def a_trainer_gives_the_weights_of_one_process():
    settings = ({}, {"num_groups": 3}, {"gradient_predivide_factor": 2.0, "prefix": "second_"})
    for optimizer, rates in (("sgd", RATES), ("adam", {"learning_rate": 0.05})):
        expected = of_one_process(optimizer, rates)
        for extra in settings:
            net = network()
            net.hybridize()
            trainer = hvd.DistributedTrainer(net.collect_params(), optimizer, rates, **extra)
            same(trained(net, trainer, True, BATCH // SIZE), expected)


@check
def a_trainer_takes_an_optimizer_and_unwraps_one_that_averages():
    net = network()
    sgd = mx.optimizer.create("sgd", **RATES)
    with pytest.warns(UserWarning, match="DistributedTrainer does not take DistributedOptimizer"):
        trainer = hvd.DistributedTrainer(net.collect_params(), hvd.DistributedOptimizer(sgd))
    assert trainer.optimizer is sgd
    same(trained(net, trainer, True, BATCH // SIZE), of_one_process())


@check
def between_allreduce_grads_and_update_gradients_are_sums():
    net = network()
    trainer = hvd.DistributedTrainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    (weight, *others) = net.collect_params().values()
    for param in net.collect_params().values():
        param.grad()[:] = RANK + 1
    trainer.allreduce_grads()
    equal(weight.grad(), np.full(weight.shape, 3, "float32"))
    before = weight.data().asnumpy()
    trainer.update(2, ignore_stale_grad=True)
    assert all(not param.data()._fresh_grad for param in others)
    equal(weight.data(), before)  # no backward pass has written its gradient


@check
def parameters_that_wait_for_their_shape_start_equal_after_the_first_forward_pass():
    for hybridize in (False, True):
        net = network(known=False, seed=5 + RANK)
        net.hybridize(hybridize)
        hvd.broadcast_parameters(net.collect_params(), root_rank=0)
        trainer = hvd.DistributedTrainer(net.collect_params(), "sgd", RATES)
        same(trained(net, trainer, True, BATCH // SIZE), of_one_process())


@check
def parameters_start_equal():
    net = network(ctx=[mx.cpu(0), mx.cpu(1)], seed=5 + RANK)
    hvd.broadcast_parameters(net.collect_params(), root_rank=1)
    expected = network(seed=6).collect_params()
    for name, param in net.collect_params().items():
        for array in param.list_data():
            equal(array, expected[name].data().asnumpy())
    arrays = {"a": mx.nd.full((2,), RANK), "b": mx.nd.full((1,), RANK, dtype="int32")}
    hvd.broadcast_parameters(arrays, root_rank=1, prefix="module_")
    equal(arrays["a"], np.ones(2, "float32"))
    equal(arrays["b"], np.ones(1, "int32"))


@check
def several_contexts_of_each_worker():
    contexts = [mx.gpu(0), mx.gpu(1)]  # simulated
    assert hvd.allreduce(mx.nd.ones(2, ctx=mx.gpu(1))).context == mx.gpu(1)
    net = network(ctx=contexts)
    trainer = hvd.DistributedTrainer(net.collect_params(), "sgd", RATES)
    same(trained(net, trainer, True, BATCH // SIZE, contexts), of_one_process())


@check
def float16_compression_sums_in_float16():
    pairs = of_all((50,))
    halves = [array.astype("float16") for array in pairs]
    compressed, dtype = hvd.Compression.fp16.compress(mx.nd.array(pairs[RANK]))
    equal(compressed, halves[RANK])
    equal(hvd.Compression.fp16.decompress(compressed, dtype), halves[RANK].astype("float32"))
    param = gluon.Parameter("w", shape=(50,))
    param.initialize()
    trainer = hvd.DistributedTrainer([param], "sgd", compression=hvd.Compression.fp16, gradient_predivide_factor=2.0)
    param.grad()[:] = mx.nd.array(pairs[RANK])
    trainer.allreduce_grads()
    half = np.float16(0.5)
    equal(param.grad(), (halves[0] * half + halves[1] * half).astype("float32"))


def symbol():
    hidden = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="a"), act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3, name="b"), name="softmax")


SHAPES = {"a_weight": (6, 5), "a_bias": (6,), "b_weight": (3, 6), "b_bias": (3,)}


def fitted(together, optimizer):
    data, labels = (values.reshape(-1, *values.shape[2:]) for values in share(together))
    batches = mx.io.NDArrayIter(data, labels, batch_size=BATCH // SIZE if together else BATCH)
    first = {name: mx.nd.array(draws(shape, seed, -1, 1)) for seed, (name, shape) in enumerate(SHAPES.items())}
    if together and RANK:
        first = {name: mx.nd.zeros(shape) for name, shape in SHAPES.items()}
    if together:
        hvd.broadcast_parameters(first)
    module = mx.mod.Module(symbol())
    module.fit(batches, num_epoch=2, kvstore=None, optimizer=optimizer, arg_params=first)
    return {name: [array.asnumpy()] for name, array in module.get_params()[0].items()}


@check
def a_module_gives_the_weights_of_one_process():
    for name, extra in (("sgd", {"momentum": 0.9}), ("adam", {}), ("rmsprop", {}), ("lars", {}), ("dcasgd", {})):
        for wrapped in ({}, {"num_groups": 2, "gradient_predivide_factor": 2.0}):
            names = {"param_idx2name": dict(enumerate(SHAPES))}
            rates = {"learning_rate": 0.05, "wd": 0.01, **names, **extra}
            one = mx.optimizer.create(name, rescale_grad=1 / BATCH, **rates)
            optimizer = mx.optimizer.create(name, rescale_grad=1 / (BATCH // SIZE), **rates)
            distributed = hvd.DistributedOptimizer(optimizer, **wrapped)
            same(fitted(True, distributed), fitted(False, one))
            assert optimizer.num_update == 2 * STEPS


@check
def float16_weights_with_float32_copies():
    rates = {"learning_rate": 0.25, "momentum": 0.5, "multi_precision": True}
    results = []
    for together in (True, False):
        optimizer = mx.optimizer.create("sgd", rescale_grad=1.0, **rates)
        updater = mx.optimizer.get_updater(hvd.DistributedOptimizer(optimizer) if together else optimizer)
        weight = mx.nd.array(draws((9,), 1), dtype="float16")
        for step in range(3):
            pair = [draws((9,), 20 + step + rank, dtype="float16") for rank in range(SIZE)]
            mean = ((pair[0] + pair[1]) / 2).astype("float16")
            updater(0, mx.nd.array(pair[RANK] if together else mean, dtype="float16"), weight)
        results.append(weight.asnumpy())
    assert results[0].dtype == np.float16
    np.testing.assert_array_equal(*results)


@check
def weights_are_averaged_together_and_updated_as_the_optimizer_takes_them():
    class Counting(mx.optimizer.SGD):
        def update_multi_precision(self, index, weight, grad, state):
            calls.append(index)
            super().update_multi_precision(index, weight, grad, state)

    for count, expected in ((0, [0, 1, 2, 3, 4]), (2, [(0, 1), (2, 3), (4,)])):
        calls = []
        optimizer = Counting(learning_rate=1.0)
        optimizer.aggregate_num = count
        updater = mx.optimizer.get_updater(hvd.DistributedOptimizer(optimizer))
        weights = [mx.nd.zeros(2) for _ in range(5)]
        updater(list(range(5)), [mx.nd.full(2, RANK) for _ in range(5)], weights)
        assert calls == expected
        for weight in weights:
            equal(weight, np.full(2, -0.5, "float32"))


@check
def an_optimizer_that_averages_is_the_one_that_it_wraps():
    sgd = mx.optimizer.create("sgd", learning_rate=0.5)
    optimizer = hvd.DistributedOptimizer(sgd)
    optimizer.set_learning_rate(0.25)
    optimizer.set_lr_mult({"a": 2.0})
    optimizer.idx2name = {0: "a"}
    assert (sgd.lr, sgd._get_lr(0), optimizer.learning_rate, optimizer._get_lr(0)) == (0.25, 0.5, 0.25, 0.5)
    optimizer.rescale_grad = 7.0  # as gluon.Trainer does: the optimizer divides already
    assert sgd.rescale_grad == 1.0
    copied = pickle.loads(pickle.dumps(optimizer))
    assert (copied.lr, copied.rescale_grad) == (0.25, 7.0)


@check
def gluons_trainer_with_an_optimizer_that_averages():
    net = network()
    optimizer = hvd.DistributedOptimizer(mx.optimizer.create("sgd", rescale_grad=SIZE / BATCH, **RATES))
    trainer = gluon.Trainer(net.collect_params(), optimizer, kvstore=None)
    same(trained(net, trainer, True, BATCH // SIZE), of_one_process())


@check
def gradients_that_differ_are_named():
    net = gluon.nn.Dense(RANK + 1, in_units=2, prefix="out_")
    net.initialize()
    trainer = hvd.DistributedTrainer(net.collect_params(), "sgd")
    with pytest.raises(mx.MXNetError, match=r"allreduce gradient of out_bias: worker 0 has float32 \(1,\) on cpu"):
        trainer.allreduce_grads()


# -- BytePS ---------------------------------------------------------------------------------------------------------


@check
def byteps():
    bps.init()
    assert (bps.rank(), bps.size(), bps.local_rank(), bps.local_size()) == (RANK, 2, RANK, 2)
    value = mx.nd.full((3,), RANK + 1.0)
    bps.byteps_declare_tensor("value")
    bps.byteps_push_pull(value, name="value", is_average=False)
    equal(value, np.full(3, 3, "float32"))
    bps.byteps_push_pull(value)
    equal(value, np.full(3, 3, "float32"))
    for known in (True, False):
        net = network(known=known, seed=5 + RANK)
        trainer = bps.DistributedTrainer(net.collect_params(), "sgd", RATES)
        same(trained(net, trainer, True, BATCH // SIZE), of_one_process())
    rates = {"learning_rate": 0.05, "momentum": 0.9}
    one = mx.optimizer.create("sgd", rescale_grad=1 / BATCH, **rates)
    optimizer = mx.optimizer.create("sgd", rescale_grad=1 / (BATCH // SIZE), **rates)
    same(fitted(True, bps.DistributedOptimizer(optimizer)), fitted(False, one))
    with pytest.raises(ValueError, match="only fp16 is available, got compressor='onebit'"):
        bps.DistributedTrainer([], "sgd", compression_params={"compressor": "onebit"})
    with pytest.raises(ValueError, match="compression is not available, got byteps_compressor_type"):
        bps.byteps_declare_tensor("value", byteps_compressor_type="topk")


def main():
    results = {}
    for name, function in CHECKS.items():
        try:
            function()
            results[name] = "passed"
        except Exception:
            results[name] = traceback.format_exc()
            break  # the other worker may be elsewhere now
    Path(sys.argv[1], f"{RANK}.json").write_text(json.dumps(results))


if __name__ == "__main__":
    main()
