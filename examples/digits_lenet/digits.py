"""The handwritten digits of scikit-learn (1,797 images of 8x8), 1,500 to train on and 297 by other writers to test."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from sklearn.datasets import load_digits

TRAIN, TEST = 1500, 297
TEST_BATCH = 99  # divides 297: no padded sample is scored


def iterators(batch_size):
    """Return (train, test): a shuffled iterator over the first 1,500 images, and the last 297 in order.

    Images are float32 of shape (batch, 1, 8, 8) between 0 and 1, labels float32 of shape (batch,).
    """
    raw = load_digits()
    images = (raw.images[:, np.newaxis] / 16.0).astype("float32")
    labels = raw.target.astype("float32")
    train = mx.io.NDArrayIter(images[:TRAIN], labels[:TRAIN], batch_size, shuffle=True)
    test = mx.io.NDArrayIter(images[TRAIN:], labels[TRAIN:], TEST_BATCH)
    return train, test
