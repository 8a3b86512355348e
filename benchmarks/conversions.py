"""The networks of the zoo converted to everything that ``remx convert`` writes, for the table in docs/migration.md.

python -m benchmarks.conversions [NAME ...]

Prints a row for each network as soon as it is done: the largest difference on a random image, relative to the largest
score, and the size of the file. Weights and statistics are random. It takes about a quarter of an hour for all.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import warnings
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet.gluon.model_zoo import vision
from mxnet.tools.convert import TARGETS, Task
from mxnet.tools.networks import load_network
from mxnet.tools.verification import difference

#: how long the sides of an image are, by the network's name: those that end in a mean over all pixels take any, and the
#: dense layers of VGG, which hold most of its weights, are as wide as what is left of the image
SIDES = {r"(resnet|mobilenet|vgg).*": 64, r"inception.*": 299, r".*": 224}
KINDS = (".onnx", ".pt2", ".py", ".pt", ".safetensors")


def checkpoint(name: str, side: int, folder: Path) -> str:
    """Write a checkpoint of a network with random weights and statistics; return its prefix."""
    mx.random.seed(1)
    np.random.seed(1)
    net = vision.get_model(name)
    net.initialize(mx.init.Xavier(magnitude=2))
    net.hybridize()
    image = mx.nd.random.uniform(shape=(1, 3, side, side))
    net(image)
    random = np.random.RandomState(2)
    for each, parameter in net.collect_params().items():
        if each.endswith(("gamma", "running_var")):
            parameter.set_data(mx.nd.array(random.uniform(0.5, 1.5, parameter.shape)))
        elif each.endswith(("beta", "running_mean")):
            parameter.set_data(mx.nd.array(random.normal(0, 0.1, parameter.shape)))
    net.export(str(folder / "net"))
    return str(folder / "net")


def size(path: Path) -> str:
    """Return the size of a file as people read it."""
    number = os.path.getsize(path)
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{number / 1e3:.0f} kB"


def row(name: str) -> str:
    """Convert one network to everything; return its row of the table."""
    side = next(each for pattern, each in SIDES.items() if re.fullmatch(pattern, name))
    cells = [name, f"{side} x {side}"]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        network = load_network(checkpoint(name, side, folder), None, None)
        task = Task(network, {"data": (1, 3, side, side)}, {}, {})
        for kind in KINDS:
            path = folder / f"converted{kind}"
            run = TARGETS[kind](task, str(path), True)
            assert run is not None, "ONNX Runtime is not installed"
            _, relative = difference(run(task.inputs), task.expected)
            cells.append(f"{relative:.1e}, {size(path)}" if relative else f"0, {size(path)}")
            for each in folder.glob("converted*"):
                each.unlink()
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table, of the networks that are named or of all."""
    warnings.simplefilter("ignore")
    names = sys.argv[1:] or sorted(vision._MODELS)
    print(f"| network | image | {' | '.join(KINDS)} |")
    print("|---" * (2 + len(KINDS)) + "|")
    for name in names:
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
