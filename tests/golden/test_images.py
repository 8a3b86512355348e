"""ImageRecordIter gives the batches that five real releases gave, and reads and makes their mean images."""

from __future__ import annotations

import shutil
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
RELEASES = ["0.9.5", "0.11.0", "1.2.1", "1.5.1", "1.9.1"]

pytestmark = pytest.mark.parametrize("release", RELEASES)


def epoch(**parameters):
    batches = list(mx.io.ImageRecordIter(**parameters))
    data = np.concatenate([batch.data[0].asnumpy() for batch in batches])
    return data, np.concatenate([batch.label[0].asnumpy() for batch in batches])


def records(release):
    return str(GOLDEN / release / "single.rec")


def test_batches_with_the_mean_image_of_the_release(release, tmp_path):
    mean = shutil.copy(GOLDEN / release / "mean.bin", tmp_path / "mean.bin")
    data, label = epoch(path_imgrec=records(release), data_shape=(3, 24, 32), batch_size=2, mean_img=str(mean))
    with np.load(GOLDEN / release / "images-expected.npz") as expected:
        np.testing.assert_allclose(data.reshape(expected["data"].shape), expected["data"], atol=1e-4)
        np.testing.assert_array_equal(label.reshape(expected["label"].shape), expected["label"])


def test_a_mean_image_is_made_as_the_release_made_it(release, tmp_path):
    path = tmp_path / "mean.bin"
    epoch(path_imgrec=records(release), data_shape=(3, 24, 32), batch_size=2, mean_img=str(path))
    made, expected = (mx.nd.load(str(each))["mean_img"] for each in (path, GOLDEN / release / "mean.bin"))
    np.testing.assert_allclose(made.asnumpy(), expected.asnumpy(), rtol=1e-5)


def test_batches_with_means_and_scale(release):
    means = {"mean_r": 10, "mean_g": 20, "mean_b": 30, "scale": 0.5}
    iterator = mx.io.ImageRecordIter(path_imgrec=records(release), data_shape=(3, 20, 20), batch_size=3, **means)
    batches = list(iterator)
    with np.load(GOLDEN / release / "images-expected.npz") as expected:
        data = np.concatenate([b.data[0].asnumpy() for b in batches]).reshape(expected["data2"].shape)
        label = np.concatenate([b.label[0].asnumpy() for b in batches]).reshape(expected["label2"].shape)
        np.testing.assert_allclose(data, expected["data2"], atol=1e-4)
        np.testing.assert_array_equal(label, expected["label2"])
        np.testing.assert_array_equal([b.pad for b in batches], expected["pad2"])
