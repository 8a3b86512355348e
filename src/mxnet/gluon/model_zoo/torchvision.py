"""Weights of the model zoo for torchvision's classes of the same networks, and the other way round.

torchvision has 18 of the 34 networks layer by layer: both list their layers in one order, so a table of torchvision's
names says which is which. The others differ in what they compute, see :data:`DIFFERENT`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import torch

from ... import ndarray as nd
from ...core.errors import MXNetError
from ...initializer import Zero
from .. import nn
from ..block import Block, HybridBlock
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
    MobileNetV2: "MXNet's MobileNetV2 has one convolution more than torchvision's in its first bottleneck, and no bias "
    "in its last layer",
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
    result: dict[str, torch.Tensor] = {}
    try:
        layers = named_layers(net)
    except MXNetError as error:
        raise MXNetError(f"{error}; net.to_torch() makes a module of it as it is") from None
    for name, layer in layers:
        for short_name, parameter in layer._reg_params.items():
            result[f"{name}.{_PARAMETERS[short_name]}"] = parameter.data()._t.detach()
        if isinstance(layer, nn.BatchNorm):
            result[f"{name}.num_batches_tracked"] = torch.zeros((), dtype=torch.int64)
            if layer._kwargs["fix_gamma"]:  # the operator takes 1 whatever is stored
                result[f"{name}.weight"] = torch.ones_like(result[f"{name}.weight"])
    return result


def from_torchvision(net: HybridBlock, weights: Mapping[str, torch.Tensor], transform_input: bool = False) -> None:
    """Give a network the weights of torchvision's class of the same network, so that it computes the same.

    >>> net = gluon.model_zoo.vision.resnet18_v1(classes=10)
    >>> net.initialize()
    >>> _ = net(mx.nd.zeros((1, 3, 32, 32)))
    >>> weights = to_torchvision(net)  # or torchvision.models.resnet18(num_classes=10).state_dict()
    >>> from_torchvision(gluon.model_zoo.vision.resnet18_v1(classes=10), weights)

    ``net`` is one of those that :func:`to_torchvision` takes, initialized or not; ``weights`` is a ``state_dict``.
    ``transform_input``: whether torchvision's Inception V3 has that argument, as it has with its published weights;
    the first layer then does what it does.

    Raises :class:`MXNetError` for another network, saying what differs, and for weights that do not fit it.
    """
    if transform_input and not isinstance(net, Inception3):
        raise MXNetError(f"transform_input is Inception3's, not {type(net).__name__}'s")
    tensors = {_DENSE_LAYER.sub(r"\1\2", key): value for key, value in weights.items() if not _IGNORED.search(key)}
    if transform_input:
        tensors = _with_transform(tensors)
    layers = named_layers(net)
    size = 299 if isinstance(net, Inception3) else 224
    net.infer_shape(nd.zeros((1, 3, size, size)))
    expected = {
        f"{name}.{_PARAMETERS[short_name]}": parameter
        for name, layer in layers
        for short_name, parameter in layer._reg_params.items()
    }
    _check_fit(type(net).__name__, tensors, expected)
    for name, parameter in expected.items():
        if parameter._data is None and not parameter._deferred_init:
            parameter.initialize(Zero())
        parameter.set_data(nd.from_dlpack(tensors[name].detach().cpu().float().contiguous()))


#: torchvision's older names of layers inside of dense blocks, and what only training needs
_DENSE_LAYER = re.compile(r"(denselayer\d+\.(?:norm|conv))\.([12]\.)")
_IGNORED = re.compile(r"num_batches_tracked$|^AuxLogits\.")
#: by colour: mean and deviation of ImageNet's pictures
_MEAN, _DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def _with_transform(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return Inception's weights for pictures of ImageNet's mean and deviation in place of 0.5 for both.

    The first convolution has no padding, so that a colour's mean is the same everywhere and can be that of the
    normalization behind it.
    """
    result = dict(weights)
    kernel, mean = "Conv2d_1a_3x3.conv.weight", "Conv2d_1a_3x3.bn.running_mean"
    if kernel in result and mean in result:
        scale = torch.tensor(_DEVIATION, dtype=torch.float64) / 0.5
        shift = (torch.tensor(_MEAN, dtype=torch.float64) - 0.5) / 0.5
        original = result[kernel].double()
        result[kernel] = (original * scale[:, None, None]).float()
        result[mean] = (result[mean].double() - (original * shift[:, None, None]).sum((1, 2, 3))).float()
    return result


def _check_fit(network: str, known: Mapping[str, torch.Tensor], expected: Mapping[str, Any]) -> None:
    """Raise :class:`MXNetError` where names or shapes differ."""
    for text, names in (("lack", expected.keys() - known.keys()), ("have also", known.keys() - expected.keys())):
        if names:
            raise MXNetError(f"the weights are not those of torchvision's {network}: they {text} {_first_names(names)}")
    for name, parameter in expected.items():
        value = known[name]
        shape = tuple(value.shape) if isinstance(value, torch.Tensor) else type(value).__name__
        if shape != parameter.shape:
            raise MXNetError(f"the weights do not fit {network}: {name} is {shape}, expected {parameter.shape}")


def _first_names(names: Iterable[str]) -> str:
    listed = sorted(names)
    return ", ".join(listed[:5]) + (f" and {len(listed) - 5} more" if len(listed) > 5 else "")


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
    for cls, reason in DIFFERENT.items():
        if isinstance(net, cls):
            raise MXNetError(reason)
    for known, names in _NAMES.items():
        if isinstance(net, known):
            return list(names(net))
    raise MXNetError(f"{type(net).__name__} is no network of the model zoo")


def _numbered(net: Any) -> Iterator[str]:
    """Give the names of networks that are a row of layers, and three dense ones."""
    position = 0
    for layer in net.features._children.values():
        if isinstance(layer, nn.Dense):
            break
        if layer._reg_params:
            yield f"features.{position}"
        position += 2 if isinstance(layer, nn.Conv2D) and layer.act is not None else 1
    first = 1 if isinstance(net, AlexNet) else 0
    yield from (f"classifier.{first + 3 * i}" for i in range(2))
    yield "classifier.6"


def _resnet(net: Any) -> Iterator[str]:
    stages = [item for item in net.features._children.values() if isinstance(item, nn.HybridSequential)]
    if not isinstance(stages[0][0], BasicBlockV1):
        raise MXNetError(_BOTTLENECK)
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
        item for item in net.features._children.values() if item.prefix.rsplit("stage", 1)[-1].strip("_").isdigit()
    ]
    for i, stage in enumerate(stages, 1):
        if i > 1:
            yield from (f"features.transition{i - 1}.{part}" for part in ("norm", "conv"))
        for j in range(1, len(stage) + 1):
            parts = ("norm1", "conv1", "norm2", "conv2")
            yield from (f"features.denseblock{i}.denselayer{j}.{part}" for part in parts)
    yield from ("features.norm5", "classifier")


def _squeezenet(net: Any) -> Iterator[str]:
    for position, layer in enumerate(net.features._children.values()):
        if isinstance(layer, nn.Conv2D):
            yield f"features.{position}"
        elif isinstance(layer, nn.HybridSequential):
            yield from (f"features.{position}.{part}" for part in ("squeeze", "expand1x1", "expand3x3"))
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
    for name in (*stem, *(f"Mixed_{block}.{part}" for block, parts in modules.items() for part in parts)):
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
