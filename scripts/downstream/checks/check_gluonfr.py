"""GluonFR: a face network, and its losses."""

import mxnet as mx
import numpy as np
import pytest
from gluonfr import loss as losses
from gluonfr.model_zoo import get_model


def check_MobileFaceNet():
    net = get_model("mobilefacenet", classes=5)
    net.initialize(mx.init.Xavier())
    found = net(mx.nd.random.uniform(shape=(2, 3, 112, 112)))
    assert (found[0] if isinstance(found, (list, tuple)) else found).shape[0] == 2


LOSSES = {
    "ArcLoss": lambda: losses.ArcLoss(4, m=0.5, s=8),
    "CosLoss": lambda: losses.CosLoss(4, m=0.2, s=8),
    "SVXSoftmax": lambda: losses.SVXSoftmax(4, s=8),
}


@pytest.mark.parametrize("name", LOSSES)
def check_losses(name):
    scores = mx.nd.random.uniform(-1, 1, (3, 4))
    scores.attach_grad()
    with mx.autograd.record():
        value = LOSSES[name]()(scores, mx.nd.array([0, 1, 2]))
    value.backward()
    assert np.isfinite(value.asnumpy()).all()
    assert np.abs(scores.grad.asnumpy()).sum() > 0
