"""Blocks in a row and side by side."""

from __future__ import annotations

import warnings

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import contrib, nn
from numpy.testing import assert_array_equal


def layers(net):
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.Flatten())
        net.add(nn.Dense(2))
    return net


@pytest.mark.parametrize("kind", [nn.Sequential, nn.HybridSequential])
def test_a_row_is_a_sequence(kind):
    net = layers(kind(prefix="net_"))
    assert len(net) == 3
    assert [type(each).__name__ for each in net] == ["Dense", "Flatten", "Dense"]
    assert net[-1] is net[2]
    with pytest.raises(IndexError):
        net[3]
    assert list(net.collect_params()) == [f"net_dense{i}_{name}" for i in (0, 1) for name in ("weight", "bias")]


def test_a_slice_is_a_row_that_shares_its_blocks():
    net = layers(nn.HybridSequential(prefix="net_"))
    net.initialize()
    data = mx.nd.ones((2, 3))
    head, tail = net[:1], net[1:]
    assert isinstance(head, nn.HybridSequential)
    assert head.prefix == "net_"
    assert tail[1] is net[2]
    assert_array_equal(tail(head(data)).asnumpy(), net(data).asnumpy())


def test_the_text_lists_children_by_number():
    net = nn.HybridSequential()
    net.add(nn.Dense(2), nn.HybridSequential())
    net[1].add(nn.Flatten())
    assert repr(net) == (
        "HybridSequential(\n  (0): Dense(None -> 2, linear)\n  (1): HybridSequential(\n    (0): Flatten\n  )\n)"
    )


def test_an_empty_row_returns_its_input():
    data = mx.nd.ones((2,))
    assert nn.Sequential()(data) is data


def test_hybrid_rows_take_hybrid_blocks_alone():
    with pytest.raises(ValueError, match="HybridBlock"):
        nn.HybridSequential().add(nn.Lambda("relu"))


def test_a_row_that_could_be_hybrid_says_so():
    net = layers(nn.Sequential())
    with pytest.warns(UserWarning, match="HybridSequential"):
        net.hybridize()
    net.add(nn.Lambda("relu"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net.hybridize()


@pytest.mark.parametrize("kind", [contrib.nn.Concurrent, contrib.nn.HybridConcurrent])
def test_branches_side_by_side(kind):
    net = kind(axis=1)
    net.add(contrib.nn.Identity(), nn.HybridLambda(lambda F, x: x * 2))
    assert repr(net) == f"{kind.__name__}(\n  (0): Identity(\n  \n  )\n  (1): HybridLambda(<lambda>)\n)"
    data = mx.nd.array([[1, 2]])
    assert_array_equal(net(data).asnumpy(), [[1, 2, 2, 4]])
    for child in net:
        child.hybridize()
    assert_array_equal(net(data).asnumpy(), [[1, 2, 2, 4]])


@pytest.mark.parametrize("kind", [contrib.nn.Concurrent, contrib.nn.HybridConcurrent])
def test_some_of_the_branches_join_along_the_same_axis(kind):
    net = kind(axis=0)
    net.add(contrib.nn.Identity(), contrib.nn.Identity(), nn.Flatten())
    assert net[:2](mx.nd.ones((2, 3))).shape == (4, 3)  # 1.9.1 forgets the axis


def test_a_network_hybridized_as_a_whole_agrees():
    net = layers(nn.HybridSequential())
    net.add(nn.BatchNorm(), nn.LayerNorm(), nn.Dropout(0.5))
    net.initialize()
    data = mx.nd.array(np.random.rand(3, 5))
    eager = net(data).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(data).asnumpy(), eager, rtol=1e-5, atol=1e-6)
