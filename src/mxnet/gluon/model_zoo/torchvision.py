"""Weights of the model zoo for torchvision's classes of the same networks.

torchvision has 18 of the 34 networks layer by layer: both list their layers in one order, so a table of torchvision's
names says which is which. The others differ in what they compute, see :data:`DIFFERENT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from ...core.errors import MXNetError
from .. import nn
from ..block import Block
from .vision import AlexNet, DenseNet, Inception3, MobileNet, MobileNetV2, ResNetV1, ResNetV2, SqueezeNet
from .vision.resnet import BasicBlockV1
from .vision.vgg import VGG

#: by the name of a layer's parameter: that of PyTorch's layer
_PARAMETERS = {
    "weight": "weight", "bias": "bias", "gamma": "weight", "beta": "bias",
    "running_mean": "running_mean", "running_var": "running_var",
}  # fmt: skip
#: the networks that torchvision has not, or has otherwise
DIFFERENT: dict[type, str] = {
    ResNetV2: "torchvision has no residual networks that normalize before the convolutions (V2)",
    MobileNet: "torchvision has no MobileNet of the first version",
    MobileNetV2: "MXNet's MobileNetV2 has one convolution more than torchvision's in its first bottleneck",
}
_BOTTLENECK = (
    "torchvision's residual networks of 50 layers and more halve the size in the 3x3 convolution of a bottleneck, "
    "MXNet's in the 1x1 convolution before it, which has a bias"
)


def to_torchvision(net: Block) -> dict[str, torch.Tensor]:
    """Return the ``state_dict`` with which torchvision's class of the same network computes what ``net`` does.

    >>> net = gluon.model_zoo.vision.resnet18_v1(classes=10)
    >>> net.initialize()
    >>> _ = net(mx.nd.zeros((1, 3, 32, 32)))
    >>> weights = to_torchvision(net)
    >>> [name for name in weights if name.startswith("fc")]
    ['fc.weight', 'fc.bias']

    Then ``torchvision.models.resnet18(num_classes=10).load_state_dict(weights)``.

    ``net`` is one of the model zoo: AlexNet, a VGG, ``resnet18_v1``, ``resnet34_v1``, a DenseNet, a SqueezeNet or
    Inception V3 (``torchvision.models.inception_v3(aux_logits=False)``, which must not ``transform_input``), of any
    number of classes, its parameters initialized. Tensors share the parameters' memory.
    MXNet's and torchvision's weights expect pictures normalized in the same way, by mean and deviation of ImageNet.

    Raises :class:`MXNetError` for another network, saying what differs; ``net.to_torch()`` takes all of them.
    """
    found: dict[str, torch.Tensor] = {}
    for name, layer in named_layers(net):
        for own, parameter in layer._reg_params.items():
            found[f"{name}.{_PARAMETERS[own]}"] = parameter.data()._t.detach()
        if isinstance(layer, nn.BatchNorm):
            found[f"{name}.num_batches_tracked"] = torch.zeros((), dtype=torch.int64)
            if layer._kwargs["fix_gamma"]:  # the operator takes 1 whatever is stored
                found[f"{name}.weight"] = torch.ones_like(found[f"{name}.weight"])
    return found


def named_layers(net: Block) -> list[tuple[str, Any]]:
    """Return the layers that have parameters, each with torchvision's name."""
    names, layers = _names(net), list(_layers(net))
    if len(layers) != len(names):
        raise MXNetError(f"{type(net).__name__} has {len(layers)} layers with parameters, torchvision's {len(names)}")
    return list(zip(names, layers, strict=True))


def _layers(block: Block) -> Iterator[Any]:
    """Give the layers that have parameters, in the order in which they were made."""
    if block._reg_params:
        yield block
    for child in block._children.values():
        yield from _layers(child)


def _names(net: Block) -> list[str]:
    """Return torchvision's names of the layers with parameters."""
    for kind, why in DIFFERENT.items():
        if isinstance(net, kind):
            raise MXNetError(f"{why}; net.to_torch() makes a module of it as it is")
    for known, names in _NAMES.items():
        if isinstance(net, known):
            return list(names(net))
    raise MXNetError(f"{type(net).__name__} is no network of the model zoo; net.to_torch() makes a module of it")


def _numbered(net: Any) -> Iterator[str]:
    """Give the names of networks that are a row of layers, and three dense ones."""
    place = 0
    for layer in net.features._children.values():
        if isinstance(layer, nn.Dense):
            break
        if layer._reg_params:
            yield f"features.{place}"
        place += 2 if isinstance(layer, nn.Conv2D) and layer.act is not None else 1
    first = 1 if isinstance(net, AlexNet) else 0
    yield from (f"classifier.{first + 3 * i}" for i in range(2))
    yield "classifier.6"


def _resnet(net: Any) -> Iterator[str]:
    stages = [each for each in net.features._children.values() if isinstance(each, nn.HybridSequential)]
    if not isinstance(stages[0][0], BasicBlockV1):
        raise MXNetError(f"{_BOTTLENECK}; net.to_torch() makes a module of it as it is")
    if len(net.features) != len(stages) + 5:
        raise MXNetError("torchvision's residual networks have no form for small pictures (thumbnail=True)")
    yield from ("conv1", "bn1")
    for i, stage in enumerate(stages, 1):
        for j, block in enumerate(stage._children.values()):
            parts = ["conv1", "bn1", "conv2", "bn2"] + ["downsample.0", "downsample.1"] * (block.downsample is not None)
            yield from (f"layer{i}.{j}.{part}" for part in parts)
    yield "fc"


def _densenet(net: Any) -> Iterator[str]:
    yield from ("features.conv0", "features.norm0")
    stages = [
        each for each in net.features._children.values() if each.prefix.rsplit("stage", 1)[-1].strip("_").isdigit()
    ]
    for i, stage in enumerate(stages, 1):
        if i > 1:
            yield from (f"features.transition{i - 1}.{part}" for part in ("norm", "conv"))
        for j in range(1, len(stage) + 1):
            parts = ("norm1", "conv1", "norm2", "conv2")
            yield from (f"features.denseblock{i}.denselayer{j}.{part}" for part in parts)
    yield from ("features.norm5", "classifier")


def _squeezenet(net: Any) -> Iterator[str]:
    for place, layer in enumerate(net.features._children.values()):
        if isinstance(layer, nn.Conv2D):
            yield f"features.{place}"
        elif isinstance(layer, nn.HybridSequential):
            yield from (f"features.{place}.{part}" for part in ("squeeze", "expand1x1", "expand3x3"))
    yield "classifier.1"


def _inception(net: Any) -> Iterator[str]:
    def dbl(name: str, *parts: str) -> list[str]:
        return [f"{name}_{part}" for part in parts]

    a = ["branch1x1", *dbl("branch5x5", "1", "2"), *dbl("branch3x3dbl", *"123"), "branch_pool"]
    c = ["branch1x1", *dbl("branch7x7", *"123"), *dbl("branch7x7dbl", *"12345"), "branch_pool"]
    e = [
        "branch1x1", *dbl("branch3x3", "1", "2a", "2b"), *dbl("branch3x3dbl", "1", "2", "3a", "3b"), "branch_pool",
    ]  # fmt: skip
    b = ["branch3x3", *dbl("branch3x3dbl", *"123")]
    d = [*dbl("branch3x3", *"12"), *dbl("branch7x7x3", *"1234")]
    modules = {"5b": a, "5c": a, "5d": a, "6a": b, "6b": c, "6c": c, "6d": c, "6e": c, "7a": d, "7b": e, "7c": e}
    stem = [f"Conv2d_{name}" for name in ("1a_3x3", "2a_3x3", "2b_3x3", "3b_1x1", "4a_3x3")]
    for name in (*stem, *(f"Mixed_{number}.{part}" for number, parts in modules.items() for part in parts)):
        yield from (f"{name}.conv", f"{name}.bn")
    yield "fc"


_NAMES: dict[type, Callable[[Any], Iterator[str]]] = {
    AlexNet: _numbered,
    VGG: _numbered,
    ResNetV1: _resnet,
    DenseNet: _densenet,
    SqueezeNet: _squeezenet,
    Inception3: _inception,
}
