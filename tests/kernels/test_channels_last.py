"""Operators on images in channels-last memory: the numbers of the usual memory."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from torch.nn import functional as F

pytestmark = pytest.mark.usefixtures("every_size")

FORMS = {
    "resize": (
        lambda x: mx.nd.contrib.BilinearResize2D(x, height=9, width=12),
        lambda x: F.interpolate(x, (9, 12), mode="bilinear", align_corners=True),
    ),
    "average": (lambda x: mx.nd.contrib.AdaptiveAvgPooling2D(x, output_size=3), lambda x: F.adaptive_avg_pool2d(x, 3)),
}


@pytest.mark.parametrize("piece", [1, 1 << 20])
@pytest.mark.parametrize("channels", [3, 8, 20])
@pytest.mark.parametrize("form", FORMS)
def test_results_and_gradients(form, channels, piece, monkeypatch):
    monkeypatch.setattr("mxnet.kernels.channels_last.PIECE", piece)
    ours, plain = FORMS[form]
    values = torch.randn(2, channels, 5, 7, requires_grad=True)
    data = mx.nd.array(values.detach().numpy())
    predicted = ours(data)
    data.attach_grad()
    with mx.autograd.record():
        out = ours(data)
        loss = (out * out).sum()
    loss.backward()
    expected = plain(values)
    (grad,) = torch.autograd.grad((expected * expected).sum(), values)
    for result in (predicted, out):
        np.testing.assert_allclose(result.asnumpy(), expected.detach().numpy(), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(data.grad.asnumpy(), grad.numpy(), rtol=1e-5, atol=1e-6)
