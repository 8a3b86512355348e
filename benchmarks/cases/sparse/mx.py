"""What is timed of tables whose gradients are rows: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from cases.sizes import ROWS, batch
from mxnet.gluon import nn


def _table_step(optimizer):
    """Return the training of a table of which a batch touches 2,000 rows."""
    table = nn.Embedding(ROWS, 64, sparse_grad=True)
    table.initialize(ctx=mx.current_context())
    words = mx.nd.array(np.random.RandomState(0).randint(0, ROWS, batch(2000)))
    parameters = {"learning_rate": 0.01, "lazy_update": True}
    trainer = mx.gluon.Trainer(table.collect_params(), optimizer, parameters)

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                loss = mx.nd.square(table(words)).sum()
            loss.backward()
            trainer.step(1)

    return loop


def table_sgd_step():
    """Stochastic gradient descent."""
    return _table_step("sgd")


def table_adam_step():
    """Adam, whose two states are as large as the table."""
    return _table_step("adam")
