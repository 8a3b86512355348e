"""Weights of the model zoo under torchvision's names."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import mxnet as mx
import pytest
import remx
import torch
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo.torchvision import _PARAMETERS, named_layers

#: by network: the digest of torchvision 0.28's names and shapes, a line each, sorted
TABLE = json.loads((Path(__file__).parents[2] / "data" / "torchvision_names.json").read_text())
SIZES = {"inception_v3": 299}


@pytest.mark.parametrize("name", TABLE)
def test_names_and_shapes_are_those_of_torchvision(name):
    net = getattr(vision, name)()
    size = SIZES.get(name, 224)
    net.infer_shape(mx.nd.zeros((1, 3, size, size)))
    shapes: dict[str, list[int]] = {}
    for place, layer in named_layers(net):  # without values: those of the larger ones take long to make
        shapes |= {f"{place}.{_PARAMETERS[own]}": list(p.shape) for own, p in layer._reg_params.items()}
        if isinstance(layer, mx.gluon.nn.BatchNorm):
            shapes[f"{place}.num_batches_tracked"] = []
    text = "\n".join(f"{key} {shape}" for key, shape in sorted(shapes.items()))
    assert hashlib.sha256(text.encode()).hexdigest() == TABLE[name]


def test_values_are_those_of_the_network_on_the_same_memory():
    net = vision.resnet18_v1(classes=10)
    net.initialize(mx.init.Xavier())
    net(mx.nd.zeros((1, 3, 32, 32)))
    weights = remx.to_torchvision(net)
    assert weights["fc.weight"].shape == (10, 512)
    assert weights["fc.weight"].data_ptr() == net.output.weight.data()._t.data_ptr()
    assert torch.equal(weights["bn1.running_var"], net.features[1].running_var.data()._t)


@pytest.mark.parametrize(
    ("net", "message"),
    [
        (lambda: vision.resnet50_v1(), "1x1 convolution before it"),
        (lambda: vision.resnet18_v2(), "no residual networks that normalize before"),
        (lambda: vision.mobilenet1_0(), "no MobileNet of the first version"),
        (lambda: vision.mobilenet_v2_1_0(), "one convolution more"),
        (lambda: vision.resnet18_v1(thumbnail=True), "no form for small pictures"),
        (lambda: mx.gluon.nn.Dense(3), "Dense is no network of the model zoo"),
    ],
)
def test_other_networks_are_refused_with_the_reason(net, message):
    with pytest.raises(mx.MXNetError, match=message):
        remx.to_torchvision(net())
