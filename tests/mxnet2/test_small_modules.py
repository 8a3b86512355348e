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


def test_current_scopes():
    with mx.AttrScope(group="1") as scope:
        assert mx.attribute.current() is scope
    with mx.name.Prefix("a_") as names:
        assert mx.name.current() is names


def test_graphs_from_json():
    x = mx.sym.var("x") * 2
    assert mx.sym.fromjson(x.tojson()).list_arguments() == ["x"]


def test_no_abi():
    assert mx.library.compiled_with_gcc_cxx11_abi() == -1


@pytest.mark.parametrize("name", ["resnet18_v1", "alexnet", "vgg11", "squeezenet1_0", "mobilenet1_0"])
def test_models_take_a_device(name):
    assert getattr(mx.gluon.model_zoo.vision, name)(device=mx.cpu(), classes=2)
    assert mx.gluon.model_zoo.vision.get_resnet(1, 18, device=mx.cpu())


def test_metrics_of_an_estimator(v2):
    net = mx.gluon.nn.Dense(1)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd")
    estimator = mx.gluon.contrib.estimator.Estimator(net, mx.gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer)
    assert [type(metric) for metric in estimator.train_metrics] == [mx.gluon.metric.Accuracy, mx.gluon.metric.Loss]


def test_estimator_on_a_device():
    net = mx.gluon.nn.Dense(1)
    net.initialize(ctx=mx.cpu(1))
    assert net.share_parameters(None) is net
    estimator = mx.gluon.contrib.estimator.Estimator(
        net, mx.gluon.loss.L2Loss(), trainer=mx.gluon.Trainer(net.collect_params(), "sgd"), device=mx.cpu(1)
    )
    assert estimator.device == estimator.context == [mx.cpu(1)]


@pytest.mark.parametrize("shape", [(0, 2, 3), (2, 0, 3), (2, 3, 0)])
def test_instance_norm_of_nothing(np_arrays, shape):
    x, gamma, beta = mx.np.ones(shape), mx.np.ones(shape[1]), mx.np.zeros(shape[1])
    gamma.attach_grad()
    with mx.autograd.record():
        y = mx.npx.instance_norm(x, gamma, beta)
    y.backward()
    assert y.shape == shape
    np.testing.assert_array_equal(gamma.grad.asnumpy(), 0)


@pytest.mark.parametrize(
    ("shape", "expected"), [((0, -1), (2, 12)), ((-3, -2), (6, 4)), ((-4, 1, 2, -2), (1, 2, 3, 4))]
)
def test_dynamic_reshape(shape, expected):
    data = np.arange(24.0).reshape(2, 3, 4)
    args = {"data": mx.nd.array(data), "shape": mx.nd.array(shape)}
    assert mx.nd.contrib.dynamic_reshape(*args.values()).shape == expected
    symbol = mx.sym.contrib.dynamic_reshape(mx.sym.Variable("data"), mx.sym.Variable("shape"))
    symbol = mx.sym.fromjson(symbol.tojson())
    executor = symbol._bind(mx.cpu(), args, {"data": mx.nd.empty((2, 3, 4))})
    assert executor._device == mx.cpu()
    np.testing.assert_array_equal(executor.forward(is_train=True)[0].asnumpy(), data.reshape(expected))
    executor.backward(mx.nd.array(data.reshape(expected)))
    np.testing.assert_array_equal(executor.grad_dict["data"].asnumpy(), data)


@pytest.mark.parametrize("shape", [(5, 5), (0, 0, 0, 0), ((2, 12),)])
def test_shapes_that_do_not_fit(shape):
    with pytest.raises(mx.MXNetError, match="reshape"):
        mx.nd.contrib.dynamic_reshape(mx.nd.ones((2, 3, 4)), mx.nd.array(shape))


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("act_type", ["mish", "log_sigmoid"])
def test_activations(v2, act_type, hybridize):
    x = np.array([-2.0, 0.0, 3.0], "float32")
    layer = nn.Activation(act_type)
    if hybridize:
        layer.hybridize()
    expected = x * np.tanh(np.log1p(np.exp(x))) if act_type == "mish" else -np.log1p(np.exp(-x))
    np.testing.assert_allclose(layer(mx.np.array(x)).asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(mx.npx.activation(mx.np.array(x), act_type).asnumpy(), expected, rtol=1e-5)


def test_flush_denorms():
    before = mx.util.set_flush_denorms(True)
    try:
        assert mx.util.set_flush_denorms(False)
        assert not mx.util.set_flush_denorms(True)
    finally:
        mx.util.set_flush_denorms(before)


def test_functions_from_numpy(v2):
    assert [getattr(mx.np.linalg, name) for name in mx.np.fallback_linalg.__all__] == [
        *(mx.np.fallback_linalg.cond, mx.np.fallback_linalg.matrix_power, mx.np.fallback_linalg.multi_dot)
    ]


def test_array_namespace_makes_arrays(v2):
    xp = mx.np.ones(3).__array_namespace__("2021.12")
    np.testing.assert_array_equal(xp.array([1, 2]).asnumpy(), [1, 2])


def _bound_with_mask(dtype):
    scores, mask, gradient = mx.nd.ones((2, 3)), mx.nd.array([[1, 0, 1]], dtype=dtype), mx.nd.ones((2, 3))
    net = mx.sym.broadcast_mul(mx.sym.var("data"), mx.sym.cast(mx.sym.var("mask"), "float32"))
    executor = net.bind(mx.cpu(), {"data": scores, "mask": mask}, {"data": mx.nd.zeros((2, 3)), "mask": gradient})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((2, 3)))
    return gradient


def test_the_gradient_of_a_mask_has_any_shape(v2):
    np.testing.assert_array_equal(_bound_with_mask("bool").asnumpy(), np.zeros((2, 3)))
    with pytest.raises(mx.MXNetError, match=r"gradient array of mask has shape \(2, 3\), the argument \(1, 3\)"):
        _bound_with_mask("float32")


def test_the_gradient_of_a_mask_has_its_shape_in_1_9():
    with pytest.raises(mx.MXNetError, match="gradient array of mask has shape"):
        _bound_with_mask("bool")
