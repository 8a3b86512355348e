"""All networks of gluon.model_zoo.vision: names, shapes, graphs, texts, and what they answer with equal weights."""

import re
import zlib

import mxnet as mx
import numpy as np
from helpers import raised
from mxnet.gluon.model_zoo import model_store, vision

RTOL = 1e-3
ATOL = 1e-4

NAMES = sorted(model_store._model_sha1)
EAGER = ["alexnet", "mobilenet0.25", "mobilenetv2_0.25", "resnet18_v1", "resnet18_v2", "squeezenet1.1", "vgg11_bn"]
#: Heights and widths, the smallest that a network takes.
SIZES = {"alexnet": 63, "densenet": 221, "inception": 299, "squeezenet": 213}

VALUES = np.random.RandomState(1).standard_normal(2**20 + 7).astype("float32")


def formula(name, shape):
    """Values that depend on a parameter's name alone: of the size that keeps activations what they are."""
    begin = zlib.crc32(re.sub("^[a-z0-9]+_", "", name).encode()) % 1000
    number = int(np.prod(shape))
    values = np.resize(VALUES[begin:], number).reshape(shape)
    if name.endswith("weight"):
        values *= np.float32(np.sqrt(2.0 / np.prod(shape[1:])))
        return values
    if name.endswith(("gamma", "var")):
        return 1 + np.float32(0.1) * np.abs(values)
    return np.float32(0.1) * values


def size(name):
    return next((each for family, each in SIZES.items() if name.startswith(family)), 32)


def filled(name):
    """A network whose parameters follow the formula, and an image for it."""
    net = vision.get_model(name, classes=7)
    image = mx.nd.array(np.resize(VALUES, (1, 3, size(name), size(name))))
    net.infer_shape(image)
    for each in net.collect_params().values():
        each.init = "zeros"  # random numbers for all of them would take longer than the rest
    net.initialize()
    for each in net.collect_params().values():
        each.set_data(mx.nd.array(formula(each.name, each.shape)))
    return net, image


def described(name):
    net = vision.get_model(name, classes=7)
    return {
        "text": repr(net),
        "parameters": [[each.name, each.shape, each.grad_req] for each in net.collect_params().values()],
        "inits": [
            each.init if isinstance(each.init, str) else type(each.init).__name__
            for each in net.collect_params().values()
        ],
        "saved names": sorted(net._collect_params_with_prefix()),
        "graph": net(mx.sym.Variable("data")).tojson(),
    }


def answer(name):
    net, image = filled(name)
    answers = {"shapes": [each.shape for each in net.collect_params().values()]}
    if name in EAGER:
        answers["eager"] = net(image).asnumpy()
    net.hybridize()
    answers["hybrid"] = net(image).asnumpy()
    return answers


def variants():
    """Networks of other depths and widths than those with names."""
    blocks = [vision.BasicBlockV1, vision.BottleneckV1], [vision.BasicBlockV2, vision.BottleneckV2]
    for make, kinds in zip((vision.ResNetV1, vision.ResNetV2), blocks):
        for block in kinds:
            yield make(block, [1, 2], [8, 8, 16], classes=3, thumbnail=True, prefix="net_")
    yield vision.DenseNet(8, 4, [1, 1, 2], bn_size=2, dropout=0.1, classes=3, prefix="net_")
    yield vision.MobileNet(0.3, classes=3, prefix="net_")
    yield vision.MobileNetV2(1.2, classes=3, prefix="net_")
    yield vision.VGG([1, 1], [8, 9], classes=3, prefix="net_")
    yield vision.inception.make_aux(5)


ERRORS = {
    "unknown": lambda: vision.get_model("resnet19_v1"),
    "unknown argument": lambda: vision.get_model("alexnet", colour=3),
    "layers": lambda: vision.get_resnet(1, 19),
    "version": lambda: vision.get_resnet(3, 18),
    "vgg layers": lambda: vision.get_vgg(12),
    "densenet layers": lambda: vision.densenet.get_densenet(12),
    "squeezenet version": lambda: vision.SqueezeNet("2.0"),
    "stages": lambda: vision.ResNetV1(vision.BasicBlockV1, [1], [8, 8, 8]),
    "vgg stages": lambda: vision.VGG([1], [8, 8]),
    "no weights": lambda: model_store.get_model_file("resnet19_v1"),
    "no hash": lambda: model_store.short_hash("resnet19_v1"),
}


def run():
    answers = {name: {**described(name), **answer(name)} for name in NAMES}
    answers["variants"] = [[repr(net), net(mx.sym.Variable("data")).tojson()] for net in variants()]
    answers["errors"] = {name: raised(action) for name, action in ERRORS.items()}
    answers["hashes"] = model_store._model_sha1
    return answers
