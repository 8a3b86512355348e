"""The document on changing Gluon: a sampler of one's own, and complementary subsets to train and to validate with."""

from __future__ import annotations

import random

import mxnet as mx
import numpy as np
import pytest


class SubsetRandomSampler:
    """
    exclude is a instance of SubsetRandomSampler
    """

    def __init__(self, length, subs, exclude=None):
        self._length = length
        self._subs = subs
        self.exclude = exclude

    def __iter__(self):
        random.seed(random.randint(1, 100))
        indices = range(self._length)
        if self.exclude:
            try:
                indices = set(indices) - set(self.exclude.out)
            except Exception:
                pass
            self.exclude = None
        self.out = random.sample(sorted(indices), self._subs)  # `sorted`: Python no longer draws from a set
        return iter(self.out)

    def __len__(self):
        return self._subs


NUMBER, SHARE = 50, 30
DATASET = mx.gluon.data.ArrayDataset(np.arange(2 * NUMBER, dtype=np.float32).reshape(NUMBER, 2), np.arange(NUMBER))


def labels(loader):
    return [int(label) for _, batch in loader for label in batch.asnumpy()]


@pytest.mark.parametrize("workers", [0, 2])
def test_complementary_subsets(workers):
    random.seed(0)
    train_sampler = SubsetRandomSampler(NUMBER, SHARE)
    valid_sampler = SubsetRandomSampler(NUMBER, NUMBER - SHARE, train_sampler)
    train = mx.gluon.data.DataLoader(DATASET, 8, sampler=train_sampler, num_workers=workers)
    valid = mx.gluon.data.DataLoader(DATASET, 8, sampler=valid_sampler, num_workers=workers)
    assert (len(train), len(valid)) == (4, 3)
    seen, others = labels(train), labels(valid)
    assert (len(seen), len(others)) == (SHARE, NUMBER - SHARE)
    assert sorted(seen + others) == list(range(NUMBER))


def test_batches_follow_the_sampler():
    random.seed(0)
    sampler = SubsetRandomSampler(NUMBER, SHARE)
    loader = mx.gluon.data.DataLoader(DATASET, 7, sampler=sampler, last_batch="discard")
    for _ in range(2):
        assert labels(loader) == sampler.out[:28]
