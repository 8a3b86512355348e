"""How many kernels steps launch on a GPU, beside PyTorch written by hand, counted on a device that is not there."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from operator import gt

import pytest
import torch

from benchmarks.gpu_count.__main__ import ROWS, SIDES, calls, counted, is_copy, number

#: by step, the greatest ratio of kernels, and the greatest numbers of copies and of waits
CEILINGS = {
    "ResNet-50, float32": (0.94, 3, 0),
    "ResNet-50, bfloat16, channels last": (0.75, 0, 0),
    "ResNet-50, float16, channels last": (0.95, 0, 1),  # whether a gradient overflowed
    "MobileNet, float32": (0.95, 3, 0),
    "MobileNet, bfloat16, channels last": (0.85, 0, 0),
    "BERT-base, float32 and tf32": (1.02, 0, 0),
    "BERT-base, bfloat16": (0.64, 0, 0),
    "LSTM language model": (1.05, 0, 1),  # clip_global_norm returns a number
    "SSD": (1.05, 18, 0),
    "prediction, ResNet-50": (0.86, 1, 0),
    "prediction, MobileNet": (1.02, 1, 0),
    "prediction, BERT-base": (1.0, 0, 0),
}
#: the greatest ratio of calls of Python's functions; releases of Python differ a little
CALLS = 1.1


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.skipif(torch.version.cuda is not None, reason="needs a PyTorch without CUDA")
@pytest.mark.usefixtures("fast_kernels")
@pytest.mark.timeout(400)
def test_steps_launch_and_call_hardly_more_than_by_hand():
    assert CEILINGS.keys() == ROWS.keys()
    with ThreadPoolExecutor() as pool:
        remx, by_hand = pool.map(lambda side: counted(list(ROWS), side, 64, (2,)), SIDES)
    found = {
        title: (
            number(remx[title], "kernels") / number(by_hand[title], "kernels"),
            number(remx[title], "kernels", is_copy),
            number(remx[title], "waits"),
        )
        for title in ROWS
    }
    over = {title: counts for title, counts in found.items() if any(map(gt, counts, CEILINGS[title]))}
    assert not over
    ratios = {title: calls(remx[title]) / calls(by_hand[title]) for title in ROWS}
    assert not {title: ratio for title, ratio in ratios.items() if ratio > CALLS}
