"""Modules, functions and layers that MXNet 2 has at other places, or has only now."""

from __future__ import annotations

import mxnet as mx
import mxnet._deferred_compute as dc
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import nn, rnn


def test_deferred_compute(np_arrays):
    x, i = mx.np.array([[1.0, 2.0], [3.0, 4.0]]), mx.np.array([1], dtype="int32")
    dc.set_variable([x, i], [mx.sym.var("x").as_np_ndarray(), mx.sym.var("i").as_np_ndarray()])
    assert not dc.is_deferred_compute()
    with dc.context():
        assert dc.is_deferred_compute()
        y = mx.np.exp(x)[i] + mx.np.zeros(2)
    symbol = dc.get_symbol(y, sym_cls=mx.sym.np._Symbol)
    assert symbol.list_arguments() == ["x", "i"]
    result = symbol._bind(mx.current_device(), {"x": x, "i": i}).forward()[0]
    np.testing.assert_allclose(result.asnumpy(), y.asnumpy())
    with pytest.raises(mx.MXNetError, match="already"):
        dc.set_variable(x, mx.sym.var("z"))
    dc.clear([x, i])
    with pytest.raises(mx.MXNetError, match="was not computed"):
        dc.get_symbol(x)


def test_set_deferred_compute():
    assert not dc.set_deferred_compute(True)
    y = mx.nd.ones((2,)) + 1
    assert dc.set_deferred_compute(False)
    assert not mx.autograd.is_recording()
    assert dc.get_symbol(y).list_arguments() == []


def test_modules_under_other_names():
    import mxnet.amp.loss_scaler

    assert mx.amp.init is mx.contrib.amp.init
    assert mxnet.amp.loss_scaler is mx.contrib.amp.loss_scaler
    assert mx.container.ADT(3, [1, 2]).tag == 3
    assert mx.container.Map(a=1)["a"] == mx.container.ADT(0, [1])[0] == 1


def test_dlpack():
    capsule = mx.dlpack.ndarray_to_dlpack_for_read()(mx.nd.ones((2,)))
    assert mx.dlpack.ndarray_from_dlpack(mx.nd.NDArray)(capsule).asnumpy().tolist() == [1, 1]
    values = np.ones(2, "float32")
    shared = mx.dlpack.ndarray_from_numpy(mx.nd.NDArray, mx.nd.array)(values)
    assert shared.asnumpy().tolist() == [1, 1]
    assert not values.flags.writeable
    with pytest.raises(ValueError, match="C order"):
        mx.dlpack.ndarray_from_numpy(mx.nd.NDArray, mx.nd.array)(np.ones((2, 3)).T)


def test_layers_that_moved(np_arrays):
    x = mx.np.array([[-1.0, 2.0]])
    np.testing.assert_allclose(nn.SiLU()(x).asnumpy(), x.asnumpy() / (1 + np.exp(-x.asnumpy())), rtol=1e-6)
    net = nn.HybridConcatenate(axis=1)
    net.add(nn.Identity(), nn.Identity())
    assert net(x).tolist() == [[-1, 2, -1, 2]]
    assert nn.PixelShuffle2D(2)(mx.np.ones((1, 4, 1, 1))).shape == (1, 1, 2, 2)
    assert rnn.VariationalDropoutCell is gluon.contrib.rnn.VariationalDropoutCell


@pytest.mark.parametrize("name", ["laplace", "f"])
def test_distributions(name):
    parameters = {"laplace": (1.0, 2.0), "f": (6.0, 12.0)}[name]
    mx.random.seed(0)
    drawn = getattr(mx.np.random, name)(*parameters, size=(20000,)).asnumpy()
    np.testing.assert_allclose(drawn.mean(), {"laplace": 1.0, "f": 1.2}[name], atol=0.05)
    arrays = mx.np.ones(3) * 3, mx.np.ones((2, 1)) * 5
    assert getattr(mx.np.random, name)(*arrays).shape == (2, 3)


def test_categorical(np_arrays):
    drawn = mx.npx.random.categorical(mx.np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]), shape=(2,))
    assert drawn.tolist() == [[2, 2], [0, 0]]


def test_losses_of_version_2(v2):
    pred = mx.np.array([[1.0, 2.0], [0.5, 1.0]])
    loss = gluon.loss.PoissonNLLLoss()(pred, mx.np.ones((2, 2)))
    np.testing.assert_allclose(loss.asnumpy(), (np.exp(pred.asnumpy()) - pred.asnumpy()).mean(1), rtol=1e-6)
    assert gluon.loss.CosineEmbeddingLoss()(pred, pred, mx.np.array([1.0, -1.0])).shape == (2,)
