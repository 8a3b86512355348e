"""Small weights are updated on one thread, and the number of threads is what it was afterwards."""

from __future__ import annotations

import pytest
import torch
from mxnet.optimizer.together import Batch


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def batch_of(*lengths):
    tensors = [torch.zeros(length) for length in lengths]
    return Batch(0.1, 0.0, None, (), tensors, [t.clone() for t in tensors], [()] * len(tensors))


@pytest.mark.usefixtures("two_threads")
def test_large_weights_get_all_threads_and_small_ones_one():
    seen = [
        ([w.numel() for w in part.weights], torch.get_num_threads())
        for part in batch_of(8, 100_000, 16).for_fused_kernels()
    ]
    assert seen == [([100_000], 2), ([8, 16], 1)]
    assert torch.get_num_threads() == 2


@pytest.mark.usefixtures("two_threads")
def test_an_error_in_an_update_leaves_the_threads_alone():
    parts = batch_of(8).for_fused_kernels()
    next(parts)
    with pytest.raises(ValueError, match="stop"):
        parts.throw(ValueError("stop"))
    assert torch.get_num_threads() == 2
