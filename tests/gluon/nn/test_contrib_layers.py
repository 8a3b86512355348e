"""The layers of gluon.contrib: pixel shuffling, row-sparse embeddings, normalization over devices, bent windows."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd
from mxnet.gluon import Trainer, contrib, nn
from numpy.testing import assert_allclose, assert_array_equal


def test_pixel_shuffle_of_sequences():
    data = np.arange(2 * 6 * 4).reshape(2, 6, 4)
    want = data.reshape(2, 2, 3, 4).transpose(0, 1, 3, 2).reshape(2, 2, 12)
    assert_array_equal(contrib.nn.PixelShuffle1D(3)(mx.nd.array(data)).asnumpy(), want)


def test_pixel_shuffle_of_images():
    data = np.arange(2 * 12 * 4 * 5).reshape(2, 12, 4, 5)
    want = data.reshape(2, 2, 2, 3, 4, 5).transpose(0, 1, 4, 2, 5, 3).reshape(2, 2, 8, 15)
    assert_array_equal(contrib.nn.PixelShuffle2D((2, 3))(mx.nd.array(data)).asnumpy(), want)


def test_pixel_shuffle_of_volumes():
    data = np.arange(24 * 2 * 3 * 4).reshape(1, 24, 2, 3, 4)
    want = data.reshape(1, 1, 2, 3, 4, 2, 3, 4).transpose(0, 1, 5, 2, 6, 3, 7, 4).reshape(1, 1, 4, 9, 16)
    assert_array_equal(contrib.nn.PixelShuffle3D((2, 3, 4))(mx.nd.array(data)).asnumpy(), want)


@pytest.mark.parametrize(
    "make", [lambda: contrib.nn.PixelShuffle2D((1, 2, 3)), lambda: contrib.nn.PixelShuffle3D((2, 2))]
)
def test_pixel_shuffle_takes_a_factor_for_each_axis(make):
    with pytest.raises(AssertionError):
        make()


def test_a_sparse_embedding_gives_rows_and_learns():
    layer = contrib.nn.SparseEmbedding(5, 3, weight_initializer="ones")
    assert repr(layer) == "SparseEmbedding(5 -> 3, float32)"
    layer.initialize()
    trainer = Trainer(layer.collect_params(), "sgd", {"learning_rate": 1.0})
    with autograd.record():
        out = layer(mx.nd.array([1, 3, 3]))
    out.backward()
    assert_array_equal(out.asnumpy(), np.ones((3, 3)))
    trainer.step(1)
    rows = layer(mx.nd.array([0, 1, 2, 3, 4]))
    assert_array_equal(rows.asnumpy()[:, 0], [1, 0, 1, -1, 1])


def test_normalization_over_devices_is_that_of_one_for_one():
    data = np.random.rand(4, 3, 2).astype("float32")
    layers = contrib.nn.SyncBatchNorm(num_devices=1), nn.BatchNorm()
    results = []
    for layer in layers:
        layer.initialize()
        with autograd.record():
            results.append(layer(mx.nd.array(data)).asnumpy())
    assert_allclose(*results, rtol=1e-5, atol=1e-6)


def test_the_number_of_devices_is_to_be_said():
    with pytest.warns(UserWarning, match="num_devices"):
        contrib.nn.SyncBatchNorm()


@pytest.mark.parametrize("kind", [contrib.cnn.DeformableConvolution, contrib.cnn.ModulatedDeformableConvolution])
def test_bent_windows_begin_straight(kind):
    """Offsets begin with zeros, and the weights of points, 2 * sigmoid(0), with ones."""
    data = mx.nd.array(np.random.rand(2, 3, 6, 6))
    bent, straight = kind(4, 3, padding=(1, 1)), nn.Conv2D(4, 3, padding=1)
    bent.initialize(mx.init.Uniform(0.5))
    out = bent(data)
    straight.initialize()
    straight(data)
    straight.weight.set_data(bent.deformable_conv_weight.data())
    straight.bias.set_data(bent.deformable_conv_bias.data())
    assert_allclose(out.asnumpy(), straight(data).asnumpy(), rtol=1e-4, atol=1e-5)
    names = ["deformable_conv_bias", "deformable_conv_weight", "offset_bias", "offset_weight"]
    assert sorted(bent._collect_params_with_prefix()) == names
