"""Record networks that a release wrote: ``PYTHON -m tests.mxnet2.record_networks``, with 1.9.1 and with 2.0.0b1.

For each network there are a graph with its parameters, a file of parameters, and what it computes, in ``networks/``.
"""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon import nn, rnn

V2 = mx.__version__.startswith("2")
ROOT = Path(__file__).with_name("networks")


def numbers(shape, seed=0):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype("float32")


def _convolutions():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(2), nn.Flatten(), nn.Dense(3))
    return net


def _nested():
    net, inner = nn.HybridSequential(), nn.HybridSequential()
    inner.add(nn.Dense(5, activation="tanh"), nn.LayerNorm())
    net.add(inner, nn.PReLU(), nn.Dense(2, use_bias=False))
    return net


class _Recurrent(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.rnn = rnn.LSTM(4, num_layers=2, bidirectional=True)

    if V2:

        def forward(self, x):
            return self.rnn(x)

    else:

        def hybrid_forward(self, F, x):
            return self.rnn(x)


class _Scaled(gluon.HybridBlock):
    """A layer and a parameter, as each release wants them."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4)
        if V2:
            self.scale = gluon.Parameter(shape=(4,), init="ones")
        else:
            self.scale = self.params.get("scale", shape=(4,), init="ones")

    if V2:

        def forward(self, x):
            return mx.npx.relu(self.dense(x)) * self.scale.data() + x.sum()

    else:

        def hybrid_forward(self, F, x, scale):
            return F.broadcast_add(F.broadcast_mul(F.relu(self.dense(x)), scale), F.sum(x))


NETWORKS = {
    "convolutions": (_convolutions, (2, 3, 8, 8)),
    "nested": (_nested, (2, 4)),
    "recurrent": (_Recurrent, (5, 2, 3)),
    "scaled": (_Scaled, (2, 3)),
}


def main():
    array = mx.np.array if V2 else mx.nd.array
    if V2:
        mx.npx.set_np()
    folder = ROOT / ("2.0.0b1" if V2 else "1.9.1")
    folder.mkdir(parents=True, exist_ok=True)
    results = {}
    for name, (make, shape) in NETWORKS.items():
        net, x = make(), array(numbers(shape))
        net.initialize()
        net.hybridize()
        net(x)
        for i, (key, parameter) in enumerate(sorted(net.collect_params().items())):
            positive = "var" in key or "gamma" in key
            parameter.set_data(array(numbers(parameter.shape, 100 + i) / 2 + 1.5 * positive))
        results[name] = net(x).asnumpy()
        net.save_parameters(str(folder / f"{name}.params"))
        net.export(str(folder / name))
    np.savez(folder / "results.npz", **results)


if __name__ == "__main__":
    main()
