"""What quantization does to the predictions of a trained network."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import quantization

from .digits import digits, trained


@pytest.fixture(scope="module")
def network():
    return trained(*digits(2000, seed=0), epochs=6)


@pytest.mark.parametrize(
    ("mode", "calibration", "dtype"),
    [("smart", "naive", "auto"), ("full", "naive", "auto"), ("smart", "entropy", "int8")],
)
def test_a_trained_network_answers_99_of_100_images_as_before(network, mode, calibration, dtype):
    images, classes = digits(1000, seed=1)
    examples = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(digits(64, seed=2)[0]), batch_size=32)
    result = quantization.quantize_net(
        network, quantized_dtype=dtype, calib_mode=calibration, calib_data=examples, quantize_mode=mode
    )
    result.hybridize()
    data = mx.nd.array(images)
    before, after = (item(data).asnumpy().argmax(1) for item in (network, result))
    assert np.mean(before == classes) > 0.95  # it has learned something to lose
    assert np.mean(before == after) >= 0.99
