"""How many kernels steps launch on a GPU, beside PyTorch written by hand, counted on a device that is not there."""

from __future__ import annotations

import shutil

import pytest
import torch

from benchmarks.gpu_count.__main__ import counted, number

#: by step, the greatest ratio of kernels, and the greatest number of waits
CEILINGS = {"ResNet-50, float32": (1.03, 0)}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.skipif(torch.version.cuda is not None, reason="needs a PyTorch without CUDA")
@pytest.mark.parametrize("title", CEILINGS)
def test_a_step_launches_hardly_more_than_by_hand(title):
    remx, by_hand = (counted(title, side, 64, batches=(1,)) for side in ("remx", "PyTorch"))
    ratio, waits = CEILINGS[title]
    assert number(remx, "kernels") <= ratio * number(by_hand, "kernels")
    assert number(remx, "waits") <= waits
