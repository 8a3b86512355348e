"""BatchNorm moves its statistics in the backward pass also where no gradient comes to it, as in MXNet.

Feature extractors are frozen by BlockGrad while their statistics go on; metrics compare and argmax. Values are 1.9.1's.
"""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd

ENDINGS = {
    "BlockGrad": lambda F, y: F.BlockGrad(y),
    "a comparison": lambda F, y: y > 0,
    "a comparison of arrays": lambda F, y: F.broadcast_greater(y, y),
    "argmax": lambda F, y: F.argmax(y, axis=1),
    "round": lambda F, y: F.round(y),
    "sign": lambda F, y: F.sign(y),
    "zeros_like": lambda F, y: F.zeros_like(y),
    "one_hot": lambda F, y: F.one_hot(F.round(F.abs(y)), 3),
    "the indices of topk": lambda F, y: F.topk(y),
    "layers behind": lambda F, y: F.relu(F.BlockGrad(F.sin(y)) * 2),
}
DATA = np.random.RandomState(0).randn(4, 3).astype("float32")
MEAN, VAR = 0.5 * DATA.mean(0), 0.5 + 0.5 * DATA.var(0)  # of a momentum of one half, from 0 and 1


class Net(gluon.HybridBlock):
    def __init__(self, ending):
        super().__init__()
        self.ending = ending
        self.norm = gluon.nn.BatchNorm(momentum=0.5, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.sum(ENDINGS[self.ending](F, self.norm(x))) + F.sum(x)


def has_moved(mean, var):
    np.testing.assert_allclose(mean.asnumpy(), MEAN, rtol=1e-5)
    np.testing.assert_allclose(var.asnumpy(), VAR, rtol=1e-5)


def variable():
    x = nd.array(DATA)
    x.attach_grad()
    return x


@pytest.mark.parametrize("how", ["eager", "hybridized", "hybridized inside"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_in_gluon(ending, how):
    net, x = Net(ending), variable()
    net.initialize()
    if how != "eager":
        (net if how == "hybridized" else net.norm).hybridize()
    with autograd.record():
        y = net(x)
    y.backward()
    has_moved(net.norm.running_mean.data(), net.norm.running_var.data())
    np.testing.assert_array_equal(x.grad.asnumpy(), np.ones((4, 3)))


@pytest.mark.parametrize("ending", ENDINGS)
def test_in_an_executor(ending):
    y = Net(ending)(mx.sym.var("x"))
    executor = y.simple_bind(mx.cpu(), x=(4, 3))
    mean, var = executor.aux_arrays
    executor.arg_dict["x"][:], var[:] = DATA, 1
    executor.forward(is_train=True)
    executor.backward(nd.ones(1))
    has_moved(mean, var)
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), np.ones((4, 3)))


def bound(symbol):
    executor = symbol.simple_bind(mx.cpu(), x=(4, 3))
    for name, array in executor.arg_dict.items():
        array[:] = DATA if name == "x" else 1
    executor.aux_arrays[1][:] = 1
    return executor


def symbol_of_norm(x):
    return mx.sym.BatchNorm(x, momentum=0.5)


def test_features_that_are_frozen():
    features = mx.sym.BlockGrad(symbol_of_norm(mx.sym.var("x")))
    executor = bound(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(features, num_hidden=2), mx.sym.zeros(4)))
    executor.forward(is_train=True)
    executor.backward()
    has_moved(*executor.aux_arrays)
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), np.zeros((4, 3)))


@pytest.mark.parametrize("ending", ["BlockGrad", "argmax"])
def test_an_output_that_needs_no_head_gradient(ending):
    x = mx.sym.var("x")
    loss = mx.sym.MakeLoss(mx.sym.sum(x))
    executor = bound(mx.sym.Group([loss, ENDINGS[ending](mx.sym, symbol_of_norm(x))]))
    executor.forward(is_train=True)
    executor.backward()
    has_moved(*executor.aux_arrays)
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), np.ones((4, 3)))


def test_an_output_of_a_block_that_is_not_differentiated():
    class Two(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.norm = gluon.nn.BatchNorm(momentum=0.5, in_channels=3)

        def hybrid_forward(self, F, x):
            return F.sum(x * 2), self.norm(x)

    net, x = Two(), variable()
    net.initialize()
    net.hybridize()
    with autograd.record():
        loss, _ = net(x)
    loss.backward()
    has_moved(net.norm.running_mean.data(), net.norm.running_var.data())
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((4, 3), 2))


def test_with_another_way_to_it_once():
    net, x = gluon.nn.BatchNorm(momentum=0.5, in_channels=3), variable()
    net.initialize()
    with autograd.record():
        y = net(x)
        z = nd.sum(y * 2) + nd.sum(y > 0)
    z.backward()
    has_moved(net.running_mean.data(), net.running_var.data())


def test_not_without_a_way_to_it():
    net, x = gluon.nn.BatchNorm(momentum=0.5, in_channels=3), variable()
    net.initialize()
    with autograd.record():
        z = nd.sum(net(x).detach()) + nd.sum(x)
    z.backward()
    np.testing.assert_array_equal(net.running_mean.data().asnumpy(), np.zeros(3))


@pytest.mark.parametrize("hybridized", [False, True])
def test_of_data_with_an_axis_of_length_one(hybridized):
    class Blocked(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.norm = gluon.nn.BatchNorm(momentum=0.5, in_channels=3)

        def hybrid_forward(self, F, x):
            return F.BlockGrad(self.norm(x)) + x

    net, x = Blocked(), nd.array(DATA.T.reshape(1, 3, 4))
    x.attach_grad()
    net.initialize()
    net.hybridize(hybridized)
    with autograd.record():
        y = net(x)
    y.backward()
    has_moved(net.norm.running_mean.data(), net.norm.running_var.data())


def test_by_autograd_grad():
    net, x = gluon.nn.BatchNorm(momentum=0.5, in_channels=3), variable()
    net.initialize()
    with autograd.record():
        z = nd.sum(nd.BlockGrad(net(x))) + nd.sum(x)
    (gradient,) = autograd.grad([z], [x])
    has_moved(net.running_mean.data(), net.running_var.data())
    np.testing.assert_array_equal(gradient.asnumpy(), np.ones((4, 3)))


def test_a_loss_behind_what_blocks_in_an_executor():
    x = mx.sym.var("x")
    both = mx.sym.Group([mx.sym.sum(x * 2), mx.sym.BlockGrad(mx.sym.MakeLoss(x * x))])
    executor = both.simple_bind(mx.cpu(), x=(4, 3))
    executor.arg_dict["x"][:] = DATA
    executor.forward(is_train=True)
    executor.backward([nd.ones(1), nd.ones((4, 3))])
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), 2 + 2 * DATA, rtol=1e-5)
