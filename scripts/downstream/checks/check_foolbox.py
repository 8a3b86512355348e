"""Foolbox: attacks on a Gluon network and on a symbol."""

import foolbox
import mxnet as mx
import numpy as np
import pytest

#: version 2 takes batches, version 1 an image
BATCHES = foolbox.__version__ >= "2"
ATTACKS = {
    "GradientSignAttack": {},
    "LinfinityBasicIterativeAttack": {},
    "DeepFoolAttack": {},
    "LBFGSAttack": {},
    "SaltAndPepperNoiseAttack": {},
    "GaussianBlurAttack": {},
    "SaliencyMapAttack": {},
    "ContrastReductionAttack": {},
    "BoundaryAttack": {"iterations": 5},
    "CarliniWagnerL2Attack": {"max_iterations": 20, "binary_search_steps": 2},
}


@pytest.fixture(scope="module")
def image():
    return np.random.RandomState(0).rand(1, 3, 8, 8).astype("f")


def attack(made, model, image, **settings):
    scores = model.forward(image) if BATCHES else model.batch_predictions(image)
    label = int(np.argmax(scores))
    found = made(model)(image, np.array([label]), **settings) if BATCHES else made(model)(image[0], label, **settings)
    if found is None:
        return  # the attack found nothing, and says so
    found = found.reshape(image.shape)
    if np.isnan(found).all():
        return
    assert found.min() >= 0
    assert found.max() <= 1
    scores = model.forward(found) if BATCHES else model.batch_predictions(found)
    assert int(np.argmax(scores)) != label


@pytest.mark.parametrize("name", [name for name in ATTACKS if hasattr(foolbox.attacks, name)])
def check_attacks_on_Gluon(name, image):
    mx.random.seed(0)
    np.random.seed(0)
    net = mx.gluon.nn.HybridSequential()
    with net.name_scope():
        net.add(mx.gluon.nn.Conv2D(4, 3, activation="relu"), mx.gluon.nn.Flatten(), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net(mx.nd.array(image))
    net.hybridize()
    model = foolbox.models.MXNetGluonModel(net, bounds=(0, 1), num_classes=3)
    attack(getattr(foolbox.attacks, name), model, image, **ATTACKS[name])


def check_an_attack_on_a_symbol(image):
    mx.random.seed(0)
    data = mx.sym.Variable("data")
    symbol = mx.sym.FullyConnected(mx.sym.Flatten(data), num_hidden=3, name="fc")
    args = {"fc_weight": mx.nd.random.normal(shape=(3, 192)), "fc_bias": mx.nd.zeros((3,))}
    model = foolbox.models.MXNetModel(data, symbol, args, mx.cpu(), 3, (0, 1), channel_axis=1)
    attack(foolbox.attacks.FGSM, model, image)
