"""Weights of convolutions in the orders of memory that kernels want."""

from __future__ import annotations

from collections.abc import Callable

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.kernels import fused_convolution
from mxnet.kernels.fused_convolution import PackedWeight

ONE, FOUR, EIGHT = (torch.Size((n, 3, 5, 5)) for n in (1, 4, 8))


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> tuple[Callable[[], PackedWeight], list[int]]:
    """Return what makes a weight whose order depends on whether a batch has one image, and the batches packed for."""
    batches: list[int] = []
    orders: dict[int, bytes] = {}

    def pack(weight: torch.Tensor, shape: list[int]) -> torch.Tensor:
        batches.append(shape[0])
        result = weight.clone()
        orders[id(result)] = b"one" if shape[0] == 1 else b"many"
        return result

    monkeypatch.setattr(torch_compat, "onednn_order", lambda new: orders[id(new)])
    return lambda: PackedWeight(torch.arange(6.0).view(2, 3, 1, 1), ONE, pack), batches


def test_another_shape_is_packed_for_when_it_comes_again(packed: tuple[Callable[[], PackedWeight], list[int]]) -> None:
    weight, batches = packed[0](), packed[1]
    first = weight.for_shape(ONE)
    assert weight.for_shape(FOUR) is first
    assert batches == [1]
    second = weight.for_shape(FOUR)
    assert second is not first
    assert torch.equal(second, first)
    assert weight.for_shape(FOUR) is second
    assert weight.for_shape(ONE) is first
    assert batches == [1, 4]


def test_equal_orders_share_their_memory(packed: tuple[Callable[[], PackedWeight], list[int]]) -> None:
    weight = packed[0]()
    four, eight = ([weight.for_shape(shape) for _ in range(2)][1] for shape in (FOUR, EIGHT))
    assert eight is four


def test_only_so_many_shapes_are_kept(
    packed: tuple[Callable[[], PackedWeight], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fused_convolution, "PACKED_SHAPES", 2)
    weight, batches = packed[0](), packed[1]
    for _ in range(3):
        for shape in (FOUR, EIGHT):
            weight.for_shape(shape)
    assert batches == [1, 4]


@pytest.mark.parametrize("group", [1, 2, 8])
def test_a_network_answers_alike_whatever_the_batch_before(group: int) -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(16, 1, in_channels=8, groups=group), mx.gluon.nn.BatchNorm(in_channels=16))
    net.add(mx.gluon.nn.Activation("relu"))
    net.initialize(mx.init.Normal(0.5))
    data = mx.nd.random.normal(shape=(4, 8, 7, 7))
    plain = net(data).asnumpy()
    net.hybridize()
    for rows in (1, 4, 1, 4, 2, 4, 2, 2, 1):
        for _ in range(2):
            np.testing.assert_allclose(net(data[:rows]).asnumpy(), plain[:rows], rtol=1e-4, atol=1e-5)
