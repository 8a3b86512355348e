"""Records what MXNet 1.9.1 says of the networks: ``.reference/bin/python -m tests.gluon.model_zoo.record``."""

import json
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet import autograd
from mxnet.gluon.model_zoo import model_store, vision

from tests.gluon.model_zoo.networks import SMALL, images, signature

FOLDER = Path(__file__).parents[2] / "data" / "model_zoo"


def record_signatures():
    found = {}
    for name in sorted(model_store._model_sha1):
        with mx.name.NameManager():
            found[name] = signature(vision.get_model(name, prefix="net_"), mx.sym)
    (FOLDER / "signatures.json").write_text(json.dumps(found, indent=1) + "\n")


def record_checkpoints():
    """Save small networks after some passes that gave their normalizations statistics, and what they answer."""
    answers = {}
    for name, (make, size) in SMALL.items():
        mx.random.seed(1)
        net = make()
        net.initialize(mx.init.Xavier())
        for i in range(5):
            with autograd.record():
                out = net(mx.nd.array(images(size) + i))
            out.backward()  # it is then that MXNet gathers statistics
        net.save_parameters(str(FOLDER / (f"{name}.params")))
        answers[name] = net(mx.nd.array(images(size))).asnumpy()
    np.savez(str(FOLDER / "answers.npz"), **answers)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    record_signatures()
    record_checkpoints()
