"""The benchmarks' networks are the networks that their names say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def networks():
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        from cases import networks
    finally:
        sys.path.pop(0)
    return networks


def parameters(symbol, shape):
    """Return the number of trained parameters."""
    shapes, _, _ = symbol.infer_shape(data=shape)
    total = 0
    for name, found in zip(symbol.list_arguments(), shapes, strict=True):
        if name not in ("data", "softmax_label"):
            size = 1
            for extent in found:
                size *= extent
            total += size
    return total


@pytest.mark.parametrize(
    ("depth", "millions", "convolutions"), [(18, 11.7, 20), (50, 25.5, 53), (152, 60.2, 155)], ids=str
)
def test_resnet_has_the_published_size(networks, depth, millions, convolutions):
    symbol = networks.resnet(depth)
    assert parameters(symbol, (1, 3, 224, 224)) == pytest.approx(millions * 1e6, rel=0.01)
    assert sum(name.endswith("conv_weight") for name in symbol.list_arguments()) == convolutions


def test_lenet_ends_in_ten_probabilities(networks):
    symbol = networks.lenet()
    assert symbol.infer_shape(data=(64, 1, 28, 28))[1] == [(64, 10)]
    assert parameters(symbol, (1, 1, 28, 28)) == 431080
