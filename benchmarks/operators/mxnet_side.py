"""The rows in MXNet's API, for remx and for 1.9.1: `forward_<i>` and `backward_<i>` are cases."""

from __future__ import annotations

from operator import attrgetter

import mxnet as mx
from operators.table import ROWS


def _prepare(row):
    function = attrgetter(row.name)(mx.nd)
    arrays = [mx.nd.array(item, dtype=item.dtype) for item in row.arrays()]
    arrays = [item.astype(row.dtype) if low else item for item, low in zip(arrays, row.low(), strict=True)]
    return function, arrays


def _forward(row):
    function, arrays = _prepare(row)

    def loop(n):
        with mx.autograd.train_mode() if row.train else mx.autograd.predict_mode():
            for _ in range(n):
                function(*arrays, **row.attrs)
        mx.nd.waitall()

    return loop


def _backward(row):
    function, arrays = _prepare(row)
    for i in row.grad:
        arrays[i].attach_grad()

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                out = function(*arrays, **row.attrs)
            mx.autograd.backward(out if isinstance(out, list) else [out])
        mx.nd.waitall()

    return loop


def __getattr__(case):
    kind, _, number = case.partition("_")
    return lambda: {"forward": _forward, "backward": _backward}[kind](ROWS[int(number)])
