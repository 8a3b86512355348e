"""What is timed of loading: the first prediction of a checkpoint, and workers that do not fork."""

from __future__ import annotations

import contextlib
import multiprocessing
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


@contextlib.contextmanager
def _spawning():
    """Have processes start as new Python processes."""
    before = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method("spawn", force=True)
    try:
        yield
    finally:
        multiprocessing.set_start_method(before, force=True)


def _rows():
    rng = np.random.RandomState(0)
    return mx.gluon.data.ArrayDataset(rng.rand(1000, 784).astype(np.float32), np.arange(1000, dtype=np.float32))


def loader_spawn_start():
    """The first batch of a new DataLoader with two workers that are spawned, and their end."""
    data = _rows()

    def loop(n):
        for _ in range(n):
            with _spawning():
                batches = iter(mx.gluon.data.DataLoader(data, 128, num_workers=2))
                next(batches)[0].wait_to_read()
            del batches

    return loop


def loader_spawn():
    """An epoch of 1,000 rows through two spawned workers that run."""
    with _spawning():
        loader = mx.gluon.data.DataLoader(_rows(), 128, num_workers=2)
        list(loader)

    def loop(n):
        with _spawning():  # which MXNet 1.9.1 asks for each array
            for _ in range(n):
                for batch in loader:
                    batch[0].wait_to_read()

    return loop
