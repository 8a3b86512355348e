"""Networks of the zoo with torchvision's weights compute what torchvision's networks do."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import remx
import torch
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo.torchvision import _PARAMETERS, named_layers

from tests.gluon.model_zoo import plain_torch
from tests.gluon.model_zoo.plain_torch import Weights

NETWORKS = {
    "resnet": (
        lambda: vision.ResNetV1(vision.BasicBlockV1, [2, 2, 1, 1], [8, 8, 16, 24, 32], classes=5),
        plain_torch.resnet,
        224,
    ),
    "alexnet": (lambda: vision.alexnet(classes=5), plain_torch.alexnet, 224),
    "vgg": (
        lambda: vision.VGG([1, 1, 2, 1, 1], [4, 8, 8, 8, 8], classes=5),
        lambda w, x: plain_torch.vgg(w, x, norm=False),
        224,
    ),
    "vgg_bn": (
        lambda: vision.VGG([1, 1, 2, 1, 1], [4, 8, 8, 8, 8], classes=5, batch_norm=True),
        plain_torch.vgg,
        224,
    ),
    "densenet": (lambda: vision.DenseNet(8, 4, [1, 2, 2, 1], bn_size=2, classes=5), plain_torch.densenet, 224),
    "squeezenet1.0": (lambda: vision.squeezenet1_0(classes=5), plain_torch.squeezenet, 224),
    "squeezenet1.1": (
        lambda: vision.squeezenet1_1(classes=5),
        lambda w, x: plain_torch.squeezenet(w, x, fires=((3, 4), (6, 7), (9, 10, 11, 12))),
        224,
    ),
    "inception": (lambda: vision.inception_v3(classes=5), plain_torch.inception, 299),
}


def random_state(net, size):
    """Return random weights under torchvision's names, of a size that leaves the numbers in range."""
    net.infer_shape(mx.nd.zeros((1, 3, size, size)))
    dice = torch.Generator().manual_seed(0)
    state = {}
    for name, layer in named_layers(net):
        for own, parameter in layer._reg_params.items():
            shape = parameter.shape
            spread = (2 / np.prod(shape[1:])) ** 0.5 if len(shape) > 1 else 0.1
            value = torch.randn(shape, generator=dice) * spread
            if own in ("gamma", "running_var"):
                value = 1 + value.abs()
            state[f"{name}.{_PARAMETERS[own]}"] = value
            if own == "running_var":
                state[f"{name}.num_batches_tracked"] = torch.tensor(7)
    return state


@pytest.mark.parametrize("name", NETWORKS)
def test_the_same_numbers(name):
    make, plain, size = NETWORKS[name]
    net = make()
    state = random_state(net, size)
    remx.from_torchvision(net, state, transform_input=name == "inception")
    x = torch.randn((2, 3, size, size), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        expected = plain(Weights(state), x).numpy()
    result = net(mx.nd.array(x.numpy())).asnumpy()
    assert np.abs(expected).max() > 1e-3
    np.testing.assert_allclose(result, expected, rtol=1e-3, atol=1e-4 * np.abs(expected).max())


def test_and_back_again():
    make, _, size = NETWORKS["resnet"]
    net = make()
    state = random_state(net, size)
    remx.from_torchvision(net, state)
    back = remx.to_torchvision(net)
    assert back.keys() == state.keys()
    assert all(torch.equal(back[key], state[key]) for key in state if not key.endswith("tracked"))


def test_older_names_of_dense_blocks_and_what_only_training_needs():
    make, _, size = NETWORKS["densenet"]
    state = random_state(make(), size)
    older = {key.replace(".norm1.", ".norm.1.").replace(".conv2.", ".conv.2."): value for key, value in state.items()}
    older = {key: value for key, value in older.items() if not key.endswith("tracked")}
    first, second = make(), make()
    remx.from_torchvision(first, state)
    remx.from_torchvision(second, {**older, "AuxLogits.fc.weight": torch.zeros(1)})
    x = mx.nd.random.uniform(shape=(1, 3, size, size))
    assert len(older.keys() - state.keys()) > 0
    np.testing.assert_array_equal(first(x).asnumpy(), second(x).asnumpy())


def test_a_network_that_has_values_takes_them_over():
    make, _, size = NETWORKS["resnet"]
    net = make()
    net.initialize()
    net(mx.nd.zeros((1, 3, size, size)))
    state = random_state(make(), size)
    remx.from_torchvision(net, state)
    np.testing.assert_array_equal(net.output.weight.data().asnumpy(), state["fc.weight"].numpy())


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda state: state.pop("fc.bias"), "they lack fc.bias"),
        (lambda state: state.update({"fc2.bias": torch.zeros(1)}), "they have also fc2.bias"),
        (lambda state: state.update({"fc.bias": torch.zeros(6)}), r"fc.bias is \(6,\), expected \(5,\)"),
        (lambda state: state.update({"fc.bias": 7}), r"fc.bias is int, expected"),
        (lambda state: state.clear(), "they lack bn1.bias, .* and [0-9]+ more"),
    ],
)
def test_weights_that_do_not_fit(change, text):
    make, _, size = NETWORKS["resnet"]
    state = random_state(make(), size)
    change(state)
    with pytest.raises(mx.MXNetError, match=text):
        remx.from_torchvision(make(), state)


def test_networks_that_are_others():
    for net, text in (
        (vision.resnet50_v1(), "1x1 convolution"),
        (vision.mobilenet_v2_1_0(), "no bias in its last layer"),
    ):
        with pytest.raises(mx.MXNetError, match=text):
            remx.from_torchvision(net, {})
    with pytest.raises(mx.MXNetError, match="transform_input is Inception3's"):
        remx.from_torchvision(vision.resnet18_v1(), {}, transform_input=True)
