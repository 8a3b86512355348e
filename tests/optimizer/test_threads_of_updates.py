"""Small weights are updated on one thread, and the number of threads is what it was afterwards."""

from __future__ import annotations

import pytest
import torch
from mxnet.optimizer.multi_tensor import Batch


def batch_of(length, small):
    weight = torch.zeros(length)
    return Batch(0.1, 0.0, None, (), small, {}, [0], [weight], [weight.clone()], [()])


@pytest.mark.usefixtures("two_threads")
@pytest.mark.parametrize(("small", "threads"), [(False, 2), (True, 1)])
def test_large_weights_get_all_threads_and_small_ones_one(small, threads):
    seen = []
    batch_of(8 if small else 100_000, small).run_fused(lambda *args: seen.append(torch.get_num_threads()), 1.0)
    assert seen == [threads]
    assert torch.get_num_threads() == 2


@pytest.mark.usefixtures("two_threads")
def test_an_error_in_an_update_leaves_the_threads_alone():
    def fail(*args):
        raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        batch_of(8, True).run_fused(fail, 1.0)
    assert torch.get_num_threads() == 2
