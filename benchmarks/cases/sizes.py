"""How large the batches are, for all sides. On a GPU they are larger, else only the launching is timed."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("BENCHMARK_BATCHES", "1"))
#: the length of tables with sparse gradients
ROWS = int(os.environ.get("BENCHMARK_ROWS", "1000000"))
PIXELS = 224  # the side of the images that networks for ImageNet get


def batch(size):
    """Return the size of a batch that has ``size`` entries on a processor."""
    return size * TIMES


def images(size):
    """Return the shape of a batch of images as ImageNet's networks take them."""
    return batch(size), 3, PIXELS, PIXELS
