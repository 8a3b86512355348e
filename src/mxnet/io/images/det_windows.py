"""Random windows for detection: crops with constraints on the objects in them, and padding.

How parts are drawn is described in Liu et al., "SSD: Single Shot MultiBox Detector", 2016.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import MXNetError
from .det_parameters import CROPS
from .objects import Box, Objects


class _Range(NamedTuple):
    low: float
    high: float

    def constrains(self) -> bool:
        return self.low > 0 or self.high < 1

    def holds(self, values: np.ndarray) -> np.ndarray:
        return (values >= self.low) & (values <= self.high)


class Sampler(NamedTuple):
    """Bounds of the parts that are drawn, and of what they must share with an object."""

    scale: _Range
    ratio: _Range
    overlap: _Range
    sample: _Range
    object: _Range
    trials: int

    def draw(self, aspect: float, draw: Random) -> Box:
        """Return a window of random size and place; ``aspect`` is the image's width over its height."""
        scale = draw.uniform(*self.scale) + 1e-12
        low = max(self.ratio.low / aspect, scale * scale)
        high = min(self.ratio.high / aspect, 1 / (scale * scale))
        root = math.sqrt(low + draw.random() * (high - low))
        width, height = min(1.0, scale * root), min(1.0, scale / root)
        left, top = draw.uniform(0, 1 - width), draw.uniform(0, 1 - height)
        return left, top, left + width, top + height

    def accepts(self, window: Box, objects: Objects) -> bool:
        """Return whether some object satisfies all constraints."""
        present = [
            bounds.holds(share)
            for bounds, share in zip((self.overlap, self.sample, self.object), objects.shares(window), strict=True)
            if bounds.constrains()
        ]
        return not present or bool(np.logical_and.reduce(present).any())


def samplers(p: dict[str, Any]) -> list[Sampler]:
    """Return the samplers that an iterator's parameters describe; :class:`MXNetError` for bounds that are none."""
    count = p["num_crop_sampler"]
    lists = {key: p[key] * count if len(p[key]) == 1 else p[key] for key in CROPS}
    for key, values in lists.items():
        if len(values) != count:
            raise MXNetError(f"{key}: expected 1 or {count} values (num_crop_sampler), got {len(values)}")
    kinds = ("scales", "aspect_ratios", "overlaps", "sample_coverages", "object_coverages")
    result = []
    for i in range(count):
        ranges = [_Range(lists[f"min_crop_{bound}"][i], lists[f"max_crop_{bound}"][i]) for bound in kinds]
        for bound, bounds in zip(kinds, ranges, strict=True):
            ratio = bound == "aspect_ratios"
            in_order = bounds.low <= bounds.high if ratio else 0 <= bounds.low < bounds.high <= 1
            if not in_order or (ratio and bounds.low <= 0):
                raise MXNetError(
                    f"min_crop_{bound}, max_crop_{bound}: {bounds.low} to {bounds.high} is no range for them"
                )
        scale, aspect, overlap, sample, full = ranges
        result.append(Sampler(scale, aspect, overlap, sample, full, lists["max_crop_trials"][i]))
    return result


def padded(largest: float, draw: Random) -> Box:
    """Return a window of up to ``largest`` times the image's sides with the image at a random place in it."""
    scale = draw.uniform(1, largest)
    left, top = draw.uniform(0, scale - 1), draw.uniform(0, scale - 1)
    return -left, -top, scale - left, scale - top
