"""What a call costs in PyTorch."""

from __future__ import annotations

import timeit
from functools import partial

import numpy as np
import torch
from cases.calls.statements import NUMPY_STATEMENTS, STATEMENTS
from torch import nn
from torch.nn import functional


def _statement(text):
    names = {name: torch.ones(4, 4) for name in ("x", "w", "g")}
    names["g"].requires_grad_()
    names.update(torch=torch, functional=functional, host=np.ones((4, 4), "float32"), device=names["x"].device)
    names.update(b=torch.ones(4), one=torch.ones(1), image=torch.ones(1, 1, 4, 4))
    names.update(u=torch.ones(4, 4), v=torch.ones(4, 4), t=torch.ones(3, 4, 4))
    names.update(rows=torch.tensor([2, 0, 3, 1]), mask=torch.tensor([True, False, True, False]))
    return timeit.Timer(text, "import gc; gc.enable()", globals=names).timeit


globals().update({name: partial(_statement, text) for name, (_, text) in {**STATEMENTS, **NUMPY_STATEMENTS}.items()})


def chain():
    x, w = torch.full((16, 16), 0.5, requires_grad=True), torch.full((16, 16), 0.9)
    ones = torch.ones(16, 16)

    def loop(n):
        for _ in range(n):
            x.grad = None
            y = x
            for _ in range(5):
                y = torch.tanh((y * w + w) - 0.5)
            y.backward(ones)

    return loop


def _tiny():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))


def hybrid_call():
    network, x = _tiny().eval(), torch.ones(4, 4)

    def loop(n):
        with torch.no_grad():
            for _ in range(n):
                network(x)

    return loop


def executor_forward():
    network, x = _tiny().eval(), torch.ones(4, 4)

    def loop(n):
        with torch.no_grad():
            for _ in range(n):
                torch.softmax(network(x), 1)

    return loop


def executor_forward_backward():
    network, x, y = _tiny(), torch.ones(4, 4), torch.zeros(4, dtype=torch.long)

    def loop(n):
        for _ in range(n):
            network.zero_grad()
            functional.cross_entropy(network(x), y, reduction="sum").backward()

    return loop
