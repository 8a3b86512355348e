"""The digits of scikit-learn as Gluon datasets: 1,500 to train on, augmented, and 297 by other writers to test."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon.data.vision import transforms
from sklearn.datasets import load_digits

TRAIN = 1500

#: what a training picture goes through, differently each time it is looked at
AUGMENT = transforms.Compose(
    [
        transforms.RandomResizedCrop(8, scale=(0.7, 1), ratio=(0.85, 1.2)),  # a part of it, as large as the whole
        transforms.RandomBrightness(0.2),
        transforms.ToTensor(),  # uint8 (8, 8, 1) to float32 (1, 8, 8) from 0 to 1
        transforms.RandomRotation((-12, 12)),
        transforms.Normalize(0.3, 0.37),
    ]
)
PLAIN = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.3, 0.37)])


def raw(part):
    """Return a dataset of (picture, digit): "train" or "test"; pictures are uint8 of shape (8, 8, 1)."""
    found = load_digits()
    pictures = mx.nd.array(found.images[..., np.newaxis] * 15, dtype="uint8")
    where = slice(0, TRAIN) if part == "train" else slice(TRAIN, len(found.target))
    return gluon.data.ArrayDataset(pictures[where], found.target[where].astype("float32"))


def loaders(batch_size, workers, samples=None):
    """Return (train, test): batches of float32 (batch, 1, 8, 8) and labels, of the first `samples` only if given."""
    train, test = raw("train"), raw("test")
    if samples:
        train, test = train.take(samples), test.take(samples)
    train, test = train.transform_first(AUGMENT), test.transform_first(PLAIN)
    return (
        gluon.data.DataLoader(train, batch_size, shuffle=True, last_batch="rollover", num_workers=workers),
        gluon.data.DataLoader(test, batch_size, num_workers=workers),
    )
