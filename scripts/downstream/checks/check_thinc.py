"""thinc: a network of Gluon as one of its models."""

import numpy as np
from mxnet.gluon import nn
from thinc.compat import enable_mxnet


def check_training():
    enable_mxnet()  # before the modules that look for it
    from thinc.api import Adam, MXNetWrapper

    net = nn.Sequential()
    net.add(nn.Dense(12), nn.Dense(8, activation="relu"), nn.Dense(2))
    net.initialize()
    model = MXNetWrapper(net)
    draws = np.random.RandomState(0)
    x, y = draws.randn(16, 6).astype("float32"), draws.rand(16, 2).astype("float32")
    optimizer = Adam(0.01)
    losses = []
    for _ in range(60):
        guess, backward = model(x, is_train=True)
        losses.append(float(((guess - y) ** 2).sum()))
        assert backward((guess - y) / len(x)).shape == x.shape
        model.finish_update(optimizer)
    assert losses[-1] < losses[0] / 2
    assert model.predict(x).shape == (16, 2)
