"""The memory that the weights of a graph's convolutions are scaled in."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn
from mxnet.kernels.fused_convolution import Workspace


def test_memory_is_used_again_until_it_is_closed() -> None:
    workspace = Workspace()
    with workspace.lend(10) as memory:
        first = memory.data_ptr()
    with workspace.lend(20) as memory:
        assert memory.data_ptr() == first
        with workspace.lend(20) as another:
            assert another.data_ptr() != first
    with workspace.lend(10) as memory:
        workspace.close()
    with workspace.lend(10) as memory:
        assert len(memory) == 10


def test_a_larger_weight_has_memory_of_its_own() -> None:
    with Workspace().lend(Workspace.SIZE + 1) as memory:
        assert len(memory) == Workspace.SIZE + 1


def test_memory_is_not_kept_after_an_error() -> None:
    workspace = Workspace()
    with pytest.raises(ValueError, match="no"), workspace.lend(10):
        raise ValueError("no")
    assert workspace._free == []


@pytest.mark.usefixtures("fast_kernels")
def test_a_graph_closes_its_workspace_at_the_first_run(monkeypatch: pytest.MonkeyPatch) -> None:
    result: list[Workspace] = []
    start = Workspace.__init__
    monkeypatch.setattr(Workspace, "__init__", lambda self: (start(self), result.append(self))[0])
    lent: list[int] = []
    lend = Workspace.lend
    monkeypatch.setattr(
        Workspace, "lend", lambda self, count, device: (lent.append(count), lend(self, count, device))[1]
    )
    net = nn.HybridSequential()
    for channels in (4, 6, 5):
        net.add(nn.Conv2D(channels, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
    net.add(nn.Conv2D(2, 3))
    net.initialize(mx.init.Xavier())
    data = mx.nd.random.uniform(shape=(1, 3, 12, 12))
    expected = net(data).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(data).asnumpy(), expected, rtol=1e-5, atol=1e-6)
    assert lent == [4 * 3 * 9, 6 * 4 * 9, 5 * 6 * 9]
    assert [workspace._free for workspace in result] == [None]
