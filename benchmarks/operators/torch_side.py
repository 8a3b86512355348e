"""The rows in plain PyTorch: `forward_<i>` and `backward_<i>` are cases."""

from __future__ import annotations

import torch
from operators.table import ROWS


def _tensors(row):
    dtype = getattr(torch, row.dtype)
    pairs = zip(row.arrays(), row.low(), strict=True)
    return [torch.from_numpy(item).to(dtype) if low else torch.from_numpy(item) for item, low in pairs]


def _forward(row):
    tensors = _tensors(row)

    def loop(n):
        with torch.no_grad():
            for _ in range(n):
                row.torch(torch, *tensors)

    return loop


def _backward(row):
    tensors = _tensors(row)
    for i in row.grad:
        tensors[i].requires_grad_()

    def loop(n):
        for _ in range(n):
            for i in row.grad:
                tensors[i].grad = None
            out = row.torch(torch, *tensors)
            outs = out if isinstance(out, (tuple, list)) else [out]
            torch.autograd.backward(outs, [torch.ones_like(each) for each in outs])

    return loop


def __getattr__(case):
    kind, _, number = case.partition("_")
    row = ROWS[int(number)]
    if row.torch is None:
        raise AttributeError(case)
    return lambda: {"forward": _forward, "backward": _backward}[kind](row)
