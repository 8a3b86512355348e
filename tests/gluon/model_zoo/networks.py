"""Networks small enough to keep weights of, and what tells a network from another one; runs under MXNet too."""

import zlib

import numpy as np
from mxnet.gluon.model_zoo import vision

#: Networks of few channels, and the height and width of their images.
SMALL = {
    "resnet": (lambda: vision.ResNetV1(vision.BottleneckV1, [1, 2], [8, 8, 16], classes=3, thumbnail=True), 8),
    "resnet_v2": (lambda: vision.ResNetV2(vision.BasicBlockV2, [1, 1], [4, 4, 8], classes=3), 32),
    "densenet": (lambda: vision.DenseNet(8, 4, [1, 2], bn_size=2, classes=3), 56),
    "mobilenet": (lambda: vision.MobileNet(0.1, classes=3), 32),
}


def images(size):
    """Two images that are the same everywhere."""
    return np.random.RandomState(size).uniform(-1, 1, (2, 3, size, size)).astype("float32")


def crc(text):
    """A checksum of a text."""
    return zlib.crc32(text.encode())


def signature(net, symbol):
    """Checksums of a network's parameters, their names and shapes, of its text, and of its graph."""
    parameters = [f"{each.name} {tuple(each.shape)} {each.grad_req}" for each in net.collect_params().values()]
    return {
        "parameters": crc("\n".join(parameters)),
        "names": crc("\n".join(sorted(net._collect_params_with_prefix()))),
        "text": crc(repr(net)),
        "graph": crc(net(symbol.Variable("data")).tojson()),
    }
