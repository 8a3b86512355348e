"""Batches of the handwritten digits that `pack.py` packed: 1,500 to train on, 297 by other writers to test."""

from __future__ import annotations

import os

import mxnet as mx

TRAIN, TEST = 1500, 297
TEST_BATCH = 99  # divides 297: no padded sample is scored


def iterators(batch_size, folder):
    """Return (train, test): a shuffled iterator over the training images, and the test images in order.

    Images are float32 of shape (batch, 1, 8, 8) between 0 and 1, labels float32 of shape (batch,).
    """
    common = {"data_shape": (1, 8, 8), "scale": 1 / 240.0, "verbose": False}
    train = mx.io.ImageRecordIter(
        path_imgrec=os.path.join(folder, "train.rec"), batch_size=batch_size, shuffle=True, seed=7, **common
    )
    test = mx.io.ImageRecordIter(path_imgrec=os.path.join(folder, "test.rec"), batch_size=TEST_BATCH, **common)
    return train, test
