"""MinPy: NumPy's functions on MXNet's arrays, with gradients, and the layers and solver above them."""

import minpy.numpy as mp
import mxnet as mx
import numpy as np
import pytest
from minpy.array_variants import ArrayType
from minpy.core import Function, grad, grad_and_loss
from minpy.dispatch import policy
from minpy.nn import io, layers
from minpy.nn.model import ModelBase
from minpy.nn.solver import Solver
from minpy.numpy import random
from minpy.primitive import customop

VALUES = np.random.RandomState(0).uniform(0.1, 1, (4, 3))


@pytest.fixture(autouse=True)
def prefer_mxnet():
    mp.set_policy(policy.PreferMXNetPolicy())


def check_arrays_are_mxnets():
    assert isinstance(mp.exp(mp.array(VALUES)).get_data(ArrayType.MXNET), mx.nd.NDArray)


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (lambda x: mp.sum(mp.exp(x) * x), lambda x: np.exp(x) * (x + 1)),
        (lambda x: mp.sum(mp.log(x) / mp.sqrt(x)), lambda x: (1 - np.log(x) / 2) / x**1.5),
        (lambda x: mp.sum(mp.maximum(x, 0.5) ** 2), lambda x: np.where(x > 0.5, 2 * x, 0)),
        (lambda x: mp.sum(mp.dot(x, mp.transpose(x))), lambda x: np.tile(2 * x.sum(0), (4, 1))),
    ],
    ids=["exp", "log", "maximum", "dot"],
)
def check_gradients(function, gradient):
    found, _ = grad_and_loss(function)(mp.array(VALUES))
    np.testing.assert_allclose(found.asnumpy(), gradient(VALUES), rtol=1e-4)


def check_custom_operator():
    @customop("mxnet")
    def halved(x):
        return x * 0.5

    halved.def_grad(lambda result, x: lambda given: given * 0.5)
    found = grad(lambda x: mp.sum(halved(x) * 3))(mp.array(VALUES))
    assert (found.asnumpy() == 1.5).all()


def check_a_symbol_is_a_function():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2, name="fc")
    layer = Function(net, {"x": (4, 3)}, name="fc")
    weight = np.random.RandomState(1).uniform(-1, 1, (2, 3))
    given = {"x": mp.array(VALUES), "fc_weight": mp.array(weight), "fc_bias": mp.zeros(2)}
    np.testing.assert_allclose(layer(**given).asnumpy(), VALUES @ weight.T, rtol=1e-4)
    found = grad(lambda w: mp.sum(layer(**{**given, "fc_weight": w})))(given["fc_weight"])
    np.testing.assert_allclose(found.asnumpy(), np.tile(VALUES.sum(0), (2, 1)), rtol=1e-4)


class Perceptron(ModelBase):
    def __init__(self):
        super().__init__()
        self.add_param(name="w1", shape=(8, 16)).add_param(name="b1", shape=(16,))
        self.add_param(name="w2", shape=(16, 2)).add_param(name="b2", shape=(2,))

    def forward(self, x, mode):
        hidden = layers.relu(layers.affine(x, self.params["w1"], self.params["b1"]))
        return layers.affine(hidden, self.params["w2"], self.params["b2"])

    def loss(self, predicted, y):
        return layers.softmax_loss(predicted, y)


def check_training():
    random.seed(0)
    x = np.random.RandomState(0).normal(size=(256, 8)).astype("f")
    y = (x.sum(1) > 0).astype("f")
    batches = [io.NDArrayIter(x, y, batch_size=32, shuffle=shuffle) for shuffle in (True, False)]
    solver = Solver(
        Perceptron(),
        *batches,
        num_epochs=20,
        init_rule="xavier",
        update_rule="sgd_momentum",
        optim_config={"learning_rate": 0.1, "momentum": 0.9},
        verbose=False,
    )
    solver.init()
    solver.train()
    assert solver.check_accuracy(batches[1]) > 0.9
