"""A large table trains without a dense gradient: what a step allocates follows from its batch, not from the table."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from torch.profiler import ProfilerActivity, profile

ROWS, WIDTH, BATCH = 100_000, 64, 500
TABLE = ROWS * WIDTH * 4  # bytes


def allocated(step):
    """Return how many bytes all the tensors that a step makes take together."""
    step()  # the states of the optimizer are made once
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as seen:
        step()
    return sum(max(event.self_cpu_memory_usage, 0) for event in seen.events())


def stepper(optimizer, hybrid):
    """Return a function that trains an embedding by one batch, and the embedding."""
    net = gluon.nn.Embedding(ROWS, WIDTH, sparse_grad=True)
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), *optimizer)
    rows = nd.array(np.random.RandomState(0).randint(0, ROWS, BATCH), dtype="int64")

    def step():
        with autograd.record():
            loss = (net(rows) ** 2).sum()
        loss.backward()
        trainer.step(BATCH)

    return step, net


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(
    "optimizer",
    [
        ("sgd", {"learning_rate": 0.1}),
        ("sgd", {"learning_rate": 0.1, "momentum": 0.9}),
        ("adam", {"learning_rate": 0.1}),
        ("groupadagrad", {"learning_rate": 0.1}),
    ],
    ids=str,
)
def test_a_step_allocates_no_table(optimizer, hybrid):
    step, net = stepper(optimizer, hybrid)
    assert allocated(step) < TABLE / 2
    assert net.weight.grad().data.shape[0] <= BATCH


def test_the_measure_sees_a_dense_table():
    table = nd.ones((ROWS, WIDTH))
    assert allocated(lambda: table * 2) >= TABLE


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_a_product_with_csr_allocates_no_table(stype):
    weight = nd.ones((ROWS, WIDTH)).tostype(stype)
    weight.attach_grad(stype="row_sparse")
    dice = np.random.RandomState(0)
    parts = np.ones(BATCH, dtype="float32"), np.sort(dice.choice(ROWS, BATCH, replace=False)), np.arange(BATCH + 1)
    x = nd.sparse.csr_matrix(parts, shape=(BATCH, ROWS))

    def step():
        with autograd.record():
            y = nd.dot(x, weight)
        y.backward()

    assert allocated(step) < TABLE / 2
    assert weight.grad.data.shape == (BATCH, WIDTH)


def test_a_store_gives_rows_alone():
    store = mx.kv.create("local")
    store.init("table", nd.ones((ROWS, WIDTH)).tostype("row_sparse"))
    out, rows = nd.zeros((ROWS, WIDTH), stype="row_sparse"), nd.array([5, 70_000, 5])
    assert allocated(lambda: store.row_sparse_pull("table", out=out, row_ids=rows)) < TABLE / 10
    assert out.indices.asnumpy().tolist() == [5, 70_000]
