"""Weights with row-sparse gradients updated at once: the numbers of updates one by one, and of NumPy's formulas."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.optimizer import rows

SHAPES = [(9, 4), (7,), (3, 2, 2), (6, 5)]
#: by what the weights store, the optimizers and whether they are moved at once
CASES = [
    ("sgd", {}, True),
    ("sgd", {"wd": 0.01}, True),
    ("sgd", {"clip_gradient": 0.1}, True),
    ("sgd", {"momentum": 0.9, "wd": 0.01}, True),
    ("sgd", {"momentum": 0.9, "lazy_update": False}, False),
    ("adam", {"wd": 0.01}, True),
    ("adam", {"clip_gradient": 0.1, "wd": 0.01}, True),
    ("adam", {"lazy_update": False}, False),
    ("ftrl", {"wd": 0.01}, None),
    ("adagrad", {}, True),
    ("adagrad", {"clip_gradient": 0.1}, True),
    ("rmsprop", {}, False),
]


def gradient(rng, shape, stype, dtype):
    """Return a gradient of some rows, of which the last are in no order and repeat."""
    result = nd.zeros(shape, stype=stype, dtype=dtype)
    if stype == "default":
        result[:] = rng.randn(*shape)
        return result
    where = rng.choice(shape[0], 2, replace=False)
    result[:] = nd.sparse.row_sparse_array((rng.randn(2, *shape[1:]), np.sort(where)), shape=shape, dtype=dtype)
    return result


def train(name, options, weight_stype, grad_stypes, dtype="float32", steps=3):
    """Return weights and states after some updates."""
    rng = np.random.RandomState(0)
    options = {"learning_rate": 0.1, "rescale_grad": 0.25, **options}
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, **options))
    pairs = list(zip(SHAPES, grad_stypes, strict=True))
    weights = [
        nd.array(rng.randn(*shape), dtype=dtype).tostype("default" if grad == "default" else weight_stype)
        for shape, grad in pairs
    ]
    for _ in range(steps):
        grads = [gradient(rng, shape, stype, dtype) for shape, stype in pairs]
        updater(list(range(len(weights))), grads, weights)
    states = [updater.states[i] for i in range(len(weights))]
    flat = [part for state in states for part in (state if isinstance(state, tuple) else (state,)) if part is not None]
    return [array.asnumpy() for array in (*weights, *flat)]


@pytest.fixture
def moved(monkeypatch):
    """Count the updates at once."""
    calls = []
    move = rows._move
    monkeypatch.setattr(rows, "_move", lambda *args: (calls.append(1), move(*args)))
    return calls


@pytest.mark.parametrize("grads", [["row_sparse"] * 4, ["row_sparse", "default", "row_sparse", "default"]])
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
@pytest.mark.parametrize(("name", "options", "together"), CASES)
def test_rows_move_at_once_as_one_by_one(name, options, together, stype, grads, moved, monkeypatch):
    at_once = train(name, options, stype, grads)
    count, together = len(moved), (stype == "row_sparse") if together is None else together
    # states of row-sparse weights store their rows from the first update on
    assert (count > 0) == (together and not rows.multi_tensor.PLAIN)
    monkeypatch.setattr(rows, "update_with_rows", lambda *_: None)
    monkeypatch.setattr("mxnet.optimizer.updater.update_with_rows", lambda *_: None)
    one_by_one = train(name, options, stype, grads)
    assert len(moved) == count
    for first, second in zip(at_once, one_by_one, strict=True):
        np.testing.assert_allclose(first, second, rtol=2e-5, atol=1e-6)


def test_doubles_move_at_once(moved):
    weights = train("adam", {}, "row_sparse", ["row_sparse"] * 4, "float64")
    assert weights[0].dtype == np.float64
    assert len(moved) == (0 if rows.multi_tensor.PLAIN else 2)


def test_rows_without_a_gradient_stay():
    updater = mx.optimizer.get_updater(mx.optimizer.Adam(learning_rate=0.5))
    weights = [nd.ones((3, 2)).tostype("row_sparse") for _ in range(2)]
    grads = [nd.sparse.row_sparse_array(([[1, 1]], [i]), shape=(3, 2)) for i in (0, 2)]
    for _ in range(2):
        updater([0, 1], grads, weights)
    # each step of equal gradients is the rate
    np.testing.assert_allclose(weights[0].asnumpy(), [[0, 0], [1, 1], [1, 1]], atol=1e-5)
    np.testing.assert_allclose(weights[1].asnumpy(), [[1, 1], [1, 1], [0, 0]], atol=1e-5)


def test_one_table_and_other_arrays_than_before(moved):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1))
    for rows_of in (3, 3, 4):
        weight, grad = nd.ones((rows_of, 1)), nd.sparse.row_sparse_array(([[1]], [1]), shape=(rows_of, 1))
        updater(0, grad, weight)
        np.testing.assert_array_equal(weight.asnumpy().ravel(), [1, 0, 1, 1][:rows_of])
    assert len(moved) == (0 if rows.multi_tensor.PLAIN else 3)


def test_a_weight_without_all_rows_is_refused_as_before():
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    grad = nd.sparse.row_sparse_array(([[1]], [1]), shape=(3, 1))
    weight = nd.sparse.row_sparse_array(([[1]], [1]), shape=(3, 1))
    with pytest.raises(mx.MXNetError, match="has to store all of its 3 rows, this stores 1"):
        updater([0, 1], [grad, grad], [weight, nd.ones((3, 1)).tostype("row_sparse")])


def test_a_gradient_that_stores_nothing():
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    weights = [nd.ones((3, 1)) for _ in range(2)]
    updater([0, 1], [nd.zeros((3, 1), stype="row_sparse")] * 2, weights)
    np.testing.assert_array_equal(weights[0].asnumpy(), np.ones((3, 1)))


def test_updates_are_counted():
    optimizer = mx.optimizer.Adam()
    updater = mx.optimizer.get_updater(optimizer)
    grads = [nd.sparse.row_sparse_array(([[1]], [1]), shape=(3, 1)), nd.ones(2)]
    for _ in range(3):
        updater([0, 1], grads, [nd.ones((3, 1)), nd.ones(2)])
    assert optimizer._index_update_count == {0: 3, 1: 3}
