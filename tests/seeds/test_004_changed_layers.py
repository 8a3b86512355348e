"""A document on changing Gluon's convolutions: forward and hybrid_forward overridden, parameters read and assigned.

The programs are the document's; names and values around them are ours.
"""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

CONTEXTS = [[mx.cpu(0)], [mx.cpu(0), mx.cpu(1)]]


def batch(ctx=None):
    return nd.array(np.random.RandomState(0).uniform(-1, 1, (2, 3, 5, 5)), ctx=ctx)


def windows():
    """Return what each weight of a 3x3 filter met in the batch: the gradient of the sum of the outputs."""
    x = batch().asnumpy()
    return np.array(
        [[x[:, :, i : i + 3, j : j + 3].sum(axis=(0, 2, 3)) for j in range(3)] for i in range(3)]
    ).transpose(2, 0, 1)


# -- 004.1: overriding forward gives an output ------------------------------------------------------------


def test_004_1_a_convolution_with_forward_overridden_gives_an_output():
    class new_conv(nn.Conv2D):
        def __init__(self, channels, kernel_size, **kwargs):
            super(new_conv, self).__init__(channels, kernel_size, **kwargs)

        def forward(self, x, *args):
            self.ctx = x.context
            self.set_params()
            return super(new_conv, self).forward(x, *args)

        def set_params(self):
            self.calls = getattr(self, "calls", 0) + 1

    net, plain = new_conv(4, 3, prefix="conv_"), nn.Conv2D(4, 3, prefix="conv_")
    net.initialize(mx.init.One())
    plain.initialize(mx.init.One())
    out = net(batch())
    assert out is not None
    np.testing.assert_array_equal(out.asnumpy(), plain(batch()).asnumpy())
    assert net.calls == 1
    assert net.ctx == mx.cpu(0)


# -- 004.2: walking the parameters ------------------------------------------------------------------------


def test_004_2_parameters_by_key_choose_their_masks():
    net = nn.Conv2D(4, 3, in_channels=3, prefix="conv_")
    net.initialize()
    netMask = {key: nd.ones(val.shape) for key, val in net.params.items()}
    seen = []
    for key, val in net.params.items():
        if "weight" in key:
            data = val.data()
            mask = netMask[key]
            seen.append((key, data.shape, mask.shape))
    assert seen == [("conv_weight", (4, 3, 3, 3), (4, 3, 3, 3))]


# -- 004.3: assigning _data while recording -----------------------------------------------------------------


class Assigned(nn.Conv2D):
    """The document's layer: before each pass the parameters are multiplied and assigned as a list."""

    def forward(self, x, *args):
        self.ctx = x.context
        for key in self.params.keys():
            if "weight" in key:
                self.assign_params(key, nd.full((1,), 2, ctx=self.ctx))
        return super(Assigned, self).forward(x, *args)

    def assign_params(self, key, multiplier):
        """Sets this parameter's value on all contexts."""
        out = []
        for arr in self.params[key].list_data():
            out.append((nd.multiply(arr, nd.ones_like(arr) * multiplier.as_in_context(arr.context))))
        self.params[key]._data = out


@pytest.mark.parametrize("contexts", CONTEXTS)
def test_004_3_data_assigned_as_a_list_while_recording(contexts):
    net = Assigned(4, 3, in_channels=3)
    net.initialize(mx.init.One(), ctx=contexts)
    parameter = net.weight
    variables = parameter.list_data()
    with autograd.record():
        outs = [net(batch(ctx)) for ctx in contexts]
    autograd.backward(outs)
    # each pass doubled what was there, in every context; the graph was recorded through the assignment
    assert [float(a.asnumpy()[0, 0, 0, 0]) for a in parameter.list_data()] == [2.0 ** len(contexts)] * len(contexts)
    assert isinstance(parameter._data, list)
    # what a pass used had been doubled once by itself, and once by each pass before
    for i, variable in enumerate(variables):
        np.testing.assert_allclose(variable.grad.asnumpy()[0], windows() * 2.0 ** (i + 1), rtol=1e-4, atol=1e-5)


def test_004_3_training_with_assigned_data_needs_ignore_stale_grad():
    net = Assigned(4, 3, in_channels=3)
    net.initialize(mx.init.One())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    with autograd.record():
        loss = net(batch()).sum()
    loss.backward()
    with pytest.raises(UserWarning):
        trainer.step(1)
    trainer.step(1, ignore_stale_grad=True)


# -- 004.4: _check_and_get ------------------------------------------------------------------------------------


def test_004_4_which_array_check_and_get_gives():
    alone, both = gluon.Parameter("a", shape=(1,)), gluon.Parameter("b", shape=(1,))
    alone.initialize(ctx=mx.cpu(1))
    both.initialize(ctx=CONTEXTS[1])
    assert alone._check_and_get(alone._data, None) is alone._data[0]
    assert both._check_and_get(both._data, list) is both._data
    assert both._check_and_get(both._data, mx.cpu(1)) is both._data[1]
    assert both._check_and_get(both._data, None) is both._data[0]
    with mx.cpu(1):
        assert both._check_and_get(both._data, None) is both._data[1]
    with pytest.raises(RuntimeError):
        both._check_and_get(both._data, mx.cpu(7))


# -- 004.5: masks in hybrid_forward ---------------------------------------------------------------------------

netMask = {}


class Masked(nn.Conv2D):
    def __init__(self, channels, kernel_size, **kwargs):
        super(Masked, self).__init__(channels, kernel_size, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        keys = self.params.keys()
        self.assign_mask(F, keys)
        for key in keys:
            if "weight" in key:
                wmask = netMask[key]
            else:
                bmask = netMask[key]
        return super(Masked, self).hybrid_forward(F, x, weight * wmask, bias * bmask)

    def assign_mask(self, F, keys):
        for key in keys:
            shape = self.params[key].shape
            # a constant that is 0 for the first filter and 1 for the others
            index = F.arange(shape[0]).reshape((-1,) + (1,) * (len(shape) - 1))
            netMask[key] = F.broadcast_to(F.clip(index, 0, 1), shape=shape)


@pytest.mark.parametrize("hybridize", [False, True])
def test_004_5_gradients_reach_the_weights_through_the_masks(hybridize):
    net = Masked(4, 3, in_channels=3, prefix="conv_")
    net.initialize(mx.init.One())
    net.hybridize(hybridize)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    with autograd.record():
        out = net(batch())
        loss = out.sum()
    loss.backward()
    assert (out.asnumpy()[:, 0] == 0).all()
    grad = net.weight.grad().asnumpy()
    assert (grad[0] == 0).all()
    for filter_grad in grad[1:]:
        np.testing.assert_allclose(filter_grad, windows(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(net.bias.grad().asnumpy(), [0, 18, 18, 18])
    trainer.step(1, ignore_stale_grad=True)
    np.testing.assert_allclose(net.weight.data().asnumpy()[1], 1 - 0.1 * windows(), rtol=1e-4, atol=1e-5)
    assert (net.weight.data().asnumpy()[0] == 1).all()


# -- 004.7: a class as an argument -----------------------------------------------------------------------------


@pytest.mark.parametrize("my_fun", [nn.Conv2D, Masked])
def test_004_7_a_layer_class_is_an_argument(my_fun):
    class Net(gluon.HybridBlock):
        def __init__(self, num_classes=10574, verbose=False, my_fun=nn.Conv2D, **kwargs):
            super(Net, self).__init__(**kwargs)
            self.verbose = verbose
            with self.name_scope():
                self.first = my_fun(4, 3, in_channels=3)
                self.last = nn.Dense(num_classes)

        def hybrid_forward(self, F, x):
            return self.last(F.relu(self.first(x)))

    net = Net(num_classes=7, my_fun=my_fun)
    net.initialize()
    expected = net(batch())
    assert expected.shape == (2, 7)
    assert isinstance(net.first, my_fun)
    net.hybridize()
    np.testing.assert_allclose(net(batch()).asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)
