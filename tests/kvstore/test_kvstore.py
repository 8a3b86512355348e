"""The store of one process: values of several devices summed, stored, and updated."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

SHAPE = (2, 3)
ONE = mx.nd.ones(SHAPE)


def pulled(store, key):
    out = mx.nd.zeros(SHAPE)
    store.pull(key, out=out)
    return out.asnumpy()


def made(kind="local", **values):
    store = mx.kv.create(kind)
    for key, value in values.items():
        store.init(key, ONE * value)
    return store


@pytest.mark.parametrize("kind", ["local", "device", "LOCAL", "local_allreduce_cpu"])
def test_local_stores_by_name(kind):
    store = mx.kv.create(kind)
    assert isinstance(store, mx.kv.KVStore)
    assert (store.type, store.rank, store.num_workers) == (kind.lower(), 0, 1)


@pytest.mark.parametrize("name", [3, None, mx.kv.create("local")])
def test_the_name_of_a_store_is_text(name):
    with pytest.raises(TypeError):
        mx.kv.create(name)


@pytest.mark.parametrize("kind", ["nccl"])
def test_a_store_that_cannot_be_is_an_error(kind):
    if mx.context.num_gpus():
        pytest.skip("there are GPUs here, which this store needs; it is an error without")
    with pytest.raises(mx.base.MXNetError):
        mx.kv.create(kind)


@pytest.mark.parametrize("kind", ["local", "device"])
def test_values_are_stored_summed_and_given_to_each_device(kind):
    store = made(kind, a=2)
    assert (pulled(store, "a") == 2).all()
    store.push("a", ONE * 8)
    assert (pulled(store, "a") == 8).all()
    store.push("a", [mx.nd.ones(SHAPE, ctx=mx.cpu(i)) for i in range(3)])
    outs = [mx.nd.zeros(SHAPE, ctx=mx.cpu(i)) for i in range(3)]
    store.pull("a", out=outs)
    assert [out.asnumpy().tolist() for out in outs] == [[[3] * 3] * 2] * 3
    assert outs[1].context == mx.cpu(1)


def test_several_keys_at_once():
    store = mx.kv.create("local")
    store.init([4, 5], [ONE, ONE * 5])
    store.push([4, 5], [[ONE, ONE], [ONE * 3, ONE]])
    outs = [[mx.nd.zeros(SHAPE) for _ in range(2)] for _ in range(2)]
    store.pull([4, 5], out=outs)
    assert [[out.asnumpy()[0, 0] for out in each] for each in outs] == [[2, 2], [4, 4]]


@pytest.mark.parametrize("kind", ["local", "device"])
def test_keys_of_several_types_devices_and_storages_at_once(kind):
    rng, store = np.random.default_rng(3), mx.kv.create(kind)
    keys, pushed, outs, expected = [], [], [], []
    for i in range(12):
        dtype, count = ("float32", "float64", "int32")[i % 3], 1 + i % 4
        shape = tuple(rng.integers(1, 4, i % 3 + 1))
        values = [rng.integers(-9, 9, shape).astype(dtype) for _ in range(count)]
        arrays = [mx.nd.array(v, dtype=dtype, ctx=mx.cpu(n)) for n, v in enumerate(values)]
        if i == 7:
            arrays = [array.tostype("row_sparse") for array in arrays]
        keys.append(i)
        pushed.append(arrays)
        outs.append([mx.nd.zeros(shape, dtype="float64", ctx=mx.cpu(n)) for n in range(count)])
        expected.append(sum(values))
    store.init(keys, [arrays[0] * 0 for arrays in pushed])
    for _ in range(2):
        store.push(keys, pushed)
        for array in pushed[8]:
            array[:] = 100  # what is stored is apart from what was pushed
        store.pull(keys, out=outs, ignore_sparse=False)
        for out, value in zip(outs, expected, strict=True):
            assert all((array.asnumpy() == value).all() for array in out)
        expected[8] = np.full_like(expected[8], 100 * len(pushed[8]))


def test_nothing_is_stored_of_a_push_that_does_not_fit():
    store = made(a=1, b=2)
    with pytest.raises(mx.base.MXNetError, match=r"key b: expected a value of shape \(2, 3\), got \(3,\)"):
        store.push(["a", "b"], [[ONE, ONE], [mx.nd.ones(3)] * 2])
    assert (pulled(store, "a") == 1).all()


def test_one_key_twice_in_a_push_is_summed():
    store = made(a=1)
    store.push(["a", "a"], [ONE, ONE])
    assert (pulled(store, "a") == 2).all()


def test_the_first_value_is_copied():
    value = mx.nd.ones(SHAPE)
    store = mx.kv.create("local")
    store.init("a", value)
    value[:] = 9
    assert (pulled(store, "a") == 1).all()


def test_values_are_given_in_the_type_of_the_array():
    store = mx.kv.create("local")
    store.init("a", ONE.astype("float16"))
    store.push("a", [ONE.astype("float16")] * 3)
    assert (pulled(store, "a") == 3).all()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda kv: kv.init("a", ONE), mx.base.MXNetError),
        (lambda kv: kv.init("b", [ONE, ONE]), mx.base.MXNetError),
        (lambda kv: kv.init(1, ONE), mx.base.MXNetError),
        (lambda kv: kv.init(b"z", ONE), AssertionError),
        (lambda kv: kv.push("unknown", ONE), mx.base.MXNetError),
        (lambda kv: kv.pull("unknown", out=ONE), mx.base.MXNetError),
        (lambda kv: kv.pull("a"), AssertionError),
        (lambda kv: kv.push("a", "text"), AssertionError),
        (lambda kv: kv.push(["a", "b"], [ONE]), AssertionError),
        (lambda kv: kv.is_capable("x"), ValueError),
        (lambda kv: kv.save_optimizer_states("x"), AssertionError),
        (lambda kv: kv.load_optimizer_states("x"), AssertionError),
        (lambda kv: kv.set_optimizer("sgd"), AttributeError),
        (lambda kv: kv.push("a", 5), TypeError),
        (lambda kv: kv.push(["a"], [None]), TypeError),
        (lambda kv: kv.push("a", [5]), AssertionError),
        (lambda kv: kv.pull("a", out=5), TypeError),
        (lambda kv: kv.init("b", None), TypeError),
        (lambda kv: kv.pushpull("a", ONE, out=5), TypeError),
        (lambda kv: kv.broadcast("b", 5, out=ONE), TypeError),
        (lambda kv: kv.row_sparse_pull("a", out=5, row_ids=ONE), TypeError),
        (lambda kv: kv.row_sparse_pull("a", out=ONE, row_ids=[5]), AssertionError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    store = made(a=1)
    with pytest.raises(error):
        call(store)


@pytest.mark.parametrize("call", ["push", "pull"])
def test_another_shape_is_an_error(call):
    store = made(a=1)
    with pytest.raises(mx.base.MXNetError):
        getattr(store, call)("a", mx.nd.ones((5,)))


@pytest.mark.parametrize(("key", "seen"), [("a", b"a"), (7, 7)])
def test_an_updater_gets_the_sum_and_the_stored_value(key, seen):
    calls = []

    def update(name, total, stored):
        calls.append(name)
        stored += total * 2

    store = mx.kv.create("local")
    store._set_updater(update)
    store.init(key, ONE)
    store.push(key, [ONE, ONE])
    assert (pulled(store, key) == 5).all()
    assert calls == [seen]


def test_pushpull_gives_the_sum_to_its_values_or_elsewhere():
    store = made(a=1)
    values, outs = [ONE.copy(), ONE * 2], [mx.nd.zeros(SHAPE), mx.nd.zeros(SHAPE)]
    store.pushpull("a", values, out=outs)
    assert [out.asnumpy()[0, 0] for out in outs] == [3, 3]
    store.pushpull("a", values)
    assert [value.asnumpy()[0, 0] for value in values] == [3, 3]


def test_values_may_be_shared_by_keys():
    store = made("device", a=0, b=0)
    shared = [mx.nd.ones(SHAPE), mx.nd.ones(SHAPE)]
    store.pushpull(["a", "b"], [shared, shared])
    assert [value.asnumpy()[0, 0] for value in shared] == [2, 2]


def test_broadcast_sets_the_first_value():
    store = mx.kv.create("local")
    outs = [mx.nd.zeros(SHAPE), mx.nd.zeros(SHAPE)]
    store.broadcast(["a", "b"], [ONE * 4, ONE * 3], [outs, [mx.nd.zeros(SHAPE)]])
    assert [out.asnumpy()[0, 0] for out in outs] == [4, 4]
    with pytest.raises(mx.base.MXNetError):
        store.broadcast("a", ONE, outs)


def test_an_optimizer_updates_in_the_store(tmp_path):
    store = made(w=1)
    assert store.is_capable(mx.kv.KVStoreBase.OPTIMIZER)
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9))
    store.push("w", ONE)
    np.testing.assert_allclose(pulled(store, "w"), 0.9)
    store.save_optimizer_states(str(tmp_path / "states"))
    other = made(w=0.9)
    other.set_optimizer(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9))
    other.load_optimizer_states(str(tmp_path / "states"))
    for each in (store, other):
        each.push("w", ONE)
    np.testing.assert_allclose(pulled(other, "w"), pulled(store, "w"))
    np.testing.assert_allclose(pulled(other, "w"), 0.71, rtol=1e-6)


def test_the_optimizer_can_be_saved_too(tmp_path):
    store = made(w=1)
    store.set_optimizer(mx.optimizer.Adam())
    store.push("w", ONE)
    store.save_optimizer_states(str(tmp_path / "states"), dump_optimizer=True)
    other = made(w=1)
    other.set_optimizer(mx.optimizer.SGD())
    other.load_optimizer_states(str(tmp_path / "states"))
    assert isinstance(other._updater.optimizer, mx.optimizer.Adam)


@pytest.mark.parametrize("kind", ["local", "device"])
def test_updates_are_counted_once_whichever_contexts_of_the_processor_push(kind):
    store = made(kind, w=1)
    store.set_optimizer(mx.optimizer.Adam(learning_rate=0.1))
    values = []
    for contexts in [(0, 1), (0, 1), (1, 0), (2, 3), (0,)]:
        store.push("w", [mx.nd.full(SHAPE, i + 1, ctx=mx.cpu(i)) for i in contexts])
        values.append(pulled(store, "w")[0, 0])
    np.testing.assert_allclose(values, [0.9, 0.8, 0.7, 0.604528, 0.518138], rtol=1e-5)  # 1.9.1's


@pytest.mark.parametrize("devices", [1, 2])
def test_values_are_kept_in_the_type_that_was_pushed(devices):
    store = mx.kv.create()
    store.init("a", mx.nd.zeros(2, dtype="float16"))
    store.push("a", [mx.nd.array([1, 2049], ctx=mx.cpu(i)) for i in range(devices)])
    out = mx.nd.zeros(2)
    store.pull("a", out=out)
    assert out.asnumpy().tolist() == [devices, 2049 * devices]


def test_own_stores_can_be_registered():
    @mx.kv.KVStoreBase.register
    class Mine(mx.kv.KVStoreBase):
        type = "mine"

    assert isinstance(mx.kv.create("mine"), Mine)


@pytest.mark.parametrize(
    "use",
    [
        lambda store: store.broadcast("a", ONE, ONE),
        lambda store: store.pushpull("a", ONE),
        lambda store: store.set_optimizer(None),
        lambda store: store.is_capable("optimizer"),
        lambda store: store.save_optimizer_states("x"),
        lambda store: store.load_optimizer_states("x"),
        lambda store: store.type,
        lambda store: store.rank,
        lambda store: store.num_workers,
    ],
)
def test_the_interface_defines_nothing(use):
    with pytest.raises(NotImplementedError):
        use(mx.kv.KVStoreBase())


@pytest.mark.parametrize("name", ["horovod", "byteps"])
def test_stores_that_only_sum(name, monkeypatch):
    for variable in ("DMLC_NUM_WORKER", "DMLC_PS_ROOT_URI", "RANK"):
        monkeypatch.delenv(variable, raising=False)
    store = mx.kv.create(name)
    outs = [mx.nd.zeros(SHAPE), mx.nd.zeros(SHAPE)]
    store.broadcast("a", ONE * 3, outs)
    assert [out.asnumpy()[0, 0] for out in outs] == [3, 3]
    store.pushpull(["a", "b"], [[ONE, ONE * 2], ONE], out=[outs[0], outs[1]])
    assert [out.asnumpy()[0, 0] for out in outs] == [3, 1]
    assert (store.type, store.rank, store.num_workers, store.local_rank) == (name, 0, 1, 0)
    assert not store.is_capable("optimizer")
    with pytest.raises(mx.MXNetError, match="key a: expected dense arrays"):
        store.pushpull("a", ONE.tostype("row_sparse"))


def test_the_test_store_sums_and_copies():
    store = mx.kv.create("teststore")
    outs = [mx.nd.zeros(SHAPE), mx.nd.zeros(SHAPE)]
    store.broadcast("a", ONE * 3, outs)
    assert [out.asnumpy()[0, 0] for out in outs] == [3, 3]
    store.pushpull("a", [ONE, ONE * 2], outs)
    assert [out.asnumpy()[0, 0] for out in outs] == [3, 3]
    assert (store.type, store.rank, store.num_workers) == ("teststore", 0, 1)
    assert not store.is_capable("optimizer")


def test_a_pushed_value_keeps_its_storage():
    store = mx.kv.create("local")
    store.init("a", mx.nd.zeros((3, 2)))
    store.push("a", mx.nd.ones((3, 2)).tostype("row_sparse"))
    rows, whole = mx.nd.sparse.zeros("row_sparse", (3, 2)), mx.nd.zeros((3, 2))
    store.row_sparse_pull("a", out=rows, row_ids=mx.nd.array([1]))
    assert rows.asnumpy().tolist() == [[0, 0], [1, 1], [0, 0]]
    store.pull("a", out=whole)
    assert whole.asnumpy().tolist() == [[1, 1]] * 3
    store.push("a", mx.nd.ones((3, 2)) * 2)
    with pytest.raises(mx.MXNetError):
        store.row_sparse_pull("a", out=rows, row_ids=mx.nd.array([1]))
    store.pull("a", out=whole)
    assert whole.asnumpy().tolist() == [[2, 2]] * 3


def test_a_push_of_no_values_changes_nothing():
    kv = mx.kv.create()
    kv.init(1, mx.nd.ones(2))
    kv.push(1, [])
    out = mx.nd.zeros(2)
    kv.pull(1, out=out)
    assert out.asnumpy().tolist() == [1, 1]
