"""The networks are those of MXNet 1.9.1: names, shapes, texts, graphs, and answers with weights that it saved."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.model_zoo import model_store, vision

from tests.gluon.model_zoo.networks import SMALL, images, signature

DATA = Path(__file__).parents[2] / "data" / "model_zoo"
SIGNATURES = json.loads((DATA / "signatures.json").read_text())


@pytest.mark.parametrize("name", sorted(SIGNATURES))
def test_a_network_is_that_of_mxnet(name):
    assert signature(vision.get_model(name, prefix="net_"), mx.sym) == SIGNATURES[name]


def test_there_are_weights_for_all_networks():
    assert sorted(model_store._model_sha1) == sorted(SIGNATURES)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_a_checkpoint_of_mxnet_gives_its_answers(name, hybrid):
    make, size = SMALL[name]
    net = make()
    net.load_parameters(str(DATA / f"{name}.params"))
    net.hybridize(hybrid)
    with np.load(DATA / "answers.npz") as answers:
        np.testing.assert_allclose(net(mx.nd.array(images(size))).asnumpy(), answers[name], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", SMALL)
def test_a_saved_network_comes_back(name, tmp_path):
    make, size = SMALL[name]
    net, other = make(), make()
    net.load_parameters(str(DATA / f"{name}.params"))
    net.save_parameters(str(tmp_path / "saved.params"))
    other.load_parameters(str(tmp_path / "saved.params"))
    data = mx.nd.array(images(size))
    np.testing.assert_array_equal(other(data).asnumpy(), net(data).asnumpy())


def test_a_network_of_any_number_of_classes_learns():
    net = vision.ResNetV2(vision.BottleneckV2, [1, 1], [8, 8, 16], classes=4, thumbnail=True)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    data, label = mx.nd.array(np.random.rand(8, 3, 8, 8)), mx.nd.array(np.arange(8) % 4)
    losses = []
    for _ in range(12):
        with mx.autograd.record():
            loss = mx.gluon.loss.SoftmaxCELoss()(net(data), label)
        loss.backward()
        trainer.step(8)
        losses.append(loss.mean().asscalar())
    assert losses[-1] < 0.7 * losses[0]


@pytest.mark.parametrize("size", [32, 40])
def test_a_hybridized_network_takes_images_of_any_size(size):
    net = vision.mobilenet0_25(classes=2)
    net.initialize(mx.init.Xavier())
    small = mx.nd.array(images(32))
    eager = net(small).asnumpy()
    net.hybridize()
    assert net(mx.nd.array(images(size))).shape == (2, 2)
    np.testing.assert_allclose(net(small).asnumpy(), eager, rtol=1e-4, atol=1e-5)


def test_the_auxiliary_classifier_of_inception():
    aux = vision.inception.make_aux(5)
    aux.initialize()
    assert aux(mx.nd.ones((1, 768, 17, 17))).shape == (1, 5)


def test_functions_of_networks_can_be_sent_to_other_processes():
    assert pickle.loads(pickle.dumps(vision.resnet18_v1)) is vision.resnet18_v1
    assert vision.vgg16_bn.__name__ == "vgg16_bn"


@pytest.mark.parametrize(
    ("error", "action"),
    [
        (ValueError, lambda: vision.get_model("resnet19_v1")),
        (TypeError, lambda: vision.get_model("alexnet", colour=3)),
        (AssertionError, lambda: vision.get_resnet(1, 19)),
        (AssertionError, lambda: vision.get_resnet(3, 18)),
        (AssertionError, lambda: vision.SqueezeNet("2.0")),
        (AssertionError, lambda: vision.ResNetV1(vision.BasicBlockV1, [1], [8, 8, 8])),
        (KeyError, lambda: vision.get_vgg(12)),
    ],
)
def test_what_there_is_not_is_refused(error, action):
    with pytest.raises(error):
        action()


def test_names_are_found_in_capitals_too():
    assert type(vision.get_model("SqueezeNet1.1", classes=2)) is vision.SqueezeNet


def test_an_unknown_name_is_told_the_nearest_one():
    with pytest.raises(
        ValueError, match=r"there is no network 'resnet18v1'; there are:(?s:.*)did you mean 'resnet18_v1'\?$"
    ):
        mx.gluon.model_zoo.vision.get_model("resnet18v1")
