"""Adversarial Robustness Toolbox: a Gluon network trained, looked into, attacked, saved."""

import mxnet as mx
import numpy as np
import pytest
import scipy.optimize

if not hasattr(scipy.optimize, "optimize"):  # a private module that SciPy has taken away and the library imports
    pytest.skip("SciPy has no scipy.optimize.optimize", allow_module_level=True)
scipy.optimize.optimize._status_message = {}

from art.attacks import evasion  # noqa: E402
from art.estimators.classification import MXClassifier  # noqa: E402

DRAW = np.random.RandomState(0)
X, Y = DRAW.rand(60, 1, 8, 8).astype("f"), DRAW.randint(0, 3, 60)
for _image, _label in zip(X, Y, strict=True):
    _image[0, _label * 2 : _label * 2 + 2] += 1.5
ATTACKS = {
    "FastGradientMethod": {"eps": 0.6},
    "ProjectedGradientDescent": {"eps": 0.6, "max_iter": 4, "verbose": False},
    "DeepFool": {"max_iter": 5, "verbose": False},
    "NewtonFool": {"max_iter": 3, "verbose": False},
    "CarliniL2Method": {"max_iter": 2, "verbose": False},
}


@pytest.fixture(scope="module")
def classifier():
    mx.random.seed(0)
    np.random.seed(0)
    net = mx.gluon.nn.Sequential()
    with net.name_scope():
        net.add(mx.gluon.nn.Conv2D(4, 3, activation="relu"), mx.gluon.nn.MaxPool2D(2), mx.gluon.nn.Flatten())
        net.add(mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    made = MXClassifier(
        model=net, loss=loss, clip_values=(0, 2.5), input_shape=(1, 8, 8), nb_classes=3, optimizer=trainer
    )
    made.fit(X, np.eye(3)[Y].astype("f"), batch_size=20, nb_epochs=8)
    return made


def right(classifier, x):
    return (classifier.predict(x).argmax(1) == Y[: len(x)]).mean()


def check_training(classifier):
    assert right(classifier, X) > 0.95


def check_activations_and_gradients(classifier):
    assert classifier.get_activations(X[:2], 1, 2).shape[0] == 2
    assert classifier.class_gradient(X[:2]).shape == (2, 3, 1, 8, 8)
    assert classifier.loss_gradient(X[:2], np.eye(3)[Y[:2]]).shape == (2, 1, 8, 8)


@pytest.mark.parametrize("name", ATTACKS)
def check_attacks(name, classifier):
    found = getattr(evasion, name)(classifier, **ATTACKS[name]).generate(X[:10])
    assert found.shape == X[:10].shape
    assert right(classifier, found) <= right(classifier, X[:10])


def check_saving(classifier, tmp_path):
    classifier.save("net.params", str(tmp_path))
    assert list(tmp_path.iterdir())
