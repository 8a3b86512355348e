"""What is timed, in public MXNet API: 1.9.1 and remx run this same text.

A case is a function that prepares and returns `loop(n)`, which does the work n times and waits for its end.
"""

from __future__ import annotations

import os

import mxnet as mx
import networks
import numpy as np
from gluon_cases import *  # noqa: F403 - the cases of Gluon, optimizers and metrics

CHECKPOINT = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".cache", "resnet152")


def add():
    """a + b on 4x4."""
    a, b = mx.nd.ones((4, 4)), mx.nd.ones((4, 4))

    def loop(n):
        for _ in range(n):
            a + b
        mx.nd.waitall()

    return loop


def chain():
    """Forward and backward of 20 operators on 16x16 under record()."""
    x, w = mx.nd.ones((16, 16)) * 0.5, mx.nd.ones((16, 16)) * 0.9
    x.attach_grad()

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                y = x
                for _ in range(5):
                    y = mx.nd.tanh((y * w + w) - 0.5)
            y.backward()
        mx.nd.waitall()

    return loop


def _module_step(symbol, shape, classes):
    module = mx.mod.Module(symbol)
    module.bind([("data", shape)], [("softmax_label", shape[:1])])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.01, "momentum": 0.9, "wd": 1e-4})
    rng = np.random.RandomState(0)
    labels = rng.randint(0, classes, shape[0]).astype("float32")
    batch = mx.io.DataBatch([mx.nd.array(rng.rand(*shape))], [mx.nd.array(labels)])

    def loop(n):
        for _ in range(n):
            module.forward_backward(batch)
            module.update()
        mx.nd.waitall()

    return loop


def lenet_step():
    """Module step of LeNet, batch 64, 28x28."""
    return _module_step(networks.lenet(), (64, 1, 28, 28), 10)


def resnet18_step():
    """Module step of ResNet-18 (v2), batch 8, 224x224."""
    return _module_step(networks.resnet(18), (8, 3, 224, 224), 1000)


def make_checkpoint():
    """Write a ResNet-152 with random weights once."""
    os.makedirs(os.path.dirname(CHECKPOINT), exist_ok=True)
    symbol = networks.resnet(152)
    shapes, _, aux_shapes = symbol.infer_shape(data=(1, 3, 224, 224))
    rng = np.random.RandomState(0)
    saved = {}
    for kind, names, found in (
        ("arg", symbol.list_arguments(), shapes),
        ("aux", symbol.list_auxiliary_states(), aux_shapes),
    ):
        for name, shape in zip(names, found, strict=True):
            if name not in ("data", "softmax_label"):
                scale = 1.0 if name.endswith(("gamma", "var")) else 0.01
                saved[f"{kind}:{name}"] = mx.nd.array(scale * rng.uniform(0.5, 1.0, shape))
    symbol.save(CHECKPOINT + "-symbol.json")
    mx.nd.save(CHECKPOINT + "-0000.params", saved)


def load_resnet152():
    """Load ResNet-152 (symbol and parameters), bind, first forward of one picture."""
    if not os.path.exists(CHECKPOINT + "-0000.params"):
        make_checkpoint()
    picture = mx.nd.ones((1, 3, 224, 224))

    def loop(n):
        for _ in range(n):
            module = mx.mod.Module.load(CHECKPOINT, 0)
            module.bind([("data", picture.shape)], for_training=False)
            module.forward(mx.io.DataBatch([picture]), is_train=False)
            module.get_outputs()[0].asnumpy()

    return loop
