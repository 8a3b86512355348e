"""Loops that several cases share, in PyTorch."""

from __future__ import annotations

import torch
from torch.nn import functional


def step(network, x, y, loss=functional.cross_entropy, **options):
    """Return a loop of training steps with SGD; ``x``: the network's inputs, a tuple."""
    optimizer = torch.optim.SGD(network.parameters(), **{"lr": 0.001, "momentum": 0.9, **options})

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            loss(network(*x), y).backward()
            optimizer.step()

    return loop


def classes(size, count):
    """Return labels of a batch."""
    return torch.arange(size) % count


def inference(network, *x):
    """Return a loop of inference."""
    network.eval()

    def loop(n):
        with torch.no_grad():
            for _ in range(n):
                network(*x)

    return loop
