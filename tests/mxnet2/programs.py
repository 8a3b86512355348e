"""Programs for MXNet 2: ``python -m tests.mxnet2.programs ANSWERS`` writes what they compute, under it or under remx.

Each function returns arrays by name. Values of parameters and inputs do not depend on either side's generators.
"""

from __future__ import annotations

import sys

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn

F32 = "float32"


def _fill(net):
    for i, (_, param) in enumerate(sorted(net.collect_params().items())):
        low = 0.1 if param.name.endswith("running_var") else -0.5
        param.set_data(mx.np.array(np.random.RandomState(i).uniform(low, 0.5, param.shape).astype(F32)))


def _input(*shape, seed=0):
    return mx.np.array(np.random.RandomState(seed).uniform(-1, 1, shape).astype(F32))


def _measured(net, *args):
    """Return outputs and gradients, eagerly and as a graph."""
    net.initialize()
    net(*args)
    _fill(net)
    args[0].attach_grad()
    answers = {}
    for mode in ("eager", "graph"):
        if mode == "graph":
            net.hybridize()
        with autograd.record():
            outputs = net(*args)
            outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
            total = sum(mx.np.sin(item).sum() for item in outputs)
        total.backward()
        answers[f"{mode} input"] = args[0].grad.asnumpy()
        answers.update({f"{mode} {i}": item.asnumpy() for i, item in enumerate(outputs)})
        answers.update(
            {f"{mode} {name}": p.grad().asnumpy() for name, p in net.collect_params().items() if p.grad_req != "null"}
        )
    return answers


class Attention(gluon.HybridBlock):
    """Self-attention over sequences of given lengths."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Dense(12, flatten=False)
        self.norm = nn.LayerNorm()
        self.scale = gluon.Parameter(shape=(1,), init="ones")

    def forward(self, x, lengths):
        query, key, value = mx.np.split(self.qkv(x), 3, axis=-1)
        scores = mx.npx.batch_dot(query, key, transpose_b=True) * self.scale.data()
        steps = mx.npx.arange_like(x, axis=1)
        mask = mx.np.expand_dims(steps, 0) < mx.np.expand_dims(lengths.astype(F32), 1)
        weights = mx.npx.masked_softmax(scores, mx.np.expand_dims(mask, 1), axis=-1)
        return self.norm(mx.npx.batch_dot(weights, value)), weights


def attention():
    return _measured(Attention(), _input(2, 5, 3), mx.np.array([3, 5], dtype="int32"))


def convolutions():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.SiLU(), nn.MaxPool2D(), nn.GroupNorm(2), nn.Dense(3))
    return _measured(net, _input(2, 3, 8, 8))


def recurrent():
    net = nn.HybridSequential()
    net.add(rnn.LSTM(4, num_layers=2, bidirectional=True, layout="NTC"), rnn.GRU(3, layout="NTC"), nn.Dense(2))
    return _measured(net, _input(2, 4, 3))


class Indexing(gluon.HybridBlock):
    """Indices, conditions and shapes."""

    def forward(self, x, i):
        y = x[:, 1:, 0]
        return mx.np.where(x > 0, x, x * 0.1), mx.np.take(x, i, axis=0), y + x.mean(axis=-1), x[1:]


def indexing():
    return _measured(Indexing(), _input(3, 2, 4), mx.np.array([2, 0], dtype="int32"))


def losses():
    pred, label = _input(3, 4), _input(3, 4, seed=1)
    made = [gluon.loss.L1Loss(), gluon.loss.HuberLoss(), gluon.loss.PoissonNLLLoss(), gluon.loss.SigmoidBCELoss()]
    answers = {type(loss).__name__: loss(pred, label).asnumpy() for loss in made}
    classes = mx.np.array([0, 3, 1])
    answers["softmax"] = gluon.loss.SoftmaxCELoss()(pred, classes).asnumpy()
    answers["cosine"] = gluon.loss.CosineEmbeddingLoss()(pred, label, mx.np.array([1, -1, 1])).asnumpy()
    return answers


def optimizers():
    answers = {}
    for name in ("sgd", "adam", "adamw", "adabelief", "lamb", "lans", "ftml"):
        net = nn.Dense(2, in_units=3)
        net.initialize()
        _fill(net)
        trainer = gluon.Trainer(net.collect_params(), name, {"learning_rate": 0.05, "wd": 0.01})
        for step in range(3):
            with autograd.record():
                loss = (net(_input(4, 3, seed=step)) ** 2).sum()
            loss.backward()
            trainer.step(4)
        answers[name] = net.weight.data().asnumpy()
    return answers


PROGRAMS = (attention, convolutions, recurrent, indexing, losses, optimizers)


def main() -> None:
    results = {f"{p.__name__}: {key}": value for p in PROGRAMS for key, value in p().items()}
    np.savez(sys.argv[1], **results)


if __name__ == "__main__":
    main()
