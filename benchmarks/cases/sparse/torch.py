"""Tables whose gradients are rows, written by hand in PyTorch."""

from __future__ import annotations

import torch
from cases.sizes import ROWS, batch
from torch import nn


def _table_step(optimizer):
    table = nn.Embedding(ROWS, 64, sparse=True)
    words = torch.randint(0, ROWS, (batch(2000),))
    updated = optimizer(table.parameters(), lr=0.01)

    def loop(n):
        for _ in range(n):
            updated.zero_grad()
            table(words).square().sum().backward()
            updated.step()

    return loop


def table_sgd_step():
    return _table_step(torch.optim.SGD)


def table_adam_step():
    return _table_step(torch.optim.SparseAdam)
