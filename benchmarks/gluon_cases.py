"""What is timed of Gluon, optimizers and metrics, in public MXNet API: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision


def _hybrid(net):
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    return net


def _step(net, shape, classes):
    """Return a loop of training steps with momentum."""
    x = mx.nd.random.uniform(shape=shape)
    y = mx.nd.array(np.arange(shape[0]) % classes)
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    loss.hybridize()
    net(x)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001, "momentum": 0.9})

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                losses = loss(net(x), y)
            losses.backward()
            trainer.step(shape[0])
        mx.nd.waitall()

    return loop


def _inference(net, shape):
    x = mx.nd.random.uniform(shape=shape)

    def loop(n):
        for _ in range(n):
            net(x).wait_to_read()

    return loop


def gluon_mlp_step():
    """Gluon training step of 64-64-64-10, batch 32."""
    net = nn.HybridSequential()
    net.add(nn.Dense(64, activation="relu"), nn.Dense(64, activation="relu"), nn.Dense(10))
    return _step(_hybrid(net), (32, 64), 10)


def gluon_resnet50_step():
    """Gluon training step of ResNet-50, batch 4."""
    return _step(_hybrid(vision.resnet50_v1()), (4, 3, 224, 224), 1000)


def gluon_mobilenet_step():
    """Gluon training step of MobileNet, batch 4."""
    return _step(_hybrid(vision.mobilenet1_0()), (4, 3, 224, 224), 1000)


def gluon_resnet18_inference():
    """Hybridized ResNet-18, batch 4."""
    return _inference(_hybrid(vision.resnet18_v1()), (4, 3, 224, 224))


def gluon_resnet50_inference():
    """Hybridized ResNet-50, batch 4."""
    return _inference(_hybrid(vision.resnet50_v1()), (4, 3, 224, 224))


def gluon_mobilenet_inference():
    """Hybridized MobileNet, batch 4."""
    return _inference(_hybrid(vision.mobilenet1_0()), (4, 3, 224, 224))


def gluon_lstm_step():
    """Training step of a fused LSTM: 256 hidden, 2 layers, 35 steps, batch 32."""
    net = _hybrid(rnn.LSTM(256, 2))
    x = mx.nd.random.uniform(shape=(35, 32, 256))
    net(x)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001})

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                out = net(x).mean()
            out.backward()
            trainer.step(1)
        mx.nd.waitall()

    return loop


def _updates(name, **parameters):
    """Return a loop of updates of 400 small weights."""
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, **parameters))
    arrays = [[mx.nd.random.uniform(shape=(8, 16)) for _ in range(400)] for _ in range(2)]
    indices = list(range(400))

    def loop(n):
        for _ in range(n):
            updater(indices, *arrays)
        mx.nd.waitall()

    return loop


def sgd_updates():
    """400 small weights, SGD with momentum."""
    return _updates("sgd", learning_rate=0.01, momentum=0.9)


def adam_updates():
    """400 small weights, Adam."""
    return _updates("adam", learning_rate=0.01)


def accuracy():
    """Accuracy of a batch of 128x1000."""
    labels, scores = [mx.nd.zeros((128,))], [mx.nd.random.uniform(shape=(128, 1000))]
    metric = mx.metric.Accuracy()

    def loop(n):
        for _ in range(n):
            metric.update(labels, scores)
        metric.get()

    return loop
