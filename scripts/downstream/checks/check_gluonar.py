"""GluonAR: its layers for sound, against NumPy, and trained."""

import mxnet as mx
import numpy as np
import pytest
from gluonar.nn import basic_blocks as blocks
from scipy import fft

LENGTH = 4000
SOUND = np.random.RandomState(0).uniform(-1, 1, (2, LENGTH)).astype("f")


@pytest.mark.parametrize("hybridized", [False, True])
def check_STFT(hybridized):
    size, hop = 256, 100
    net = blocks.STFTBlock(LENGTH, n_fft=size, hop_length=hop, center=False)
    net.initialize()
    net.hybridize(hybridized)
    found = net(mx.nd.array(SOUND)).asnumpy()
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)
    pieces = np.stack([SOUND[:, at : at + size] * window for at in range(0, LENGTH - size + 1, hop)], 1)
    np.testing.assert_allclose(found[:, 0], np.abs(np.fft.rfft(pieces))[..., : found.shape[-1]], rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("hybridized", [False, True])
def check_DCT(hybridized):
    x = np.random.RandomState(1).rand(2, 3, 32).astype("f")
    net = blocks.DCT1D(N=32, norm="ortho")  # it takes the norm, and leaves it at that
    net.initialize()
    net.hybridize(hybridized)
    np.testing.assert_allclose(net(mx.nd.array(x)).asnumpy(), fft.dct(x), rtol=1e-3, atol=1e-4)


def check_training_of_filters():
    net = mx.gluon.nn.HybridSequential()
    net.add(blocks.SincConv1D(8, 65, 16000), mx.gluon.nn.GlobalAvgPool1D(), mx.gluon.nn.Dense(1))
    net.initialize()
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
    x, y = mx.nd.array(SOUND.reshape(8, 1, -1)), mx.nd.arange(8).reshape((8, 1)) / 8
    losses = []
    for _ in range(20):
        with mx.autograd.record():
            loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(loss.asscalar())
    assert losses[-1] < losses[0] / 2
