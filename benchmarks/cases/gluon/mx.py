"""What is timed of Gluon's training, optimizers and metrics: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
from cases.mx_training import classes, gluon_step, hybrid
from cases.sizes import batch, images
from mxnet.contrib import amp
from mxnet.gluon import nn
from mxnet.gluon.model_zoo import vision


def _step(net, shape, count):
    return gluon_step(hybrid(net), (mx.nd.random.uniform(shape=shape),), classes(shape[0], count))


def gluon_mlp_step():
    """64-64-64-10, batch 32."""
    net = nn.HybridSequential()
    net.add(nn.Dense(64, activation="relu"), nn.Dense(64, activation="relu"), nn.Dense(10))
    return _step(net, (batch(32), 64), 10)


def gluon_lenet_step():
    """LeNet, batch 64, 28x28."""
    net = nn.HybridSequential()
    for filters in (20, 50):
        net.add(nn.Conv2D(filters, 5, activation="tanh"), nn.MaxPool2D(2))
    net.add(nn.Dense(500, activation="tanh"), nn.Dense(10))
    return _step(net, (batch(64), 1, 28, 28), 10)


def gluon_resnet50_step():
    """ResNet-50, batch 4."""
    return _step(vision.resnet50_v1(), images(4), 1000)


def gluon_mobilenet_step():
    """MobileNet, batch 4."""
    return _step(vision.mobilenet1_0(), images(4), 1000)


def gluon_resnet50_bfloat16_step():
    """ResNet-50, batch 4, in bfloat16 where that is safe: for the rest of the process."""
    amp.init("bfloat16")
    return gluon_resnet50_step()


def gluon_mobilenet_bfloat16_step():
    """MobileNet, batch 4, in bfloat16 where that is safe: for the rest of the process."""
    amp.init("bfloat16")
    return gluon_mobilenet_step()


def resnet50_memory():
    """ResNet-50, batch 8."""
    return _step(vision.resnet50_v1(), images(8), 1000)


def _updates(name, **parameters):
    """Return a loop of updates of 400 small weights."""
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, **parameters))
    arrays = [[mx.nd.random.uniform(shape=(8, 16)) for _ in range(400)] for _ in range(2)]
    indices = list(range(400))

    def loop(n):
        for _ in range(n):
            updater(indices, *arrays)

    return loop


def sgd_updates():
    """400 small weights, SGD with momentum."""
    return _updates("sgd", learning_rate=0.01, momentum=0.9)


def adam_updates():
    """400 small weights, Adam."""
    return _updates("adam", learning_rate=0.01)


def _metric(metric):
    labels, scores = [mx.nd.zeros((128,))], [mx.nd.random.uniform(shape=(128, 1000))]

    def loop(n):
        for _ in range(n):
            metric.update(labels, scores)
        metric.get()

    return loop


def accuracy():
    """Accuracy of a batch of 128x1000."""
    return _metric(mx.metric.Accuracy())


def top_k_accuracy():
    """TopKAccuracy of a batch of 128x1000."""
    return _metric(mx.metric.TopKAccuracy(5))


def cross_entropy():
    """CrossEntropy of a batch of 128x1000."""
    return _metric(mx.metric.CrossEntropy())
