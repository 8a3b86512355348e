"""Correlations by products of matrices and by elements: both are loops over displacements."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.ops import correlation

ATTRIBUTES = (
    {"max_displacement": 3, "pad_size": 3, "stride2": 2},
    {"kernel_size": 3, "max_displacement": 4, "pad_size": 5, "stride1": 2, "stride2": 2},
    {"kernel_size": 1, "max_displacement": 1, "pad_size": 0},
)


def _expected(one, other, kernel_size=1, max_displacement=1, stride1=1, stride2=1, pad_size=0):
    border, half = [(0, 0)] * 2 + [(pad_size,) * 2] * 2, kernel_size // 2
    one, other = np.pad(one, border), np.pad(other, border)
    first = max_displacement + half
    places = [range(first, n - first, stride1) for n in one.shape[2:]]
    reach = max_displacement // stride2
    steps = [stride2 * i for i in range(-reach, reach + 1)]
    out = np.empty((len(one), len(steps) ** 2, *map(len, places)))
    for k, (down, across) in enumerate((i, j) for i in steps for j in steps):
        for (i, y), (j, x) in ((a, b) for a in enumerate(places[0]) for b in enumerate(places[1])):
            ours = one[:, :, y - half : y + half + 1, x - half : x + half + 1]
            y2, x2 = y + down, x + across
            theirs = other[:, :, y2 - half : y2 + half + 1, x2 - half : x2 + half + 1]
            out[:, k, i, j] = (ours * theirs).mean((1, 2, 3))
    return out


@pytest.mark.parametrize("channels", [1, 99], ids=["products", "elements"])
@pytest.mark.parametrize("attributes", ATTRIBUTES)
@pytest.mark.parametrize("width", [11, 40])
def test_both_forms_are_loops_over_displacements(width, attributes, channels, monkeypatch):
    monkeypatch.setattr(correlation, "_CHANNELS", channels)
    rng = np.random.default_rng(0)
    one, other = (torch.from_numpy(rng.random((2, 2, 9, width))).requires_grad_() for _ in range(2))

    def correlate(a, b):
        return correlation.correlation.call(a, b, **{"is_multiply": True, **_DEFAULTS, **attributes})[0]

    np.testing.assert_allclose(
        correlate(one, other).detach(), _expected(one.detach().numpy(), other.detach().numpy(), **attributes)
    )
    if width == 11:
        assert torch.autograd.gradcheck(correlate, (one, other), fast_mode=True)


_DEFAULTS = {"kernel_size": 1, "max_displacement": 1, "stride1": 1, "stride2": 1, "pad_size": 0}
