"""Memory while images of ever other sizes go through a module."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import warm

PROGRAM = """
import numpy as np
import mxnet as mx
from tests.module.test_mutable import images, trainable

def resident():
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * 4096

module, sizes = trainable(), np.random.RandomState(0)
for step in range(1, 501):
    height, width = (160, 160) if step == 5 else sizes.randint(16, 161, 2)
    module.forward_backward(images(height, width, seed=step))
    module.update()
    if step in (50, 500):
        print(resident())
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads the resident memory from Linux' /proc")
def test_five_hundred_sizes_take_no_more_memory_than_fifty():
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([*warm.python(), "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    early, late = map(int, run.stdout.split())
    assert late < 1.1 * early
