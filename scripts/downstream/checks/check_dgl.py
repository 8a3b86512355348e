"""DGL: graphs, messages and layers over its MXNet backend and its own library in C++."""

import os

os.environ["DGLBACKEND"] = "mxnet"
import dgl
import dgl.function as fn
import mxnet as mx
import numpy as np
import pytest
from dgl.nn.mxnet import GATConv, GraphConv, SAGEConv

SOURCE, TARGET = [0, 1, 2, 3, 0], [1, 2, 3, 0, 2]


@pytest.fixture
def graph():
    return dgl.graph((mx.nd.array(SOURCE, dtype="int64"), mx.nd.array(TARGET, dtype="int64")))


def check_graphs(graph):
    assert graph.number_of_nodes() == 4
    assert graph.in_degrees().asnumpy().tolist() == [1, 1, 2, 1]


def check_messages(graph):
    value = np.arange(8, dtype="f").reshape(4, 2)
    graph.ndata["h"] = mx.nd.array(value)
    graph.update_all(fn.copy_u("h", "m"), fn.sum("m", "s"))
    expected = np.zeros_like(value)
    np.add.at(expected, TARGET, value[SOURCE])
    np.testing.assert_allclose(graph.ndata["s"].asnumpy(), expected)


@pytest.mark.parametrize("layer", [GraphConv, GATConv, SAGEConv])
def check_layers(graph, layer):
    graph = dgl.add_self_loop(graph)
    net = {
        GraphConv: lambda: GraphConv(2, 3),
        GATConv: lambda: GATConv(2, 3, 2),
        SAGEConv: lambda: SAGEConv(2, 3, "mean"),
    }[layer]()
    net.initialize()
    features = mx.nd.random.uniform(shape=(4, 2))
    features.attach_grad()
    with mx.autograd.record():
        found = net(graph, features)
    found.backward()
    assert found.shape[0] == 4
    assert np.abs(features.grad.asnumpy()).sum() > 0
