"""Two-bit compression of gradients, registering stores, and stores that update many weights at once."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def compressing(**params):
    store = mx.kv.create("device")
    store.set_gradient_compression({"type": "2bit", **params})
    return store


def pushed(store, *values):
    arrays = [mx.nd.array(value, ctx=mx.cpu(i)) for i, value in enumerate(values)]
    out = mx.nd.zeros(arrays[0].shape)
    store.push("w", arrays)
    store.pull("w", out)
    return out.asnumpy().tolist()


def test_elements_become_a_threshold_and_the_rest_is_sent_later():
    store = compressing(threshold=0.5)
    store.init("w", mx.nd.zeros((5,)))
    sent = [pushed(store, [0.25, 0.75, -0.75, 0.5, -1.5]) for _ in range(3)]
    assert sent == [[0.0, 0.5, -0.5, 0.5, -0.5], [0.5, 0.5, -0.5, 0.5, -0.5], [0.0, 0.5, -0.5, 0.5, -0.5]]


def test_one_bit_is_1_above_the_threshold_and_else_minus_1():
    store = mx.kv.create("device")
    store.set_gradient_compression({"type": "1bit", "threshold": 0.25})
    store.init("w", mx.nd.zeros((4,)))
    sent = [pushed(store, [0.25, 0.5, -0.5, 0.0]) for _ in range(3)]
    assert sent == [[-1.0, 1.0, -1.0, -1.0], [1.0, -1.0, -1.0, 1.0], [1.0, 1.0, 1.0, -1.0]]


def test_each_device_has_its_own_rest():
    store = compressing()
    store.init("w", mx.nd.zeros((2,)))
    assert pushed(store, [0.25, 0.75], [0.5, 0.25]) == [0.5, 0.5]
    assert pushed(store, [0.25, 0.0], [0.0, 0.25]) == [0.5, 0.5]


def test_first_values_are_not_compressed():
    store, out = compressing(), mx.nd.zeros((2,))
    store.broadcast("w", mx.nd.array([0.3, 7.0]), out)
    np.testing.assert_allclose(out.asnumpy(), [0.3, 7.0], rtol=1e-6)


def test_updaters_get_what_was_compressed():
    store = compressing(threshold=0.5)
    store.init("w", mx.nd.zeros((3,)))
    store.set_optimizer(mx.optimizer.SGD(learning_rate=1.0))
    values = [0.25, 0.375, 2.0]
    assert [pushed(store, values, values) for _ in range(2)] == [[0.0, 0.0, -1.0], [-1.0, -1.0, -2.0]]


def test_rests_are_kept_under_a_new_threshold():
    store = compressing(threshold=1.0)
    store.init("w", mx.nd.zeros((1,)))
    assert pushed(store, [0.75]) == [0.0]
    store.set_gradient_compression({"type": "2bit", "threshold": 0.25})
    assert pushed(store, [0.0]) == [0.25]


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"type": "3bit"}, mx.MXNetError),
        ({"threshold": 0.5}, mx.MXNetError),
        ({"type": "2bit", "threshold": -1}, mx.MXNetError),
        ({"type": "2bit", "threshold": None}, mx.MXNetError),
        ({"type": "2bit", "threshold": "a"}, mx.MXNetError),
        ("2bit", AssertionError),
    ],
)
def test_wrong_parameters(params, error):
    with pytest.raises(error):
        mx.kv.create("device").set_gradient_compression(params)


def test_stores_that_sum_on_the_processor_do_not_compress():
    with pytest.raises(Exception, match="not supported"):
        mx.kv.create("local").set_gradient_compression({"type": "2bit"})


def test_whole_numbers_are_not_compressed():
    store = compressing()
    store.init("w", mx.nd.zeros((2,), dtype="int32"))
    with pytest.raises(mx.MXNetError):
        store.push("w", mx.nd.ones((2,), dtype="int32"))


def test_row_sparse_pull_of_a_dense_value():
    store, out = mx.kv.create("local"), mx.nd.zeros((3, 2))
    store.init("w", mx.nd.ones((3, 2)))
    with pytest.raises(mx.MXNetError):
        store.row_sparse_pull("w", out=out, row_ids=mx.nd.array([0, 2]))
    with pytest.raises(AssertionError):
        store.row_sparse_pull("w", out=out)
    with pytest.raises(AssertionError):
        store.row_sparse_pull("w", row_ids=mx.nd.array([0]))


def test_registering_a_name_again_warns():
    @mx.kv.KVStoreBase.register
    class OnceMore(mx.kv.KVStoreBase):
        pass

    with pytest.warns(UserWarning, match="overriding existing kvstore"):
        mx.kv.KVStoreBase.register(OnceMore)
    with pytest.raises(AssertionError):
        mx.kv.KVStoreBase.register(3)
    del mx.kv.KVStoreBase.kv_registry["oncemore"]


def test_an_updater_of_many_keys():
    keys, shape = ["a", "b", "c"], (2, 3)
    store = mx.kv.create("local")
    store.init(keys, [mx.nd.ones(shape) for _ in keys])
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5, momentum=0.5))
    outs = [mx.nd.zeros(shape) for _ in keys]
    for _ in range(2):
        store.pushpull(keys, [[mx.nd.ones(shape), mx.nd.ones(shape)] for _ in keys], out=outs)
    for out in outs:
        np.testing.assert_allclose(out.asnumpy(), 1 - 1.0 - 1.5, rtol=1e-6)


def test_an_updater_of_ones_own_gets_keys_one_by_one():
    seen = []

    class Watching(mx.optimizer.Updater):
        def __call__(self, index, grad, weight):
            seen.append(index)

    store = mx.kv.create("local")
    store._set_updater(Watching(mx.optimizer.SGD()))
    store.init([1, 2], [mx.nd.ones((2,))] * 2)
    store.push([1, 2], [mx.nd.ones((2,))] * 2)
    assert seen == [1, 2]


def test_keys_of_two_kinds_in_one_call():
    with pytest.raises(AssertionError):
        mx.kv.create("local").init(["a", 2], [mx.nd.ones((2,))] * 2)


def test_a_server_of_one_process_is_done_at_once():
    store = mx.kv.create("local")
    server = mx.kvstore.KVStoreServer(store)
    assert server.kvstore is store
    assert server.run() is None
