"""What is timed of files: the first prediction of a checkpoint."""

from __future__ import annotations

import os

import mxnet as mx
import numpy as np
from cases import networks

#: benchmarks/.cache/resnet152
CHECKPOINT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".cache", "resnet152")


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
    """Load ResNet-152 (symbol and parameters), bind, first forward of one image."""
    if not os.path.exists(CHECKPOINT + "-0000.params"):
        make_checkpoint()
    image = mx.nd.ones((1, 3, 224, 224))

    def loop(n):
        for _ in range(n):
            module = mx.mod.Module.load(CHECKPOINT, 0)
            module.bind([("data", image.shape)], for_training=False)
            module.forward(mx.io.DataBatch([image]), is_train=False)
            module.get_outputs()[0].asnumpy()

    return loop
