"""What layers compute, held against NumPy, and how they are named, written and refused."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn
from numpy.testing import assert_allclose, assert_array_equal

# -- shapes, names and texts


@pytest.mark.parametrize(
    ("layer", "shapes"),
    [
        (lambda: nn.Dense(4, in_units=3), {"weight": (4, 3), "bias": (4,)}),
        (lambda: nn.Dense(4, use_bias=False), {"weight": (4, 0)}),
        (lambda: nn.Embedding(7, 2), {"weight": (7, 2)}),
        (lambda: nn.BatchNorm(in_channels=3), dict.fromkeys(["gamma", "beta", "running_mean", "running_var"], (3,))),
        (lambda: nn.GroupNorm(2), {"gamma": (2,), "beta": (2,)}),
        (lambda: nn.PReLU(in_channels=3), {"alpha": (3,)}),
        (lambda: nn.Conv1D(4, 3), {"weight": (4, 0, 3), "bias": (4,)}),
        (lambda: nn.Conv2D(4, (3, 5), groups=2, in_channels=6), {"weight": (4, 3, 3, 5), "bias": (4,)}),
        (lambda: nn.Conv2D(4, 3, layout="NHWC", in_channels=6), {"weight": (4, 3, 3, 6), "bias": (4,)}),
        (lambda: nn.Conv3D(4, 3, in_channels=2, use_bias=False), {"weight": (4, 2, 3, 3, 3)}),
        (lambda: nn.Conv1DTranspose(4, 3, groups=2, in_channels=6), {"weight": (6, 2, 3), "bias": (4,)}),
        (lambda: nn.Conv2DTranspose(4, 3), {"weight": (0, 4, 3, 3), "bias": (4,)}),
    ],
)
def test_parameters_have_the_shapes_that_can_be_told(layer, shapes):
    found = {name: each.shape for name, each in layer()._collect_params_with_prefix().items()}
    assert found == shapes


@pytest.mark.parametrize(
    ("layer", "text"),
    [
        (lambda: nn.Dense(4), "Dense(None -> 4, linear)"),
        (lambda: nn.Dense(4, "relu", in_units=3), "Dense(3 -> 4, Activation(relu))"),
        (lambda: nn.Dropout(0.5, axes=(0,)), "Dropout(p = 0.5, axes=(0,))"),
        (lambda: nn.Embedding(3, 2), "Embedding(3 -> 2, float32)"),
        (lambda: nn.Flatten(), "Flatten"),
        (lambda: nn.LeakyReLU(0.1), "LeakyReLU(0.1)"),
        (lambda: nn.LayerNorm(), "LayerNorm(eps=1e-05, axis=-1, center=True, scale=True, in_channels=0)"),
        (lambda: nn.GroupNorm(), "GroupNorm(eps=1e-05, num_groups=1, center=True, scale=True)"),
        (lambda: nn.HybridLambda("relu"), "HybridLambda(relu)"),
        (lambda: nn.Conv2D(4, 3, padding=1), "Conv2D(None -> 4, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))"),
        (
            lambda: nn.Conv2D(4, 3, groups=2, dilation=2, in_channels=6, use_bias=False, activation="relu"),
            "Conv2D(3 -> 4, kernel_size=(3, 3), stride=(1, 1), dilation=(2, 2), groups=2, bias=False, "
            "Activation(relu))",
        ),
        (
            lambda: nn.BatchNorm(),
            "BatchNorm(axis=1, eps=1e-05, momentum=0.9, fix_gamma=False, use_global_stats=False, in_channels=None)",
        ),
        (
            lambda: nn.MaxPool1D(),
            "MaxPool1D(size=(2,), stride=(2,), padding=(0,), ceil_mode=False, global_pool=False, pool_type=max, "
            "layout=NCW)",
        ),
        (lambda: nn.ELU(), "ELU(\n\n)"),
    ],
)
def test_texts_are_those_of_mxnet(layer, text):
    assert repr(layer()) == text


def test_names_count_kinds_of_layers():
    kinds = [nn.Conv2D(2, 3), nn.Conv1DTranspose(2, 3), nn.MaxPool2D(), nn.GlobalAvgPool1D(), nn.Activation("tanh")]
    assert [each.prefix.rstrip("0123456789_") for each in kinds] == ["conv", "conv", "pool", "pool", "tanh"]
    assert nn.Dense(2, prefix="fc_").weight.name == "fc_weight"
    with mx.name.Prefix("net_"):
        assert nn.Dense(2).prefix.startswith("net_dense")


@pytest.mark.parametrize(
    ("error", "make"),
    [
        (AssertionError, lambda: nn.LeakyReLU(-0.1)),
        (AssertionError, lambda: nn.Conv2D(4, (3,))),
        (AssertionError, lambda: nn.Conv2D(4, 3, layout="CHWN")),
        (AssertionError, lambda: nn.Conv2DTranspose(4, 3, output_padding=(1,))),
        (AssertionError, lambda: nn.MaxPool2D((2, 2, 2))),
        (AssertionError, lambda: nn.GlobalAvgPool1D(layout="NCHW")),
        (AssertionError, lambda: nn.ReflectionPad2D((1, 2))),
        (AssertionError, lambda: nn.Lambda("no_such_function")),
        (ValueError, lambda: nn.HybridLambda(3)),
        (mx.MXNetError, lambda: nn.Conv2D(4, 3, strides=(1, 1, 1))),
        (mx.MXNetError, lambda: nn.Conv2D(4, 3, groups=3, in_channels=4)),
        (mx.MXNetError, lambda: nn.Conv2DTranspose(4, 3, output_padding=1)),
        (mx.MXNetError, lambda: nn.Conv1DTranspose(4, 3, strides=2, output_padding=2, in_channels=1)),
        (TypeError, lambda: nn.Dense(4, colour=3)),
        (TypeError, lambda: mx.gluon.rnn.RNN(4, activation=3)),
        (KeyError, lambda: mx.gluon.rnn.RNN(4, activation="softsign")),
    ],
)
def test_wrong_arguments_are_refused(error, make):
    with pytest.raises(error):
        make()


# -- what they compute


def filled(layer, data):
    """Initialize a layer with numbers that differ, and return it with what it makes of the data."""
    layer.initialize(mx.init.Uniform(0.5))
    return layer, layer(mx.nd.array(data))


def held(parameter):
    return parameter.data().asnumpy()


def test_dense_flattens_or_not():
    data = np.random.rand(2, 3, 4).astype("float32")
    layer, out = filled(nn.Dense(5), data)
    assert_allclose(out.asnumpy(), data.reshape(2, 12) @ held(layer.weight).T + held(layer.bias), rtol=1e-5)
    layer, out = filled(nn.Dense(5, flatten=False, use_bias=False), data)
    assert_allclose(out.asnumpy(), data @ held(layer.weight).T, rtol=1e-5)


def test_an_embedding_gives_rows():
    layer, out = filled(nn.Embedding(4, 3), [[0, 3], [1, 1]])
    assert_array_equal(out.asnumpy(), held(layer.weight)[[[0, 3], [1, 1]]])


def test_dropout_acts_in_training_alone():
    layer, data = nn.Dropout(0.5), mx.nd.ones((20, 30))
    assert_array_equal(layer(data).asnumpy(), data.asnumpy())
    with autograd.record():
        out = layer(data).asnumpy()
    assert set(np.unique(out)) == {0, 2}
    assert 0.4 < out.mean() / 2 < 0.6


def test_dropout_along_axes_drops_whole_rows():
    with autograd.record():
        out = nn.Dropout(0.5, axes=(1,))(mx.nd.ones((50, 4))).asnumpy()
    assert (out == out[:, :1]).all()
    assert set(np.unique(out)) == {0, 2}


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("axis", [1, -1])
def test_batch_norm_normalizes_and_gathers(axis, hybrid):
    data = np.random.rand(4, 3, 3).astype("float32")
    over = (0, 2) if axis == 1 else (0, 1)
    mean, var = data.mean(over), data.var(over)
    layer = nn.BatchNorm(axis=axis, momentum=0.75, epsilon=1e-3)
    layer.initialize()
    layer.hybridize(hybrid)
    given = mx.nd.array(data)
    given.attach_grad()
    with autograd.record():
        out = layer(given)
    out.backward()
    shape = (1, 3, 1) if axis == 1 else (1, 1, 3)
    want = (data - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + 1e-3)
    assert_allclose(out.asnumpy(), want, rtol=1e-4, atol=1e-5)
    assert_allclose(held(layer.running_mean), 0.25 * mean, rtol=1e-5)
    assert_allclose(held(layer.running_var), 0.75 + 0.25 * var, rtol=1e-5)
    gathered = (data - held(layer.running_mean).reshape(shape)) / np.sqrt(held(layer.running_var).reshape(shape) + 1e-3)
    assert_allclose(layer(given).asnumpy(), gathered, rtol=1e-4, atol=1e-5)


def test_batch_norm_relu_is_both():
    data = np.random.rand(4, 3, 3).astype("float32") - 0.5
    plain, fused = nn.BatchNorm(), nn.BatchNormReLU()
    for layer in (plain, fused):
        layer.initialize()
    with autograd.train_mode():
        assert_allclose(
            fused(mx.nd.array(data)).asnumpy(), np.maximum(plain(mx.nd.array(data)).asnumpy(), 0), rtol=1e-5
        )


def test_batch_norm_stays_float32_when_cast_to_float16():
    layer = nn.BatchNorm(in_channels=2)
    layer.cast("float16")
    assert np.dtype(layer.gamma.dtype) == np.float32
    layer.cast("float64")
    assert np.dtype(layer.gamma.dtype) == np.float64


@pytest.mark.parametrize(
    ("layer", "over"),
    [(lambda: nn.LayerNorm(), (2,)), (lambda: nn.InstanceNorm(), (2,)), (lambda: nn.GroupNorm(1), (1, 2))],
)
def test_normalizations_of_samples(layer, over):
    data = np.random.rand(2, 4, 5).astype("float32")
    _, out = filled(layer(), data)
    want = (data - data.mean(over, keepdims=True)) / np.sqrt(data.var(over, keepdims=True) + 1e-5)
    assert_allclose(out.asnumpy(), want, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("layer", "curve"),
    [
        (lambda: nn.Activation("relu"), lambda x: np.maximum(x, 0)),
        (lambda: nn.LeakyReLU(0.1), lambda x: np.where(x > 0, x, 0.1 * x)),
        (lambda: nn.PReLU(), lambda x: np.where(x > 0, x, 0.25 * x)),
        (lambda: nn.ELU(0.5), lambda x: np.where(x > 0, x, 0.5 * np.expm1(x))),
        (lambda: nn.SELU(), lambda x: 1.0507010 * np.where(x > 0, x, 1.6732632 * np.expm1(x))),
        (lambda: nn.Swish(2), lambda x: x / (1 + np.exp(-2 * x))),
    ],
)
def test_activation_layers_compute_their_function(layer, curve):
    data = np.linspace(-3, 3, 12).reshape(2, 3, 2).astype("float32")
    made = layer()
    made.initialize()
    assert_allclose(made(mx.nd.array(data)).asnumpy(), curve(data), rtol=1e-5, atol=1e-6)


def test_convolution_of_one_point_is_a_product():
    data = np.random.rand(2, 3, 4, 5).astype("float32")
    layer, out = filled(nn.Conv2D(6, 1), data)
    want = np.einsum("nchw,oc->nohw", data, held(layer.weight)[:, :, 0, 0]) + held(layer.bias).reshape(1, 6, 1, 1)
    assert_allclose(out.asnumpy(), want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("layer", "shape", "result"),
    [
        (lambda: nn.Conv1D(4, 3, strides=2, padding=1), (2, 3, 9), (2, 4, 5)),
        (lambda: nn.Conv3D(4, 2), (1, 3, 4, 5, 6), (1, 4, 3, 4, 5)),
        (lambda: nn.Conv1DTranspose(4, 3, strides=2, output_padding=1), (2, 3, 5), (2, 4, 12)),
        (lambda: nn.Conv2DTranspose(4, 3, strides=2, padding=1), (2, 3, 5, 6), (2, 4, 9, 11)),
        (lambda: nn.Conv3DTranspose(4, 2), (1, 3, 3, 4, 5), (1, 4, 4, 5, 6)),
        (lambda: nn.Conv2D(4, 3, layout="NHWC"), (2, 5, 6, 3), (2, 3, 4, 4)),
        (lambda: nn.MaxPool2D(3, 2), (1, 2, 8, 8), (1, 2, 3, 3)),
        (lambda: nn.MaxPool2D(3, 2, ceil_mode=True), (1, 2, 8, 8), (1, 2, 4, 4)),
        (lambda: nn.AvgPool3D(), (1, 2, 4, 5, 6), (1, 2, 2, 2, 3)),
        (lambda: nn.GlobalMaxPool1D(), (2, 3, 7), (2, 3, 1)),
        (lambda: nn.GlobalAvgPool2D(layout="NHWC"), (2, 4, 5, 3), (2, 1, 1, 3)),
        (lambda: nn.ReflectionPad2D(2), (1, 2, 4, 5), (1, 2, 8, 9)),
    ],
)
def test_sizes_of_results(layer, shape, result):
    assert filled(layer(), np.ones(shape))[1].shape == result


def test_averages_count_the_padding_or_not():
    data = np.ones((1, 1, 2, 2))
    assert filled(nn.AvgPool2D(3, 1, 1), data)[1].asnumpy().max() < 0.5
    assert filled(nn.AvgPool2D(3, 1, 1, count_include_pad=False), data)[1].asnumpy().min() == 1


def test_half_precision_is_averaged_over_volumes():
    data = mx.nd.array(np.arange(16).reshape(1, 1, 2, 2, 4), dtype="float16")
    data.attach_grad()
    with mx.autograd.record():
        means = nn.AvgPool3D((2, 2, 2))(data)
    means.backward()
    assert means.dtype == data.grad.dtype == np.float16
    assert_array_equal(means.asnumpy().ravel(), [6.5, 8.5])
    assert_array_equal(data.grad.asnumpy(), np.full(data.shape, 1 / 8))


def test_functions_as_layers():
    data = mx.nd.array([[-1, 2]])
    assert_array_equal(nn.Lambda("relu")(data).asnumpy(), [[0, 2]])
    assert_array_equal(nn.Lambda(lambda x, y: x + y)(data, data).asnumpy(), [[-2, 4]])
    layer = nn.HybridLambda(lambda F, x: F.concat(x, -x, dim=0))
    eager = layer(data).asnumpy()
    layer.hybridize()
    assert_array_equal(layer(data).asnumpy(), eager)


@pytest.mark.parametrize("layer", [nn.Lambda, nn.HybridLambda])
def test_layers_of_named_functions_are_pickled(layer):
    again = pickle.loads(pickle.dumps(layer("relu")))
    assert_array_equal(again(mx.nd.array([-1, 2])).asnumpy(), [0, 2])


@pytest.mark.parametrize(
    ("layer", "error"),
    [
        (lambda: nn.Dense(2, activation=nn.Activation("relu")), TypeError),
        (lambda: nn.Dense(2, activation=mx.nd.relu), TypeError),
        (lambda: nn.Conv2D(2, 3, activation=1), TypeError),
        (lambda: gluon.contrib.cnn.DeformableConvolution(2, activation=1), TypeError),
        (lambda: nn.Activation(nn.Dense(2)), AttributeError),
    ],
)
def test_an_activation_is_a_name(layer, error):
    with pytest.raises(error, match="expected a name such as 'relu'"):
        layer()


@pytest.mark.parametrize("layout", [None, 2, "NHWCD"])
@pytest.mark.parametrize("layer", [nn.MaxPool1D, nn.AvgPool2D, nn.GlobalAvgPool3D])
def test_layouts_of_pooling_are_checked(layer, layout):
    with pytest.raises(AssertionError, match="layout"):
        layer(layout=layout)
